//! Exploration: what breaks is found by calls that are made up, and shown by tests.

use crate::support::Fixture;

/// A function or method for each kind of argument, each of which panics for some arguments, with its name.
const KINDS: &str = r#"
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::time::Duration;

pub fn option(it: Option<u8>) { assert!(it != Some(7), "option") }
pub fn result(it: Result<u8, String>) { assert!(it != Err("no".to_owned()), "result") }
pub fn character(it: char) { assert!(it != 'é', "character") }
pub fn float(it: f64) { assert!(!(it > 1e9), "float") }
pub fn text(it: &str) { assert!(!it.starts_with("sesame"), "text") }
pub fn owned_text(it: String) { assert!(it.len() != 3, "owned_text") }
pub fn bytes(it: &[u8]) { assert!(!it.starts_with(&[0xca, 0xfe, 0xba, 0xbe]), "bytes") }
pub fn slice(it: &[u16]) { assert!(!(it.len() == 3 && it[1] == 500), "slice") }
pub fn changed_slice(it: &mut [i8]) { it.sort(); assert!(it.first() != Some(&-5), "changed_slice") }
pub fn texts(it: Vec<String>) { assert!(it.len() < 3, "texts") }
pub fn array(it: [u8; 3]) { assert!(it != [1, 2, 3], "array") }
pub fn pair((a, b): (u8, bool)) { assert!(!(a == 9 && b), "pair") }
pub fn map(it: &BTreeMap<u8, bool>) { assert!(it.get(&4) != Some(&true), "map") }
pub fn set(it: HashSet<i32>) { assert!(!(it.contains(&1) && it.contains(&2)), "set") }
pub fn range(it: Range<u32>) { assert!(!(it.start > it.end), "range") }
pub fn boxed(it: Box<[u8]>) { assert!(it.len() != 2, "boxed") }
pub fn duration(it: Duration) { assert!(it < Duration::from_secs(1 << 40), "duration") }
pub fn closure(it: impl Fn(u8) -> i32) { assert!(it(1) != 64, "closure") }
pub fn iterator<I: Iterator<Item = i64>>(it: I) { assert!(it.sum::<i64>() != 100, "iterator") }
pub fn generic<T: Clone + PartialEq>(it: &[T]) { assert!(!(it.len() > 1 && it[0] == it[1]), "generic") }
pub fn number(it: u64) { assert!(it != 0x1234_5678_9abc, "number") }

pub enum Figure { Circle(u8), Square { side: i16 }, Nothing }
pub fn figure(it: Figure) {
    match it {
        Figure::Circle(200) => panic!("circle"),
        Figure::Square { side } if side < -300 => panic!("square"),
        _ => {}
    }
}

pub struct Point { pub x: i32, pub y: i32 }
pub fn point(it: &Point) { assert!(!(it.x == 3 && it.y == 4), "point") }

pub struct Bag { all: Vec<u8>, limit: usize }
impl Bag {
    pub fn new(limit: u8) -> Option<Bag> { (limit > 2).then(|| Bag { all: Vec::new(), limit: limit.into() }) }
    pub fn add(&mut self, it: u8) { assert!(self.all.len() < self.limit, "full"); self.all.push(it) }
    pub fn join(mut self, other: Bag) -> Bag { self.all.extend(other.all); assert!(self.all.len() < 2, "joined"); self }
    pub fn contents(&self) -> Contents<'_> { Contents { of: self, at: 0 } }
}
pub struct Contents<'b> { of: &'b Bag, at: usize }
impl Contents<'_> {
    pub fn another(&mut self) -> Option<u8> {
        let it = *self.of.all.get(self.at)?;
        self.at += 1;
        assert!(self.at < 2, "another");
        Some(it)
    }
}

