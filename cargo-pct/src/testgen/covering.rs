//! Few tests that reach much: a greedy covering set.

use std::collections::BTreeSet;

/// Chooses tests, by number, until together they reach all of `wanted` that any of them does; with each what it is the first to
/// reach. Who reaches most of what is left is next; among equals the first.
///
/// At most `1 + ln n` times as many as are needed, where `n` is what one test reaches.
pub fn covering<K: Ord + Clone>(reached: &[BTreeSet<K>], wanted: &BTreeSet<K>) -> Vec<(usize, BTreeSet<K>)> {
    let (mut left, mut chosen) = (wanted.clone(), Vec::new());
    loop {
        let gain = |number: &usize| reached[*number].intersection(&left).count();
        let best = (0..reached.len()).rev().max_by_key(gain).filter(|number| gain(number) > 0);
        let Some(best) = best else { return chosen };
        let first: BTreeSet<K> = reached[best].intersection(&left).cloned().collect();
        left.retain(|key| !first.contains(key));
        chosen.push((best, first));
    }
}

#[cfg(test)]
mod tests {
    use super::covering;

    #[test]
    fn what_reaches_most_comes_first_and_what_adds_nothing_does_not_come() {
        let reached = [vec![1, 2], vec![1, 2, 3, 9], vec![2, 3], vec![4], vec![4, 9]];
        let reached: Vec<_> = reached.into_iter().map(|it| it.into_iter().collect()).collect();
        let chosen = covering(&reached, &[1, 2, 3, 4, 5].into());
        assert_eq!(chosen, [(1, [1, 2, 3].into()), (3, [4].into())]);
        assert_eq!(covering(&reached, &[7].into()), []);
    }
}
