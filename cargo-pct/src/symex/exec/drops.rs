//! Drops: which destructors the end of a value runs.
//!
//! A type whose destructors touch nothing that is tracked is dropped without effect. What that means is decided by the
//! type's structure: local `Drop` impls are called, opaque values may run code that is not known.

use crate::mir::{self, BasicBlock, Type, Unwind};
use crate::source::TypeKind;
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::{ErrorKind, InputOrigin, NoteKind};
use crate::symex::exec::run::Next;
use crate::symex::exec::site::Arguments;
use crate::symex::program::destructors::{MOST_NESTING, is_never_dropped};
use crate::symex::program::names::drop_name;
use crate::symex::program::refusal::{Refusal, Step, refuse};
use crate::symex::program::structure::Whose;
use crate::symex::program::types::Generics;
use crate::symex::program::{BodyId, Destructor};
use crate::symex::state::merge::merge_all;
use crate::symex::state::value::{Reference, Value};
use crate::symex::state::{self, Place, State};
use crate::term::{Sort, Term, VarName};
use std::sync::Arc;

/// The enums on the way to a field, each with the variant that the field is of. Which one it is is asked when the destructor
/// is about to run: those before may have changed it.
type Way = Vec<(Place, usize)>;

/// A destructor that runs where the values on the way to it are of the right variants.
enum Action {
    Call {
        way: Way,
        place: Place,
        ty: Type,
        body: BodyId,
        generics: Generics,
    },
    /// Code that is not known: of a type parameter, a foreign type, `dyn`.
    Unknown {
        way: Way,
        place: Place,
        ty: Type,
    },
}

