//! Merging states that meet at a block: one state with a choice at each leaf that differs.

use crate::symex::state::value::{Closure, EnumValue, Opaque, Reference, Value};
use crate::symex::state::{Frame, Object, Place, State, Step};
use crate::term::{Kind, Term};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// At most so many places in one reference.
const MOST_TARGETS: usize = 8;

/// Merges states as far as their shapes allow; the rest stays apart. The guards must exclude each other.
pub(in crate::symex) fn merge_all(states: Vec<State>) -> Vec<State> {
    let mut merged: Vec<State> = Vec::new();
    for state in states {
        match merged.iter().position(|other| states_match(other, &state)) {
            Some(index) => {
                if let Some(both) = merge_states(&merged[index], &state) {
                    merged[index] = both;
                } else {
                    merged.push(state);
                }
            }
            None => merged.push(state),
        }
    }
    merged
}

fn states_match(a: &State, b: &State) -> bool {
    a.frames.len() == b.frames.len()
        && a.frames
            .iter()
            .zip(&b.frames)
            .all(|(a, b)| a.body == b.body && a.generics == b.generics && a.locals.len() == b.locals.len())
}

fn merge_states(a: &State, b: &State) -> Option<State> {
    let (guard, condition) = join_guards(&a.guard, &b.guard);
    let mut frames = Vec::with_capacity(a.frames.len());
    for (a, b) in a.frames.iter().zip(&b.frames) {
        let locals: Option<Vec<_>> =
            a.locals.iter().zip(&b.locals).map(|(a, b)| merge(&condition, a, b)).collect();
        frames.push(Frame { locals: locals?, ..a.clone() });
    }
    let mut objects = b.objects.clone();
    for (id, a) in &a.objects {
        let object = match b.objects.get(id) {
            Some(b) if a.ty != b.ty => return None,
            Some(b) => Object {
                value: merge(&condition, &a.value, &b.value)?,
                ty: a.ty.clone(),
                borrows: a.borrows.union(&b.borrows),
                is_external: a.is_external,
            },
            None => a.clone(),
        };
        objects.insert(id.clone(), object);
    }
    Some(State { guard, frames, objects })
}

/// The disjunction of two guards that exclude each other, and a condition that tells them apart where it holds.
fn join_guards(a: &Term, b: &Term) -> (Term, Term) {
    let conjuncts = |term: &Term| -> Vec<Term> {
        match term.kind() {
            Kind::And(terms) => terms.clone(),
            Kind::Bool(true) => Vec::new(),
            _ => vec![term.clone()],
        }
    };
    let (left, right) = (conjuncts(a), conjuncts(b));
    let (in_left, in_right): (FxHashSet<_>, FxHashSet<_>) = (left.iter().collect(), right.iter().collect());
    let common = left.iter().filter(|term| in_right.contains(term)).cloned();
    let only_left = Term::all(left.iter().filter(|term| !in_right.contains(term)).cloned());
    let only_right = Term::all(right.iter().filter(|term| !in_left.contains(term)).cloned());
    let either = if only_left.not() == only_right { Term::bool(true) } else { only_left.or(&only_right) };
    (Term::all(common.chain([either])), only_left)
}

/// `if condition then a else b`; none where the shapes differ in a way that no value has.
pub(in crate::symex) fn merge(condition: &Term, a: &Value, b: &Value) -> Option<Value> {
    if a == b {
        return Some(a.clone());
    }
    Some(match (a, b) {
        // Nothing reads what has no value, so it may be the other one.
        (Value::Uninit, other) | (other, Value::Uninit) => other.clone(),
        (Value::Scalar(a), Value::Scalar(b)) => Value::Scalar(choose(condition, a, b)?),
        (Value::Aggregate(a), Value::Aggregate(b)) => Value::aggregate(merge_fields(condition, a, b)?),
        (Value::Enum(a), Value::Enum(b)) if a.payloads.len() == b.payloads.len() => {
            let payloads: Option<Vec<_>> =
                a.payloads.iter().zip(&b.payloads).map(|(a, b)| merge_fields(condition, a, b)).collect();
            let variant = choose(condition, &a.variant, &b.variant)?;
            Value::Enum(Arc::new(EnumValue { variant, payloads: payloads? }))
        }
        (Value::Sequence(a), Value::Sequence(b)) => Value::sequence(
            choose(condition, &a.length, &b.length)?,
            merge(condition, &a.elements, &b.elements)?,
        ),
        (Value::Boxed(a), Value::Boxed(b)) => Value::Boxed(Arc::new(merge(condition, a, b)?)),
        (Value::Reference(a), Value::Reference(b)) => {
            Value::Reference(Arc::new(merge_references(condition, a, b)?))
        }
        (Value::Closure(a), Value::Closure(b)) if a.ty == b.ty && a.generics == b.generics => {
            Value::Closure(Arc::new(Closure {
                ty: a.ty.clone(),
                captures: merge_fields(condition, &a.captures, &b.captures)?,
                types: a.types.clone(),
                generics: a.generics.clone(),
            }))
        }
        (Value::Opaque(a), Value::Opaque(b)) => Value::Opaque(Arc::new(Opaque {
            identity: choose(condition, &a.identity, &b.identity)?,
            borrows: a.borrows.union(&b.borrows),
        })),
        // Two functions are not the same one, or the shapes differ.
        (Value::Function(_), _) => return None,
        (Value::Scalar(_) | Value::Aggregate(_) | Value::Enum(_) | Value::Sequence(_), _) => return None,
        (Value::Boxed(_) | Value::Reference(_) | Value::Closure(_) | Value::Opaque(_), _) => return None,
    })
}

