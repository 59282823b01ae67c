//! The sources keep to what ARCHITECTURE.md and the pages of its decisions say: the paths that these name exist, and modules know
//! only what they may.

#![allow(clippy::unwrap_used, reason = "a test may; the exception in clippy.toml does not reach its helpers")]

mod names;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use names::Names;
use names::paths::{FullPath, Paths};

/// The modules of `cargo-pct`, row by row: a module may use those of its own row and of the rows before it.
const ROWS: &[&[&str]] = &[
    &["cli", "config", "exit_code"],
    &["span", "ids", "term", "event", "process", "atomic_file", "diff", "random", "remember", "syntax"],
    &["build"],
    &["mir"],
    &["source"],
    &["probe"],
    &["symex"],
    &["system"],
    &["lower"],
    &["solver"],
    &["abstraction"],
    &["bounds"],
    &["fabricate"],
    &["concolic"],
    &["cover"],
    &["verify"],
    &["native"],
    &["drive"],
    &["ledger"],
    &["testgen"],
    &["explore"],
    &["replay"],
    &["report"],
    &["judge"],
    &["confirm"],
];

/// Uses every stage, and no stage uses it.
const PIPELINE: &str = "pipeline";

/// The rooms of `symex`, in order: a room may use itself and those before it. What executes is the last that values and types know of.
const ROOMS: [&str; 6] = ["program", "library", "state", "access", "exec", "census"];

/// How many files of a room may at most lead to each other.
const MOST_IN_A_CIRCLE: usize = 5;

/// The only module that names the crate `z3`.
const SOLVER: &str = "solver";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The row of a module; `None` for what is no module of the table.
fn row(module: &str) -> Option<usize> {
    if module == PIPELINE { Some(ROWS.len()) } else { ROWS.iter().position(|row| row.contains(&module)) }
}

/// What the source of `module` (a path such as `mir::lexer`) may not name.
fn violations(module: &str, names: &Names) -> Vec<String> {
    let top = module.split("::").next().unwrap_or(module);
    let mut violations = Vec::new();
    for used in &names.of_this_crate {
        if let (Some(own), Some(other)) = (row(top), row(used))
            && other > own
        {
            violations.push(format!("{module} uses {used}, which stands below it"));
        }
    }
    if names.crates.contains("z3") && top != SOLVER {
        violations.push(format!("{module} names z3"));
    }
    violations
}

/// Every source file below a folder, with the path of its module; those of tests alone are left out.
fn modules(folder: &Path, path: &str) -> Vec<(String, PathBuf)> {
    let mut modules = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_stem().unwrap().to_str().unwrap().to_owned();
        let module = if path.is_empty() { name.clone() } else { format!("{path}::{name}") };
        if name == "tests" {
            continue;
        } else if file.is_dir() {
            modules.extend(self::modules(&file, &module));
        } else if file.extension().is_some_and(|extension| extension == "rs") {
            modules.push((if name == "mod" { path.to_owned() } else { module }, file));
        }
    }
    modules.sort();
    modules
}

/// The files of the library: all but the two roots, which hold no stage.
fn library() -> Vec<(String, PathBuf)> {
    let mut modules = modules(&root().join("cargo-pct/src"), "");
    modules.retain(|(module, _)| module != "lib" && module != "main");
    modules
}

