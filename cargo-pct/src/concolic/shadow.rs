//! The symbolic shadow of an execution: its state and its conditions as terms over the inputs read so far.
//!
//! The inputs of an execution are the variables of its initial state (`x@0`) and what each step reads (`x@1`, `x@2`, …). Edges that
//! leave one location and read an input of one name read one value: only one of them is taken, so this excludes no execution.

use crate::system::{EdgeId, LocationId, System};
use crate::term::{Kind, Sort, Substitution, Term, Var, variables};

/// A state in terms of the inputs.
#[derive(Clone, Debug)]
pub(super) struct Shadow {
    /// Its location.
    pub(super) at: LocationId,
    /// A term for each variable of the location, in their order.
    values: Vec<Term>,
    /// The steps taken.
    depth: usize,
}

impl Shadow {
    /// The initial state with this number, and the condition that its inputs satisfy. A variable that the constraint makes equal to a
    /// constant is that constant.
    pub(super) fn initial(system: &System, number: usize) -> (Shadow, Term) {
        let initial = &system.initial[number];
        let vars = &system.locations[initial.location].vars;
        let known = conjuncts(&initial.constraint);
        let value = |var: &Var| constant(var, &known).unwrap_or_else(|| named(var, 0).term());
        let values: Vec<Term> = vars.iter().map(value).collect();
        let shadow = Shadow { at: initial.location, values, depth: 0 };
        let condition = shadow.instance(system, &[], [&initial.constraint]).apply(&initial.constraint);
        (shadow, condition)
    }

    /// The names that the inputs of an edge have in this step.
    pub(super) fn inputs(&self, system: &System, edge: EdgeId) -> Vec<Var> {
        system.edges[edge].inputs.iter().map(|var| named(var, self.depth + 1)).collect()
    }

    /// The terms for the variables of the location, in their order.
    pub(super) fn values(&self) -> &[Term] {
        &self.values
    }

    /// The condition under which the edge is taken from here.
    pub(super) fn condition(&self, system: &System, edge: EdgeId) -> Term {
        let edge = &system.edges[edge];
        self.instance(system, &edge.inputs, [&edge.guard]).apply(&edge.guard)
    }

    /// A formula over the variables of the location, in terms of the inputs.
    pub(super) fn instance_of(&self, system: &System, formula: &Term) -> Term {
        self.instance(system, &[], [formula]).apply(formula)
    }

    /// The conjuncts of an edge's guard, each with its instance here.
    pub(super) fn conjuncts(&self, system: &System, edge: EdgeId) -> Vec<(Term, Term)> {
        let edge = &system.edges[edge];
        let mut instance = self.instance(system, &edge.inputs, [&edge.guard]);
        conjuncts(&edge.guard).into_iter().map(|it| (it.clone(), instance.apply(&it))).collect()
    }

    /// The state after an edge.
    pub(super) fn after(&self, system: &System, edge: EdgeId) -> Shadow {
        let edge = &system.edges[edge];
        let (before, after) = (&system.locations[self.at].vars, &system.locations[edge.target].vars);
        // Most steps leave most variables alone.
        let is_kept = |place: usize| matches!(edge.updates[place].kind(), Kind::Var(var) if before.get(place) == Some(var));
        let changed = edge.updates.iter().enumerate().filter(|(place, _)| !is_kept(*place));
        let mut instance = self.instance(system, &edge.inputs, changed.map(|(_, update)| update));
        let value = |place: usize| match is_kept(place) {
            true => self.values[place].clone(),
            false => instance.apply(&edge.updates[place]),
        };
        let values = (0..after.len()).map(value).collect();
        Shadow { at: edge.target, values, depth: self.depth + 1 }
    }

    /// The substitution of the values here for what the terms read.
    fn instance<'t>(
        &self,
        system: &System,
        inputs: &[Var],
        terms: impl IntoIterator<Item = &'t Term>,
    ) -> Substitution {
        let vars = &system.locations[self.at].vars;
        let value = |var: Var| {
            let term = match vars.iter().position(|own| *own == var) {
                Some(place) => self.values[place].clone(),
                None => named(&var, self.depth + 1).term(),
            };
            (var, term)
        };
        let read = variables(terms).into_iter();
        Substitution::new(read.filter(|var| vars.contains(var) || inputs.contains(var)).map(value))
    }
}

/// The name of an input in the step with this number.
pub(super) fn named(var: &Var, step: usize) -> Var {
    Var::new(format!("{}@{step}", var.name), var.sort.clone())
}

/// The conjuncts of a formula; none of `true`.
pub(super) fn conjuncts(formula: &Term) -> Vec<Term> {
    match formula.kind() {
        Kind::And(terms) => terms.clone(),
        Kind::Bool(true) => Vec::new(),
        _ => vec![formula.clone()],
    }
}

/// The constant that some of the conjuncts make a variable equal to.
fn constant(var: &Var, known: &[Term]) -> Option<Term> {
    let own = var.term();
    if var.sort == Sort::Bool {
        let value = |value: bool| known.contains(&if value { own.clone() } else { own.not() });
        return [true, false].into_iter().find(|it| value(*it)).map(Term::bool);
    }
    known.iter().find_map(|formula| match formula.kind() {
        Kind::Eq(a, b) if *a == own && b.operands().is_empty() && !matches!(b.kind(), Kind::Var(_)) => {
            b.is_assignable_to(&var.sort).then(|| b.clone())
        }
        _ => None,
    })
}
