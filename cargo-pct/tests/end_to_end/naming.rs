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
