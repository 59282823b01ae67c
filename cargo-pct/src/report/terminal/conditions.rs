//! Folds the states of one place that no test was seen in to the shortest conditions that tell them from those that tests were seen in.
//!
//! Input: valuations, a letter for each predicate. Output: conjunctions of a few predicates, each with the number of uncovered states that it
//! describes. No state that a test was seen in satisfies one of them; together they describe all uncovered states.

/// A conjunction: the positions of predicates, with the letters that they have. Empty if it holds for every state.
pub(super) type Condition = Vec<(usize, u8)>;

/// Conditions of up to so many predicates are searched exhaustively; longer ones are found greedily, and may be longer than necessary.
const LONGEST_SEARCHED: usize = 2;

/// The conditions, the shortest first, then that of the most states. Each uncovered state is counted with the first condition that it satisfies.
pub(super) fn telling(covered: &[&str], uncovered: &[&str]) -> Vec<(Condition, usize)> {
    let mut left: Vec<&str> = uncovered.to_vec();
    let mut found = Vec::new();
    while let Some(first) = left.first() {
        let condition = best(covered, &left).unwrap_or_else(|| greedy(covered, first));
        let before = left.len();
        left.retain(|state| !holds(&condition, state));
        found.push((condition, before - left.len()));
    }
    found
}

/// Tells whether a state satisfies a condition.
fn holds(condition: &Condition, state: &str) -> bool {
    condition.iter().all(|(position, letter)| state.as_bytes().get(*position) == Some(letter))
}

/// Of the shortest conditions that no covered state satisfies, that of the most uncovered states; none if all are long.
fn best(covered: &[&str], uncovered: &[&str]) -> Option<Condition> {
    for length in 0..=LONGEST_SEARCHED {
        let mut best: Option<(Condition, usize)> = None;
        for candidate in candidates(uncovered, length) {
            if covered.iter().any(|state| holds(&candidate, state)) {
                continue;
            }
            let number = uncovered.iter().filter(|state| holds(&candidate, state)).count();
            if best.as_ref().is_none_or(|(_, most)| number > *most) {
                best = Some((candidate, number));
            }
        }
        if let Some((condition, _)) = best {
            return Some(condition);
        }
    }
    None
}

/// All conditions of a length that some uncovered state satisfies, in the order of the predicates.
fn candidates(uncovered: &[&str], length: usize) -> Vec<Condition> {
    let mut all: Vec<Condition> = Vec::new();
    for state in uncovered {
        let letters: Vec<(usize, u8)> = state.bytes().enumerate().collect();
        match length {
            0 => all.push(Vec::new()),
            1 => all.extend(letters.iter().map(|letter| vec![*letter])),
            _ => {
                for (at, first) in letters.iter().enumerate() {
                    all.extend(letters[at + 1..].iter().map(|second| vec![*first, *second]));
                }
            }
        }
    }
    all.sort_unstable_by_key(|condition| {
        condition.iter().map(|(at, letter)| (*at, u8::MAX - letter)).collect::<Vec<_>>()
    });
    all.dedup();
    all
}

/// A condition of this state that no covered state satisfies: adds the predicate that excludes the most of those that still do.
fn greedy(covered: &[&str], state: &str) -> Condition {
    let mut condition = Condition::new();
    let mut left: Vec<&str> = covered.to_vec();
    while !left.is_empty() {
        let letters = state.bytes().enumerate();
        let excluded = |(at, letter): &(usize, u8)| {
            left.iter().filter(|it| it.as_bytes().get(*at) != Some(letter)).count()
        };
        // Of equal ones the first.
        let Some(next) = letters.rev().max_by_key(excluded) else { break };
        if excluded(&next) == 0 {
            break;
        }
        left.retain(|it| holds(&vec![next], it));
        condition.push(next);
    }
    condition.sort_unstable();
    condition
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(covered: &[&str], uncovered: &[&str], expected: &[(&str, usize)]) {
        let shown: Vec<(String, usize)> = telling(covered, uncovered)
            .into_iter()
            .map(|(condition, number)| {
                let words = condition.iter().map(|(at, letter)| format!("{at}{}", char::from(*letter)));
                (words.collect::<Vec<_>>().join(" "), number)
            })
            .collect();
        let shown: Vec<(&str, usize)> = shown.iter().map(|(text, number)| (text.as_str(), *number)).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn states_fold_to_the_shortest_conditions_that_no_covered_state_satisfies() {
        check(&[], &["TT", "FT"], &[("", 2)]);
        check(&["TT"], &["FT", "FF"], &[("0F", 2)]);
        check(&["TT"], &["FT", "TF"], &[("0F", 1), ("1F", 1)]);
        check(&["TF", "FT"], &["TT", "FF"], &[("0T 1T", 1), ("0F 1F", 1)]);
        // Three predicates are needed.
        check(&["FTT", "TFT", "TTF"], &["TTT"], &[("0T 1T 2T", 1)]);
    }

    #[test]
    fn every_uncovered_state_is_told_and_no_covered_one() {
        let all: Vec<String> = (0..64u32)
            .map(|bits| (0..6).map(|at| if bits >> at & 1 == 1 { 'T' } else { 'F' }).collect())
            .collect();
        for seed in 1..200u64 {
            let is_covered =
                |at: usize| seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(at as u32) & 5 == 5;
            let (covered, uncovered): (Vec<_>, Vec<_>) = (0..64).partition(|at| is_covered(*at));
            let texts = |numbers: &[usize]| numbers.iter().map(|at| all[*at].as_str()).collect::<Vec<_>>();
            let (covered, uncovered) = (texts(&covered), texts(&uncovered));
            let found = telling(&covered, &uncovered);
            assert_eq!(found.iter().map(|(_, number)| number).sum::<usize>(), uncovered.len());
            for (condition, _) in &found {
                assert!(covered.iter().all(|state| !holds(condition, state)), "{condition:?}");
            }
        }
    }
}
