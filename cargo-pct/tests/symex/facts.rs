//! Symbolic execution on real Rust: each fixture is compiled by rustc, its MIR is executed together with the models.

use crate::support::Subject;
use cargo_pct::solver::{Prover, Verdict};
use cargo_pct::symex::print::state_leaves;
use cargo_pct::symex::segments::Segments;
use cargo_pct::symex::types::Generics;
use cargo_pct::symex::{Config, ErrorKind, NoteKind, Outcome};
use cargo_pct::term::{Sort, Term, Var};

/// The outcomes of all segments of a function, as text.
fn text(subject: &Subject, segments: &Segments) -> String {
    segments.executions.iter().map(|execution| execution.display(&subject.program)).collect()
}

fn errors(segments: &Segments) -> Vec<ErrorKind> {
    let edges = segments.executions.iter().flat_map(|execution| &execution.outcomes);
    edges
        .filter_map(|outcome| match outcome {
            Outcome::Error(error) => Some(error.kind),
            _ => None,
        })
        .collect()
}

fn notes(segments: &Segments, kind: NoteKind) -> Vec<String> {
    let notes = segments.executions.iter().flat_map(|execution| &execution.notes);
    notes.filter(|note| note.kind == kind).map(|note| note.text.clone()).collect()
}

/// Whether a leaf of the state is this term at every return.
fn returns_with(subject: &Subject, segments: &Segments, leaf: &str, term: &str) -> bool {
    let outcomes = segments.executions.iter().flat_map(|execution| &execution.outcomes);
    let states: Vec<_> = outcomes
        .filter_map(|outcome| match outcome {
            Outcome::Return(state, _) => Some(state_leaves(&subject.program, state)),
            _ => None,
        })
        .collect();
    assert!(!states.is_empty(), "it never returns: {}", text(subject, segments));
    states.iter().all(|leaves| leaves.iter().any(|(name, own)| name == leaf && own.to_string() == term))
}

/// Every run ends somewhere: from each start, in states of its shape, some outcome's guard holds.
fn expect_total(segments: &Segments) {
    for (start, execution) in segments.starts.iter().zip(&segments.executions) {
        let ends = Term::any(execution.outcomes.iter().map(|outcome| outcome.guard().clone()));
        let verdict = Prover::default().prove(std::slice::from_ref(&start.shape.guard), &ends);
        assert!(matches!(verdict, Verdict::Valid(_)), "from {:?}: {verdict:?}", start.location);
    }
}

#[test]
fn bounded_stack_has_three_segments_of_push_and_every_run_ends_in_one() {
    let subject = Subject::compile(include_str!("bounded_stack.rs"));
    let segments = subject.segments("push");
    assert_eq!(segments.starts.len(), 3, "the entry and two loop heads");
    expect_total(&segments);
    expect_total(&subject.segments("pop"));
    let shown = text(&subject, &segments);
    assert!(shown.contains("error index"), "{shown}");
    assert!(notes(&segments, NoteKind::UnmodelledCall).is_empty());
    assert!(!shown.contains("opaque"), "{shown}");
}

#[test]
fn an_unmodelled_call_changes_what_its_mutable_arguments_reach_and_nothing_else() {
    let subject = Subject::compile(
        "pub struct S { pub a: i32, pub b: i32 }
         unsafe extern \"Rust\" { safe fn foreign(n: &mut i32); safe fn reader(n: &i32) -> i32; }
         pub fn direct(s: &mut S) { foreign(&mut s.a); }
         pub fn shared(s: &mut S) { reader(&s.a); }
         pub struct Holder<'a> { r: &'a mut i32 }
         unsafe extern \"Rust\" { safe fn through(h: Holder<'_>); safe fn call(f: &mut dyn FnMut()); }
         pub fn nested(s: &mut S) { through(Holder { r: &mut s.a }); }
         pub fn captured(s: &mut S) { let a = &mut s.a; call(&mut || *a += 1); }",
    );
    for (function, changed) in [("direct", true), ("shared", false), ("nested", true), ("captured", true)] {
        let segments = subject.segments(function);
        let shown = text(&subject, &segments);
        assert_eq!(returns_with(&subject, &segments, "*s.0", "s.a"), !changed, "{function}: {shown}");
        assert!(returns_with(&subject, &segments, "*s.1", "s.b"), "{function}: {shown}");
        assert_eq!(errors(&segments), [ErrorKind::Unmodelled], "{function}");
        assert_eq!(notes(&segments, NoteKind::UnmodelledCall).len(), 1, "{function}");
        expect_total(&segments);
    }
}

