//! The module of a test, and what is left of it when what rustc refuses is left out.

use std::collections::BTreeSet;

use super::{Kept, LinkedCall, LinkedTest, is_dispensable};

/// A test of which some calls and imports are kept.
pub(super) struct Mended<'t> {
    whole: &'t LinkedTest,
    kept: Kept,
    /// How often something was left out.
    times: usize,
}

/// The line where the function of a test begins.
pub(super) const BEGINS: &str = "fn test() {";

/// Whoever is refused more often than this is left out as a whole, so that the others are run.
const MOST_TIMES: usize = 4;

/// What a line of a module is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Import(usize),
    Call(usize),
    /// A statement in front of a call, without which the call makes sense.
    Before(usize, usize),
    /// A call of an observer.
    Observer,
    /// A line that every module has.
    Other,
}

impl<'t> Mended<'t> {
    pub(super) fn new(whole: &'t LinkedTest) -> Mended<'t> {
        let kept = Kept {
            calls: (0..whole.calls.len()).collect(),
            without: BTreeSet::new(),
            imports: (0..whole.imports.len()).collect(),
            is_without_observers: false,
        };
        Mended { whole, kept, times: 0 }
    }

    /// What is left, if that is not all.
    pub(super) fn kept(self) -> Option<Kept> {
        let is_whole = self.kept.calls.len() == self.whole.calls.len()
            && self.kept.without.is_empty()
            && !self.kept.is_without_observers
            && self.kept.imports.len() == self.whole.imports.len();
        (!is_whole).then_some(self.kept)
    }

    pub(super) fn test(&self) -> LinkedTest {
        LinkedTest {
            imports: self.kept.imports.iter().map(|number| self.whole.imports[*number].clone()).collect(),
            calls: self.kept.calls.iter().map(|number| self.call(*number)).collect(),
            observers: self.observers().to_vec(),
        }
    }

    fn observers(&self) -> &[LinkedCall] {
        if self.kept.is_without_observers { &[] } else { &self.whole.observers }
    }

    fn call(&self, number: usize) -> LinkedCall {
        let whole = &self.whole.calls[number];
        LinkedCall { before: self.kept.before(number, &whole.before), ..whole.clone() }
    }

    /// The content of the module.
    pub(super) fn module(&self) -> String {
        self.lines().into_iter().map(|(_, line)| line + "\n").collect()
    }

    /// Leaves out what these lines of the module are parts of; false where the rest would make no sense.
    pub(super) fn leave_out(&mut self, lines: &BTreeSet<usize>) -> bool {
        self.times += 1;
        if self.times > MOST_TIMES {
            return false;
        }
        let all = self.lines();
        let parts: Vec<Part> =
            lines.iter().map(|line| all.get(*line).map_or(Part::Other, |(part, _)| *part)).collect();
        if parts.contains(&Part::Other)
            || self.kept.calls.first().is_none_or(|it| parts.contains(&Part::Call(*it)))
        {
            return false;
        }
        self.kept.calls.retain(|number| !parts.contains(&Part::Call(*number)));
        self.kept.without.extend(parts.iter().filter_map(|part| match part {
            Part::Before(call, statement) => Some((*call, *statement)),
            _ => None,
        }));
        self.kept.is_without_observers |= parts.contains(&Part::Observer);
        self.kept.imports.retain(|number| !parts.contains(&Part::Import(*number)));
        true
    }

    fn lines(&self) -> Vec<(Part, String)> {
        let imports = self.kept.imports.iter();
        let mut lines: Vec<(Part, String)> =
            imports.map(|number| (Part::Import(*number), self.whole.imports[*number].clone())).collect();
        lines.extend(["#[test]", BEGINS].map(|line| (Part::Other, line.to_owned())));
        for (index, number) in self.kept.calls.iter().enumerate() {
            lines.extend(self.before(*number));
            let call = &self.whole.calls[*number];
            lines.extend(lines_of(index, call).map(|line| (Part::Call(*number), line)));
        }
        for (index, observer) in self.observers().iter().enumerate() {
            let before = observer.before.iter().cloned();
            let own = lines_of(self.kept.calls.len() + index, observer);
            lines.extend(before.chain(own).map(|line| (Part::Observer, line)));
        }
        lines.push((Part::Other, "}".to_owned()));
        lines
    }

    /// The statements in front of a call.
    fn before(&self, call: usize) -> impl Iterator<Item = (Part, String)> {
        let all = self.whole.calls[call].before.iter().enumerate();
        let kept = all.filter(move |(number, _)| !self.kept.without.contains(&(call, *number)));
        kept.map(move |(number, statement)| match is_dispensable(statement) {
            true => (Part::Before(call, number), statement.clone()),
            false => (Part::Call(call), statement.clone()),
        })
    }
}

fn lines_of(index: usize, call: &LinkedCall) -> [String; 2] {
    let text = match call.reports_value {
        true => format!("crate::tell({index}, {});", call.text),
        false => call.text.clone(),
    };
    [format!("crate::begin({index});"), text]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test() -> LinkedTest {
        let call =
            |text: &str| LinkedCall { before: Vec::new(), text: text.to_owned(), reports_value: false };
        let calls = vec![call("let s = f();"), call("s.g();"), call("s.h();")];
        LinkedTest { imports: vec!["use a;".to_owned(), "use b;".to_owned()], calls, observers: Vec::new() }
    }

    #[test]
    fn what_is_refused_is_left_out_and_the_rest_is_numbered_anew() {
        let test = test();
        let mut mended = Mended::new(&test);
        let lines = |mended: &Mended| mended.module().lines().map(str::to_owned).collect::<Vec<_>>();
        let at = |wanted: &str| lines(&Mended::new(&test)).iter().position(|line| line == wanted).unwrap();
        assert!(mended.leave_out(&BTreeSet::from([at("s.g();"), at("use a;")])));
        let expected = [
            "use b;",
            "#[test]",
            "fn test() {",
            "crate::begin(0);",
            "let s = f();",
            "crate::begin(1);",
            "s.h();",
            "}",
        ];
        assert_eq!(lines(&mended), expected);
        assert_eq!(mended.kept().unwrap(), Kept { calls: vec![0, 2], imports: vec![1], ..Kept::default() });
    }

    #[test]
    fn what_makes_nothing_in_front_of_a_call_is_left_out_by_itself() {
        let mut test = test();
        test.calls[0].before =
            ["let mut o = g();", "let _ = o.a();", "let _ = o.b();"].map(str::to_owned).to_vec();
        let at = |text: &str| Mended::new(&test).module().lines().position(|line| line == text).unwrap();
        let mut mended = Mended::new(&test);
        assert!(mended.leave_out(&BTreeSet::from([at("let _ = o.a();")])));
        let rest = mended.test();
        assert_eq!(rest.calls[0].before, ["let mut o = g();", "let _ = o.b();"]);
        assert_eq!(rest.calls.len(), 3);
        assert!(!mended.module().contains("o.a()"));
        assert_eq!(mended.kept().unwrap().without, BTreeSet::from([(0, 1)]));
        assert!(!Mended::new(&test).leave_out(&BTreeSet::from([at("let mut o = g();")])));
    }

    #[test]
    fn observers_that_are_refused_are_left_out_and_the_calls_stay() {
        let mut test = test();
        test.observers =
            vec![LinkedCall { before: Vec::new(), text: "s.len()".to_owned(), reports_value: true }];
        let mut mended = Mended::new(&test);
        let at = mended.module().lines().position(|line| line.contains("s.len()")).unwrap();
        assert!(mended.leave_out(&BTreeSet::from([at])));
        assert!(!mended.module().contains("s.len()"));
        assert_eq!(mended.test().calls.len(), 3);
        assert!(mended.kept().unwrap().is_without_observers);
    }

    #[test]
    fn no_test_is_left_without_what_makes_its_object() {
        let test = test();
        let at = Mended::new(&test).module().lines().position(|line| line == "let s = f();").unwrap();
        assert!(!Mended::new(&test).leave_out(&BTreeSet::from([at])));
        assert!(Mended::new(&test).kept().is_none());
    }
}
