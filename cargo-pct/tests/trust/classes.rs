//! Whose code takes part in what a class or a function does, and who sees its objects.

use super::fixture::{BROKEN, Build, Fixture, GOOD, LEFT, check, check_ways, proved, refused, verdict};
use super::support::{expand_with, run_rustc, with_models};
use super::ways::{
    BOXES, CHECKS_OF_OTHERS, CONJURED, CONJURED_BY_ASSOCIATED_TYPES, CONJURED_BY_GENERIC_CODE, CONSTANTS,
    INSTANCES, LEAKS, METHODS_BEHIND_NAMES, OTHERS, PANICS_OF_OTHERS, RAW_WAYS, RECURSIVE_WAYS, STORED,
    UNKNOWN_CALLS_OF_OTHERS, WAYS,
};
use cargo_pct::lower::CrateCode;
use cargo_pct::mir;
use cargo_pct::source::Items;

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
    std::fs::write(folder.path().join("lib.rs"), include_str!("../proofs/trust/inner.rs")).unwrap();
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
    the_checks_of_functions_that_only_use_an_object_are_their_own => {
        check_ways("checks_of_others", "Dial", "attempt to subtract with overflow in ", &CHECKS_OF_OTHERS);
        check_ways("checks_of_others", "Dial", "Undecided ", &UNKNOWN_CALLS_OF_OTHERS);
        check_ways("checks_of_others", "Dial", "in shows_with_a_panic", &PANICS_OF_OTHERS);
        check_ways("checks_of_others", "Dial", "index out of bounds", &METHODS_BEHIND_NAMES);
        let looks_up = Fixture::read("checks_of_others", "Dial", GOOD).verdict("looks_up");
        assert!(looks_up.contains("index out of bounds"), "{looks_up}");
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
    boxes_of_other_objects_are_not_the_objects => {
        check_ways("boxes_of_others", "Boxed", "in Boxed::divided", &BOXES);
    };
    objects_made_of_those_of_other_instances_keep_nothing => {
        for class in ["Made", "Eaten", "Turned", "Beside", "OfThree"] {
            check("other_constants", class, &format!("in {class}::check"));
        }
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
        check_ways("conjured", "Ratio", "in Ratio::whole", &CONJURED);
    };
    objects_are_made_out_of_bits_by_generic_code => {
        check_ways("conjured_by_generic_code", "Ratio", "in Ratio::whole", &CONJURED_BY_GENERIC_CODE);
    };
    objects_are_made_out_of_bits_by_associated_types => {
        let ways = &CONJURED_BY_ASSOCIATED_TYPES;
        check_ways("conjured_by_associated_types", "Ratio", "in Ratio::whole", ways);
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
}