#[test]
fn what_the_result_of_an_unmodelled_call_borrows_changes_when_the_result_is_used() {
    let subject = Subject::compile(
        "pub struct Guard<'a> { _r: &'a mut i32 }
         mod far { pub struct Far<'a>(pub *mut i32, pub std::marker::PhantomData<&'a mut i32>); }
         unsafe extern \"Rust\" {
             safe fn lend<'a>(n: &'a mut i32) -> &'a mut i32;
             safe fn hold<'a>(n: &'a mut i32) -> Box<dyn FnMut() + 'a>;
         }
         pub fn written(n: &mut i32, m: &mut i32) { let r = lend(n); *m = 1; *r = 5; }
         pub fn called(n: &mut i32) { *n = 1; let mut f = hold(n); f(); }",
    );
    let segments = subject.segments("written");
    let shown = text(&subject, &segments);
    assert!(!shown.contains("*n = 5"), "`n` may be elsewhere in what was lent: {shown}");
    assert!(shown.contains("*m = 1"), "{shown}");
    let segments = subject.segments("called");
    let shown = text(&subject, &segments);
    assert!(!shown.contains("\n  *n = 1\n"), "{shown}");
    assert!(errors(&segments).len() >= 3, "the call, the closure's call and its drop may panic: {shown}");
}

#[test]
fn a_panic_leaves_the_state_after_cleanup_drops() {
    let subject = Subject::compile(
        "pub struct Reset<'a>(&'a mut i32);
         impl Drop for Reset<'_> { fn drop(&mut self) { *self.0 = 42; } }
         pub fn guarded(n: &mut i32, v: &[i32], i: usize) -> i32 { let g = Reset(n); *g.0 = 7; v[i] }",
    );
    let segments = subject.segments("guarded");
    assert_eq!(errors(&segments), [ErrorKind::Index]);
    for outcome in &segments.executions[0].outcomes {
        if let Outcome::Return(state, _) | Outcome::Unwind(state) = outcome {
            let leaves = state_leaves(&subject.program, state);
            let n = leaves.iter().find(|(name, _)| name == "*n").map(|(_, term)| term.to_string());
            assert_eq!(n.as_deref(), Some("42"), "{}", text(&subject, &segments));
        }
    }
}

#[test]
fn the_value_behind_a_passed_overflow_check_is_exact() {
    let subject = Subject::compile("pub fn next(n: i32) -> i32 { n + 1 }");
    let segments = subject.segments("next");
    let n = Var::new("n", Sort::Machine(cargo_pct::term::IntType::Signed(32))).term();
    for outcome in &segments.executions[0].outcomes {
        if let Outcome::Return(state, value) = outcome {
            let value = value.as_scalar().expect("an integer");
            let goal = value.equals(&n.plus(&Term::int(1)));
            let verdict = Prover::default().prove(std::slice::from_ref(&state.guard), &goal);
            assert!(matches!(verdict, Verdict::Valid(_)), "{verdict:?}");
        }
    }
    assert_eq!(errors(&segments), [ErrorKind::Overflow]);
}

#[test]
fn generic_code_runs_the_parameters_methods_as_unmodelled_calls() {
    let subject = Subject::compile(
        "pub struct Pile<T> { items: Vec<T>, count: usize }
         impl<T: PartialEq> Pile<T> {
             pub fn add(&mut self, t: T) { self.items.push(t); self.count = self.items.len(); }
             pub fn has(&self, t: &T) -> bool { self.items.contains(t) }
         }",
    );
    let segments = subject.segments("add");
    let shown = text(&subject, &segments);
    assert!(shown.contains("capacity overflow"), "elements may have no size: {shown}");
    let has = subject.segments("has");
    assert!(
        notes(&has, NoteKind::UnmodelledCall).contains(&"<T as PartialEq>::eq".to_owned()),
        "{}",
        text(&subject, &has)
    );
    expect_total(&has);
}

/// Blocks that one macro made share their place: which constant is whose cannot be told.
#[test]
fn constants_of_impls_are_those_of_the_block_or_unknown() {
    let subject = Subject::compile(
        "pub struct Ring<T, const N: usize>([T; N]);
         impl<T, const N: usize> Ring<T, N> { pub const ROOM: usize = N + 1; pub fn room(&self) -> usize { Self::ROOM } }
         pub trait Most { const MOST: u32; const LEAST: u32 = 0; }
         pub struct A; pub struct B; pub struct C;
         impl Most for A { const MOST: u32 = 5; }
         impl B { pub const MOST: u32 = 6; pub fn most() -> u32 { Self::MOST } }
         macro_rules! most { ($($t:ty: $n:literal)*) => { $(impl Step for $t { const STEP: u32 = $n; fn step() -> u32 { $n } })* } }
         pub trait Step { const STEP: u32; fn step() -> u32; }
         most!(A: 1 B: 2);
         pub fn of_ring() -> u32 { if Ring::<u8, 4>::ROOM != 5 { unreachable!() } 0 }
         pub fn of_block() -> u32 { if B::MOST != 6 { unreachable!() } 0 }
         pub fn of_macro() -> u32 { if A::STEP != 1 { unreachable!() } 0 }",
    );
    for (function, is_known) in [("of_ring", true), ("of_block", true), ("of_macro", false)] {
        let segments = subject.segments(function);
        let shown = text(&subject, &segments);
        let is_unknown = shown.contains("unreachable") || shown.contains("opaque");
        assert_eq!(!is_unknown, is_known, "{function}: {shown}");
    }
}

