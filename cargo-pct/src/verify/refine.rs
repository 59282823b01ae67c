//! Refinement: an invariant that tells apart what an undecided state needs, by predicates of that place alone.
//!
//! A state stays undecided where the invariant holds states that lead to it and no execution is found. What such a state at the start of a
//! segment has to satisfy is known: the segment's guard and the valuation behind it, which together are the weakest precondition. Its
//! comparisons become predicates of that location, and of those in front of it, pushed over the segments between; the sets of their
//! valuations that can be reached are then a part of the invariant. So it learns disjunctions, which the templates' conjunctions
//! lack: `size < 0 || index <= size`.
//!
//! The predicates live here only: they are not counted, and nobody sees them but as a part of a proof.

use super::equalities::{Equality, equalities, neighbours};
use crate::abstraction::{Domain, Valuation, Valuations};
use crate::fabricate::{ExecutionLimits, FabricateConfig, Invariant, analyse};
use crate::ids::SecondaryMap;
use crate::solver::{Prover, Solver};
use crate::system::{LocationId, Predicate, State, System};
use crate::term::{Assignment, Kind, Sort, Substitution, Term, contains, variables};
use std::collections::BTreeMap;

/// Predicates of one location: the number of valuations may double with each.
const MOST_PREDICATES: usize = 12;

/// Predicates that are thought of for one location: most say nothing that the invariant does not say.
const MOST_CANDIDATES: usize = 64;

/// Cases of one number that are told apart.
const MOST_CASES: usize = 4;

/// Comparisons that are read off one formula: those of large merged states are hundreds.
const MOST_ATOMS: usize = 24;

/// Predicates by location, from formulas that the undecided states need there.
#[derive(Default)]
pub(super) struct Refinement {
    predicates: BTreeMap<LocationId, Vec<Term>>,
    has_grown: bool,
}

impl Refinement {
    /// Adds what a formula compares at a location; the rest of the formula is about inputs, which are chosen anew.
    pub(super) fn add(&mut self, system: &System, at: LocationId, formula: &Term) {
        let mut atoms = Vec::new();
        collect(formula, &mut atoms);
        // What arrays hold seldom matters, and makes every query harder.
        atoms.sort_by_key(reads_arrays);
        for atom in atoms {
            self.add_atom(system, at, &atom);
        }
    }

    /// Adds the atoms of a formula that an undecided state satisfies, rewritten over other variables that the formula makes equal. For
    /// example, `a[lo + 1]` is small and `lo` is `hi`: only an atom about `a[hi + 1]` does not change while `lo` moves.
    pub(super) fn add_with_equal_variables(
        &mut self,
        system: &System,
        at: LocationId,
        formula: &Term,
        state: &Assignment,
        solver: &mut Solver,
    ) {
        let mut atoms = Vec::new();
        collect(formula, &mut atoms);
        atoms.sort_by_key(reads_arrays);
        let known = equalities(&system.locations[at].vars, formula, state, solver);
        known.iter().for_each(|equality| self.add_rewritten(system, at, &atoms, equality));
        for equality in atoms.iter().flat_map(neighbours).collect::<Vec<_>>() {
            self.add_atom(system, at, &equality.at_most());
            self.add_rewritten(system, at, &atoms, &equality);
        }
    }

    fn add_rewritten(&mut self, system: &System, at: LocationId, atoms: &[Term], equality: &Equality) {
        let all = atoms.iter().map(|atom| (atom, equality.rewrite(atom)));
        for (_, rewritten) in
            all.filter(|(atom, rewritten)| rewritten != *atom && rewritten.as_bool().is_none())
        {
            self.add_atom(system, at, &rewritten);
        }
    }

    fn add_atom(&mut self, system: &System, at: LocationId, atom: &Term) {
        let vars = &system.locations[at].vars;
        if !variables([atom]).iter().all(|var| vars.contains(var)) {
            return;
        }
        let own = self.predicates.entry(at).or_default();
        if own.len() < MOST_CANDIDATES && !own.contains(atom) && !own.contains(&atom.not()) {
            own.push(atom.clone());
            self.has_grown = true;
        }
    }

    /// Pushes the predicates over the segments that lead to their locations: what has to hold in front.
    pub(super) fn push_back(&mut self, system: &System) {
        for (at, atoms) in self.predicates.clone() {
            for edge in system.edges.values().filter(|edge| edge.target == at) {
                let pairs = system.locations[at].vars.iter().cloned().zip(edge.updates.iter().cloned());
                let mut before = Substitution::new(pairs.collect::<Vec<_>>());
                for atom in &atoms {
                    self.add(system, edge.source, &before.apply(atom));
                }
            }
        }
    }

