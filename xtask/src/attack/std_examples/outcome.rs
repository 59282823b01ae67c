//! The outcomes of an example in both runs, and their comparison.

use serde::Deserialize;

/// How a native run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Native {
    /// rustc refuses the example; nothing was run.
    Rejected,
    /// Its time was over: nothing is known.
    Unknown,
    Ends,
    /// With a message.
    Panics(String),
    /// The process ended in the middle, after a panic with this message if there was one.
    Exits(Option<String>),
}

/// How an interpreted run ended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Ends,
    Panics,
    Exits,
    Unknown,
    /// The interpreter panicked.
    Broken,
}

/// A line of the interpreter's.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Interpreted {
    /// The function.
    pub(super) name: String,
    #[serde(rename = "outcome")]
    pub(super) kind: Kind,
    /// The message of the panic, with `{}` for what it computes, or the reason why nothing is known.
    pub(super) text: String,
}

/// What the two runs of an example say together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// There is no native run.
    NotRun,
    /// The interpreter does not know.
    Unknown,
    Agrees,
    /// A defect.
    Differs,
}

/// Compares two runs. Without an answer of the interpreter, its process ended early: a defect, too.
pub(super) fn compare(native: &Native, interpreted: Option<&Interpreted>) -> Verdict {
    let Some(interpreted) = interpreted else {
        return if matches!(native, Native::Rejected) { Verdict::NotRun } else { Verdict::Differs };
    };
    let agree = match (native, &interpreted.kind) {
        (Native::Rejected | Native::Unknown, _) => return Verdict::NotRun,
        (_, Kind::Unknown) => return Verdict::Unknown,
        (Native::Ends, kind) => *kind == Kind::Ends,
        (Native::Panics(message), Kind::Panics) => fits(&interpreted.text, message),
        // A second panic ends the process; the interpreter tells the first.
        (Native::Exits(Some(message)), Kind::Panics) => fits(&interpreted.text, message),
        (Native::Exits(_), kind) => *kind == Kind::Exits,
        (Native::Panics(_), _) => false,
    };
    if agree { Verdict::Agrees } else { Verdict::Differs }
}

/// True if a message is the template with anything for each `{}`.
fn fits(template: &str, message: &str) -> bool {
    let mut parts = template.split("{}");
    let Some(mut rest) = message.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(native: Native, kind: Kind, text: &str, expected: Verdict) {
        let interpreted = Interpreted { name: "item_0".to_owned(), kind, text: text.to_owned() };
        assert_eq!(compare(&native, Some(&interpreted)), expected, "{native:?} {interpreted:?}");
    }

    fn panics(message: &str) -> Native {
        Native::Panics(message.to_owned())
    }

    #[test]
    fn an_end_agrees_with_an_end_alone() {
        check(Native::Ends, Kind::Ends, "", Verdict::Agrees);
        check(Native::Ends, Kind::Panics, "overflow", Verdict::Differs);
        check(Native::Ends, Kind::Exits, "", Verdict::Differs);
        check(panics("overflow"), Kind::Ends, "", Verdict::Differs);
        check(Native::Exits(None), Kind::Ends, "", Verdict::Differs);
    }

    #[test]
    fn a_panic_agrees_with_its_own_message_alone() {
        check(panics("index 3 of 2"), Kind::Panics, "index {} of {}", Verdict::Agrees);
        check(panics("index 3 of 2"), Kind::Panics, "index {} of 4", Verdict::Differs);
        check(panics("overflow"), Kind::Panics, "underflow", Verdict::Differs);
        check(panics("overflow"), Kind::Panics, "over", Verdict::Differs);
        check(Native::Exits(Some("a".to_owned())), Kind::Panics, "a", Verdict::Agrees);
    }

    #[test]
    fn a_defect_of_the_interpreter_is_a_difference() {
        check(Native::Ends, Kind::Broken, "", Verdict::Differs);
        assert_eq!(compare(&Native::Ends, None), Verdict::Differs);
    }

    #[test]
    fn nothing_is_compared_with_what_is_not_known() {
        check(Native::Unknown, Kind::Ends, "", Verdict::NotRun);
        check(Native::Rejected, Kind::Ends, "", Verdict::NotRun);
        check(Native::Ends, Kind::Unknown, "no model", Verdict::Unknown);
        assert_eq!(compare(&Native::Rejected, None), Verdict::NotRun);
    }
}