/// The compiler leaves out what it can: `Full` stands for `Full<()>`, where the source says so.
#[test]
fn arguments_that_are_left_out_are_the_defaults() {
    let subject = Subject::compile(
        "pub struct Full<T = (), L = Vec<T>> { pub element: T, pub left: L }
         impl<T, L> Full<T, L> { pub fn new(element: T, left: L) -> Full<T, L> { Full { element, left } } }
         pub trait Weigh { fn weigh(&self) -> u32; }
         impl Weigh for Full { fn weigh(&self) -> u32 { self.left.len() as u32 } }
         impl Weigh for Full<u8> { fn weigh(&self) -> u32 { u32::from(self.element) } }
         pub fn empty() -> u32 { Full::new((), vec![()]).weigh() }
         pub fn byte(x: u8) -> u32 { Full::new(x, vec![]).weigh() }",
    );
    for function in ["empty", "byte"] {
        let segments = subject.segments(function);
        let unmodelled = notes(&segments, NoteKind::UnmodelledCall);
        assert!(unmodelled.is_empty(), "{function}: {unmodelled:?}");
        expect_total(&segments);
    }
}

#[test]
fn a_call_on_a_parameter_or_dyn_does_not_take_a_blanket_impl_for_granted() {
    let subject = Subject::compile(
        "pub trait Size { fn size(&self) -> i32; }
         impl<T: std::fmt::Display> Size for T { fn size(&self) -> i32 { 3 } }
         pub fn of_any<T: Size>(t: &T) -> i32 { t.size() }
         pub fn of_dyn(t: &dyn Size) -> i32 { t.size() }
         pub fn of_known(t: &u8) -> i32 { t.size() }",
    );
    for (function, known) in [("of_any", false), ("of_dyn", false), ("of_known", true)] {
        let segments = subject.segments(function);
        let unmodelled = notes(&segments, NoteKind::UnmodelledCall);
        assert_eq!(unmodelled.is_empty(), known, "{function}: {}", text(&subject, &segments));
    }
}

#[test]
fn a_method_that_an_impl_overrides_is_not_the_traits_default() {
    let subject = Subject::compile(
        "pub struct Two(i32);
         impl Iterator for Two {
             type Item = i32;
             fn next(&mut self) -> Option<i32> { None }
             fn count(self) -> usize { 17 }
         }
         pub fn counted(t: Two) -> usize { t.count() }
         pub struct One(i32);
         impl Iterator for One {
             type Item = i32;
             fn next(&mut self) -> Option<i32> { None }
         }
         pub fn last(t: One) -> Option<i32> { t.last() }
         pub fn rivalled(t: Two) -> Option<i32> { t.last() }",
    );
    assert!(text(&subject, &subject.segments("counted")).contains("result = 17"));
    let last = subject.segments("last");
    assert!(notes(&last, NoteKind::UnmodelledCall).is_empty(), "{}", text(&subject, &last));
    // Whether std's code calls `next` or what overrides another method is not known.
    let rivalled = subject.segments("rivalled");
    assert!(!notes(&rivalled, NoteKind::UnmodelledCall).is_empty(), "{}", text(&subject, &rivalled));
}

#[test]
fn a_function_inside_a_method_is_the_one_of_that_method() {
    let subject = Subject::compile(
        "pub trait Root { fn root(self) -> i32; }
         macro_rules! roots { ($($T:ty: $n:expr),*) => { $(
             impl Root for $T { fn root(self) -> i32 { fn go() -> i32 { $n } go() } }
         )* }; }
         roots!(u8: 3, u16: 4);
         pub fn of_byte() -> i32 { 1u8.root() }
         pub fn of_word() -> i32 { 1u16.root() }",
    );
    assert!(text(&subject, &subject.segments("of_byte")).contains("result = 3"));
    assert!(text(&subject, &subject.segments("of_word")).contains("result = 4"));
}

