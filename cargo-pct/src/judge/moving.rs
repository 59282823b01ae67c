//! Taking over what was found out about a subject into a program in which code around it has changed: bodies have other numbers there, and
//! places other lines.

use super::{FindingClaim, SubjectAnalysis, SubjectResult};
use pct_wire::Id;

use crate::ledger::{Assumption, Finding, Replay};
use crate::probe::Place;
use crate::replay::{FabricatedRun, Replays};
use crate::span::Span;
use crate::symex::BodyId;

/// The line in which one of a file now is; none if that is not known.
pub(super) type NewLine<'f> = &'f dyn Fn(&str, u32) -> Option<u32>;

impl SubjectAnalysis {
    /// The bodies that are named.
    pub fn bodies(&self) -> impl Iterator<Item = BodyId> {
        let answers = self.answers.iter().map(|answer| answer.body);
        answers.chain(self.freedom.bodies())
    }

    /// The ids of probes that are mentioned.
    pub fn ids(&self) -> impl Iterator<Item = Id> {
        let fabricated = self.result.replays.fabricated.iter();
        fabricated.flat_map(|run| run.entry.into_iter().chain(run.seen.iter().map(|(id, _)| *id)))
    }

    /// Gives bodies and probes new numbers. None if one has none.
    #[must_use]
    pub fn renumbered(
        mut self,
        new: impl Fn(BodyId) -> Option<BodyId>,
        new_id: impl Fn(Id) -> Option<Id>,
    ) -> Option<SubjectAnalysis> {
        for answer in &mut self.answers {
            answer.body = new(answer.body)?;
        }
        self.freedom = self.freedom.renumbered(&new)?;
        for FabricatedRun { entry, seen, .. } in &mut self.result.replays.fabricated {
            if let Some(entry) = entry {
                *entry = new_id(*entry)?;
            }
            let renamed = seen.iter().map(|(id, valuation)| Some((new_id(*id)?, *valuation)));
            *seen = renamed.collect::<Option<_>>()?;
        }
        Some(self)
    }

    /// Gives places new lines. None if one has none, or if a text may name a place.
    #[must_use]
    pub fn moved(mut self, new: NewLine<'_>) -> Option<SubjectAnalysis> {
        if format!("{self:?}").contains(".rs:") {
            return None;
        }
        for open in self.answers.iter_mut().filter_map(|answer| answer.open.as_mut()) {
            let Some(places) = open.places.take() else { continue };
            let moved = places.into_iter().map(|mut place| move_place(&mut place, new).map(|()| place));
            open.places = Some(moved.collect::<Option<_>>()?);
        }
        self.result.move_places(new)?;
        Some(self)
    }
}

impl SubjectResult {
    fn move_places(&mut self, new: NewLine<'_>) -> Option<()> {
        let SubjectResult { findings, finding_claims, guessed, assumptions, replays, .. } = self;
        let (of_guesses, guesses): (Vec<_>, Vec<_>) = guessed.iter_mut().map(|(of, it)| (of, it)).unzip();
        for Finding { check, replay, .. } in findings.iter_mut().chain(of_guesses) {
            move_place(&mut check.place, new)?;
            move_replay(replay.as_mut(), new)?;
        }
        for FindingClaim { driven, failure, .. } in finding_claims.iter_mut().chain(guesses) {
            move_replay(driven.as_mut(), new)?;
            if let Some(span) = &mut failure.span {
                move_span(span, new)?;
            }
        }
        for Assumption { place, .. } in assumptions {
            move_place(place, new)?;
        }
        let Replays { findings, calls, .. } = replays;
        for replay in findings.values_mut().chain(calls.values_mut()) {
            move_replay(Some(replay), new)?;
        }
        Some(())
    }
}

fn move_replay(replay: Option<&mut Replay>, new: NewLine<'_>) -> Option<()> {
    match replay.and_then(|replay| replay.place.as_mut()) {
        Some(place) => move_place(place, new),
        None => Some(()),
    }
}

fn move_place(place: &mut Place, new: NewLine<'_>) -> Option<()> {
    if *place == Place::default() {
        return Some(());
    }
    place.line = new(&place.file, place.line)?;
    place.end_line = new(&place.file, place.end_line)?;
    Some(())
}

fn move_span(span: &mut Span, new: NewLine<'_>) -> Option<()> {
    span.start.line = new(&span.file, span.start.line)?;
    span.end.line = new(&span.file, span.end.line)?;
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::FindingStatus;
    use crate::ledger::tests_of_findings::finding;

    fn analysis(line: u32, message: &str) -> SubjectAnalysis {
        let mut finding = finding("push", line, FindingStatus::Potential);
        finding.check.message = message.to_owned();
        let result = SubjectResult { findings: vec![finding], ..SubjectResult::default() };
        SubjectAnalysis { result, ..SubjectAnalysis::default() }
    }

    #[test]
    fn places_move_with_their_code_and_nothing_moves_of_which_that_is_not_known() {
        let new = |file: &str, line: u32| (file == "src/lib.rs" && line == 7).then_some(12);
        let moved = analysis(7, "out of bounds").moved(&new).expect("line 7 is known");
        let place = &moved.result.findings[0].check.place;
        assert_eq!((place.line, place.end_line, place.column), (12, 12, 9));
        assert!(analysis(8, "out of bounds").moved(&new).is_none());
        assert!(analysis(7, "as in src/lib.rs:7:9").moved(&new).is_none());
    }
}
