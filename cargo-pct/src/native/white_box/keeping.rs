//! Which tests do nothing that a client cannot do, to any type of a crate; what such a test sees must fit what is proved.
//!
//! Under-approximates, the other way round than the rest of [`super`]: a test of which this is not sure is not listed.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use quote::ToTokens;
use syn::visit::{self, Visit};

use super::parsed;
use super::scan::{Interiors, idents};
use super::tested::TestCode;
use crate::build::Unit;

/// What is known of the tests of one binary.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Keeping {
    /// The root files of the crates that are tested.
    sources: BTreeSet<Utf8PathBuf>,
    tests: Tests,
    /// Whether some of them start threads.
    is_threaded: bool,
}

/// A test without any of these starts no threads.
const OF_THREADS: [&str; 4] = ["thread", "spawn", "rayon", "par_"];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Tests {
    /// Of none it is known.
    #[default]
    None,
    /// All tests of a binary that links the crates as any client does.
    All,
    /// Unit tests by name, each with the words that it and what it calls consist of.
    Named(BTreeMap<String, BTreeSet<String>>),
}

impl Keeping {
    /// Of the unit tests of a crate, if the crate itself is compiled for them as for clients.
    pub(super) fn of_unit_tests(
        unit: &Unit,
        files: &BTreeMap<String, String>,
        interiors: &Interiors,
        code: &TestCode,
    ) -> Keeping {
        if !is_independent_of_tests(files) {
            return Keeping::default();
        }
        let insiders: BTreeSet<String> =
            interiors.all().flat_map(|interior| code.reaching(interior)).collect();
        let others = code.tests().iter().filter(|test| !insiders.contains(*test));
        let tests = others.map(|test| (test.clone(), code.words_around(test))).collect();
        let sources = [unit.source.clone()].into();
        Keeping { sources, tests: Tests::Named(tests), is_threaded: is_threaded(files) }
    }

    /// Of tests with these files that link crates. A file that belongs to a crate as well is compiled twice; and `unsafe` code may do
    /// anything.
    pub(super) fn of_clients(
        files: &BTreeMap<String, String>,
        used: &[(&Unit, BTreeMap<String, String>)],
    ) -> Keeping {
        let is_shared = |file: &String| used.iter().any(|(_, own)| own.contains_key(file));
        if files.is_empty() || files.keys().any(is_shared) || files.values().any(|it| it.contains("unsafe")) {
            return Keeping::default();
        }
        let sources = used.iter().map(|(unit, _)| unit.source.clone()).collect();
        Keeping { sources, tests: Tests::All, is_threaded: is_threaded(files) }
    }

    /// `is_shared`: whether several threads can change what is called at once. Proofs are about one thread.
    pub(super) fn is_kept(
        &self,
        path: &str,
        source: &Utf8Path,
        closed: &BTreeSet<String>,
        is_shared: bool,
    ) -> bool {
        !(is_shared && self.is_threaded)
            && self.sources.contains(source)
            && match &self.tests {
                Tests::None => false,
                Tests::All => true,
                Tests::Named(tests) => {
                    let name = path.rsplit("::").next().unwrap_or(path);
                    tests.get(name).is_some_and(|words| words.is_disjoint(closed))
                }
            }
    }
}

fn is_threaded(files: &BTreeMap<String, String>) -> bool {
    files.values().any(|text| OF_THREADS.iter().any(|word| text.contains(word)))
}

/// Whether `cfg(test)` adds modules, imports, functions and methods to a crate, and changes nothing else.
fn is_independent_of_tests(files: &BTreeMap<String, String>) -> bool {
    let mut dependence = Dependence { found: false };
    let mut read = 0;
    for (_, file) in parsed(files) {
        dependence.visit_file(&file);
        read += 1;
    }
    !dependence.found && read == files.len()
}

struct Dependence {
    found: bool,
}

impl Dependence {
    /// Whether a `cfg` asks for tests and nothing else.
    fn is_plain(attribute: &syn::Attribute) -> bool {
        attribute.path().is_ident("cfg")
            && matches!(&attribute.meta, syn::Meta::List(list) if list.tokens.to_string() == "test")
    }

    /// Whether an item is there for tests only.
    fn is_added(attributes: &[syn::Attribute]) -> bool {
        attributes.iter().any(Dependence::is_plain)
    }
}

impl<'ast> Visit<'ast> for Dependence {
    fn visit_item(&mut self, it: &'ast syn::Item) {
        let attributes = match it {
            syn::Item::Mod(it) => &it.attrs,
            syn::Item::Use(it) => &it.attrs,
            syn::Item::Fn(it) => &it.attrs,
            syn::Item::Impl(it) if it.trait_.is_none() => &it.attrs,
            _ => return visit::visit_item(self, it),
        };
        if !Dependence::is_added(attributes) {
            visit::visit_item(self, it);
        }
    }

