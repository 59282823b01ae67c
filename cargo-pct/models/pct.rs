//! What the models are built from. The bodies never run: the executor does what the names say.

/// A panic: `index`, `overflow`, `divide`, `unwrap`, `assert` or `panic`, and its message.
pub fn fail(kind: &str, message: &str) -> ! {
    loop {}
}

/// As [`fail`], with what else the message tells: `message: {}`.
pub fn fail_with(kind: &str, message: &str) -> ! {
    loop {}
}

/// Cuts off all executions in which the condition is false. Sound only where it cannot be.
pub fn assume(condition: bool) {
    loop {}
}

/// The number of elements of a `Vec`, slice, array, `String` or `str`.
pub fn len<S: ?Sized>(sequence: &S) -> usize {
    loop {}
}

/// An element, which must exist.
pub fn element<S: ?Sized, T>(sequence: &S, index: usize) -> &T {
    loop {}
}

/// An element, which must exist.
pub fn element_mut<S: ?Sized, T>(sequence: &mut S, index: usize) -> &mut T {
    loop {}
}

/// The elements from `start` on, `length` of them, which must exist.
pub fn part<S: ?Sized, P: ?Sized>(sequence: &S, start: usize, length: usize) -> &P {
    loop {}
}

/// The elements from `start` on, `length` of them, which must exist.
pub fn part_mut<S: ?Sized, P: ?Sized>(sequence: &mut S, start: usize, length: usize) -> &mut P {
    loop {}
}

/// The value there, without ending it there: `ptr::read`.
pub fn take<T>(place: &T) -> T {
    loop {}
}

/// Overwrites a place without dropping what was there: `ptr::write`.
pub fn put<T>(place: &mut T, value: T) {
    loop {}
}

/// Changes the number of elements; elements beyond the old ones are what `put` made them.
pub fn set_len<S: ?Sized>(sequence: &mut S, length: usize) {
    loop {}
}

/// Makes all elements unknown; the number of them stays.
pub fn forget_elements<S: ?Sized>(sequence: &mut S) {
    loop {}
}

/// Copies `count` elements as if all were read before any is written. Exact if the count is a small number; else `to`'s
/// elements are unknown.
pub fn copy<S: ?Sized, D: ?Sized>(from: &S, start: usize, to: &mut D, at: usize, count: usize) {
    loop {}
}

/// A sequence without elements.
pub fn empty<S>() -> S {
    loop {}
}

/// A sequence of `length` bitwise copies.
pub fn filled<S, T>(value: T, length: usize) -> S {
    loop {}
}

/// Whether two sequences of integers, `bool`s or `char`s are equal; unknown where no length is a small number.
pub fn equal_elements<S: ?Sized, D: ?Sized>(left: &S, right: &D) -> bool {
    loop {}
}

/// The most elements that a sequence of these can have.
pub fn max_len<T>() -> usize {
    loop {}
}

/// A number of elements that surely fit into a sequence.
pub fn sure_len<T>() -> usize {
    loop {}
}

/// Any value of the type.
pub fn any<T>() -> T {
    loop {}
}

/// The capacity of a sequence of this length.
pub fn room(length: usize) -> usize {
    loop {}
}

/// The same tree at another type.
pub fn same<A, B>(value: A) -> B {
    loop {}
}

/// A box around a value.
pub fn boxed<T>(value: T) -> Box<T> {
    loop {}
}

/// The value in a box.
pub fn unboxed<T>(value: Box<T>) -> T {
    loop {}
}

/// `T::MIN`
pub fn min_value<T>() -> T {
    loop {}
}

/// `T::MAX`
pub fn max_value<T>() -> T {
    loop {}
}

/// `T::BITS`
pub fn bits<T>() -> u32 {
    loop {}
}

/// Whether the integer type has negative values.
pub fn is_signed<T>() -> bool {
    loop {}
}

/// The integer itself, whatever its type: a constant.
pub fn number<T>(value: i128) -> T {
    loop {}
}

/// `a < b`
pub fn less<T>(a: T, b: T) -> bool {
    loop {}
}

/// `a == b`
pub fn equal<T>(a: T, b: T) -> bool {
    loop {}
}

/// `value + 1`, which must fit.
pub fn successor<T>(value: T) -> T {
    loop {}
}

/// `value - 1`, which must fit.
pub fn predecessor<T>(value: T) -> T {
    loop {}
}

/// `a as B`
pub fn cast<A, B>(a: A) -> B {
    loop {}
}

/// Whether the value is one of `B`'s.
pub fn fits<A, B>(a: A) -> bool {
    loop {}
}

/// The operation of this name; `exact` ones must fit, divisors are not zero, shift amounts are taken modulo the width.
pub fn wrapping_add<T>(a: T, b: T) -> T {
    loop {}
}

/// The operation of this name; `exact` ones must fit, divisors are not zero, shift amounts are taken modulo the width.
pub fn wrapping_sub<T>(a: T, b: T) -> T {
    loop {}
}

/// The operation of this name; `exact` ones must fit, divisors are not zero, shift amounts are taken modulo the width.
pub fn wrapping_mul<T>(a: T, b: T) -> T {
    loop {}
}

