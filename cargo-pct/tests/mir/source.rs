//! The expanded source of the zoo against its dumps: every body finds its function.

use super::{dumps, files, rustc};
use cargo_pct::mir::{Item, Program, parse};
use cargo_pct::source::{
    BodyMatch, EXPANSION_ENVIRONMENT, Items, MatchError, PathPart, Source, expansion_arguments, match_bodies,
};
use std::collections::BTreeMap;
use std::path::Path;

/// What rustc expands a program of the zoo to.
fn expand(source: &Path, options: &[&str]) -> String {
    let output = tempfile::tempdir().unwrap();
    let expanded = output.path().join("expanded.rs");
    let call: Vec<String> = ["--edition=2024", "--crate-type=lib", "--emit=link", "--error-format=json"]
        .into_iter()
        .chain(options.iter().copied())
        .chain([source.file_name().unwrap().to_str().unwrap()])
        .map(str::to_owned)
        .collect();
    let (variable, value) = EXPANSION_ENVIRONMENT;
    let status = rustc()
        .args(expansion_arguments(&call, expanded.to_str().unwrap()))
        .current_dir(source.parent().unwrap())
        .env(variable, value)
        .status()
        .unwrap();
    assert!(status.success(), "{} does not expand", source.display());
    std::fs::read_to_string(expanded).unwrap()
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

/// Every function body is matched, and none twice.
fn check_complete(program: &Program, items: &Items, found: &BodyMatch) {
    let bodies = program.functions().count();
    assert_eq!(found.functions.len() + found.closures.len() + found.constructors.len(), bodies);
    let functions: std::collections::BTreeSet<_> = found.functions.values().collect();
    assert_eq!(functions.len(), items.functions.len());
}

#[test]
fn every_body_of_the_zoo_finds_its_function() {
    for source in files("zoo", "rs") {
        let name = source.file_stem().unwrap().to_str().unwrap();
        let program = dump(name);
        let items = items(&source);
        let found = match_bodies(&program, &items).unwrap_or_else(|error| panic!("{name}: {error}"));
        check_complete(&program, &items, &found);
    }
}

#[test]
fn bodies_of_a_test_build_find_their_functions() {
    let source = zoo("tested");
    let output = tempfile::tempdir().unwrap();
    let program = parse(&super::compile_with(&source, output.path(), &["--test"]), 64);
    let texts = BTreeMap::from([("tested.rs".into(), std::fs::read_to_string(&source).unwrap())]);
    let (all, _) = Source::read(&expand(&source, &["--test"]), "tested.rs", &texts).unwrap();
    let found = match_bodies(&program, &all.expanded).unwrap();
    check_complete(&program, &all.expanded, &found);
    for function in all.expanded.functions.values() {
        let is_of_harness = function.name == "main";
        let is_in_tests = function.path[0] == PathPart::Name("tests".to_owned());
        assert_eq!(function.is_test_only, is_in_tests && !is_of_harness, "{}", function.name);
    }
}

#[test]
fn bodies_of_one_macro_find_their_own_impl() {
    let items = items(&zoo("names"));
    let program = dump("names");
    let found = match_bodies(&program, &items).unwrap();
    let sized: Vec<(&str, String)> = found
        .functions
        .iter()
        .filter(|(_, id)| items.functions[**id].name == "size")
        .map(|(index, id)| {
            let Item::Body(body) = &program.items[*index] else { panic!("not read") };
            (items.impl_of(*id).unwrap().self_type.as_str(), body.to_string())
        })
        .collect();
    assert_eq!(sized.len(), 3);
    for (ty, text) in sized {
        assert!(text.contains(&format!("size_of::<{ty}>")), "{ty}: {text}");
    }
}

#[test]
fn closures_belong_to_the_function_around_them() {
    let items = items(&zoo("names"));
    let program = dump("names");
    let found = match_bodies(&program, &items).unwrap();
    let owners: Vec<&str> =
        found.closures.values().map(|owner| items.functions[owner.unwrap()].name.as_str()).collect();
    assert_eq!(owners, ["first", "second"]);
}

#[test]
fn constructors_know_their_type_and_variant() {
    let items = items(&zoo("places"));
    let found = match_bodies(&dump("places"), &items).unwrap();
    let built: Vec<(&str, &str)> = found
        .constructors
        .values()
        .map(|constructor| {
            let ty = &items.types[constructor.ty];
            (ty.name.as_str(), ty.variants[constructor.variant].name.as_str())
        })
        .collect();
    assert_eq!(built, [("Shape", "Circle")]);
}

#[test]
fn bodies_in_files_are_found_by_the_place_of_their_result() {
    for name in ["control", "places", "traits", "tested"] {
        let source = zoo(name);
        let program = dump(name);
        let file = format!("{name}.rs");
        let texts = BTreeMap::from([(file.as_str().into(), std::fs::read_to_string(&source).unwrap())]);
        let (all, errors) = Source::read(&expand(&source, &[]), &file, &texts).unwrap();
        assert_eq!(errors, []);
        let found = match_bodies(&program, &all.expanded).unwrap();
        let mut in_file = 0;
        for (index, id) in &found.functions {
            let Item::Body(body) = &program.items[*index] else { panic!("not read") };
            let place = body.locals[body.return_local()].span.as_ref().unwrap();
            if all.function_in_files(*id, place).is_some() {
                in_file += 1;
            } else {
                assert!(all.expanded.impl_of(*id).unwrap().is_derived, "{}", body.path);
            }
        }
        assert!(in_file >= 3, "{name}");
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
    let found = match_bodies(&program, &items).unwrap();
    assert_eq!(found.functions.len(), items.functions.len());
}
