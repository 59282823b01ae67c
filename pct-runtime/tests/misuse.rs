//! Every misuse of an attribute is an error at the offending token that says what to write instead, in every build.

#[test]
fn misuses_are_refused_with_what_to_write_instead() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("tests/ui/*.rs");
    // The same attributes, used well, outside `cargo pct`.
    cases.pass("tests/ui/pass/*.rs");
}
