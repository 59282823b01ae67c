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
    /// Where nothing is known.
    pub(super) admitted: Option<Admitted>,
}

/// The ends that the symbolic execution admits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct Admitted {
    ends: bool,
    exits: bool,
    panics: Vec<String>,
    /// There is no other end.
    is_all: bool,
    /// A function without a model may be called.
    is_unmodelled: bool,
}

/// What the two runs of an example say together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// There is no native run.
    NotRun,
    /// The interpreter does not know, nor was the search of the symbolic execution complete.
    Unknown,
    /// A function without a model is called.
    Unmodelled,
    Agrees,
    /// The interpreter does not know, because a model over-approximates; the symbolic execution admits the native end.
    Admitted,
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
        (_, Kind::Unknown) => return is_admitted(native, interpreted.admitted.as_ref()),
        (Native::Ends, kind) => *kind == Kind::Ends,
        (Native::Panics(message), Kind::Panics) => fits(&interpreted.text, message),
        // A second panic ends the process; the interpreter tells the first.
        (Native::Exits(Some(message)), Kind::Panics) => fits(&interpreted.text, message),
        (Native::Exits(_), kind) => *kind == Kind::Exits,
        (Native::Panics(_), _) => false,
    };
    if agree { Verdict::Agrees } else { Verdict::Differs }
}

fn is_admitted(native: &Native, admitted: Option<&Admitted>) -> Verdict {
    let Some(admitted) = admitted else { return Verdict::Unknown };
    let panics = |message: &str| admitted.panics.iter().any(|template| fits(template, message));
    let is_native = match native {
        Native::Ends => admitted.ends,
        Native::Panics(message) => panics(message),
        Native::Exits(Some(message)) => panics(message) || admitted.exits,
        Native::Exits(None) => admitted.exits,
        Native::Rejected | Native::Unknown => return Verdict::NotRun,
    };
    // A function without a model gives any result, so that what ends must be admitted all the same.
    let may_be_another = !admitted.is_all || (admitted.is_unmodelled && *native != Native::Ends);
    match (is_native, may_be_another) {
        (false, false) => Verdict::Differs,
        (_, _) if admitted.is_unmodelled => Verdict::Unmodelled,
        (true, _) => Verdict::Admitted,
        (false, true) => Verdict::Unknown,
    }
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
        let interpreted =
            Interpreted { name: "item_0".to_owned(), kind, text: text.to_owned(), admitted: None };
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

    #[track_caller]
    fn check_admitted(native: &Native, admitted: &Admitted, expected: Verdict) {
        assert_eq!(is_admitted(native, Some(admitted)), expected, "{native:?} {admitted:?}");
    }

    #[test]
    fn an_end_that_is_not_admitted_is_a_difference() {
        let panics = vec!["index {}".to_owned()];
        let panicking = Admitted { panics, is_all: true, ..Admitted::default() };
        check_admitted(&Native::Ends, &panicking, Verdict::Differs);
        check_admitted(&self::panics("index 3"), &panicking, Verdict::Admitted);
        check_admitted(&self::panics("overflow"), &panicking, Verdict::Differs);
        check_admitted(&Native::Ends, &Admitted { ends: true, ..panicking.clone() }, Verdict::Admitted);
        check_admitted(&Native::Ends, &Admitted { is_all: false, ..panicking }, Verdict::Unknown);
    }

    #[test]
    fn a_function_without_a_model_may_panic_but_also_return() {
        let calling = Admitted { is_all: true, is_unmodelled: true, ..Admitted::default() };
        check_admitted(&panics("overflow"), &calling, Verdict::Unmodelled);
        check_admitted(&Native::Ends, &calling, Verdict::Differs);
        check_admitted(&Native::Ends, &Admitted { ends: true, ..calling }, Verdict::Unmodelled);
    }

    #[test]
    fn nothing_is_compared_with_what_is_not_known() {
        check(Native::Unknown, Kind::Ends, "", Verdict::NotRun);
        check(Native::Rejected, Kind::Ends, "", Verdict::NotRun);
        check(Native::Ends, Kind::Unknown, "no model", Verdict::Unknown);
        assert_eq!(compare(&Native::Rejected, None), Verdict::NotRun);
    }
}