    /// Says the same of every location that has the variables: what is to hold at one of a function's loops often holds at the others.
    pub(super) fn spread(&mut self, system: &System) {
        let atoms: Vec<Term> = self.predicates.values().flatten().cloned().collect();
        for at in system.locations.keys() {
            atoms.iter().for_each(|atom| self.add_atom(system, at, atom));
        }
    }

    /// Forgets predicates of locations.
    pub(super) fn retain(&mut self, is_kept: impl Fn(LocationId, &Term) -> bool) {
        self.predicates.iter_mut().for_each(|(at, own)| own.retain(|atom| is_kept(*at, atom)));
        self.has_grown = self.predicates.values().any(|own| !own.is_empty());
    }

    /// Whether there is something that was not tried yet; then it is.
    pub(super) fn has_grown(&mut self) -> bool {
        std::mem::take(&mut self.has_grown)
    }

    /// Adds to an inductive invariant which valuations of the predicates can be reached within it. The result is inductive.
    ///
    /// Over-approximates: where the solver gives no answer, valuations are kept.
    pub(super) fn strengthen(&self, system: &System, invariant: &mut Invariant, prover: &Prover) {
        let mut own = System { errors: Default::default(), ..system.clone() };
        for (at, location) in own.locations.iter_mut() {
            let atoms =
                self.telling(at, &invariant[at], prover).into_iter().take(MOST_PREDICATES).enumerate();
            let predicates = atoms.map(|(number, formula)| Predicate { name: format!("p{number}"), formula });
            location.predicates = predicates.collect();
        }
        reachable_valuations(&own, invariant, prover);
    }

    /// The predicates of a location that hold in some states of the invariant and not in others.
    pub(super) fn telling(&self, at: LocationId, invariant: &[Term], prover: &Prover) -> Vec<Term> {
        let mut solver = prover.solver();
        invariant.iter().for_each(|term| solver.assert(term));
        let atoms: Vec<Term> = self.predicates.get(&at).into_iter().flatten().cloned().collect();
        let literals: Vec<Term> = atoms.iter().flat_map(|atom| [atom.clone(), atom.not()]).collect();
        let may_hold = solver.may_hold(&literals);
        let tells =
            |(index, atom): (usize, Term)| (may_hold[2 * index] && may_hold[2 * index + 1]).then_some(atom);
        atoms.into_iter().enumerate().filter_map(tells).collect()
    }
}

/// Adds to an inductive invariant which valuations of a system's predicates can be reached within it.
pub(super) fn reachable_valuations(system: &System, invariant: &mut Invariant, prover: &Prover) {
    let mut domain = Valuations::of(system);
    for at in system.locations.keys() {
        domain.assume_invariant(at, Term::all(invariant[at].iter().cloned()));
    }
    let elements = least_invariant(system, &domain, prover);
    for (at, location) in system.locations.iter() {
        let formulas: Vec<&Term> = location.predicates.iter().map(|predicate| &predicate.formula).collect();
        let reached: Vec<u64> = elements[at].iter().map(|valuation| bits(*valuation)).collect();
        let clauses = clauses(&reached, formulas.len()).into_iter().map(|clause| clause.term(&formulas));
        for clause in clauses {
            if !invariant[at].contains(&clause) {
                invariant[at].push(clause);
            }
        }
    }
}

/// The least invariant of a domain, by execution from where nothing is to be chosen.
pub(super) fn least_invariant<D: Domain>(
    system: &System,
    domain: &D,
    prover: &Prover,
) -> SecondaryMap<LocationId, D::Element> {
    let config = FabricateConfig { execution: Some(ExecutionLimits::default()) };
    let is_one = |at: &LocationId| system.locations[*at].vars.is_empty();
    let initial = system.initial.iter().map(|initial| initial.location).filter(is_one);
    let tests: Vec<State> = initial.map(|location| State { location, values: Vec::new() }).collect();
    analyse(system, domain, &tests, &config, prover).elements
}

fn bits(valuation: Valuation) -> u64 {
    pct_wire::Valuation::from(valuation).bits()
}

/// A disjunction of literals: predicate `n` holds, if bit `n` of `holds` says so, or does not hold, for those in `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Clause {
    of: u64,
    holds: u64,
}

impl Clause {
    fn is_true_of(self, valuation: u64) -> bool {
        (valuation ^ self.holds) & self.of != self.of
    }

