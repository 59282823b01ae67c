//! Calls whose code is not known: they may panic, return anything of their type, and change whatever their arguments reach.

use crate::mir::{Path, Type};
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::{ErrorKind, Exposed, InputOrigin, NoteKind, Outcome, Visible};
use crate::symex::access::reach::MOST_REACHED;
use crate::symex::exec::run::Next;
use crate::symex::exec::site::{Arguments, Effect, POINTER, Site};
use crate::symex::program::names::short_name;
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::program::structure::Whose;
use crate::symex::program::types::is_plain;
use crate::symex::state::held::{held, references};
use crate::symex::state::tree::get_whole;
use crate::symex::state::value::{Reference, Value};
use crate::symex::state::{Place, Root, State, heap};
use crate::term::{Sort, VarName};
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
        let label = self.unique(VarName::result_of(short_name(name)));
        let by_clients = is_clients && effect.is_written_by_clients;
        let origin = if by_clients { InputOrigin::Client } else { InputOrigin::Call };
        let mut next = Vec::new();
        if !effect.no_panic {
            let is_others = effect.may_fail_outside_clients;
            let origin = match origin {
                InputOrigin::Client if is_others => InputOrigin::ClientOrOther,
                origin => origin,
            };
            let panics = self.variable(label.field("panics"), Sort::Bool, origin);
            let mut failed = state.clone();
            failed.assume(&panics);
            state.assume(&panics.not());
            let message = format!("{name} may panic");
            next.extend(if !is_clients || is_others {
                self.fail(failed, ErrorKind::Unmodelled, message, site.unwind)
            } else if reached.is_empty() {
                // Clients' code that reaches nothing of its caller's was in the middle of none of its iterators.
                self.unwind(failed, site.unwind)
            } else {
                self.unwind_from_unknown(failed, site.unwind)
            });
        }
        let ty = self.place_type(&state, site.destination)?;
        let origin = if is_plain(&ty) { origin } else { InputOrigin::Call };
        let value = self.fresh(&mut state, &ty, &label, origin, &reached);
        next.extend(self.deliver_or_diverge(state, value, site));
        Ok(next)
    }

    /// Records what code that is not known sees of its arguments. Returns whether there is code of the crate among it, which
    /// then runs, nobody knows with which arguments.
    pub(in crate::symex) fn expose(
        &mut self,
        state: &mut State,
        arguments: &Arguments,
        to_clients: bool,
    ) -> bool {
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

/// Whether a value holds code of the crate: a closure or function.
fn holds_code(value: &Value) -> bool {
    value.any_part(&mut |part| matches!(part, Value::Closure(_) | Value::Function(_)))
}
