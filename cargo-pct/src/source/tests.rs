//! Tests of what is read from a text, through one helper.

use super::*;
use crate::mir::OwnModules;

fn check(text: &str) -> Items {
    Items::read("src/lib.rs", &[], text).unwrap()
}

fn name(name: &str) -> PathPart {
    PathPart::Name(name.to_owned())
}

fn function<'i>(items: &'i Items, name: &str) -> &'i FnDef {
    items.functions.values().find(|function| *function.name == *name).unwrap()
}

#[test]
fn functions_are_in_the_texts_order_with_nested_ones_after_their_parent() {
    let items = check(
        "fn a() { fn b() { fn c() {} } let x = || { fn d() {} }; } trait T { fn e(); fn f() {} } \
         impl T for u8 { fn e() {} } const K: u8 = { fn g() -> u8 { 1 } g() }; extern \"C\" { fn no_body(); }",
    );
    let paths: Vec<_> = items.functions.values().map(|function| function.path.clone()).collect();
    assert_eq!(
        paths,
        [
            vec![name("a")],
            vec![name("a"), name("b")],
            vec![name("a"), name("b"), name("c")],
            vec![name("a"), name("d")],
            vec![name("T"), name("f")],
            vec![PathPart::Impl, name("e")],
            vec![name("K"), name("g")],
        ]
    );
}

#[test]
fn a_function_keeps_what_is_asked_of_it() {
    let items = check(
        "impl<T> S<T> { pub(crate) fn f<'a, U: Copy + 'a, const N: usize>(&'a mut self, x: [U; N], y: impl Tr) -> impl Tr {} \
         async fn r#type(self: Box<Self>) {} }",
    );
    let f = function(&items, "f");
    assert_eq!((f.is_async, f.visibility), (false, Visibility::Restricted));
    assert_eq!(f.parameters.iter().map(|name| &**name).collect::<Vec<_>>(), ["U", "N", "impl 0"]);
    assert!(function(&items, "r#type").is_async, "the name is the one that MIR has");
}

#[test]
fn types_keep_fields_variants_and_discriminants() {
    let items = check(
        "pub struct S<T> { pub a: Vec<T>, pub(super) b: u8, c: () } \
         struct P(pub u8, String); union U { x: u32, y: f32 } struct L<'a>(&'a u8); \
         enum E { A = -3, B, C { x: u8 } = 0x10, D(u8) = OTHER, F }",
    );
    let types: Vec<&TypeDef> = items.types.values().collect();
    let fields = types[0].fields().unwrap();
    assert_eq!(
        (&*fields[0].name, fields[0].ty.to_string().as_str(), fields[0].visibility),
        ("a", "std::vec::Vec<T>", Visibility::Public)
    );
    assert_eq!((fields[1].visibility, fields[2].visibility), (Visibility::Restricted, Visibility::Inherited));
    assert_eq!((types[1].variants[0].shape, &*types[1].fields().unwrap()[1].name), (Shape::Tuple, "1"));
    assert_eq!(types[2].kind, TypeKind::Union);
    assert_eq!(types[3].parameters.len(), 0);
    assert_eq!(types[4].fields(), None);
    let discriminants: Vec<Option<String>> =
        types[4].variants.iter().map(|own| own.discriminant.as_ref().map(ToString::to_string)).collect();
    let text = |number: &str| Some(number.to_owned());
    assert_eq!(discriminants, [text("-3"), text("-2"), text("16"), None, None]);
}