impl Executor<'_> {
    /// Executes a drop terminator.
    pub(in crate::symex) fn drop_place(
        &mut self,
        mut state: State,
        place: &mir::Place,
        target: BasicBlock,
        unwind: Unwind,
    ) -> Vec<Next> {
        let actions = match self.destructors(&mut state, place) {
            Ok(actions) => actions,
            Err(Refusal(reason)) => return self.opaque(&state, reason),
        };
        let mut next = Vec::new();
        let mut states = vec![state];
        // One destructor that unwinds does not keep the others from running; a second one ends the process.
        let mut unwinding = Vec::new();
        for action in &actions {
            let (mut after, mut still) = (Vec::new(), Vec::new());
            for state in unwinding {
                if let Err((state, Refusal(reason))) = self.run_action(state, action, &mut still) {
                    next.extend(self.opaque(&state, reason));
                }
            }
            for state in states {
                match self.run_action(state, action, &mut after) {
                    Ok(unwound) => still.extend(unwound),
                    Err((state, Refusal(reason))) => next.extend(self.opaque(&state, reason)),
                }
            }
            states = merge_all(after);
            unwinding = merge_all(still);
        }
        next.extend(unwinding.into_iter().filter_map(|state| self.unwind(state, unwind)));
        for mut state in states {
            if let Some(local) = place.as_local() {
                state.top_mut().locals[local.as_u32() as usize] = Value::Uninit;
            }
            next.push(Next::Goto(target, state));
        }
        next
    }

    /// What is left of a drop after the execution was cut inside a destructor. Only a type whose sole destructor is its own
    /// gets here exactly; for others the fields' destructors are not known to be still to run.
    pub(in crate::symex) fn drop_rest(
        &mut self,
        mut state: State,
        place: &mir::Place,
        target: BasicBlock,
    ) -> Vec<Next> {
        match self.destructors(&mut state, place).map(|actions| actions.len()) {
            Ok(1) => vec![Next::Goto(target, state)],
            Ok(_) => self.opaque(&state, "a loop in one of several destructors".to_owned()),
            Err(Refusal(reason)) => self.opaque(&state, reason),
        }
    }

    /// The same where that destructor unwinds: others would run first.
    pub(in crate::symex) fn unwind_from_drop(
        &mut self,
        mut state: State,
        place: &mir::Place,
        unwind: Unwind,
    ) -> Vec<Next> {
        match self.destructors(&mut state, place).map(|actions| actions.len()) {
            Ok(1) => self.unwind(state, unwind).into_iter().collect(),
            Ok(_) => self.opaque(&state, "a loop in one of several destructors".to_owned()),
            Err(Refusal(reason)) => self.opaque(&state, reason),
        }
    }

    /// The destructors that the end of what is in a place runs, in order.
    fn destructors(&mut self, state: &mut State, place: &mir::Place) -> Step<Vec<Action>> {
        let located = self.locate(state, place)?;
        let Some((_, at)) = located.single() else { return refuse("one of several values is dropped") };
        let mut actions = Vec::new();
        self.drop_glue(state, at, &located.ty, &Way::new(), 8, &mut actions)?;
        Ok(actions)
    }

    /// Runs one destructor: the states after it go to `after`, those that unwind are returned.
    fn run_action(
        &mut self,
        mut state: State,
        action: &Action,
        after: &mut Vec<State>,
    ) -> Result<Vec<State>, (State, Refusal)> {
        let (Action::Call { way, .. } | Action::Unknown { way, .. }) = action;
        // Where it is not known of which variant a value is, it may be of this one or not.
        let mut here = |(place, variant): &(Place, usize)| {
            is_variant(&state, place, *variant).unwrap_or_else(|| {
                self.variable(
                    VarName::from("dropped").field("is_variant"),
                    Sort::Bool,
                    InputOrigin::Approximation,
                )
            })
        };
        let condition = Term::all(way.iter().map(&mut here).collect::<Vec<_>>());
        let mut skipped = state.clone();
        skipped.assume(&condition.not());
        if !skipped.is_infeasible() {
            after.push(skipped);
        }
        state.assume(&condition);
        if state.is_infeasible() {
            return Ok(Vec::new());
        }
        match action {
            Action::Call { place, ty, body, generics, .. } => {
                let reference = Reference::to(place.clone(), true, Arc::new(ty.clone()));
                let argument = Value::Reference(Arc::new(reference));
                let before = state.clone();
                let (returned, unwound) = self
                    .run_inner(state, *body, generics.clone(), argument)
                    .map_err(|refusal| (before, refusal))?;
                after.extend(returned);
                Ok(unwound)
            }
            Action::Unknown { place, ty, .. } => self.run_unknown(state, place, ty, after),
        }
    }

    /// Runs a destructor whose code is not known: it may change whatever its value reaches, and panic.
    fn run_unknown(
        &mut self,
        mut state: State,
        place: &Place,
        ty: &Type,
        after: &mut Vec<State>,
    ) -> Result<Vec<State>, (State, Refusal)> {
        let value = crate::symex::state::tree::get(&state, place).unwrap_or(Value::Uninit);
        let is_clients = self.program.drops_code_of(ty) == Whose::Clients;
        let arguments = Arguments { values: vec![value], types: vec![ty.clone()] };
        if !is_clients {
            self.expose(&mut state, &arguments, false);
        }
        let reached = self.reach(&state, &arguments.values);
        if reached.len() > crate::symex::access::reach::MOST_REACHED {
            return Err((state, Refusal("a destructor reaches too many places".to_owned())));
        }
        self.havoc_reached(&mut state, &reached);
        let name = drop_name(ty);
        let kind = if is_clients { NoteKind::ClientCall } else { NoteKind::UnmodelledCall };
        self.note(&state, kind, name.clone());
        let panics = self.variable(VarName::result_of("drop").field("panics"), Sort::Bool, InputOrigin::Call);
        let mut failed = state.clone();
        failed.assume(&panics);
        state.assume(&panics.not());
        after.push(state);
        let message = format!("{name} may panic");
        let unwound = match is_clients {
            // The client's code fails, not the one that drops it.
            true => self.unwind_from_unknown(failed, Unwind::Continue),
            false => self.fail(failed, ErrorKind::Unmodelled, message, Unwind::Continue),
        };
        let state_of = |next: Next| match next {
            Next::Goto(_, state) | Next::Return(state) | Next::Unwind(state) => state,
        };
        Ok(unwound.into_iter().map(state_of).collect())
    }

    /// The destructors that the end of a value runs, in order.
    fn drop_glue(
        &mut self,
        state: &mut State,
        place: &Place,
        ty: &Type,
        way: &Way,
        depth: usize,
        actions: &mut Vec<Action>,
    ) -> Step<()> {
        if is_never_dropped(ty) {
            return Ok(());
        }
        if !self.program.needs_drop(ty) {
            // What an opaque value borrows may be changed by its destructor.
            let value = crate::symex::state::tree::get(state, place).unwrap_or(Value::Uninit);
            if has_borrowing_opaque(&value) && !self.program.only_frees(ty, MOST_NESTING) {
                actions.push(unknown(way, place, ty));
            }
            return Ok(());
        }
        if depth == 0 {
            actions.push(unknown(way, place, ty));
            return Ok(());
        }
        let mut inside = |step: state::Step, ty: &Type| {
            self.drop_glue(state, &place.step(step), ty, way, depth - 1, actions)
        };
        match ty {
            Type::Tuple(elements) => {
                let mut elements = elements.iter().enumerate();
                elements.try_for_each(|(index, ty)| inside(state::Step::Field(index), ty))
            }
            Type::Path(path) if path.is_std(&["boxed", "Box"]) => match path.first_type_arg() {
                Some(inner) => inside(state::Step::Unbox, inner),
                None => refuse("a box without its type"),
            },
            Type::Path(_) => self.drop_adt(state, place, ty, way, depth, actions),
            Type::Closure(_) => self.drop_closure(state, place, ty, way, depth, actions),
            // The destructors of elements run one by one, and of the others nobody knows which they are.
            Type::Slice(_) | Type::Array { .. } | Type::Dyn(_) | Type::FnCoroutine { .. } => {
                actions.push(unknown(way, place, ty));
                Ok(())
            }
            Type::Impl(_) | Type::Infer | Type::Pattern { .. } | Type::UnsafeBinder { .. } => {
                actions.push(unknown(way, place, ty));
                Ok(())
            }
            // These need no drop, which was asked before.
            Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => Ok(()),
            Type::Ref { .. } | Type::RawPtr { .. } | Type::FnPtr(_) | Type::FnDef { .. } => Ok(()),
        }
    }

    /// The end of a closure is that of what it captures, in the order of its fields. Of one that is not known, it may be anything.
    fn drop_closure(
        &mut self,
        state: &mut State,
        place: &Place,
        ty: &Type,
        way: &Way,
        depth: usize,
        actions: &mut Vec<Action>,
    ) -> Step<()> {
        let Some(Value::Closure(closure)) = crate::symex::state::tree::get(state, place) else {
            actions.push(unknown(way, place, ty));
            return Ok(());
        };
        let is_left_out = closure.captures.is_empty() && !self.program.has_no_captures(&closure.ty);
        if depth == 0 || is_left_out || closure.captures.len() != closure.types.len() {
            actions.push(unknown(way, place, ty));
            return Ok(());
        }
        for (index, (value, captured)) in closure.typed().enumerate() {
            let place = place.step(state::Step::Field(index));
            if *captured != Type::Infer {
                self.drop_glue(state, &place, captured, way, depth - 1, actions)?;
            } else if !has_no_destructor(value) {
                // A value without a type may be one whose destructor runs.
                actions.push(unknown(way, &place, ty));
            }
        }
        Ok(())
    }

    fn drop_adt(
        &mut self,
        state: &mut State,
        place: &Place,
        ty: &Type,
        way: &Way,
        depth: usize,
        actions: &mut Vec<Action>,
    ) -> Step<()> {
        let program = self.program;
        match program.destructor(ty) {
            Destructor::None => {}
            Destructor::Function(body, generics) => {
                let (way, place, ty) = (way.clone(), place.clone(), ty.clone());
                actions.push(Action::Call { way, place, ty, body, generics });
            }
            Destructor::Unclear => return refuse(format!("which destructor {ty} has is not clear")),
        }
        let Some(instance) = program.adt(ty) else {
            actions.push(unknown(way, place, ty));
            return Ok(());
        };
        for (variant, declared) in instance.variants().iter().enumerate() {
            let (step, here): (fn(usize, usize) -> state::Step, Way) = match instance.adt.kind {
                TypeKind::Union => return Ok(()),
                TypeKind::Struct => (|_, field| state::Step::Field(field), way.clone()),
                TypeKind::Enum => {
                    // What no destructor runs before is known already.
                    if actions.is_empty()
                        && is_variant(state, place, variant).is_some_and(|is| is.as_bool() == Some(false))
                    {
                        continue;
                    }
                    (state::Step::Payload, way.iter().cloned().chain([(place.clone(), variant)]).collect())
                }
            };
            for field in 0..declared.fields.len() {
                let Some(ty) = instance.field_type(variant, field) else { continue };
                self.drop_glue(state, &place.step(step(variant, field)), &ty, &here, depth - 1, actions)?;
            }
        }
        Ok(())
    }
}

fn unknown(way: &Way, place: &Place, ty: &Type) -> Action {
    Action::Unknown { way: way.clone(), place: place.clone(), ty: ty.clone() }
}

/// Whether the enum at a place is of a variant; none where that is not known.
fn is_variant(state: &State, place: &Place, variant: usize) -> Option<Term> {
    let Value::Enum(value) = crate::symex::state::tree::get(state, place)? else { return None };
    match value.variant.sort() {
        Sort::Enum(names) => Some(value.variant.equals(&Term::variant(names, variant))),
        _ => None,
    }
}

fn has_no_destructor(value: &Value) -> bool {
    matches!(value, Value::Scalar(_) | Value::Reference(_) | Value::Function(_) | Value::Uninit)
}

fn has_borrowing_opaque(value: &Value) -> bool {
    value.any_part(&mut |part| matches!(part, Value::Opaque(opaque) if !opaque.borrows.is_empty()))
}
