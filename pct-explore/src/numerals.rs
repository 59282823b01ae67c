//! Numbers within texts: what a parser reads as one is changed as one.

use crate::random::Random;
use crate::words::Words;

/// Digits of the longest number that is changed by arithmetic.
const MOST_DIGITS: usize = 36;

/// Changes a run of decimal digits, if there is one: to a number nearby, a multiple, or one that is worth a try.
pub(crate) fn mutate_numeral(text: &mut String, words: &Words, random: &mut Random) {
    let runs = digits(text.as_bytes());
    let Some(&(start, end)) = random.one_of(&runs) else { return };
    let value: Option<i128> = if end - start <= MOST_DIGITS { text[start..end].parse().ok() } else { None };
    let new = match (random.below(4), value) {
        (0, Some(value)) => value + random.below(16) as i128 - 8,
        (1, Some(value)) => value * [2, 10, 100, 1000][random.below(4)],
        _ => words.number(random),
    };
    text.replace_range(start..end, &new.unsigned_abs().to_string());
}

/// The beginnings and ends of runs of digits.
fn digits(text: &[u8]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in text.iter().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
        match runs.last_mut() {
            Some((_, end)) if *end == at => *end += 1,
            _ => runs.push((at, at + 1)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_text_become_great_and_stay_numbers() {
        let (words, mut random) = (Words::default(), Random::new(1));
        assert_eq!(digits("12é3x4".as_bytes()), [(0, 2), (4, 5), (6, 7)]);
        let mut is_great = false;
        for _ in 0..2000 {
            let mut text = "a12é7".to_owned();
            mutate_numeral(&mut text, &words, &mut random);
            let (first, second) = text.strip_prefix('a').unwrap().split_once('é').unwrap();
            let [first, second] = [first, second].map(|it| it.parse::<u128>().unwrap());
            assert!(first == 12 || second == 7, "one is changed: {text}");
            is_great |= first == u128::from(u64::MAX);
        }
        assert!(is_great);
    }
}