#[test]
fn no_module_uses_one_below_its_own_row() {
    let files = library();
    assert!(files.len() > 1, "the sources were not found");
    let mut found = Vec::new();
    for (module, file) in files {
        let depth = module.split("::").count();
        found.extend(violations(&module, &Names::of(&std::fs::read_to_string(&file).unwrap(), depth)));
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn every_module_has_its_row() {
    let top: BTreeSet<String> =
        library().iter().map(|(module, _)| module.split("::").next().unwrap().to_owned()).collect();
    let without: Vec<_> = top.iter().filter(|module| row(module).is_none()).collect();
    assert!(without.is_empty(), "give them a row in this test and in ARCHITECTURE.md: {without:?}");
}

#[test]
fn only_cargo_pct_depends_on_z3() {
    let mut seen = 0;
    for entry in std::fs::read_dir(root()).unwrap() {
        let folder = entry.unwrap().path();
        let Ok(manifest) = std::fs::read_to_string(folder.join("Cargo.toml")) else { continue };
        // The fuzz targets call its functions, as its own tests do.
        if !folder.ends_with("cargo-pct") && !folder.ends_with("fuzz") {
            seen += 1;
            let dependency =
                manifest.lines().find(|line| line.starts_with("z3") || line.starts_with("cargo-pct"));
            assert_eq!(dependency, None, "{}", folder.display());
        }
    }
    assert!(seen >= 4, "the other crates were not found");
}

/// The files of `symex`, each with those that it names, by their modules. A name that another file hands on is that of the file it is from.
fn uses_in_symex() -> BTreeMap<FullPath, BTreeSet<FullPath>> {
    let full = |module: &str| module.split("::").map(str::to_owned).collect::<FullPath>();
    let files = library().into_iter().filter(|(module, _)| module.split("::").next() == Some("symex"));
    let paths: BTreeMap<FullPath, Paths> = files
        .map(|(module, file)| {
            let module = full(&module);
            let paths = Paths::of(&std::fs::read_to_string(file).unwrap(), &module);
            (module, paths)
        })
        .collect();
    files_named(&paths)
}

/// The files that each file names, itself left out.
fn files_named(paths: &BTreeMap<FullPath, Paths>) -> BTreeMap<FullPath, BTreeSet<FullPath>> {
    let imported: BTreeMap<&FullPath, &FullPath> = paths.values().flat_map(|file| &file.imported).collect();
    let file_of = |path: &FullPath| {
        let mut path = path.clone();
        let renamed = |path: &FullPath| {
            (1..=path.len()).rev().find_map(|end| {
                // An imported module is no other name of a file.
                let named = path[..end].to_vec();
                let target = imported.get(&named).filter(|_| !paths.contains_key(&named))?;
                Some([target.as_slice(), &path[end..]].concat())
            })
        };
        // Names are not handed on in a circle: that would not compile.
        while let Some(next) = renamed(&path) {
            path = next;
        }
        (1..=path.len()).rev().map(|end| path[..end].to_vec()).find(|start| paths.contains_key(start))
    };
    let named = |(module, file): (&FullPath, &Paths)| {
        let others = file.named.iter().filter_map(file_of).filter(|other| other != module);
        (module.clone(), others.collect())
    };
    paths.iter().map(named).collect()
}

/// The place of a file's room in the order; none for the face of `symex` as a whole.
fn room(module: &FullPath) -> Option<usize> {
    let name = module.get(1)?;
    let place = ROOMS.iter().position(|room| room == name);
    Some(place.unwrap_or_else(|| panic!("{} is in no room: give it one in this test", module.join("::"))))
}

/// The files that lead to themselves through others, each group once.
fn circles(uses: &BTreeMap<FullPath, BTreeSet<FullPath>>) -> BTreeSet<BTreeSet<FullPath>> {
    let reached = |from: &FullPath| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from.clone()]);
        while let Some(at) = open.pop() {
            let next = uses.get(&at).into_iter().flatten();
            open.extend(next.filter(|next| reached.insert((*next).clone())).cloned());
        }
        reached
    };
    let all: BTreeMap<&FullPath, BTreeSet<FullPath>> =
        uses.keys().map(|module| (module, reached(module))).collect();
    let circle = |module: &FullPath| -> BTreeSet<FullPath> {
        let leads_back = |other: &&FullPath| all.get(other).is_some_and(|back| back.contains(module));
        all[module].iter().filter(leads_back).cloned().collect()
    };
    uses.keys().map(circle).filter(|circle| !circle.is_empty()).collect()
}

