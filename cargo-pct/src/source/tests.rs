//! Tests of what is read from a text, through one helper.

use super::*;
use crate::span::{Position, Span};

fn check(text: &str) -> Items {
    Items::read("src/lib.rs", &[], text).unwrap()
}

fn name(name: &str) -> PathPart {
    PathPart::Name(name.to_owned())
}

fn function<'i>(items: &'i Items, name: &str) -> &'i FnDef {
    items.functions.values().find(|function| function.name == name).unwrap()
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
fn a_function_keeps_its_signature() {
    let items = check(
        "impl<T> S<T> { pub(crate) const unsafe extern \"C\" fn f<'a, U: Copy + 'a, const N: usize>(&'a mut self, (x, y): (u8, [U; N])) \
         -> Option<&'a T> where T: Clone { unsafe { g() } } async fn g(self: Box<Self>) { fn h() { unsafe {} } } }",
    );
    let f = function(&items, "f");
    assert_eq!((f.is_const, f.is_unsafe, f.is_async, f.abi.as_deref()), (true, true, false, Some("C")));
    assert_eq!((f.receiver.as_ref(), f.visibility), (Some(&Receiver::Mut), Visibility::Restricted));
    assert_eq!(f.inputs, [("(x, y)".to_owned(), "(u8, [U; N])".to_owned())]);
    assert_eq!(f.output.as_deref(), Some("Option<&'a T>"));
    let params: Vec<_> =
        f.generics.params.iter().map(|param| (param.name.as_str(), param.bounds.join(" + "))).collect();
    assert_eq!(params, [("'a", String::new()), ("U", "Copy + 'a".to_owned()), ("N", String::new())]);
    assert_eq!(f.generics.conditions, ["T: Clone"]);
    assert!(f.has_unsafe_block);
    let g = function(&items, "g");
    assert_eq!((g.is_async, g.receiver.clone()), (true, Some(Receiver::Typed("Box<Self>".to_owned()))));
    assert!(!g.has_unsafe_block, "a nested function's block is not its parent's");
    assert!(function(&items, "h").has_unsafe_block);
}

#[test]
fn types_keep_fields_variants_and_discriminants() {
    let items = check(
        "#[repr(C, align(8))] #[pct::invariant(self.a > 0)] pub struct S<T> { pub a: Vec<T>, pub(super) b: u8, c: () } \
         struct P(pub u8, String); union U { x: u32, y: f32 } \
         enum E { A = -3, B, C { x: u8 } = 0x10, D(u8) = OTHER, F }",
    );
    let types: Vec<&TypeDef> = items.types.values().collect();
    assert_eq!(types[0].repr, ["C", "align(8)"]);
    assert_eq!(types[0].attributes[1].arguments, "self.a > 0");
    let fields = types[0].fields().unwrap();
    assert_eq!(
        (fields[0].name.as_str(), fields[0].ty.as_str(), fields[0].visibility),
        ("a", "Vec<T>", Visibility::Public)
    );
    assert_eq!((fields[1].visibility, fields[2].visibility), (Visibility::Restricted, Visibility::Inherited));
    assert_eq!(
        (types[1].variants[0].shape, types[1].fields().unwrap()[1].name.as_str()),
        (Shape::Tuple, "1")
    );
    assert_eq!(types[2].kind, TypeKind::Union);
    assert_eq!(types[3].fields(), None);
    assert_eq!(types[3].discriminants(), [Some(-3), Some(-2), Some(16), None, None]);
}

#[test]
fn impls_keep_their_header() {
    let items = check(
        "#[automatically_derived] unsafe impl<'a, T: Send + 'a> a::Tr<u8> for &'a S<T> where T: Clone { type Out = Vec<T>; } \
         impl !Send for X {} impl core::ops::Drop for Y { fn drop(&mut self) {} } impl Z {}",
    );
    let first = items.impls.values().next().unwrap();
    assert_eq!((first.self_type.as_str(), first.trait_path.as_deref()), ("&'a S<T>", Some("a::Tr<u8>")));
    assert_eq!((first.trait_name(), first.is_unsafe, first.is_derived), (Some("Tr"), true, true));
    assert_eq!(first.associated_types, [("Out".to_owned(), "Vec<T>".to_owned())]);
    assert_eq!(first.generics.conditions, ["T: Clone"]);
    let drops: Vec<&str> = items.drop_impls().map(|block| block.self_type.as_str()).collect();
    assert_eq!(drops, ["Y"]);
    assert!(items.impls.values().any(|block| block.is_negative && block.self_type == "X"));
}

