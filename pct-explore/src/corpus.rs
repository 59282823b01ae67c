//! The sequences that are kept, and why: each was the first one, or is the smallest one, to reach something.
//!
//! What a run reaches are features, by numbers: the edges that it passed, each with how often, roughly; and the distances of the sides of the
//! comparisons that it made, roughly.

use std::collections::HashMap;

use crate::coverage;
use crate::random::Random;
use crate::sequence::{Sequence, size_of};

/// How many sizes of counts are told apart.
const SIZES: usize = 9;

/// Goals with fewer sequences keep all of them.
const FEW: usize = 8;

/// Comparisons beyond which a sequence is chosen less often.
const MUCH_WORK: usize = 1000;

/// A sequence that is kept.
#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) sequence: Sequence,
    /// Whether what it compared was put in already.
    pub(crate) is_substituted: bool,
    size: usize,
    /// How many comparisons its run makes.
    work: usize,
    /// How many features it has alone or most briefly.
    features: usize,
    /// How often it was changed.
    tries: usize,
}

/// What a run reached that none had reached before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct News {
    /// How many features.
    pub(crate) features: usize,
    /// True if an edge was passed for the first time.
    pub(crate) has_edge: bool,
}

/// All of them.
#[derive(Debug)]
pub(crate) struct Corpus {
    kept: Vec<Kept>,
    /// The sequence that has a feature, by the feature's number.
    best: Vec<Option<u32>>,
    /// Those of each goal.
    of_goal: HashMap<usize, Vec<usize>>,
    /// The features of the run just over.
    found: Vec<u32>,
}

/// A count of passes as one of some sizes.
fn size_of_count(count: u8) -> u32 {
    match count {
        0..=3 => count.into(),
        4..=7 => 4,
        8..=15 => 5,
        16..=31 => 6,
        32..=127 => 7,
        128.. => 8,
    }
}

impl Corpus {
    pub(crate) fn new() -> Corpus {
        let features = coverage::distances() + coverage::edges() * SIZES;
        Corpus { kept: Vec::new(), best: vec![None; features], of_goal: HashMap::new(), found: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    pub(crate) fn get(&mut self, number: usize) -> &mut Kept {
        &mut self.kept[number]
    }

    /// How many features were seen.
    pub(crate) fn features(&self) -> usize {
        self.best.iter().flatten().count()
    }

    /// Keeps a sequence if the run just over reached something new, or passed edges more briefly. `states`: how many abstract states it reached
    /// first.
    pub(crate) fn add(&mut self, sequence: &Sequence, goal: usize, states: usize) -> News {
        let Corpus { kept, best, found, .. } = self;
        let (size, distances) = (size_of(sequence), coverage::distances() as u32);
        let work = coverage::work();
        let mut news = News { features: states, has_edge: false };
        found.clear();
        coverage::each_distance(|distance| {
            // Half as long is worth the change: what takes long is run seldom.
            let known = best[distance as usize];
            news.features += usize::from(known.is_none());
            if known.is_none_or(|other| kept[other as usize].size > 2 * size) {
                found.push(distance);
            }
        });
        coverage::each_edge(|edge, count| {
            let first = distances + edge * SIZES as u32;
            let feature = first + size_of_count(count);
            let known = best[feature as usize];
            news.features += usize::from(known.is_none());
            if known.is_none_or(|other| kept[other as usize].size > size) {
                let of_edge = &best[first as usize..first as usize + SIZES];
                news.has_edge |= of_edge.iter().all(Option::is_none);
                found.push(feature);
            }
        });
        if found.is_empty() && states == 0 {
            return news;
        }
        let number = kept.len();
        for feature in found.iter() {
            if let Some(old) = best[*feature as usize].replace(number as u32) {
                kept[old as usize].features -= 1;
            }
        }
        let (sequence, features) = (sequence.clone(), found.len() + states);
        kept.push(Kept { sequence, is_substituted: false, size, work, features, tries: 0 });
        self.of_goal.entry(goal).or_default().push(number);
        news
    }

    /// A sequence to change next, of a goal: one that has features alone, and was changed seldom.
    pub(crate) fn choose(&mut self, goal: usize, random: &mut Random) -> Option<usize> {
        let own = self.of_goal.get_mut(&goal)?;
        let kept = &self.kept;
        if own.len() > FEW && random.once_in(64) {
            own.retain(|number| kept[*number].features > 0);
        }
        let worth = |number: usize| {
            let it = &kept[number];
            (it.features + 1) as f64 / ((it.tries + 8) * (it.work + MUCH_WORK)) as f64
        };
        let mut chosen = *random.one_of(own)?;
        for _ in 0..3 {
            let other = *random.one_of(own)?;
            if worth(other) > worth(chosen) {
                chosen = other;
            }
        }
        self.kept[chosen].tries += 1;
        Some(chosen)
    }
}
