//! Observations of the probes in a subject's system: formulas for its predicates.

use super::{
    Allowed, Class, EntryId, Lowerer, ObservedEdge, Obstacle, Scope, variables_in_order, visit_state,
};
use crate::probe::{ContractKind, CutpointId, CutpointKind};
use crate::symex::probes::Observed;
use crate::symex::{Binding, ErrorKind, Execution, Executor, State};
use crate::system::{ErrorEdge, LocationId, Predicate};
use crate::term::{Substitution, Term, Var};

impl Lowerer<'_> {
    /// Gives the object's location the predicates of the class.
    pub(super) fn add_object_predicates(&mut self) {
        let (Some(location), Some(Class { ty, value, .. })) = (self.out.object, &self.object) else { return };
        if self.probed.object.is_empty() {
            return;
        }
        let formulas = Executor::new(self.program, self.config).observe_value(ty, value).unwrap_or_default();
        for (index, predicate) in self.probed.object.iter().enumerate() {
            let formula = u32::try_from(index).ok().and_then(|index| formulas.get(&index).cloned());
            let formula = formula.unwrap_or_else(|| Err("its code was not found beside the type".to_owned()));
            match formula {
                Ok(formula) => {
                    if predicate.invariant {
                        self.invariants.push((index, predicate.expression.clone(), formula.clone()));
                    }
                    let predicate = Predicate { name: predicate.name.clone(), formula };
                    self.out.system.locations[location].predicates.push(predicate);
                }
                Err(reason) => {
                    if predicate.invariant {
                        let reason = format!("the invariant `{}`: {reason}", predicate.expression);
                        let function = self.subject.id.clone();
                        self.out.gaps.obstacles.push(Obstacle::of_all(reason, function));
                    }
                    self.out.gaps.rejected.push((predicate.name.clone(), reason));
                }
            }
        }
    }

    /// The predicates of a cutpoint at which executions stop, in the states of its shape.
    pub(super) fn cutpoint_at(&mut self, shape: &State) -> Option<(CutpointId, Vec<Predicate>)> {
        let (site, observation) = Executor::new(self.program, self.config).observe(shape)?;
        if !self.config.probes.cut.contains(&site) {
            return None;
        }
        let id = self.probed.cutpoint_at(site)?;
        let cutpoint = &self.probed.cutpoints[id];
        let local = cutpoint.predicates.len() - cutpoint.of_type;
        let mut predicates = Vec::new();
        for (name, formula) in cutpoint.predicates.iter().zip(observation.in_order(cutpoint.of_type, local)) {
            match formula {
                Ok(formula) => predicates.push(Predicate { name: name.clone(), formula }),
                Err(reason) => self.out.gaps.rejected.push((name.clone(), reason)),
            }
        }
        predicates.extend(self.preconditions(shape));
        Some((id, predicates))
    }

    /// The predicates of a loop head: those of the class, of the object as it is there, and those of the function at its loops, as
    /// far as their variables are there. No probe stands at a head, so these serve proofs and are not counted.
    pub(super) fn predicates_at_head(&mut self, shape: &State) -> Vec<Predicate> {
        let mut found: Vec<Predicate> = Vec::new();
        if let Some(Class { ty, .. }) = &self.object
            && !self.probed.object.is_empty()
            && let Some(object) = shape.objects.values().find(|object| *object.ty == *ty)
        {
            let mut executor = Executor::new(self.program, self.config);
            let formulas = executor.observe_value(ty, &object.value).unwrap_or_default();
            for (predicate, formula) in self.probed.object.iter().zip(formulas.into_values()) {
                found.extend(formula.ok().map(|formula| Predicate { name: predicate.name.clone(), formula }));
            }
        }
        for cutpoint in self.probed.cutpoints.values().filter(|it| it.kind == CutpointKind::Loop) {
            let mut executor = Executor::new(self.program, self.config);
            let Some(observation) = executor.observe_again(cutpoint.site, shape) else { continue };
            let names = cutpoint.predicates.iter().skip(cutpoint.of_type);
            for (name, formula) in names.zip(observation.local.into_values()) {
                found.extend(formula.ok().map(|formula| Predicate { name: name.clone(), formula }));
            }
        }
        found.extend(self.preconditions(shape));
        let mut distinct: Vec<Predicate> = Vec::new();
        for predicate in found {
            if predicate.formula.as_bool().is_none()
                && !distinct.iter().any(|it| it.formula == predicate.formula)
            {
                distinct.push(predicate);
            }
        }
        distinct
    }

    /// What a function requires of its arguments, said of its variables further on: without it no invariant could carry a
    /// precondition past the first cutpoint. Where the variables are gone, so is the predicate.
    fn preconditions(&self, shape: &State) -> Vec<Predicate> {
        let required =
            self.probed.contracts.iter().filter(|it| self.config.probes.required.contains(&it.site));
        let predicate = |contract: &super::Contract| {
            let mut executor = Executor::new(self.program, self.config);
            let mut observation = executor.observe_again(contract.site, shape)?;
            let formula = observation.local.remove(&0)?.ok()?;
            Some(Predicate { name: contract.condition.clone(), formula })
        };
        required.filter_map(predicate).collect()
    }

    /// Adds the observations of an execution, and the contracts that it relied upon.
    pub(super) fn observations(&mut self, entry: EntryId, source: LocationId, execution: &Execution) {
        self.out.contracts.relied_on.extend(self.probed.contracts_at(&execution.relied_on));
        for observed in &execution.observed {
            let Some(id) = self.probed.cutpoint_at(observed.site) else { continue };
            let cutpoint = &self.probed.cutpoints[id];
            let local = cutpoint.predicates.len() - cutpoint.of_type;
            let formulas = observed.observation.in_order(cutpoint.of_type, local);
            let own = &self.out.system.locations[source].vars;
            let terms = formulas.iter().filter_map(|formula| formula.as_ref().ok());
            let inputs = super::inputs(own, terms.chain([&observed.state.guard]));
            let scope = self.scope(observed, cutpoint.of_type, local);
            let is_approximate = inputs.iter().any(|var| self.unknown.contains(var));
            self.out.cutpoints.observed.push(ObservedEdge {
                cutpoint: id,
                entry,
                source,
                inputs,
                is_approximate,
                guard: observed.state.guard.clone(),
                formulas,
                scope,
            });
        }
    }

    /// The predicates over any state of the observed one's shape: what is feasible there.
    fn scope(&self, observed: &Observed, of_type: usize, local: usize) -> Scope {
        let mut shape = self.program.shape(&observed.state);
        let vars = variables_in_order(|f| visit_state(&shape, f));
        let facts = std::mem::replace(&mut shape.guard, Term::bool(true));
        let observation = Executor::new(self.program, self.config).observe_again(observed.site, &shape);
        let formulas = observation.map(|observation| observation.in_order(of_type, local));
        let formulas = formulas.unwrap_or_default().into_iter().collect::<Result<Vec<_>, _>>();
        Scope { vars, facts, formulas }
    }

    /// A broken invariant after a call: an error edge for each.
    pub(super) fn check_invariants(
        &mut self,
        entry: EntryId,
        source: LocationId,
        guard: &Term,
        bindings: &[Binding],
    ) {
        let bound = bindings.iter().map(|(var, term)| {
            let unbound = || Var::new(format!("{}'", var.name), var.sort.clone()).term();
            (var.clone(), term.clone().unwrap_or_else(unbound))
        });
        let mut substitution = Substitution::new(bound.collect::<Vec<_>>());
        for (index, expression, formula) in self.invariants.clone() {
            let broken = guard.and(&substitution.apply(&formula).not());
            if broken.as_bool() == Some(false) {
                continue;
            }
            let function = self.program.name(self.subject.entries[entry].body);
            let message = broken_invariant(&expression);
            let kind = ErrorKind::Invariant;
            let invariant = Some(index);
            self.failure(
                source,
                broken,
                super::Failure { kind, message, span: None, function, entry, invariant },
            );
        }
    }

    /// Tells whether a permission covers a failure. If so, it is not an error of the system, and is noted.
    pub(super) fn is_allowed(&mut self, source: LocationId, guard: &Term, failure: &super::Failure) -> bool {
        let covers = |contract: &&super::Contract| {
            contract.kind == ContractKind::Allow
                && contract.condition == failure.kind.name()
                && contract.is_of(&failure.function)
        };
        let Some(contract) = self.probed.contracts.iter().find(covers).cloned() else { return false };
        let inputs = super::inputs(&self.out.system.locations[source].vars, [guard]);
        let (message, span) = (failure.message.clone(), failure.span.clone());
        let edge = ErrorEdge { source, inputs, guard: guard.clone(), message, span };
        self.out.contracts.allowed.push(Allowed { contract, edge, failure: failure.clone() });
        true
    }
}

/// The message of a failure after which an invariant does not hold.
pub fn broken_invariant(expression: &str) -> String {
    format!("the invariant `{expression}` does not hold after the call")
}
