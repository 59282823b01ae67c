//! One place takes types apart, and one takes values apart; what looks at their shape says what it does with each.

#![allow(clippy::unwrap_used, reason = "a test may; the exception in clippy.toml does not reach its helpers")]

mod shapes;

use std::path::{Path, PathBuf};

use shapes::{Found, Kind, Shapes};

/// Folders and files whose answers proofs rely on.
const RELIED_ON: [&str; 8] =
    ["symex", "lower", "verify", "abstraction", "bounds", "fabricate", "native/effects", "system"];

/// Where types and values are taken apart: `Program::structure`, `Value::children` and their kin.
const TRAVERSALS: [&str; 3] = ["symex/program/facts.rs", "symex/state/value.rs", "symex/program/types.rs"];

/// Functions that need more of each part than that it is one: its place, its name, or its partner in another value. Most decide nothing about
/// what a type or value may hold. The reason of one that does says in which direction it errs. Functions that call each other are listed
/// together.
const CONSTRUCTIONS: [(&str, &str, &str); 30] = [
    ("lower/object_state.rs", "value, fields", "pairs a tree with its shape, part by part"),
    (
        "lower/contained_objects.rs",
        "find, find_inside",
        "pairs values with their types, each with the condition that it exists",
    ),
    (
        "lower/contained_objects.rs",
        "within, in_captures, in_arguments",
        "walks structures; asks for the captures of a closure, and takes other code to hold anything",
    ),
    ("lower/outstanding_borrows.rs", "value", "pairs values with their types"),
    ("lower/subject.rs", "object_in", "gives a part a name; finds no object where a type is not known"),
    (
        "symex/library/stable_text.rs",
        "writes_stable_text, fields_write_stable_text",
        "asks what `Debug` writes; says no of what is not known",
    ),
    (
        "symex/library/trait_object_arguments.rs",
        "is_made_of_plain",
        "goes from operand to operand, not into a type",
    ),
    (
        "lower/representation_access/bits.rs",
        "all_inside, all_captured",
        "walks structures; asks for the captures of a closure, other code counts as unknown",
    ),
    (
        "native/effects/types.rs",
        "each_mentioned",
        "asks for what a type is written with, paths of functions too",
    ),
    (
        "native/effects/values.rs",
        "check_implementations",
        "asks what a type runs by itself; refuses what is not known",
    ),
    ("native/effects/values.rs", "drop", "asks what a destructor runs by itself; refuses what is not known"),
    ("symex/state/binding.rs", "bind, bind_fields", "pairs the leaves of two values"),
    ("symex/program/names.rs", "type_name", "prints a type"),
    (
        "symex/exec/constant.rs",
        "constant_kind, constant_adt, named_constant",
        "makes a value of a constant, each part with its type",
    ),
    (
        "symex/exec/drops.rs",
        "drop_glue, drop_closure, drop_adt",
        "follows the place of each part, and the variant that it is of",
    ),
    ("symex/exec/effects.rs", "visible", "pairs what a closure captured with the types of that"),
    (
        "symex/program/extents.rs",
        "extent, of_path, all",
        "adds up the sizes of parts; what is not known has any size",
    ),
    (
        "symex/access/fresh.rs",
        "make, make_fields, make_sequence, make_reference, make_path",
        "makes a value of a type, each part with its name",
    ),
    (
        "symex/state/location.rs",
        "value, sequence, enumeration",
        "gives the leaves of a value names, with the types of the parts",
    ),
    ("symex/state/merge.rs", "merge, merge_fields", "joins two values, part by part"),
    (
        "symex/program/order.rs",
        "orders, fields_are_ordered",
        "asks how each type's order is written; what is not known has none",
    ),
    ("symex/exec/print.rs", "leaves", "prints a value, each part with its name"),
    (
        "symex/program/impls.rs",
        "find_impl, bind_by_bounds, bounds_hold, associated_type, associated_type_of",
        "finds the impl of a trait; asks functions for the type of their result",
    ),
    (
        "symex/program/impls.rs",
        "has_size",
        "asks for the last part of each type; what is not known may lack a size",
    ),
    (
        "symex/program/sizes.rs",
        "size_within",
        "asks for one part of each type; what is not known has no known size",
    ),
    ("symex/access/elements.rs", "as_element", "pairs a value with the lifted form of its type"),
    ("symex/exec/torn.rs", "torn_value, torn_fields", "pairs values with their types"),
    ("symex/state/tree.rs", "either", "joins two trees, part by part"),
    ("symex/state/tree.rs", "updated", "follows the steps of a place"),
    (
        "symex/library/writing.rs",
        "is_plain, fields_are_plain",
        "asks whose code writes each part; what is not known runs code",
    ),
];

