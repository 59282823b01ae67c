//! Notes of what is not known, and where in the user's source a state is.

use crate::mir::{self, BasicBlock};
use crate::span::Span;
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::{Note, NoteKind};
use crate::symex::state::State;
use crate::symex::state::location::Location;

impl Executor<'_> {
    /// The user's function that runs, and the place of its current terminator: a model stands for its caller's call.
    pub(in crate::symex) fn site(&self, state: &State) -> (String, Option<Span>) {
        self.site_of(&state.location())
    }

    pub(in crate::symex) fn site_of(&self, location: &Location) -> (String, Option<Span>) {
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
