//! Calls of items whose names are not enough: clients have none, or something else has it, too.

use crate::support::Fixture;

/// The probes inside a function called `alloc` have paths of their own, which begin as those of std's `alloc` do.
#[test]
fn functions_of_a_crate_with_a_function_called_alloc_are_run() {
    let fixture = Fixture::new("simple");
    let source = "\
pub fn alloc(n: usize) -> Vec<u8> { vec![0; n.min(10)] }
pub fn third(v: &[u32]) -> u32 { v[2] }
";
    fixture.write("src/lib.rs", source);
    fixture.pct("--auto").exits(2).shows("index out of bounds: the len is 0 but the index is 2");
}

/// Clients cannot name the type, and get its values from a public function.
#[test]
fn a_type_that_a_public_function_hands_out_is_for_clients() {
    let fixture = Fixture::new("simple");
    let source = "\
mod hidden {
    pub struct Handle(pub(crate) u32);
    impl Handle { pub fn share(&self) -> u32 { 100 / self.0 } }
}
pub fn make(n: u32) -> hidden::Handle { hidden::Handle(n) }
";
    fixture.write("src/lib.rs", source);
    fixture.pct("--auto").exits(2).shows("let mut s = make(0);").shows("1 confirmed, 0 potential");
}

/// `s.len()` is the type's own method, whatever its traits have.
#[test]
fn a_method_of_a_trait_is_not_mistaken_for_one_of_the_type() {
    let fixture = Fixture::new("simple");
    let source = "\
pub struct S { n: u32 }
impl S {
    pub fn new(n: u32) -> S { S { n } }
    pub fn len(&self) -> u32 { self.n }
}
pub trait Length { fn len(&self) -> u32; }
impl Length for S { fn len(&self) -> u32 { 20 / self.n } }
";
    fixture.write("src/lib.rs", source);
    fixture.pct("--auto").exits(2).shows("Length::len(&s);").shows("1 confirmed, 0 potential");
}

/// Impls for an alias are the aliased type's, wherever they stand: with the type's predicates, and judged as one class.
#[test]
fn an_impl_for_an_alias_is_the_aliased_types() {
    let fixture = Fixture::new("plain");
    fixture.write(
        "src/lib.rs",
        "pub mod inner {
            pub struct StackInner<const N: usize> { pub(crate) cells: [u8; N], pub(crate) len: usize }
            impl<const N: usize> StackInner<N> {
                pub fn push(&mut self, cell: u8) -> bool {
                    if self.len == N { return false; }
                    self.cells[self.len] = cell;
                    self.len += 1;
                    true
                }
            }
        }
        pub type Stack = inner::StackInner<4>;
        impl Stack {
            pub fn empty() -> Stack { inner::StackInner { cells: [0; 4], len: 0 } }
            pub fn pop(&mut self) -> Option<u8> {
                if self.len == 0 { return None; }
                self.len -= 1;
                Some(self.cells[self.len])
            }
        }
        pub mod made {
            use crate::Stack;
            impl Default for Stack { fn default() -> Stack { Stack::empty() } }
        }
        #[test]
        fn pushes() {
            let mut stack = Stack::default();
            assert!(stack.push(1) && stack.pop() == Some(1));
        }\n",
    );
    let run = fixture.pct("--auto").exits(0);
    assert_eq!(run.subjects(), ["plain::inner::StackInner"]);
    let stack = run.subject("plain::inner::StackInner");
    assert_eq!(stack["proof"]["status"], "proved", "{stack}");
    assert_eq!(stack["counts"]["undecided"], 0, "{stack}");
    let labels: Vec<&str> =
        stack["cutpoints"].as_array().unwrap().iter().map(|it| it["label"].as_str().unwrap()).collect();
    for function in ["push", "empty", "pop", "default"] {
        assert!(labels.iter().any(|label| label.starts_with(function)), "{function}: {labels:?}");
    }
}

/// A module of the crate that is called like the standard library is told from it.
#[test]
fn a_module_called_core_is_analysed_like_any_other() {
    let fixture = Fixture::new("plain");
    fixture.write(
        "src/lib.rs",
        "pub mod core {
            #[derive(Clone, Copy, Debug, PartialEq)]
            pub struct Word { letters: u8 }
            impl Word {
                pub const LONGEST: u8 = 20;
                pub fn new(letters: u8) -> Word { Word { letters: letters.min(Word::LONGEST) } }
                pub fn share(self) -> u8 { 100 / self.letters.max(1) }
            }
            pub fn longer(one: Word, other: Word) -> Word {
                if one.share() < other.share() { one } else { other }
            }
            pub fn third(n: u8) -> u8 { 9 / n }
        }
        use self::core::Word;
        pub fn widest(words: &[Word; 2]) -> u8 {
            100 / crate::core::longer(words[0], words[1]).share().max(1)
        }\n",
    );
    let run = fixture.pct("--auto --lib --explore 2s").exits(2);
    let subjects = ["plain::core::Word", "plain::core::longer", "plain::core::third", "plain::widest"];
    assert_eq!(run.subjects(), subjects);
    for subject in ["plain::core::Word", "plain::core::longer", "plain::widest"] {
        let subject = run.subject(subject);
        assert_eq!(subject["proof"]["status"], "proved", "{subject}");
        assert_eq!(subject["counts"]["undecided"], 0, "{subject}");
    }
    let third = &run.subject("plain::core::third")["findings"][0];
    assert_eq!(third["status"], "confirmed", "{third}");
    assert_eq!(third["function"], "core::third", "{third}");
}