pub fn dyn_display(it: &dyn std::fmt::Display) { assert!(it.to_string().len() != 3, "dyn_display") }
pub fn box_dyn_fn(it: Box<dyn Fn(u8) -> u8>) { assert!(it(1) != 77, "box_dyn_fn") }
pub fn box_dyn_iter(it: Box<dyn Iterator<Item = u8>>) { assert!(it.count() != 3, "box_dyn_iter") }
pub fn dyn_write(it: &mut dyn std::fmt::Write, n: u8) { let _ = it.write_str(""); assert!(n != 99, "dyn_write") }
pub fn fn_pointer(it: fn(u8) -> u8, n: u8) { assert!(n != 99 || it(1) != 0, "fn_pointer") }
pub fn path(it: &std::path::Path) { assert!(it.extension().is_none(), "path") }
pub fn ip_address(it: std::net::IpAddr) { assert!(!it.is_ipv6(), "ip_address") }
pub fn atomic(it: &std::sync::atomic::AtomicU8) { assert!(it.load(std::sync::atomic::Ordering::SeqCst) != 9, "atomic") }
pub fn chars(it: std::str::Chars) { assert!(it.count() != 4, "chars") }
pub fn slice_iter(it: std::slice::Iter<u8>) { assert!(it.count() != 4, "slice_iter") }
pub fn peekable<I: Iterator<Item = u8>>(mut it: std::iter::Peekable<I>) { assert!(it.peek() != Some(&9), "peekable") }
pub fn impl_iterator(it: impl Iterator<Item = u8>) { assert!(it.count() != 5, "impl_iterator") }
pub fn reader<R: std::io::Read>(mut it: R) { let mut b = [0; 2]; if it.read(&mut b).is_ok() { assert!(b != [1, 2], "reader") } }
pub fn impl_into(it: impl Into<String>) { assert!(it.into().len() != 4, "impl_into") }

pub trait Key<T = usize> { fn key(&self) -> Option<T>; }
impl<T: Copy> Key<T> for std::ops::RangeFrom<T> { fn key(&self) -> Option<T> { Some(self.start) } }
pub fn keyed<K: Key>(it: K) { assert!(it.key() != Some(77), "keyed") }

pub struct Wide<B = u32> { bits: Vec<B> }
impl Wide<u32> { pub fn new() -> Self { Wide { bits: Vec::new() } } }
impl<B: Copy + PartialEq> Wide<B> {
    pub fn put(&mut self, b: B) { self.bits.push(b); }
    pub fn same(&self) { assert!(!(self.bits.len() > 2 && self.bits[0] == self.bits[1]), "same") }
}

pub trait Shape { fn area(&self) -> u32; }
pub struct Square { pub side: u16 }
impl Shape for Square { fn area(&self) -> u32 { self.side as u32 } }
pub fn dyn_own(it: &dyn Shape) { assert!(it.area() != 45, "dyn_own") }
pub fn lazily(n: u8) -> impl Iterator<Item = u8> { (0..n).map(|x| { assert!(x != 40, "lazily"); x }) }

pub trait Doubled { fn doubled(&self) -> u8; }
macro_rules! halved { ($($t:ty),*) => { $(impl Halved for $t { fn halved(self) -> $t { assert!(self != 77, "halved"); self / 2 } })* } }
pub trait Halved { fn halved(self) -> Self; }
halved!(i64, u16);

pub trait Digits { const BASE: usize; }
pub struct Binary;
impl Digits for Binary { const BASE: usize = 2; }
pub struct Hexadecimal;
impl Digits for Hexadecimal { const BASE: usize = 16; }
pub fn digits<D: Digits>(n: usize) -> usize { assert!(D::BASE < 10 || n != 1234, "digits"); n % D::BASE }

pub struct Table { cells: Vec<u64>, width: usize }
impl Table {
    pub fn new(width: u16, height: u16) -> Table {
        let mut cells = Vec::new();
        for cell in 0..u64::from(width) * u64::from(height) { cells.push(cell.wrapping_mul(cell) ^ cell.rotate_left(7)); }
        Table { cells, width: width.into() }
    }
    pub fn at(&self, x: usize, y: usize) -> Option<&u64> { assert!(x != self.width || y < 2, "at"); self.cells.get(y * self.width + x) }
}

pub struct Known(std::collections::BTreeMap<u64, u8>);
impl Known {
    pub fn new() -> Known { Known(std::collections::BTreeMap::new()) }
    pub fn put(&mut self, key: u64) { *self.0.entry(key).or_insert(0) += 1; }
    pub fn forget(&mut self, key: u64) { assert!(key < 1 << 40 || self.0.get(&key) != Some(&2), "forget"); self.0.remove(&key); }
}