#[test]
fn no_room_of_symex_names_a_later_one() {
    let uses = uses_in_symex();
    assert!(uses.len() > ROOMS.len(), "the sources were not found");
    let mut found = Vec::new();
    for (module, others) in &uses {
        for other in others {
            if let (Some(own), Some(later)) = (room(module), room(other))
                && later > own
            {
                found.push(format!("{} names {}", module.join("::"), other.join("::")));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn few_files_of_a_room_know_each_other() {
    let mut uses = uses_in_symex();
    // The face of all rooms hands names on, and no file of a room asks it for more.
    uses.retain(|module, _| room(module).is_some());
    for circle in circles(&uses) {
        let names: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
        assert!(circle.len() <= MOST_IN_A_CIRCLE, "{} files know each other: {names:#?}", circle.len());
    }
}

#[test]
fn files_are_found_behind_the_names_that_others_hand_on() {
    let full = |module: &str| module.split("::").map(str::to_owned).collect::<FullPath>();
    let file = |module: &str, source: &str| (full(module), Paths::of(source, &full(module)));
    let paths = BTreeMap::from([
        file("s", "pub mod a; mod b; pub use b::{B, inner}; pub mod c { pub use super::a::A; }"),
        file(
            "s::a",
            "use super::b::inner as other; pub struct A(other::C); mod tests { use super::super::c::A; }",
        ),
        file("s::b", "mod inner; use std::fmt; pub struct B; #[cfg(test)] mod tests { use crate::s::c::A; }"),
        file("s::b::inner", "pub(in crate::s) fn f() -> crate::s::c::A { go!(crate::s::B::new()) }"),
    ]);
    let uses = files_named(&paths);
    let named = |module: &str| uses[&full(module)].iter().map(|path| path.join("::")).collect::<Vec<_>>();
    assert_eq!(named("s"), ["s::a", "s::b", "s::b::inner"]);
    assert_eq!(named("s::a"), ["s::b::inner"]);
    assert!(named("s::b").is_empty());
    assert_eq!(named("s::b::inner"), ["s", "s::a", "s::b"]);
    let circle = |modules: &[&str]| modules.iter().map(|module| full(module)).collect::<BTreeSet<_>>();
    assert_eq!(circles(&uses), BTreeSet::from([circle(&["s", "s::a", "s::b::inner"])]));
}

#[track_caller]
fn check(module: &str, source: &str, expected: &[&str]) {
    let depth = module.split("::").count();
    assert_eq!(violations(module, &Names::of(source, depth)), expected, "{source}");
}

#[test]
fn a_use_of_a_lower_row_is_seen_however_it_is_written() {
    let seen = ["mir uses symex, which stands below it"];
    check("mir", "use crate::symex::Value;", &seen);
    check("mir", "use crate::{span, symex::{Value, Place}};", &seen);
    check("mir", "use super::symex;", &seen);
    check("mir", "fn f() -> bool { matches!(crate::symex::go(), Ok(_)) }", &seen);
    check("mir", "mod inner { use super::super::symex; }", &seen);
    check("mir::lexer", "use super::super::symex;", &["mir::lexer uses symex, which stands below it"]);
    check("symex", "use crate::pipeline::run;", &["symex uses pipeline, which stands below it"]);
}

#[test]
fn a_use_of_an_upper_row_or_of_anything_else_is_allowed() {
    check("symex", "use crate::{mir, term::Term}; use super::span;", &[]);
    check("mir", "use self::symex::X; use super::Error; use crate::define_id; pub(crate) fn symex() {}", &[]);
    check("mir::lexer", "use super::symex;", &[]);
    check("pipeline", "use crate::report; use crate::cli;", &[]);
    check("term", "#[cfg(test)] mod tests { use crate::solver; } // crate::solver", &[]);
}

#[test]
fn z3_is_seen_outside_the_solver_and_only_as_a_crate() {
    check("symex", "fn f() { let s = z3::Solver::new(); }", &["symex names z3"]);
    check("symex", "use z3 as x;", &["symex names z3"]);
    check("solver", "use z3::Solver;", &[]);
    check("report", "fn f(tool: &Tool) { emit(tool.z3); emit(\"z3::\"); let z3 = 1; }", &[]);
}

/// The code spans of a page that are meant as paths of this repository: they hold a slash or end like a file.
fn named_paths(markdown: &str) -> Vec<String> {
    let outside_code = |part: &(usize, &str)| part.0 % 2 == 1;
    let spans = markdown.split('`').enumerate().filter(outside_code).map(|(_, span)| span);
    let is_path = |span: &&str| {
        let file = [".rs", ".toml", ".md"].iter().any(|end| span.ends_with(end));
        let plain = span.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
        // What is built or fetched is in no checkout.
        let made = ["target/", ".z3/", "../"].iter().any(|start| span.starts_with(start));
        plain && !made && (file || span.contains('/'))
    };
    spans.filter(is_path).map(str::to_owned).collect()
}

/// The code map.
const MAP: &str = "ARCHITECTURE.md";

/// What each example shows.
const EXAMPLES: &str = "docs/examples.md";

/// The folder of the pages with the decisions behind the code.
const DESIGN: &str = "docs/design";

/// The pages of [`DESIGN`], as paths from the root.
fn design_pages() -> Vec<String> {
    let entries = std::fs::read_dir(root().join(DESIGN)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut pages: Vec<String> = names.map(|name| format!("{DESIGN}/{name}")).collect();
    pages.sort();
    pages
}

fn text(page: &str) -> String {
    std::fs::read_to_string(root().join(page)).unwrap()
}

#[test]
fn the_paths_named_in_the_code_map_and_its_pages_exist() {
    let pages = [vec![MAP.to_owned(), EXAMPLES.to_owned()], design_pages()].concat();
    let mut count = 0;
    let mut missing = Vec::new();
    for page in pages {
        for path in named_paths(&text(&page)) {
            count += 1;
            if !root().join(&path).exists() {
                missing.push(format!("{page}: {path}"));
            }
        }
    }
    assert!(count > 60, "{count}");
    assert!(missing.is_empty(), "named, but not there: {missing:?}");
}

#[test]
fn the_code_map_lists_every_page_of_decisions() {
    let map = text(MAP);
    let mut linked = link_targets(&map);
    linked.retain(|target| target.starts_with(DESIGN));
    linked.sort_unstable();
    assert_eq!(linked, design_pages());
}

/// The Markdown pages of the project: at the root, in `docs`, and with the decisions.
fn pages() -> Vec<String> {
    let mut pages = design_pages();
    for folder in ["", "docs/"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".md") {
                pages.push(format!("{folder}{name}"));
            }
        }
    }
    pages
}

/// What follows `](` in a page, up to the bracket's end.
fn link_targets(markdown: &str) -> Vec<&str> {
    markdown.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect()
}

#[test]
fn every_link_to_a_file_leads_somewhere() {
    let pages = pages();
    assert!(pages.len() > 15, "{pages:?}");
    let mut broken = Vec::new();
    for page in &pages {
        let folder = root().join(page).parent().unwrap().to_owned();
        for target in link_targets(&text(page)) {
            let file = target.split('#').next().unwrap();
            if !target.contains("://") && !folder.join(file).exists() {
                broken.push(format!("{page}: {target}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:?}");
}

#[test]
fn every_crate_and_example_is_on_the_map() {
    let named = [named_paths(&text(MAP)), named_paths(&text(EXAMPLES))].concat();
    for folder in [root(), root().join("examples")] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let krate = entry.unwrap().path();
            let is_named = |path: &String| root().join(path).starts_with(&krate);
            assert!(!krate.join("Cargo.toml").exists() || named.iter().any(is_named), "{}", krate.display());
        }
    }
}

#[test]
fn a_path_is_told_from_other_code() {
    let text = "`xtask/src` and `README.md`, but not `a / b`, `crate::x`, `target/pct`, `cargo xtask setup` or a/b.rs";
    assert_eq!(named_paths(text), ["xtask/src", "README.md"]);
}

#[test]
fn the_table_of_layers_is_the_one_tested() {
    let map = text(MAP);
    let rows = map.lines().skip_while(|line| !line.starts_with("| Module |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let names = rows.map(|row| {
        let cell = row.split('|').nth(1).unwrap();
        cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()
    });
    let documented: Vec<Vec<String>> = names.filter(|row| row != &[PIPELINE]).collect();
    assert_eq!(documented, ROWS);
}