    fn term(self, formulas: &[&Term]) -> Term {
        let own = (0..formulas.len()).filter(|index| self.of >> index & 1 == 1);
        Term::any(own.map(|index| match self.holds >> index & 1 {
            1 => formulas[index].clone(),
            _ => formulas[index].not(),
        }))
    }
}

/// Clauses that are true of these valuations of so many predicates, at most 63, and together of no other. Each is as short as it can be:
/// what certificates and people have to read. The work is measured by what is reached, and not by the valuations that there are.
fn clauses(reached: &[u64], predicates: usize) -> Vec<Clause> {
    let mut clauses = Vec::new();
    exclude_others(reached, reached, predicates, Clause { of: 0, holds: 0 }, &mut clauses);
    clauses
}

/// Adds clauses until they exclude all valuations that a clause is not true of, but for those that are reached. It mentions the last
/// predicates, all but the first `free` ones; `inside` are the reached valuations that it is not true of.
fn exclude_others(reached: &[u64], inside: &[u64], free: usize, outside: Clause, clauses: &mut Vec<Clause>) {
    let excludes_all = |it: &Clause| (it.holds ^ outside.holds) & it.of == 0 && it.of & !outside.of == 0;
    let excludes_some = |it: &Clause| (it.holds ^ outside.holds) & it.of & outside.of == 0;
    if clauses.iter().any(excludes_all) || (free == 0 && !inside.is_empty()) {
        return;
    }
    if inside.is_empty() && !clauses.iter().any(excludes_some) {
        // All but the one in which no other predicate holds.
        let none_holds = (1 << free) - 1;
        clauses.push(shortened(
            Clause { of: outside.of | none_holds, holds: outside.holds | none_holds },
            reached,
        ));
        return exclude_others(reached, inside, free, outside, clauses);
    }
    let last = 1u64 << (free - 1);
    for holds in [0, last] {
        let inside: Vec<u64> = inside.iter().copied().filter(|valuation| valuation & last == holds).collect();
        let outside = Clause { of: outside.of | last, holds: outside.holds | (holds ^ last) };
        exclude_others(reached, &inside, free - 1, outside, clauses);
    }
}

/// Less and less of a clause, as long as it is true of what is reached.
fn shortened(mut clause: Clause, reached: &[u64]) -> Clause {
    for index in 0..u64::BITS {
        let shorter = Clause { of: clause.of & !(1 << index), ..clause };
        if reached.iter().all(|valuation| shorter.is_true_of(*valuation)) {
            clause = shorter;
        }
    }
    Clause { holds: clause.holds & clause.of, ..clause }
}

/// The comparisons and boolean variables of a formula, at most [`MOST_ATOMS`].
fn collect(formula: &Term, atoms: &mut Vec<Term>) {
    if atoms.len() >= MOST_ATOMS {
        return;
    }
    match formula.kind() {
        Kind::Bool(_) => {}
        Kind::Not(inner) => collect(inner, atoms),
        Kind::And(terms) | Kind::Or(terms) => terms.iter().for_each(|term| collect(term, atoms)),
        Kind::Ite(condition, then, otherwise) if *formula.sort() == Sort::Bool => {
            [condition, then, otherwise].into_iter().for_each(|term| collect(term, atoms));
        }
        Kind::Eq(a, b) if *a.sort() == Sort::Bool => [a, b].into_iter().for_each(|term| collect(term, atoms)),
        Kind::Le(a, b) => compare(a, b, atoms, Term::le),
        Kind::Lt(a, b) => compare(a, b, atoms, Term::lt),
        Kind::Eq(a, b) if a.sort().is_integer() => compare(a, b, atoms, Term::equals),
        _ if has_claims(formula) || atoms.contains(formula) => {}
        _ => atoms.push(formula.clone()),
    }
}

/// A comparison in each case of its sides.
fn compare(a: &Term, b: &Term, atoms: &mut Vec<Term>, relation: impl Fn(&Term, &Term) -> Term) {
    let (left, right) = (cases(a, atoms), cases(b, atoms));
    for atom in left.iter().flat_map(|a| right.iter().map(|b| relation(a, b))) {
        if atom.as_bool().is_none() && !atoms.contains(&atom) {
            atoms.push(atom);
        }
    }
}

