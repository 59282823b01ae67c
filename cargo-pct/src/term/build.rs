//! Building terms, with the simplifications that keep them small: constants are folded, units and duplicates leave.
//!
//! Every rule here preserves the value of the term under every assignment; `tests` checks that against evaluation.
//! A rule may rely on [`Term::range`], never on an `exact` claim.

mod integers;

pub(super) use integers::{divide, fold_bits};

use super::{EnumSort, Kind, Range, Sort, Term, Value, Var, VarName};
use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::collections::HashSet;

/// How a quotient that is not whole is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Division {
    /// The remainder is never negative: SMT-LIB's `div` and `mod`, Rust's `div_euclid`.
    Euclid,
    /// Towards zero: Rust's `/` and `%`.
    Truncate,
}

impl Var {
    /// A variable of this name and sort.
    pub fn new(name: impl Into<VarName>, sort: Sort) -> Var {
        Var { name: name.into(), sort }
    }

    /// The variable as a term.
    pub fn term(&self) -> Term {
        Term::intern(Kind::Var(self.clone()), self.sort.clone())
    }
}

/// Leaves.
impl Term {
    /// A truth value.
    pub fn bool(value: bool) -> Term {
        Term::intern(Kind::Bool(value), Sort::Bool)
    }

    /// A mathematical integer.
    pub fn int(value: impl Into<BigInt>) -> Term {
        Term::intern(Kind::Int(value.into()), Sort::Int)
    }

    /// A variant of an enumeration.
    ///
    /// # Panics
    /// If there is no variant with this index.
    pub fn variant(sort: &EnumSort, index: usize) -> Term {
        assert!(index < sort.len(), "an enumeration of {} variants has none with index {index}", sort.len());
        Term::intern(Kind::Variant(sort.clone(), index), Sort::Enum(sort.clone()))
    }

    /// A concrete value of a sort as a term.
    pub fn value(value: &Value, sort: &Sort) -> Term {
        match (value, sort) {
            (Value::Bool(value), _) => Term::bool(*value),
            (Value::Int(index), Sort::Enum(variants)) => {
                Term::variant(variants, index.to_usize().expect("a variant's index is small"))
            }
            (Value::Int(value), _) => Term::int(value.clone()),
            (Value::Array(array), Sort::Array(element)) => {
                let filled = Term::value(array.default(), element).filled_array(element);
                array.entries().fold(filled, |array, (index, value)| {
                    array.store(&Term::int(index.clone()), &Term::value(value, element))
                })
            }
            (value, sort) => panic!("{value:?} is not a value of sort {sort}"),
        }
    }

    /// The truth value that the term is, if it is a constant.
    pub fn as_bool(&self) -> Option<bool> {
        if let Kind::Bool(value) = self.kind() { Some(*value) } else { None }
    }

    /// The integer that the term is, if it is a constant.
    pub fn as_int(&self) -> Option<&BigInt> {
        if let Kind::Int(value) = self.kind() { Some(value) } else { None }
    }
}

/// Logic.
impl Term {
    /// Negation.
    pub fn not(&self) -> Term {
        self.expect_sort(&Sort::Bool, "not");
        match self.kind() {
            Kind::Bool(value) => Term::bool(!value),
            Kind::Not(inner) => inner.clone(),
            Kind::Le(a, b) => b.lt(a),
            Kind::Lt(a, b) => b.le(a),
            _ => Term::intern(Kind::Not(self.clone()), Sort::Bool),
        }
    }

    /// Conjunction; true of nothing.
    pub fn all(terms: impl IntoIterator<Item = Term>) -> Term {
        connect(terms, true)
    }

    /// Disjunction; false of nothing.
    pub fn any(terms: impl IntoIterator<Item = Term>) -> Term {
        connect(terms, false)
    }

    /// Conjunction of two.
    pub fn and(&self, other: &Term) -> Term {
        Term::all([self.clone(), other.clone()])
    }

    /// Disjunction of two.
    pub fn or(&self, other: &Term) -> Term {
        Term::any([self.clone(), other.clone()])
    }

    /// Implication.
    pub fn implies(&self, other: &Term) -> Term {
        self.not().or(other)
    }

    /// `if self then yes else no`.
    pub fn ite(&self, yes: &Term, no: &Term) -> Term {
        self.expect_sort(&Sort::Bool, "ite");
        let sort = common_sort(yes, no);
        match self.kind() {
            Kind::Bool(true) => return yes.clone(),
            Kind::Bool(false) => return no.clone(),
            Kind::Not(condition) => return condition.ite(no, yes),
            _ if yes == no => return yes.clone(),
            _ => {}
        }
        match (yes.as_bool(), no.as_bool()) {
            (Some(true), _) => return self.or(no),
            (Some(false), _) => return self.not().and(no),
            (_, Some(true)) => return self.not().or(yes),
            (_, Some(false)) => return self.and(yes),
            _ => {}
        }
        Term::intern(Kind::Ite(self.clone(), yes.clone(), no.clone()), sort)
    }

    /// Equality, at any sort.
    pub fn equals(&self, other: &Term) -> Term {
        common_sort(self, other);
        if self == other {
            return Term::bool(true);
        }
        match (self.kind(), other.kind()) {
            (Kind::Bool(value), _) => return if *value { other.clone() } else { other.not() },
            (_, Kind::Bool(value)) => return if *value { self.clone() } else { self.not() },
            (Kind::Int(_), Kind::Int(_)) | (Kind::Variant(..), Kind::Variant(..)) => {
                return Term::bool(false);
            }
            // Constants stand on the right.
            (Kind::Int(_) | Kind::Variant(..), _) => return other.equals(self),
            // One arm is excluded by its value: the condition decides.
            (Kind::Ite(c, a, b), Kind::Int(_) | Kind::Variant(..)) => {
                let (yes, no) = (a.equals(other), b.equals(other));
                if yes.as_bool().is_some() || no.as_bool().is_some() {
                    return c.ite(&yes, &no);
                }
            }
            _ => {}
        }
        if disjoint(self.range(), other.range()) {
            return Term::bool(false);
        }
        Term::intern(Kind::Eq(self.clone(), other.clone()), Sort::Bool)
    }
}

