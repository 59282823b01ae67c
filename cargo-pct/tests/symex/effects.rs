//! The effect guard: what may run on a fabricated state, and what may not.

use crate::support;
use cargo_pct::ids::{EntityRef, PrimaryMap};
use cargo_pct::lower::{Entry, EntryId, Subject, SubjectKind};
use cargo_pct::native::effects::{CallsOfClients, hazard, hazard_for_clients};
use std::sync::OnceLock;

const SOURCE: &str = r#"
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::sync::atomic::{AtomicUsize, Ordering};

pub fn arithmetic(a: i32, v: &mut Vec<i32>) -> i32 { v.push(a); v.iter().map(|x| x / 2).sum::<i32>() + a }
pub fn own_closure(v: &[i32]) -> Option<usize> { let k = 3; v.iter().position(|x| *x == k) }
pub fn sorts(v: &mut Vec<Plain>) { v.sort(); v.dedup(); }
pub fn formats(a: i32) -> String { format!("{a} and {:?}", Plain(a)) }
pub fn panics_with_text(a: i32) { if a > 3 { panic!("too much: {a}") } }
pub fn constant_table(i: usize) -> u8 { static TABLE: [u8; 4] = [1, 2, 3, 4]; TABLE[i % 4] }
pub fn maps(m: &mut BTreeMap<u32, String>) { m.insert(1, String::new()); }
pub fn unboxes(b: Box<i32>) -> i32 { *b + 1 }
pub fn recurses(n: u32) -> u32 { if n == 0 { 0 } else { 1 + recurses(n - 1) } }
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Plain(i32);
pub fn drops_any<T>(items: Vec<T>) -> usize { items.len() }
pub fn sorts_any<T: Ord + Clone>(items: &mut Vec<T>) -> Option<T> { items.sort(); items.first().cloned() }
pub fn has_any_length<const N: usize>(a: [u8; N]) -> usize { if N > 0 { a[0] as usize } else { N } }
pub struct Pair<T>(T, Vec<T>);
pub fn drops_a_generic<T: Default>(pair: Pair<T>) -> T { drop(pair); T::default() }

pub fn removes_for_any<T>(items: &[T]) { if items.is_empty() { removes("x") } }
pub fn drops_a_guard_of_any<T>(_guard: Held<T>) {}
pub struct Held<T>(T, Guard);
pub fn takes_anything(_it: impl Sized) {}
pub fn removes(dir: &str) { let _ = std::fs::remove_dir_all(dir); }
pub fn removes_deep_inside(dir: &str) { if dir.len() > 5 { one(dir) } }
fn one(dir: &str) { Some(dir).map(|dir| removes(dir)); }
pub fn names_a_function() -> Vec<()> { ["a", "b"].into_iter().map(removes).collect() }
pub fn keeps_a_closure() -> usize { let all = [Keeps(|| removes("x"))]; all.len() }
pub struct Keeps<F>(F);
pub fn promotes_a_closure() -> usize { let all: &[Keeps<_>; 1] = &[Keeps(|| removes("x"))]; all.len() }
pub fn spawns() { let _ = std::process::Command::new("ls").status(); }
pub fn exits() { std::process::exit(3) }
pub fn asks_the_environment() -> bool { std::env::var("HOME").is_ok() }
pub fn prints() { println!("hello") }
pub fn connects() -> bool { std::net::TcpStream::connect("localhost:1").is_ok() }
pub fn starts_a_thread() { std::thread::spawn(|| ()).join().unwrap() }
pub fn counts() -> usize { static COUNT: AtomicUsize = AtomicUsize::new(0); COUNT.fetch_add(1, Ordering::Relaxed) }
thread_local! { static DEPTH: std::cell::Cell<u32> = const { std::cell::Cell::new(0) } }
pub fn per_thread() -> u32 { DEPTH.with(|depth| depth.get()) }
pub fn calls_dyn(f: &dyn Fn(i32) -> i32) -> i32 { f(1) }
pub fn calls_a_pointer(f: fn(i32) -> i32) -> i32 { f(1) }
pub fn calls_any_trait_object(s: &dyn Shape) -> u32 { s.area() }
pub trait Shape { fn area(&self) -> u32; }
pub fn drops_a_guard() { let _guard = Guard; }
pub fn drops_a_parameter(_guard: Option<Vec<Guard>>) {}
pub struct Guard;
impl Drop for Guard { fn drop(&mut self) { removes("x") } }
pub struct Loud;
impl Display for Loud { fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { removes("x"); f.write_str("loud") } }
pub fn formats_with_effects() -> String { format!("{}", Loud) }
pub fn formats_behind_dyn() -> usize { let all: [&dyn Display; 1] = [&Loud]; all.len() }
#[derive(PartialEq, Eq)]
pub struct Sneaky(u8);
impl PartialOrd for Sneaky { fn partial_cmp(&self, o: &Sneaky) -> Option<std::cmp::Ordering> { Some(self.cmp(o)) } }
impl Ord for Sneaky { fn cmp(&self, o: &Sneaky) -> std::cmp::Ordering { removes("x"); self.0.cmp(&o.0) } }
pub fn sorts_with_effects(v: &mut Vec<Sneaky>) { v.sort() }

