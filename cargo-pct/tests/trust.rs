//! When a proof about a class is true for every client: one fixture for each way in which it could be wrong.
//!
//! Most fixtures are two classes in one text. Built as it stands, the condition is met and the class is proved; built with
//! `--cfg broken` it is not, and a proof would be wrong. What is expected instead stands here.

#![allow(clippy::unwrap_used)]

#[path = "symex/support.rs"]
mod support;
#[path = "trust/ways.rs"]
mod ways;

use cargo_pct::lower::{CrateCode, Obstacle, lower, unread};
use cargo_pct::mir;
use cargo_pct::solver::Prover;
use cargo_pct::source::Items;
use cargo_pct::symex::{Config, Program};
use cargo_pct::verify::{Proof, VerifyConfig, assume_of_others, assume_summaries, verify};
use std::path::Path;
use support::{expand_with, run_rustc, with_models};
use ways::{CONJURED, CONSTANTS, INSTANCES, LEAKS, OTHERS, RAW_WAYS, RECURSIVE_WAYS, STORED, WAYS};

const DIAL: &str = include_str!("proofs/trust/dial.rs");
/// What clients of a broken dial run into.
const LEFT: &str = "attempt to subtract with overflow in Dial::left";

/// How a fixture is built.
#[derive(Clone, Copy)]
struct Build {
    kind: &'static str,
    flags: &'static [&'static str],
    /// A function whose code the dump garbles.
    unreadable: Option<&'static str>,
    /// A function whose signature the expanded source garbles.
    unread: Option<&'static str>,
}

const GOOD: Build = Build { kind: "lib", flags: &[], unreadable: None, unread: None };
const BROKEN: Build = Build { flags: &["--cfg", "broken"], ..GOOD };

/// The verdict on a class, or on a function, whose name begins with a small letter: `proved`, or the reason and the findings, one a line.
fn verdict(name: &str, class: &str, build: Build) -> String {
    Fixture::read(name, class, build).verdict(class)
}

/// The code of a fixture.
struct Fixture {
    program: Program,
    items: Items,
    unread: Vec<Obstacle>,
}

impl Fixture {
    /// Builds one; `class` is what is asked of it, which tells whether it needs the common class beside it.
    fn read(name: &str, class: &str, build: Build) -> Fixture {
        let folder = tempfile::tempdir().unwrap();
        let own = source(name);
        let stands_alone = own.contains("impl Dial {\n    pub fn new") || class != "Dial" || name == "dial";
        let source = if stands_alone || own.contains("pub struct Dial") || own.contains("pub enum Dial") {
            own
        } else {
            format!("{DIAL}\n{}", own.replace("//! ", "// "))
        };
        std::fs::write(folder.path().join("lib.rs"), source).unwrap();
        let flags: Vec<&str> = ["--crate-type", build.kind].iter().chain(build.flags).copied().collect();
        run_rustc(folder.path(), &flags);
        let mut text = std::fs::read_to_string(folder.path().join("out.mir")).unwrap();
        if let Some(function) = build.unreadable {
            let at = text.find(&format!("{function}(")).expect("the function is there");
            let block = at + text[at..].find("bb0").expect("it has a block");
            text.replace_range(block..block + 3, "?!?");
        }
        let dump = mir::parse(&text, 64);
        let mut expanded = expand_with(folder.path(), &flags);
        if let Some(function) = build.unread {
            let signature = format!("fn {function}(");
            assert!(expanded.contains(&signature), "the function is there");
            expanded = expanded.replace(&signature, &format!("{signature}~~ "));
        }
        let items = Items::read("<expanded>", &[], &expanded).unwrap();
        let unread = unread(&dump);
        let mut program = with_models();
        program.add_crate(dump, items.clone().into());
        program.wraps = build.flags.contains(&"overflow-checks=off");
        Fixture { program, items, unread }
    }

    fn verdict(&self, class: &str) -> String {
        let program = &self.program;
        let code = CrateCode::new(program, &self.items, self.unread.clone());
        let is_class = class.rsplit("::").next().is_some_and(|name| name.starts_with(char::is_uppercase));
        let subject = match if is_class { code.class(class, class) } else { code.function(class, class) } {
            Ok(subject) => subject,
            Err(reason) => return reason.to_string(),
        };
        let mut lowered = lower(program, &subject, &Config::default());
        let (config, prover) = (VerifyConfig::default(), Prover::default());
        assume_summaries(&mut lowered, &config, &prover);
        assume_of_others(&mut lowered, &config, &prover);
        let verification = verify(&subject, &lowered, &config, &prover);
        let mut lines = match verification.proof {
            Proof::Proved { .. } => vec!["proved".to_owned()],
            Proof::NotProved { reason } => vec![reason],
        };
        lines.extend(verification.findings.iter().map(|finding| {
            let failure = &lowered.failures[&finding.error];
            format!("{:?} {} in {}", finding.status, failure.message, failure.function)
        }));
        lines.extend(lowered.obstacles.iter().map(|obstacle| format!("obstacle {}", obstacle.reason)));
        if std::env::var_os("SHOW").is_some() {
            println!("{}", cargo_pct::system::print(&lowered.system));
            println!("{:#?}", lowered.notes);
        }
        lines.join("\n")
    }
}

