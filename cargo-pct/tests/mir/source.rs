//! The expanded source of the zoo against its dumps: every body finds its function.

use super::{dumps, files, rustc};
use cargo_pct::mir::{Item, Program, parse};
use cargo_pct::source::{FunctionId, Items, MatchError, match_bodies};
use std::collections::BTreeMap;
use std::path::Path;

/// What rustc expands a program of the zoo to.
fn expand(source: &Path, options: &[&str]) -> String {
    let output = rustc()
        .args(["--edition=2024", "--crate-type=lib", "--cap-lints=allow", "-Zunpretty=expanded"])
        .args(options)
        .arg(source.file_name().unwrap())
        .current_dir(source.parent().unwrap())
        .env("RUSTC_BOOTSTRAP", "1")
        .output()
        .unwrap();
    assert!(output.status.success(), "{} does not expand", source.display());
    String::from_utf8(output.stdout).unwrap()
}

fn items(source: &Path) -> Items {
    Items::read("<expanded>", &[], &expand(source, &[])).unwrap()
}

fn zoo(name: &str) -> std::path::PathBuf {
    files("zoo", "rs").into_iter().find(|file| file.file_stem().is_some_and(|stem| stem == name)).unwrap()
}

fn dump(name: &str) -> Program {
    parse(&dumps()[&format!("{name}, fresh")], 64)
}

/// Every function of the source has its body, no two the same one.
fn check_complete(items: &Items, found: &BTreeMap<usize, FunctionId>) {
    let functions: std::collections::BTreeSet<_> = found.values().collect();
    assert_eq!((found.len(), functions.len()), (items.functions.len(), items.functions.len()));
}

#[test]
fn every_body_of_the_zoo_finds_its_function() {
    for source in files("zoo", "rs") {
        let name = source.file_stem().unwrap().to_str().unwrap();
        let program = dump(name);
        let items = items(&source);
        let found = match_bodies(&program, &items).unwrap_or_else(|error| panic!("{name}: {error}"));
        check_complete(&items, &found);
    }
}

#[test]
fn bodies_of_a_test_build_find_their_functions() {
    let source = zoo("tested");
    let output = tempfile::tempdir().unwrap();
    let program = parse(&super::compile_with(&source, output.path(), &["--test"]), 64);
    let items = Items::read("<expanded>", &[], &expand(&source, &["--test"])).unwrap();
    check_complete(&items, &match_bodies(&program, &items).unwrap());
}

#[test]
fn bodies_of_one_macro_find_their_own_impl() {
    let items = items(&zoo("names"));
    let program = dump("names");
    let found = match_bodies(&program, &items).unwrap();
    let sized: Vec<(String, String)> = found
        .iter()
        .filter(|(_, id)| &*items.functions[**id].name == "size")
        .map(|(index, id)| {
            let Item::Body(body) = &program.items[*index] else { panic!("not read") };
            (items.impl_of(*id).unwrap().self_type.to_string(), body.to_string())
        })
        .collect();
    assert_eq!(sized.len(), 3);
    for (ty, text) in sized {
        assert!(text.contains(&format!("size_of::<{ty}>")), "{ty}: {text}");
    }
}

#[test]
fn source_and_dump_that_do_not_fit_are_told_apart() {
    let text = "fn a() {} fn b() {}";
    let read = |text: &str| Items::read("<expanded>", &[], text).unwrap();
    let body = |name: &str| {
        format!("fn {name}() -> () {{\n    let mut _0: ();\n\n    bb0: {{\n        return;\n    }}\n}}\n\n")
    };
    let program = |names: &[&str]| parse(&names.iter().map(|name| body(name)).collect::<String>(), 64);
    assert!(match_bodies(&program(&["a", "b"]), &read(text)).is_ok());
    let differ = match_bodies(&program(&["b", "a"]), &read(text)).unwrap_err();
    assert_eq!(differ.to_string(), "line 1 of the dump has `b` where the source has `a`, <expanded>:1:1");
    let missing = match_bodies(&program(&["a"]), &read(text)).unwrap_err();
    assert_eq!(missing, MatchError::MissingBody { function: "b".to_owned() });
    let surplus = match_bodies(&program(&["a", "b", "c"]), &read(text)).unwrap_err();
    assert_eq!(surplus, MatchError::MissingFunction { line: 17, body: "c".to_owned() });
    let nested = match_bodies(&program(&["a", "b"]), &read("fn a() {} mod m { fn b() {} }")).unwrap_err();
    assert!(matches!(nested, MatchError::Differ { line: 9, .. }), "{nested}");
}

/// A body that could not be read takes its place in the order, so that the others still find theirs.
#[test]
fn an_opaque_body_keeps_its_place() {
    let mut program = dump("control");
    let items = items(&zoo("control"));
    let Item::Body(body) = &program.items[1] else { panic!("not read") };
    let opaque = parse(&format!("fn {}() -> ?? {{\n}}\n", body.path), 64).items.remove(0);
    assert!(matches!(opaque, Item::Opaque(_)));
    program.items[1] = opaque;
    check_complete(&items, &match_bodies(&program, &items).unwrap());
}
