//! Calls whose code is not known: they may panic, return anything of their type, and change whatever their arguments reach.

use crate::mir::{Path, Type};
use crate::symex::exec::executor::{Executor, Next};
use crate::symex::exec::located::Located;
use crate::symex::exec::outcome::{ErrorKind, Exposed, InputOrigin, NoteKind, Outcome, Visible};
use crate::symex::exec::site::{Arguments, Effect, MOST_REACHED, POINTER, Site};
use crate::symex::program::names::short_name;
use crate::symex::program::pointers::is_std;
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::program::structure::Whose;
use crate::symex::program::types::is_plain;
use crate::symex::state::held::{held, references, regions};
use crate::symex::state::tree::get_whole;
use crate::symex::state::value::{Reference, Value};
use crate::symex::state::{Place, Root, State, heap};
use crate::term::Sort;
use rustc_hash::FxHashSet;
use std::sync::Arc;

impl Executor<'_> {
    /// What is known of a standard function without a model.
    pub(in crate::symex) fn known_effect(&self, path: &Path) -> Effect {
        let exits = crate::symex::library::harmless::ends_the_process(path);
        let raw = crate::symex::library::raw::raw_effect(path);
        let dropped =
            crate::symex::library::raw::dropped_in_place(path).map(|ty| self.program.drops_code_of(ty));
        let is_raw = raw.is_some() && !crate::symex::library::raw::may_refuse(path);
        let is_known = is_raw || crate::symex::library::harmless::never_panics(path);
        Effect {
            no_panic: exits || is_known || dropped == Some(Whose::Std),
            raw: raw.unwrap_or_default(),
            exits,
            is_clients: dropped == Some(Whose::Clients),
            is_written_by_clients: false,
            may_fail_outside_clients: false,
        }
    }

    /// A call whose code is not known.
    ///
    /// Over-approximates: everything that the arguments reach through mutable references, directly or inside other values,
    /// becomes unknown, and so does what the result may still borrow of it, again whenever the result is used.
    pub(in crate::symex) fn unmodelled(
        &mut self,
        mut state: State,
        name: &str,
        arguments: Arguments,
        site: Site<'_>,
        effect: Effect,
    ) -> Step<Vec<Next>> {
        if effect.exits {
            self.execution.outcomes.push(Outcome::Diverge(state));
            return Ok(Vec::new());
        }
        if self.config.concrete {
            return refuse(format!("a call of {name}, which is not modelled"));
        }
        let to_clients = effect.is_clients || name == POINTER;
        let is_clients = !self.expose(&mut state, &arguments, to_clients) && effect.is_clients;
        let kind = match effect.no_panic {
            true => NoteKind::Approximation,
            false if is_clients => NoteKind::ClientCall,
            false => NoteKind::UnmodelledCall,
        };
        self.note(&state, kind, name);
        if effect.raw.keeps || is_clients {
            self.escape_arguments(&mut state, &arguments.values, &arguments.types);
        }
        let mut values = arguments.values;
        if effect.raw.copies {
            let copied = copied(&state, &values);
            values.extend(copied);
        }
        if effect.raw.writes {
            values.push(Value::Reference(heap::memory()));
        }
        let reached = self.reach(&state, &values);
        if reached.len() > MOST_REACHED {
            return refuse(format!("a call of {name} reaches too many places"));
        }
        self.havoc_reached(&mut state, &reached);
        let label = self.unique(&format!("{}()", short_name(name)));
        let by_clients = is_clients && effect.is_written_by_clients;
        let origin = if by_clients { InputOrigin::Client } else { InputOrigin::Call };
        let mut next = Vec::new();
        if !effect.no_panic {
            let is_others = effect.may_fail_outside_clients;
            let origin = match origin {
                InputOrigin::Client if is_others => InputOrigin::ClientOrOther,
                origin => origin,
            };
            let panics = self.variable(&format!("{label}.panics"), Sort::Bool, origin);
            let mut failed = state.clone();
            failed.assume(&panics);
            state.assume(&panics.not());
            let message = format!("{name} may panic");
            next.extend(match is_clients && !is_others {
                true => self.unwind(failed, site.unwind),
                false => self.fail(failed, ErrorKind::Unmodelled, message, site.unwind),
            });
        }
        let ty = self.place_type(&state, site.destination)?;
        let origin = if is_plain(&ty) { origin } else { InputOrigin::Call };
        let value = self.fresh(&mut state, &ty, &label, origin, &reached);
        next.extend(self.deliver_or_diverge(state, value, site));
        Ok(next)
    }

    /// Code that is not known may have changed whatever these references lead to, and left any of them behind any other: but not in
    /// what it leads to itself, for nothing borrows itself.
    pub(in crate::symex) fn havoc_reached(&mut self, state: &mut State, reached: &[Arc<Reference>]) {
        let mut is_in_memory = false;
        for reference in reached {
            let holds_references =
                !matches!(&*reference.ty, Type::RawPtr { .. }) && !is_std(&reference.ty, &["ptr", "NonNull"]);
            // Who follows a raw pointer reaches all memory anyway.
            let is_kept = |other: &&Arc<Reference>| {
                !overlap(reference, other) && (holds_references || !heap::leads_to_memory(other))
            };
            let others: Vec<Arc<Reference>> = reached.iter().filter(is_kept).cloned().collect();
            is_in_memory |= self.change_around(state, reference, &others);
        }
        // Once for all of them: each write there makes all of it unknown.
        if is_in_memory {
            self.havoc_memory(state, None);
        }
    }

    /// Records what code that is not known sees of its arguments. Returns whether there is code of the crate among it, which
    /// then runs, nobody knows with which arguments.
    fn expose(&mut self, state: &mut State, arguments: &Arguments, to_clients: bool) -> bool {
        let mut values = Vec::new();
        let mut pending = Vec::new();
        for (value, ty) in arguments.values.iter().zip(&arguments.types) {
            visible(value, ty, &mut values);
            references(value, &mut pending);
        }
        let mut seen: FxHashSet<Arc<Reference>> = FxHashSet::default();
        while let Some(reference) = pending.pop() {
            if !seen.insert(reference.clone()) {
                continue;
            }
            // What raw pointers lead to is nothing of its own; what has escaped is.
            if heap::leads_to_memory(&reference) {
                pending.extend(heap::escaped(state));
                continue;
            }
            let located = self.follow(&reference);
            let value = self.read(state, &located);
            references(&value, &mut pending);
            let object = match reference.targets.as_slice() {
                [(_, Place { root: Root::Object(id), .. })] => Some(id.clone()),
                _ => None,
            };
            values.push(Visible { object, ty: reference.ty.clone(), value });
        }
        // The first is the callee itself, where it is the client's. Of others without a type, nobody knows what they hold.
        let numbered = arguments.types.iter().enumerate();
        let types = numbered.filter(|(number, ty)| *number > 0 || **ty != Type::Infer).map(|(_, ty)| ty);
        let holds_code = arguments.values.iter().any(holds_code)
            || values.iter().any(|visible| holds_code(&visible.value))
            || types
                .chain(values.iter().map(|visible| &*visible.ty))
                .any(|ty| self.program.may_hold_code(ty));
        let gives_code = to_clients && self.is_given_code(arguments);
        if !values.is_empty() || gives_code {
            values.iter_mut().for_each(|visible| visible.value = state.tree(&visible.value));
            let guard = state.guard.clone();
            self.execution.outcomes.push(Outcome::Exposed(Exposed { guard, values, gives_code }));
        }
        holds_code
    }

    /// Tells whether code of the crate may be among some arguments, or behind them.
    ///
    /// Over-approximates: an object counts that may hold code. A client's own code has a client's type.
    fn is_given_code(&self, arguments: &Arguments) -> bool {
        let is_typed = |ty: &Type| *ty != Type::Infer && self.program.may_hold_code(ty);
        arguments.values.iter().any(holds_code) || arguments.types.iter().any(is_typed)
    }

    /// All references that some values hold, or lead to, through which something may change: mutable ones, and shared ones to what may
    /// hold cells. An object leads to what it may be a part of, too.
    pub(in crate::symex) fn reach(&self, state: &State, values: &[Value]) -> Vec<Arc<Reference>> {
        let mut pending: Vec<Arc<Reference>> = values.iter().flat_map(held).collect();
        let mut seen: FxHashSet<Arc<Reference>> = FxHashSet::default();
        let mut reached = Vec::new();
        while let Some(reference) = pending.pop() {
            if !seen.insert(reference.clone()) {
                continue;
            }
            for (_, place) in &reference.targets {
                let Some(target) = get_whole(state, place) else { continue };
                let around = around(state, place).into_iter();
                let mut next: Vec<Arc<Reference>> = held(&target).into_iter().chain(around).collect();
                if !reference.mutable {
                    // Behind a shared reference nothing is mutable, save what cells hold.
                    let in_cells = regions(&target);
                    next.iter_mut().filter(|it| !in_cells.contains(it)).for_each(share);
                }
                pending.extend(next);
            }
            if reference.mutable || self.program.may_hold_cells(&reference.ty) {
                reached.push(reference);
            }
        }
        reached
    }

    /// The place that a reference leads to.
    pub(in crate::symex) fn follow(&self, reference: &Reference) -> Located {
        Located::at(reference.targets.clone(), (*reference.ty).clone())
    }
}

