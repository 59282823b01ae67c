//! File tests of the MIR parser: a zoo of Rust programs, their dumps as committed and as this machine's compiler makes them,
//! and malformed dumps.

#![allow(clippy::unwrap_used)] // A helper that fails, fails its test.

use cargo_pct::build::wrapper::MIR_FLAGS;
use cargo_pct::mir::{
    AdtFields, AggregateKind, AssertKind, BinaryOp, Body, BodyKind, CastKind, ConstantKind, Integer, Item,
    Operand, PrintOptions, Printed, Program, Rvalue, StatementKind, TerminatorKind, Unwind, check, parse,
};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

#[path = "mir/damage.rs"]
mod damage;
#[path = "mir/source.rs"]
mod source;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mir").join(name)
}

/// The files of a folder with that extension, by name.
fn files(name: &str, extension: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder(name))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|own| own == extension))
        .collect();
    files.sort();
    files
}

/// Name and text of the committed dumps, of a stable compiler and of a nightly one (1.97, of 2026-05-19), and of dumps of the same programs
/// by this machine's compiler.
fn dumps() -> &'static BTreeMap<String, String> {
    static DUMPS: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    DUMPS.get_or_init(|| {
        let mut dumps = BTreeMap::new();
        let output = tempfile::tempdir().unwrap();
        for source in files("zoo", "rs") {
            let name = source.file_stem().unwrap().to_str().unwrap();
            dumps.insert(format!("{name}, fresh"), compile_with(&source, output.path(), &[]));
            let committed = |file: PathBuf| std::fs::read_to_string(file).unwrap();
            dumps.insert(format!("{name}, committed"), committed(source.with_extension("mir")));
            let nightly = folder("nightly").join(name).with_extension("mir");
            dumps.insert(format!("{name}, nightly"), committed(nightly));
        }
        assert!(dumps.len() >= 30);
        dumps
    })
}

fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// The dump of a program, compiled with these options too.
fn compile_with(source: &Path, output: &Path, options: &[&str]) -> String {
    let dump = output.join("dump.mir");
    let status = rustc()
        .args(["--edition=2024", "--crate-type=lib", "--cap-lints=allow"])
        .args(MIR_FLAGS)
        .args(["-C", "debug-assertions=on", "-C", "overflow-checks=on"])
        .args(options)
        .arg(format!("--emit=mir={}", dump.display()))
        .arg("--out-dir")
        .arg(output)
        .arg(source.file_name().unwrap())
        .current_dir(source.parent().unwrap())
        .env("RUSTC_BOOTSTRAP", "1")
        .status()
        .unwrap();
    assert!(status.success(), "{} does not compile", source.display());
    std::fs::read_to_string(dump).unwrap()
}

/// Runs `test` on the committed dumps and on the fresh one of a program.
fn on_dumps(name: &str, test: impl Fn(&Program)) {
    for version in ["committed", "nightly", "fresh"] {
        test(&parse(&dumps()[&format!("{name}, {version}")], 64));
    }
}

fn function<'p>(program: &'p Program, name: &str) -> &'p Body {
    let found = program.functions().find(|body| body.path.to_string() == name);
    found.unwrap_or_else(|| panic!("no function {name}"))
}

fn rvalues(body: &Body) -> impl Iterator<Item = &Rvalue> {
    body.blocks.values().flat_map(|block| &block.statements).filter_map(|statement| match &statement.kind {
        StatementKind::Assign(_, rvalue) => Some(rvalue),
        _ => None,
    })
}

fn terminators(body: &Body) -> impl Iterator<Item = &TerminatorKind> {
    body.blocks.values().map(|block| &block.terminator.kind)
}

#[test]
fn every_item_of_every_dump_parses() {
    for (name, text) in dumps() {
        let program = parse(text, 64);
        let opaque: Vec<_> = program.opaque().collect();
        assert!(opaque.is_empty(), "{name}: {opaque:#?}");
        let headers = text.lines().filter(|line| line.starts_with("fn ")).count();
        let bodies =
            program.items.iter().filter(|item| matches!(item, Item::Body(body) if body.kind == BodyKind::Fn));
        assert_eq!(headers, bodies.count(), "{name}");
    }
}

#[test]
fn every_body_is_well_formed() {
    for (name, text) in dumps() {
        let program = parse(text, 64);
        for body in program.bodies() {
            assert_eq!(check(body), [], "{name}: {}", body.path);
        }
    }
}

