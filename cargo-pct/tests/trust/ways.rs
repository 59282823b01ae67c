//! Fixtures that hold one function for each way in which an object may be spoilt: the flags with which they are built.

/// Which of its functions the fixture `ways` is built with.
pub(crate) const WAYS: [&[&str]; 34] = [
    &["--cfg", "way=\"boxed\""],
    &["--cfg", "way=\"optional\""],
    &["--cfg", "way=\"optional_reference\""],
    &["--cfg", "way=\"twice_borrowed\""],
    &["--cfg", "way=\"pushed\""],
    &["--cfg", "way=\"in_a_tuple\""],
    &["--cfg", "way=\"second_in_a_tuple\""],
    &["--cfg", "way=\"in_a_loop\""],
    &["--cfg", "way=\"in_a_variant\""],
    &["--cfg", "way=\"replaced\""],
    &["--cfg", "way=\"error\""],
    &["--cfg", "way=\"alias\""],
    &["--cfg", "way=\"array\""],
    &["--cfg", "way=\"table\""],
    &["--cfg", "way=\"element_of_a_table\""],
    &["--cfg", "way=\"generic\""],
    &["--cfg", "way=\"macro\""],
    &["--cfg", "way=\"inner_module\""],
    &["--cfg", "way=\"trait_default\""],
    &["--cfg", "way=\"closure_inside\""],
    &["--cfg", "way=\"map\""],
    &["--cfg", "way=\"shared_cell\""],
    &["--cfg", "way=\"counted\""],
    &["--cfg", "way=\"leaked\""],
    &["--cfg", "way=\"iterator\""],
    &["--cfg", "way=\"pattern\""],
    &["--cfg", "way=\"promoted\""],
    &["--cfg", "way=\"sent\""],
    &["--cfg", "way=\"nested_function\""],
    &["--cfg", "way=\"inline_constant\""],
    &["--cfg", "way=\"repeated_constant\""],
    &["--cfg", "way=\"behind_a_static\""],
    &["--cfg", "way=\"function_item\""],
    &["--cfg", "way=\"function_items\""],
];

/// The same of the fixture `leaks`.
pub(crate) const LEAKS: [&[&str]; 15] = [
    &["--cfg", "way=\"vector\""],
    &["--cfg", "way=\"array\""],
    &["--cfg", "way=\"table\""],
    &["--cfg", "way=\"box\""],
    &["--cfg", "way=\"result\""],
    &["--cfg", "way=\"slice\""],
    &["--cfg", "way=\"cell\""],
    &["--cfg", "way=\"iterator\""],
    &["--cfg", "way=\"twice\""],
    &["--cfg", "way=\"pushed\""],
    &["--cfg", "way=\"one_of_two\""],
    &["--cfg", "way=\"pin\""],
    &["--cfg", "way=\"pointer\""],
    &["--cfg", "way=\"as_mut\""],
    &["--cfg", "way=\"unknown\""],
];

/// The same of the fixture `conjured`.
pub(crate) const CONJURED: [&[&str]; 24] = [
    &["--cfg", "way=\"zeroed\""],
    &["--cfg", "way=\"union\""],
    &["--cfg", "way=\"uninitialised\""],
    &["--cfg", "way=\"copied\""],
    &["--cfg", "way=\"transmuted\""],
    &["--cfg", "way=\"as_a_closure\""],
    &["--cfg", "way=\"in_a_closure\""],
    &["--cfg", "way=\"in_a_trait_object\""],
    &["--cfg", "way=\"behind_a_reference_in_a_pair\""],
    &["--cfg", "way=\"behind_a_field\""],
    &["--cfg", "way=\"behind_a_capture\""],
    &["--cfg", "way=\"reference_in_a_pair\""],
    &["--cfg", "way=\"copied_reference\""],
    &["--cfg", "way=\"copied_with_a_pair\""],
    &["--cfg", "way=\"captured_by_a_generic_function\""],
    &["--cfg", "way=\"captured_by_a_closure_in_a_closure\""],
    &["--cfg", "way=\"captured_by_code_that_is_handed_out\""],
    &["--cfg", "way=\"by_references_of_a_union\""],
    &["--cfg", "way=\"by_foreign_code\""],
    &["--cfg", "way=\"from_foreign_code\""],
    &["--cfg", "way=\"by_a_function_of_another_signature\""],
    &["--cfg", "way=\"of_a_function_of_another_signature\""],
    &["--cfg", "way=\"by_an_address\""],
    &["--cfg", "way=\"by_foreign_code_in_a_module_called_as_the_runtime\""],
];