/// Functions that answer yes or no about types or values, and ask for some shapes alone: the answer for all others is the safe one.
const ASKED: [(&str, &str, &str); 18] = [
    ("lower/contained_objects.rs", "in_captures", "what is no closure may have captured anything"),
    ("symex/exec/constant.rs", "is_frozen", "of plain types, two have no tree; the others hold no cells"),
    ("symex/program/destructors.rs", "is_trivial", "what is neither reference nor number has a destructor"),
    ("symex/exec/drops.rs", "has_no_destructor", "all other values have one"),
    ("symex/exec/drops.rs", "has_borrowing_opaque", "only opaque values have regions; all parts are asked"),
    ("symex/exec/effects.rs", "holds_code", "values of unknown content are asked by their types"),
    (
        "symex/exec/failing/given.rs",
        "is_quiet",
        "of clients' types, references are asked by what they lead to",
    ),
    ("symex/access/escape.rs", "is_tracked", "all other values may own memory"),
    ("symex/state/outliving.rs", "is_empty_array", "all other types may be written"),
    (
        "symex/library/trait_object_arguments.rs",
        "is_list_of_dyn",
        "what is none is asked whether it is plain",
    ),
    ("symex/program/order.rs", "orders", "of plain types, floats alone have no total order"),
    ("symex/program/captures.rs", "stays", "all other types may change"),
    ("symex/program/rivals.rs", "hides_types", "values of all other types hold what their children say"),
    ("symex/program/rivals.rs", "may_be_same", "references differ by what may be done through them, too"),
    ("symex/program/rivals.rs", "is_not_understood", "all other types are compared, part by part"),
    ("symex/program/pointers.rs", "is_mutable", "all other pointers may be written through"),
    ("symex/program/sizes.rs", "is_inhabited", "behind a reference, all other types are asked like any"),
    (
        "symex/exec/transmute.rs",
        "lies_elsewhere",
        "asked of parts alone: arrays, tuples and patterns lie where their owner does",
    ),
];

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../cargo-pct/src")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
}

/// What is found in the files whose path below the sources is as asked.
fn found_in(is_asked: impl Fn(&str) -> bool) -> Vec<(String, Found)> {
    let mut all = Vec::new();
    files(&sources(), &mut all);
    let mut found = Vec::new();
    for file in all {
        let name = file.strip_prefix(sources()).unwrap().to_str().unwrap().replace('\\', "/");
        if is_asked(&name) {
            let shapes = Shapes::of(&std::fs::read_to_string(&file).unwrap());
            found.extend(shapes.found.into_iter().map(|one| (name.clone(), one)));
        }
    }
    found
}

fn is_relied_on(file: &str) -> bool {
    RELIED_ON.iter().any(|folder| file.starts_with(folder)) && !file.contains("tests")
}