#[test]
fn printing_and_parsing_gives_the_same_tree() {
    for (name, text) in dumps() {
        let mut program = parse(text, 64);
        program.forget_lines();
        let print = Printed { program: &program, options: PrintOptions { comments: true } }.to_string();
        let mut again = parse(&print, 64);
        again.forget_lines();
        assert!(program == again, "{name}: the print reads back differently");
        let bare = Printed { program: &program, options: PrintOptions { comments: false } }.to_string();
        let mut without = parse(&bare, 64);
        without.forget_lines();
        assert_eq!(without.opaque().count(), 0, "{name}");
        let reprinted = Printed { program: &without, options: PrintOptions::default() }.to_string();
        assert!(bare == reprinted, "{name}: the print without comments reads back differently");
    }
}

/// The print is rustc's own text, line by line, but for what the tree does not keep.
#[test]
fn printed_lines_are_the_compilers() {
    let is_kept = |line: &&str| {
        // Allocations have a text column; coercions their safety; `args` of closures only the captures.
        let is_step =
            line.starts_with("    ") && (line.contains(" // scope ") || line.contains(" in scope "));
        (is_step || line.starts_with("fn ")) && !line.contains("PointerCoercion")
    };
    for (name, text) in dumps() {
        let program = parse(text, 64);
        let print = Printed { program: &program, options: PrintOptions { comments: true } }.to_string();
        // What newer compilers note for the borrow model has no effect on values. Comments stand in a column.
        let lines = |text: &str| -> BTreeSet<String> {
            let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
            text.lines().filter(is_kept).map(line).collect()
        };
        let (original, printed) = (lines(&text.replace("no_retag ", "")), lines(&print));
        assert!(original.len() > 10, "{name}");
        let difference: Vec<_> = original.symmetric_difference(&printed).collect();
        assert!(difference.is_empty(), "{name}: {difference:#?}");
    }
}

#[test]
fn a_bare_target_of_a_diverging_call_is_where_unwinding_goes() {
    on_dumps("panics", |program| {
        let body = function(program, "diverging");
        let diverging: Vec<_> = terminators(body)
            .filter_map(|kind| match kind {
                TerminatorKind::Call { target: None, unwind, .. } => Some(*unwind),
                _ => None,
            })
            .collect();
        assert!(diverging.contains(&Unwind::Continue));
        assert!(diverging.iter().any(|unwind| matches!(unwind, Unwind::Cleanup(_))));
        for block in diverging.iter().filter_map(|unwind| unwind.cleanup()) {
            assert!(body.blocks[block].is_cleanup);
        }
    });
}

#[test]
fn extreme_literals_are_numbers() {
    on_dumps("arithmetic", |program| {
        let body = function(program, "extremes");
        let AggregateKind::Tuple(parts) = rvalues(body)
            .find_map(|rvalue| match rvalue {
                Rvalue::Aggregate(aggregate) => Some(aggregate),
                _ => None,
            })
            .unwrap()
        else {
            panic!("no tuple")
        };
        // Named constants like `u64::MAX` are paths; literals are numbers, however rustc prints them.
        let numbers: Vec<Option<Integer>> = parts
            .iter()
            .map(|part| match &part.constant().unwrap().kind {
                ConstantKind::Integer { value, .. } => Some(*value),
                _ => None,
            })
            .collect();
        assert_eq!(numbers[0], Some(Integer::new(false, 255)));
        assert_eq!(numbers[1], Some(Integer::new(true, 128)));
        assert_eq!(numbers[2], None);
        assert_eq!(numbers[4], Some(Integer::new(false, u128::from(u64::MAX))));
        assert_eq!(numbers[5], Some(Integer::new(true, 1 << 63)));
        assert_eq!(numbers[8], Some(Integer::new(true, 1)));
    });
}

#[test]
fn a_closure_that_lost_operands_is_marked() {
    let lists = |body: &Body| -> Vec<Option<bool>> {
        let closures = rvalues(body).filter_map(|rvalue| match rvalue {
            Rvalue::Aggregate(AggregateKind::Closure(list)) => Some(list.is_incomplete()),
            _ => None,
        });
        closures.collect()
    };
    on_dumps("closures", |program| {
        assert_eq!(lists(function(program, "lost_captures")), [Some(true)]);
        let others = program
            .bodies()
            .filter(|body| body.path.last_name().is_none_or(|name| &**name != "lost_captures"));
        assert!(others.flat_map(lists).all(|is_incomplete| is_incomplete == Some(false)));
    });
}

#[test]
fn types_named_like_operations_are_aggregates() {
    on_dumps("names", |program| {
        let body = function(program, "operations");
        let tuples = rvalues(body).filter(|rvalue| {
            matches!(rvalue, Rvalue::Aggregate(AggregateKind::Adt { fields: AdtFields::Tuple(_), .. }))
        });
        assert_eq!(tuples.count(), 3);
        let comparisons = rvalues(body).filter(|rvalue| matches!(rvalue, Rvalue::Binary(BinaryOp::Eq, ..)));
        assert_eq!(comparisons.count(), 1);
        let sub = terminators(function(program, "calls")).next().unwrap();
        assert!(matches!(sub, TerminatorKind::Call { target: Some(_), .. }));
    });
}

