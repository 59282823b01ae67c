//! Excluding states: exactly, by a certificate, with the conjuncts that do it as evidence.

use super::{CutpointStates, Deciding, Others, Possible, StateKey, StateVerdict, cube, formulas, target};
use crate::abstraction::Feasible;
use crate::fabricate::{First, Whole, certify};
use crate::solver::{Answer, Solver};
use crate::system::LocationId;
use crate::term::Term;
use pct_wire::Valuation;
use std::collections::{BTreeMap, BTreeSet};

/// Of more states a verdict is given together.
const MOST_LISTED: u128 = 1024;

/// States of one cutpoint that are to be excluded: all of these but the kept ones.
#[derive(Clone, Debug)]
struct Claim {
    cutpoint: usize,
    of: Feasible,
    kept: BTreeSet<Valuation>,
}

impl Claim {
    /// What is feasible at a cutpoint, and neither possible nor decided.
    fn new(cutpoint: usize, of: Feasible, possible: &Possible, known: &CutpointStates) -> Claim {
        let of = match &known.others {
            // All but these are decided.
            Some(Others { except, .. }) => Feasible::listed(except.clone(), of.predicates()),
            None => of,
        };
        Claim { cutpoint, of, kept: possible.found.keys().chain(known.verdicts.keys()).copied().collect() }
    }

    fn len(&self) -> u128 {
        self.of.len() - self.kept.iter().filter(|it| self.of.contains(it)).count() as u128
    }

    fn contains(&self, valuation: &Valuation) -> bool {
        self.of.contains(valuation) && !self.kept.contains(valuation)
    }

    /// The states whose valuations are excluded: each of them is named, or each that is not one, whichever are fewer.
    fn states(&self, formulas: &[Term]) -> Term {
        if self.len() <= self.kept.len() as u128 {
            return Term::any(
                self.of.iter().filter(|it| !self.kept.contains(it)).map(|it| cube(formulas, it)),
            );
        }
        let kept = Term::any(self.kept.iter().map(|valuation| cube(formulas, *valuation)));
        self.of.states(formulas).and(&kept.not())
    }

    /// Enters the verdict: for each state, or for all together where they are very many.
    fn decide(self, verdict: &StateVerdict, covered: &BTreeSet<StateKey>, states: &mut CutpointStates) {
        let mut enter = |valuation| states.verdicts.insert(valuation, verdict.clone());
        if self.len() <= MOST_LISTED {
            self.of.iter().filter(|it| !self.kept.contains(it)).for_each(|it| drop(enter(it)));
            return;
        }
        let seen =
            covered.iter().filter(|(own, valuation)| *own == self.cutpoint && self.contains(valuation));
        seen.for_each(|(_, valuation)| drop(enter(*valuation)));
        states.others = Some(Others { except: self.kept, verdict: verdict.clone() });
    }
}

impl Deciding<'_> {
    /// Excludes what no segment produces: one certificate for all cutpoints, or else one for each.
    pub(super) fn exclude(&self, possible: &[Possible], cutpoints: &mut [CutpointStates]) {
        let mut claims: Vec<Claim> = Vec::new();
        for (number, own) in possible.iter().enumerate() {
            if cutpoints[number].open.is_some() {
                continue;
            }
            // Where it is not known which are feasible, all of them are excluded if no segment passes the place at all (it is dead code).
            let all = || Feasible::all(self.probed.cutpoints[number].predicates.len());
            let claim = Claim::new(number, own.feasible.clone().unwrap_or_else(all), own, &cutpoints[number]);
            if claim.len() > 0 {
                claims.push(claim);
            }
        }
        if claims.is_empty() {
            return;
        }
        let whole = Whole::new(&self.without_errors(), &self.invariant, self.prover);
        let (together, mut solvers) = (self.certify(&claims, &whole), BTreeMap::new());
        let is_one = claims.len() == 1;
        for claim in claims {
            let certified = match &together {
                Err(_) if !is_one => self.certify(std::slice::from_ref(&claim), &whole),
                together => together.clone(),
            };
            let verdict = match certified {
                Ok(()) => StateVerdict::Unreachable { conjuncts: self.evidence(&claim, &mut solvers) },
                Err(reason) => {
                    let reason = format!("it seems unreachable, and the exact check failed: {reason}");
                    StateVerdict::Undecided { reason }
                }
            };
            let states = &mut cutpoints[claim.cutpoint];
            claim.decide(&verdict, self.covered, states);
        }
    }

    /// Checks exactly that none of these states is produced; trusts nothing that found it.
    fn certify(&self, claims: &[Claim], whole: &Whole<'_>) -> Result<(), String> {
        let mut system = self.without_errors();
        for claim in claims {
            for (_, edge) in self.edges(claim.cutpoint) {
                let Some(formulas) = formulas(edge) else { return Err("a predicate is unknown".to_owned()) };
                system.errors.push(target(edge, edge.guard.and(&claim.states(&formulas))));
            }
        }
        // Where a part of the invariant cannot be shown, what the claims need of it may be.
        let sliced = |_| certify(&system, &self.invariant, First::Integers, self.prover).map(|_| ());
        whole.excludes(&system).or_else(sliced)
    }

    /// The conjuncts that exclude states, over all segments.
    fn evidence(&self, claim: &Claim, solvers: &mut BTreeMap<LocationId, Solver>) -> Vec<Term> {
        let mut conjuncts: Vec<Term> = Vec::new();
        for (_, edge) in self.edges(claim.cutpoint) {
            let Some(formulas) = formulas(edge) else { continue };
            let excluded = edge.guard.and(&claim.states(&formulas));
            if excluded.as_bool() == Some(false) {
                continue;
            }
            let own = &self.invariant[edge.source];
            let assumptions: Vec<Term> = own.iter().chain([&excluded]).cloned().collect();
            let solver = solvers.entry(edge.source).or_insert_with(|| self.prover.solver());
            if let Answer::Unsat(core) = solver.check(&assumptions) {
                let is_new = |it: &Term| *it != excluded && !conjuncts.contains(it);
                let new: Vec<Term> = core.into_iter().filter(is_new).collect();
                conjuncts.extend(new);
            }
        }
        conjuncts
    }
}