fn merge_fields(condition: &Term, a: &[Value], b: &[Value]) -> Option<Vec<Value>> {
    let missing = Value::Uninit;
    (0..a.len().max(b.len()))
        .map(|index| merge(condition, a.get(index).unwrap_or(&missing), b.get(index).unwrap_or(&missing)))
        .collect()
}

fn choose(condition: &Term, a: &Term, b: &Term) -> Option<Term> {
    let fits = a.sort() == b.sort() || (a.sort().is_integer() && b.sort().is_integer());
    fits.then(|| condition.ite(a, b))
}

fn merge_references(condition: &Term, a: &Reference, b: &Reference) -> Option<Reference> {
    // Behind `&dyn Tr` stands what was there before it was hidden.
    if a.ty != b.ty {
        return None;
    }
    let mutable = a.mutable || b.mutable;
    if let (Some(one), Some(other)) = (a.single(), b.single())
        && let Some(place) = merge_places(condition, one, other)
    {
        return Some(Reference::to(place, mutable, a.ty.clone()));
    }
    if a.targets.len() + b.targets.len() > MOST_TARGETS {
        return None;
    }
    let mut targets: Vec<_> =
        a.targets.iter().map(|(own, place)| (condition.and(own), place.clone())).collect();
    // The last of `a` is taken wherever `condition` holds, whatever its own condition says.
    if let Some((last, _)) = targets.last_mut() {
        *last = condition.clone();
    }
    targets.extend(b.targets.iter().cloned());
    Some(Reference { targets, mutable, ty: a.ty.clone() })
}

/// One place with a choice of indices, where nothing else differs.
fn merge_places(condition: &Term, a: &Place, b: &Place) -> Option<Place> {
    if a.root != b.root || a.steps.len() != b.steps.len() {
        return None;
    }
    let step = |(a, b): (&Step, &Step)| match (a, b) {
        (Step::Element(a), Step::Element(b)) => Some(Step::Element(choose(condition, a, b)?)),
        (Step::Part(a, m), Step::Part(b, n)) => {
            Some(Step::Part(choose(condition, a, b)?, choose(condition, m, n)?))
        }
        (a, b) => (a == b).then(|| a.clone()),
    };
    let steps: Option<Vec<_>> = a.steps.iter().zip(&b.steps).map(step).collect();
    Some(Place { root: a.root.clone(), steps: steps? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::{Local, Type};
    use crate::symex::state::Root;
    use crate::term::{Assignment, Sort, Value as Constant, Var};

    fn truth(name: &str) -> Term {
        Var::new(name, Sort::Bool).term()
    }

    #[test]
    fn the_arms_of_a_branch_join_to_what_was_known_before_it() {
        let (before, taken) = (truth("before"), truth("taken"));
        let (guard, condition) = join_guards(&before.and(&taken), &before.and(&taken.not()));
        assert_eq!(guard, before);
        assert_eq!(condition, taken);
    }

    #[test]
    fn arms_that_share_a_condition_keep_it_and_what_tells_them_apart() {
        let (a, b, c) = (truth("a"), truth("b"), truth("c"));
        let (guard, condition) = join_guards(&Term::all([a.clone(), b.clone()]), &a.and(&b.not()).and(&c));
        assert_eq!(guard, Term::all([a, b.or(&b.not().and(&c))]));
        assert_eq!(condition, b);
    }

    /// The local that a reference leads to where exactly these conditions hold.
    fn led_to(reference: &Reference, holding: &[&str]) -> Local {
        let mut assignment = Assignment::new();
        for name in ["p", "q"] {
            assignment.set(Var::new(name, Sort::Bool), Constant::Bool(holding.contains(&name)));
        }
        let last = reference.targets.len() - 1;
        let taken = reference.targets.iter().enumerate().find(|(index, (condition, _))| {
            *index == last || assignment.eval(condition).expect("both have values").as_bool()
        });
        match taken.map(|(_, (_, place))| &place.root) {
            Some(Root::Local(_, local)) => *local,
            other => panic!("{other:?} is no local"),
        }
    }

    #[test]
    fn a_merged_reference_leads_where_the_taken_arm_did() {
        let to = |number: u32| {
            let place = Place::of(Root::Local(0, Local::from_u32(number)));
            Value::Reference(Arc::new(Reference::to(place, true, Arc::new(Type::Bool))))
        };
        let (p, q) = (truth("p"), truth("q"));
        let inner = merge(&q, &to(2), &to(3)).expect("references merge");
        for (merged, expected) in
            [(merge(&p, &to(1), &inner), [1, 1, 2, 3]), (merge(&p, &inner, &to(1)), [2, 3, 1, 1])]
        {
            let Some(Value::Reference(reference)) = merged else { panic!("references merge") };
            let cases: [&[&str]; 4] = [&["p", "q"], &["p"], &["q"], &[]];
            for (holding, local) in cases.into_iter().zip(expected) {
                assert_eq!(led_to(&reference, holding), Local::from_u32(local), "{holding:?}");
            }
        }
    }
}