/// The text of a fixture.
fn source(name: &str) -> String {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/proofs/trust");
    std::fs::read_to_string(fixtures.join(format!("{name}.rs"))).unwrap()
}

/// The names of the functions of a module.
fn functions_of(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix("    pub fn ")?.split(['(', '<']).next())
}

/// A fixture's own `main` shows natively what it says of its functions.
fn runs(name: &str) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("lib.rs"), source(name)).unwrap();
    run_rustc(folder.path(), &["--crate-type", "bin", "--cfg", "native", "--emit=link=program"]);
    let output = std::process::Command::new(folder.path().join("program")).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn proved(name: &str, class: &str) {
    let verdict = verdict(name, class, GOOD);
    assert_eq!(verdict.lines().next(), Some("proved"), "{name}: {verdict}");
}

/// The functions of one number of a fixture that panics for zero, and these classes, are not proved.
fn no_function_of(name: &str, classes: &[&str]) {
    runs(name);
    let (fixture, text) = (Fixture::read(name, "W", GOOD), source(name));
    let functions = text.lines().filter_map(|line| line.strip_prefix("pub fn ")?.split_once("(n: u8) -> u8"));
    let names: Vec<&str> = functions.map(|(name, _)| name).chain(classes.iter().copied()).collect();
    assert!(names.len() >= 30, "{names:?}");
    for name in names {
        let verdict = fixture.verdict(name);
        assert_ne!(verdict.lines().next(), Some("proved"), "{name}: {verdict}");
    }
}

/// The items of these names in a fixture's module `safe` are proved, those in its module `wrong` are not.
fn judged(name: &str, safe: &[&str], wrong: &[&str]) {
    runs(name);
    let fixture = Fixture::read(name, "safe", GOOD);
    for item in safe {
        let verdict = fixture.verdict(&format!("safe::{item}"));
        assert_eq!(verdict.lines().next(), Some("proved"), "{item}: {verdict}");
    }
    for item in wrong {
        let verdict = fixture.verdict(&format!("wrong::{item}"));
        assert_ne!(verdict.lines().next(), Some("proved"), "{item}: {verdict}");
    }
}

/// Not proved, and a line of the verdict says this.
fn refused(name: &str, class: &str, build: Build, because: &str) {
    let verdict = verdict(name, class, build);
    assert_ne!(verdict.lines().next(), Some("proved"), "{name}: {verdict}");
    assert!(verdict.contains(because), "{name}: {verdict}");
}

/// Proved as it stands; broken, it is not, because a finding or obstacle says this.
fn check(name: &str, class: &str, because: &str) {
    proved(name, class);
    refused(name, class, BROKEN, because);
}

#[test]
fn what_an_unread_item_may_change_is_not_proved() {
    let read = "an item of its source that cannot be read";
    let hidden = Build { flags: &["--cfg", "hidden"], unread: Some("reset"), ..GOOD };
    refused("unread", "Dial", hidden, read);
    let built: [(&[&str], &str); 6] = [
        (&["--cfg", "free"], "reset"),
        (&["--cfg", "method"], "reset"),
        (&["--cfg", "trait_method"], "reset"),
        (&["--cfg", "default_method"], "reset"),
        (&["--cfg", "alias"], "drop"),
        (&["--cfg", "renamed"], "drop"),
    ];
    for (flags, function) in built {
        let build = Build { flags, unread: Some(function), ..GOOD };
        refused("unread", "Dial", build, read);
        let verdict = verdict("unread", "Lamp", build);
        assert_eq!(verdict.lines().next(), Some("proved"), "{flags:?}: {verdict}");
    }
}

#[test]
fn a_private_method_is_inner_only_if_nothing_else_can_run_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("lib.rs"), include_str!("proofs/trust/inner.rs")).unwrap();
    let flags = ["--crate-type", "lib"];
    run_rustc(folder.path(), &flags);
    let dump = mir::parse(&std::fs::read_to_string(folder.path().join("out.mir")).unwrap(), 64);
    let items = Items::read("<expanded>", &[], &expand_with(folder.path(), &flags)).unwrap();
    let mut program = with_models();
    program.add_crate(dump, items.clone().into());
    let code = CrateCode::new(&program, &items, Vec::new());
    let subject = code.class("Lamp", "Lamp").unwrap();
    let mut inner: Vec<String> = subject.inner.iter().map(|body| program.name(*body)).collect();
    inner.sort();
    let expected = ["behind", "in_a_closure", "never_called", "only_here", "through"];
    assert_eq!(inner, expected.map(|name| format!("Lamp::{name}")));
}

