//! Goals by what they have been worth: half of the effort goes to all alike, but for those that bring nothing new any more, half to those that brought most
//! that was new for their effort, lately.

use crate::random::Random;

/// The effort after which about half of what a goal has brought and cost is forgotten.
const MEMORY: f64 = 500_000.0;

/// Effort that each goal is taken to have had before it is tried, so that one cheap success does not count for everything.
const BEFORE: f64 = 50_000.0;

/// After so many tries in vain, a goal is tried half as often, then a third, and so on, down to this part.
const TRIES_IN_VAIN: u64 = 2_000;
const MOST_PATIENCE: u64 = 15;

/// Goals among which the most productive one is chosen.
const CANDIDATES: usize = 4;

/// The halves of the effort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    /// Goes to all goals alike.
    Shared,
    /// Goes to the most productive ones.
    Productive,
}

/// The goals.
#[derive(Debug)]
pub(crate) struct Goals {
    goals: Vec<Goal>,
}

#[derive(Debug)]
struct Goal {
    /// The number of its function.
    function: usize,
    /// Its part of the effort that goes to all alike. What is spent on a goal that brings nothing new counts for more.
    shared: u64,
    /// How often it was tried since it brought something new.
    idle: u64,
    /// News that it has brought lately, and the effort for them.
    news: f64,
    lately: f64,
}

impl Goals {
    pub(crate) fn new(functions: &[usize]) -> Goals {
        let goal =
            |function: &usize| Goal { function: *function, shared: 0, idle: 0, news: 1.0, lately: BEFORE };
        Goals { goals: functions.iter().map(goal).collect() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.goals.is_empty()
    }

    /// The function of a goal.
    pub(crate) fn function(&self, goal: usize) -> usize {
        self.goals[goal].function
    }

    /// The goal that is tried next, and by which half of the effort.
    pub(crate) fn next(&self, random: &mut Random) -> (usize, Half) {
        if random.once_in(2) {
            let least = (0..self.goals.len()).min_by_key(|goal| self.goals[*goal].shared);
            return (least.unwrap_or(0), Half::Shared);
        }
        let candidates = (0..CANDIDATES).map(|_| random.below(self.goals.len()));
        let best = candidates.max_by(|one, other| self.rate(*one).total_cmp(&self.rate(*other)));
        (best.unwrap_or(0), Half::Productive)
    }

    fn rate(&self, goal: usize) -> f64 {
        self.goals[goal].news / self.goals[goal].lately
    }

    /// Notes what a goal was tried for: how much was new, and the effort.
    pub(crate) fn note(&mut self, (goal, half): (usize, Half), news: usize, effort: u64) {
        let it = &mut self.goals[goal];
        it.idle = if news > 0 { 0 } else { it.idle + 1 };
        if half == Half::Shared {
            it.shared += effort * (1 + (it.idle / TRIES_IN_VAIN).min(MOST_PATIENCE));
        }
        let kept = MEMORY / (MEMORY + effort as f64);
        it.news = it.news * kept + news as f64;
        it.lately = BEFORE + (it.lately - BEFORE) * kept + effort as f64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_productive_goal_has_more_effort_and_no_goal_has_none() {
        let mut goals = Goals::new(&[5, 6, 7, 8]);
        let (mut random, mut tries) = (Random::new(1), [0u64; 4]);
        for _ in 0..20_000 {
            let next = goals.next(&mut random);
            tries[next.0] += 1;
            // The second one brings something each time, the third one costs much.
            goals.note(next, usize::from(next.0 == 1), if next.0 == 2 { 10_000 } else { 100 });
        }
        assert_eq!(goals.function(1), 6);
        assert!(tries[1] > 2 * tries[0] && tries[1] > 2 * tries[3], "{tries:?}");
        assert!(tries[0] > 300 && tries[2] > 10 && tries[2] < tries[0] / 4, "{tries:?}");
    }
}
