//! Whether the compiled code and the interpreter did the same.
//!
//! Only what both know is compared: a request that was refused or cut short, and a run that the interpreter does not understand, agree
//! with anything.

use pct_wire::request::{Outcome, Step};

use super::interpreter::{self, Called};
use crate::lower::{Entry, Subject, SubjectKind};
use crate::native::value::{to_wire, to_wire_filled};
use crate::symex::Program;
use crate::term::Assignment;

/// What does not agree, in words; `Ok(true)` if something was compared.
pub(super) fn compare(
    program: &Program,
    subject: &Subject,
    entry: &Entry,
    step: &Step,
    called: &Called,
) -> Result<bool, String> {
    let differ = |interpreted: &str| {
        Err(format!(
            "{}: the compiled code {}, the interpreter {interpreted}",
            entry.name,
            shown(&step.outcome)
        ))
    };
    let object = match (&step.outcome, called) {
        (Outcome::Refused(_), _) | (_, Called::Unknown) => return Ok(false),
        (Outcome::Returned(native), Called::Returned { result, object }) => {
            let own = to_wire(program, &entry.result, result, &interpreter::constant);
            if let Ok(own) = own
                && native.is_complete()
                && own != *native
            {
                return differ(&format!("returned {own}"));
            }
            object
        }
        (Outcome::Panicked { message, .. }, Called::Panicked { error, object }) => {
            if !fits(&error.message, message) {
                return differ(&format!("panicked with `{}`", error.message));
            }
            object
        }
        (_, Called::Returned { .. }) => return differ("returned"),
        (_, Called::Panicked { error, .. }) => return differ(&format!("panicked with `{}`", error.message)),
    };
    // The compiled code has dropped the result, and the interpreter has not.
    if program.needs_drop(&entry.result) {
        return Ok(true);
    }
    let (Some((native, _)), Some(object)) = (&step.after, object) else { return Ok(true) };
    let own = known_object(program, subject, object);
    if let Some(own) = own
        && native.is_complete()
        && own != *native
    {
        return Err(format!("{}: the compiled code leaves {native}, the interpreter {own}", entry.name));
    }
    Ok(true)
}

/// The object of a class as requests have it, if all of it can be made.
pub(super) fn made_object(
    program: &Program,
    subject: &Subject,
    object: &Assignment,
) -> Option<pct_wire::Value> {
    let SubjectKind::Type(ty) = &subject.kind else { return None };
    to_wire_filled(program, ty, &interpreter::shape(program, ty), &|term| object.complete(term)).ok()
}

/// The object of a class as the compiled code should have left it, if all of it is known.
fn known_object(program: &Program, subject: &Subject, object: &Assignment) -> Option<pct_wire::Value> {
    let SubjectKind::Type(ty) = &subject.kind else { return None };
    to_wire(program, ty, &interpreter::shape(program, ty), &|term| object.complete(term)).ok()
}

fn shown(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned(value) => format!("returned {value}"),
        Outcome::Panicked { message, .. } => format!("panicked with `{message}`"),
        Outcome::Refused(reason) => format!("was not called ({reason})"),
    }
}

/// Whether a message is the template with anything for each `{}`. An empty template is a text that the executor does not know.
pub(crate) fn fits(template: &str, message: &str) -> bool {
    if template.is_empty() {
        return true;
    }
    let mut parts = template.split("{}");
    let Some(mut rest) = parts.next().and_then(|first| message.strip_prefix(first)) else { return false };
    let mut last = "";
    let mut has_holes = false;
    for part in parts {
        has_holes = true;
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
        last = part;
    }
    if has_holes && last.is_empty() {
        true
    } else {
        rest.is_empty() || (has_holes && message.ends_with(last))
    }
}

/// Tells whether one message may fit two templates. Over-approximates: what is computed may be any text.
pub(crate) fn may_agree(one: &str, other: &str) -> bool {
    let is_known = |template: &str| !template.is_empty() && !template.contains("{}");
    match (is_known(one), is_known(other)) {
        (true, true) => one == other,
        (true, false) => fits(other, one),
        (false, true) => fits(one, other),
        (false, false) => {
            let begin = |template: &str| template.split("{}").next().unwrap_or_default().to_owned();
            let (one, other) = (begin(one), begin(other));
            one.starts_with(&other) || other.starts_with(&one)
        }
    }
}

/// The message of a finding whose panic has no known word.
pub(crate) const COMPUTED: &str = "panics with a computed message";

/// A panic's message as a finding tells it.
pub(crate) fn told(text: &str) -> String {
    known_words(text).unwrap_or_else(|| COMPUTED.to_owned())
}

/// What is known of a panic's message, in one line, an ellipsis for each part that would be computed. What such a part explains behind a colon is left
/// out. None if no word is known.
pub(super) fn known_words(text: &str) -> Option<String> {
    let line = text.lines().next().unwrap_or_default();
    let known = match line.find("{}") {
        None => line,
        Some(hole) => line[..hole].rsplit_once(": ").map_or(line, |(before, _)| before),
    };
    let has_words = known.replace("{}", "").contains(char::is_alphanumeric);
    has_words.then(|| known.replace("{}", "…").trim_end_matches([' ', ':']).to_owned())
}

#[cfg(test)]
mod tests {
    use super::{fits, known_words, may_agree, told};

    #[test]
    fn a_message_fits_its_template_whatever_was_computed() {
        assert!(fits("index {} of {}", "index 3 of 4"));
        assert!(fits("called `unwrap` on {}!", "called `unwrap` on Err(\"a!b\")!"));
        assert!(fits("plain", "plain") && fits("", "whatever is not known"));
        assert!(!fits("plain", "plain and more"));
        assert!(!fits("index {} of {}", "index 3"));
        assert!(!fits("a {} b", "a 1 c"));
    }

    #[test]
    fn two_templates_agree_if_one_message_may_fit_both() {
        let agree = |one, other| may_agree(one, other) && may_agree(other, one);
        assert!(agree("plain", "plain") && !agree("plain", "other"));
        assert!(agree("1 of 3", "{} of {}") && !agree("1 in 3", "{} of {}"));
        assert!(agree("{}", "index {}") && agree("index {} of {}", "index {}") && !agree("a {}", "b {}"));
        assert!(agree("", "plain") && agree("", "{}"));
    }

    #[test]
    fn a_message_is_told_without_what_is_computed() {
        let check = |text, expected| assert_eq!(told(text), expected);
        check("attempt to add with overflow", "attempt to add with overflow");
        check("index out of bounds: the len is {} but the index is {}", "index out of bounds");
        check("removal index (is {}) should be < len (is {})", "removal index (is …) should be < len (is …)");
        check("assertion `left == right` failed\n  left: {}\n right: {}", "assertion `left == right` failed");
        check("no room for {}", "no room for …");
        check("{}: {}", "panics with a computed message");
        check("", "panics with a computed message");
        assert_eq!((known_words("{}: {}"), known_words("")), (None, None));
    }
}
