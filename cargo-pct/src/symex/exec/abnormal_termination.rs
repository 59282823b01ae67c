//! Ends of paths other than returns: a check that fails, a panic, a step that is not understood.

use crate::mir::Unwind;
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::{ErrorEdge, ErrorKind, OpaqueEnd, OpaqueReason, Outcome};
use crate::symex::exec::run::Next;
use crate::symex::program::torn::mentions_torn;
use crate::symex::state::State;
use crate::symex::state::location::Location;
use crate::term::Term;

impl Executor<'_> {
    /// Records an error edge; what follows is unwinding.
    pub(in crate::symex) fn fail(
        &mut self,
        state: State,
        kind: ErrorKind,
        message: String,
        unwind: Unwind,
    ) -> Option<Next> {
        if state.is_infeasible() {
            return None;
        }
        let (function, span) = self.site(&state);
        let documented = self.documented(&state);
        for (guard, is_documented) in
            [(state.guard.and(&documented.not()), false), (state.guard.and(&documented), true)]
        {
            if guard.as_bool() != Some(false) {
                let (message, span, function) = (message.clone(), span.clone(), function.clone());
                let location = state.location();
                let edge = ErrorEdge { kind, guard, message, span, function, location, is_documented };
                self.execution.outcomes.push(Outcome::Error(edge));
            }
        }
        match kind {
            ErrorKind::Unmodelled => self.unwind_from_unknown(state, unwind),
            _ => self.unwind(state, unwind),
        }
    }

    /// Goes on with a panic of code that is not known: it may have been in the middle of a method of an iterator.
    pub(in crate::symex) fn unwind_from_unknown(&mut self, state: State, unwind: Unwind) -> Option<Next> {
        let state = self.torn(state);
        self.unwind(state, unwind)
    }

    /// The running function leaves by a panic. One of std's may have been in the middle of its work on an iterator, if it has one among its variables.
    pub(in crate::symex) fn leave_unwinding(&mut self, mut state: State) -> State {
        let top = state.top();
        let may_tear = self.program.is_model(top.body) && top.types.iter().any(mentions_torn);
        state.frames.pop();
        if may_tear { self.torn(state) } else { state }
    }

    /// Goes on with a panic that has begun.
    pub(in crate::symex) fn unwind(&mut self, state: State, unwind: Unwind) -> Option<Next> {
        match unwind {
            Unwind::Continue => Some(Next::Unwind(state)),
            Unwind::Cleanup(block) => Some(Next::Goto(block, state)),
            Unwind::Terminate | Unwind::TerminateAbi => {
                self.execution.outcomes.push(Outcome::Diverge(state));
                None
            }
            Unwind::Unreachable => None,
        }
    }

    /// Gives up on a path.
    pub(in crate::symex) fn opaque(&mut self, state: &State, reason: impl Into<OpaqueReason>) -> Vec<Next> {
        self.opaque_at(state.guard.clone(), &state.location(), reason)
    }

    pub(in crate::symex) fn opaque_at(
        &mut self,
        guard: Term,
        location: &Location,
        reason: impl Into<OpaqueReason>,
    ) -> Vec<Next> {
        if guard.as_bool() != Some(false) {
            let (function, span) = self.site_of(location);
            let outermost = location.first().copied();
            let end = OpaqueEnd { guard, reason: reason.into(), span, function, outermost };
            self.execution.outcomes.push(Outcome::Opaque(end));
        }
        Vec::new()
    }
}