/// What a number is in each of its cases, whose conditions are added to the atoms. Without claims: what was claimed behind a check need
/// not be true where the comparison is made now. It computes with mathematical integers, in which the claim says nothing. A case
/// with a claim about something else is left out.
fn cases(number: &Term, atoms: &mut Vec<Term>) -> Vec<Term> {
    let mut both = |a: &Term, b: &Term, operation: fn(&Term, &Term) -> Term| {
        let (left, right) = (cases(a, atoms), cases(b, atoms));
        let pairs = left.iter().flat_map(|a| right.iter().map(move |b| operation(a, b)));
        pairs.take(MOST_CASES).collect()
    };
    match number.kind() {
        Kind::Wrap { value, exact: true, .. } => cases(value, atoms),
        Kind::Add(a, b) => both(a, b, Term::plus),
        Kind::Sub(a, b) => both(a, b, Term::minus),
        Kind::Ite(condition, then, otherwise) => {
            collect(condition, atoms);
            let all = cases(then, atoms).into_iter().chain(cases(otherwise, atoms));
            all.take(MOST_CASES).collect()
        }
        _ if has_claims(number) => Vec::new(),
        _ => vec![number.clone()],
    }
}

fn has_claims(term: &Term) -> bool {
    contains(term, |part| matches!(part.kind(), Kind::Wrap { exact: true, .. }))
}

pub(super) fn reads_arrays(term: &Term) -> bool {
    contains(term, |part| matches!(part.sort(), Sort::Array(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Answer, SolverConfig};
    use crate::system::read;
    use crate::term::{IntType, Var};

    /// `index` is no greater than `size` at the end, unless that is negative: no conjunction of comparisons says so.
    const LOOP: &str = r#"
        (system loop)
        (location outside)
        (location loop (var index Int) (var size Int))
        (initial outside)
        (edge outside loop (input n Int) (set index 0) (set size n))
        (edge loop loop (when (< index size)) (set index (+ index 1)))
    "#;

    #[test]
    fn clauses_are_short_and_exact() {
        // p0 => p1, and not both p1 and p2.
        let reached = [0b000, 0b100, 0b010, 0b011];
        let found = clauses(&reached, 3);
        assert_eq!(found, [Clause { of: 0b011, holds: 0b010 }, Clause { of: 0b110, holds: 0b000 }]);
        for valuation in 0..8 {
            let is_true = found.iter().all(|clause| clause.is_true_of(valuation));
            assert_eq!(is_true, reached.contains(&valuation), "{valuation:b}");
        }
        assert_eq!(clauses(&[0, 1], 1), []);
        // Nothing is reached: the empty clause.
        assert_eq!(clauses(&[], 2), [Clause { of: 0, holds: 0 }]);
    }

    #[test]
    fn comparisons_are_taken_without_their_claims() {
        let ty = IntType::Signed(32);
        let x = Var::new("x", Sort::Machine(ty)).term();
        let claimed = x.minus(&Term::int(1)).assume_in(ty);
        let mut atoms = Vec::new();
        let less = x.lt(&Term::int(9)).ite(&claimed, &Term::int(5));
        collect(&less.lt(&x).not(), &mut atoms);
        let five = Term::int(5);
        assert_eq!(atoms, [x.lt(&Term::int(9)), x.le(&x.minus(&Term::int(1))), x.le(&five)]);
        let array = Var::new("a", Sort::Array(Sort::Machine(ty).into())).term();
        collect(&array.select(&claimed).le(&x), &mut atoms);
        assert_eq!(atoms.len(), 3, "what is claimed of an index stays out");
    }

    #[test]
    fn what_an_undecided_state_needs_is_told_apart() {
        let system = read(LOOP).unwrap().system;
        let at = system.locations.keys().nth(1).unwrap();
        let vars = system.locations[at].vars.clone();
        let [index, size] = [0, 1].map(|number| vars[number].term());
        // The end of the loop, and behind it a size that is not negative and smaller than the index.
        let undecided = Term::all([index.lt(&size).not(), Term::int(0).le(&size), size.lt(&index)]);
        let prover = Prover::new(SolverConfig::default());
        let mut invariant = Invariant::new();
        invariant[at] = vec![Term::int(0).le(&index)];
        let mut refinement = Refinement::default();
        refinement.add(&system, at, &undecided);
        assert!(refinement.has_grown() && !refinement.has_grown());
        refinement.push_back(&system);
        refinement.strengthen(&system, &mut invariant, &prover);
        let is_excluded = |state: &Term| {
            let all: Vec<Term> = invariant[at].iter().chain([state]).cloned().collect();
            matches!(prover.solver().check(&all), Answer::Unsat(_))
        };
        assert!(is_excluded(&undecided));
        // What is reached stays.
        let reached = [(0, -5), (0, 3), (3, 3)]
            .map(|(i, s)| index.equals(&Term::int(i)).and(&size.equals(&Term::int(s))));
        assert!(!reached.iter().any(is_excluded));
    }
}
