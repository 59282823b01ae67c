//! What the code mentions: numbers and texts, from the source and from comparisons of runs.

use crate::calls::Value;
use crate::coverage::Comparison;
use crate::random::Random;
use crate::texts::Compared;

/// Numbers that are always worth a try.
const NUMBERS: [i128; 30] = [
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    9,
    10,
    15,
    16,
    31,
    32,
    33,
    63,
    64,
    65,
    100,
    127,
    128,
    255,
    256,
    1000,
    65_535,
    65_536,
    2_147_483_647,
    4_294_967_295,
    9_223_372_036_854_775_807,
    18_446_744_073_709_551_615,
];

/// Characters that are always worth a try: of each number of bytes in UTF-8, and some whose other case is longer.
const CHARACTERS: [char; 40] = [
    'a', 'b', 'e', 'f', 'x', 'z', 'A', 'Z', '0', '1', '2', '7', '9', ' ', '\t', '\n', '\r', '-', '+', '.',
    ',', '/', ':', ';', '_', '"', '\'', '%', '#', '*', '?', '{', '}', '(', '\0', 'é', 'İ', '\u{301}', '€',
    '😀',
];

/// The most numbers and texts that comparisons add.
const MOST_LEARNED: usize = 512;

/// The words of a crate.
#[derive(Debug, Default)]
pub(crate) struct Words {
    texts: Vec<String>,
    numbers: Vec<i128>,
    /// Texts and bytes that tests and documentation mention.
    samples: Vec<String>,
    byte_samples: Vec<Vec<u8>>,
    learned: Vec<i128>,
    /// The place that the next learned number takes, when there is no more room.
    oldest: usize,
}

impl Words {
    pub(crate) fn new(texts: Vec<String>, samples: Vec<Value>) -> Words {
        let mut words = Words { texts, ..Words::default() };
        words.texts.retain(|text| !text.is_empty());
        for sample in samples {
            match sample {
                Value::Text(text) => words.samples.push(text),
                Value::Bytes(bytes) => words.byte_samples.push(bytes),
                Value::Int(number) => words.numbers.push(number),
                Value::Float(_) | Value::List(_) | Value::Choice(..) | Value::Object(_) => {}
            }
        }
        words
    }

    /// A text that tests or documentation mention.
    pub(crate) fn sample(&self, random: &mut Random) -> Option<&str> {
        random.one_of(&self.samples).map(String::as_str)
    }

    /// Bytes that they mention, or those of a text.
    pub(crate) fn byte_sample(&self, random: &mut Random) -> Option<&[u8]> {
        let chosen = random.below((self.byte_samples.len() + self.samples.len()).max(1));
        match self.byte_samples.get(chosen) {
            Some(bytes) => Some(bytes),
            None => self.samples.get(chosen - self.byte_samples.len()).map(String::as_bytes),
        }
    }

    /// Learns what constants a run compared with.
    /// What stands in the input itself is no news.
    pub(crate) fn learn(&mut self, comparisons: &[Comparison], compared: &[Compared], input: &str) {
        for side in compared.iter().flat_map(|it| [it.sides().0, it.sides().1]) {
            if let Ok(text) = str::from_utf8(side)
                && text.len() > 1
                && self.texts.len() < MOST_LEARNED
                && !input.contains(text)
                && !self.texts.iter().any(|known| known == text)
            {
                self.texts.push(text.to_owned());
            }
        }
        for comparison in comparisons {
            let number = i128::from(comparison.left);
            if comparison.left == comparison.right || number < 3 || self.learned.contains(&number) {
                continue;
            }
            if self.learned.len() < MOST_LEARNED {
                self.learned.push(number);
            } else {
                self.learned[self.oldest] = number;
                self.oldest = (self.oldest + 1) % MOST_LEARNED;
            }
        }
    }

    pub(crate) fn number(&self, random: &mut Random) -> i128 {
        let lists = [&NUMBERS[..], &self.numbers, &self.learned];
        let list = lists[random.below(lists.len())];
        let number = random.one_of(list).copied().unwrap_or(0);
        match random.below(8) {
            0 => number.wrapping_add(1),
            1 => number.wrapping_sub(1),
            2 => number.wrapping_neg(),
            _ => number,
        }
    }

    pub(crate) fn character(&self, random: &mut Random) -> char {
        match random.below(8) {
            0 => char::from(random.below(128) as u8),
            1 => char::from_u32(random.below(0x11_0000) as u32).unwrap_or('\u{fffd}'),
            2 | 3 => random
                .one_of(&self.texts)
                .and_then(|text| text.chars().nth(random.below(text.len())))
                .unwrap_or('1'),
            4 => u32::try_from(self.number(random)).ok().and_then(char::from_u32).unwrap_or('0'),
            _ => CHARACTERS[random.below(CHARACTERS.len())],
        }
    }

    /// A piece of text: what the code mentions, a number in figures, or some characters.
    pub(crate) fn piece(&self, random: &mut Random) -> String {
        match random.below(7) {
            6 => self.sample(random).map(|it| part_of(it, random).to_owned()).unwrap_or_default(),
            0..=2 if !self.texts.is_empty() => self.texts[random.below(self.texts.len())].clone(),
            3 => self.number(random).to_string(),
            4 => {
                let digit = self.character(random);
                std::iter::repeat_n(digit, 1 + random.mostly_below(12, 150)).collect()
            }
            _ => (0..=random.below(3)).map(|_| self.character(random)).collect(),
        }
    }
}

/// A part of a text, between two of its characters.
fn part_of<'t>(text: &'t str, random: &mut Random) -> &'t str {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let (one, other) = (random.below(places.len()), random.below(places.len()));
    &text[places[one.min(other)]..places[one.max(other)]]
}
