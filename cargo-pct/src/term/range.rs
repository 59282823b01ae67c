//! Intervals of integer terms, computed once when a term is built.

use super::build::divide;
use super::{BitOp, Division, IntType, Kind, Sort, Term};
use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

/// An interval of integers; a missing end is unbounded.
///
/// Over-approximates: every value that the term can take is inside, and perhaps others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least value, if there is one.
    pub low: Option<BigInt>,
    /// The greatest value, if there is one.
    pub high: Option<BigInt>,
}

impl Range {
    /// All integers; also the range of whatever is not an integer.
    pub const ALL: Range = Range { low: None, high: None };

    /// The interval from `low` to `high`, both included.
    pub fn between(low: BigInt, high: BigInt) -> Range {
        Range { low: Some(low), high: Some(high) }
    }

    /// The values of a machine type.
    pub fn of_type(ty: IntType) -> Range {
        Range::between(ty.min(), ty.max())
    }

    /// The values of a sort, [`Range::ALL`] where it is not of integers.
    pub fn of_sort(sort: &Sort) -> Range {
        match sort {
            Sort::Machine(ty) => Range::of_type(*ty),
            Sort::Enum(variants) => Range::between(BigInt::ZERO, BigInt::from(variants.len()) - 1),
            Sort::Nat => Range { low: Some(BigInt::ZERO), high: None },
            Sort::Bool | Sort::Int | Sort::Array(_) => Range::ALL,
        }
    }

    /// Whether every value of `self` is in `other`.
    pub fn within(&self, other: &Range) -> bool {
        let low = match (&self.low, &other.low) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a >= b,
        };
        let high = match (&self.high, &other.high) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some(a), Some(b)) => a <= b,
        };
        low && high
    }

    /// The least interval around both.
    pub fn join(&self, other: &Range) -> Range {
        let pick = |a: &Option<BigInt>, b: &Option<BigInt>, least: bool| match (a, b) {
            (Some(a), Some(b)) => Some(if (a < b) == least { a.clone() } else { b.clone() }),
            _ => None,
        };
        Range { low: pick(&self.low, &other.low, true), high: pick(&self.high, &other.high, false) }
    }

    /// The interval of what is in both; they have something in common.
    fn meet(&self, other: &Range) -> Range {
        let low = self.low.iter().chain(&other.low).max().cloned();
        let high = self.high.iter().chain(&other.high).min().cloned();
        Range { low, high }
    }

    /// Both ends, if the interval is finite.
    pub fn bounds(&self) -> Option<(&BigInt, &BigInt)> {
        Some((self.low.as_ref()?, self.high.as_ref()?))
    }

    /// The bits that a two's complement number needs to hold every value, if the interval is finite.
    pub fn signed_bits(&self) -> Option<u32> {
        let (low, high) = self.bounds()?;
        let bits = |value: &BigInt| {
            let magnitude = if value.is_negative() { -value - BigInt::one() } else { value.clone() };
            u32::try_from(magnitude.bits()).ok().map(|bits| bits + 1)
        };
        Some(bits(low)?.max(bits(high)?))
    }

    /// The interval of a term of this kind and sort; of an array, that of the numbers in it.
    pub(super) fn of(kind: &Kind, sort: &Sort) -> Range {
        match kind {
            Kind::Int(value) => Range::between(value.clone(), value.clone()),
            Kind::Variant(_, index) => Range::between(BigInt::from(*index), BigInt::from(*index)),
            Kind::Add(a, b) => {
                let (x, y) = (a.range(), b.range());
                let end = |p: &Option<BigInt>, q: &Option<BigInt>| Some(p.as_ref()? + q.as_ref()?);
                Range { low: end(&x.low, &y.low), high: end(&x.high, &y.high) }
            }
            Kind::Sub(a, b) => {
                let (x, y) = (a.range(), b.range());
                let end = |p: &Option<BigInt>, q: &Option<BigInt>| Some(p.as_ref()? - q.as_ref()?);
                Range { low: end(&x.low, &y.high), high: end(&x.high, &y.low) }
            }
            Kind::Mul(a, b) => products(a, b),
            Kind::Div(..) => quotient(kind),
            Kind::Rem(division, a, b) => remainder(*division, a, b),
            Kind::Ite(_, a, b) => a.contents().join(b.contents()),
            Kind::Store(array, _, element) => array.contents().join(element.contents()),
            Kind::ConstArray(_, element) => element.contents().clone(),
            Kind::Select(array, _) => array.contents().meet(&Range::of_sort(sort)),
            Kind::Bits(BitOp::And, ty, a, b) => bit_and(*ty, a, b),
            Kind::Bits(_, ty, ..) => Range::of_type(*ty),
            _ => Range::of_sort(sort),
        }
    }
}