unsafe extern "C" { fn abs(x: i32) -> i32; }
pub fn foreign(a: i32) -> i32 { unsafe { abs(a) } }
pub fn trusts_an_index(v: &Vec<i32>, i: usize) -> i32 { unsafe { *v.get_unchecked(i) } }
pub fn follows_a_pointer(p: *const i32) -> i32 { unsafe { *p } }
pub fn transmutes(a: u32) -> f32 { unsafe { std::mem::transmute(a) } }
pub fn trusts_deep_inside(v: &Vec<i32>) -> Option<i32> { Some(0).map(|i| trusts_an_index(v, i)) }
pub union Bits { a: u32, b: i32 }
pub fn reads_a_union(bits: Bits) -> i32 { unsafe { bits.b } }
static mut LEVEL: u32 = 0;
pub fn writes_a_static() { unsafe { LEVEL = 1 } }
"#;

fn subject() -> &'static support::Subject {
    // A program keeps its types in a cell that threads may not share; each test that runs has its own.
    thread_local! { static SUBJECT: OnceLock<&'static support::Subject> = const { OnceLock::new() } }
    SUBJECT.with(|subject| *subject.get_or_init(|| Box::leak(Box::new(support::Subject::compile(SOURCE)))))
}

fn function(name: &str, entry: Entry) -> Subject {
    Subject {
        id: name.to_owned(),
        kind: SubjectKind::Function,
        entries: PrimaryMap::from(vec![entry]),
        inner: Default::default(),
        methods: Default::default(),
        exposed: Default::default(),
        obstacles: Vec::new(),
    }
}

fn check(name: &str, allow_effects: bool) -> String {
    let program = &subject().program;
    let entry = Entry::new(program, subject().body(name), Default::default(), None);
    let class = function(name, entry);
    hazard(program, &class, &class.entries[EntryId::new(0)], allow_effects)
        .map_or_else(String::new, |it| it.to_string())
}