#[test]
fn impls_keep_their_header() {
    let items = check(
        "struct S<T>(T); unsafe impl<'a, T: Send + 'a> a::Tr<u8> for &'a S<T> where T: Clone { type Out = Vec<T>; } \
         impl !Send for X {} impl core::ops::Drop for Y { fn drop(&mut self) {} } impl Z {}",
    );
    let blocks: Vec<&ImplDef> = items.impls.values().collect();
    let first = blocks[0];
    assert_eq!((first.self_type.to_string().as_str(), first.trait_name()), ("&S<T>", Some("Tr")));
    assert_eq!(first.trait_path.as_ref().unwrap().to_string(), "a::Tr::<u8>");
    assert_eq!(first.types["Out"].to_string(), "std::vec::Vec<T>");
    let bounds: Vec<String> = first.bounds.iter().map(|(ty, bound)| format!("{ty}: {bound}")).collect();
    assert_eq!(bounds, ["T: std::marker::Send", "T: std::clone::Clone"]);
    assert_eq!(blocks[1].trait_path, None, "a type does not implement what it says it does not");
    assert_eq!(blocks[2].trait_path.as_ref().unwrap().to_string(), "std::ops::Drop");
    assert_eq!(blocks[2].functions.len(), 1);
}

#[test]
fn traits_are_known_by_all_ways_to_name_them() {
    let declared = "mod p { pub use std::ops::Drop as D; pub trait Own {} pub use std::ops as o; mod q { pub use super::*; } } \
                    mod a { pub use crate::p::*; } mod b { pub use crate::a::*; mod c { use super::super::p::*; } } \
                    extern crate alloc as al; ";
    let check = |text: &str, expected: &str| {
        let items = check(&format!("{declared}{text}"));
        let path = items.impls.values().next().unwrap().trait_path.as_ref().unwrap();
        assert_eq!(path.to_string(), expected, "{text}");
    };
    check("use p::D; impl D for S {}", "std::ops::Drop");
    check("use b::*; impl D for S {}", "std::ops::Drop");
    check("use b::D as E; impl E for S {}", "std::ops::Drop");
    check("impl b::Own for S {}", "p::Own");
    check("impl a::o::Drop for S {}", "std::ops::Drop");
    check("use b::o::*; impl Add<u8> for S {}", "std::ops::Add::<u8>");
    check("mod m { impl al::borrow::ToOwned for S {} }", "std::borrow::ToOwned");
    check("use std as s; use s::hash::*; impl Hash for S {}", "std::hash::Hash");
    check("use std::*; impl hash::Hash for S {}", "std::hash::Hash");
    check("use std::prelude::v1::*; impl Clone for S {}", "std::clone::Clone");
    check("use std::io::prelude::*; impl Read for S {}", "std::io::Read");
    check("use other::Tr; impl Tr for S { fn tr() {} }", "other::Tr");
    let text = "use std::ops as o; impl<F: o::FnMut(u8) -> u16> S<F> {}";
    let items = Items::read("src/lib.rs", &[], text).unwrap();
    let bounds = &items.impls.values().next().unwrap().bounds;
    assert_eq!(bounds[0].1.to_string(), "std::ops::FnMut(u8) -> u16");
    // Another crate may export a trait of std; what the crate's own modules have is known.
    check("use other::Tr; impl Tr for S { fn drop(&mut self) {} }", "<unclear>::Tr");
    check("impl p::Lost for S {}", "<unclear>::Lost");
    check("mod n { pub trait D {} } use a::*; use n::*; impl D for S {}", "<unclear>::D");
    check("trait Clone {} mod n { use crate::Clone; impl Clone for S {} }", "Clone");
    check("mod n { mod p {} use crate::p::D; impl D for S {} }", "std::ops::Drop");
    // Of what it imports for itself, a module exports nothing.
    check("mod n { use crate::p::*; } use n::*; impl D for S { fn f() {} }", "D");
}

#[test]
fn only_impls_of_the_runtime_count_as_instrumentation() {
    let items = check(
        "mod pct { pub trait Tr {} } struct S; impl ::pct::Tr for S {} impl pct::Tr for S {} impl crate::pct::Tr for S {}",
    );
    let ours: Vec<bool> = items.impls.values().map(|block| block.is_instrumentation).collect();
    assert_eq!(ours, [true, false, false]);
}

