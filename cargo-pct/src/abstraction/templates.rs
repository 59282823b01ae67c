//! Candidate predicates by template (the role that Daikon's templates have), for the domain of conjunctions.
//!
//! A candidate costs little: executions and counterexamples drop what does not hold. So the first round is broad and
//! needs nothing from the program; further rounds are asked for only where a proof is missing something.

use super::each_element;
use super::factors::Factors;
use crate::system::{LocationId, System};
use crate::term::{Kind, Sort, Term, TermRefs, TermSet, Var, variables};
use num_bigint::BigInt;
use std::collections::{BTreeSet, HashMap};

/// Pairs of integers beyond this many are not tried: their number grows with the square.
const MOST_INTEGERS: usize = 48;

/// Tables beyond this many are not read.
const MOST_TABLES: usize = 4;

/// So many candidates a location: sums of many variables are hundreds of thousands, at dozens of locations, and each takes memory in every
/// part of the search. The simple ones come first.
const MOST_CANDIDATES: usize = 6_000;

/// How far the templates go; each round contains the ones before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Round {
    /// `0 <= x`; boolean variables and their negations. For systems where even the next round takes too long.
    Signs,
    /// Also `x <= y`, `x < y` over all integers, compared as mathematical integers across types.
    Order,
    /// Also comparisons with constants of the code, equalities with variants and small numbers, and offsets of one.
    Constants,
    /// Also the first round's comparisons guarded by a boolean or an enumeration's variant: `already ==> index < size`.
    Guarded,
    /// Also comparisons of each element of a sequence: `self.free[i] < self.slots.len()` for all `i`. Adds nothing where the code reads no
    /// elements into numbers.
    EachElement,
    /// Also comparisons with the elements of constant tables that an index has passed: `0 < i ==> x < TABLE[i - 1]`. Adds nothing where the code
    /// has no tables.
    Elements,
    /// Also multiples of the constants that the code divides by, and products of two integers where the code multiplies any: `x % k == 0`,
    /// `x <= k * y`, `x == y * z`. Adds nothing where the code does neither.
    Products,
    /// Also sums: `x + y <= z`, `z <= x + y` over integers of one type.
    Sums,
}

impl Round {
    /// The round after this one.
    pub fn next(self) -> Option<Round> {
        match self {
            Round::Signs => Some(Round::Order),
            Round::Order => Some(Round::Constants),
            Round::Constants => Some(Round::Guarded),
            Round::Guarded => Some(Round::EachElement),
            Round::EachElement => Some(Round::Elements),
            Round::Elements => Some(Round::Products),
            Round::Products => Some(Round::Sums),
            Round::Sums => None,
        }
    }
}

/// The templates of a round, with what they need of the whole system.
pub struct Templates<'s> {
    system: &'s System,
    round: Round,
    /// The small constants that each variable is set to.
    assigned: HashMap<Term, BTreeSet<BigInt>>,
    tables: Vec<Term>,
    factors: Factors,
}