    fn visit_impl_item_fn(&mut self, it: &'ast syn::ImplItemFn) {
        if !Dependence::is_added(&it.attrs) {
            visit::visit_impl_item_fn(self, it);
        }
    }

    fn visit_attribute(&mut self, it: &'ast syn::Attribute) {
        let asks = it.path().is_ident("cfg") || it.path().is_ident("cfg_attr");
        self.found |= asks && idents(&it.meta.to_token_stream()).contains("test");
    }

    fn visit_macro(&mut self, it: &'ast syn::Macro) {
        let words = idents(&it.tokens);
        let asks = it.path.is_ident("cfg") || words.contains("cfg") || words.contains("cfg_attr");
        self.found |= asks && words.contains("test");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: bool) {
        let files = BTreeMap::from([("src/lib.rs".to_owned(), text.to_owned())]);
        assert_eq!(is_independent_of_tests(&files), expected, "{text}");
    }

    #[test]
    fn only_added_items_leave_a_crate_as_clients_have_it() {
        check("pub fn f() {} #[cfg(test)] mod tests { const N: u8 = if cfg!(test) { 1 } else { 2 }; }", true);
        check("struct S; impl S { #[cfg(test)] fn g() {} #[cfg(feature = \"x\")] fn h() {} }", true);
        check("pub fn f() { if cfg!(test) { g() } }", false);
        check("pub fn f() { #[cfg(test)] g(); }", false);
        check("#[cfg(not(test))] const N: u8 = 1; #[cfg(test)] const N: u8 = 2;", false);
        check("#[cfg(not(test))] use real as net; #[cfg(test)] use mock as net;", false);
        check("#[cfg(test)] impl Drop for S { fn drop(&mut self) {} }", false);
        check("maker! { #[cfg(test)] fn f() {} }", false);
        check("fn {", false);
    }

    #[test]
    fn unit_tests_that_look_inside_or_name_closed_functions_are_left_out() {
        let text = "pub struct S { n: u8 } impl S { pub fn new() -> S { S { n: 1 } } }
            #[cfg(test)] mod tests { fn made() -> S { S { n: 9 } }
            #[test] fn inside() { made(); } #[test] fn outside() { S::new(); }
            #[test] fn closed() { super::raw::poke(); } }";
        let files = BTreeMap::from([("src/lib.rs".to_owned(), text.to_owned())]);
        let code = TestCode::read(&files, |_| false);
        let unit = unit("/w/src/lib.rs");
        let keeping = Keeping::of_unit_tests(&unit, &files, &Interiors::of(&files), &code);
        let closed = BTreeSet::from(["poke".to_owned()]);
        let is = |test| keeping.is_kept(test, "/w/src/lib.rs".into(), &closed, true);
        assert!(
            is("tests::outside") && !is("tests::inside") && !is("tests::closed") && !is("tests::unknown")
        );
        assert!(!keeping.is_kept("tests::outside", "/w/src/main.rs".into(), &closed, true));
    }

    #[test]
    fn clients_that_compile_a_file_of_the_crate_or_are_unsafe_are_left_out() {
        let own = BTreeMap::from([("src/lib.rs".to_owned(), String::new())]);
        let unit = unit("/w/src/lib.rs");
        let check_with = |is_shared: bool, file: &str, text: &str| {
            let files = BTreeMap::from([(file.to_owned(), text.to_owned())]);
            let keeping = Keeping::of_clients(&files, &[(&unit, own.clone())]);
            keeping.is_kept("t", "/w/src/lib.rs".into(), &BTreeSet::new(), is_shared)
        };
        let check = |file: &str, text: &str| check_with(true, file, text);
        assert!(check("tests/t.rs", "#[test] fn t() {}"));
        let threaded = "#[test] fn t() { std::thread::spawn(f); }";
        assert!(!check("tests/t.rs", threaded) && check_with(false, "tests/t.rs", threaded));
        assert!(!check("src/lib.rs", "") && !check("tests/t.rs", "fn t() { unsafe { f() } }"));
    }

    fn unit(source: &str) -> Unit {
        let text = format!(
            r#"{{"made_by":"","crate_name":"w","externs":{{}},"source":"{source}","out_dir":"","dependencies":[],
                "stem":"w","test":false,"harness":true,"mirrored":[]}}"#
        );
        serde_json::from_str(&text).expect("it is a record")
    }
}
