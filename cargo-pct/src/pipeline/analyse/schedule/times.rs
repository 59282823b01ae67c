//! How long each turn of a subject may take, and when judging ends.

use std::time::{Duration, Instant};

use super::{Job, Schedule};
use crate::judge::SubjectAnalysis;

/// The part of the time that is left which calls may take that subjects share.
pub(super) const SHARED_CALLS: f64 = 0.05;

/// The time of one of them, for each subject that has it.
pub(super) const SHARED_CALL: Duration = Duration::from_millis(20);

/// The part of the time that is kept for confirming, if there are many claims.
const CONFIRMING: f64 = 0.25;

/// The part of the time that is divided evenly.
const EVEN_SHARE: f64 = 0.25;

/// No function gets less at first, even if not all subjects can be judged then.
const LEAST: Duration = Duration::from_millis(30);

/// A subject that was cut gets so many times what it had.
const GROWTH: u32 = 4;

/// A turn begins only if there is so many times the time of the last one.
const LEAST_GROWTH: f64 = 1.25;

/// A turn is taken to need this part of its time at least.
const LEAST_PART: f64 = 0.4;

/// The part of what was expected that is expected still after a turn that answered nothing more.
const AFTER_ONE_IN_VAIN: f64 = 0.5;

/// So many states are as good as the answer for a function.
const STATES_OF_AN_ANSWER: f64 = 10.0;

/// Of so many functions of a subject of which nothing is known, one is expected to be answered.
const FUNCTIONS_OF_AN_ANSWER: f64 = 3.0;

/// What compiling and running a claim takes, roughly: most share a file with many others.
const TIME_OF_A_CLAIM: Duration = Duration::from_millis(30);

/// This part of the time for confirming is kept even if there are no claims: exploration makes some, too.
const LEAST_CONFIRMING: f64 = 0.35;

/// The time that is kept for confirming at most, of so much.
pub(in crate::pipeline::analyse) fn for_confirming(left: Duration) -> Duration {
    left.mul_f64(CONFIRMING)
}

impl Schedule<'_> {
    /// The time of a subject's next turn, which takes no longer than `left` if it takes as much of its time as the last one did. None if that is
    /// little more than it had: it would be judged no better.
    pub(super) fn next_time(&self, number: usize, left: Duration) -> Option<Duration> {
        let last_time = self.jobs[number].last_time;
        let time = self.time_of(number, last_time).min(left.div_f64(self.part_of(number)));
        (time >= last_time.mul_f64(LEAST_GROWTH)).then_some(time)
    }

    /// The part of its next turn that a subject is taken to need.
    fn part_of(&self, number: usize) -> f64 {
        let Job { last_time, took, .. } = self.jobs[number];
        if last_time.is_zero() {
            return 1.0;
        }
        (took.as_secs_f64() / last_time.as_secs_f64()).clamp(LEAST_PART, 1.0)
    }

    /// The answers that the next turn of a subject is expected to give, by second.
    pub(super) fn yield_of(&self, number: usize) -> f64 {
        let job = &self.jobs[number];
        let time = self.time_of(number, job.last_time).mul_f64(self.part_of(number));
        expected_answers(job.known.as_ref(), job.functions, job.in_vain) / time.as_secs_f64()
    }

    /// The time of a subject's next turn, if there is as much.
    fn time_of(&self, number: usize, last_time: Duration) -> Duration {
        let most = self.most(number);
        if !last_time.is_zero() {
            return last_time.saturating_mul(GROWTH).min(most);
        }
        let functions: usize = self.jobs.iter().map(|job| job.functions).sum();
        let total = self.limits.end.saturating_duration_since(self.started + self.limits.confirming);
        // Nobody waits for the rest of the time.
        if self.limits.are_all_known && self.jobs.len() <= self.limits.jobs {
            return total.min(most);
        }
        let processors = u32::try_from(self.limits.jobs).unwrap_or(u32::MAX);
        let share = total.saturating_mul(processors).mul_f64(EVEN_SHARE / functions as f64);
        times(share.max(LEAST), self.jobs[number].functions).min(most)
    }

    /// When the last subject has to be judged: what is left then is for running the claims.
    pub(super) fn until(&self) -> Instant {
        let known = self.jobs.iter().filter_map(|job| job.known.as_ref());
        let claims: usize =
            known.map(|it| it.result.state_claims.len() + it.result.finding_claims.len()).sum();
        let most = self.limits.confirming;
        let needed = most.mul_f64(LEAST_CONFIRMING) + times(TIME_OF_A_CLAIM, claims);
        let end = self.limits.end;
        end.checked_sub(needed.min(most)).unwrap_or(end)
    }

    /// Tells whether a subject has had the longest time that it may have.
    pub(in crate::pipeline::analyse) fn had_all_its_time(&self, number: usize) -> bool {
        self.jobs[number].last_time >= self.most(number)
    }

    /// The longest time that a subject may have.
    pub(super) fn most(&self, number: usize) -> Duration {
        times(self.limits.subject_timeout, self.jobs[number].functions)
    }
}

fn times(duration: Duration, count: usize) -> Duration {
    duration.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The answers that another turn is expected to give of a subject of so many functions, after so many turns in a row that answered nothing more.
fn expected_answers(known: Option<&SubjectAnalysis>, functions: usize, in_vain: i32) -> f64 {
    let answers = match known {
        Some(analysis) => {
            let states = analysis.undecided_states() as f64;
            analysis.functions_out_of_time() as f64 + states / STATES_OF_AN_ANSWER
        }
        None => functions as f64 / FUNCTIONS_OF_AN_ANSWER,
    };
    answers * AFTER_ONE_IN_VAIN.powi(in_vain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_is_expected_where_time_was_up_and_less_after_turns_in_vain() {
        let nothing_left = SubjectAnalysis::default();
        assert!(expected_answers(None, 30, 0) > expected_answers(None, 3, 0));
        assert!(expected_answers(None, 3, 0) > expected_answers(Some(&nothing_left), 30, 0));
        assert!(expected_answers(None, 30, 1) < expected_answers(None, 30, 0));
    }
}
