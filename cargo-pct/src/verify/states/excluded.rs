//! Excluding states: exactly, by a certificate, with the conjuncts that do it as evidence.

use super::{
    CutpointStates, Deciding, MOST_OBJECT_PREDICATES, Possible, StateVerdict, cube, formulas, target,
};
use crate::fabricate::{First, Whole, certify};
use crate::solver::{Answer, Solver};
use crate::system::LocationId;
use crate::term::Term;
use pct_wire::Valuation;
use std::collections::{BTreeMap, BTreeSet};

impl Deciding<'_> {
    /// Excludes what no segment produces: one certificate for all cutpoints, or else one for each.
    pub(super) fn exclude(&self, possible: &[Possible], cutpoints: &mut [CutpointStates]) {
        let mut claims: Vec<(usize, BTreeSet<Valuation>)> = Vec::new();
        for (number, own) in possible.iter().enumerate() {
            if cutpoints[number].open.is_some() {
                continue;
            }
            let known = &cutpoints[number].verdicts;
            let feasible = own.feasible.clone().unwrap_or_else(|| self.all_valuations(number));
            let excluded: BTreeSet<Valuation> = feasible
                .into_iter()
                .filter(|it| !own.found.contains_key(it) && !known.contains_key(it))
                .collect();
            if !excluded.is_empty() {
                claims.push((number, excluded));
            }
        }
        if claims.is_empty() {
            return;
        }
        let whole = Whole::new(&self.without_errors(), &self.invariant, self.prover);
        let (together, mut solvers) = (self.certify(&claims, &whole), BTreeMap::new());
        for claim in &claims {
            let certified = match &together {
                Ok(()) => Ok(()),
                Err(_) if claims.len() > 1 => self.certify(std::slice::from_ref(claim), &whole),
                Err(reason) => Err(reason.clone()),
            };
            let (number, excluded) = claim;
            let verdict = match certified {
                Ok(()) => {
                    StateVerdict::Unreachable { conjuncts: self.evidence(*number, excluded, &mut solvers) }
                }
                Err(reason) => {
                    let reason = format!("it seems unreachable, and the exact check failed: {reason}");
                    StateVerdict::Undecided { reason }
                }
            };
            let verdicts = excluded.iter().map(|valuation| (*valuation, verdict.clone()));
            cutpoints[*number].verdicts.extend(verdicts);
        }
    }

    /// Every valuation of a cutpoint that has few predicates; which of them are feasible is not known. If no segment passes the
    /// place at all (it is dead code), all of them are excluded.
    fn all_valuations(&self, cutpoint: usize) -> BTreeSet<Valuation> {
        let count = self.probed.cutpoints[cutpoint].predicates.len();
        if count > MOST_OBJECT_PREDICATES {
            return BTreeSet::new();
        }
        (0..1u64 << count).map(|bits| Valuation::new(bits, count)).collect()
    }

    /// Checks exactly that none of these states is produced; trusts nothing that found it.
    fn certify(&self, claims: &[(usize, BTreeSet<Valuation>)], whole: &Whole<'_>) -> Result<(), String> {
        let mut system = self.without_errors();
        for (number, excluded) in claims {
            for (_, edge) in self.edges(*number) {
                let Some(formulas) = formulas(edge) else { return Err("a predicate is unknown".to_owned()) };
                let cubes = Term::any(excluded.iter().map(|valuation| cube(&formulas, *valuation)));
                system.errors.push(target(edge, edge.guard.and(&cubes)));
            }
        }
        // Where a part of the invariant cannot be shown, what the claims need of it may be.
        let sliced = |_| certify(&system, &self.invariant, First::Integers, self.prover).map(|_| ());
        whole.excludes(&system).or_else(sliced)
    }

    /// The conjuncts that exclude states, over all segments.
    fn evidence(
        &self,
        cutpoint: usize,
        excluded: &BTreeSet<Valuation>,
        solvers: &mut BTreeMap<LocationId, Solver>,
    ) -> Vec<Term> {
        let mut conjuncts: Vec<Term> = Vec::new();
        for (_, edge) in self.edges(cutpoint) {
            let Some(formulas) = formulas(edge) else { continue };
            let cubes = Term::any(excluded.iter().map(|valuation| cube(&formulas, *valuation)));
            let excluded = edge.guard.and(&cubes);
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