/// Fails with all functions of whom something else is said.
fn expect(names: &[&str], allow_effects: bool, is_right: impl Fn(&str) -> bool) {
    let said = names.iter().map(|name| (*name, check(name, allow_effects)));
    let wrong: Vec<_> = said.filter(|(_, said)| !is_right(said)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

const HARMLESS: [&str; 13] = [
    "drops_any",
    "sorts_any",
    "has_any_length",
    "drops_a_generic",
    "arithmetic",
    "own_closure",
    "sorts",
    "formats",
    "panics_with_text",
    "constant_table",
    "maps",
    "unboxes",
    "recurses",
];

const EFFECTS: [&str; 25] = [
    "removes_for_any",
    "drops_a_guard_of_any",
    "takes_anything",
    "removes",
    "removes_deep_inside",
    "names_a_function",
    "keeps_a_closure",
    "promotes_a_closure",
    "spawns",
    "exits",
    "asks_the_environment",
    "prints",
    "connects",
    "starts_a_thread",
    "counts",
    "per_thread",
    "calls_dyn",
    "calls_a_pointer",
    "calls_any_trait_object",
    "drops_a_guard",
    "drops_a_parameter",
    "formats_with_effects",
    "formats_behind_dyn",
    "sorts_with_effects",
    "one",
];

const UNSAFE: [&str; 7] = [
    "foreign",
    "trusts_an_index",
    "follows_a_pointer",
    "transmutes",
    "trusts_deep_inside",
    "reads_a_union",
    "writes_a_static",
];

#[test]
fn code_that_touches_its_arguments_only_may_run() {
    expect(&HARMLESS, false, str::is_empty);
}

#[test]
fn code_that_may_reach_the_world_outside_may_not_run_unless_that_is_allowed() {
    expect(&EFFECTS, false, |said| {
        said.starts_with("has effects: ") || said.starts_with("may have effects: ")
    });
    assert_eq!(check("removes", false), "has effects: it calls std::fs::remove_dir_all");
    expect(&EFFECTS, true, str::is_empty);
}

#[test]
fn unsafe_code_may_not_run_even_where_effects_are_allowed() {
    expect(&UNSAFE, true, |said| said.starts_with("relies on unsafe code: "));
}

/// What is said of calls that clients make, in processes of their own, on objects that they made.
const OF_CLIENTS: &str = r#"
use std::io::Read;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

fn removes(dir: &str) { let _ = std::fs::remove_dir_all(dir); }
pub struct Guard;
impl Drop for Guard { fn drop(&mut self) { removes("x") } }

pub fn counts() -> usize { static COUNT: AtomicUsize = AtomicUsize::new(0); COUNT.fetch_add(1, Ordering::Relaxed) }
pub fn locks(shared: &Arc<Mutex<u8>>) -> u8 { shared.lock().map_or(0, |it| *it) }
pub fn reads_memory(mut from: &[u8]) -> usize { let mut all = Vec::new(); from.read_to_end(&mut all).unwrap_or(0) }
pub fn drops_in_place<T>(all: &mut [std::mem::ManuallyDrop<T>]) { unsafe { std::ptr::drop_in_place(all as *mut [std::mem::ManuallyDrop<T>] as *mut [T]) } }
pub fn guards(n: &mut u8) {
    struct Count<'a>(&'a mut u8);
    impl Drop for Count<'_> { fn drop(&mut self) { *self.0 = 1; } }
    let _count = Count(n);
}
mod sealed {
    pub trait Slots { type Buffer; fn count(&self) -> usize; }
    pub trait Kept { type Held; fn close(&self); }
}
pub struct Four;
impl sealed::Slots for Four { type Buffer = [u8; 4]; fn count(&self) -> usize { 4 } }
pub fn asks_any<S: sealed::Slots>(slots: &S) -> usize { slots.count() }
pub fn drops_any_buffer<S: sealed::Slots>(_buffer: S::Buffer) {}
mod layers {
    pub trait Roomy { type Room; }
    pub trait House: Roomy {}
    pub trait Celled { type Cell; }
    pub trait Prison: Celled {}
}
impl layers::Roomy for Four { type Room = [u8; 4]; }
impl layers::House for Four {}
impl layers::Celled for Four { type Cell = Guard; }
impl layers::Prison for Four {}
pub struct Flat<S: layers::House> { _room: S::Room }
pub fn drops_any_room<S: layers::House>(_flat: Flat<S>) {}
pub fn flushes_what_a_test_has<W: std::io::Write>(to: &mut W) { let _ = to.flush(); }
pub fn seeks(from: std::io::SeekFrom) -> bool { matches!(from, std::io::SeekFrom::Start(3)) }

pub struct Ward<S: layers::Prison> { _cell: S::Cell }
pub fn drops_any_cell<S: layers::Prison>(_ward: Ward<S>) {}
pub fn flushes_a_file(to: &mut std::fs::File) { use std::io::Write; let _ = to.flush(); }
pub fn is_lazy() -> usize { static TEXT: LazyLock<String> = LazyLock::new(|| { removes("x"); String::new() }); TEXT.len() }
pub fn guards_with_effects(n: &u8) {
    struct Removing<'a>(&'a u8);
    impl Drop for Removing<'_> { fn drop(&mut self) { removes("x") } }
    let _removing = Removing(n);
}
pub fn guards_what_removes() {
    struct Holder(Guard);
    let _holder = Holder(Guard);
}
impl sealed::Kept for Four { type Held = Guard; fn close(&self) { removes("x") } }
pub fn closes_any<S: sealed::Kept>(kept: &S) { kept.close() }
pub fn drops_any_held<S: sealed::Kept>(_held: S::Held) {}
pub fn drops_guards_in_place(all: &mut [std::mem::ManuallyDrop<Guard>]) { unsafe { std::ptr::drop_in_place(all as *mut [std::mem::ManuallyDrop<Guard>] as *mut [Guard]) } }
pub fn looks_for_a_file(path: &std::path::Path) -> bool { path.exists() }
pub fn reads_a_file(mut file: std::fs::File) -> usize { let mut all = Vec::new(); file.read_to_end(&mut all).unwrap_or(0) }
"#;

