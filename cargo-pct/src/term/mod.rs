//! Terms: the formulas and expressions that every part of the theory exchanges.
//!
//! One language serves both encodings that the solver knows. Integer operations are *mathematical*: `a + b` never
//! wraps, a comparison compares values whatever their types are, and what a machine does beyond its range is written
//! out by [`Kind::Wrap`]. Each integer term knows an interval that its value cannot leave ([`Term::range`]), so that
//! the same term can be lowered to integers or, exactly, to bit-vectors that are wide enough.
//!
//! Terms are hash-consed: equal terms are the same allocation, comparison is a pointer comparison, and a shared
//! subterm is visited once by everything here that keeps a memo. They are `Send` and `Sync`.
//!
//! Total by convention, so that evaluation and both lowerings agree everywhere: `div x 0 = 0`, `mod x 0 = x`, and
//! an array read is defined at every integer index.

mod build;
mod cell;
mod compiled;
mod each;
mod eval;
mod print;
mod range;
mod read;
mod shared;
mod sort;
mod substitute;
mod value;
mod var_name;

pub use build::Division;
pub use compiled::Compiled;
pub use each::Pattern;
pub use eval::{Assignment, EvalError, Evaluator};
pub use print::{DisplayValue, quote_symbol};
pub use range::Range;
pub use read::{Reader, SExpr, SyntaxError, parse_all, read_sort, read_value};
pub use sort::{EnumSort, IntType, Sort};
pub use substitute::{Substitution, constants, contains, variables};
pub use value::{ArrayValue, Value};
pub use var_name::{Form, Part, VarName, Version};

use num_bigint::BigInt;
use rustc_hash::FxBuildHasher;
use shared::Node;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

/// A map by terms. A term's hash is its number, which needs no strong mixing; and the order of entries must not be random
/// (see `solver::backend`).
pub type TermMap<V> = HashMap<Term, V, FxBuildHasher>;

/// A set of terms.
pub type TermSet = HashSet<Term, FxBuildHasher>;

/// A set of terms that live elsewhere.
pub type TermRefs<'t> = HashSet<&'t Term, FxBuildHasher>;

/// A hash-consed, immutable, typed term.
#[derive(Clone)]
pub struct Term(Arc<Node>);

/// A variable: its name and its sort identify it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var {
    /// Unique among the variables of different sorts that meet in one query.
    pub name: VarName,
    /// What it ranges over.
    pub sort: Sort,
}

/// Bitwise operations on the two's complement representation at one integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BitOp {
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Shift left, bits that leave are lost; the amount is taken modulo the width.
    Shl,
    /// Shift right, arithmetic for signed types; the amount is taken modulo the width.
    Shr,
}

/// What a term is. Operands are in evaluation order; sorts are checked where terms are built.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A free variable.
    Var(Var),
    /// A truth value.
    Bool(bool),
    /// A mathematical integer.
    Int(BigInt),
    /// The variant with this index of an enumeration.
    Variant(EnumSort, usize),
    /// Negation.
    Not(Term),
    /// Conjunction of two or more terms, flattened.
    And(Vec<Term>),
    /// Disjunction of two or more terms, flattened.
    Or(Vec<Term>),
    /// `if .0 then .1 else .2`, at any sort.
    Ite(Term, Term, Term),
    /// Equality, at any sort; integers of different types are compared as mathematical integers.
    Eq(Term, Term),
    /// `.0 <= .1` on mathematical integers.
    Le(Term, Term),
    /// `.0 < .1` on mathematical integers.
    Lt(Term, Term),
    /// The exact sum.
    Add(Term, Term),
    /// The exact difference.
    Sub(Term, Term),
    /// The exact product.
    Mul(Term, Term),
    /// The quotient; by zero it is 0.
    Div(Division, Term, Term),
    /// The remainder that belongs to the quotient; by zero it is the dividend.
    Rem(Division, Term, Term),
    /// The integer's low bits read at a machine type: what an `as` cast or a wrapping operation leaves.
    ///
    /// `exact` is a claim by whoever built the term that the value is in range wherever the term matters (behind a
    /// passed overflow check, say). The integer encoding relies on the claim and drops the wrap; the bit-vector
    /// encoding and evaluation do not, which is what makes certificates independent of it.
    Wrap {
        /// The machine type.
        to: IntType,
        /// The value before wrapping.
        value: Term,
        /// Whether the value is claimed to be in range.
        exact: bool,
    },
    /// A bitwise operation on two values in the range of the type.
    Bits(BitOp, IntType, Term, Term),
    /// The element of an array at an index.
    Select(Term, Term),
    /// An array that differs at one index.
    Store(Term, Term, Term),
    /// The array of elements of this sort with the same one everywhere.
    ConstArray(Sort, Term),
    /// Whether a formula holds at each index from zero on and below the first operand; the others are its arguments.
    Each(Pattern, Vec<Term>),
}

impl Kind {
    /// Whether it has no operands.
    fn is_leaf(&self) -> bool {
        matches!(self, Kind::Var(_) | Kind::Bool(_) | Kind::Int(_) | Kind::Variant(..))
    }
}

impl Term {
    /// What the term is.
    pub fn kind(&self) -> &Kind {
        &self.0.kind
    }

    /// What the term ranges over. Every integer operation has sort [`Sort::Int`]; [`Kind::Wrap`] and variables keep
    /// their machine type.
    pub fn sort(&self) -> &Sort {
        &self.0.sort
    }

    /// An interval that the value of an integer term cannot leave; unbounded for other sorts.
    ///
    /// Over-approximates: the interval may hold values that the term never takes.
    pub fn range(&self) -> &Range {
        if matches!(self.sort(), Sort::Array(_)) { &Range::ALL } else { &self.0.range }
    }

    /// An interval that no number in an array term leaves, however deep arrays lie in arrays; of a number, its own.
    ///
    /// Over-approximates, like [`Term::range`].
    fn contents(&self) -> &Range {
        &self.0.range
    }

    /// The operands, in order.
    pub fn operands(&self) -> Vec<&Term> {
        match self.kind() {
            Kind::Var(_) | Kind::Bool(_) | Kind::Int(_) | Kind::Variant(..) => vec![],
            Kind::Not(a) | Kind::ConstArray(_, a) | Kind::Wrap { value: a, .. } => vec![a],
            Kind::And(terms) | Kind::Or(terms) | Kind::Each(_, terms) => terms.iter().collect(),
            Kind::Eq(a, b)
            | Kind::Le(a, b)
            | Kind::Lt(a, b)
            | Kind::Add(a, b)
            | Kind::Sub(a, b)
            | Kind::Mul(a, b)
            | Kind::Div(_, a, b)
            | Kind::Rem(_, a, b)
            | Kind::Bits(_, _, a, b)
            | Kind::Select(a, b) => vec![a, b],
            Kind::Ite(a, b, c) | Kind::Store(a, b, c) => vec![a, b, c],
        }
    }

    /// A key that is equal for equal terms while they live; an order by it is not stable from run to run.
    pub fn uid(&self) -> u64 {
        self.0.number()
    }
}

impl fmt::Debug for Term {
    /// The textual form, as [`fmt::Display`] gives it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