/// The same of the fixture `conjured_by_generic_code`.
pub(crate) const CONJURED_BY_GENERIC_CODE: [&[&str]; 20] = [
    &["--cfg", "way=\"by_a_closure\""],
    &["--cfg", "way=\"by_a_closure_of_others\""],
    &["--cfg", "way=\"by_a_constant\""],
    &["--cfg", "way=\"by_a_nameless_constant\""],
    &["--cfg", "way=\"deep_inside\""],
    &["--cfg", "way=\"by_a_method_of_a_parameter\""],
    &["--cfg", "way=\"by_a_destructor\""],
    &["--cfg", "way=\"by_a_method_that_std_calls\""],
    &["--cfg", "way=\"by_a_method_behind_a_trait_object\""],
    &["--cfg", "way=\"by_a_blanket_impl\""],
    &["--cfg", "way=\"by_a_constructor_as_a_value\""],
    &["--cfg", "way=\"by_a_public_function_of_a_private_module\""],
    &["--cfg", "way=\"by_an_unsafe_function\""],
    &["--cfg", "way=\"by_a_generic_trait_object\""],
    &["--cfg", "way=\"by_an_unnamed_type_with_a_generic_trait\""],
    &["--cfg", "way=\"by_a_function_in_a_constant\""],
    &["--cfg", "way=\"by_a_method_that_collects\""],
    &["--cfg", "way=\"by_a_method_that_converts\""],
    &["--cfg", "way=\"by_a_method_that_extends\""],
    &["--cfg", "way=\"by_a_function_in_an_associated_constant\""],
];

/// The same of the fixture `conjured_by_associated_types`.
pub(crate) const CONJURED_BY_ASSOCIATED_TYPES: [&[&str]; 8] = [
    &["--cfg", "way=\"by_an_associated_type_of_a_supertrait\""],
    &["--cfg", "way=\"by_an_associated_type_of_a_parameter\""],
    &["--cfg", "way=\"by_an_associated_type_of_a_number\""],
    &["--cfg", "way=\"by_an_associated_type_of_a_function\""],
    &["--cfg", "way=\"by_an_associated_type_of_another\""],
    &["--cfg", "way=\"by_what_a_closure_gives_back\""],
    &["--cfg", "way=\"by_what_a_function_gives_back\""],
    &["--cfg", "way=\"by_an_associated_type_of_nothing\""],
];

/// What the fixture `raw_ways` can be built with.
pub(crate) const RAW_WAYS: [&[&str]; 28] = [
    &["--cfg", "way=\"non_null\""],
    &["--cfg", "way=\"kept_non_null\""],
    &["--cfg", "way=\"own\""],
    &["--cfg", "way=\"part\""],
    &["--cfg", "way=\"part_of_a_pointer\""],
    &["--cfg", "way=\"borrowed_again\""],
    &["--cfg", "way=\"argument\""],
    &["--cfg", "way=\"argument_that_is_replaced\""],
    &["--cfg", "way=\"boxed\""],
    &["--cfg", "way=\"in_a_vector\""],
    &["--cfg", "way=\"in_an_array\""],
    &["--cfg", "way=\"in_a_table\""],
    &["--cfg", "way=\"by_another_type\""],
    &["--cfg", "way=\"transmuted\""],
    &["--cfg", "way=\"transmuted_within_a_struct\""],
    &["--cfg", "way=\"transmuted_in_a_pair\""],
    &["--cfg", "way=\"transmuted_in_a_vector\""],
    &["--cfg", "way=\"argument_by_another_type\""],
    &["--cfg", "way=\"by_a_number\""],
    &["--cfg", "way=\"non_null_by_another_type\""],
    &["--cfg", "way=\"pointer_to_a_pointer\""],
    &["--cfg", "way=\"kept\""],
    &["--cfg", "way=\"lent\""],
    &["--cfg", "way=\"lent_by_storing\""],
    &["--cfg", "way=\"lent_in_a_vector\""],
    &["--cfg", "way=\"lent_by_a_pointer\""],
    &["--cfg", "way=\"linked\""],
    &["--cfg", "way=\"swapped\""],
];

/// What the fixture `generic_class` can be built with.
pub(crate) const INSTANCES: [&[&str]; 13] = [
    &["--cfg", "way=\"instance\""],
    &["--cfg", "way=\"literal\""],
    &["--cfg", "way=\"other_instance\""],
    &["--cfg", "way=\"by_another_name\""],
    &["--cfg", "way=\"inside\""],
    &["--cfg", "way=\"inside_itself\""],
    &["--cfg", "way=\"trait_for_instance\""],
    &["--cfg", "way=\"array_of_instances\""],
    &["--cfg", "way=\"bits\""],
    &["--cfg", "way=\"bits_by_the_way\""],
    &["--cfg", "way=\"drained\""],
    &["--cfg", "way=\"lent\""],
    &["--cfg", "way=\"unwound\""],
];

/// What the fixture `const_class` can be built with.
pub(crate) const CONSTANTS: [&[&str]; 5] = [
    &["--cfg", "way=\"instance\""],
    &["--cfg", "way=\"one_constant\""],
    &["--cfg", "way=\"other_constant\""],
    &["--cfg", "way=\"swapped\""],
    &["--cfg", "way=\"by_another_name\""],
];

