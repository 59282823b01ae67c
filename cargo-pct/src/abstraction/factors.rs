//! Candidates with multiplication, for code that multiplies or divides: cells of a grid, words of a bit set, steps of more than one.

use super::templates::{flag_terms, pairs};
use crate::system::System;
use crate::term::{Division, Kind, Term, TermRefs, Var};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// Constants beyond this are no sizes of words, rows or steps.
const GREATEST_FACTOR: u32 = 4096;

/// By more than this nothing is moved of which the sum may be known.
const GREATEST_STEP: u32 = 1 << 20;

/// So many constants are tried, the small ones first.
const MOST_FACTORS: usize = 4;

/// Remainders other than zero are tried for constants up to this.
const MOST_REMAINDERS: u32 = 4;

/// Products of two of more integers than these are not tried: their number grows with the cube.
const MOST_MULTIPLIED: usize = 10;

/// Multiplications and divisions of the code.
#[derive(Clone, Debug, Default)]
pub(super) struct Factors {
    /// Constants that it divides by, or moves a variable by.
    constants: Vec<BigInt>,
    /// Tells whether it multiplies two integers of which neither is a constant.
    multiplies: bool,
}

impl Factors {
    /// Those of a system.
    pub(super) fn of(system: &System) -> Factors {
        let steps = system.edges.values().flat_map(|edge| edge.updates.iter().chain([&edge.guard]));
        let errors = system.errors.values().map(|error| &error.guard);
        let (mut constants, varying) = steps_of(system);
        let mut multiplies = false;
        let (mut pending, mut seen): (Vec<&Term>, _) = (steps.chain(errors).collect(), TermRefs::default());
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            match term.kind() {
                Kind::Div(_, _, by) | Kind::Rem(_, _, by) => constants.extend(by.as_int().cloned()),
                Kind::Mul(a, b) => multiplies |= a.as_int().is_none() && b.as_int().is_none(),
                _ => {}
            }
            pending.extend(term.operands());
        }
        let lies_below =
            |most: u32| move |value: &BigInt| *value > BigInt::from(1) && *value <= BigInt::from(most);
        constants.retain(lies_below(GREATEST_FACTOR));
        constants.extend(varying.into_iter().filter(lies_below(GREATEST_STEP)));
        Factors { constants: constants.into_iter().take(MOST_FACTORS).collect(), multiplies }
    }

    /// Tells whether there are any.
    pub(super) fn is_none(&self) -> bool {
        self.constants.is_empty() && !self.multiplies
    }

    /// Remainders and multiples of the constants, the remainders also where a condition of one variable holds.
    pub(super) fn multiples(&self, integers: &[Term], vars: &[Var]) -> Vec<Term> {
        let flags = flag_terms(vars);
        let mut found = Vec::new();
        for constant in &self.constants {
            let factor = Term::int(constant.clone());
            let remainders = u32::try_from(constant).ok().filter(|it| *it <= MOST_REMAINDERS).unwrap_or(1);
            for x in integers {
                let remainder = x.remainder(Division::Euclid, &factor);
                for number in 0..remainders {
                    let candidate = remainder.equals(&Term::int(number));
                    found.extend(flags.iter().map(|flag| flag.implies(&candidate)));
                    found.push(candidate);
                }
            }
            for (x, y) in pairs(integers) {
                let multiple = y.times(&factor);
                found.extend([x.le(&multiple), x.lt(&multiple), multiple.le(x)]);
            }
        }
        found
    }

    /// Comparisons with products of two.
    pub(super) fn products(&self, integers: &[Term]) -> Vec<Term> {
        let mut found = Vec::new();
        if !self.multiplies || integers.len() > MOST_MULTIPLIED {
            return found;
        }
        for (index, x) in integers.iter().enumerate() {
            for y in &integers[index..] {
                let product = x.times(y);
                for z in integers.iter().filter(|z| *z != x && *z != y) {
                    found.extend([z.equals(&product), product.le(z)]);
                }
            }
        }
        found
    }
}

/// The constants that variables are moved by from step to step; and the most that they are moved by where that varies.
fn steps_of(system: &System) -> (BTreeSet<BigInt>, BTreeSet<BigInt>) {
    let (mut constant, mut varying) = (BTreeSet::new(), BTreeSet::new());
    for edge in system.edges.values() {
        for (var, update) in system.locations[edge.target].vars.iter().zip(&edge.updates) {
            if var.sort.is_integer() {
                let step = update.minus(&var.term());
                constant.extend(step.as_int().cloned());
                varying.extend(most_moved(&var.term(), update));
            }
        }
    }
    (constant, varying)
}

/// The most by which an update moves a variable, if that varies and has a bound.
fn most_moved(var: &Term, update: &Term) -> Option<BigInt> {
    let sum = if let Kind::Wrap { value, .. } = update.kind() { value } else { update };
    let Kind::Add(one, other) = sum.kind() else { return None };
    let step = if one == var { Some(other) } else { Some(one).filter(|_| other == var) };
    step?.range().high.clone()
}
