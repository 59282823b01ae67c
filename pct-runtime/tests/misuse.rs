//! Every misuse of an attribute is an error at the offending token that says what to write instead, in every build.

#[test]
fn misuses_are_refused_with_what_to_write_instead() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