#[test]
fn a_write_through_a_reference_kept_in_a_sequence_is_not_lost() {
    let subject = Subject::compile(
        "pub fn kept(a: &mut i32, b: &mut i32) { *a = 1; *b = 2; let mut v = vec![a, b]; *v[0] = 5; }
         pub fn each(a: &mut i32, b: &mut i32) { *a = 1; for r in [a, b] { *r = 5; } }
         pub fn raw(a: &mut i32) { *a = 1; let p = &raw const *a; unknown(p); }
         unsafe extern \"Rust\" { safe fn unknown(p: *const i32); }",
    );
    for function in ["kept", "each", "raw"] {
        let segments = subject.segments(function);
        assert!(!returns_with(&subject, &segments, "*a", "1"), "{function}: {}", text(&subject, &segments));
    }
}

#[test]
fn a_string_function_is_harmless_unless_its_pattern_is_code() {
    let subject = Subject::compile(
        "pub fn plain(s: &str) -> bool {
             let first = s.trim().chars().next();
             first.is_some_and(|c| c.is_alphabetic()) && !s.starts_with(\"ab\") && s.find('x').is_none()
         }
         pub fn code(s: &str) -> bool { s.starts_with(|c: char| c as u32 / (c as u32 - 3) == 1) }
         pub struct Chars;
         impl Chars { pub fn next(&mut self) -> u8 { 1 / (std::hint::black_box(0)) } }",
    );
    assert_eq!(errors(&subject.segments("plain")), []);
    let found = errors(&subject.segments("code"));
    assert!(
        found.contains(&ErrorKind::Overflow) && found.contains(&ErrorKind::Divide),
        "it is run: {found:?}"
    );
    assert!(!errors(&subject.segments("next")).is_empty());
}

#[test]
fn code_that_is_not_understood_ends_in_an_opaque_outcome() {
    let subject = Subject::compile(
        "pub union U { a: i32, b: u32 }
         pub fn union_(u: U) -> u32 { unsafe { u.b } }
         pub fn assembly() { unsafe { std::arch::asm!(\"nop\") } }
         pub fn transmuted(x: f32) -> u32 { unsafe { std::mem::transmute(x) } }",
    );
    for function in ["union_", "assembly"] {
        let segments = subject.segments(function);
        let opaque = |outcome: &Outcome| matches!(outcome, Outcome::Opaque(_));
        assert!(
            segments.executions[0].outcomes.iter().any(opaque),
            "{function}: {}",
            text(&subject, &segments)
        );
    }
}

#[test]
fn a_loop_in_a_callee_is_cut_inside_it_and_the_caller_goes_on_after_it() {
    let subject = Subject::compile(
        "pub struct S { v: Vec<i32>, n: i32 }
         impl S {
             fn find(&self, k: i32) -> bool { let mut i = 0; while i < self.v.len() { if self.v[i] == k { return true; } i += 1; } false }
             pub fn add(&mut self, k: i32) { if !self.find(k) { self.n = 3; } }
         }",
    );
    let segments = subject.segments("add");
    assert_eq!(segments.starts[1].location.len(), 2, "two frames");
    let shown = text(&subject, &segments);
    assert!(shown.contains("return") && shown.contains("*self.1 = "), "{shown}");
    expect_total(&segments);
}

/// Sources with all forms of MIR.
const ZOO: [&str; 10] = [
    "arithmetic.rs",
    "asynchronous.rs",
    "closures.rs",
    "constants.rs",
    "control.rs",
    "names.rs",
    "panics.rs",
    "places.rs",
    "raw.rs",
    "traits.rs",
];

#[test]
fn every_function_of_the_zoo_is_executed_to_an_end() {
    let zoo = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mir/zoo");
    let mut executed = 0;
    for name in ZOO {
        let source = std::fs::read_to_string(zoo.join(name)).expect("a file of the zoo");
        let subject = Subject::compile(&source);
        for (body, code) in subject.program.bodies() {
            let is_function = code.body.kind == cargo_pct::mir::BodyKind::Fn && !code.body.is_closure();
            if !is_function || subject.program.is_model(body) {
                continue;
            }
            let segments = subject.program.segments(body, &Generics::default(), &Config::default());
            let ends: usize = segments.executions.iter().map(|execution| execution.outcomes.len()).sum();
            let never_returns = code.body.return_type() == &cargo_pct::mir::Type::Never;
            assert!(ends > 0 || never_returns, "{} has no end", subject.program.name(body));
            executed += 1;
        }
    }
    assert!(executed > 100, "only {executed} functions were executed");
}

#[test]
fn a_constant_of_a_block_in_another_module_is_found() {
    let subject = Subject::compile(
        "pub mod a {
             mod b { pub struct Block(u8); }
             pub use b::*;
             impl Block { pub const BITS: usize = 7; }
         }
         pub fn bits() -> usize { a::Block::BITS }",
    );
    let shown = text(&subject, &subject.segments("bits"));
    assert!(shown.contains("result = 7"), "{shown}");
}