/// The types of the fields of the struct `S`.
fn fields(text: &str) -> Vec<String> {
    let items = check(text);
    let ty = items.types.values().find(|ty| ty.name == "S").unwrap();
    ty.fields().unwrap().iter().map(|field| field.ty.to_string()).collect()
}

#[test]
fn names_stand_for_what_their_place_says() {
    let declared = "mod a { pub struct A; pub mod b { pub struct B; } } ";
    let check = |text: &str, expected: &[&str]| assert_eq!(fields(&format!("{declared}{text}")), expected);
    check(
        "use a::{A as C, b}; struct S(C, b::B, Option<A>);",
        &["a::A", "a::b::B", "std::option::Option<A>"],
    );
    check("mod m { use super::a::*; struct S(A, self::T); struct T; }", &["a::A", "m::T"]);
    check(
        "mod m { mod n { struct S(super::super::a::A, crate::a::A, ::a::A); } }",
        &["a::A", "a::A", "a::A"],
    );
    check("use c::B; use a::b as c; struct S(B);", &["a::b::B"]);
    check("type T = Vec<a::A>; struct S(T);", &["std::vec::Vec<a::A>"]);
    check("type T<B> = Vec<B>; struct S(T<a::A>, *const u8);", &["std::vec::Vec<a::A>", "*const u8"]);
    check("type T<B, const N: usize = 2> = [B; N]; struct S(T<u8>, T<u8, 3>);", &["[u8; 2]", "[u8; 3]"]);
    check("type T<B> = Vec<B>; type U<B> = T<(B, B)>; struct S<N>(U<N>);", &["std::vec::Vec<(N, N)>"]);
    check("fn f() { use a::A; struct S(A, T); } struct T;", &["a::A", "T"]);
    check("const _: () = { struct T; struct S(T); };", &["_::T"]);
    check("mod m { pub use crate::a::b; } struct S(m::b::B);", &["a::b::B"]);
    check("mod m { pub use crate::a::A; } struct S(m::A);", &["a::A"]);
    check(
        "use core::{ops::*, fmt::{self, Write}}; struct Add; struct S(Range<u8>, Add, fmt::Error, Sum);",
        &["std::ops::Range<u8>", "Add", "std::fmt::Error", "Sum"],
    );
    check("mod m { use std::iter::*; struct S(Rev<A>, c::A); }", &["std::iter::Rev<A>", "c::A"]);
    // A crate of that name, not the root's module.
    check("mod m { struct S(a::A); }", &["_"]);
    check("fn f() { mod m { struct S(super::a::A); } }", &["a::A"]);
    check("use a::b::B; fn f() { { use a::A as B; } { use a::b::*; struct S(B); } }", &["_"]);
    check("extern crate self as alloc; mod m { struct S(alloc::a::A); }", &["a::A"]);
    let of_2015 = |text: &str| format!("use ::std::prelude::rust_2015::*; {declared}{text}");
    assert_eq!(fields(&of_2015("mod m { mod a { pub struct A; } use a::A as B; struct S(B); }")), ["a::A"]);
    check("mod m { mod a { pub struct A; } use a::A as B; struct S(B); }", &["m::a::A"]);
    check("mod m { use std::ffi::c_ushort as u8; struct S(u8); }", &["std::ffi::c_ushort"]);
    check("mod m { pub fn A() {} } use m::A; use a::*; struct S(A);", &["_"]);
    check("mod m { pub fn A() {} } use m::A; struct A(u8); struct S(A);", &["A"]);
}

#[test]
fn a_type_inside_a_method_has_nobody_elses_path() {
    let items = check(
        "mod f { struct Z(u8); } impl A { fn f(&self) { struct Z(u16); } } trait T { fn g() { struct Y; } }",
    );
    let paths: Vec<&str> = items.types.values().map(|ty| ty.path.as_str()).collect();
    assert_eq!(paths, ["f::Z", "<impl>::f::Z", "T::g::Y"]);
}