/// What the fixture `boxes_of_others` can be built with.
pub(crate) const BOXES: [&[&str]; 4] = [
    &["--cfg", "way=\"filled\""],
    &["--cfg", "way=\"made\""],
    &["--cfg", "way=\"in_a_guard\""],
    &["--cfg", "way=\"by_a_function\""],
];

/// Which of its functions the fixture `recursive_ways` is built with.
pub(crate) const RECURSIVE_WAYS: [&[&str]; 30] = [
    &["--cfg", "way=\"deep\""],
    &["--cfg", "way=\"result\""],
    &["--cfg", "way=\"step_by_step\""],
    &["--cfg", "way=\"inner_panic\""],
    &["--cfg", "way=\"unwinding\""],
    &["--cfg", "way=\"guard\""],
    &["--cfg", "way=\"mutual\""],
    &["--cfg", "way=\"in_a_loop\""],
    &["--cfg", "way=\"reference\""],
    &["--cfg", "way=\"moved\""],
    &["--cfg", "way=\"built\""],
    &["--cfg", "way=\"shown\""],
    &["--cfg", "way=\"shown_by_an_inner_call\""],
    &["--cfg", "way=\"cell\""],
    &["--cfg", "way=\"ref_cell\""],
    &["--cfg", "way=\"atomic\""],
    &["--cfg", "way=\"borrowed_by_an_argument\""],
    &["--cfg", "way=\"borrowed_by_elements\""],
    &["--cfg", "way=\"borrowed_by_an_iterator\""],
    &["--cfg", "way=\"closure\""],
    &["--cfg", "way=\"generic\""],
    &["--cfg", "way=\"constant\""],
    &["--cfg", "way=\"trait_object\""],
    &["--cfg", "way=\"container\""],
    &["--cfg", "way=\"swapped\""],
    &["--cfg", "way=\"raw\""],
    &["--cfg", "way=\"raw_inside\""],
    &["--cfg", "way=\"boxed\""],
    &["--cfg", "way=\"names\""],
    &["--cfg", "way=\"early\""],
];

/// Which of its functions the fixture `other_object` is built with.
pub(crate) const OTHERS: [&[&str]; 7] = [
    &["--cfg", "way=\"mixed\""],
    &["--cfg", "way=\"spoilt\""],
    &["--cfg", "way=\"made\""],
    &["--cfg", "way=\"turned\""],
    &["--cfg", "way=\"optional\""],
    &["--cfg", "way=\"in_a_loop\""],
    &["--cfg", "way=\"itself\""],
];

/// Functions of the fixture `checks_of_others` in which one of the class fails.
pub(crate) const CHECKS_OF_OTHERS: [&[&str]; 9] = [
    &["--cfg", "way=\"provided\""],
    &["--cfg", "way=\"code_of_a_method\""],
    &["--cfg", "way=\"method\""],
    &["--cfg", "way=\"closure\""],
    &["--cfg", "way=\"private_function\""],
    &["--cfg", "way=\"private_constructor\""],
    &["--cfg", "way=\"recursion\""],
    &["--cfg", "way=\"caught\""],
    &["--cfg", "way=\"caught_behind_a_box\""],
];

/// Functions of it whose calls of std run the class's code, unseen.
pub(crate) const UNKNOWN_CALLS_OF_OTHERS: [&[&str]; 3] = [
    &["--cfg", "way=\"shown\""],
    &["--cfg", "way=\"dropped_in_a_vector\""],
    &["--cfg", "way=\"dropped_behind_a_trait\""],
];

/// Functions of it that panic with a message which the class's code makes.
pub(crate) const PANICS_OF_OTHERS: [&[&str]; 4] = [
    &["--cfg", "way=\"shown_by_a_panic\""],
    &["--cfg", "way=\"shown_like_an_overflow\""],
    &["--cfg", "way=\"shown_by_unwrap\""],
    &["--cfg", "way=\"compared\""],
];

/// Methods of the class in it, whose impls do not name the class, or only within another type.
pub(crate) const METHODS_BEHIND_NAMES: [&[&str]; 2] =
    [&["--cfg", "way=\"behind_a_projection\""], &["--cfg", "way=\"behind_a_reference\""]];

/// Which of its functions the fixture `closure_argument` is built with.
pub(crate) const STORED: [&[&str]; 12] = [
    &["--cfg", "way=\"in_a_pair\""],
    &["--cfg", "way=\"in_an_option\""],
    &["--cfg", "way=\"in_a_struct\""],
    &["--cfg", "way=\"in_a_list\""],
    &["--cfg", "way=\"in_a_cell\""],
    &["--cfg", "way=\"in_a_shared_cell\""],
    &["--cfg", "way=\"to_a_trait_object\""],
    &["--cfg", "way=\"to_a_callback\""],
    &["--cfg", "way=\"to_a_function\""],
    &["--cfg", "way=\"to_a_callback_in_a_list\""],
    &["--cfg", "way=\"to_a_trait\""],
    &["--cfg", "way=\"in_what_a_trait_makes\""],
];
