//! Calls that only write values as text: what is known of the call that runs now, and what it leaves.

use crate::mir::{Path, TerminatorKind};
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::InputOrigin;
use crate::symex::access::reach::MOST_REACHED;
use crate::symex::exec::run::Next;
use crate::symex::exec::site::{Arguments, Site};
use crate::symex::library::writing::{Call, makes_string};
use crate::symex::program::BodyId;
use crate::symex::program::names::callee_name;
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::state::State;
use crate::term::Sort;

impl Executor<'_> {
    /// The call that runs now; none if it is no call of the text, as a destructor.
    fn running_call<'s>(&'s self, state: &'s State) -> Option<Call<'s>> {
        let frame = state.top();
        match &self.program.code(frame.body).body.blocks[frame.block].terminator.kind {
            TerminatorKind::Call { args, .. } => {
                Some(Call { body: frame.body, generics: &frame.generics, args })
            }
            _ => None,
        }
    }

    /// Whether the call that runs now only writes a value.
    pub(in crate::symex) fn only_writes(&self, state: &State, path: &Path) -> bool {
        let call = self.running_call(state);
        call.is_some_and(|call| self.program.only_writes(&call, path, &self.config.probes))
    }

    /// Whether the call that runs now writes a message to the crate's own writer that its model does not describe.
    pub(in crate::symex) fn writes_otherwise(&self, state: &State, path: &Path, callee: BodyId) -> bool {
        let call = self.running_call(state);
        call.is_none_or(|call| self.program.writes_otherwise(&call, path, callee, &self.config.probes))
    }

    /// Whether the call that runs now writes a message to a client's writer by code of the standard library's, which runs other code than a
    /// client's, or panics where that fails.
    pub(in crate::symex) fn sends_message(&self, state: &State, path: &Path) -> bool {
        let call = self.running_call(state);
        call.is_none_or(|call| self.program.sends_message(&call, path, &self.config.probes))
    }

    /// Tells whether the call that runs now, which begins a panic, makes its message without code of the crate other than such that only writes.
    pub(in crate::symex) fn message_is_plain(&self, state: &State, path: &Path) -> bool {
        let call = self.running_call(state);
        call.is_some_and(|call| self.program.panics_plainly(&call, path, &self.config.probes))
    }

    /// A call that only writes a value: over-approximates what is written, and that whoever it is written to may unwind.
    pub(in crate::symex) fn write_out(
        &mut self,
        mut state: State,
        path: &Path,
        arguments: &Arguments,
        site: Site<'_>,
    ) -> Step<Vec<Next>> {
        let name = callee_name(path);
        if self.config.concrete {
            return refuse(format!("a call of {name}, which is not modelled"));
        }
        let reached = self.reach(&state, &arguments.values);
        if reached.len() > MOST_REACHED {
            return refuse(format!("a call of {name} reaches too many places"));
        }
        self.havoc_reached(&mut state, &reached);
        let label = self.unique("writing");
        let mut next = Vec::new();
        if !makes_string(path) {
            let unwinds = self.variable(label.field("unwinds"), Sort::Bool, InputOrigin::Call);
            let mut failed = state.clone();
            failed.assume(&unwinds);
            state.assume(&unwinds.not());
            next.extend(self.unwind_from_unknown(failed, site.unwind));
        }
        let ty = self.place_type(&state, site.destination)?;
        let value = self.fresh(&mut state, &ty, &label, InputOrigin::Call, &reached);
        next.extend(self.deliver_or_diverge(state, value, site));
        Ok(next)
    }
}
