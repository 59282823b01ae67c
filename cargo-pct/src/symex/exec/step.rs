//! One block: its statements, then its terminator, which says where control goes.
//!
//! Input: a state at the block's start. Output: each way on, under its condition. What is not understood is an opaque end.

use crate::mir::{self, AssertKind, BasicBlock, StatementKind, TerminatorKind, Unwind};
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::{ErrorKind, OpaqueReason, Outcome};
use crate::symex::exec::run::Next;
use crate::symex::program::refusal::{Refusal, Step, refuse};
use crate::symex::program::types::int_type;
use crate::symex::state::State;
use crate::symex::state::value::Value;
use crate::term::{IntType, Kind, Sort, Term};

impl Executor<'_> {
    pub(in crate::symex) fn block(&mut self, mut state: State, block: BasicBlock) -> Vec<Next> {
        self.execution.blocks += 1;
        if self.is_over() {
            return self.opaque(&state, OpaqueReason::Budget);
        }
        let code = &self.program.code(state.top().body).body.blocks[block];
        for statement in &code.statements {
            if let Err(Refusal(reason)) = self.statement(&mut state, &statement.kind) {
                return self.opaque(&state, reason);
            }
        }
        let (depth, guard, location) = (state.frames.len(), state.guard.clone(), state.location());
        match self.terminator(state, &code.terminator.kind) {
            Ok(next) => {
                debug_assert!(next.iter().all(|next| next.state().frames.len() == depth));
                next
            }
            Err(Refusal(reason)) => self.opaque_at(guard, &location, reason),
        }
    }

    fn statement(&mut self, state: &mut State, statement: &StatementKind) -> Step<()> {
        match statement {
            StatementKind::Assign(place, rvalue) => {
                let value = self.rvalue(state, rvalue, place)?;
                self.assign(state, place, value)
            }
            StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => {
                let frame = state.top();
                let blank = self.blank_local(frame.body, *local, &frame.generics);
                state.top_mut().locals[local.as_u32() as usize] = blank;
                Ok(())
            }
            StatementKind::Deinit(place) => self.assign(state, place, Value::Uninit),
            StatementKind::Assume(operand) => {
                let condition = self.condition(state, operand)?;
                state.assume(&condition);
                Ok(())
            }
            StatementKind::Inert(_) => Ok(()),
            StatementKind::SetDiscriminant(..) => refuse("a discriminant is set without its fields"),
            StatementKind::CopyNonOverlapping { .. } => refuse("raw memory is copied"),
        }
    }

    fn terminator(&mut self, mut state: State, terminator: &TerminatorKind) -> Step<Vec<Next>> {
        Ok(match terminator {
            TerminatorKind::Goto { target } | TerminatorKind::FalseEdge { real: target, .. } => {
                vec![Next::Goto(*target, state)]
            }
            TerminatorKind::SwitchInt { operand, targets, otherwise } => {
                self.switch(state, operand, targets, *otherwise)?
            }
            TerminatorKind::Return => vec![Next::Return(state)],
            // The compiler proved it, from facts that the state here may have lost.
            TerminatorKind::Unreachable => Vec::new(),
            TerminatorKind::Resume => vec![Next::Unwind(state)],
            TerminatorKind::Terminate(_) => {
                self.execution.outcomes.push(Outcome::Diverge(state));
                Vec::new()
            }
            TerminatorKind::Drop { place, target, unwind, .. } => {
                self.drop_place(state, place, *target, *unwind)
            }
            TerminatorKind::Call { callee, args, destination, target, unwind } => {
                self.call(&mut state, callee, args, destination, *target, *unwind)?
            }
            TerminatorKind::Assert { condition, expected, kind, target, unwind } => {
                self.assertion(state, condition, *expected, kind, *target, *unwind)?
            }
            TerminatorKind::TailCall { .. } => return refuse("a tail call"),
            TerminatorKind::InlineAsm { .. } => return refuse("inline assembly"),
            TerminatorKind::Yield { .. } | TerminatorKind::CoroutineDrop => {
                return refuse("`async` runs code later, which is not examined");
            }
        })
    }

    fn switch(
        &mut self,
        mut state: State,
        operand: &mir::Operand,
        targets: &[(u128, BasicBlock)],
        otherwise: Option<BasicBlock>,
    ) -> Step<Vec<Next>> {
        let ty = self.operand_type(&state, operand)?;
        let value = self.scalar(&mut state, operand, &ty)?;
        let mut next = Vec::new();
        let mut none = state.clone();
        for (pattern, block) in targets {
            let matches = match (value.sort(), int_type(&ty)) {
                (Sort::Bool, _) => value.equals(&Term::bool(*pattern != 0)),
                (_, Some(int)) => value.equals(&Term::int(signed(int, *pattern))),
                _ => return refuse("a switch on a value that is no integer"),
            };
            let mut taken = state.clone();
            self.decided(&matches)?;
            taken.assume(&matches);
            none.assume(&matches.not());
            next.push(Next::Goto(*block, taken));
        }
        if let Some(block) = otherwise {
            next.push(Next::Goto(block, none));
        }
        next.retain(|next| !next.state().is_infeasible());
        Ok(next)
    }

    fn assertion(
        &mut self,
        mut state: State,
        condition: &mir::Operand,
        expected: bool,
        kind: &AssertKind,
        target: BasicBlock,
        unwind: Unwind,
    ) -> Step<Vec<Next>> {
        let (error, message) = assertion_error(kind);
        let holds = self.condition(&mut state, condition)?;
        let holds = if expected { holds } else { holds.not() };
        // Over-approximates: who generated the code may have left the check out. The result then is the wrapped one.
        let may_be_left_out = kind.may_be_left_out()
            && holds.as_bool() != Some(true)
            && self.program.may_leave_out_checks(state.top().body);
        let holds = if may_be_left_out { holds.or(&self.either("overflow_checks").not()) } else { holds };
        self.decided(&holds)?;
        let mut failed = state.clone();
        failed.assume(&holds.not());
        state.assume(&holds);
        if matches!(kind, AssertKind::Overflow(..)) && !may_be_left_out {
            self.trust_checked(&mut state, condition, &holds);
        }
        let mut next = Vec::new();
        if !failed.is_infeasible() {
            next.extend(self.fail(failed, error, message, unwind));
        }
        if !state.is_infeasible() {
            next.push(Next::Goto(target, state));
        }
        Ok(next)
    }

    /// Refuses a condition that is no constant where all must be.
    pub(in crate::symex) fn decided(&mut self, condition: &Term) -> Step<()> {
        if self.config.concrete && condition.as_bool().is_none() {
            let note =
                self.execution.notes.first().map_or_else(String::new, |note| format!(": {}", note.text));
            return refuse(format!("a branch depends on something that is not known{note}"));
        }
        Ok(())
    }

    /// After the check of `(x op y).1` has passed, `(x op y).0` is the exact result: its wrapping is claimed away.
    fn trust_checked(&mut self, state: &mut State, condition: &mir::Operand, holds: &Term) {
        let Some(local) = condition.place().map(|place| place.local) else { return };
        let value = &mut state.top_mut().locals[local.as_u32() as usize];
        if let Value::Aggregate(fields) = value
            && let [Value::Scalar(result), _] = &**fields
            && let Kind::Wrap { to, value: exact, exact: false } = result.kind()
            && exact.fits(*to) == *holds
        {
            *value = Value::aggregate(vec![Value::Scalar(exact.assume_in(*to)), Value::Uninit]);
        }
    }
}

