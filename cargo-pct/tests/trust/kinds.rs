//! What std does at its corners, what impls and names of the crate may be, and what ordinary code is proved.

use super::fixture::{
    BROKEN, Build, Fixture, GOOD, check, functions_of, judged, no_function_of, proved, refused, runs, source,
    verdict,
};

facts! {
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
    kind_4_values_side_by_side_are_hashed_by_a_function_of_their_own => {
        let text = source("hashed_in_slices");
        let (safe, wrong) = text.split_once("pub mod wrong").unwrap();
        let wrong: Vec<&str> = functions_of(wrong).chain(["Shown"]).collect();
        judged("hashed_in_slices", &functions_of(safe).collect::<Vec<_>>(), &wrong);
    };
    constants_of_traits_and_the_room_of_vectors_are_left_open => {
        let text = source("left_open");
        let (safe, wrong) = text.split_once("pub mod wrong").unwrap();
        judged("left_open", &functions_of(safe).collect::<Vec<_>>(), &functions_of(wrong).collect::<Vec<_>>());
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
        judged("torn", &["Numbered", "Identified"], &["Numbered", "Asked", "Guarded", "Kept", "Filtered", "Zipped", "Keys", "Joined"]);
    };
    whose_object_constructor_parameter_or_closure_is_meant_is_not_guessed => {
        let wrong = ["Swapped", "Same", "Borrowing", "Tree", "Grove", "Number", "Put", "Way", "of_another_function", "called_once"];
        judged("who_is_meant", &["Tree", "Forest", "Number", "without_parameters"], &wrong);
    };
    objects_that_references_in_sequences_and_constants_lead_to_are_seen => {
        let wrong = [
            "InSlice", "InVector", "InPair", "InIterator", "InMap", "Wrapped", "Stored", "InField", "Constant", "Static",
            "Promoted", "Private", "Associated", "Dropped", "Numbered", "ends_with_its_call", "ends_where_it_is_given",
        ];
        judged("lent_in_sequences", &["Lent", "Constant", "without_captures"], &wrong);
    };
    kind_4_code_of_clients_runs_impls_of_what_it_is_given => {
        let text = source("given");
        let (safe, wrong) = text.split_once("pub mod wrong").unwrap();
        let wrong: Vec<&str> = functions_of(wrong).chain(["Hashed"]).collect();
        judged("given", &functions_of(safe).collect::<Vec<_>>(), &wrong);
    };
    kind_4_what_one_impl_calls_may_fail_for_the_next => {
        let text = source("helpers");
        let (safe, wrong) = text.split_once("pub mod wrong").unwrap();
        let (_, safe) = safe.split_once("pub mod safe").unwrap();
        let wrong: Vec<&str> = functions_of(wrong).chain(["Kept", "Ended"]).collect();
        judged("helpers", &functions_of(safe).collect::<Vec<_>>(), &wrong);
    };
    kind_9_which_item_a_name_in_the_source_means_is_not_guessed => {
        judged("which_item", &["sealed", "item"], &["exported", "renamed", "deep", "supertrait", "imported"]);
    };
    kind_9_what_the_compiler_says_of_a_type_counts => {
        judged("misread", &["beside", "Kept"], &[
            "in_body", "above", "of_the_prelude::kept", "of_a_function::boxed", "of_std::queued", "of_numbers::large",
            "of_variants::third", "of_traits::dropped", "of_impls::ended", "of_generic_impls::ended_of_any",
            "of_what_is_visible::seen_ended", "beside_others::marked_ended",
        ]);
    };
    kind_9_an_import_of_another_kind_leaves_a_type_its_name => {
        judged("hidden_names", &["ended"], &[
            "by_a_function::of_a_function", "by_std::of_std", "by_a_macro::of_a_macro", "by_blocks::of_blocks",
            "by_a_constant::of_a_constant", "by_an_inner_function::of_an_inner_function",
            "by_a_private_type::inner::of_a_private_type", "by_a_function_around::of_a_function_around",
            "by_a_type_of_c::of_a_type_of_c", "by_a_constructor::of_a_constructor", "by_an_inner_constant::Kept",
        ]);
        judged("hidden_by_globs", &["halved"], &["of_globs"]);
        judged("hidden_trait", &["halved"], &["ended"]);
    };
    kind_9_what_clients_types_name_may_be_the_crates => {
        judged("fixed_by_bounds", &["Pair"], &[
            "Divisor", "greatest", "compared", "last", "ended", "equal", "greatest_of_any", "made", "renamed::cloned_lent",
        ]);
    };
    kind_4_values_of_std_may_run_code_at_their_end => {
        judged("ended_by_std", &["peeked", "written"], &[
            "looked_at", "looked_at_perhaps", "lent", "spliced", "written", "failed", "woken",
        ]);
    };
    kind_9_impls_are_found_however_their_constants_are_written => {
        judged("const_headers", &["in_order", "let_go"], &[
            "dropped", "sorted", "inserted", "sorted_named", "sorted_computed", "shown",
        ]);
    };
    kind_9_impls_are_told_apart_by_what_bounds_say_of_types_and_lifetimes => {
        judged("told_apart", &["ask", "One"], &[
            "by_type", "Built", "by_bound", "without_trait", "by_std", "shown", "by_lifetime", "for_all_lifetimes", "without_types", "by_lifetime_of_type", "Zero",
        ]);
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
        let safe = ["Map", "Entry", "Looped", "Lent", "Derived", "Sized", "text", "letters"];
        let wrong = [
            "KeyAlone", "TwoKeys", "ValueAlone", "Handed", "LentByMethod", "LentToFunction", "LentInList", "LentToBuilder",
            "LentConstant", "LentLater", "Unsized", "text", "peeked", "flattened", "mapped_flat",
        ];
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
        proved("writing", "Weight");
        refused("writing", "Scale", GOOD, "fmt may panic");
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
    assert_eq!((panicking.len(), safe.len()), (21, 7));
    for name in panicking {
        let verdict = fixture.verdict(&name);
        assert_ne!(verdict.lines().next(), Some("proved"), "{name}: {verdict}");
    }
    for name in safe {
        let verdict = fixture.verdict(&name);
        assert_eq!(verdict.lines().next(), Some("proved"), "{name}: {verdict}");
    }
}
