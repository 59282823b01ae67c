//! Every function that has a model occurs in a row that runs it natively.
//!
//! By its name: a row that calls the function of this name of another type satisfies the test, too.

use crate::{corners, further, snippets, texts};
use std::collections::BTreeSet;

/// Functions that rows run without naming them: operators, loops, conversions, ends.
const IMPLIED: &[&str] = &[
    "add",
    "add_assign",
    "advance_back_by",
    "advance_by",
    "bitand",
    "bitand_assign",
    "bitor",
    "bitor_assign",
    "bitxor",
    "bitxor_assign",
    "branch",
    "call",
    "deref",
    "deref_mut",
    "div",
    "div_assign",
    "drop",
    "from_elem",
    "from_output",
    "from_residual",
    "index",
    "index_mut",
    "into_iter",
    "mul",
    "mul_assign",
    "neg",
    "not",
    "rem",
    "rem_assign",
    "shl",
    "shl_assign",
    "shr",
    "shr_assign",
    "sub",
    "sub_assign",
    "ne",
    "le",
    "gt",
    "ge",
    "lt",
    "eq",
];

/// Functions from which the models are built, and those that only the compiler calls.
const HELPERS: &[&str] = &[
    "boxed::box_assume_init_into_vec_unsafe",
    "collections::vec_deque::all_mut",
    "fmt::entries",
    "fmt::write_fmt",
    "hint::must_use",
    "ops::bounded",
    "slice::iter_mut_of",
    "slice::iter_of",
    "slice::order::compare",
    "slice::order::equal",
    "slice::order::partially_compare",
    "slice::sort::any_of",
    "slice::sort::by",
    "slice::sort::by_key",
    "slice::sort::by_nature",
    "slice::sort::compare_any",
    "str::index::fail",
    "str::index::is_part",
    "str::pattern::again",
    "str::pattern::run",
    "str::iterators::lies_in_text",
    "str::pattern::matches",
    "iter::ends::is_less_behind",
    "iter::portions::end",
];

/// Functions without a row. Nothing may be added.
const LACKING: &[&str] = &[];

#[test]
fn every_modelled_function_has_a_row() {
    let tables = [
        snippets::MODELS,
        snippets::LANGUAGE,
        snippets::ADMITTED,
        snippets::MAY_PANIC,
        corners::CORNERS,
        corners::ROOM,
        corners::ADMITTED,
        corners::MAY_PANIC,
        further::MODELS,
        further::ADMITTED,
        further::MAY_PANIC,
        texts::MODELS,
        texts::ADMITTED,
        texts::MAY_PANIC,
    ];
    let rows: BTreeSet<&str> = tables
        .iter()
        .flat_map(|table| table.iter())
        .flat_map(|row| row.split(|c: char| !c.is_alphanumeric() && c != '_'))
        .collect();
    let mut lacking = BTreeSet::new();
    for (path, text) in cargo_pct::symex::models::SOURCES {
        if matches!(*path, "pct.rs" | "capacity.rs" | "lib.rs") {
            continue;
        }
        let module = path.trim_end_matches(".rs").replace('/', "::");
        for name in offered(text) {
            let path = format!("{module}::{name}");
            if !rows.contains(name) && !IMPLIED.contains(&name) && !HELPERS.contains(&&*path) {
                lacking.insert(path);
            }
        }
    }
    let lacking: Vec<&str> = lacking.iter().map(String::as_str).collect();
    assert_eq!(lacking, LACKING, "{} functions without a row", lacking.len());
}

/// The functions of a source that stand for the standard library's: those of impls and traits, and public ones.
fn offered(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter(|line| line.starts_with("    ") || line.starts_with("pub fn"));
    let named = lines.filter_map(|line| {
        let line = line.trim_start();
        let line = line.strip_prefix("pub ").unwrap_or(line);
        let line = line.strip_prefix("unsafe ").unwrap_or(line);
        line.strip_prefix("fn ")
    });
    let names = named.filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next());
    names.filter(|name| !name.is_empty())
}
