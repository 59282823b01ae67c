//! How a path ends other than by returning: a check that fails, a panic, a step that is not understood; and where in the
//! user's source that is.

use crate::mir::{self, BasicBlock, Unwind};
use crate::span::Span;
use crate::symex::exec::executor::{Executor, Next};
use crate::symex::exec::outcome::{ErrorEdge, ErrorKind, Note, NoteKind, OpaqueEnd, Outcome};
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
                let edge = ErrorEdge { kind, guard, message, span, function, is_documented };
                self.execution.outcomes.push(Outcome::Error(edge));
            }
        }
        self.unwind(state, unwind)
    }

    /// Where a panic that has begun goes on.
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
    pub(in crate::symex) fn opaque(&mut self, state: &State, reason: String) -> Vec<Next> {
        self.opaque_at(state.guard.clone(), &state.location(), reason)
    }

    pub(in crate::symex) fn opaque_at(
        &mut self,
        guard: Term,
        location: &Location,
        reason: String,
    ) -> Vec<Next> {
        if guard.as_bool() != Some(false) {
            let (function, span) = self.site_of(location);
            let outermost = location.first().copied();
            let end = OpaqueEnd { guard, reason, span, function, outermost };
            self.execution.outcomes.push(Outcome::Opaque(end));
        }
        Vec::new()
    }

    /// The user's function that runs, and the place of its current terminator: a model stands for its caller's call.
    pub(in crate::symex) fn site(&self, state: &State) -> (String, Option<Span>) {
        self.site_of(&state.location())
    }

    fn site_of(&self, location: &Location) -> (String, Option<Span>) {
        let users = location.iter().rev().find(|(body, _)| self.program.is_analysed(*body));
        let Some((body, block)) = users.or(location.last()) else { return (String::new(), None) };
        (self.program.name(*body), user_span(&self.program.code(*body).body, *block))
    }

    /// Records what is not known.
    pub(in crate::symex) fn note(&mut self, state: &State, kind: NoteKind, text: impl Into<String>) {
        let (_, span) = self.site(state);
        let note = Note { kind, text: text.into(), span };
        if !self.execution.notes.contains(&note) {
            self.execution.notes.push(note);
        }
    }
}

/// The place of a block's terminator; inside a macro of another crate the nearest place before that is the user's.
fn user_span(body: &mir::Body, block: BasicBlock) -> Option<Span> {
    let own = body.blocks[block].terminator.source.as_ref().and_then(|source| source.span.clone());
    let foreign = |span: &Span| span.file.starts_with('/');
    if own.as_ref().is_some_and(|span| !foreign(span)) {
        return own;
    }
    let (mut at, mut steps) = (block, 0);
    loop {
        let mut spans =
            body.blocks[at].statements.iter().rev().filter_map(|s| s.source.as_ref()?.span.clone());
        if let Some(span) = spans.find(|span| !foreign(span)) {
            return Some(span);
        }
        let before =
            body.blocks.iter().find(|(_, code)| code.terminator.kind.normal_successors().contains(&at));
        let Some((previous, code)) = before.filter(|_| steps < MOST_STEPS_BACK) else { return own };
        if let Some(span) = code.terminator.source.as_ref().and_then(|source| source.span.clone())
            && !foreign(&span)
        {
            return Some(span);
        }
        (at, steps) = (previous, steps + 1);
    }
}

/// How many blocks are searched for a place in the user's own source.
const MOST_STEPS_BACK: usize = 8;
