//! `--auto`: crates that know nothing of cargo-pct.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::{Fixture, Run};

/// All files of a folder with their content, what a run may write left out.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            let inner = files(&entry.path()).into_iter().filter(|_| name != "out");
            found.extend(inner.map(|(path, content)| (format!("{name}/{path}"), content)));
        } else if name != "Cargo.lock" {
            found.insert(name, std::fs::read(entry.path()).unwrap());
        }
    }
    found
}

#[test]
fn everything_is_watched_and_nothing_of_the_users_changes() {
    let fixture = Fixture::new("auto");
    let before = files(&fixture.path(""));
    let run = fixture.pct("--auto --workspace").exits(2).says("Annotated 11 items in 6 files, 2 cannot be");
    assert_eq!(files(&fixture.path("")), before);
    // The fixture's own tests would fail if a path, a line or a column were not what it is without us.
    assert_eq!(run.report()["totals"]["tests"]["passed"], 5);
    assert_eq!(run.report()["totals"]["annotated"], serde_json::json!({"files": 6, "items": 11, "left": 2}));
    assert_eq!(
        run.subjects(),
        [
            "auto::Basket",
            "auto::add",
            "auto::halves",
            "auto::inner::deep::place",
            "auto::nth",
            "auto::place",
            "old::deep::Switch"
        ]
    );
    // Derived functions are among them; what the attributes make is not.
    let code = &run.report()["totals"]["code"];
    assert_eq!((&code["functions"], &code["modelled"]), (&15.into(), &14.into()), "{code}");
    assert_eq!(code["unmodelled_calls"][0]["callee"], "std::fmt::format");
    let basket = run.subject("auto::Basket");
    assert_eq!(basket["location"], serde_json::json!({"file": "src/lib.rs", "line": 12, "column": 5}));
    let findings = basket["findings"].as_array().unwrap();
    let found: Vec<_> = findings
        .iter()
        .map(|it| (it["status"].as_str().unwrap(), it["method"].as_str().unwrap(), &it["location"]["line"]))
        .collect();
    assert_eq!(found, [("confirmed", "add", &19.into()), ("confirmed", "average", &23.into())]);
    assert_eq!(run.subject("old::deep::Switch")["proof"]["status"], "proved");
    let documented = &run.subject("auto::nth")["findings"][0];
    assert_eq!((&documented["status"], &documented["kind"]), (&"documented".into(), &"index".into()));
}

#[test]
fn syntax_of_edition_2015_costs_no_proof() {
    let run = Fixture::new("old-edition").pct("--auto").exits(0);
    assert!(!run.stdout.contains("cannot be read"), "{}", run.stdout);
    run.shows("old_edition::gen::half  src/lib.rs:19\n  proved")
        .shows("old_edition::third  src/lib.rs:20\n  proved");
}

#[test]
fn a_second_run_builds_nothing_and_what_is_edited_added_or_removed_is_seen() {
    let fixture = Fixture::new("auto");
    fixture.pct("--auto").exits(2);
    fixture.pct("--auto").exits(2).says("nothing had changed");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    let mended = source
        .replace("self.total += price;", "self.total = self.total.wrapping_add(price);")
        .replace("self.prices.len() as u32 }", "(self.prices.len() as u32).max(1) }")
        .replace("mod inner;", "mod inner; pub mod fresh;");
    fixture.write("src/lib.rs", &mended);
    fixture.write("src/fresh.rs", "pub fn halve(n: u8) -> u8 { n / 2 }\n");
    let run = fixture.pct("--auto").exits(0);
    assert_eq!(run.subject("auto::fresh::halve")["proof"]["status"], "proved");
    fixture.write("src/lib.rs", &source);
    std::fs::remove_file(fixture.path("src/fresh.rs")).unwrap();
    assert!(!fixture.pct("--auto").exits(2).subjects().contains(&"auto::fresh::halve"));
    // Another runtime, as another version of ours brings: all that was compiled against the old one is compiled again.
    let library = fixture.build_folder().join("runtime/source/pct-runtime/src/lib.rs");
    let text = std::fs::read_to_string(&library).unwrap();
    std::fs::write(&library, format!("{text}\n// Changed.\n")).unwrap();
    fixture.pct("--auto").exits(2);
}