impl<'s> Templates<'s> {
    /// Those of a round.
    pub fn new(system: &'s System, round: Round) -> Templates<'s> {
        let assigned = if round >= Round::Constants { assigned(system) } else { HashMap::new() };
        let tables = if round >= Round::Elements { tables(system) } else { Vec::new() };
        let factors = if round >= Round::Products { Factors::of(system) } else { Factors::default() };
        Templates { system, round, assigned, tables, factors }
    }

    /// The candidates at a location, simple ones first, without those that are true of every value.
    pub fn candidates(&self, at: LocationId) -> Vec<Term> {
        let (system, round) = (self.system, self.round);
        let vars = &system.locations[at].vars;
        let mut found = Collected::default();
        let integers = integers(vars);
        nonnegative(&integers).for_each(|term| found.add(term));
        if round >= Round::Order {
            orders(&integers).for_each(|term| found.add(term));
        }
        let flags = flag_terms(vars);
        flags.iter().for_each(|flag| found.add(flag.clone()));
        if round >= Round::Constants {
            let constants = constants_at(system, at);
            for x in &integers {
                for c in constants.iter().chain(self.assigned.get(x).into_iter().flatten()) {
                    let c = Term::int(c.clone());
                    [x.le(&c), x.lt(&c), c.le(x), x.equals(&c)].into_iter().for_each(|term| found.add(term));
                }
            }
            for (x, y) in pairs(&integers) {
                found.add(x.plus(&Term::int(1)).lt(y));
                found.add(x.le(&y.plus(&Term::int(1))));
            }
        }
        if round >= Round::Guarded {
            for flag in &flags {
                for order in orders(&integers) {
                    found.add(flag.implies(&order));
                }
            }
        }
        if round >= Round::EachElement {
            let constants = constants_at(system, at);
            let of_each = each_element::candidates(system, at, &integers, &constants);
            of_each.into_iter().for_each(|term| found.add(term));
        }
        if round >= Round::Elements {
            elements(&integers, &self.tables).for_each(|term| found.add(term));
        }
        if round >= Round::Products {
            self.factors.multiples(&integers, vars).into_iter().for_each(|term| found.add(term));
            self.factors.products(&integers).into_iter().for_each(|term| found.add(term));
        }
        if round >= Round::Sums {
            sums(&integers).for_each(|term| found.add(term));
        }
        found.terms
    }
}

/// The integer variables, lengths last: of comparisons that imply each other, those of plain variables come first and
/// so are kept ([`super::without_implied`]).
fn integers(vars: &[Var]) -> Vec<Term> {
    let integers = vars.iter().filter(|var| var.sort.is_integer());
    let (lengths, plain): (Vec<&Var>, Vec<&Var>) = integers.partition(|var| var.name.is_length());
    plain.into_iter().chain(lengths).take(MOST_INTEGERS).map(Var::term).collect()
}

#[derive(Default)]
struct Collected {
    terms: Vec<Term>,
    seen: TermSet,
}

impl Collected {
    fn add(&mut self, term: Term) {
        if self.terms.len() < MOST_CANDIDATES && term.as_bool().is_none() && self.seen.insert(term.clone()) {
            self.terms.push(term);
        }
    }
}

pub(super) fn pairs(integers: &[Term]) -> impl Iterator<Item = (&Term, &Term)> {
    integers.iter().flat_map(move |x| integers.iter().filter(move |y| x != *y).map(move |y| (x, y)))
}

fn nonnegative(integers: &[Term]) -> impl Iterator<Item = Term> {
    integers.iter().map(|x| Term::int(0).le(x))
}

fn orders(integers: &[Term]) -> impl Iterator<Item = Term> {
    let compared = pairs(integers).flat_map(|(x, y)| [x.le(y), x.lt(y)]);
    nonnegative(integers).chain(compared).collect::<Vec<_>>().into_iter()
}

/// Conditions of one variable: booleans and variants, in both directions.
pub(super) fn flag_terms(vars: &[Var]) -> Vec<Term> {
    let mut found = Vec::new();
    for var in vars {
        match &var.sort {
            Sort::Bool => found.extend([var.term(), var.term().not()]),
            Sort::Enum(variants) => {
                for index in 0..variants.len() {
                    let is = var.term().equals(&Term::variant(variants, index));
                    found.extend([is.clone(), is.not()]);
                }
            }
            _ => {}
        }
    }
    found
}

/// Comparisons with the last element that was passed. (That of the next one is what the code itself asks.)
fn elements(integers: &[Term], tables: &[Term]) -> impl Iterator<Item = Term> {
    let mut found = Vec::new();
    for table in tables {
        for index in integers {
            let last = table.select(&index.minus(&Term::int(1)));
            let is_past = Term::int(0).lt(index);
            for x in integers.iter().filter(|x| *x != index) {
                let comparisons = [x.equals(&last), x.lt(&last), x.le(&last), last.lt(x), last.le(x)];
                found.extend(comparisons.map(|comparison| is_past.implies(&comparison)));
            }
        }
    }
    found.into_iter()
}

/// Whether there are constant tables of integers.
pub fn has_tables(system: &System) -> bool {
    !tables(system).is_empty()
}

/// Tells whether the code multiplies integers, or divides them by constants.
pub fn has_factors(system: &System) -> bool {
    !Factors::of(system).is_none()
}

/// The constant arrays of integers that the code reads at an index.
fn tables(system: &System) -> Vec<Term> {
    let steps = system.edges.values().flat_map(|edge| edge.updates.iter().chain([&edge.guard]));
    let errors = system.errors.values().map(|error| &error.guard);
    let mut found = Vec::new();
    let (mut pending, mut seen): (Vec<&Term>, _) = (steps.chain(errors).collect(), TermRefs::default());
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let Kind::Select(array, _) = term.kind()
            && term.sort().is_integer()
            && matches!(array.kind(), Kind::Store(..))
            && variables([array]).is_empty()
            && found.len() < MOST_TABLES
            && !found.contains(array)
        {
            found.push(array.clone());
        }
        pending.extend(term.operands());
    }
    found
}

fn sums(integers: &[Term]) -> impl Iterator<Item = Term> {
    let mut found = Vec::new();
    for (index, x) in integers.iter().enumerate() {
        for y in integers[index + 1..].iter().filter(|y| y.sort() == x.sort()) {
            for z in integers.iter().filter(|z| *z != x && *z != y) {
                let sum = x.plus(y);
                found.extend([sum.le(z), z.le(&sum), sum.lt(z)]);
            }
        }
    }
    found.into_iter()
}

/// The small constants that variables are set to, anywhere: what is set once, in front of loops in each other, is named by no step of the inner
/// ones.
fn assigned(system: &System) -> HashMap<Term, BTreeSet<BigInt>> {
    let mut found: HashMap<Term, BTreeSet<BigInt>> = HashMap::new();
    for edge in system.edges.values() {
        for (var, update) in system.locations[edge.target].vars.iter().zip(&edge.updates) {
            if let Kind::Int(value) = update.kind()
                && value.bits() <= 32
            {
                found.entry(var.term()).or_default().insert(value.clone());
            }
        }
    }
    found
}

/// Small constants that the code around a location names: in guards and updates of its edges and in its errors.
fn constants_at(system: &System, at: LocationId) -> BTreeSet<BigInt> {
    let edges = system.edges.values().filter(|edge| edge.source == at || edge.target == at);
    let steps = edges.flat_map(|edge| edge.updates.iter().chain([&edge.guard]));
    let errors = system.errors.values().filter(|error| error.source == at).map(|error| &error.guard);
    let mut found = BTreeSet::from([BigInt::ZERO, BigInt::from(1)]);
    let (mut pending, mut seen): (Vec<&Term>, _) = (steps.chain(errors).collect(), TermRefs::default());
    while let Some(term) = pending.pop() {
        if seen.insert(term) {
            match term.kind() {
                Kind::Int(value) if value.bits() <= 32 => {
                    found.insert(value.clone());
                }
                _ => pending.extend(term.operands()),
            }
        }
    }
    found
}
