//! Recursive calls: calls of functions that are running already.
//!
//! To run such a callee on top of its caller would not end. It is executed separately: from its own entry, for the arguments of all such
//! calls together, and whoever collects the outcomes sees to that ([`crate::lower`]). The caller goes on at once, with anything that the
//! callee may return or leave behind, under a condition of its own that may later be replaced by what is known of it: a summary.

use crate::mir::Path;
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::{InputOrigin, NoteKind, Outcome, RecursiveCall};
use crate::symex::access::reach::MOST_REACHED;
use crate::symex::exec::run::Next;
use crate::symex::exec::site::{Arguments, Site};
use crate::symex::program::BodyId;
use crate::symex::program::names::{callee_name, short_name};
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::program::types::Generics;
use crate::symex::state::value::Value;
use crate::symex::state::{Root, State, heap};
use crate::term::{Kind, Sort, VarName};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Executor<'_> {
    /// Tells whether a recursive call can be executed separately. Where raw pointers are about, what the callee
    /// changes need not be reached from its arguments; and what closures and opaque values borrow is nothing that is found at its entry.
    pub(in crate::symex) fn can_separate_recursive_call(
        &self,
        state: &State,
        body: BodyId,
        arguments: &Arguments,
    ) -> bool {
        self.config.separates_recursive_calls
            && self.evaluation.is_none()
            && self.program.code(body).body.args().count() == arguments.values.len()
            && !state.objects.contains_key(heap::MEMORY)
            && arguments.types.iter().all(|ty| !self.may_hold_pointers(ty))
            && !arguments.values.iter().any(|value| hides_borrows(state, value, &mut BTreeSet::new()))
    }

    /// Leaves a recursive call to be executed separately, and goes on after it.
    ///
    /// Over-approximates: the result is anything of its type, and so is all that the arguments reach through mutable references.
    pub(in crate::symex) fn separate_recursive_call(
        &mut self,
        mut state: State,
        body: BodyId,
        generics: Arc<Generics>,
        arguments: Arguments,
        path: &Path,
        site: Site<'_>,
    ) -> Step<Vec<Next>> {
        let name = callee_name(path);
        self.note(&state, NoteKind::Approximation, format!("{name} calls itself"));
        let guard = state.guard.clone();
        let trees = |state: &State| arguments.values.iter().map(|value| state.tree(value)).collect();
        let before: Vec<Value> = trees(&state);
        let reached = self.reach(&state, &arguments.values);
        if reached.len() > MOST_REACHED {
            return refuse(format!("a call of {name} reaches too many places"));
        }
        self.havoc_reached(&mut state, &reached);
        let after: Vec<Value> = trees(&state);
        let label = self.unique(VarName::result_of(short_name(&name)));
        let mut condition = |what: &str| {
            let term = self.variable(label.field(what), Sort::Bool, InputOrigin::Call);
            let Kind::Var(var) = term.kind() else { unreachable!("a new variable is one") };
            (term.clone(), var.clone())
        };
        let ((panics, _), (is_return, returned), (is_unwinding, unwound)) =
            (condition("panics"), condition("returned"), condition("unwound"));
        let mut failed = state.clone();
        failed.assume(&panics.and(&is_unwinding));
        state.assume(&panics.not().and(&is_return));
        let ty = self.place_type(&state, site.destination)?;
        let value = self.fresh(&mut state, &ty, &label, InputOrigin::Call, &reached);
        let result = state.tree(&value);
        let call =
            RecursiveCall { guard, body, generics, arguments: before, after, result, returned, unwound };
        self.execution.outcomes.push(Outcome::RecursiveCall(call));
        let mut next: Vec<Next> = self.unwind_from_unknown(failed, site.unwind).into_iter().collect();
        next.extend(self.deliver_or_diverge(state, value, site));
        Ok(next)
    }
}

/// Tells whether a value, or what it leads to, holds references that its tree does not show: captured ones, and those in opaque parts.
fn hides_borrows(state: &State, value: &Value, seen: &mut BTreeSet<Root>) -> bool {
    value.any_part(&mut |part| match part {
        Value::Opaque(opaque) => !opaque.borrows.is_empty(),
        Value::Closure(_) => part.children().next().is_some(),
        Value::Reference(reference) => reference.targets.iter().any(|(_, place)| {
            let is_new = seen.insert(place.root.clone());
            is_new && state.root(&place.root).is_some_and(|value| hides_borrows(state, value, seen))
        }),
        // Their parts are visited, too.
        Value::Aggregate(_) | Value::Enum(_) | Value::Sequence(_) | Value::Boxed(_) => false,
        Value::Scalar(_) | Value::Function(_) | Value::Uninit => false,
    })
}
