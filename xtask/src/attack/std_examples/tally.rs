//! Counts of examples, and their table.

use std::collections::{BTreeMap, BTreeSet};

use super::outcome::{Interpreted, Native, Verdict, compare};
use super::pages::Example;

/// Counts, and what differs.
#[derive(Default)]
pub(super) struct Tally {
    seen: BTreeSet<String>,
    /// Why examples were left out before anything was run.
    left_out: BTreeMap<&'static str, usize>,
    rejected: usize,
    too_long: usize,
    agree: usize,
    /// How many of those that agree panic.
    panic: usize,
    /// How many of which the interpreter does not know, but whose end is admitted.
    admitted: usize,
    unmodelled: usize,
    unknown: usize,
    /// The places of examples of which the interpreter does not know, by its reason.
    reasons: BTreeMap<String, Vec<String>>,
    differ: Vec<String>,
}

/// Both runs of an example.
pub(super) struct Outcomes {
    pub(super) native: Native,
    /// None if the interpreter ended before it came to the example.
    pub(super) interpreted: Option<Interpreted>,
}

impl Tally {
    /// False for a text that another page has shown.
    pub(super) fn is_new(&mut self, example: &Example) -> bool {
        self.seen.insert(example.code.clone())
    }

    /// False, and counted, for an example that is not meant to be run, or needs another compiler.
    pub(super) fn can_run(&mut self, example: &Example) -> bool {
        let is = |class: &str| example.classes.iter().any(|own| own == class);
        let reason = if is("compile_fail") {
            "not to be compiled"
        } else if is("ignore") {
            "ignored"
        } else if example.code.contains("#![feature(") {
            "unstable"
        } else {
            return true;
        };
        *self.left_out.entry(reason).or_default() += 1;
        false
    }

    pub(super) fn add(&mut self, example: &Example, outcomes: &Outcomes) {
        match compare(&outcomes.native, outcomes.interpreted.as_ref()) {
            Verdict::NotRun if outcomes.native == Native::Rejected => self.rejected += 1,
            Verdict::NotRun => self.too_long += 1,
            Verdict::Agrees => {
                self.agree += 1;
                self.panic += usize::from(outcomes.native != Native::Ends);
            }
            Verdict::Admitted => self.admitted += 1,
            verdict @ (Verdict::Unknown | Verdict::Unmodelled) => {
                let is_unmodelled = verdict == Verdict::Unmodelled;
                *(if is_unmodelled { &mut self.unmodelled } else { &mut self.unknown }) += 1;
                let reason = outcomes.interpreted.as_ref().map_or("", |it| &it.text);
                self.reasons.entry(reason.to_owned()).or_default().push(example.place.clone());
            }
            Verdict::Differs => self.differ.push(difference(example, outcomes)),
        }
    }

    pub(super) fn differ(&self) -> usize {
        self.differ.len()
    }

    pub(super) fn summary(&self) -> String {
        let (unknown, differ) = (self.unmodelled + self.unknown, self.differ.len());
        format!("{} agree, {} are admitted, {unknown} unknown, {differ} differ", self.agree, self.admitted)
    }

    pub(super) fn print(&self) {
        for text in &self.differ {
            println!("\n{text}");
        }
        let mut reasons: Vec<_> = self.reasons.iter().collect();
        reasons.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
        println!("\nunknown, by reason");
        for (reason, places) in reasons {
            println!("{:>6}  {reason} (first: {})", places.len(), places[0]);
        }
        println!();
        for (name, count) in self.rows() {
            println!("{name:<38}{count:>6}");
        }
    }

    fn rows(&self) -> Vec<(String, usize)> {
        let run = self.agree + self.admitted + self.unmodelled + self.unknown + self.differ.len();
        let mut rows = vec![("examples of what has a model".to_owned(), self.seen.len())];
        rows.extend(self.left_out.iter().map(|(reason, count)| (format!("  left out: {reason}"), *count)));
        rows.push(("  rejected by rustc".to_owned(), self.rejected));
        rows.push(("compiled".to_owned(), run + self.too_long));
        rows.push(("  too long".to_owned(), self.too_long));
        rows.push(("run natively and interpreted".to_owned(), run));
        rows.push(("  agree".to_owned(), self.agree));
        rows.push(("    and panic".to_owned(), self.panic));
        rows.push(("  admitted by models that approximate".to_owned(), self.admitted));
        rows.push(("  call a function without a model".to_owned(), self.unmodelled));
        rows.push(("  unknown".to_owned(), self.unknown));
        rows.push(("  differ".to_owned(), self.differ.len()));
        rows
    }
}

/// The place of an example and its runs. Its text is on the page.
fn difference(example: &Example, outcomes: &Outcomes) -> String {
    let interpreted = match &outcomes.interpreted {
        Some(Interpreted { kind, text, admitted: None, .. }) => format!("{kind:?} {text}"),
        Some(Interpreted { text, admitted: Some(admitted), .. }) => format!("{admitted:?}, {text}"),
        None => "the interpreter ended early".to_owned(),
    };
    format!("{} differs\n  native: {:?}\n  interpreted: {interpreted}", example.place, outcomes.native)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attack::std_examples::outcome::Kind;

    fn example(code: &str, class: &str) -> Example {
        Example {
            place: "vec/struct.Vec.html#method.pop".to_owned(),
            function: Some("pop".to_owned()),
            classes: vec!["example-wrap".to_owned(), class.to_owned()],
            code: code.to_owned(),
            edition: "2024".to_owned(),
        }
    }

    fn outcomes(kind: Kind, text: &str) -> Outcomes {
        let interpreted =
            Interpreted { name: "item_0".to_owned(), kind, text: text.to_owned(), admitted: None };
        Outcomes { native: Native::Ends, interpreted: Some(interpreted) }
    }

    #[test]
    fn one_that_differs_is_told_with_its_place_and_both_runs() {
        let mut tally = Tally::default();
        tally.add(&example("", ""), &outcomes(Kind::Ends, ""));
        assert_eq!(tally.differ(), 0);
        tally.add(&example("", ""), &outcomes(Kind::Panics, "assertion failed"));
        assert_eq!(tally.differ(), 1);
        let expected =
            "vec/struct.Vec.html#method.pop differs\n  native: Ends\n  interpreted: Panics assertion failed";
        assert_eq!(tally.differ, [expected]);
    }

    #[test]
    fn every_example_is_counted_once() {
        let mut tally = Tally::default();
        let all = [example("a", ""), example("a", ""), example("b", "ignore"), example("#![feature(c)]", "")];
        let chosen = all.iter().filter(|it| tally.is_new(it) && tally.can_run(it)).count();
        assert_eq!(chosen, 1);
        tally.add(&all[0], &outcomes(Kind::Unknown, "no model"));
        let counts: Vec<usize> = tally.rows().iter().map(|(_, count)| *count).collect();
        assert_eq!(counts, [3, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0], "{:?}", tally.rows());
    }
}