#[test]
fn a_target_folder_that_an_earlier_run_left_in_the_workspace_is_no_source() {
    let fixture = Fixture::new("auto");
    let kept = fixture.path("target");
    fixture.pct(&format!("--auto --target-dir {}", kept.display())).exits(2);
    assert!(kept.join("pct/runtime/source").is_dir());
    fixture.pct("--auto").exits(2).says("Annotated 11 items in 6 files, 2 cannot be");
}

#[test]
fn errors_are_shown_as_without_us() {
    let fixture = Fixture::new("auto");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    fixture.write("src/lib.rs", &source.replace("self.total += price;", "self.total += prize;"));
    let run = fixture.pct("--auto").exits(4).says("error[E0425]").says("src/lib.rs:19:23");
    assert!(!run.stderr.contains("pct::predicates"), "{}", run.stderr);
}

#[test]
fn attributes_count_as_before_and_the_rest_is_watched_too() {
    let fixture = Fixture::new("simple");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    fixture.write("src/lib.rs", &format!("{source}\npub fn third(n: u8) -> u8 {{ n / 3 }}\n"));
    let plain = fixture.pct("").exits(0);
    let auto = fixture.pct("--auto").exits(0);
    assert_eq!(plain.subject("simple::Gauge")["counts"], auto.subject("simple::Gauge")["counts"]);
    assert!(!plain.subjects().contains(&"simple::third"));
    assert!(auto.subjects().contains(&"simple::third"));
    assert_eq!(fixture.pct("").exits(0).subjects(), plain.subjects());
}

#[test]
fn a_runtime_that_cannot_be_built_is_an_error_that_says_what_to_do() {
    let fixture = Fixture::new("auto");
    let home = tempfile::tempdir().unwrap();
    let target = tempfile::tempdir().unwrap();
    let fixture = fixture.with("CARGO_HOME", home.path().to_str().unwrap());
    let run = fixture.pct(&format!("--auto --target-dir {}", target.path().display()));
    run.exits(1).says("the runtime of cargo-pct cannot be built").says("cargo fetch --manifest-path");
}

#[test]
fn tests_are_written_of_what_only_clients_write() {
    let fixture = Fixture::new("generic");
    let counts = |run: &Run| {
        let counts = &run.report()["totals"]["counts"];
        ["covered", "reachable", "undecided"].map(|verdict| counts[verdict].as_u64().unwrap())
    };
    // A customer who sees the busy shop may ask; our closures do nothing.
    let run = fixture.pct("--auto").exits(0);
    assert_eq!(counts(&run), [0, 46, 3]);
    let shop = run.subject("generic::Shop")["states"].as_array().unwrap();
    let open = shop.iter().filter(|state| state["verdict"] == "undecided");
    assert!(open.clone().all(|state| state["evidence"]["state"]["busy"] == "true"), "{shop:?}");
    assert_eq!(open.count(), 3);
    fixture.pct("gen --auto --write").exits(0).says("to tests/pct_generated.rs");
    let written = std::fs::read_to_string(fixture.path("tests/pct_generated.rs")).unwrap();
    let parts = [
        "Either::<i32, i32>::Left(0)",
        ".left_or_else(|_| 0)",
        "Either::<std::ops::Range<i32>, std::ops::Range<i32>>::Left(0..0)",
        "tone: Tone::Loud,",
        "Shelf::<i32, 1>::new()",
    ];
    for part in parts {
        assert!(written.contains(part), "{part} is missing:\n{written}");
    }
    let run = fixture.pct("--auto").exits(0);
    assert_eq!((counts(&run), run.failures()), ([46, 0, 3], vec![]));
}