/// Whether one reference leads into what another leads to, or the other way round, wherever either leads.
fn overlap(one: &Reference, other: &Reference) -> bool {
    let (Some(one), Some(other)) = (one.single(), other.single()) else { return false };
    let shorter = one.steps.len().min(other.steps.len());
    one.root == other.root && one.steps[..shorter] == other.steps[..shorter]
}

/// The values that an argument hands over, references apart.
fn visible(value: &Value, ty: &Type, found: &mut Vec<Visible>) {
    match value {
        Value::Closure(closure) => {
            closure.typed().for_each(|(capture, ty)| visible(capture, ty, found));
        }
        Value::Scalar(_) | Value::Reference(_) | Value::Function(_) | Value::Uninit => {}
        Value::Aggregate(_) | Value::Enum(_) | Value::Sequence(_) | Value::Boxed(_) | Value::Opaque(_) => {
            found.push(Visible { object: None, ty: Arc::new(ty.clone()), value: value.clone() });
        }
    }
}

/// What the references in some values lead to.
fn copied(state: &State, values: &[Value]) -> Vec<Value> {
    let references: Vec<Arc<Reference>> = values.iter().flat_map(held).collect();
    let places = references.iter().flat_map(|reference| &reference.targets);
    places.filter_map(|(_, place)| get_whole(state, place)).collect()
}

/// The regions that the object of a place may be a part of.
fn around(state: &State, place: &Place) -> Vec<Arc<Reference>> {
    match &place.root {
        Root::Object(id) => state.objects.get(id).map_or_else(Vec::new, |object| {
            object.borrows.iter().map(|region| region.reference().clone()).collect()
        }),
        Root::Local(..) => Vec::new(),
    }
}

/// Makes a reference one that may not be written through.
fn share(reference: &mut Arc<Reference>) {
    if reference.mutable {
        *reference = Arc::new(Reference { mutable: false, ..(**reference).clone() });
    }
}

/// Whether a value holds code of the crate: a closure or function.
fn holds_code(value: &Value) -> bool {
    value.any_part(&mut |part| matches!(part, Value::Closure(_) | Value::Function(_)))
}