const CHECK: &str = "in Pile::check";

/// Proved as it stands; built in any of these ways it is not, because of a finding or obstacle.
fn check_ways(name: &str, class: &str, left: &str, ways: &'static [&[&str]]) {
    proved(name, class);
    for flags in ways {
        let verdict = verdict(name, class, Build { flags, ..GOOD });
        assert_ne!(verdict.lines().next(), Some("proved"), "{flags:?}: {verdict}");
        assert!(verdict.contains(left) || verdict.contains("obstacle"), "{flags:?}: {verdict}");
    }
}

macro_rules! facts {
    ($($(#[$meta:meta])* $fact:ident => $test:expr;)*) => {
        $($(#[$meta])* #[test] fn $fact() { $test })*
    };
}

facts! {
    the_class_alone_is_proved => proved("dial", "Dial");
    a_public_field_has_any_value => check("public_field", "Dial", LEFT);
    public_fields_need_no_constructor => check("public_fields", "Dial", LEFT);
    a_variants_fields_are_public => refused("enumeration", "Dial", BROKEN, LEFT);
    child_modules_see_the_fields => check("child_module", "Dial", LEFT);
    free_functions_take_part => check("free_function", "Dial", LEFT);
    methods_of_types_that_hold_the_object_take_part => check("part_of_another", "Dial", LEFT);
    a_type_by_another_name_is_the_same_type => check("alias", "Dial", LEFT);
    fields_of_one_name_are_kept_apart => check("same_names", "Dial", LEFT);
    crate_functions_count_for_their_callers => check("crate_function", "Dial", LEFT);
    a_function_whose_pointer_is_handed_out_can_be_called => check("function_pointer", "Dial", LEFT);
    an_exported_symbol_can_be_called => check("exported_symbol", "Dial", LEFT);
    a_derived_default_is_a_constructor => check("derived_default", "Ratio", "attempt to divide by zero");
    clones_take_part => check("clone", "Dial", LEFT);
    conversions_take_part => check("conversion", "Dial", LEFT);
    constants_are_objects => check("constant", "Dial", LEFT);
    a_static_object_is_refused => check("static_object", "Dial", "a static holds objects");
    an_object_behind_a_lock_stays_changed => refused("behind_a_lock", "Dial", BROKEN, LEFT);
    a_reference_to_a_part_is_a_way_to_write_it => check("mutable_reference", "Dial", LEFT);
    a_reference_in_an_option_leaks => check("reference_in_option", "Dial", LEFT);
    a_reference_in_a_struct_leaks => check("reference_in_struct", "Dial", LEFT);
    a_reference_leaks_through_an_argument => check("reference_in_argument", "Dial", LEFT);
    index_mut_leaks => check("index_mut", "Dial", LEFT);
    iterators_leak_what_they_borrow => check("iter_mut", "Table", "assertion failed");
    a_forgotten_guard_repairs_nothing => check("guard", "Dial", LEFT);
    methods_of_guards_take_part => check("guard_method", "Dial", LEFT);
    a_reference_to_the_whole_object_leaks_nothing => proved("builder", "Dial");
    interior_mutability_is_refused =>
        refused("interior_mutability", "Dial", BROKEN, "can change through a shared reference");
    another_object_is_changed_too => check("other_instance", "Dial", LEFT);
    no_way_of_spoiling_an_object_by_another_is_overlooked => {
        proved("other_object", "Dial");
        check_ways("other_object", "Dial", "attempt to subtract with overflow in Dial::left", &OTHERS);
    };
    objects_in_slices_are_objects => check("many_instances", "Dial", LEFT);
    objects_in_results_are_objects => check("returned_pair", "Dial", LEFT);
    a_panicking_closure_leaves_the_object_half_updated => check("closure_panics", "Dial", LEFT);
    a_closure_uses_the_object_that_it_is_shown => check("closure_looks", "Dial", LEFT);
    methods_of_type_parameters_return_anything => check("type_parameter", "Dial", LEFT);
    a_type_parameter_is_no_type_of_its_name => check("parameter_named_like_a_type", "Dial", LEFT);
    a_caught_panic_leaves_its_state => refused("panic_leaves_state", "Dial", BROKEN, LEFT);
    a_destructor_is_a_method => check("destructor", "Dial", "assertion failed: left > 0 in Dial::drop");
    the_destructors_of_fields_run =>
        check("destructor_of_field", "Letter", "assertion failed: !self.is_broken in Seal::drop");
    a_panicking_destructor_does_not_keep_others_from_running => check("destructors_go_on", "Dial", LEFT);
    a_field_of_another_type_is_anything =>
        refused("field_of_another_type", "Gauge", BROKEN, "attempt to subtract with overflow in Gauge::width");
    vectors_without_size_have_any_length => check("zero_sized", "Tally", "attempt to add with overflow");
    what_a_loop_has_passed_in_a_table_is_known => check("table", "spell", "assertion failed: n == 0");
    private_functions_are_analysed_in_context => proved("private_function", "Dial");
    an_unsafe_function_is_called_with_anything => check("unsafe_function", "Dial", LEFT);
    no_way_of_spoiling_an_object_in_a_call_within_a_call_is_overlooked => {
        check_ways("recursive_ways", "Dial", LEFT, &RECURSIVE_WAYS);
    };
    calls_within_calls_have_summaries => {
        check("recursive_functions", "digits", "attempt to multiply with overflow in digits");
        check("recursive_functions", "is_even", "attempt to subtract with overflow in is_even");
        check("recursive_functions", "found", "but the index is {} in found");
        check("recursive_functions", "quicksort", "range start index");
        check("recursive_functions", "flood", "but the index is {} in flood");
        check("recursive_functions", "height", "attempt to add with overflow in height");
    };
    recursion_does_anything => check("recursion", "Dial", LEFT);
    a_call_cycle_does_anything => check("call_cycle", "Dial", LEFT);
    async_functions_are_refused => check("async_function", "Dial", "runs code later");
    returned_closures_are_refused => check("returned_closure", "Dial", "runs code later");
    an_unmodelled_call_keeps_its_argument => check("kept_argument", "Dial", LEFT);
    an_unmodelled_call_changes_temporaries_in_every_round => check("kept_temporary", "Dial", LEFT);
    a_mutable_static_has_any_value => check("mutable_static", "Few", "attempt to subtract with overflow in Few::room");
    what_is_beside_a_raw_pointer_may_be_written => check("raw_pointer", "Dial", LEFT);
    no_way_of_spoiling_an_object_behind_a_raw_pointer_is_overlooked => {
        check_ways("raw_ways", "Dial", LEFT, &RAW_WAYS);
    };
    a_closure_in_a_struct_runs_later => check("stored_closure", "Dial", "runs code later");
    a_closure_in_a_table_can_be_called => check("closure_table", "Dial", "where it is called is not known");
    a_closure_behind_an_argument_runs_later => {
        check("closure_argument", "Dial", "behind an argument");
        check_ways("closure_argument", "Dial", LEFT, &STORED);
    };
    closures_that_capture_nothing_hold_no_object => check("closure_guard", "Dial", "obstacle");
    the_end_of_a_closure_is_that_of_its_captures => check("closure_end", "Dial", LEFT);
    closures_are_analysed_where_the_crate_calls_them => proved("closure_in_context", "Dial");
    no_way_of_spoiling_an_object_is_overlooked => check_ways("ways", "Dial", LEFT, &WAYS);
    no_way_of_lending_a_field_is_overlooked => check_ways("leaks", "Dial", LEFT, &LEAKS);
    keys_are_anything => check("token", "Table", "index out of bounds");
    a_trait_object_uses_what_it_is_shown => refused("trait_object", "Dial", BROKEN, LEFT);
    a_function_pointer_uses_what_it_is_shown => refused("function_argument", "Dial", BROKEN, LEFT);
    functions_in_a_table_can_be_called => check("function_table", "Dial", LEFT);
    clients_call_back_with_anything => check("callback_of_ours", "Dial", "may panic");
    a_thread_local_object_is_refused => check("thread_local", "Dial", "a static holds objects");
    main_calls_private_functions => {
        proved("binary", "Dial");
        let program = Build { kind: "bin", ..BROKEN };
        refused("binary", "Dial", program, LEFT);
    };
    no_way_of_spoiling_an_instance_is_overlooked => {
        check_ways("generic_class", "Pile", CHECK, &INSTANCES);
    };
    no_way_of_spoiling_an_instance_of_a_constant_is_overlooked => {
        check_ways("const_class", "Few", "in Few::", &CONSTANTS);
        proved("const_class", "shared");
        proved("const_class", "halved");
        refused("const_class", "divided", GOOD, "divide by zero");
    };
    what_an_object_borrows_is_a_part_of_it => {
        check("marked_class", "Dial", LEFT);
        proved("borrowing_class", "Reader");
        let built = |flags: &'static [&'static str]| Build { flags, ..GOOD };
        for flags in [&["--cfg", "broken"], &["--cfg", "other"], &["--cfg", "elsewhere"]] {
            refused("borrowing_class", "Reader", built(flags), "in Reader::rest");
        }
        let counter = verdict("borrowing_class", "Counter", built(&["--cfg", "lent"]));
        assert!(counter.starts_with("proved"), "{counter}");
        for flags in [
            &["--cfg", "lent", "--cfg", "out"],
            &["--cfg", "lent", "--cfg", "whole"],
            &["--cfg", "lent", "--cfg", "zero"],
        ] {
            refused("borrowing_class", "Counter", built(flags), "in Counter::share");
        }
    };
    a_function_of_any_type_knows_nothing_of_it => {
        // A slice of values without a size can be as long as a number can be: the scope of proofs leaves those types out.
        for function in ["first", "swapped", "counted", "dropped", "longer"] {
            proved("generic_function", function);
        }
        for function in [
            "ordered", "same", "of_some_size", "limited", "applied", "constant", "doubled", "told", "indexed",
        ] {
            let verdict = verdict("generic_function", function, GOOD);
            assert_ne!(verdict.lines().next(), Some("proved"), "{function}: {verdict}");
        }
    };
    destructors_of_values_of_clients_take_part => check("value_of_a_parameter", "Dial", LEFT);
    a_loop_that_unwinds_leaves_its_state => check("loop_unwinds", "Dial", LEFT);
    cleanup_is_part_of_the_state_that_is_left => check("cleanup", "Dial", LEFT);
    a_function_without_later_code_is_proved => proved("functions", "harmless");
    a_function_is_not_proved_for_code_that_runs_later => {
        refused("functions", "divides", GOOD, "runs code later");
        refused("functions", "panics", GOOD, "runs code later");
        refused("functions", "lazily", GOOD, "runs code later");
        refused("functions", "shown", GOOD, "type_name_of_val may panic");
    };
    what_is_lent_can_be_written => {
        refused("lent", "in_a_wrapper", GOOD, "assertion failed: count == 0");
        refused("lent", "of_a_vector", GOOD, "assertion failed: moved[0] == 0");
        refused("lent", "of_swapped_vectors", GOOD, "assertion failed: other.1[0] == 0");
        refused("lent", "to_a_message", GOOD, "assertion failed: number == 0");
        refused("lent", "behind_a_shared_reference", GOOD, "assertion failed: number == 0");
    };
    what_follows_from_any_other_object_is_not_confirmed => {
        check("any_other_instance", "Ratio", "Potential attempt to divide by zero in Ratio::whole");
    };
    objects_are_made_out_of_bits => {
        proved("conjured", "Ratio");
        for flags in &CONJURED {
            let verdict = verdict("conjured", "Ratio", Build { flags, ..GOOD });
            assert_ne!(verdict.lines().next(), Some("proved"), "{flags:?}: {verdict}");
            let is_of_class = verdict.contains("in Ratio::whole") || verdict.contains("obstacle");
            assert!(is_of_class, "{flags:?}: {verdict}");
        }
    };
    what_a_destructor_leaves_is_dropped => {
        refused("changed_by_drop", "always", GOOD, "Confirmed assertion failed: count == 1");
        proved("changed_by_drop", "unless_kept");
    };
    std_calls_what_it_likes_of_an_impl => {
        for function in
            ["sums_by_fold", "clones_in_place", "is_unequal", "is_less", "keeps_the_last", "calls_once_more"]
        {
            refused("rivals", function, GOOD, "assertion failed");
        }
        refused("rivals", "compares_by_operators", GOOD, "Confirmed assertion failed");
        refused("rivals", "asks_for_room", GOOD, "capacity overflow");
        proved("rivals", "is_harmless");
    };
    kind_2_std_is_followed_at_its_corners => {
        runs("corners");
        for function in ["ends_at_its_end", "ends_at_its_start", "skips_to_its_end", "steps_to_its_end"] {
            refused("corners", &format!("ranges::{function}"), GOOD, "attempt to divide by zero");
        }
        refused("corners", "ranges::is_folded_where_it_is", GOOD, "attempt to divide by zero");
        refused("corners", "ranges::counts_characters", GOOD, "attempt to divide by zero");
        proved("corners", "ranges::safe");
        refused("corners", "options::promises_one", GOOD, "attempt to divide by zero");
        refused("corners", "options::promises_its_value", GOOD, "attempt to divide by zero");
        proved("corners", "options::safe");
        refused("corners", "sets::hashed", GOOD, "code of Moody may panic");
        refused("corners", "sets::sorted", GOOD, "code of Moody may panic");
    };
    kind_1_no_write_through_a_reference_in_a_sequence_is_lost => {
        no_function_of("elements", &["W", "Z"]);
        no_function_of("moved_elements", &[]);
    };
    kind_9_ordinary_code_is_proved_and_what_looks_like_it_is_not => {
        runs("ordinary");
        let fixture = Fixture::read("ordinary", "safe", GOOD);
        let text = source("ordinary");
        let (safe, wrong) = text.split_once("pub mod wrong").unwrap();
        for name in functions_of(safe) {
            let verdict = fixture.verdict(&format!("safe::{name}"));
            assert_eq!(verdict.lines().next(), Some("proved"), "{name}: {verdict}");
        }
        for name in functions_of(wrong).filter(|name| *name != "many") {
            let verdict = fixture.verdict(&format!("wrong::{name}"));
            assert_ne!(verdict.lines().next(), Some("proved"), "{name}: {verdict}");
        }
    };
    what_an_impl_is_for_is_not_guessed_from_its_header => {
        let wrong = [
            "text::ask",
            "text::Ask::ask_itself",
            "object::ask",
            "header::of_object",
            "header::of_alias",
            "open::ask",
            "pointers::ask",
            "conventions::ask",
            "alias::ask",
            "without_size::ask",
            "Way",
            "sizes::aligned_twice",
            "sizes::beside_a_vector",
            "named",
            "endless::asks_first",
        ];
        judged("headers", &["any::ask", "sealed::ask"], &wrong);
    };
    kind_9_a_tree_of_boxes_makes_no_objects_out_of_bits => {
        proved("boxed_tree", "Ratio");
    };
    kind_9_what_holds_of_each_element_is_proved_and_of_all_but_one_is_not => {
        runs("each_element");
        let fixture = Fixture::read("each_element", "safe", GOOD);
        for item in ["Arena", "Slab", "Digits", "histogram", "small_histogram"] {
            let verdict = fixture.verdict(&format!("safe::{item}"));
            assert_eq!(verdict.lines().next(), Some("proved"), "{item}: {verdict}");
        }
        let panicking =
            ["Arena", "Slab", "Shrinking", "Digits", "First", "histogram", "counts_on", "counts_twice"];
        for item in panicking {
            let verdict = fixture.verdict(&format!("wrong::{item}"));
            assert_ne!(verdict.lines().next(), Some("proved"), "{item}: {verdict}");
        }
    };
    what_works_on_raw_memory_may_panic_too => {
        runs("refusing");
        for function in ["copies", "zeros"] {
            proved("refusing", &format!("safe::{function}"));
        }
        for function in ["hashes_a_pointer", "hashes_what_is_not_null", "makes_room", "copies_too_much"] {
            let verdict = verdict("refusing", &format!("wrong::{function}"), GOOD);
            assert_ne!(verdict.lines().next(), Some("proved"), "{function}: {verdict}");
        }
    };
    code_is_found_wherever_it_stands => {
        runs("hidden");
        let fixture = Fixture::read("hidden", "S", GOOD);
        let verdict = |module: &str| fixture.verdict(&format!("{module}::S"));
        assert_eq!(verdict("harmless").lines().next(), Some("proved"), "{}", verdict("harmless"));
        for module in [
            "in_a_closure",
            "in_a_constant_block",
            "in_an_async_block",
            "in_a_static",
            "behind_a_macro",
            "of_a_trait",
            "value_of_an_own_constant",
            "value_of_a_traits_constant",
        ] {
            let verdict = verdict(module);
            assert_ne!(verdict.lines().next(), Some("proved"), "{module}: {verdict}");
        }
    };
    objects_are_made_for_callers_that_choose_the_type => {
        runs("for_callers");
        let fixture = Fixture::read("for_callers", "S", GOOD);
        let verdict = |module: &str| fixture.verdict(&format!("{module}::S"));
        for module in ["safe::not_plain", "safe::not_made"] {
            assert_eq!(verdict(module).lines().next(), Some("proved"), "{module}: {}", verdict(module));
        }
        for module in
            ["zeroed", "copied", "seen", "opened", "boxed", "for_all_plain", "in_arrays", "named", "provided"]
        {
            let verdict = verdict(&format!("wrong::{module}"));
            assert_ne!(verdict.lines().next(), Some("proved"), "{module}: {verdict}");
        }
    };
    what_traits_of_the_crate_provide_belongs_to_its_types => {
        runs("provided");
        let fixture = Fixture::read("provided", "safe", GOOD);
        for item in ["Tank", "Careful", "Rack", "Nothing", "masks"] {
            let verdict = fixture.verdict(&format!("safe::{item}"));
            assert_eq!(verdict.lines().next(), Some("proved"), "{item}: {verdict}");
        }
        let panicking = [
            "Tank", "Flat", "Lent", "Rack", "Pair", "Plain", "Three", "asks", "asks_what_is_provided", "asks_unnamed", "Asking",
        ];
        for item in panicking {
            let verdict = fixture.verdict(&format!("wrong::{item}"));
            assert_ne!(verdict.lines().next(), Some("proved"), "{item}: {verdict}");
        }
    };
    kind_3_capacity_overflow_is_a_panic_wherever_something_allocates => {
        for function in ["safe_text", "safe_queue", "safe_pairs", "safe_numbers"] {
            proved("corners", &format!("room::{function}"));
        }
        for function in [
            "repeats_text", "collects_text", "extends_text", "extends_by_references", "extends_a_queue", "cycles",
            "maps_what_has_no_size", "pads", "promises_more_later",
        ] {
            refused("corners", &format!("room::{function}"), GOOD, "capacity overflow");
        }
        for function in ["collects_a_set", "collects_a_hash_set", "unzips"] {
            refused("corners", &format!("room::{function}"), GOOD, "a capacity may panic");
        }
    };
    kind_2_a_clone_that_panics_leaves_half_of_the_work => {
        let wrong = ["Queue", "Boxed", "Optional", "Failed", "Pair"];
        judged("half_cloned", &["Vector", "Array", "Outcome"], &wrong);
    };
    kind_3_room_is_asked_for_by_the_size_of_elements => {
        let text = source("extents");
        let (safe, wrong) = text.split_once("pub mod wrong").unwrap();
        judged("extents", &functions_of(safe).collect::<Vec<_>>(), &functions_of(wrong).collect::<Vec<_>>());
    };
    kind_3_what_is_done_once_is_not_done_for_each_element => {
        let text = source("before_the_first");
        let (safe, wrong) = text.split_once("pub mod wrong").unwrap();
        let (_, safe) = safe.split_once("pub mod safe").unwrap();
        judged("before_the_first", &functions_of(safe).collect::<Vec<_>>(), &functions_of(wrong).collect::<Vec<_>>());
    };
    instances_that_meet_in_a_loop_keep_their_parameters => {
        let text = source("one_instance");
        let (_, wrong) = text.split_once("pub mod wrong").unwrap();
        judged("one_instance", &["by_number"], &functions_of(wrong).collect::<Vec<_>>());
    };
    kind_4_impls_for_types_of_others_are_looked_at => {
        let text = source("others_types");
        let (_, wrong) = text.split_once("pub mod wrong").unwrap();
        judged("others_types", &["boxed", "hashed", "compared"], &functions_of(wrong).collect::<Vec<_>>());
    };
    kind_2_a_panic_tears_iterators => {
        judged("torn", &["Numbered"], &["Numbered", "Filtered", "Zipped", "Keys", "Joined"]);
    };
    whose_object_constructor_parameter_or_closure_is_meant_is_not_guessed => {
        let wrong = ["Tree", "Grove", "Number", "Put", "Way", "of_another_function", "called_once"];
        judged("who_is_meant", &["Number", "without_parameters"], &wrong);
    };
    objects_that_references_in_sequences_and_constants_lead_to_are_seen => {
        let wrong = [
            "InSlice", "InVector", "InPair", "InIterator", "InMap", "Wrapped", "Stored", "InField", "Constant", "Static",
            "Promoted", "Private", "Associated", "Dropped", "Numbered", "ends_with_its_call", "ends_where_it_is_given",
        ];
        judged("lent_in_sequences", &["Lent", "Constant", "without_captures"], &wrong);
    };
    kind_4_an_order_of_the_crate_may_be_none => {
        let text = source("orders");
        let (safe, wrong) = text.split_once("pub mod wrong").unwrap();
        judged("orders", &functions_of(safe).collect::<Vec<_>>(), &functions_of(wrong).collect::<Vec<_>>());
    };
    kind_9_parameters_of_traits_that_are_left_out_are_the_declared_defaults => {
        let text = source("defaults_of_traits");
        let (safe, wrong) = text.split_once("pub mod wrong").unwrap();
        let (safe, wrong) = (functions_of(safe).collect::<Vec<_>>(), functions_of(wrong).collect::<Vec<_>>());
        assert_eq!((safe.len(), wrong.len()), (7, 8));
        judged("defaults_of_traits", &safe, &wrong);
    };
    kind_9_impls_of_std_are_known_by_all_ways_to_name_its_traits => {
        let text = source("ways_to_a_trait");
        let wrong: Vec<&str> = text.lines().filter_map(|it| it.trim().strip_prefix("(\"")?.split('"').next()).collect();
        assert_eq!(wrong.len(), 13);
        judged("ways_to_a_trait", &["reset", "key"], &wrong);
    };
    kind_4_what_is_written_may_run_code => {
        let safe = ["Map", "Entry", "Looped", "text", "letters"];
        let wrong = ["KeyAlone", "TwoKeys", "ValueAlone", "Handed", "text", "peeked", "flattened", "mapped_flat"];
        judged("shown", &safe, &wrong);
    };
    kind_4_another_impl_may_serve_what_clients_choose => {
        let safe = ["of_the_only_impl", "of_a_known_type", "greater", "Owned", "Step"];
        let functions = [
            "of_one_impl", "of_a_function", "of_half_a_pair", "of_items", "behind_a_reference", "between", "total",
            "each",
        ];
        let types = ["Parent", "Handed", "Nested", "Cursor"];
        judged("open_types", &safe, &[&functions[..], &types].concat());
    };
    kind_4_impls_of_the_crate_may_lie => {
        for function in [
            "stays_ended", "maps_no_more", "is_trusted", "remembers_the_end", "counts_over", "adapts_the_length",
            "hints_at_the_length", "looks_from_the_back",
        ] {
            refused("corners", &format!("lies::{function}"), GOOD, "assertion failed");
        }
        proved("corners", "lies::safe");
    };
    wraps_are_values_without_overflow_checks => {
        let unchecked = Build { flags: &["-C", "overflow-checks=off"], ..GOOD };
        let verdict = verdict("wrapping", "Count", unchecked);
        assert!(verdict.contains("assertion failed: self.at <= self.max"), "{verdict}");
        assert!(!verdict.contains("attempt to subtract"), "{verdict}");
    };
    functions_inside_others_are_not_their_namesakes => check("namesake", "Dial", "attempt to subtract with overflow in Dial::leave");
    a_number_that_is_computed_is_not_guessed => {
        refused("computed_discriminant", "Dial", GOOD, "a discriminant that is computed");
        refused("computed_discriminant", "Dial", BROKEN, "a discriminant that is computed");
    };
    what_a_value_is_written_to_is_the_clients_and_how_it_is_written_is_not => {
        check("writing", "Cake", "may panic");
        refused("writing", "passed_on", GOOD, "may panic");
        refused("writing", "hashed", GOOD, "may panic");
        refused("writing", "Column", GOOD, "may panic");
        refused("writing", "padded", GOOD, "may panic");
        proved("writing", "Line");
        refused("writing", "to_scrap", GOOD, "write_fmt may panic");
    };
    what_raw_pointers_lead_to_is_not_known => {
        proved("raw_memory", "of_the_length");
        refused("raw_memory", "behind_a_slice", GOOD, "assertion failed: numbers[0] == 1");
        refused("raw_memory", "in_a_cell", GOOD, "assertion failed: number == 1");
        refused("raw_memory", "as_a_number", GOOD, "assertion failed: *moved.0 == 1");
        refused("raw_memory", "Pinned", GOOD, "what its raw pointers lead to");
        refused("raw_memory", "Meter", GOOD, "assertion failed: self.level.get() <= 10");
    };
    what_std_calls_back_may_unwind => {
        refused("calls_back", "Emptied", GOOD, "assertion failed: !self.busy");
        refused("calls_back", "Mapped", GOOD, "assertion failed: !self.busy");
        proved("calls_back", "Numbered");
        refused("calls_back", "keyed", GOOD, "code of Moody may panic");
        refused("calls_back", "sorted", GOOD, "code of Moody may panic");
        proved("calls_back", "sorted_numbers");
    };
    functions_of_std_wrap_where_the_crate_does => {
        let unchecked = Build { flags: &["-C", "overflow-checks=off"], ..GOOD };
        for function in ["of_a_power", "of_an_absolute_value", "of_a_sum"] {
            let verdict = verdict("wrapping_calls", function, unchecked);
            assert!(verdict.contains("Confirmed assertion failed"), "{function}: {verdict}");
            assert!(!verdict.contains("attempt to"), "{function}: {verdict}");
        }
    };
    a_function_that_cannot_be_read_is_no_proof => {
        let build = Build { unreadable: Some("::turn"), ..GOOD };
        refused("dial", "Dial", build, "could not be read");
    };
}
#[test]
fn a_class_is_judged_by_its_own_methods() {
    proved("namesakes", "sound::Gauge");
    refused("namesakes", "unsound::Gauge", GOOD, "attempt to subtract with overflow in unsound::Gauge::room");
}

/// What MIR's text does not tell apart is not taken for either; what it does is.
#[test]
fn kind_9_what_has_the_name_of_something_else_is_not_taken_for_it() {
    runs("unclear_names");
    let (fixture, text) = (Fixture::read("unclear_names", "panics", GOOD), source("unclear_names"));
    let (_, rest) = text.split_once("pub mod panics {").unwrap();
    let (panicking, safe) = rest.split_once("pub mod safe {").unwrap();
    let named = |module: &str, text: &str| -> Vec<String> {
        functions_of(text).map(|name| format!("{module}::{name}")).collect()
    };
    let panicking = named("panics", panicking).into_iter().chain(["own_traits::Latch".to_owned()]);
    let (panicking, safe): (Vec<String>, _) = (panicking.collect(), named("safe", safe));
    assert_eq!((panicking.len(), safe.len()), (17, 5));
    for name in panicking {
        let verdict = fixture.verdict(&name);
        assert_ne!(verdict.lines().next(), Some("proved"), "{name}: {verdict}");
    }
    for name in safe {
        let verdict = fixture.verdict(&name);
        assert_eq!(verdict.lines().next(), Some("proved"), "{name}: {verdict}");
    }
}
