//! Well-formedness of systems, as a checklist.

use super::{Location, System};
use crate::term::{Sort, Term, Var, variables};
use std::collections::BTreeSet;

/// A rule that a system breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct IllFormed {
    /// The location, edge or predicate, by name.
    pub place: String,
    /// What is wrong.
    pub message: String,
}

/// All rules that the system breaks; none for a well-formed one.
///
/// - names of locations are unique, and so are the names of a location's variables and predicates;
/// - guards, constraints and predicates are truth values over the variables that are in scope;
/// - an edge updates each variable of its target, by a term that cannot leave the variable's sort;
/// - an edge's inputs do not hide its source's variables;
/// - executions begin somewhere.
pub fn check(system: &System) -> Vec<IllFormed> {
    let mut found = Vec::new();
    let mut names = BTreeSet::new();
    for location in system.locations.values() {
        let mut report = Report { place: format!("location {}", location.name), found: &mut found };
        report.require(names.insert(&location.name), "another location has this name");
        report.unique("variable", location.vars.iter().map(|var| &*var.name));
        report.unique("predicate", location.predicates.iter().map(|p| p.name.as_str()));
        for predicate in &location.predicates {
            report.truth(&format!("predicate `{}`", predicate.name), &predicate.formula, &location.vars, &[]);
        }
    }
    for edge in system.edges.values() {
        let (source, target) = (&system.locations[edge.source], &system.locations[edge.target]);
        let place = format!("edge {} -> {}", source.name, target.name);
        let mut report = Report { place, found: &mut found };
        report.inputs(source, &edge.inputs);
        report.truth("its guard", &edge.guard, &source.vars, &edge.inputs);
        let (updates, vars) = (edge.updates.len(), target.vars.len());
        report.require(updates == vars, format!("{updates} updates for {vars} variables"));
        for (var, update) in target.vars.iter().zip(&edge.updates) {
            report.scope(&format!("the update of `{}`", var.name), update, &source.vars, &edge.inputs);
            let fits = update.is_assignable_to(&var.sort);
            report.require(fits, format!("`{}` of sort {} may not become {update}", var.name, var.sort));
        }
    }
    for error in system.errors.values() {
        let source = &system.locations[error.source];
        let place = format!("error `{}` at {}", error.message, source.name);
        let mut report = Report { place, found: &mut found };
        report.inputs(source, &error.inputs);
        report.truth("its guard", &error.guard, &source.vars, &error.inputs);
    }
    for initial in &system.initial {
        let location = &system.locations[initial.location];
        let mut report = Report { place: format!("initial {}", location.name), found: &mut found };
        report.truth("its constraint", &initial.constraint, &location.vars, &[]);
    }
    let mut report = Report { place: format!("system {}", system.name), found: &mut found };
    report.require(!system.initial.is_empty(), "no location is initial");
    found
}

struct Report<'a> {
    place: String,
    found: &'a mut Vec<IllFormed>,
}

impl Report<'_> {
    fn require(&mut self, holds: bool, message: impl Into<String>) {
        if !holds {
            self.found.push(IllFormed { place: self.place.clone(), message: message.into() });
        }
    }

    fn unique<'n>(&mut self, what: &str, names: impl Iterator<Item = &'n str>) {
        let mut seen = BTreeSet::new();
        for name in names {
            self.require(seen.insert(name), format!("the {what} `{name}` is declared twice"));
        }
    }

    fn inputs(&mut self, source: &Location, inputs: &[Var]) {
        let all = source.vars.iter().chain(inputs);
        self.unique("input", all.map(|var| &*var.name));
    }

    fn truth(&mut self, what: &str, term: &Term, vars: &[Var], inputs: &[Var]) {
        self.require(*term.sort() == Sort::Bool, format!("{what} is no truth value: {term}"));
        self.scope(what, term, vars, inputs);
    }

    fn scope(&mut self, what: &str, term: &Term, vars: &[Var], inputs: &[Var]) {
        for var in variables([term]) {
            let known = vars.contains(&var) || inputs.contains(&var);
            self.require(known, format!("{what} reads `{}`, which is not in scope", var.name));
        }
    }
}
