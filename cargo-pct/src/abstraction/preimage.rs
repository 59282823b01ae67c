//! The possible states before a step, computed from the states after it.
//!
//! A state σ' has a predecessor along an edge if *some* state and *some* inputs satisfy the guard and are updated to σ'. Updates
//! are inverted where they can be, so that little is left to be chosen, and never an array. An inverted update is a guess of the
//! predecessor: that it steps to σ' remains a condition, so no mistake here can make a step possible that is not.

use crate::solver::Choice;
use crate::system::{Edge, EdgeId, System};
use crate::term::{Kind, Sort, Substitution, Term, Var, variables};
use std::collections::BTreeSet;

/// The inverse of an edge.
pub(super) struct Preimage {
    /// The values of the source's variables and of the inputs.
    before: Vec<(Var, Term)>,
    /// Variables of the source that the inversion did not determine.
    unknown: BTreeSet<Var>,
    /// The chosen values take the edge, and lead to the given state.
    condition: Term,
}

impl Preimage {
    /// Inverts an edge as far as that is possible.
    pub(super) fn new(system: &System, edge: EdgeId) -> Preimage {
        let edge = &system.edges[edge];
        let source = &system.locations[edge.source].vars;
        let targets = &system.locations[edge.target].vars;
        let mut taken: BTreeSet<String> = targets.iter().map(|var| var.name.to_string()).collect();
        let mut before = Vec::new();
        for var in source.iter().chain(&edge.inputs) {
            let own = Var::new(fresh_name(format!("{} before", var.name), &mut taken), var.sort.clone());
            before.push((var.clone(), own));
        }
        let mut inversion = Inversion::new(edge, &before, targets, taken);
        inversion.solve();
        inversion.finish(before)
    }

    /// The predecessors that satisfy a formula over the source's variables.
    pub(super) fn satisfying(&self, formula: &Term) -> Choice {
        let formula = Substitution::new(self.before.iter().cloned()).apply(formula);
        let body = self.condition.and(&formula);
        let bound = variables([&body]).intersection(&self.unknown).cloned().collect();
        Choice { bound, body }
    }
}

/// An equation between two terms of one sort.
type Equation = (Term, Term);

/// Equations are looked at so often. Every step finds an unknown; only arrays of arrays bring new ones without end in sight.
const MOST_STEPS: usize = 1000;

struct Inversion {
    unknown: BTreeSet<Var>,
    /// Values that were found, over the unknown variables and the state after the step.
    found: Vec<(Var, Term)>,
    /// Equations that may say what an unknown is.
    equations: Vec<Equation>,
    conditions: Vec<Term>,
    /// Names of variables: one that is to be chosen must not be taken for one of the states in question.
    taken: BTreeSet<String>,
}

/// A value that an equation gives for an unknown variable.
struct Isolated {
    unknown: Var,
    value: Term,
    /// What the equation is equivalent to, if the unknown is that; with none, to itself.
    rest: Vec<Equation>,
}

impl Inversion {
    fn new(edge: &Edge, before: &[(Var, Var)], targets: &[Var], taken: BTreeSet<String>) -> Inversion {
        let mut renaming = Substitution::new(before.iter().map(|(var, own)| (var.clone(), own.term())));
        let updates = edge.updates.iter().zip(targets);
        let equations = updates.map(|(update, target)| (renaming.apply(update), target.term())).collect();
        Inversion {
            unknown: before.iter().map(|(_, own)| own.clone()).collect(),
            found: Vec::new(),
            equations,
            conditions: vec![renaming.apply(&edge.guard)],
            taken,
        }
    }

    /// Isolates unknowns until no equation says what one is.
    fn solve(&mut self) {
        for _ in 0..MOST_STEPS {
            let isolated = (0..self.equations.len()).find_map(|index| {
                let (left, right) = self.equations[index].clone();
                let isolated = self.isolate(&left, &right).or_else(|| self.isolate(&right, &left))?;
                Some((index, isolated))
            });
            let Some((index, Isolated { unknown, value, rest })) = isolated else { return };
            let (left, right) = self.equations.remove(index);
            if rest.is_empty() {
                self.conditions.push(left.equals(&right));
            }
            self.equations.extend(rest);
            self.replace(unknown, value);
        }
    }