/// The value of a type whose bits are these.
fn signed(ty: IntType, pattern: u128) -> num_bigint::BigInt {
    if ty == IntType::Char { pattern.into() } else { ty.wrap(&pattern.into()) }
}

fn assertion_error(kind: &AssertKind) -> (ErrorKind, String) {
    match kind {
        AssertKind::BoundsCheck { .. } => {
            (ErrorKind::Index, "index out of bounds: the len is {} but the index is {}".to_owned())
        }
        AssertKind::Overflow(op, ..) => (ErrorKind::Overflow, overflow_message(*op).to_owned()),
        AssertKind::OverflowNeg(_) => (ErrorKind::Overflow, "attempt to negate with overflow".to_owned()),
        AssertKind::DivisionByZero(_) => (ErrorKind::Divide, "attempt to divide by zero".to_owned()),
        AssertKind::RemainderByZero(_) => {
            (ErrorKind::Divide, "attempt to calculate the remainder with a divisor of zero".to_owned())
        }
        AssertKind::MisalignedPointerDereference { .. } => {
            (ErrorKind::Panic, "misaligned pointer dereference".to_owned())
        }
        AssertKind::NullPointerDereference => {
            (ErrorKind::Panic, "null pointer dereference occurred".to_owned())
        }
        AssertKind::Other { message, .. } => (ErrorKind::Panic, message.to_string()),
    }
}

fn overflow_message(op: mir::BinaryOp) -> &'static str {
    match op {
        mir::BinaryOp::SubWithOverflow | mir::BinaryOp::Sub => "attempt to subtract with overflow",
        mir::BinaryOp::MulWithOverflow | mir::BinaryOp::Mul => "attempt to multiply with overflow",
        mir::BinaryOp::Div => "attempt to divide with overflow",
        mir::BinaryOp::Rem => "attempt to calculate the remainder with overflow",
        mir::BinaryOp::Shl => "attempt to shift left with overflow",
        mir::BinaryOp::Shr => "attempt to shift right with overflow",
        _ => "attempt to add with overflow",
    }
}
