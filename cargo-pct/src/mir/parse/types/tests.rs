use super::super::tests::{check, check_refused};
use super::*;
use crate::mir::Integer;

#[test]
fn types_print_as_they_are_read() {
    for text in [
        "bool",
        "!",
        "()",
        "(u8,)",
        "(u8, &str)",
        "&'a mut [T]",
        "*const dyn a::Obj",
        "[u8; 4]",
        "[T; CAP]",
        "[usize; CAP + 1]",
        "[u8; <T as Tr>::N]",
        "[u8; a::B::<T>::C]",
        "a::b::S<'_, T, 3, 'x', true, -1, u8::MAX, { N + 1 }>",
        "<T as a::Tr<u8>>::Item",
        "<<G as A>::B as C>::D",
        "fn(u8) -> bool",
        "fn()",
        "for<'a, 'b> unsafe extern \"C\" fn(&'a u8, ...) -> &'b u8",
        "#[target_features] fn(i8)",
        "fn(fn(u8)) -> fn(u8) {a::f::<T>}",
        "for<'a> fn(&'a mut std::vec::Vec<u32>, u32) {std::vec::Vec::<u32>::push}",
        "{closure@src/a.rs:1:2: 3:4}",
        "{async block@tests/issue5.rs:4:1: 4:36 (#35)}",
        "{async fn body of a::<impl S<'_, T>>::until_ready()}",
        "dyn a::Tr + std::marker::Send",
        "(dyn std::iter::Iterator<Item = W<'a>> + 'a)",
        "&&dyn std::fmt::Debug + std::marker::Send",
        "dyn for<'a> std::ops::Fn(&'a mut T, usize) -> u64",
        "impl FnOnce(&[u8], usize) -> (usize, usize) + 'a",
        "impl ?Sized + Tr",
        "dyn Tr<Item<'a> = u8>",
        "(i32) is (i32::MIN..=-1 | 1..)",
        "unsafe<'a> &'a u8",
        "_",
        "char::Thing",
        "std::task::Poll<f::{closure#0}::__util::Out<(), u8>>",
    ] {
        check(text, Parser::ty);
    }
}

#[test]
fn what_is_no_type_is_refused() {
    for text in ["", "[u8; ]", "(u8", "&", "a::", "dyn ", "fn(u8", "S<T", "{closure@a.rs}", "3"] {
        check_refused(text, Parser::ty);
    }
}

#[test]
fn an_item_belongs_to_the_outermost_signature() {
    let ty = check("fn() -> fn(u8) {a::f}", Parser::ty);
    let Type::FnDef { signature, .. } = ty else { panic!("{ty:?}") };
    assert!(matches!(signature.output, Type::FnPtr(_)));
}

#[test]
fn extreme_lengths_depend_on_the_width_of_pointers() {
    for (bits, expected) in [(32, u128::from(u32::MAX)), (64, u128::from(u64::MAX))] {
        let mut parser = Parser::new("usize::MAX", bits);
        let (value, ty) = parser.extreme_integer().unwrap();
        assert_eq!((value, ty), (Integer::new(false, expected), IntType::Usize));
    }
}
