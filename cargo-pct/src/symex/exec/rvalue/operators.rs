//! Operators: comparison, arithmetic, bit operations.
//!
//! Over-approximates operations on floating-point numbers and pointers: they give anything of their type.

use crate::mir::{BinaryOp, Operand, Type, UnaryOp};
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::{InputOrigin, NoteKind};
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::program::types::{int_type, scalar_sort};
use crate::symex::state::State;
use crate::symex::state::held::held;
use crate::symex::state::value::{EnumValue, Value};
use crate::term::{BitOp, Division, IntType, Sort, Term};
use std::sync::Arc;

impl Executor<'_> {
    pub(super) fn binary(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        left: &Operand,
        right: &Operand,
    ) -> Step<Value> {
        // A const parameter's type is not in the text; its partner's is the same.
        let right_ty = self.operand_type(state, right).or_else(|_| self.operand_type(state, left))?;
        let ty = self.operand_type(state, left).unwrap_or_else(|_| right_ty.clone());
        if scalar_sort(&ty).is_none() || scalar_sort(&right_ty).is_none() {
            let made_of = [self.operand(state, left)?, self.operand(state, right)?];
            return self.untracked_binary(state, op, &ty, &made_of);
        }
        let a = self.scalar(state, left, &ty)?;
        let b = self.scalar(state, right, &right_ty)?;
        if let Some(comparison) = compare(op, &a, &b) {
            return Ok(Value::Scalar(comparison));
        }
        match int_type(&ty) {
            None => {
                Ok(Value::Scalar(boolean(op, &a, &b).map_or_else(|| refuse("an operation on bool"), Ok)?))
            }
            Some(int) => integer(op, int, &a, &b),
        }
    }

    /// Floats and pointers: any result. A pointer may lead where the operands do.
    fn untracked_binary(
        &mut self,
        state: &mut State,
        op: BinaryOp,
        ty: &Type,
        made_of: &[Value],
    ) -> Step<Value> {
        use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
        let ty = if matches!(op, Eq | Ne | Lt | Le | Gt | Ge) { Type::Bool } else { ty.clone() };
        self.note(state, NoteKind::Approximation, "an operation on floating-point numbers or pointers");
        let borrows: Vec<_> = made_of.iter().flat_map(held).collect();
        Ok(self.fresh(state, &ty, "any", InputOrigin::Approximation, &borrows))
    }

    pub(super) fn unary(&mut self, state: &mut State, op: UnaryOp, operand: &Operand) -> Step<Value> {
        let ty = self.operand_type(state, operand)?;
        if op == UnaryOp::PtrMetadata {
            return self.metadata(state, operand, &ty);
        }
        if scalar_sort(&ty).is_none() {
            return self.untracked_binary(state, BinaryOp::Sub, &ty, &[]);
        }
        let a = self.scalar(state, operand, &ty)?;
        Ok(Value::Scalar(match (op, int_type(&ty)) {
            (UnaryOp::Not, None) => a.not(),
            (UnaryOp::Not, Some(int)) => a.complement(int).assume_in(int),
            (_, Some(int)) => a.negated().wrap(int),
            _ => return refuse("a truth value is negated"),
        }))
    }
}

fn compare(op: BinaryOp, a: &Term, b: &Term) -> Option<Term> {
    // `false < true`, as integers.
    let number = |term: &Term| match term.sort() {
        Sort::Bool => term.ite(&Term::int(1), &Term::int(0)),
        _ => term.clone(),
    };
    Some(match op {
        BinaryOp::Eq => a.equals(b),
        BinaryOp::Ne => a.equals(b).not(),
        BinaryOp::Lt => number(a).lt(&number(b)),
        BinaryOp::Le => number(a).le(&number(b)),
        BinaryOp::Gt => number(b).lt(&number(a)),
        BinaryOp::Ge => number(b).le(&number(a)),
        _ => return None,
    })
}

fn boolean(op: BinaryOp, a: &Term, b: &Term) -> Option<Term> {
    Some(match op {
        BinaryOp::BitAnd => a.and(b),
        BinaryOp::BitOr => a.or(b),
        BinaryOp::BitXor => a.equals(b).not(),
        _ => return None,
    })
}

/// An operation on integers of one type (shifts: the right one of any type).
fn integer(op: BinaryOp, ty: IntType, a: &Term, b: &Term) -> Step<Value> {
    use BinaryOp::{
        Add, AddUnchecked, AddWithOverflow, BitAnd, BitOr, BitXor, Div, Mul, MulUnchecked, MulWithOverflow,
        Rem, Shl, ShlUnchecked, Shr, ShrUnchecked, Sub, SubUnchecked, SubWithOverflow,
    };
    let checked = |exact: Term| {
        let overflow = exact.fits(ty).not();
        Value::aggregate(vec![Value::Scalar(exact.wrap(ty)), Value::Scalar(overflow)])
    };
    Ok(Value::Scalar(match op {
        AddWithOverflow => return Ok(checked(a.plus(b))),
        SubWithOverflow => return Ok(checked(a.minus(b))),
        MulWithOverflow => return Ok(checked(a.times(b))),
        Add | AddUnchecked => a.plus(b).wrap(ty),
        Sub | SubUnchecked => a.minus(b).wrap(ty),
        Mul | MulUnchecked => a.times(b).wrap(ty),
        // `MIN / -1` was excluded before; wrapping it is exact everywhere else.
        Div => a.divided(Division::Truncate, b).wrap(ty),
        Rem => a.remainder(Division::Truncate, b).wrap(ty),
        BitAnd => a.bits(BitOp::And, ty, b).wrap(ty),
        BitOr => a.bits(BitOp::Or, ty, b).wrap(ty),
        BitXor => a.bits(BitOp::Xor, ty, b).wrap(ty),
        Shl | ShlUnchecked => a.bits(BitOp::Shl, ty, b).wrap(ty),
        Shr | ShrUnchecked => a.bits(BitOp::Shr, ty, b).wrap(ty),
        BinaryOp::Cmp => {
            let names: crate::term::EnumSort = ["Less", "Equal", "Greater"].map(Arc::<str>::from).into();
            let variant = |index| Term::variant(&names, index);
            let otherwise = a.equals(b).ite(&variant(1), &variant(2));
            let variant = a.lt(b).ite(&variant(0), &otherwise);
            return Ok(Value::Enum(Arc::new(EnumValue { variant, payloads: vec![Vec::new(); 3] })));
        }
        _ => return refuse(format!("the operation {}", op.name())),
    }))
}
