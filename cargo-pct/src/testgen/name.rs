//! What generated tests are called, and what they say they reach.

use std::collections::BTreeSet;

use crate::probe::{StateKey, Subject};

/// States that a test names; the rest is counted.
const MOST_NAMED: usize = 6;

/// Longer names are no longer read.
const LONGEST: usize = 60;

/// The name of a test after the first state that it reaches: the place, and which of its predicates hold there, by name
/// where those are names, else by letter.
pub fn name(subject: &Subject, (cutpoint, valuation): StateKey) -> String {
    let at = &subject.cutpoints[cutpoint];
    let place = identifier(&at.label);
    let names = at.predicates.iter().map(|it| subject.predicates[*it].name.as_str());
    let held: Vec<&str> = names
        .enumerate()
        .filter(|(index, _)| valuation.get(*index) == Some(true))
        .map(|(_, name)| name)
        .collect();
    let all = match held.as_slice() {
        _ if at.predicates.is_empty() => return place,
        [] => "none".to_owned(),
        held => held.join("_and_"),
    };
    let are_names = held.iter().all(|name| name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_'));
    match are_names && place.len() + all.len() < LONGEST {
        true => format!("{place}_with_{}", identifier(&all)),
        false => format!("{place}_{}", valuation.to_string().to_lowercase()),
    }
}

/// The states that a test is the first to reach, a line each.
pub fn lines(subject: &Subject, states: &BTreeSet<StateKey>) -> Vec<String> {
    let named = states.iter().take(MOST_NAMED).map(|(cutpoint, valuation)| {
        let at = &subject.cutpoints[*cutpoint];
        let words = subject.in_words(*cutpoint, *valuation);
        let with = if words.is_empty() { String::new() } else { format!(", with {words}") };
        format!("{} (line {}){with}", at.label, at.place.line)
    });
    let more = states.len().saturating_sub(MOST_NAMED);
    named.chain((more > 0).then(|| format!("and {more} more"))).collect()
}

/// A text as the name of a function.
fn identifier(text: &str) -> String {
    let mut name = String::new();
    for letter in text.chars() {
        match letter {
            letter if letter.is_ascii_alphanumeric() => name.push(letter.to_ascii_lowercase()),
            _ if name.is_empty() || name.ends_with('_') => {}
            _ => name.push('_'),
        }
    }
    let name = name.trim_end_matches('_');
    if name.starts_with(|first: char| first.is_ascii_digit()) {
        format!("at_{name}")
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::identifier;

    #[test]
    fn labels_become_identifiers() {
        assert_eq!(identifier("push:branch1"), "push_branch1");
        assert_eq!(identifier("<A as B>::f:entry"), "a_as_b_f_entry");
        assert_eq!(identifier("3:x"), "at_3_x");
    }
}