fn told(found: &[(String, Found)]) -> String {
    let line = |(file, one): &(String, Found)| format!("{file}:{}: {}", one.line, one.what);
    found.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn no_shape_of_a_type_or_value_falls_into_a_rest() {
    let mut found = found_in(is_relied_on);
    found.retain(|(_, one)| one.kind == Kind::Rest);
    assert!(found.is_empty(), "{} matches:\n{}", found.len(), told(&found));
}

/// Of what is found, there is nothing that is not listed, and what is listed is found.
fn only_listed(mut found: Vec<(String, Found)>, kind: Kind, listed: &[(&str, &str, &str)]) {
    found.retain(|(file, one)| one.kind == kind && !TRAVERSALS.contains(&&**file));
    let is_known =
        |file: &str, one: &Found, (of, name, _): &(&str, &str, &str)| file == *of && one.of == *name;
    for known in listed {
        let is_there = found.iter().any(|(file, one)| is_known(file, one, known));
        assert!(is_there, "{} is no more what it was: take it out of the list", known.1);
    }
    found.retain(|(file, one)| !listed.iter().any(|known| is_known(file, one, known)));
    assert!(found.is_empty(), "{} functions:\n{}", found.len(), told(&found));
}

#[test]
fn types_and_values_are_walked_in_one_place() {
    only_listed(found_in(is_relied_on), Kind::Walk, &CONSTRUCTIONS);
}

#[test]
fn answers_about_types_and_values_name_all_shapes() {
    only_listed(found_in(is_relied_on), Kind::Answer, &ASKED);
}

/// What is found, answers left aside.
#[track_caller]
fn check(source: &str, expected: &[&str]) {
    let mut found = Shapes::of(source).found;
    found.retain(|one| one.kind != Kind::Answer);
    let found: Vec<String> = found.into_iter().map(|one| one.what).collect();
    assert_eq!(found, expected, "{source}");
}

#[test]
fn a_rest_is_seen_however_it_is_written() {
    let seen = ["a rest in `f`"];
    check("fn f(ty: &Type) -> bool { match ty { Type::Bool => true, _ => false } }", &seen);
    check("fn f(ty: &Type) -> bool { match ty { Type::Bool => true, other => g(other) } }", &seen);
    check("fn f(v: &V) { match v { mir::Type::Ref { .. } => a(), _ => b() } }", &seen);
    check(
        "impl S { fn f(&self) { match (a, b) { (Value::Uninit, Value::Uninit) => c(), (_, _) => d() } } }",
        &seen,
    );
    check("fn f() { match g() { Some(Value::Scalar(term)) => a(term), _ => b() } }", &seen);
}

#[test]
fn what_asks_for_one_shape_or_names_all_is_no_rest() {
    check("fn f(ty: &Type) -> bool { matches!(ty, Type::Bool) }", &[]);
    check("fn f(v: V) { let Value::Scalar(term) = v else { return }; g(term) }", &[]);
    check("fn f(v: V) { match v { Value::Scalar(_) => a(), Value::Uninit | Value::Opaque(_) => b() } }", &[]);
    check("fn f(n: u8) { match n { 0 => a(), _ if n == Type::BITS => b(), _ => c() } }", &[]);
    check("#[cfg(test)] mod tests { fn f(v: V) { match v { Value::Uninit => a(), _ => b() } } }", &[]);
}

#[test]
fn a_walk_takes_a_part_and_calls_itself() {
    let seen = ["`f` walks"];
    check("fn f(v: &V) -> bool { if let Value::Boxed(inner) = v { f(inner) } else { false } }", &seen);
    check("fn f(t: &T) -> bool { matches!(t, Type::Tuple(types) if types.iter().any(f)) }", &seen);
    check("fn f(t: &T) -> V { if let Type::Tuple(types) = t { vec![f(&types[0])] } else { g() } }", &seen);
    check(
        "impl S { fn f(&self, t: &T) { if let Type::Ref { referent, .. } = t { self.f(referent) } } }",
        &seen,
    );
    check("fn f(v: &V) -> bool { matches!(v, Value::Boxed(_)) || v.children().into_iter().any(f) }", &[]);
    check("fn get(v: &V) { if let Value::Aggregate(fields) = v { fields.get(0); } }", &[]);
    // A variable of the function's name, and a function of this name of another type.
    check("fn f(v: &V, f: F) { if let Value::Boxed(inner) = v { g(f) } }", &[]);
    check("fn new(v: &V) { if let Value::Boxed(inner) = v { Vec::new() } }", &[]);
}

#[test]
fn a_walk_is_seen_where_functions_call_each_other() {
    let seen = ["`f, g` walk"];
    let f = "fn f(ty: &Type) -> bool { p().any(|part| g(part)) }";
    check(
        &format!("{f} fn g(ty: &Type) -> bool {{ if let Type::Slice(t) = ty {{ f(t) }} else {{ h() }} }}"),
        &seen,
    );
    check(&format!("{f} fn g(ty: &Type) -> bool {{ matches!(ty, Type::Closure(_)) && p().any(f) }}"), &seen);
    let f = "fn f(&self, values: &[Value]) { values.iter().map(Self::g) }";
    check(&format!("impl S {{ {f} fn g(v: &Value) {{ if let Value::Boxed(v) = v {{ s.f(v) }} }} }}"), &seen);
    check(
        "impl Value { fn f(&self) { g(self) } } fn g(v: &Value) { if let Value::Boxed(_) = v { v.f() } }",
        &seen,
    );
    let third = "fn h(ty: &mir::Type) { f(ty) }";
    check(
        &format!("fn f(t: &Type) {{ g(t) }} fn g(t: &Type) {{ let Type::Str = t else {{ h(t) }}; }} {third}"),
        &["`f, g, h` walk"],
    );
}

#[test]
fn functions_that_call_each_other_without_a_look_at_shapes_are_no_walk() {
    // No shape is named, nothing comes back, or what comes back is given no type.
    check("fn f(ty: &Type) { g(ty) } fn g(ty: &Type) { ty.children().into_iter().for_each(f) }", &[]);
    check("fn f(ty: &Type) { g(ty) } fn g(ty: &Type) { if let Type::Slice(t) = ty { h(t) } }", &[]);
    check("fn f(ty: &Type) { if let Type::Slice(t) = ty { g(1) } } fn g(n: u8) { f(a(n)) }", &[]);
}

#[test]
fn a_walk_is_seen_where_another_function_gives_the_parts() {
    let parts = "fn parts(ty: &Type) -> Vec<&Type> { if let Type::Path(path) = ty { p(path) } else { q() } }";
    check(&format!("fn f(ty: &Type) {{ parts(ty).into_iter().for_each(f) }} {parts}"), &["`f` walks"]);
    check(&format!("fn f(ty: &Type) {{ ty.children().into_iter().for_each(f) }} {parts}"), &[]);
    check(&format!("fn f(ty: &Type) {{ parts(ty).len() }} {parts}"), &[]);
}

#[track_caller]
fn check_answer(source: &str, is_found: bool) {
    let found = Shapes::of(source).found;
    assert_eq!(found.iter().any(|one| one.kind == Kind::Answer), is_found, "{source}");
}

#[test]
fn an_answer_for_all_other_shapes_is_seen() {
    check_answer("fn f(ty: &Type) -> bool { matches!(ty, Type::Str | Type::Slice(_)) }", true);
    check_answer("fn f(ty: &Type) -> bool { !matches!(ty, Type::Ref { .. }) && g(ty) }", true);
    check_answer("fn f(ty: &Type) -> bool { if let Type::Slice(_) = ty { true } else { g(ty) } }", true);
    check_answer("fn f(ty: &Type) -> bool { let Type::Slice(t) = ty else { return true }; g(t) }", true);
    check_answer("fn f(v: &[Value]) -> bool { v.iter().any(|one| matches!(one, Value::Uninit)) }", true);
    check_answer("impl Value { fn f(&self) -> bool { matches!(self, Value::Boxed(_)) } }", true);
}

#[test]
fn what_names_all_shapes_or_answers_no_question_is_left_alone() {
    check_answer("fn f(ty: &Type) -> bool { match ty { Type::Str => true, Type::Bool => false } }", false);
    check_answer("fn f(ty: &Type) -> bool { matches!(*p.structure(ty), Structure::Plain) }", false);
    check_answer("fn f(ty: &Type) -> Value { if let Type::Str = ty { g() } else { h() } }", false);
    check_answer("fn f(call: &Call) -> bool { matches!(call.ty, Type::Str) }", false);
}