    /// The unknown that `term = value` determines, if both sides can be turned so that it stands alone.
    fn isolate(&mut self, term: &Term, value: &Term) -> Option<Isolated> {
        match term.kind() {
            Kind::Var(var) if self.unknown.contains(var) && !variables([value]).contains(var) => {
                Some(Isolated { unknown: var.clone(), value: in_sort(value, &var.sort)?, rest: Vec::new() })
            }
            Kind::Not(a) => self.isolate(a, &value.not()),
            Kind::Add(a, b) => self.isolate(a, &value.minus(b)).or_else(|| self.isolate(b, &value.minus(a))),
            Kind::Sub(a, b) => self.isolate(a, &value.plus(b)).or_else(|| self.isolate(b, &a.minus(value))),
            // In range or not, it is a guess like any other.
            Kind::Wrap { value: inner, .. } => self.isolate(inner, value),
            // array[index := element] = value, iff value[index] = element and array = value[index := anything].
            Kind::Store(array, index, element) => {
                let anything = self.fresh(value.select(index).sort());
                let mut isolated = self.isolate(array, &value.store(index, &anything.term()))?;
                isolated.rest.push((value.select(index), element.clone()));
                Some(isolated)
            }
            Kind::Ite(condition, yes, no) => {
                let (yes, no) = (self.isolate(yes, value)?, self.isolate(no, value)?);
                let is_one = yes.unknown == no.unknown && yes.rest.is_empty() && no.rest.is_empty();
                let is_free = !variables([condition]).contains(&yes.unknown);
                let value = condition.ite(&yes.value, &no.value);
                (is_one && is_free).then_some(Isolated { value, ..yes })
            }
            _ => None,
        }
    }

    fn fresh(&mut self, sort: &Sort) -> Var {
        let var = Var::new(fresh_name("overwritten".to_owned(), &mut self.taken), sort.clone());
        self.unknown.insert(var.clone());
        var
    }

    /// Takes an unknown for what it was found to be.
    fn replace(&mut self, unknown: Var, value: Term) {
        let mut substitution = Substitution::new([(unknown.clone(), value.clone())]);
        for (left, right) in &mut self.equations {
            (*left, *right) = (substitution.apply(left), substitution.apply(right));
        }
        let values = self.found.iter_mut().map(|(_, value)| value);
        for term in values.chain(&mut self.conditions) {
            *term = substitution.apply(term);
        }
        self.unknown.remove(&unknown);
        self.found.push((unknown, value));
    }

    fn finish(mut self, before: Vec<(Var, Var)>) -> Preimage {
        self.conditions.extend(self.equations.iter().map(|(left, right)| left.equals(right)));
        let what_it_was = |own: Var| match self.found.iter().find(|(unknown, _)| *unknown == own) {
            Some((_, value)) => value.clone(),
            None => own.term(),
        };
        Preimage {
            before: before.into_iter().map(|(var, own)| (var, what_it_was(own))).collect(),
            unknown: self.unknown,
            condition: Term::all(self.conditions),
        }
    }
}

/// A name that is not taken yet, and is then.
fn fresh_name(mut name: String, taken: &mut BTreeSet<String>) -> String {
    while !taken.insert(name.clone()) {
        name.push('\'');
    }
    name
}

/// A value of the sort that is `value` if that is one.
fn in_sort(value: &Term, sort: &Sort) -> Option<Term> {
    match sort {
        _ if value.is_assignable_to(sort) => Some(value.clone()),
        Sort::Machine(ty) => Some(value.wrap(*ty)),
        Sort::Nat => Some(Term::int(0).le(value).ite(value, &Term::int(0))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::read;

    /// The choice for `(edge A B …)` between locations with the variables a, x, y, and its predecessors that satisfy `formula`.
    fn check(edge: &str, bound: &[&str], body: &str) {
        let text = format!(
            "(var a (Array Int)) (var x Int) (var y Int) (location A) (location B) (initial A) (edge A B {edge})"
        );
        let system = read(&text).expect("it is well formed").system;
        let (edge, _) = system.edges.iter().next().expect("there is one");
        let choice = Preimage::new(&system, edge).satisfying(&Term::bool(true));
        let names: Vec<&str> = choice.bound.iter().map(|var| &*var.name).collect();
        assert_eq!(names, bound);
        assert_eq!(choice.body.to_string(), body);
    }

    #[test]
    fn updates_are_inverted() {
        check("(when (< x y)) (set x (+ x 1))", &[], "(< (+ x (- 1)) y)");
    }

    /// Behind the step `x before` is a variable like any other: were it taken for what x was, it could be chosen.
    #[test]
    fn no_variable_of_the_state_in_question_is_chosen() {
        let text =
            "(var x Int) (var |x before| Int) (location A) (location B) (initial A) (edge A B (set x 3))";
        let system = read(text).expect("it is well formed").system;
        let (edge, _) = system.edges.iter().next().expect("there is one");
        let x = system.locations.values().next().expect("there are two").vars[0].term();
        let choice = Preimage::new(&system, edge).satisfying(&x.equals(&Term::int(7)));
        let names: Vec<&str> = choice.bound.iter().map(|var| &*var.name).collect();
        assert_eq!(names, ["x before'"]);
    }

    #[test]
    fn what_was_overwritten_is_unknown() {
        check("(when (< x y)) (set x 3)", &["x before"], "(and (< |x before| y) (= x 3))");
        check("(set a (store a x 7))", &[], "(= (select a x) 7)");
    }
}
