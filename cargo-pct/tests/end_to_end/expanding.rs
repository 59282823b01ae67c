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

#[test]
fn a_type_that_a_macro_defines_is_judged_as_a_whole() {
    let fixture = Fixture::new("simple");
    let source = "\
macro_rules! share {
    ($name:ident) => {
        pub struct $name { of: u32 }
        impl $name {
            pub fn new(of: u32) -> $name { $name { of } }
            pub fn get(&self) -> u32 { 100 / self.of }
        }
    };
}
share!(Share);
";
    fixture.write("src/lib.rs", source);
    fixture.pct("--auto").exits(2).shows("let mut s = Share::new(0);").shows("1 confirmed, 0 potential");
}

/// Two checks stand on one line, and two in one macro; guessed calls run into one of them.
#[test]
fn a_guess_confirms_the_check_that_failed() {
    let fixture = Fixture::new("simple");
    let source = "\
fn root(x: u32) -> f64 { f64::from(x).sqrt().sin() + 5.0 }
pub fn line(x: u32, k: u32) -> u32 { if root(x) < 0.5 && k > 3 { panic!(\"{x}\") } if k > 3 { panic!(\"same\") } 1 }
macro_rules! both {
    ($name:ident) => {
        pub fn $name(x: u32, k: u32) -> u32 {
            if root(x) < 0.5 && k > 3 {
                panic!(\"{} of {}\", x, k)
            }
            if k > 3 {
                panic!(\"1 of 3\")
            }
            1
        }
    };
}
both!(two);
";
    fixture.write("src/lib.rs", source);
    let run = fixture.pct("--auto").exits(2);
    let report = run.report();
    let findings =
        report["subjects"].as_array().unwrap().iter().flat_map(|it| it["findings"].as_array().unwrap());
    let confirmed = findings.filter(|it| it["status"] == "confirmed");
    let places: Vec<_> = confirmed.map(|it| it["location"]["line"].as_u64().unwrap()).collect();
    assert!(!places.contains(&7), "{places:?}");
    assert!(places.contains(&2), "{places:?}");
}
