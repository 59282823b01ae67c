//! Excluding states: exactly, by a certificate, with the conjuncts that do it as evidence.

use super::{
    CutpointStates, Deciding, Others, Possible, StateVerdict, UndecidedReason, cube, formulas, target,
};
use crate::abstraction::Feasible;
use crate::fabricate::{First, Whole, certify};
use crate::ids::PrimaryMap;
use crate::probe::{CutpointId, StateKey};
use crate::solver::{Answer, Prover, Solver, Work};
use crate::system::{LocationId, System};
use crate::term::Term;
use pct_wire::Valuation;
use std::collections::{BTreeMap, BTreeSet};

/// Of more states a verdict is given together.
const MOST_LISTED: u128 = 1024;

/// States of one cutpoint that are to be excluded: all of these but the kept ones.
#[derive(Clone, Debug)]
struct Claim {
    cutpoint: CutpointId,
    of: Feasible,
    kept: BTreeSet<Valuation>,
}

impl Claim {
    /// The valuations at a cutpoint that are feasible, and neither possible nor decided.
    fn new(cutpoint: CutpointId, of: Feasible, possible: &Possible, known: &CutpointStates) -> Claim {
        let of = match &known.others {
            // All but these are decided.
            Some(Others { except, .. }) => Feasible::listed(except.clone(), of.predicates()),
            None => of,
        };
        let kept = possible.found.keys().chain(&possible.unsure).chain(known.verdicts.keys());
        Claim { cutpoint, of, kept: kept.copied().collect() }
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

/// Checks claims together, and halves of them where that fails: one that cannot be shown is no reason to doubt the others, nor may it
/// take their time.
fn by_halves(
    claims: &[Claim],
    prover: &Prover,
    check: &impl Fn(&[Claim], &Prover) -> Result<(), String>,
) -> Vec<Result<(), String>> {
    if let Some(spent) = prover.spent() {
        return vec![Err(spent.to_string()); claims.len()];
    }
    match claims {
        [] => Vec::new(),
        [_] => vec![check(claims, prover)],
        _ if check(claims, &prover.part_of(Work::ClaimsTogether)).is_ok() => vec![Ok(()); claims.len()],
        _ => {
            let (left, right) = claims.split_at(claims.len() / 2);
            let mut results = by_halves(left, &prover.even_part(2), check);
            results.extend(by_halves(right, prover, check));
            results
        }
    }
}

impl Deciding<'_> {
    /// Excludes what no segment produces: one certificate for all cutpoints, or else one for as many as there can be.
    pub(super) fn exclude(
        &self,
        possible: &PrimaryMap<CutpointId, Possible>,
        cutpoints: &mut PrimaryMap<CutpointId, CutpointStates>,
    ) {
        let mut claims: Vec<Claim> = Vec::new();
        for (cutpoint, own) in possible {
            if cutpoints[cutpoint].undecided_reason.is_some() {
                continue;
            }
            // Where it is not known which are feasible, all of them are excluded if no segment passes the place at all (it is dead code).
            let all = || Feasible::all(self.probed.cutpoints[cutpoint].predicates.len());
            let of = own.feasible.clone().unwrap_or_else(all);
            let claim = Claim::new(cutpoint, of, own, &cutpoints[cutpoint]);
            if claim.len() > 0 {
                claims.push(claim);
            }
        }
        if claims.is_empty() {
            return;
        }
        let certified = self.certified(&claims);
        let mut solvers = BTreeMap::new();
        for (claim, certified) in claims.into_iter().zip(certified) {
            let verdict = match certified {
                Ok(()) => StateVerdict::Unreachable { conjuncts: self.evidence(&claim, &mut solvers) },
                Err(reason) => StateVerdict::Undecided { reason: UndecidedReason::NotCertified(reason) },
            };
            let states = &mut cutpoints[claim.cutpoint];
            claim.decide(&verdict, self.covered, states);
        }
    }

    /// Checks exactly that none of these states is produced; trusts nothing that found it. The invariant as a whole is asked first,
    /// for all claims; where a part of it cannot be shown, what the other claims need of it may be.
    fn certified(&self, claims: &[Claim]) -> Vec<Result<(), String>> {
        let whole = Whole::new(&self.without_errors(), &self.invariant, self.prover);
        let by_whole = |claims: &[Claim], _: &Prover| whole.excludes(&self.claimed(claims)?);
        let mut certified = match whole.is_inductive() {
            Ok(()) => by_halves(claims, self.prover, &by_whole),
            Err(reason) => claims.iter().map(|_| Err(reason.clone())).collect(),
        };
        let sliced = |claims: &[Claim], prover: &Prover| {
            certify(&self.claimed(claims)?, &self.invariant, First::Integers, prover).map(|_| ())
        };
        let failed = |(claim, result): (&Claim, &Result<(), String>)| result.is_err().then(|| claim.clone());
        let failed: Vec<Claim> = claims.iter().zip(&certified).filter_map(failed).collect();
        let again = by_halves(&failed, self.prover, &sliced);
        certified.iter_mut().filter(|it| it.is_err()).zip(again).for_each(|(old, new)| *old = new);
        certified
    }

    /// The system in which these states are errors.
    fn claimed(&self, claims: &[Claim]) -> Result<System, String> {
        let mut system = self.without_errors();
        for claim in claims {
            for (_, edge) in self.edges(claim.cutpoint) {
                let Some(formulas) = formulas(edge) else { return Err("a predicate is unknown".to_owned()) };
                system.errors.push(target(edge, edge.guard.and(&claim.states(&formulas))));
            }
        }
        Ok(system)
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
