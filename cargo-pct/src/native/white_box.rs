//! Which tests look behind a type's interface.
//!
//! A unit test sees private fields and functions. One that, in test-only code, builds the type by a literal, writes or
//! mutably borrows a private field, or calls a private function of it, may bring about states that no client can: it is
//! *white-box*. What it saw is shown as such, and proves nothing about clients.
//!
//! Input: the [`Subjects`], the analysed units and the test binaries. Output: [`WhiteBox`], which answers for a subject
//! and a test. Over-approximates: the question is decided by names in the tokens of test-only code, so a test may be
//! called white-box that is not (its states then count for less than they could), and a unit test that is not found in
//! the source (a macro made it) is. Tests of other crates never are: privacy holds for them. What names cannot show (a
//! shared reference to a private `Cell`, an alias made by a macro) is missed; no proof rests on it, for states that tests
//! saw can only widen what a proof has to cover.

mod keeping;
mod scan;
mod tested;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::Utf8Path;

use crate::build::{TestBinary, TestKind, Unit};
use crate::probe::Subjects;
use keeping::Keeping;
use scan::Interiors;
use tested::TestCode;

/// For each subject the tests that look behind its interface.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WhiteBox {
    /// By subject: the unit tests' binary, and what is known of its tests.
    subjects: BTreeMap<String, Vec<Insiders>>,
    /// By binary: which of its tests keep to the interfaces of all types.
    keeping: BTreeMap<String, Keeping>,
}

/// The unit tests of one crate, as far as one subject goes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Insiders {
    /// The binary's id.
    binary: String,
    /// Names of test functions in the source, without path.
    known: Arc<BTreeSet<String>>,
    /// Those of them that look behind the interface.
    white_box: Arc<BTreeSet<String>>,
}

impl WhiteBox {
    /// Whether a test, by its full name, does nothing that a client cannot do, to any type of the crate that is at `source`. `closed`: names of
    /// functions that only the crate itself can call. `is_shared`: of something that several threads can change at once; then the test
    /// starts none.
    ///
    /// Under-approximates.
    pub fn keeps_to_interfaces(
        &self,
        test: &str,
        source: &Utf8Path,
        closed: &BTreeSet<String>,
        is_shared: bool,
    ) -> bool {
        let (binary, path) = test.split_once(' ').unwrap_or((test, ""));
        self.keeping.get(binary).is_some_and(|keeping| keeping.is_kept(path, source, closed, is_shared))
    }

    /// Whether a test, by its full name, is white-box for a subject.
    pub fn is(&self, subject: &str, test: &str) -> bool {
        let all = self.subjects.get(subject).into_iter().flatten();
        all.filter_map(|insiders| Some((insiders, test.strip_prefix(&insiders.binary)?.strip_prefix(' ')?)))
            .any(|(insiders, path)| {
                let name = path.rsplit("::").next().unwrap_or(path);
                insiders.white_box.contains(name) || !insiders.known.contains(name)
            })
    }
}

/// Finds the white-box tests. A crate whose sources cannot be read has no known tests, and so all its unit tests are.
pub fn find(subjects: &Subjects, units: &[Unit], binaries: &[TestBinary], root: &Utf8Path) -> WhiteBox {
    let mut white_box = WhiteBox::default();
    for binary in binaries.iter().filter(|it| matches!(it.kind, TestKind::Library | TestKind::Binary)) {
        let Some(unit) = units.iter().find(|unit| unit.source == binary.unit.source) else { continue };
        let plain = unit.source_files(root).unwrap_or_default();
        let tested = binary.unit.source_files(root).unwrap_or_default();
        let interiors = Interiors::of(&plain);
        let code = TestCode::read(&tested, |file| !plain.contains_key(file));
        let known = Arc::new(code.tests().clone());
        let keeping = Keeping::of_unit_tests(unit, &tested, &interiors, &code);
        white_box.keeping.insert(binary.id.clone(), keeping);
        // Names decide: subjects of one name have the same white-box tests.
        let mut reaching = BTreeMap::new();
        for subject in &subjects.subjects {
            let is_own = subject.id.split("::").next() == Some(&unit.crate_name)
                && (plain.contains_key(&subject.place.file) || plain.is_empty());
            if is_own {
                let name = subject.id.rsplit("::").next().unwrap_or(&subject.id);
                let white_box_tests = reaching
                    .entry((subject.kind, name))
                    .or_insert_with(|| Arc::new(code.reaching(&interiors.get(subject.kind, name))));
                let insiders = Insiders {
                    binary: binary.id.clone(),
                    known: known.clone(),
                    white_box: white_box_tests.clone(),
                };
                white_box.subjects.entry(subject.id.clone()).or_default().push(insiders);
            }
        }
    }
    let own = |unit: &Unit| unit.source_files(root).unwrap_or_default();
    for binary in binaries.iter().filter(|it| it.kind == TestKind::Integration) {
        let used = units.iter().filter(|unit| binary.unit.externs.values().any(|stem| *stem == unit.stem));
        let used: Vec<(&Unit, BTreeMap<String, String>)> = used.map(|unit| (unit, own(unit))).collect();
        white_box.keeping.insert(binary.id.clone(), Keeping::of_clients(&own(&binary.unit), &used));
    }
    white_box
}