#[test]
fn reach_is_private_only_where_clients_cannot_call() {
    let items = check(
        "pub fn public() {} fn private() {} pub(crate) fn restricted() {} #[unsafe(no_mangle)] fn exported() {} \
         mod inner { pub fn possible() { pub fn nested() {} } pub struct Hidden; impl Hidden { pub fn method(&self) {} } } \
         pub struct S; impl S { pub fn open(&self) {} fn closed(&self) {} } impl Clone for S { fn clone(&self) -> S { S } } \
         trait T { fn default() {} } pub mod outer { pub fn deep() {} } \
         const _: () = { impl super::S { pub fn odd(&self) {} } };",
    );
    let expected = [
        ("public", Reach::Public),
        ("private", Reach::Private),
        ("restricted", Reach::Private),
        ("exported", Reach::Public),
        ("possible", Reach::Possible),
        ("nested", Reach::Private),
        ("method", Reach::Possible),
        ("open", Reach::Public),
        ("closed", Reach::Private),
        ("clone", Reach::Possible),
        ("default", Reach::Possible),
        ("deep", Reach::Public),
        ("odd", Reach::Public),
    ];
    for (name, reach) in expected {
        assert_eq!(function(&items, name).reach, reach, "{name}");
    }
}

#[test]
fn a_text_that_does_not_parse_says_where() {
    let error = Items::read("src/a.rs", &[], "fn f() {}\nfn g( {}\n").unwrap_err();
    assert_eq!((&*error.file, error.position.line), ("src/a.rs", 2));
}