#[test]
fn what_is_for_tests_only_is_known() {
    let items = check(
        "fn a() {} #[cfg(test)] mod tests { use super::*; fn helper() {} #[test] fn t() { fn inner() {} } } \
         #[cfg(test)] impl S { fn b() {} } #[test] fn lone() {}",
    );
    for function in items.functions.values() {
        assert_eq!(function.is_test_only, function.name != "a", "{}", function.name);
    }
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

/// A source of these files, the first of which is the root.
fn source(expanded: &str, files: &[(&str, &str)]) -> Source {
    let texts = files.iter().map(|(name, text)| (Arc::from(*name), (*text).to_owned())).collect();
    let (source, errors) = Source::read(expanded, files[0].0, &texts).unwrap();
    assert_eq!(errors, []);
    source
}

#[test]
fn files_are_placed_by_the_modules_that_name_them() {
    let source = source(
        "",
        &[
            ("src/lib.rs", "mod a; #[path = \"odd.rs\"] mod b; mod c { mod d; }"),
            ("src/a.rs", "mod e; struct A;"),
            ("src/a/e.rs", "struct E;"),
            ("src/odd.rs", "mod f; struct B;"),
            ("src/f/mod.rs", "mod g; struct F;"),
            ("src/f/g.rs", "struct G;"),
            ("src/c/d.rs", "struct D;"),
            ("src/included.rs", "struct I;"),
        ],
    );
    let path = |file: &str| {
        let ty = source.files[file].types.values().next().unwrap();
        ty.path
            .iter()
            .map(|part| format!("{part:?}"))
            .collect::<String>()
            .replace("Name(\"", "/")
            .replace("\")", "")
    };
    assert_eq!(path("src/a.rs"), "/a/A");
    assert_eq!(path("src/a/e.rs"), "/a/e/E");
    assert_eq!(path("src/odd.rs"), "/b/B");
    assert_eq!(path("src/f/mod.rs"), "/b/f/F");
    assert_eq!(path("src/f/g.rs"), "/b/f/g/G");
    assert_eq!(path("src/c/d.rs"), "/c/d/D");
    assert_eq!(source.unplaced.iter().map(|name| &**name).collect::<Vec<_>>(), ["src/included.rs"]);
}

#[test]
fn types_are_found_in_files_with_the_attributes_that_macros_consumed() {
    let source = source(
        "mod a { struct S; } mod hidden { struct T; } struct Made; mod c { struct Twice; }",
        &[
            (
                "src/lib.rs",
                "mod a; make!(Made); mod c { #[cfg(x)] struct Twice; #[cfg(not(x))] struct Twice; }",
            ),
            ("src/a.rs", "#[pct::predicates] struct S;"),
            ("src/hidden.rs", "struct T;"),
        ],
    );
    let found: Vec<_> = source
        .expanded
        .types
        .keys()
        .map(|id| source.type_in_files(id).map(|(items, id)| items.types[id].attributes.len()))
        .collect();
    assert_eq!(found, [Some(1), Some(0), None, None]);
}

#[test]
fn a_place_belongs_to_the_innermost_function_around_it() {
    let source =
        source("", &[("src/lib.rs", "fn a() {\n    fn b() {}\n    let x = 1;\n}\nfn c() {}\nmake!();\n")]);
    let at = |line: u32, column: u32| {
        let position = Position { line, column };
        let place = Span { file: "src/lib.rs".into(), start: position, end: position };
        source.function_at(&place).map(|(items, id)| items.functions[id].name.clone())
    };
    assert_eq!(at(1, 6).as_deref(), Some("a"));
    assert_eq!(at(2, 10).as_deref(), Some("b"));
    assert_eq!(at(3, 9).as_deref(), Some("a"));
    assert_eq!(at(5, 6).as_deref(), Some("c"));
    assert_eq!(at(6, 3), None);
}

#[test]
fn expanded_items_are_for_tests_only_where_their_file_says_so() {
    let source = source(
        "fn a() {} mod tests { fn helper() {} fn made_by_a_macro() {} struct S; impl S { fn f() {} } } fn lone() {} \
         mod outer { mod tests { fn deep() {} } } #[rustc_test_marker = \"t\"] const t: u8 = 1; fn t() {}",
        &[
            ("src/lib.rs", "fn a() {} #[cfg(test)] mod tests; #[cfg(test)] fn lone() {} mod outer;"),
            ("src/tests.rs", "fn helper() {}"),
            ("src/outer.rs", "#[cfg(all(test, unix))] mod tests { }"),
        ],
    );
    for function in source.expanded.functions.values() {
        assert_eq!(function.is_test_only, function.name != "a", "{}", function.name);
    }
    assert!(source.expanded.types.values().all(|ty| ty.is_test_only));
    assert!(source.expanded.impls.values().all(|block| block.is_test_only));
}

/// A macro's arguments have places in the function that calls it; a function made of them is not that function.
#[test]
fn functions_that_a_macro_made_are_not_found_in_files() {
    let source = source("fn a() { fn made() {} }", &[("src/lib.rs", "fn a() { make!(made()); }")]);
    let place = |column: u32| {
        let position = Position { line: 1, column };
        Span { file: "src/lib.rs".into(), start: position, end: position }
    };
    let ids: Vec<FunctionId> = source.expanded.functions.keys().collect();
    assert!(source.function_in_files(ids[0], &place(7)).is_some());
    assert!(source.function_in_files(ids[1], &place(20)).is_none());
}
