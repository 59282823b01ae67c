//! `--auto`: the calls that tests and reproductions write.

use crate::support::{Fixture, Run};

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
    ];
    for part in parts {
        assert!(written.contains(part), "{part} is missing:\n{written}");
    }
    // How many places the shelf has is the solver's choice.
    let places = written.split("Shelf::<i32, ").nth(1).and_then(|rest| rest.split_once(">::new()"));
    assert!(places.is_some_and(|(places, _)| places.parse::<u8>().is_ok()), "no shelf is made:\n{written}");
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
fn random_calls_reach_functions_of_a_class_that_are_given_no_object_of_it() {
    let fixture = Fixture::new("bare");
    let deck = r"
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
pub struct Deck { cards: Vec<u32> }
impl Deck {
    pub fn new() -> Self { Deck { cards: Vec::new() } }
    pub fn put(&mut self, card: u32) { self.cards.push(card); }
    pub fn is_lucky(seed: u64) -> bool {
        let mut hasher = DefaultHasher::new();
        seed.hash(&mut hasher);
        if hasher.finish() % 2 == 0 { true } else { false }
    }
}
";
    fixture.write("src/lib.rs", deck);
    let run = fixture.pct("--auto").exits(0);
    let states = run.subject("bare::Deck")["states"].as_array().unwrap().clone();
    let open = states.iter().filter(|state| state["verdict"] == "undecided");
    assert!(open.count() == 0 && states.len() > 5, "{states:?}");
    fixture.pct("gen --auto").exits(0).shows("Deck::is_lucky(");
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
        (&"proved".into(), &"every client, and type parameters (and their associated types) that do not panic in their own code, order their values totally and take 1 byte to 16 MiB".into())
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
    let findings = run.ways("simple::Small");
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

/// The types of `std::arch` hold numbers, and run nothing.
#[cfg(target_arch = "x86_64")]
#[test]
fn functions_of_a_type_with_vectors_of_the_processor_are_run() {
    let fixture = Fixture::new("simple");
    let source = "\
use std::arch::x86_64::__m128i;
pub struct Blocks { _all: Vec<__m128i> }
impl Blocks {
    pub fn new() -> Blocks { Blocks { _all: Vec::new() } }
    pub fn below(&self, n: u64) -> u64 { n - 1 }
}
";
    fixture.write("src/lib.rs", source);
    fixture.pct("--auto").exits(2).shows("s.below(0);").shows("1 confirmed, 0 potential");
}

/// A method of std's trait on `str` is called on a text, without an object.
#[test]
fn methods_that_a_crate_gives_to_texts_are_called() {
    let fixture = Fixture::new("simple");
    let source = "\
pub struct Name { text: String }
impl Name { pub fn new(text: &str) -> Name { Name { text: text.to_owned() } } }
impl PartialEq<Name> for str {
    fn eq(&self, other: &Name) -> bool { self.len() == other.text.len() }
}
";
    fixture.write("src/lib.rs", source);
    fixture.pct("gen --auto").exits(0).shows("<str as std::cmp::PartialEq::<Name>>::eq(");
}
