//! Bit operations in integers: as arithmetic where few divisions say the same, else any number that they could give.
//!
//! Over-approximates: whatever satisfies formulas satisfies them still. So "unsatisfiable" is as true as without it, and a model
//! has to be confirmed by evaluation, as any other.

use crate::term::{BitOp, Division, IntType, Term};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// Masks with more runs of ones are not written as arithmetic.
const MOST_RUNS: usize = 2;

/// The operation as arithmetic, exactly; none where an operand is not constant, or is so in a way that takes many divisions.
pub(super) fn arithmetic(op: BitOp, ty: IntType, a: &Term, b: &Term) -> Option<Term> {
    let (value, mask) = match (a.as_int(), b.as_int()) {
        (None, Some(mask)) => (a, mask),
        (Some(mask), None) => (b, mask),
        _ => return None,
    };
    let common = || common(value, mask, ty);
    let sum = || value.plus(&Term::int(mask.clone()));
    match op {
        BitOp::And => common(),
        // In two's complement, of whatever width, both are the sum of what they are less what they share.
        BitOp::Or => Some(sum().minus(&common()?)),
        BitOp::Xor => Some(sum().minus(&common()?.times(&Term::int(2)))),
        BitOp::Shl | BitOp::Shr => None,
    }
}

/// The bits of a value that a mask keeps.
fn common(value: &Term, mask: &BigInt, ty: IntType) -> Option<Term> {
    if mask.is_negative() {
        let dropped = kept(value, &(-BigInt::one() - mask), ty)?;
        return Some(value.minus(&dropped));
    }
    kept(value, mask, ty).or_else(|| {
        let others = ty.max() ^ mask;
        (!ty.is_signed()).then(|| kept(value, &others, ty)).flatten().map(|dropped| value.minus(&dropped))
    })
}

/// The bits that a mask of few runs keeps, none of them a sign.
fn kept(value: &Term, mask: &BigInt, ty: IntType) -> Option<Term> {
    let runs = runs(mask)?;
    let power = |bits: u64| Term::int(BigInt::one() << bits);
    let parts = runs.into_iter().map(|(low, high)| {
        // The floor, so that a negative number has the bits of its two's complement.
        let shifted = value.divided(Division::Euclid, &power(low));
        let is_top = !ty.is_signed() && high == u64::from(ty.bits());
        let own = if is_top { shifted } else { shifted.remainder(Division::Euclid, &power(high - low)) };
        own.times(&power(low))
    });
    Some(parts.fold(Term::int(0), |sum, part| sum.plus(&part)))
}

/// Where the runs of ones of a number begin and end; none if there are many.
fn runs(mask: &BigInt) -> Option<Vec<(u64, u64)>> {
    let (mut rest, mut at, mut runs) = (mask.clone(), 0, Vec::new());
    while !rest.is_zero() {
        let zeros = rest.trailing_zeros()?;
        rest >>= zeros;
        let ones = (&rest + 1u32).trailing_zeros()?;
        rest >>= ones;
        runs.push((at + zeros, at + zeros + ones));
        at += zeros + ones;
    }
    (runs.len() <= MOST_RUNS).then_some(runs)
}

/// How a result compares with a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// It is no greater.
    AtMost,
    /// It is no less.
    AtLeast,
}

/// What holds of any result besides its range: how it compares with operands that are not negative.
pub(super) fn facts(op: BitOp, a: &Term, b: &Term) -> Vec<(Fact, Term)> {
    let is_positive = |it: &&Term| it.range().low.as_ref().is_some_and(|low| !low.is_negative());
    let positive: Vec<Term> = [a, b].into_iter().filter(is_positive).cloned().collect();
    let both = positive.len() == 2;
    let all = |fact: Fact, terms: Vec<Term>| terms.into_iter().map(move |it| (fact, it)).collect();
    match op {
        BitOp::And => all(Fact::AtMost, positive),
        BitOp::Or if both => {
            let mut facts: Vec<_> = all(Fact::AtLeast, positive);
            facts.push((Fact::AtMost, a.plus(b)));
            facts
        }
        BitOp::Xor if both => vec![(Fact::AtMost, a.plus(b))],
        BitOp::Shr if is_positive(&a) => vec![(Fact::AtMost, a.clone())],
        BitOp::Or | BitOp::Xor | BitOp::Shl | BitOp::Shr => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Assignment, Sort, Value, Var};

    /// All pairs of numbers of a small type, with each operation.
    fn cases() -> impl Iterator<Item = (BitOp, IntType, BigInt, BigInt)> {
        let ops = [BitOp::And, BitOp::Or, BitOp::Xor, BitOp::Shl, BitOp::Shr];
        let types = [IntType::Unsigned(8), IntType::Signed(8)];
        let numbers = |ty: IntType| (0..256).step_by(5).map(move |it| ty.wrap(&BigInt::from(it)));
        let of_type =
            move |ty: IntType| numbers(ty).flat_map(move |a| numbers(ty).map(move |b| (a.clone(), b)));
        let all = types.into_iter().flat_map(move |ty| of_type(ty).map(move |(a, b)| (ty, a, b)));
        all.flat_map(move |(ty, a, b)| ops.map(|op| (op, ty, a.clone(), b.clone())))
    }

    #[test]
    fn arithmetic_says_what_the_operation_does() {
        let mut checked = 0;
        for (op, ty, a, mask) in cases() {
            let x = Var::new("x", Sort::Machine(ty));
            let mask = Term::int(mask);
            let Some(term) = arithmetic(op, ty, &x.term(), &mask) else { continue };
            let here: Assignment = [(x.clone(), Value::Int(a))].into_iter().collect();
            let expected = here.eval(&x.term().bits(op, ty, &mask)).unwrap();
            assert_eq!(here.eval(&term).unwrap(), expected, "{op:?} {mask} as {term}");
            checked += 1;
        }
        assert!(checked > 5000, "{checked}");
    }

    #[test]
    fn facts_hold_of_every_result() {
        for (op, ty, a, b) in cases() {
            let vars = ["a", "b", "r"].map(|name| Var::new(name, Sort::Machine(ty)));
            let [x, y, r] = vars.each_ref().map(Var::term);
            let result = Term::int(a.clone()).bits(op, ty, &Term::int(b.clone()));
            let amount = if matches!(op, BitOp::Shl | BitOp::Shr) { b.clone() % 8 } else { b.clone() };
            let values = [a.clone(), amount, result.as_int().unwrap().clone()].map(Value::Int);
            let here: Assignment = vars.iter().cloned().zip(values).collect();
            for (fact, operand) in facts(op, &x, &y) {
                let fact = if fact == Fact::AtMost { r.le(&operand) } else { operand.le(&r) };
                assert_eq!(here.eval(&fact).unwrap(), Value::Bool(true), "{op:?} {a} {b}: {fact}");
            }
        }
    }
}
