use super::parse;
use crate::source::Items;

/// Reads a text, of which nothing is left out, and compares the paths of its functions.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let items = Items::read("lib.rs", &[], text).expect("these are tokens");
    assert_eq!(items.unread, [], "{text}");
    let found: Vec<String> = items.functions.values().map(|function| function.full_path()).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn a_parameter_may_have_no_name() {
    check(
        "trait T { fn a(&self, u32); fn b(&mut self, &u8, Vec<(u8, u8)>) -> u8; fn c(self: Box<Self>, u8, k: u8) { fn d() {} } }\
         fn e<T: Into<u8>>(n: T, f: fn(u8) -> u8) {}",
        &["T::c", "T::c::d", "e"],
    );
}

#[test]
fn keywords_of_later_editions_are_names() {
    check(
        "struct S { async: u8, dyn: u8, await: u8 } impl S { fn try(&self) -> u8 { self.dyn } fn async(async: u8) -> u8 { async } }\
         fn b(f: Box<dyn Fn(u8) -> u8>, g: &dyn (::std::any::Any)) {} async fn c() { async move { 1 }.await; }",
        &["<impl>::r#try", "<impl>::r#async", "b", "c"],
    );
}

#[test]
fn a_trait_may_be_a_type() {
    check(
        "fn a(f: Box<Fn(u8) -> u8>, g: &Fn(u8) -> u8) {} fn b(f: Box<FnMut() + Send + 'static>) -> Option<Box<Any + Send>> {}\
         impl Tr + Send { fn c(self: &Self, e: Box<::std::error::Error + Send>) -> Box<Iterator<Item = u8>> {} }",
        &["a", "b", "<impl>::c"],
    );
}

#[test]
fn unstable_items_are_read() {
    check(
        "impl const Default for S { fn default() -> S { S } } const trait C { fn c(&self) {} } auto trait A {}\
         impl<T: [const] C> const D for T { default fn d(&self) {} } default impl E for S { fn e() {} }\
         macro m($x:expr) { fn no() {} } impl !Send for S {} extern \"C\" { fn p(f: *const u8, ...); }\
         unsafe extern \"C\" fn v(n: u8, mut rest: ...) {} fn last() { super let x = 1; }",
        &["<impl>::default", "C::c", "<impl>::d", "<impl>::e", "v", "last"],
    );
}

#[test]
fn a_body_that_is_not_understood_keeps_the_items_in_it() {
    check(
        "fn a() { strange ~~ here; fn b() {} if x { const N: u8 = { fn c() {} 3 }; impl S { fn d() {} } } } fn e() {}",
        &["a", "a::b", "a::N::c", "a::<impl>::d", "e"],
    );
    check(
        "mod m { const K: [u8; { 1 }] = { ~~; fn f() {} }; impl S<{ 1 }> { fn g() { ~~ } fn h() {} } }",
        &["m::K::f", "m::<impl>::g", "m::<impl>::h"],
    );
    check("fn a() { println!(\"{}\", { fn b() -> u8 { 1 } b() }); }", &["a", "a::b"]);
}

#[test]
fn an_item_that_cannot_be_read_costs_itself() {
    let parsed =
        parse("fn a() {} struct S ~ { }\nfn b(~~) { fn c() {} } fn d() {}").expect("these are tokens");
    let names: Vec<String> = parsed
        .file
        .items
        .iter()
        .filter_map(|item| match item {
            syn::Item::Fn(function) => Some(function.sig.ident.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(names, ["a", "b", "d"]);
    let unread: Vec<(u32, bool)> = parsed.unread.iter().map(|it| (it.position.line, it.is_item)).collect();
    assert_eq!(unread, [(1, true), (2, true)]);
}