#[test]
fn calls_of_clients_may_do_what_ends_with_their_process() {
    let subject = support::Subject::compile(OF_CLIENTS);
    let said = |name: &str| {
        let entry = Entry::new(&subject.program, subject.body(name), Default::default(), None);
        let function = function(name, entry);
        let found =
            hazard_for_clients(&subject.program, &function, &function.entries[EntryId::new(0)], false);
        found.map(|hazard| hazard.to_string())
    };
    let harmless = [
        "counts",
        "locks",
        "reads_memory",
        "drops_in_place",
        "guards",
        "asks_any",
        "drops_any_buffer",
        "drops_any_room",
        "flushes_what_a_test_has",
        "seeks",
    ];
    for name in harmless {
        assert_eq!(said(name), None, "{name}");
    }
    let harmful = [
        "is_lazy",
        "guards_with_effects",
        "guards_what_removes",
        "closes_any",
        "drops_any_held",
        "drops_any_cell",
        "flushes_a_file",
        "drops_guards_in_place",
        "looks_for_a_file",
        "reads_a_file",
    ];
    for name in harmful {
        let is_refused = |it: &String| it.starts_with("has effects") || it.starts_with("may have effects");
        assert!(said(name).as_ref().is_some_and(is_refused), "{name}: {:?}", said(name));
    }
}

#[test]
fn code_that_was_looked_at_for_another_call_is_told_of_alike() {
    for source in [SOURCE, OF_CLIENTS] {
        let subject = support::Subject::compile(source);
        let starts = source.lines().filter_map(|line| line.strip_prefix("pub fn "));
        let names: Vec<&str> = starts.filter_map(|rest| rest.split(['(', '<']).next()).collect();
        let functions: Vec<Subject> = names
            .iter()
            .map(|name| {
                function(name, Entry::new(&subject.program, subject.body(name), Default::default(), None))
            })
            .collect();
        let number = EntryId::new(0);
        let alone: Vec<bool> = functions
            .iter()
            .map(|it| hazard_for_clients(&subject.program, it, &it.entries[number], false).is_some())
            .collect();
        assert!(alone.contains(&true) && alone.contains(&false));
        let calls = CallsOfClients::new(&subject.program, false);
        let order = (0..functions.len()).chain((0..functions.len()).rev());
        for at in order {
            let is_hazard = calls.hazard(&functions[at], &functions[at].entries[number]).is_some();
            assert_eq!(is_hazard, alone[at], "{}", names[at]);
        }
    }
}
