use super::super::tests::{check, check_refused};
use super::*;

#[test]
fn constants_print_as_they_are_read() {
    for text in [
        "true",
        "()",
        "5_u32",
        "-4_i8",
        "u8::MAX",
        "i128::MIN",
        "340282366920938463463374607431768211454_u128",
        "1f64",
        "-1.5f64",
        "1.0E+10f32",
        "-0f64",
        "NaN_f64",
        "+Inf_f32",
        "-Inf_f64",
        "'c'",
        "'\\''",
        "'\\u{301}'",
        "\"a\\\"; // -> }\\n\"",
        "b\"\\x04no \\xc0\\x00\\\"\"",
        "*b\"abc\"",
        "core::num::<impl u32>::MAX",
        "<T as Tr>::C",
        "<impl at src/a.rs:1:2: 3:4>::f::promoted[0]",
        "N",
        "_::K",
        "a::X::<T>::f::{constant#0}",
        "{alloc4: &std::sync::atomic::AtomicUsize}",
        "{alloc4+0x10: *const u8}",
        "<static(DefId(0:23 ~ odd[8cfd]::TABLE))>",
        "ZeroSized: {closure@a.rs:1:2: 1:9}",
        "Slice { alloc_id: alloc2521, meta: 1 }: &std::ffi::CStr",
        "Indirect { alloc_id: alloc9, offset: Size(0 bytes) }: T",
        "Result::<Infallible, core::fmt::Error>::Err(core::fmt::Error)",
        "CapacityError {{ element: () }}",
        "DropCheck {{  }}",
        "Invalid()",
        "[A, B]",
        "[]",
        "[0_u8; 3]",
        "((), (1_u8,))",
        "{0x0 as *mut T}",
        "{transmute(0x0001): Option<&T>}",
        "&\"x\"",
        "0_usize is 0..=9223372036854775807",
        "<uninit>",
        "_",
    ] {
        check(text, Parser::constant_kind);
    }
}

#[test]
fn what_is_no_constant_is_refused() {
    for text in
        ["", "5", "5_u9", "256_u8", "-1_u8", "'ab'", "\"a", "b\"\\xg0\"", "{alloc: T}", "Some(", "S {{ f }}"]
    {
        check_refused(text, Parser::constant_kind);
    }
}

#[test]
fn operands_print_as_they_are_read() {
    for text in [
        "copy (*_1)",
        "move (_3.0: u32)",
        "const 5_u8",
        "std::option::Option::<u32>::Some",
        "RuntimeChecks(UbChecks)",
    ] {
        check(text, Parser::operand);
    }
}

#[test]
fn zero_is_not_negative() {
    let constant = Parser::new("-0_i8", 64).constant_kind().unwrap();
    assert_eq!(constant, ConstantKind::Integer { value: Integer::ZERO, ty: IntType::I8 });
}