/// The files that parse, one after the other. One that does not shows no tests, which makes those in it white-box.
fn parsed(texts: &BTreeMap<String, String>) -> impl Iterator<Item = (&str, syn::File)> {
    texts.iter().filter_map(|(name, text)| Some((name.as_str(), syn::parse_file(text).ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::probe::SubjectKind;

    const LIBRARY: &str = "
        pub struct Stack { items: Vec<u32>, pub open: bool }
        impl Stack {
            pub fn new() -> Stack { Stack { items: Vec::new(), open: true } }
            fn grow(&mut self) {}
        }
        fn inner(n: u32) {}
        #[cfg(test)]
        mod tests {";

    /// The white-box tests among those of a module's text.
    #[track_caller]
    fn check(module: &str, expected: &[&str]) {
        check_for(SubjectKind::Type, "Stack", module, expected);
    }

    #[track_caller]
    fn check_for(kind: SubjectKind, name: &str, module: &str, expected: &[&str]) {
        let files = BTreeMap::from([("src/lib.rs".to_owned(), format!("{LIBRARY}{module}}}"))]);
        let interior = Interiors::of(&files).get(kind, name);
        let found = TestCode::read(&files, |_| false).reaching(&interior);
        assert_eq!(found.iter().map(String::as_str).collect::<Vec<_>>(), expected, "{module}");
    }

    #[test]
    fn a_test_that_keeps_to_the_interface_is_not_white_box() {
        check(
            "#[test] fn t() { let mut s = Stack::new(); s.open = false; assert_eq!(s.items.len(), 0); }",
            &[],
        );
        check(
            "fn make() -> Stack { Stack::new() } #[test] fn t() { make(); assert!(make().items == vec![]); }",
            &[],
        );
    }

    #[test]
    fn building_writing_borrowing_and_private_calls_are_white_box() {
        for body in [
            "let s = Stack { items: vec![], open: true };",
            "assert!(f(Stack { items: vec![], open: true }));",
            "let s = super::Stack::<u32> { items: vec![], open: true };",
            "let mut s = Stack::new(); s.items = vec![1];",
            "let mut s = Stack::new(); s.items[0] += 1;",
            "let mut s = Stack::new(); s.items.push(1);",
            "let mut s = Stack::new(); for x in &mut s.items {}",
            "let mut s = Stack::new(); std::mem::swap(&mut (s).items, &mut v);",
            "Stack::new().grow();",
            "Stack::grow(&mut s);",
            "unsafe { poke(&s) }",
        ] {
            check(&format!("#[test] fn t() {{ {body} }}"), &["t"]);
        }
    }

    #[test]
    fn helpers_aliases_and_macros_of_tests_are_looked_through() {
        let helper =
            "fn full() -> Stack { Stack { items: vec![1], open: true } } fn deep() -> Stack { full() }";
        check(&format!("{helper} #[test] fn t() {{ deep(); }} #[test] fn u() {{ Stack::new(); }}"), &["t"]);
        check("use super::Stack as S; #[test] fn t() { S { items: vec![], open: true }; }", &["t"]);
        check(
            "macro_rules! full { () => { Stack { items: vec![1], open: true } } } #[test] fn t() { full!(); }",
            &["t"],
        );
        check("proptest! { #[test] fn t(n in 0..3) { Stack { items: vec![n], open: true }; } }", &["t"]);
        check(
            "impl Stack { fn broken() -> Stack { Self { items: vec![], open: true } } } #[test] fn t() { Stack::broken(); }",
            &["t"],
        );
    }

    #[test]
    fn a_private_function_is_called_by_insiders_only() {
        check_for(
            SubjectKind::Function,
            "inner",
            "#[test] fn t() { super::inner(3); } #[test] fn u() {}",
            &["t"],
        );
    }

    #[test]
    fn tests_that_the_source_does_not_show_count_as_insiders_and_other_crates_do_not() {
        let known = BTreeSet::from(["t".to_owned(), "w".to_owned()]);
        let insiders = Insiders {
            binary: "stacks".into(),
            known: known.into(),
            white_box: Arc::new(["w".to_owned()].into()),
        };
        let subjects = BTreeMap::from([("stacks::Stack".to_owned(), vec![insiders])]);
        let white_box = WhiteBox { subjects, ..WhiteBox::default() };
        let is = |test| white_box.is("stacks::Stack", test);
        assert!(is("stacks tests::w") && is("stacks tests::made_by_a_macro") && !is("stacks tests::t"));
        assert!(!is("stacks::integration w") && !white_box.is("stacks::Other", "stacks tests::w"));
    }
}
