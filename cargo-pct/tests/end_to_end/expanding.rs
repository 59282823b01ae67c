//! Code that macros of the crate write: a panic tells the place where the outermost macro is called.

use crate::support::Fixture;

/// One function for four types, whose check is one finding.
#[test]
fn a_check_in_a_function_that_a_macro_defines_is_confirmed_once() {
    let fixture = Fixture::new("simple");
    let source = "\
pub trait Step { fn next_step(self) -> Self; }
macro_rules! steps {
    ($($t:ty)*) => { $(impl Step for $t {
        fn next_step(self) -> $t { self + 1 }
    })* };
}
steps!(u8 u16 u32 i64);
";
    fixture.write("src/lib.rs", source);
    fixture.pct("--auto").exits(2).shows("src/lib.rs:4:36").shows("1 confirmed, 0 potential");
}

/// One macro in two functions: two checks.
#[test]
fn a_macro_that_checks_is_confirmed_in_each_function() {
    let fixture = Fixture::new("simple");
    let source = "\
macro_rules! bounded {
    ($i:expr, $most:expr) => {
        if $i > $most {
            panic!(\"too large\")
        }
    };
}
pub fn small(i: usize) -> usize {
    bounded!(i, 5);
    i
}
pub fn large(i: usize) -> usize {
    bounded!(i, 700);
    i
}
";
    fixture.write("src/lib.rs", source);
    fixture.pct("--auto").exits(2).shows("small(6);").shows("large(701);").shows("2 confirmed, 0 potential");
}

/// Macros that derive traits write impls inside of constants without a name.
#[test]
fn methods_inside_of_a_constant_without_a_name_are_those_of_the_type() {
    let fixture = Fixture::new("simple");
    let source = "\
pub struct Share { of: u32 }
const _: () = {
    impl Share {
        pub fn new(of: u32) -> Share { Share { of } }
        pub fn get(&self) -> u32 { 100 / self.of }
    }
};
";
    fixture.write("src/lib.rs", source);
    fixture.pct("--auto").exits(2).shows("let mut s = Share::new(0);").shows("simple::Share  ");
}
