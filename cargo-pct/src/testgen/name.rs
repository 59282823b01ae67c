//! What generated tests are called, and what they say they reach.

use std::collections::BTreeSet;

use crate::probe::{CutpointKind, StateKey, Subject};

/// States that a test names; the rest is counted.
const MOST_NAMED: usize = 6;

/// Longer names are no longer read.
const LONGEST: usize = 60;

/// The name of a test after the first state that it reaches: `push_when_full`, `pop_leaves_size_at_least_0`, `average_branch1_when_is_empty`. It names
/// the predicates that hold there, or gives their letters if that is too long.
pub fn name(subject: &Subject, (cutpoint, valuation): StateKey) -> String {
    let at = &subject.cutpoints[cutpoint];
    let function = identifier(at.label.rsplit_once(':').map_or(at.label.as_str(), |(function, _)| function));
    let (place, alone) = match at.kind {
        CutpointKind::Entry => (format!("{function}_when"), format!("{function}_is_called")),
        CutpointKind::Exit => (format!("{function}_leaves"), format!("{function}_returns")),
        _ => (format!("{}_when", identifier(&at.label)), identifier(&at.label)),
    };
    if at.predicates.is_empty() {
        return alone;
    }
    let mut words = Vec::new();
    for (letter, predicate) in at.predicates.iter().enumerate() {
        let name = in_identifiers(&subject.predicates[*predicate].name);
        match valuation.get(letter) {
            Some(true) => words.push(name),
            _ if at.predicates.len() == 1 => words.push(format!("not_{name}")),
            _ => {}
        }
    }
    let said = if words.is_empty() { "nothing_of_it".to_owned() } else { words.join("_and_") };
    match place.len() + said.len() < LONGEST {
        true => format!("{place}_{said}"),
        false => format!("{alone}_{}", valuation.to_string().to_lowercase()),
    }
}

/// A condition as a part of an identifier: `self.size >= 0` as `size_at_least_0`.
fn in_identifiers(condition: &str) -> String {
    const WORDS: [(&str, &str); 11] = [
        ("self.", ""),
        ("==", " is "),
        ("!=", " is not "),
        ("<=", " at most "),
        (">=", " at least "),
        ("&&", " and "),
        ("||", " or "),
        ("<", " below "),
        (">", " above "),
        ("!", " not "),
        ("%", " modulo "),
    ];
    let spelled = WORDS.iter().fold(condition.to_owned(), |text, (sign, word)| text.replace(sign, word));
    let name = identifier(&spelled);
    name.strip_prefix("at_")
        .filter(|_| spelled.trim_start().starts_with(|first: char| first.is_ascii_digit()))
        .unwrap_or(&name)
        .to_owned()
}

/// The name of a test that shows a defect: after the function that is called last and the failure.
pub fn defect(method: &str, message: &str) -> String {
    let mut name = identifier(method);
    for word in identifier(message).split('_').filter(|word| !word.is_empty()) {
        if name.len() + word.len() >= LONGEST {
            break;
        }
        name = format!("{name}_{word}");
    }
    name
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
    use super::{defect, identifier, in_identifiers};

    #[test]
    fn conditions_become_words() {
        let check = |condition, expected| assert_eq!(in_identifiers(condition), expected);
        check("full", "full");
        check("self.size >= 0", "size_at_least_0");
        check("self.prices.is_empty()", "prices_is_empty");
        check("!self.open && self.n % 2 == 1", "not_open_and_n_modulo_2_is_1");
        check("0 < n", "0_below_n");
    }

    #[test]
    fn a_test_is_named_after_the_defect_that_it_shows() {
        assert_eq!(defect("push", "index out of bounds"), "push_index_out_of_bounds");
        let long = defect("push", &"very ".repeat(40));
        assert!(long.len() < 65 && long.starts_with("push_very_very"), "{long}");
        assert_eq!(defect("f", ""), "f");
    }

    #[test]
    fn labels_become_identifiers() {
        assert_eq!(identifier("push:branch1"), "push_branch1");
        assert_eq!(identifier("<A as B>::f:entry"), "a_as_b_f_entry");
        assert_eq!(identifier("3:x"), "at_3_x");
    }
}