#[test]
fn a_name_that_a_glob_exports_is_the_one_behind_it() {
    let items = check(
        "mod a { mod b { pub struct Block(u8); pub type Word = u16; } pub use b::*; } use a::Block as Wide; \
         struct S { block: Wide, word: a::Word } pub type Block = u32; struct T { block: Block }",
    );
    let fields = |name: &str| {
        let ty = items.types.values().find(|ty| *ty.name == *name).unwrap();
        ty.fields().unwrap().iter().map(|field| field.ty.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(fields("S"), ["a::b::Block", "u16"]);
    assert_eq!(fields("T"), ["u32"]);
}

#[test]
fn a_glob_brings_what_its_module_lets_others_see() {
    let items = check(
        "mod a { use crate::d::Entry; struct Own; pub struct Seen(Entry, Own); } mod c { pub struct Entry; pub struct Own; } \
         mod d { pub struct Entry; } mod m { use crate::{a::*, c::*}; struct S(Entry, Own, Seen); } \
         mod e { struct Hidden; mod f { use super::*; struct S2(Hidden); } } \
         mod g { pub struct Twice; } mod h { pub struct Twice; } mod i { use crate::{g::*, h::*}; struct S3(Twice); }",
    );
    let fields = |name: &str| {
        let ty = items.types.values().find(|ty| *ty.name == *name).unwrap();
        ty.fields().unwrap().iter().map(|field| field.ty.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(fields("Seen"), ["d::Entry", "a::Own"]);
    assert_eq!(fields("S"), ["c::Entry", "c::Own", "a::Seen"]);
    assert_eq!(fields("S2"), ["e::Hidden"]);
    assert_eq!(fields("S3"), ["_"], "nobody could write this");
}

#[test]
fn a_glob_brings_no_more_than_is_visible_where_it_is_written() {
    let items = check(
        "mod a { pub mod b { pub(super) struct Drop; pub(crate) struct Send; pub(in crate::a) struct Sync; } struct S(b::Drop); \
         mod c { use super::b::*; struct S1(Drop, Send, Sync); } pub mod d { pub use super::b::*; } } \
         mod m { use crate::a::b::*; struct S2(Drop, Send, Sync); } mod n { use crate::a::d::*; struct S3(Drop, Send, Sync); } \
         mod o { pub struct Twice; } mod p { pub use crate::o::*; const Twice: u8 = 1; } mod q { use crate::p::*; struct S4(Twice); }",
    );
    let fields = |name: &str| {
        let ty = items.types.values().find(|ty| *ty.name == *name).unwrap();
        ty.fields().unwrap().iter().map(|field| field.ty.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(fields("S1"), ["a::b::Drop", "a::b::Send", "a::b::Sync"]);
    let of_others = ["std::ops::Drop", "a::b::Send", "std::marker::Sync"];
    assert_eq!(
        (fields("S2"), fields("S3")),
        (of_others.map(String::from).to_vec(), of_others.map(String::from).to_vec())
    );
    assert_eq!(fields("S4"), ["_"], "a type or a constant");
}

#[test]
fn what_clients_cannot_write_down_is_known() {
    let text = "#[non_exhaustive] pub struct S { pub x: u8 } pub enum E { A, #[non_exhaustive] B { x: u8 } }";
    let items = Items::read("lib.rs", &[], text).unwrap();
    let closed = |name: &str| {
        let ty = items.types.values().find(|ty| ty.name == name).unwrap();
        ty.variants.iter().map(|variant| variant.is_non_exhaustive).collect::<Vec<_>>()
    };
    assert_eq!((closed("S"), closed("E")), (vec![true], vec![false, true]));
}

#[test]
fn documentation_announces_panics_in_a_section_or_at_the_start_of_a_line() {
    let announces = |documentation: &str| {
        let lines: String = documentation.lines().map(|line| format!("///{line}\n")).collect();
        let items = check(&format!("{lines}pub fn f() {{}} pub trait T {{ {lines} fn f(&self); }}"));
        let of_trait = items.traits.values().next().unwrap().functions["f"];
        let own = items.functions.values().next().unwrap().documents_panics;
        assert_eq!(own, of_trait);
        own
    };
    for text in [
        " # Panics\n If there is none.",
        " ## Panic",
        " Panics if there is none.",
        " Gives it.\n **Panics** if **at** is too large.",
        " _Panics_ when there is none.",
        " Panics: unless there is one.",
    ] {
        assert!(announces(text), "{text}");
    }
    for text in
        [" Panics are caught.", " Never panics if there is none.", " Panics", " Panicsif", " # Errors"]
    {
        assert!(!announces(text), "{text}");
    }
}

#[test]
fn a_module_called_like_the_standard_library_has_its_raw_name() {
    let items = check(
        "pub mod core { pub struct Word; pub fn width(_: &Word) {} pub mod mem { pub fn swap() {} } }
        mod inside { pub struct Two(core::option::Option<u8>, crate::core::Word); }
        pub use core::Word as Exported;
        struct Three(core::Word, ::core::option::Option<u8>, self::core::Word);",
    );
    let paths: Vec<String> = items.functions.values().map(|function| function.full_path()).collect();
    assert_eq!(paths, ["r#core::width", "r#core::mem::swap"]);
    let fields = |name: &str| -> Vec<String> {
        let ty = items.types.values().find(|ty| ty.name == name).unwrap();
        ty.fields().unwrap().iter().map(|field| field.ty.to_string()).collect()
    };
    assert_eq!(fields("Two"), ["std::option::Option<u8>", "r#core::Word"]);
    assert_eq!(fields("Three"), ["r#core::Word", "std::option::Option<u8>", "r#core::Word"]);
    assert_eq!(items.exported["Exported"], "r#core::Word");
    let own = items.own_modules();
    assert_eq!(
        (own.path_of("core::Word"), own.path_of("cores::Word")),
        ("r#core::Word".into(), "cores::Word".into())
    );
    assert_eq!(OwnModules::plain("r#core::Word"), "core::Word");
    assert_eq!(OwnModules::plain("r#type::Word"), "r#type::Word");
    assert_eq!(check("mod cores {} mod text { mod core {} }").own_modules(), OwnModules::default());
}