/// Arrays.
impl Term {
    /// The array of elements of this sort that are all `self`.
    ///
    /// # Panics
    /// If `self` may leave the sort.
    pub fn filled_array(&self, element: &Sort) -> Term {
        assert!(assignable(self, element), "an element of sort {element} was expected, not {self}");
        Term::intern(Kind::ConstArray(element.clone(), self.clone()), element.clone().array_of())
    }

    /// The element at an index.
    ///
    /// # Panics
    /// If `self` is no array or the index no integer.
    pub fn select(&self, index: &Term) -> Term {
        let Sort::Array(element) = self.sort() else { panic!("{self} is not an array") };
        index.expect_integer("select");
        match self.kind() {
            Kind::ConstArray(_, value) => return value.clone(),
            Kind::Store(_, at, value) if at == index => return value.clone(),
            Kind::Store(array, at, _) if at.equals(index).as_bool() == Some(false) => {
                return array.select(index);
            }
            _ => {}
        }
        Term::intern(Kind::Select(self.clone(), index.clone()), (**element).clone())
    }

    /// The array with another element at one index.
    ///
    /// # Panics
    /// If `self` is no array, the index no integer, or the element may leave the element sort's range.
    pub fn store(&self, index: &Term, value: &Term) -> Term {
        let Sort::Array(element) = self.sort() else { panic!("{self} is not an array") };
        index.expect_integer("store");
        assert!(assignable(value, element), "an element of sort {element} was expected, not {value}");
        match self.kind() {
            Kind::Store(array, at, _) if at == index => return array.store(index, value),
            _ => {}
        }
        let kind = Kind::Store(self.clone(), index.clone(), value.clone());
        Term::intern(kind, self.sort().clone())
    }
}

impl Term {
    fn expect_sort(&self, sort: &Sort, operator: &str) {
        assert!(self.sort() == sort, "`{operator}` wants {sort}, not {} of sort {}", self, self.sort());
    }

    fn expect_integer(&self, operator: &str) {
        assert!(
            self.sort().is_integer(),
            "`{operator}` wants an integer, not {} of sort {}",
            self,
            self.sort()
        );
    }
}

/// Whether every value of the term is a value of the sort.
pub(super) fn assignable(term: &Term, sort: &Sort) -> bool {
    match (term.sort(), sort) {
        (own, Sort::Machine(_) | Sort::Nat) => own.is_integer() && term.range().within(&Range::of_sort(sort)),
        (own, Sort::Int) => own.is_integer(),
        (own, sort) => own == sort,
    }
}

impl Term {
    /// Whether every value of the term is a value of the sort, so that it may be assigned to a variable of it.
    pub fn is_assignable_to(&self, sort: &Sort) -> bool {
        assignable(self, sort)
    }
}

/// The sort of a choice between two terms.
///
/// # Panics
/// If there is none: a truth value and an integer, say.
fn common_sort(a: &Term, b: &Term) -> Sort {
    if a.sort() == b.sort() {
        return a.sort().clone();
    }
    assert!(
        a.sort().is_integer() && b.sort().is_integer(),
        "{a} of sort {} does not match {b} of sort {}",
        a.sort(),
        b.sort()
    );
    // A constant takes the type of its partner where it fits.
    for (one, other) in [(a, b), (b, a)] {
        if let Sort::Machine(ty) = one.sort()
            && other.range().within(&Range::of_type(*ty))
        {
            return one.sort().clone();
        }
    }
    Sort::Int
}

fn connect(terms: impl IntoIterator<Item = Term>, conjunction: bool) -> Term {
    let (mut kept, mut seen) = (Vec::new(), HashSet::new());
    let mut pending: Vec<Term> = terms.into_iter().collect();
    pending.reverse();
    while let Some(term) = pending.pop() {
        term.expect_sort(&Sort::Bool, if conjunction { "and" } else { "or" });
        match term.kind() {
            Kind::Bool(value) if *value == conjunction => {}
            Kind::Bool(value) => return Term::bool(*value),
            Kind::And(inner) if conjunction => pending.extend(inner.iter().rev().cloned()),
            Kind::Or(inner) if !conjunction => pending.extend(inner.iter().rev().cloned()),
            _ if seen.contains(&term.not()) => return Term::bool(!conjunction),
            _ => {
                if seen.insert(term.clone()) {
                    kept.push(term);
                }
            }
        }
    }
    match (kept.len(), conjunction) {
        (0, _) => Term::bool(conjunction),
        (1, _) => kept.swap_remove(0),
        (_, true) => Term::intern(Kind::And(kept), Sort::Bool),
        (_, false) => Term::intern(Kind::Or(kept), Sort::Bool),
    }
}

impl Range {
    fn contains_all(&self, other: &Range) -> bool {
        other.within(self)
    }
}

fn certainly_le(a: &Range, b: &Range) -> bool {
    matches!((&a.high, &b.low), (Some(high), Some(low)) if high <= low)
}

fn certainly_lt(a: &Range, b: &Range) -> bool {
    matches!((&a.high, &b.low), (Some(high), Some(low)) if high < low)
}

fn disjoint(a: &Range, b: &Range) -> bool {
    certainly_lt(a, b) || certainly_lt(b, a)
}