#[test]
fn calls_are_written_on_the_types_that_make_functions_fit_together() {
    let fixture = Fixture::new("bare");
    let row = r"
mod storage {
    pub trait Slots<T> { fn count(&self) -> usize; }
    pub struct Owned<T, const N: usize>(pub(crate) [Option<T>; N]);
    impl<T, const N: usize> Slots<T> for Owned<T, N> { fn count(&self) -> usize { N } }
}
static MADE: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
/// Its storage has no public name, so that only the alias can be written.
pub struct RowOf<T, S> { storage: S, used: usize, kind: std::marker::PhantomData<fn() -> T> }
pub type Row<T, const N: usize> = RowOf<T, storage::Owned<T, N>>;
impl<T: Copy, const N: usize> Row<T, N> {
    pub fn new() -> Self {
        MADE.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        RowOf { storage: storage::Owned([None; N]), used: 0, kind: std::marker::PhantomData }
    }
}
impl<T, S: storage::Slots<T>> RowOf<T, S> {
    pub fn take(&mut self) -> bool {
        struct Count<'a>(&'a mut usize);
        impl Drop for Count<'_> { fn drop(&mut self) { *self.0 += 1; } }
        if self.used == self.storage.count() { return false; }
        let _count = Count(&mut self.used);
        true
    }
}
impl<T: Copy, const N: usize> AsRef<[Option<T>]> for Row<T, N> {
    fn as_ref(&self) -> &[Option<T>] { &self.storage.0 }
}
impl<T: Copy, const N: usize> AsRef<usize> for Row<T, N> {
    fn as_ref(&self) -> &usize { &self.used }
}
impl<T> From<Option<T>> for Steps { fn from(step: Option<T>) -> Self { Steps(u8::from(step.is_some())) } }
pub struct Steps(u8);
impl<'a, T, S> IntoIterator for &'a RowOf<T, S> {
    type Item = usize;
    type IntoIter = std::ops::Range<usize>;
    fn into_iter(self) -> Self::IntoIter { 0..self.used }
}
/// What stands for the parameter would be made of itself.
pub fn copied<K: std::borrow::Borrow<K> + Copy>(key: K) -> K { *key.borrow() }
pub struct Pair<A, B>(pub A, pub B);
impl<A, B> Pair<Option<A>, Result<B, u8>> {
    pub fn both(&self) -> bool { if self.0.is_some() { self.1.is_ok() } else { false } }
}
impl<A: Into<u64> + Copy, B> Pair<A, B> {
    pub fn map<C: Default>(&self, change: impl Fn(&B) -> bool) -> Option<C> {
        if change(&self.1) { Some(C::default()) } else { None }
    }
}
";
    fixture.write("src/lib.rs", row);
    let run = fixture.pct("--auto").exits(0);
    let undecided: Vec<String> = run.report()["subjects"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|subject| {
            let states = subject["states"].as_array().unwrap().iter();
            let open = states.filter(|state| state["verdict"] == "undecided");
            open.map(|state| format!("{} {state}", subject["id"])).collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(undecided, Vec::<String>::new());
    fixture.pct("gen --auto --write").exits(0);
    let written = std::fs::read_to_string(fixture.path("tests/pct_generated.rs")).unwrap();
    let parts = ["Row::<i32, 4>::new()", "(&s).into_iter()", "AsRef::<usize>::as_ref(&s)"];
    for part in parts {
        assert!(written.contains(part), "{part} is missing:\n{written}");
    }
    let run = fixture.pct("--auto").exits(0);
    assert_eq!(run.failures(), vec![]);
}

#[test]
fn random_calls_reach_what_needs_objects_that_only_other_calls_make() {
    let fixture = Fixture::new("bare");
    let gate = r"
pub struct Token { number: u32 }
pub struct Gate { issued: u32, open: bool }
impl Gate {
    pub fn new() -> Self { Gate { issued: 0, open: false } }
    pub fn issue(&mut self) -> Token {
        self.issued = self.issued.saturating_add(1);
        Token { number: self.issued }
    }
    pub fn enter(&mut self, token: Token) -> bool {
        if token.number == self.issued { self.open = true; }
        self.open
    }
}
";
    fixture.write("src/lib.rs", gate);
    let run = fixture.pct("--auto").exits(0);
    let states = run.subject("bare::Gate")["states"].as_array().unwrap().clone();
    let open = states.iter().filter(|state| state["verdict"] == "undecided");
    assert!(open.count() == 0 && !states.is_empty(), "{states:?}");
    fixture.pct("gen --auto").exits(0).shows("let token = s.issue();");
}

#[test]
fn what_is_only_lent_is_reached_through_what_lends_it() {
    let fixture = Fixture::new("bare");
    let desk = r"
pub struct Drawer { used: usize }
pub struct Desk { drawer: Drawer }
impl Desk {
    pub fn new() -> Self { Desk { drawer: Drawer { used: 0 } } }
    pub fn drawer(&mut self) -> &mut Drawer { &mut self.drawer }
    pub fn look(&self, at: usize) -> bool { if at < self.drawer.used { true } else { panic!() } }
}
impl Drawer {
    pub fn put(&mut self) -> bool {
        if self.used == 2 { return false; }
        self.used += 1;
        true
    }
}
";
    fixture.write("src/lib.rs", desk);
    let run = fixture.pct("--auto");
    let states = run.subject("bare::Drawer")["states"].as_array().unwrap().clone();
    let open = states.iter().filter(|state| state["verdict"] == "undecided");
    assert!(open.count() == 0 && !states.is_empty(), "{states:?}");
    fixture.pct("gen --auto").shows(".drawer();");
}

#[test]
fn a_finding_of_a_generic_class_is_confirmed_by_a_test_of_one_instance() {
    let fixture = Fixture::new("simple");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    let pile = r"
pub struct Pile<T> { items: Vec<T>, taken: usize }
impl<Item: Clone> Pile<Item> {
    pub fn new(items: Vec<Item>) -> Self { Pile { items, taken: 0 } }
    pub fn take(&mut self) -> Option<Item> { self.taken += 1; self.items.pop() }
    pub fn count(&self) -> usize { self.items.len() }
    /// Only where nothing was taken.
    pub unsafe fn whole(&self) { assert!(self.taken == 0) }
    pub fn taken(&self) -> usize { 10 / (3 - self.taken) }
}
pub struct Held<T> { items: Vec<T>, held: usize }
impl<T> Held<T> {
    pub fn new() -> Self { Held { items: Vec::new(), held: 0 } }
    pub fn hold(&mut self, item: T) { self.items.push(item); self.held += 1; }
}
";
    fixture.write("src/lib.rs", &format!("{source}{pile}"));
    let run = fixture.pct("--auto").exits(2);
    let pile = run.subject("simple::Pile");
    let findings = pile["findings"].as_array().unwrap();
    let of = |method: &str, status: &str| {
        findings
            .iter()
            .find(|it| it["method"] == method && it["status"] == status)
            .unwrap_or_else(|| panic!("{findings:#?}"))
    };
    // Whoever calls an unsafe function promises something.
    of("whole", "potential");
    let confirmed = of("taken", "confirmed");
    let calls = confirmed["reproduction"].as_array().unwrap();
    assert_eq!(calls[0], "let mut s = Pile::<i32>::new(vec![]);");
    let body: String = calls.iter().map(|call| format!("    {}\n", call.as_str().unwrap())).collect();
    fixture.write("tests/pasted.rs", &format!("use simple::Pile;\n\n#[test]\nfn pasted() {{\n{body}}}\n"));
    let run = fixture.pct("--auto").exits(4);
    let failed = &run.report()["totals"]["tests"]["failed"][0];
    assert!(failed["name"].as_str().unwrap().contains("pasted"), "{failed}");
    let checks = &run.report()["totals"]["checks"];
    assert!(checks["answered"].as_u64() >= Some(6), "{checks}");
    // What is assumed of the types that nobody knows is said.
    let held = &run.subject("simple::Held")["proof"];
    assert_eq!(
        (&held["status"], &held["scope"]),
        (&"proved".into(), &"every client, and type parameters and their associated types that have a size of at most 16 MiB".into())
    );
}

#[test]
fn a_call_is_shown_as_it_has_to_be_written() {
    let fixture = Fixture::new("simple");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    let small = r"
pub struct Small(u8);
impl Small {
    pub fn get(&self) -> u8 { self.0 }
}
pub fn made(number: u8) -> Small { assert!(number < 100); Small(number) }
pub struct Big<const N: usize>;
impl<const N: usize> Big<N> {
    pub fn small() -> Small { assert!(N < 10); Small(1) }
}
";
    fixture.write("src/lib.rs", &format!("{source}{small}"));
    let run = fixture.pct("--auto").exits(2);
    let findings = run.subject("simple::Small")["findings"].as_array().unwrap().clone();
    let of = |method: &str| findings.iter().find(|it| it["method"] == method).expect("it is there");
    assert_eq!(of("made")["status"], "confirmed");
    assert_eq!(of("made")["reproduction"][0], "let mut s = made(100);");
    // Which constant is meant would have to be said.
    assert_eq!(
        (&of("small")["status"], &of("small")["reproduction"]),
        (&"potential".into(), &serde_json::json!([]))
    );
}

#[test]
fn functions_that_no_probe_watches_are_judged_too() {
    let fixture = Fixture::new("simple");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    let more = r"
pub trait Share {
    fn share(&self, among: u32) -> u32;
    fn half(&self, of: u32) -> u32 { 10 / (2 - of.min(1)) }
}
macro_rules! share {
    ($($t:ty)*) => { $(impl Share for $t { fn share(&self, among: u32) -> u32 { u32::from(*self) / among } })* };
}
share!(u8 u16);
";
    fixture.write("src/lib.rs", &format!("{source}{more}"));
    let run = fixture.pct("--auto").exits(0);
    for of_type in ["u8", "u16"] {
        let share = run.subject(&format!("simple::<{of_type} as Share>::share"));
        let finding = &share["findings"][0];
        assert_eq!(
            (&finding["status"], &finding["kind"]),
            (&"potential".into(), &"divide".into()),
            "{share}"
        );
        assert_eq!(finding["location"]["file"], "src/lib.rs");
    }
    assert_eq!(run.subject("simple::Share::half")["proof"]["status"], "proved");
    // Who asks for some subjects gets no others.
    assert_eq!(fixture.pct("--auto --filter simple::Gauge").exits(0).subjects(), ["simple::Gauge"]);
}

/// Code that nobody should write: deep, wide, and endless.
fn unreasonable() -> String {
    let nested =
        (0..80).fold("x".to_owned(), |inner, n| format!("({inner}).wrapping_mul({n}).wrapping_add(1)"));
    let arms: String = (0..400).map(|n| format!("{n} => {},", n * 7 % 1000)).collect();
    let branches: String =
        (0..250).map(|n| format!("if x.len() > {n} && x[{n}] == {n} {{ total += 1; }}")).collect();
    let table: String = (0..4096).map(|n| format!("{n},")).collect();
    let loops = |each: &dyn Fn(u32) -> String| (0..6).map(each).collect::<String>();
    format!(
        "pub fn deep(x: u64) -> u64 {{ {nested} }}
         pub fn wide(x: u32) -> u32 {{ match x {{ {arms} _ => 0 }} }}
         pub fn many(x: &[u32]) -> u32 {{ let mut total: u32 = 0; {branches} total }}
         pub fn large(at: usize) -> u8 {{ let bytes = [0u8; 1 << 20]; bytes[at] }}
         pub const TABLE: [u64; 4096] = [{table}];
         pub fn looked_up(at: usize) -> u64 {{ TABLE[at] }}
         pub fn even(n: u32) -> bool {{ n == 0 || odd(n - 1) }}
         pub fn odd(n: u32) -> bool {{ n != 0 && even(n - 1) }}
         pub fn ackermann(m: u64, n: u64) -> u64 {{
             if m == 0 {{ n + 1 }} else if n == 0 {{ ackermann(m - 1, 1) }} else {{ ackermann(m - 1, ackermann(m, n - 1)) }}
         }}
         pub fn loops(n: u32) -> u32 {{ let mut t = 0u32; {} t += 1; {} t }}
         #[test] fn one_is_odd() {{ assert!(odd(1)); }}",
        loops(&|depth| format!("for _i{depth} in 0..n {{")),
        loops(&|_| "}".to_owned()),
    )
}

#[test]
fn no_code_makes_it_hang_and_what_is_not_proved_has_a_reason() {
    let fixture = Fixture::new("plain");
    fixture.write("src/lib.rs", &unreasonable());
    let run = fixture.pct("--auto --subject-timeout 2s --analysis-timeout 60s");
    assert!(matches!(run.code, Some(0 | 2)), "{run:?}");
    let report = run.report.as_ref().unwrap();
    let subjects = report["subjects"].as_array().unwrap();
    assert_eq!(subjects.len(), 9);
    for subject in subjects {
        let proof = &subject["proof"];
        let has_reason = proof["reason"].as_str().is_some_and(|reason| !reason.is_empty());
        assert!(proof["status"] == "proved" || has_reason, "{}: {proof}", subject["id"]);
    }
    assert!(report["milliseconds"]["analysis"].as_u64().unwrap() < 120_000, "{}", report["milliseconds"]);
}

/// Clients write what a public trait lets them: what that makes fail is a finding. Where only the crate implements a trait, or whoever
/// does promises more than its signatures say, nobody knows.
#[test]
fn what_clients_own_code_decides_is_no_unknown() {
    let fixture = Fixture::new("simple");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    let more = r"
pub trait Weigh { fn weight(&self) -> u32; }
mod sealed { pub trait Sealed {} }
pub trait OwnWeigh: sealed::Sealed { fn weight(&self) -> u32; }
pub unsafe trait SureWeigh { fn weight(&self) -> u32; }
pub fn share<W: Weigh>(w: &W) -> u32 { 10 / w.weight() }
pub fn own_share<W: OwnWeigh>(w: &W) -> u32 { 10 / w.weight() }
pub fn sure_share<W: SureWeigh>(w: &W) -> u32 { 10 / w.weight() }
pub fn called_share(f: impl Fn() -> u32) -> u32 { 10 / f() }
";
    fixture.write("src/lib.rs", &format!("{source}{more}"));
    let run = fixture.pct("--auto").exits(0);
    let of = |name: &str| {
        let findings = run.subject(&format!("simple::{name}"))["findings"].as_array().unwrap();
        let texts =
            findings.iter().map(|it| (it["status"].as_str().unwrap(), it["message"].as_str().unwrap()));
        texts.map(|(status, message)| format!("{status}: {message}")).collect::<Vec<_>>()
    };
    assert_eq!(of("share"), ["potential: attempt to divide by zero (as a client's `weight` may have it)"]);
    assert_eq!(of("called_share").len(), 1, "{:?}", of("called_share"));
    assert_eq!(of("own_share"), Vec::<String>::new());
    assert_eq!(of("sure_share"), Vec::<String>::new());
    let open = run.report()["totals"]["checks"]["open"].clone();
    assert_eq!(open[0]["functions"], 2, "{open}");
}

#[test]
fn the_code_of_dependencies_is_read() {
    let fixture = Fixture::new("dependent");
    let run = fixture.pct("--auto").exits(2);
    for proved in ["ratio", "evened", "first_or_zero", "Metres", "speed"] {
        assert_eq!(run.subject(&format!("dependent::{proved}"))["proof"]["status"], "proved", "{proved}");
    }
    // What fails there is found where the user's code calls it.
    let share = &run.subject("dependent::share")["findings"][0];
    let found = (&share["status"], &share["kind"], &share["location"]["line"]);
    assert_eq!(found, (&"confirmed".into(), &"divide".into(), &16.into()), "{share}");
    // A type's own functions say what it holds, and nobody else.
    assert_ne!(run.subject("dependent::next")["proof"]["status"], "proved");
    let again = fixture.pct("--auto").exits(2).says("nothing had changed");
    assert_eq!(again.report()["totals"]["code"], run.report()["totals"]["code"]);
    // Compiled again, it is read again.
    let library = std::fs::read_to_string(fixture.path("outside/arith/src/lib.rs")).unwrap();
    fixture.write(
        "outside/arith/src/lib.rs",
        &library.replace("part * 100 / whole", "part * 100 / whole.max(1)"),
    );
    let run = fixture.pct("--auto").exits(0);
    assert_eq!(run.subject("dependent::share")["proof"]["status"], "proved");
    // One with a profile of its own is read as it is compiled: what overflows there wraps around.
    let manifest = std::fs::read_to_string(fixture.path("Cargo.toml")).unwrap();
    fixture
        .write("Cargo.toml", &format!("{manifest}\n[profile.dev.package.arith]\noverflow-checks = false\n"));
    let library = std::fs::read_to_string(fixture.path("outside/arith/src/lib.rs")).unwrap();
    let own = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    let next = "pub fn successor(n: u8) -> u8 { n + 1 }";
    fixture.write("outside/arith/src/lib.rs", &format!("{library}\n{next}\n"));
    let wrapped = "pub fn wrapped(n: u8) -> u8 { 100 / arith::successor(n) }";
    fixture.write("src/lib.rs", &format!("{own}\n{wrapped}\n"));
    let run = fixture.pct("--auto").exits(2);
    assert_eq!(run.subject("dependent::ratio")["proof"]["status"], "proved");
    let finding = &run.subject("dependent::wrapped")["findings"][0];
    assert_eq!((&finding["status"], &finding["kind"]), (&"confirmed".into(), &"divide".into()), "{finding}");
    fixture.write("Cargo.toml", &manifest);
    fixture.write("outside/arith/src/lib.rs", &library);
    // Paths do not tell a crate from a module of its name.
    let confusing = "pub mod arith { pub fn percent(_: u32, _: u32) -> u32 { 0 } }
        pub fn share(n: u32) -> u32 { ::arith::percent(n, 7).min(9) }";
    fixture.write("src/lib.rs", confusing);
    let run = fixture.pct("--auto").exits(0);
    let reason = run.subject("dependent::share")["proof"].to_string();
    assert!(reason.contains("a module is called as the crate `arith`"), "{reason}");
}

#[test]
fn checks_may_be_left_out_of_what_a_crate_without_them_has_made() {
    let fixture = Fixture::new("unchecked");
    // The fixture's own tests see natively what may happen, with the code that was analysed.
    let run = fixture.pct("--auto").exits(2);
    assert_eq!(run.report()["totals"]["tests"]["passed"], 3);
    let divides = |run: &Run, subject: &str| -> Vec<u64> {
        let findings = run.subject(subject)["findings"].as_array().unwrap().clone();
        let divides = findings.iter().filter(|finding| finding["kind"] == "divide");
        divides.map(|finding| finding["location"]["line"].as_u64().unwrap()).collect()
    };
    assert_eq!(divides(&run, "unchecked::Weights"), [24]);
    assert_eq!(divides(&run, "unchecked::Steps"), [46]);
    assert!(divides(&run, "unchecked::Own").is_empty());
    // Tests are linked with what they alone depend on, too.
    let manifest = std::fs::read_to_string(fixture.path("Cargo.toml")).unwrap();
    let lists = "lists = { path = \"outside/lists\" }\n";
    let dev = manifest.replace(lists, "") + "\n[dev-dependencies]\n" + lists;
    fixture.write("Cargo.toml", &dev);
    let library = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    fixture.write("src/lib.rs", &library.replace("use lists as _;", "#[cfg(test)] use lists as _;"));
    let run = fixture.pct("--auto").exits(2);
    assert_eq!(run.report()["totals"]["tests"]["passed"], 3);
    assert_eq!(
        (divides(&run, "unchecked::Weights"), divides(&run, "unchecked::Steps")),
        (vec![24], vec![46])
    );
    // With the checks, only they fail: the divisors are never zero.
    fixture.write("Cargo.toml", &manifest.replace("overflow-checks = false", "overflow-checks = true"));
    fixture
        .write("src/lib.rs", &library.replace("attempt to divide by zero", "attempt to add with overflow"));
    let run = fixture.pct("--auto").exits(2);
    assert_eq!(run.report()["totals"]["tests"]["passed"], 3);
    for subject in ["unchecked::Weights", "unchecked::Steps", "unchecked::Own"] {
        assert!(divides(&run, subject).is_empty(), "{subject}");
    }
}

#[test]
fn an_item_that_cannot_be_read_costs_what_may_meet_it() {
    let run = Fixture::new("unread").with("RUSTC_BOOTSTRAP", "1").pct("--auto").exits(0);
    assert_eq!(run.report()["totals"]["tests"]["passed"], 1);
    let status = |subject: &str| run.subject(subject)["proof"]["status"].clone();
    for proved in ["half", "Lamp"] {
        assert_eq!(status(&format!("unread::{proved}")), "proved", "{proved}");
    }
    for subject in ["unread::part", "unread::grow", "unread::<Counter>::share"] {
        assert_ne!(status(subject), "proved", "{subject}");
        let reason = run.subject(subject)["proof"].to_string();
        assert!(reason.contains("an item of its source that cannot be read"), "{subject}: {reason}");
    }
}

#[test]
fn included_code_keeps_its_file_and_line() {
    let fixture = Fixture::new("plain");
    fixture.write(
        "build.rs",
        "fn main() {
            let folder = std::env::var(\"OUT_DIR\").unwrap();
            let code = \"/// A table.\\npub fn power(i: usize) -> u16 {\\n    [1, 10, 100][i]\\n}\\npub fn half(n: u8) -> u8 { 9 / (n / 2 + 1) }\\n\";
            std::fs::write(std::path::Path::new(&folder).join(\"table.rs\"), code).unwrap();
            println!(\"cargo:rerun-if-changed=build.rs\");
        }",
    );
    let including = "pub mod made { include!(concat!(env!(\"OUT_DIR\"), \"/table.rs\")); }
        pub fn third(n: u8) -> u8 { 9 / (n / 3 + 1) }\n";
    fixture.write("src/lib.rs", including);
    let run = fixture.pct("--auto").exits(2);
    let power = run.subject("plain::made::power");
    for place in [&power["location"], &power["findings"][0]["location"]] {
        let file = place["file"].as_str().unwrap();
        assert!(file.ends_with("/out/table.rs"), "{file}");
        assert_eq!(place["line"], 3, "{place}");
    }
    let run = run.shows("/out/table.rs:3");
    assert_eq!(run.report()["totals"]["checks"]["answered"], 3);
}

#[test]
fn what_async_code_checks_is_open() {
    let fixture = Fixture::new("plain");
    let source = "pub async fn left(n: u32) -> u32 { 100 / n }
        pub fn half(n: u8) -> u8 { 9 / (n / 2 + 1) }
        pub fn later(n: u8) -> impl Future<Output = u8> { async move { 100 / n } }
        pub struct Limit { left: u32 }
        impl Limit {
            pub async fn take(&mut self, n: u32) { self.left = 100 / n }
            pub fn share(&self) -> u32 { 100 / (self.left / 2 + 1) }
        }\n";
    fixture.write("src/lib.rs", source);
    let run = fixture.pct("--auto").exits(0);
    let checks = &run.report()["totals"]["checks"];
    assert_eq!((&checks["functions"], &checks["answered"]), (&5.into(), &2.into()), "{checks}");
    let open = &checks["open"][0];
    assert_eq!(open["functions"], 3, "{checks}");
    assert!(open["reason"].as_str().unwrap().contains("`async` runs code later"), "{checks}");
    assert_eq!(run.subject("plain::half")["proof"]["status"], "proved");
    for subject in ["plain::left", "plain::later", "plain::Limit"] {
        assert_ne!(run.subject(subject)["proof"]["status"], "proved", "{subject}");
    }
}

#[test]
fn keywords_as_names_are_written_raw_in_tests() {
    let fixture = Fixture::new("plain");
    let source = "pub struct Open { pub r#type: u8, pub plain: u8 }
        impl Open {
            pub fn share(&self) -> u8 { if self.plain > 3 { 100 / self.r#type } else { 7 } }
            pub fn raise(&mut self) { self.plain = 4; }
        }
        pub enum Kind { r#match { r#loop: u8 }, r#if }
        pub fn part(kind: Kind) -> u8 { match kind { Kind::r#match { r#loop } => 100 / r#loop, Kind::r#if => 0 } }
        pub fn bump(r#in: &mut u8) { *r#in /= 2; }\n";
    fixture.write("src/lib.rs", source);
    let run = fixture.pct("--auto").exits(2);
    // Confirmed is what was compiled and run.
    let share = &run.subject("plain::Open")["findings"][0];
    assert_eq!(share["status"], "confirmed", "{share}");
    assert_eq!(share["reproduction"][0], "let mut s = Open { r#type: 0, plain: 4 };");
    let part = &run.subject("plain::part")["findings"][0];
    assert_eq!(part["status"], "confirmed", "{part}");
    assert_eq!(part["reproduction"][0], "part(Kind::r#match { r#loop: 0 });");
    // So is a test that is printed.
    let run = fixture.pct("gen --auto").exits(0);
    run.shows("r#type: ").shows("part(Kind::r#if)").shows("bump(&mut r#in)");
}