/// The operation of this name; `exact` ones must fit, divisors are not zero, shift amounts are taken modulo the width.
pub fn exact_add<T>(a: T, b: T) -> T {
    loop {}
}

/// The operation of this name; `exact` ones must fit, divisors are not zero, shift amounts are taken modulo the width.
pub fn exact_sub<T>(a: T, b: T) -> T {
    loop {}
}

/// The operation of this name; `exact` ones must fit, divisors are not zero, shift amounts are taken modulo the width.
pub fn exact_mul<T>(a: T, b: T) -> T {
    loop {}
}

/// The operation of this name; `exact` ones must fit, divisors are not zero, shift amounts are taken modulo the width.
pub fn div<T>(a: T, b: T) -> T {
    loop {}
}

/// The operation of this name; `exact` ones must fit, divisors are not zero, shift amounts are taken modulo the width.
pub fn rem<T>(a: T, b: T) -> T {
    loop {}
}

/// The operation of this name; `exact` ones must fit, divisors are not zero, shift amounts are taken modulo the width.
pub fn div_euclid<T>(a: T, b: T) -> T {
    loop {}
}

/// The operation of this name; `exact` ones must fit, divisors are not zero, shift amounts are taken modulo the width.
pub fn rem_euclid<T>(a: T, b: T) -> T {
    loop {}
}

/// The operation of this name; `exact` ones must fit, divisors are not zero, shift amounts are taken modulo the width.
pub fn bit_and<T>(a: T, b: T) -> T {
    loop {}
}

/// The operation of this name; `exact` ones must fit, divisors are not zero, shift amounts are taken modulo the width.
pub fn bit_or<T>(a: T, b: T) -> T {
    loop {}
}

/// The operation of this name; `exact` ones must fit, divisors are not zero, shift amounts are taken modulo the width.
pub fn bit_xor<T>(a: T, b: T) -> T {
    loop {}
}

/// The operation of this name; `exact` ones must fit, divisors are not zero, shift amounts are taken modulo the width.
pub fn shl<T>(a: T, b: T) -> T {
    loop {}
}

/// The operation of this name; `exact` ones must fit, divisors are not zero, shift amounts are taken modulo the width.
pub fn shr<T>(a: T, b: T) -> T {
    loop {}
}

/// Whether the exact result of the operation is one of the type's.
pub fn fits_add<T>(a: T, b: T) -> bool {
    loop {}
}

/// Whether the exact result of the operation is one of the type's.
pub fn fits_sub<T>(a: T, b: T) -> bool {
    loop {}
}

/// Whether the exact result of the operation is one of the type's.
pub fn fits_mul<T>(a: T, b: T) -> bool {
    loop {}
}

/// The distance of two integers, at the unsigned type of the same width.
pub fn abs_diff<T, U>(a: T, b: T) -> U {
    loop {}
}

/// `Plain<T>` *is* `T`: an impl for it is one for all scalars, which Rust's rules would not let stand beside one for `&T`.
pub struct Plain<T>(T);
/// Integers, `bool` and `char`; which types these are the executor knows.
pub trait Scalar: Copy {}
impl Scalar for u8 {}
impl Scalar for usize {}
impl Scalar for bool {}

/// Integers.
pub trait Integer: Scalar {}
impl Integer for u8 {}
impl Integer for usize {}

/// A box whose contents have no value yet.
pub fn boxed_uninit<T>() -> Box<std::mem::MaybeUninit<T>> {
    loop {}
}

/// Whether a bitwise copy of a value of the type is a clone of it: known for scalars and tuples and arrays of them.
pub fn is_plain<T>() -> bool {
    loop {}
}

/// Whether the end of a value of the type may run code.
pub fn needs_drop<T>() -> bool {
    loop {}
}

/// A sequence has as many elements as there can be and gets another: memory is exhausted, which is assumed never to happen,
/// save for elements that may have no size: then `capacity overflow`.
pub fn exhausted<T>() {
    loop {}
}

/// Moves `count` elements from `from` on to `to` on within a sequence, as [`copy`].
pub fn shift<S: ?Sized>(sequence: &mut S, from: usize, to: usize, count: usize) {
    loop {}
}

/// The elements of a vector in a box.
pub fn boxed_slice<T>(elements: Vec<T>) -> Box<[T]> {
    loop {}
}

/// How many steps there are from `start` to `end`, as a size hint; `start < end`.
pub fn distance<T>(start: T, end: T) -> (usize, Option<usize>) {
    loop {}
}

/// The element behind a mutable reference to a sequence, which stays usable for other elements.
pub fn element_of<'a, T>(sequence: &&'a mut [T], index: usize) -> &'a mut T {
    loop {}
}

/// The first elements and the rest.
pub fn halves<T>(sequence: &mut [T], first: usize, rest: usize) -> (&mut [T], &mut [T]) {
    loop {}
}

/// Any order of the elements: all of them become unknown.
pub fn permute<T>(sequence: &mut [T]) {
    loop {}
}