/// Reads `north-by-northwest`, and such.
pub fn heading(it: &str) { let sum = it.bytes().fold(0u32, |sum, byte| sum.wrapping_mul(31) ^ u32::from(byte)); assert!(sum != 3286837762, "heading") }

#[derive(Clone, Copy)]
pub struct Coin { pub side: u8 }
impl Coin { pub fn flip(self) -> u8 { assert!(self.side != 61, "flip"); self.side } }
pub fn named(it: &'static str) { assert!(!it.starts_with("sesame"), "named") }
pub struct Label { text: &'static [u8] }
impl Label { pub fn new(text: &'static [u8]) -> Label { assert!(text.len() != 2, "label"); Label { text } } pub fn size(&self) -> usize { self.text.len() } }
pub fn nan(it: f64) { assert!(!it.is_nan(), "nan") }
pub struct Holder<'h> { first: Option<&'h Bag>, count: u8 }
impl<'h> Holder<'h> {
    pub fn empty() -> Holder<'h> { Holder { first: None, count: 0 } }
    pub fn hold(&mut self, it: &'h Bag) { let known = *self.first.get_or_insert(it); self.count = known.all.len() as u8; assert!(self.count != 1, "hold") }
    pub fn same(&self) { assert!(self.first.is_none_or(|it| it.all.len() as u8 == self.count), "sesame") }
}
pub fn hooked(n: u8) { if n == 3 { std::panic::set_hook(Box::new(|_| ())) } }

pub struct Price { pub cents: i64 }
impl std::fmt::Display for Price {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { assert!(self.cents != 404, "display"); f.pad("") }
}
pub struct Hashed<S> { keys: Vec<u16>, hasher: S }
impl<S: Default> Hashed<S> { pub fn new() -> Self { Hashed { keys: Vec::new(), hasher: S::default() } } }
impl<S: std::hash::BuildHasher> Hashed<S> {
    pub fn insert(&mut self, key: u16) { let _ = self.hasher.hash_one(key); self.keys.push(key); assert!(self.keys != [3, 3], "hasher") }
}
mod inner { pub struct Plain; }
pub type Aliased<T> = Tagged<T, inner::Plain>;
pub struct Tagged<T, K> { all: Vec<T>, kind: std::marker::PhantomData<K> }
impl<T> Tagged<T, inner::Plain> { pub fn new() -> Self { Tagged { all: Vec::new(), kind: std::marker::PhantomData } } }
impl<T: PartialEq, K> Tagged<T, K> {
    pub fn push(&mut self, it: T) { assert!(self.all.len() != 2 || self.all[1] != it, "alias"); self.all.push(it) }
}
pub struct Token { number: u32 }
pub struct Gate { issued: u32 }
impl Gate {
    pub fn new() -> Self { Gate { issued: 0 } }
    pub fn issue(&mut self) -> Token { self.issued = self.issued.saturating_add(1); Token { number: self.issued } }
    pub fn enter(&mut self, token: Token) { assert!(token.number + 2 != self.issued, "token"); }
}
pub struct Drawer { used: u8, locked: bool }
pub struct Desk { drawer: Drawer }
impl Desk {
    pub fn new() -> Self { Desk { drawer: Drawer { used: 0, locked: false } } }
    pub fn drawer(&mut self) -> &mut Drawer { &mut self.drawer }
    pub fn first(&self) -> Option<&Drawer> { if self.drawer.locked { None } else { Some(&self.drawer) } }
    pub fn close(&self) { assert!(self.drawer.used != 3, "lent") }
}
impl Drawer {
    pub fn put(&mut self) { self.used = self.used.saturating_add(1); }
    pub fn look(&self, at: u8) { assert!(self.used != 2 || at != 77, "lent twice") }
}
pub struct Cells<T: ?Sized> { used: usize, all: T }
impl Cells<[u8; 4]> {
    pub fn new() -> Self { Cells { used: 0, all: [0; 4] } }
    pub fn view(&mut self) -> &mut Cells<[u8]> { self }
}
impl Cells<[u8]> { pub fn put(&mut self, it: u8) { if let Some(cell) = self.all.get_mut(self.used) { *cell = it; self.used += 1; } assert!(self.all[..2] != [7, 7], "view") } }
pub fn cx(pct_run: u8) { assert!(pct_run != 33, "cx") }

impl Doubled for str { fn doubled(&self) -> u8 { assert!(self.len() < 100, "doubled"); 2 * self.len() as u8 } }
"#;

#[test]
fn arguments_of_every_kind_are_made_up() {
    let fixture = Fixture::new("simple");
    fixture.write("src/lib.rs", KINDS);
    let run = fixture.pct("--auto --explore 25s --subject-timeout 1s --analysis-timeout 100s").exits(2);
    let report = run.report();
    let subjects = report["subjects"].as_array().unwrap();
    let findings = subjects.iter().flat_map(|subject| subject["findings"].as_array().unwrap());
    let shown = |name: &str| {
        let is_it = |finding: &&serde_json::Value| {
            finding["status"] == "confirmed" && finding["replay"]["message"].as_str() == Some(name)
        };
        findings.clone().any(|finding| is_it(&finding))
    };
    let names: Vec<&str> = KINDS.match_indices('"').map(|(at, _)| &KINDS[at + 1..]).collect();
    let names = names.iter().step_by(2).filter_map(|text| text.split_once('"')).map(|(name, _)| name);
    let names = names.filter(|name| !["no", "sesame", ""].contains(name));
    let missing: Vec<&str> = names.filter(|name| !shown(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    // No client can change what is held.
    assert!(!shown("sesame"));
}

#[test]
fn abstract_states_are_reached_and_proofs_are_challenged() {
    let fixture = Fixture::new("simple");
    fixture.write(
        "src/lib.rs",
        "pub struct Lock { known: u32, is_open: bool }
        impl Lock {
            pub fn new() -> Lock { Lock { known: 0, is_open: false } }
            pub fn enter(&mut self, code: &str) {
                let sum = code.bytes().fold(7u32, |sum, byte| sum.wrapping_mul(31) ^ u32::from(byte));
                if self.known == 2 && code.len() > 3 { self.is_open = true }
                self.known = if code.starts_with(\"sesame\") { self.known.wrapping_add(1) } else { sum & 1 };
            }
            pub fn has_opened(&self) -> bool { if self.is_open { true } else { false } }
        }
        pub fn halved(n: u32) -> u32 { n / 2 }\n",
    );
    let run = fixture.pct("--auto --explore 6s --analysis-timeout 40s");
    let lock = run.subject("simple::Lock");
    assert_eq!(lock["counts"]["undecided"], 0, "{lock:#}");
    let states = lock["states"].as_array().unwrap();
    let is_reached = |it: &&serde_json::Value| {
        it["evidence"]["source"].as_str().is_some_and(|source| source.contains("has_opened"))
    };
    assert!(states.iter().any(|it| is_reached(&it)), "{lock:#}");
    let proof = run.subject("simple::halved")["proof"].clone();
    assert_eq!(proof["status"], "proved");
    assert!(proof["challenges"].as_u64().unwrap() > 1000, "{proof}");
    let without = fixture.pct("--auto --explore 0");
    assert_eq!(without.subject("simple::halved")["proof"]["challenges"], 0);
}

/// The programs of Daca, Gupta and Henzinger: every branch is reached but one, and that is proved unreachable.
#[test]
fn the_branches_of_the_paper_s_programs_are_reached_or_proved_unreachable() {
    let run = Fixture::new("goals").pct("--auto --granularity branches --explore 20s --analysis-timeout 60s");
    for (name, never) in [("simple_while", None), ("branches", None), ("unreach", Some("unreach:branch4"))] {
        let subject = run.subject(&format!("goals::{name}"));
        let states = subject["states"].as_array().unwrap();
        for cutpoint in subject["cutpoints"].as_array().unwrap() {
            let own = states.iter().filter(|state| state["cutpoint"] == cutpoint["id"]);
            let verdicts: Vec<&str> = own.map(|state| state["verdict"].as_str().unwrap()).collect();
            let is_reached = verdicts.contains(&"reachable");
            assert!(!verdicts.contains(&"undecided"), "{}: {verdicts:?}", cutpoint["label"]);
            assert_eq!(
                is_reached,
                never != cutpoint["label"].as_str(),
                "{}: {verdicts:?}",
                cutpoint["label"]
            );
        }
    }
}

#[test]
fn a_panic_of_std_is_a_finding_where_the_crate_calls_it() {
    let fixture = Fixture::new("simple");
    fixture.write(
        "src/lib.rs",
        "use std::time::Duration;
        pub fn years(times: u32) -> Duration {
            Duration::from_secs(1 << 40) * times
        }\n",
    );
    let run = fixture.pct("--auto --explore 3s --effort quick").exits(2);
    let findings = run.subject("simple::years")["findings"].clone();
    let is_it = |it: &serde_json::Value| it["status"] == "confirmed" && it["location"]["line"] == 3;
    assert!(findings.as_array().unwrap().iter().any(is_it), "{findings:#}");
}

#[test]
fn functions_that_reach_the_world_outside_or_ask_for_something_are_not_explored() {
    let fixture = Fixture::new("simple");
    fixture.write(
        "src/lib.rs",
        "pub fn leaves(code: u8) { if code == 7 { std::fs::write(\"left\", \"\").unwrap(); panic!(\"left\") } }
        /// # Panics
        /// If there is nothing.
        pub fn share(parts: u32) -> u32 { hidden(parts) }
        fn hidden(parts: u32) -> u32 { std::env::args().count() as u32 / parts }
        pub fn endless(times: u8) { if times == 3 { loop { std::hint::spin_loop() } } }
        pub fn ends(times: u8) { if times == 4 { std::process::abort() } }
        pub fn deep(text: &str) -> u32 { assert!(text.len() < 20, \"deep\"); 1 }\n",
    );
    let run = fixture.pct("--auto --explore 6s --effort quick").exits(2);
    let status = |name: &str| {
        let findings = run.subject(&format!("simple::{name}"))["findings"].clone();
        findings
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["status"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    // What ends the process, or does not end, stops nothing.
    assert_eq!(status("deep"), ["confirmed"]);
    assert!(!status("leaves").contains(&"confirmed".to_owned()));
    assert!(!fixture.path("left").exists());
}

#[test]
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn what_code_does_that_is_not_known_is_refused_by_the_system() {
    let fixture = Fixture::new("simple");
    let left = fixture.path("left");
    let reach = format!("std::fs::write({left:?}, \"\").unwrap();");
    fixture.write(
        "src/lib.rs",
        &format!(
            "/// What a trait object does is not known.
            pub trait Act {{ fn act(&self) -> u8; }}
            pub struct Adds {{ pub to: u8 }}
            impl Act for Adds {{ fn act(&self) -> u8 {{ self.to }} }}
            pub struct Writes;
            impl Act for Writes {{ fn act(&self) -> u8 {{ {reach} 1 }} }}
            pub fn run(it: &dyn Act, n: u8) {{ assert!(it.act() != 9 || n != 5, \"run\"); }}
            pub fn written(n: u8) {{ let it: Box<dyn Act> = Box::new(Writes); it.act(); assert!(n != 5, \"written\"); }}
            pub struct Dropped {{ pub n: u8 }}
            impl Drop for Dropped {{ fn drop(&mut self) {{ {reach} }} }}
            #[derive(PartialEq, Eq)]
            pub struct Hashed {{ pub n: u8 }}
            impl std::hash::Hash for Hashed {{ fn hash<H: std::hash::Hasher>(&self, _: &mut H) {{ {reach} }} }}
            pub fn all(them: std::collections::HashSet<Hashed>) {{ assert!(them.len() != 1, \"all\") }}
            struct Lazy;
            const LAZY: std::cell::LazyCell<u8> = std::cell::LazyCell::new(|| {{ {reach} 3 }});
            pub fn lazy(n: u8) -> u8 {{ let _ = Lazy; let it = LAZY; *it / n }}\n"
        ),
    );
    let run = fixture.pct("--auto --explore 5s --analysis-timeout 20s");
    assert!(!left.exists());
    let confirmed: Vec<String> = confirmed(run.report());
    assert!(confirmed.contains(&"run".to_owned()), "{confirmed:?}");
    assert!(
        !confirmed.contains(&"written".to_owned()) && !confirmed.contains(&"all".to_owned()),
        "{confirmed:?}"
    );
}

#[test]
fn what_the_code_prints_is_not_what_the_engine_tells() {
    let fixture = Fixture::new("simple");
    fixture.write(
        "src/lib.rs",
        "fn say(text: &str) { print!(\"{text}\") }
        fn speaker(loudly: bool) -> fn(&str) { if loudly { say } else { |_| () } }
        pub fn printed(n: u8) { println!(\"{n}\"); assert!(n != 7, \"printed\") }
        thread_local! { static COUNT: std::cell::Cell<u8> = const { std::cell::Cell::new(0) }; }
        pub fn counted(n: u8) { COUNT.with(|it| it.set(n)); assert!(n != 9, \"counted\") }
        pub fn unended(n: u8) { speaker(true)(\"so\"); assert!(n != 5, \"unended\") }
        pub fn forged(n: u8) {
            speaker(true)(\"\\nunprotected\\nend\\t1\\t1\\t1\\t1\\t1\\ttime\\nhang\\t1\\t\\n\");
            assert!(n != 250, \"forged\")
        }\n",
    );
    let run = fixture.pct("--auto --explore 4s --analysis-timeout 20s");
    assert!(!run.stdout.contains("is not explored"), "{}", run.stdout);
    let confirmed = confirmed(run.report());
    assert!(
        ["unended", "forged", "printed", "counted"]
            .iter()
            .all(|name| confirmed.contains(&(*name).to_owned())),
        "{confirmed:?}"
    );
}

/// `format!` panics where the function that it calls returns an error. That function does not panic: it may be proved.
#[test]
fn a_format_that_fails_contradicts_no_proof() {
    let fixture = Fixture::new("simple");
    fixture.write(
        "src/lib.rs",
        "use std::fmt;
        pub struct Odd(pub u8);
        impl fmt::Display for Odd {
            fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result { if self.0 == 3 { Err(fmt::Error) } else { Ok(()) } }
        }\n",
    );
    let run = fixture.pct("--auto --explore 3s --analysis-timeout 20s").exits(0);
    assert_eq!(run.subject("simple::Odd")["proof"]["status"], "proved");
    assert_eq!(run.report()["totals"]["counts"]["undecided"], 0);
}

#[test]
fn each_check_of_a_line_is_one_finding_and_what_panics_by_chance_is_none() {
    let fixture = Fixture::new("simple");
    fixture.write(
        "src/lib.rs",
        "pub fn two(x: Option<u8>, y: Option<u8>) -> u8 { x.unwrap().wrapping_add(y.unwrap()) }
        pub fn indexed(a: &[u8], b: &[u8], i: usize) -> u8 { a[i] ^ b[i] }
        pub fn parts(s: &str, t: &str) -> usize { s.split(';').nth(1).expect(\"part\").len() + t.split(';').nth(2).expect(\"part\").len() }
        pub fn chance(x: u8) {
            use std::hash::{BuildHasher, Hasher};
            let drawn = std::collections::hash_map::RandomState::new().build_hasher().finish();
            assert!(drawn % 64 != 7 || x == 3, \"chance\")
        }
        pub struct Loud(u8);
        impl Drop for Loud { fn drop(&mut self) { if self.0 == 5 { panic!(\"loud\") } } }
        pub fn several(x: u8) -> Vec<Loud> { vec![Loud(x)] }\n",
    );
    let run = fixture.pct("--auto --explore 5s --analysis-timeout 30s").exits(2);
    let lines = |name: &str| -> Vec<(String, u64)> {
        let findings = run.subject(&format!("simple::{name}"))["findings"].clone();
        let of = |it: &serde_json::Value| {
            (it["status"].as_str().unwrap().to_owned(), it["location"]["column"].as_u64().unwrap())
        };
        findings.as_array().unwrap().iter().map(of).collect()
    };
    for name in ["two", "indexed", "parts"] {
        let found = lines(name);
        let columns: std::collections::BTreeSet<u64> = found.iter().map(|(_, column)| *column).collect();
        assert_eq!((found.len(), columns.len()), (2, 2), "{name}: {found:?}");
        assert!(found.iter().all(|(status, _)| status == "confirmed"), "{name}: {found:?}");
    }
    assert!(!lines("chance").iter().any(|(status, _)| status == "confirmed"));
}

#[test]
fn what_fails_behind_the_assertions_of_a_function_is_not_what_it_documents() {
    let fixture = Fixture::new("simple");
    fixture.write(
        "src/lib.rs",
        "/// # Panics
        /// If `at` is beyond the end.
        pub fn nth(all: &[u8], at: usize) -> u8 {
            assert!(at <= all.len(), \"beyond\");
            all[at]
        }
        /// # Panics
        /// If there is none.
        pub fn first(all: &[u8]) -> u8 { all[0] }\n",
    );
    let run = fixture.pct("--auto --explore 3s --analysis-timeout 20s").exits(2);
    let statuses = |name: &str| -> Vec<(u64, String)> {
        let findings = run.subject(&format!("simple::{name}"))["findings"].clone();
        let of = |it: &serde_json::Value| {
            (it["location"]["line"].as_u64().unwrap(), it["status"].as_str().unwrap().to_owned())
        };
        findings.as_array().unwrap().iter().map(of).collect()
    };
    assert_eq!(statuses("nth"), [(4, "documented".to_owned()), (5, "confirmed".to_owned())]);
    assert_eq!(statuses("first"), [(9, "documented".to_owned())]);
}

#[test]
fn by_default_a_crate_is_explored_and_a_second_run_remembers_what_was_found() {
    let fixture = Fixture::new("simple").without("CARGO_PCT_EXPLORE").with("CARGO_PCT_CACHE", "true");
    fixture.write(
        "src/lib.rs",
        "/// Years in seconds.
        pub fn seconds(text: &str) -> u64 {
            let years: u64 = text.strip_suffix(\"years\").and_then(|it| it.trim().parse().ok()).unwrap_or(0);
            years * 31_557_600
        }\n",
    );
    let first = fixture.pct("--auto").exits(2);
    let explored = first.report()["totals"]["explored"].clone();
    assert!(explored["functions"] == 1 && explored["calls"].as_u64().unwrap() > 1000, "{explored}");
    let findings = first.subject("simple::seconds")["findings"].clone();
    let again = fixture.pct("--auto").exits(2);
    assert_eq!(again.report()["solver"]["queries"], 0);
    assert_eq!(again.subject("simple::seconds")["findings"], findings);
    let without = fixture.pct("--auto --explore 0");
    assert!(without.report()["totals"]["explored"].is_null());
}

#[test]
fn libraries_of_other_languages_are_analysed_and_explored() {
    for kind in ["cdylib", "staticlib"] {
        let fixture = Fixture::new("simple");
        let manifest = std::fs::read_to_string(fixture.path("Cargo.toml")).unwrap();
        fixture.write("Cargo.toml", &format!("{manifest}\n[lib]\ncrate-type = [\"{kind}\", \"rlib\"]\n"));
        fixture.write(
            "src/lib.rs",
            "pub fn tenth(it: &str) -> usize { assert!(!it.starts_with(\"sesame\"), \"open\"); it.len() }\n",
        );
        let run = fixture.pct("--auto --explore 3s --effort quick").exits(2);
        assert!(run.report()["totals"]["explored"]["calls"].as_u64().unwrap() > 1000, "{kind}");
        assert!(confirmed(run.report()).contains(&"open".to_owned()), "{kind}");
    }
}

#[test]
fn a_crate_that_cannot_be_explored_is_told_so() {
    let fixture = Fixture::new("simple");
    fixture.write(
        "Cargo.toml",
        &(std::fs::read_to_string(fixture.path("Cargo.toml")).unwrap()
            + "\n[profile.dev]\npanic = \"abort\"\n"),
    );
    fixture.write(
        "src/lib.rs",
        "pub fn tenth(it: &str) -> usize { assert!(it.len() != 3, \"three\"); it.len() }\n",
    );
    let run = fixture.pct("--auto --explore 3s --effort quick");
    let is_found = confirmed(run.report()).contains(&"three".to_owned());
    assert!(is_found || run.stdout.contains("simple is not explored: "), "{}", run.stdout);
}

/// The messages of what runs have shown.
fn confirmed(report: &serde_json::Value) -> Vec<String> {
    let subjects = report["subjects"].as_array().unwrap();
    let findings = subjects.iter().flat_map(|subject| subject["findings"].as_array().unwrap());
    let confirmed = findings.filter(|finding| finding["status"] == "confirmed");
    confirmed.map(|finding| finding["replay"]["message"].as_str().unwrap_or_default().to_owned()).collect()
}