fn products(a: &Term, b: &Term) -> Range {
    let (Some((al, ah)), Some((bl, bh))) = (a.range().bounds(), b.range().bounds()) else {
        return Range::ALL;
    };
    spanning([al * bl, al * bh, ah * bl, ah * bh])
}

/// No quotient is further from zero than its dividend, save by the rounding of Euclid's division, which never exceeds
/// one step. By a positive divisor it is on the dividend's side of zero, and greater dividends have no smaller quotients.
fn quotient(kind: &Kind) -> Range {
    let Kind::Div(_, a, b) = kind else { return Range::ALL };
    let Some((low, high)) = a.range().bounds() else { return Range::ALL };
    if let Some(least) = b.range().low.as_ref().filter(|least| least.is_positive()) {
        // Truncation takes a negative quotient up, to zero at most.
        let low = if low.is_negative() { divide(Division::Euclid, low, least).0 } else { BigInt::ZERO };
        let high = if high.is_negative() { BigInt::ZERO } else { high / least };
        return Range::between(low, high);
    }
    let extent = low.abs().max(high.abs()) + 1;
    let is_nonnegative = b.range().low.as_ref().is_some_and(|least| !least.is_negative());
    if is_nonnegative && !low.is_negative() {
        return Range::between(BigInt::ZERO, high.clone());
    }
    Range::between(-&extent, extent)
}

fn remainder(division: Division, a: &Term, b: &Term) -> Range {
    // By zero the remainder is the dividend, so its interval always belongs.
    let Some((bl, bh)) = b.range().bounds() else { return remainder_by_any(division, a) };
    let extent = (bl.abs().max(bh.abs()) - 1u32).max(BigInt::ZERO);
    let own = match division {
        Division::Euclid => Range::between(BigInt::ZERO, extent),
        Division::Truncate => {
            let negative = a.range().low.as_ref().is_none_or(Signed::is_negative);
            Range::between(if negative { -&extent } else { BigInt::ZERO }, extent)
        }
    };
    if bl.is_positive() || bh.is_negative() { own } else { own.join(a.range()) }
}

/// A truncated remainder, and any of a non-negative dividend, is no further from zero than the dividend.
fn remainder_by_any(division: Division, a: &Term) -> Range {
    match a.range().bounds() {
        Some((low, high)) if !low.is_negative() => Range::between(BigInt::ZERO, high.clone()),
        Some((low, high)) if division == Division::Truncate => {
            let extent = low.abs().max(high.abs());
            Range::between(-&extent, extent)
        }
        _ => Range::ALL,
    }
}

/// `a & b` of non-negative values is at most either; a non-negative operand makes the result non-negative.
fn bit_and(ty: IntType, a: &Term, b: &Term) -> Range {
    let bound =
        |t: &Term| t.range().bounds().filter(|(low, _)| !low.is_negative()).map(|(_, high)| high.clone());
    match (bound(a), bound(b)) {
        (Some(x), Some(y)) => Range::between(BigInt::zero(), x.min(y)),
        (Some(x), None) | (None, Some(x)) => Range::between(BigInt::zero(), x),
        (None, None) => Range::of_type(ty),
    }
}

fn spanning(endpoints: [BigInt; 4]) -> Range {
    let low = endpoints.iter().min().cloned();
    let high = endpoints.into_iter().max();
    Range { low, high }
}