/// Lets two sequences of the same length change their elements. Exact if the length is a small number; else the elements of both are
/// unknown.
pub fn exchange<T>(one: &mut [T], other: &mut [T]) {
    loop {}
}

/// Whether the analysed crate was built with overflow checks: functions of std that inherit them wrap without.
pub fn overflow_checks() -> bool {
    loop {}
}

/// Whether a value of the type may hold code, as a closure.
pub fn runs_code<T>() -> bool {
    loop {}
}

/// Tells whether std may trust the length of an iterator of the type (`TrustedLen`). Over-approximates.
pub fn may_be_trusted<I>() -> bool {
    loop {}
}

/// Whether an iterator of the type may yield more than there is in memory: it counts, or is no one of std's.
pub fn counts<I>() -> bool {
    loop {}
}

/// Tells whether an iterator of the type, or one in it, is lent, asks code when it ends, or is no one of std's: it may go on after its end,
/// and more may be left in it.
pub fn may_be_resumed<I>() -> bool {
    loop {}
}

/// Tells whether an iterator of the type may do anything when it is asked again behind its end.
pub fn may_go_on<I>() -> bool {
    loop {}
}

/// Tells whether an iterator of the type may promise more after an element than before.
pub fn hint_changes<I>() -> bool {
    loop {}
}

/// Tells whether a closure's results depend on nothing but its arguments, and on what references to values of the type lead to: it cannot
/// change what it captured, and neither that nor such a value changes behind a shared reference.
pub fn is_stateless<F, T>() -> bool {
    loop {}
}

/// Tells whether comparing values of the type may run code that is not std's.
pub fn compares<T: ?Sized>() -> bool {
    loop {}
}

/// Tells whether the order of the type's values is a total one: the standard library's, or what `derive` makes of it, or a client's.
pub fn is_ordered<T: ?Sized>() -> bool {
    loop {}
}

/// The length of the array that the type is or refers to; `usize::MAX` if it is none.
pub fn array_len<T>() -> usize {
    loop {}
}

/// Tells whether the type is an integer.
pub fn is_integer<T>() -> bool {
    loop {}
}

/// Whether the type is an integer, `bool` or `char`.
pub fn is_scalar<T>() -> bool {
    loop {}
}

/// A `String` of the same bytes.
pub fn copied(text: &str) -> String {
    loop {}
}

/// Ones, zeros, leading zeros or trailing zeros, by number. Exact for constants and for leading zeros; else any number of bits.
pub fn bit_count<T>(which: u32, value: T) -> u32 {
    loop {}
}

/// Whether a character of the text begins at an index, or the text ends there.
pub fn is_boundary(text: &str, index: usize) -> bool {
    loop {}
}

/// The character that begins at an index, and how many bytes it has. There must be one: that the text is well-formed is taken for granted.
pub fn decoded(text: &str, index: usize) -> (char, usize) {
    loop {}
}

/// The character that ends before an index, and how many bytes it has. There must be one, as for [`decoded`].
pub fn decoded_before(text: &str, index: usize) -> (char, usize) {
    loop {}
}

/// Whether a sequence of integers, `bool`s or `char`s has such an element; unknown where its length is no small number.
pub fn has_element<S: ?Sized, T>(sequence: &S, element: T) -> bool {
    loop {}
}

/// The bytes of a string.
pub fn bytes(text: &str) -> &[u8] {
    loop {}
}

/// Code that is not known and has no other effect than that it may panic.
pub fn may_panic(what: &str) {
    loop {}
}

/// Code of the standard library that never panics and calls nothing back, of which nothing else is known: it returns anything, and
/// changes what its arguments reach.
pub fn unknown<A, R>(arguments: A) -> R {
    loop {}
}

/// As [`unknown`], where what the arguments hold may be found again behind shared references or raw pointers.
pub fn kept<A, R>(arguments: A) -> R {
    loop {}
}

/// As [`unknown`], where the result may be written through and raw pointers lead there.
pub fn lent<A, R>(arguments: A) -> R {
    loop {}
}

/// Comparisons and hashes of values of the type, which are not known: nothing where they cannot fail, an unwinding that is no error
/// where clients choose the type.
pub fn calls<T: ?Sized>() {
    loop {}
}

/// The end of values of the type, which are not known: as [`calls`].
pub fn drops<T: ?Sized>() {
    loop {}
}

/// The elements of a slice in a box.
pub fn unboxed_slice<T>(elements: Box<[T]>) -> Vec<T> {
    loop {}
}

/// The character of a number that is one's.
pub fn character(code: u32) -> char {
    loop {}
}

/// Hashing with a hasher that such a value makes: as [`calls`], and code of the crate is not known.
pub fn hashes<S>() {
    loop {}
}

/// A value is written with `Debug` to what clients gave.
pub fn shows<T>(value: &T) {
    loop {}
}

/// A value is written with `Debug` into the message of the panic that follows.
pub fn tells<T>(value: &T) {
    loop {}
}

/// The size of a type in bytes, where it is known; else any number.
pub fn size_of<T>() -> usize {
    loop {}
}