#[test]
fn a_function_items_value_is_no_unit_struct() {
    on_dumps("closures", |program| {
        let casts = rvalues(function(program, "items"))
            .filter(|rvalue| matches!(rvalue, Rvalue::Cast { kind: CastKind::ReifyFnPointer, operand, .. } if matches!(operand, Operand::Function(_))));
        assert_eq!(casts.count(), 1);
    });
    on_dumps("places", |program| {
        let units = rvalues(function(program, "build")).filter(|rvalue| {
            matches!(rvalue, Rvalue::Aggregate(AggregateKind::Adt { fields: AdtFields::Unit, .. }))
        });
        assert_eq!(units.count(), 1);
    });
}

#[test]
fn bodies_of_one_macro_share_a_name_and_keep_their_order() {
    on_dumps("names", |program| {
        let sizes: Vec<_> =
            program.functions().filter(|body| body.path.to_string().ends_with("::size")).collect();
        assert_eq!(sizes.len(), 3);
        assert!(sizes.iter().all(|body| body.path == sizes[0].path));
        let types: Vec<String> = sizes
            .iter()
            .map(|body| match terminators(body).next().unwrap() {
                TerminatorKind::Call { callee: Operand::Function(function), .. } => function.path.to_string(),
                other => panic!("{other}"),
            })
            .collect();
        assert_eq!(types[0], "std::mem::size_of::<u8>");
        assert_eq!(types[2], "std::mem::size_of::<[u8; 3]>");
    });
}

#[test]
fn copies_for_compile_time_evaluation_do_not_run() {
    on_dumps("constants", |program| {
        let named = |name: &str| {
            program
                .items
                .iter()
                .filter(|item| matches!(item, Item::Body(body) if body.path.to_string() == name))
                .count()
        };
        assert_eq!(named("compute"), 2);
        assert_eq!(program.functions().filter(|body| body.path.to_string() == "compute").count(), 1);
    });
}

#[test]
fn checks_say_what_they_check() {
    on_dumps("arithmetic", |program| {
        let kinds = |name: &str| -> Vec<AssertKind> {
            terminators(function(program, name))
                .filter_map(|kind| match kind {
                    TerminatorKind::Assert { kind, .. } => Some(kind.clone()),
                    _ => None,
                })
                .collect()
        };
        let checked = kinds("checked");
        assert_eq!(checked.len(), 8);
        assert!(matches!(checked[0], AssertKind::Overflow(BinaryOp::Add, Some(_), _)));
        assert!(matches!(checked[3], AssertKind::DivisionByZero(_)));
        assert!(matches!(checked[4], AssertKind::Overflow(BinaryOp::Div, Some(_), _)));
        assert!(matches!(checked[7], AssertKind::OverflowNeg(_)));
        let shifts = kinds("shifts");
        assert!(matches!(shifts[0], AssertKind::Overflow(BinaryOp::Shl, None, _)));
        assert!(matches!(shifts[1], AssertKind::Overflow(BinaryOp::Shr, None, _)));
    });
}

#[test]
fn callees_and_named_constants_have_types() {
    for (name, text) in dumps() {
        let program = parse(text, 64);
        for body in program.bodies() {
            for kind in terminators(body) {
                if let TerminatorKind::Call { callee: Operand::Function(function), .. } = kind {
                    assert!(function.facts.is_some(), "{name}: {} calls {}", body.path, function.path);
                }
            }
        }
    }
}

/// The first line of a malformed dump says on which line its only opaque item fails, and why.
#[test]
fn malformed_bodies_are_opaque_at_the_line_of_the_error() {
    let files = files("malformed", "mir");
    assert!(files.len() >= 8);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let expected = text.lines().next().unwrap().trim_start_matches("// ").to_owned();
        let program = parse(&text, 64);
        let found: Vec<String> =
            program.opaque().map(|opaque| format!("{}: {}", opaque.error_line, opaque.reason)).collect();
        assert_eq!(found, [expected], "{}", file.display());
        assert_eq!(program.functions().count(), 2, "{}: the items around it are read", file.display());
        let mut printed =
            parse(&Printed { program: &program, options: PrintOptions { comments: true } }.to_string(), 64);
        let mut program = program;
        program.forget_lines();
        printed.forget_lines();
        assert!(program == printed, "{}: opaque items print as they are", file.display());
    }
}
