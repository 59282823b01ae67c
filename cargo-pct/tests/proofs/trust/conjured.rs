//! Objects out of nothing: functions that build one without naming its fields.

pub struct Ratio {
    above: u32,
    below: u32,
}

impl Ratio {
    pub fn new(above: u32, below: u32) -> Option<Ratio> {
        if below > 0 { Some(Ratio { above, below }) } else { None }
    }

    pub fn whole(&self) -> u32 {
        self.above / self.below
    }
}

#[cfg(way = "zeroed")]
pub fn conjured() -> Ratio {
    unsafe { std::mem::zeroed() }
}

#[cfg(way = "union")]
pub union Bits {
    ratio: std::mem::ManuallyDrop<Ratio>,
    bits: [u32; 2],
}

#[cfg(way = "union")]
pub fn conjured(bits: [u32; 2]) -> Ratio {
    unsafe { std::mem::ManuallyDrop::into_inner(Bits { bits }.ratio) }
}

#[cfg(way = "uninitialised")]
pub fn conjured() -> Ratio {
    let ratio = std::mem::MaybeUninit::zeroed();
    unsafe { ratio.assume_init() }
}

#[cfg(way = "copied")]
pub fn conjured(bits: &[u32; 2]) -> Ratio {
    unsafe { std::mem::transmute_copy(bits) }
}

#[cfg(way = "transmuted")]
pub fn conjured(bits: [u32; 2]) -> Ratio {
    unsafe { std::mem::transmute(bits) }
}

#[cfg(way = "by_a_closure")]
fn made<T>() -> T {
    let make = || unsafe { std::mem::MaybeUninit::<T>::zeroed().assume_init() };
    make()
}

#[cfg(way = "by_a_closure")]
pub fn conjured() -> Ratio {
    made()
}

#[cfg(way = "by_a_closure_of_others")]
fn made<T>(read: impl Fn(&std::mem::MaybeUninit<T>) -> T) -> T {
    read(&std::mem::MaybeUninit::zeroed())
}

#[cfg(way = "by_a_closure_of_others")]
pub fn conjured() -> Ratio {
    made(|bits| unsafe { bits.assume_init_read() })
}

#[cfg(way = "by_a_constant")]
struct Zero<T>(std::marker::PhantomData<T>);

#[cfg(way = "by_a_constant")]
impl<T> Zero<T> {
    const ZERO: T = unsafe { std::mem::MaybeUninit::zeroed().assume_init() };
}

#[cfg(way = "by_a_constant")]
pub fn conjured() -> Ratio {
    Zero::<Ratio>::ZERO
}

#[cfg(way = "by_a_nameless_constant")]
fn made<T>() -> T {
    const { unsafe { std::mem::MaybeUninit::zeroed().assume_init() } }
}

#[cfg(way = "by_a_nameless_constant")]
pub fn conjured() -> Ratio {
    made()
}

#[cfg(way = "deep_inside")]
fn made<T>() -> T {
    unsafe { std::mem::MaybeUninit::zeroed().assume_init() }
}

#[cfg(way = "deep_inside")]
pub struct Nest<T>(pub Option<(T, u8)>);

#[cfg(way = "deep_inside")]
pub fn conjured() -> Nest<Nest<Nest<Nest<[Result<Ratio, ()>; 1]>>>> {
    made()
}

#[cfg(way = "as_a_closure")]
pub fn conjured(ratio: Ratio) -> u32 {
    let mut whole = move || ratio.whole();
    whole = unsafe { std::mem::transmute([0u32; 2]) };
    whole()
}

#[cfg(way = "in_a_closure")]
fn clear<T>(given: &mut T) {
    unsafe { std::ptr::write_bytes(given, 0, 1) }
}

#[cfg(way = "in_a_closure")]
pub fn conjured(ratio: Ratio) -> u32 {
    let mut whole = move || ratio.whole();
    clear(&mut whole);
    whole()
}

#[cfg(way = "in_a_trait_object")]
fn clear<T: ?Sized>(given: &mut T) {
    let size = size_of_val(given);
    unsafe { std::ptr::write_bytes(given as *mut T as *mut u8, 0, size) }
}

#[cfg(way = "in_a_trait_object")]
pub fn conjured(ratio: Ratio) -> u32 {
    let mut whole: Box<dyn Fn() -> u32> = Box::new(move || ratio.whole());
    clear(&mut *whole);
    whole()
}

#[cfg(any(way = "behind_a_reference_in_a_pair", way = "behind_a_field", way = "behind_a_capture"))]
fn clear<T>(given: T) {
    unsafe {
        let place: *mut u32 = std::mem::transmute_copy(&given);
        place.write_bytes(0, 2);
    }
}

#[cfg(way = "behind_a_reference_in_a_pair")]
pub fn conjured(ratio: &mut Ratio) {
    clear((ratio, 0u8));
}

#[cfg(way = "behind_a_field")]
pub struct Holder<'a> {
    pub of: Option<&'a mut Ratio>,
}

#[cfg(way = "behind_a_field")]
pub fn conjured(holder: Holder<'_>) {
    clear(holder);
}

#[cfg(way = "behind_a_capture")]
pub fn conjured(ratio: &mut Ratio) {
    clear(move || ratio.whole());
}

#[cfg(way = "reference_in_a_pair")]
pub fn conjured(bits: &mut [u32; 2]) -> (&mut Ratio, u8) {
    unsafe { std::mem::transmute((bits, 0u8)) }
}

#[cfg(way = "copied_reference")]
pub fn conjured(ratio: &mut Ratio) {
    let copy: &mut Ratio = unsafe { std::ptr::read(&ratio) };
    copy.below = 0;
}

#[cfg(way = "copied_with_a_pair")]
pub fn conjured(ratio: &mut Ratio) {
    let pair = std::mem::MaybeUninit::new((ratio, 0u8));
    let copy = unsafe { pair.assume_init_read() };
    copy.0.below = 0;
}

#[cfg(way = "captured_by_a_generic_function")]
fn clear<T>(given: &mut T) {
    unsafe { std::ptr::write_bytes(given, 0, 1) }
}

#[cfg(way = "captured_by_a_generic_function")]
fn cleared<T>(value: T) -> T {
    let mut code = move || value;
    clear(&mut code);
    code()
}

#[cfg(way = "captured_by_a_generic_function")]
pub fn conjured() -> Option<Ratio> {
    Ratio::new(1, 1).map(cleared)
}

#[cfg(way = "captured_by_a_closure_in_a_closure")]
fn clear<T>(given: &mut T) {
    unsafe { std::ptr::write_bytes(given, 0, 1) }
}

#[cfg(way = "captured_by_a_closure_in_a_closure")]
fn cleared<T>(value: T) -> T {
    let outer = move || {
        let inner = move || value;
        let mut pair = (inner, 0u8);
        clear(&mut pair);
        pair.0()
    };
    outer()
}

#[cfg(way = "captured_by_a_closure_in_a_closure")]
pub fn conjured() -> Ratio {
    cleared(Ratio { above: 1, below: 1 })
}

#[cfg(way = "captured_by_code_that_is_handed_out")]
fn clear<T>(given: &mut T) {
    unsafe { std::ptr::write_bytes(given, 0, 1) }
}

#[cfg(way = "captured_by_code_that_is_handed_out")]
fn keeping<T>(value: T) -> impl FnOnce() -> T {
    move || value
}

#[cfg(way = "captured_by_code_that_is_handed_out")]
fn cleared<T>(value: T) -> T {
    let mut code = keeping(value);
    clear(&mut code);
    code()
}

#[cfg(way = "captured_by_code_that_is_handed_out")]
pub fn conjured() -> Ratio {
    cleared(Ratio { above: 1, below: 1 })
}

#[cfg(way = "by_a_method_of_a_parameter")]
trait Clear {
    fn clear<T>(&self, given: &mut T);
}

#[cfg(way = "by_a_method_of_a_parameter")]
struct Loud;

#[cfg(way = "by_a_method_of_a_parameter")]
struct Quiet;

#[cfg(way = "by_a_method_of_a_parameter")]
impl Clear for Loud {
    fn clear<T>(&self, given: &mut T) {
        unsafe { std::ptr::write_bytes(given, 0, 1) }
    }
}

#[cfg(way = "by_a_method_of_a_parameter")]
impl Clear for Quiet {
    fn clear<T>(&self, _: &mut T) {}
}

#[cfg(way = "by_a_method_of_a_parameter")]
fn cleared<C: Clear, T>(by: &C, mut value: T) -> T {
    by.clear(&mut value);
    value
}

#[cfg(way = "by_a_method_of_a_parameter")]
pub fn conjured(loud: bool) -> Option<Ratio> {
    let ratio = Ratio::new(1, 1)?;
    Some(if loud { cleared(&Loud, ratio) } else { cleared(&Quiet, ratio) })
}

#[cfg(way = "by_an_associated_type_of_a_supertrait")]
pub trait Sealed {
    type Store<T>;
}

#[cfg(way = "by_an_associated_type_of_a_supertrait")]
pub trait Storage: Sealed {}

#[cfg(way = "by_an_associated_type_of_a_supertrait")]
pub enum Inline {}

#[cfg(way = "by_an_associated_type_of_a_supertrait")]
impl Sealed for Inline {
    type Store<T> = (T, Ratio);
}

#[cfg(way = "by_an_associated_type_of_a_supertrait")]
impl Storage for Inline {}

#[cfg(way = "by_an_associated_type_of_a_supertrait")]
struct Table<S: Storage> {
    store: S::Store<u8>,
}

#[cfg(way = "by_an_associated_type_of_a_supertrait")]
fn made<T>() -> T {
    unsafe { std::mem::MaybeUninit::zeroed().assume_init() }
}

#[cfg(way = "by_an_associated_type_of_a_supertrait")]
pub fn conjured() -> Ratio {
    made::<Table<Inline>>().store.1
}

#[cfg(way = "by_a_destructor")]
struct Clearing<'a, T>(&'a mut T);

#[cfg(way = "by_a_destructor")]
impl<T> Drop for Clearing<'_, T> {
    fn drop(&mut self) {
        unsafe { std::ptr::write_bytes(&mut *self.0, 0, 1) }
    }
}

#[cfg(way = "by_a_destructor")]
pub fn conjured(ratio: &mut Ratio) {
    let _clearing = Clearing(ratio);
}

#[cfg(way = "by_a_method_that_std_calls")]
struct Clearing<'a, T>(&'a mut T);

#[cfg(way = "by_a_method_that_std_calls")]
impl<T> Iterator for Clearing<'_, T> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        unsafe { std::ptr::write_bytes(&mut *self.0, 0, 1) }
        None
    }
}

#[cfg(way = "by_a_method_that_std_calls")]
pub fn conjured(ratio: &mut Ratio) -> usize {
    Clearing(ratio).count()
}

#[cfg(way = "by_a_method_behind_a_trait_object")]
trait Clear {
    fn clear(&mut self);
}

#[cfg(way = "by_a_method_behind_a_trait_object")]
struct Holder<T>(T);

#[cfg(way = "by_a_method_behind_a_trait_object")]
struct Clearing<'a, T>(Holder<&'a mut T>);

#[cfg(way = "by_a_method_behind_a_trait_object")]
impl<T> Clear for Clearing<'_, T> {
    fn clear(&mut self) {
        unsafe { std::ptr::write_bytes(&mut *self.0.0, 0, 1) }
    }
}

#[cfg(way = "by_a_method_behind_a_trait_object")]
fn run(clear: &mut dyn Clear) {
    clear.clear();
}

#[cfg(way = "by_a_method_behind_a_trait_object")]
pub fn conjured(ratio: &mut Ratio) {
    run(&mut Clearing(Holder(ratio)));
}

#[cfg(way = "by_a_blanket_impl")]
trait Clear {
    fn clear(&mut self);
}

#[cfg(way = "by_a_blanket_impl")]
impl<T> Clear for T {
    fn clear(&mut self) {
        unsafe { std::ptr::write_bytes(self, 0, 1) }
    }
}

#[cfg(way = "by_a_blanket_impl")]
fn cleared<T: Clear>(mut value: T) -> T {
    value.clear();
    value
}

#[cfg(way = "by_a_blanket_impl")]
pub fn conjured() -> Option<Ratio> {
    Ratio::new(1, 1).map(|ratio| cleared(ratio))
}

#[cfg(way = "by_a_constructor_as_a_value")]
struct Clearing<T>(T);

#[cfg(way = "by_a_constructor_as_a_value")]
impl<T> Drop for Clearing<T> {
    fn drop(&mut self) {
        unsafe {
            let place: *mut u32 = std::mem::transmute_copy(&self.0);
            place.write_bytes(0, 2);
        }
    }
}

#[cfg(way = "by_a_constructor_as_a_value")]
pub fn conjured(ratio: &mut Ratio) -> usize {
    Some(ratio).into_iter().map(Clearing).count()
}

#[cfg(way = "by_a_public_function_of_a_private_module")]
mod bits {
    pub fn clear<T>(given: &mut T) {
        unsafe { std::ptr::write_bytes(given, 0, 1) }
    }
}

#[cfg(way = "by_a_public_function_of_a_private_module")]
pub fn conjured(ratio: &mut Ratio) {
    bits::clear(ratio);
}

#[cfg(way = "by_an_unsafe_function")]
/// # Safety
/// All bits must be values of the type.
pub unsafe fn clear<T>(given: &mut T) {
    unsafe { std::ptr::write_bytes(given, 0, 1) }
}

#[cfg(way = "by_an_unsafe_function")]
pub fn conjured(ratio: &mut Ratio) {
    unsafe { clear(ratio) }
}

#[cfg(way = "by_an_associated_type_of_a_parameter")]
struct One(bool);

#[cfg(way = "by_an_associated_type_of_a_parameter")]
impl Iterator for One {
    type Item = Ratio;

    fn next(&mut self) -> Option<Ratio> {
        if std::mem::take(&mut self.0) { Ratio::new(1, 1) } else { None }
    }
}

#[cfg(way = "by_an_associated_type_of_a_parameter")]
fn first<I: Iterator>(mut items: I) -> Option<I::Item> {
    let mut item = items.next()?;
    unsafe { std::ptr::write_bytes(&mut item, 0, 1) }
    Some(item)
}

#[cfg(way = "by_an_associated_type_of_a_parameter")]
pub fn conjured() -> Option<Ratio> {
    first(One(true))
}

#[cfg(way = "by_references_of_a_union")]
pub union Place<'a> {
    ratio: &'a mut Ratio,
    bits: &'a mut [u32; 2],
}

#[cfg(way = "by_references_of_a_union")]
pub fn conjured(ratio: &mut Ratio) {
    let place = Place { ratio };
    unsafe { place.bits[1] = 0 }
}

#[cfg(way = "by_foreign_code")]
unsafe extern "C" {
    fn memset(place: &mut Ratio, byte: i32, length: usize) -> *mut u8;
}

#[cfg(way = "by_foreign_code")]
pub fn conjured(ratio: &mut Ratio) {
    unsafe { memset(ratio, 0, 8) };
}

#[cfg(way = "from_foreign_code")]
#[repr(C)]
pub struct Other {
    above: u32,
    below: u32,
}

#[cfg(way = "from_foreign_code")]
#[unsafe(no_mangle)]
extern "C" fn other() -> Other {
    Other { above: 1, below: 0 }
}

#[cfg(way = "from_foreign_code")]
mod foreign {
    unsafe extern "C" {
        pub fn other() -> crate::Ratio;
    }
}

#[cfg(way = "from_foreign_code")]
pub fn conjured() -> Ratio {
    unsafe { foreign::other() }
}

#[cfg(way = "by_a_function_of_another_signature")]
fn clear(bits: &mut [u32; 2]) {
    bits[1] = 0;
}

#[cfg(way = "by_a_function_of_another_signature")]
pub fn conjured(ratio: &mut Ratio) {
    let clear: fn(&mut Ratio) = unsafe { std::mem::transmute(clear as fn(&mut [u32; 2])) };
    clear(ratio)
}

#[cfg(way = "of_a_function_of_another_signature")]
static BITS: [u32; 2] = [1, 0];

#[cfg(way = "of_a_function_of_another_signature")]
fn bits() -> &'static [u32; 2] {
    &BITS
}

#[cfg(way = "of_a_function_of_another_signature")]
pub fn conjured() -> &'static Ratio {
    let ratio: fn() -> &'static Ratio = unsafe { std::mem::transmute(bits as fn() -> &'static [u32; 2]) };
    ratio()
}

#[cfg(way = "by_an_address")]
static BITS: [u32; 2] = [1, 0];

#[cfg(way = "by_an_address")]
pub fn conjured() -> &'static Ratio {
    let address = &BITS as *const [u32; 2] as usize;
    unsafe { &*(address as *const Ratio) }
}

#[cfg(way = "by_an_associated_type_of_a_number")]
pub trait Family {
    type Member;
}

#[cfg(way = "by_an_associated_type_of_a_number")]
impl Family for u8 {
    type Member = Ratio;
}

#[cfg(way = "by_an_associated_type_of_a_number")]
fn made<F: Family>() -> F::Member {
    unsafe { std::mem::MaybeUninit::zeroed().assume_init() }
}

#[cfg(way = "by_an_associated_type_of_a_number")]
pub fn conjured() -> Ratio {
    made::<u8>()
}

#[cfg(way = "by_an_associated_type_of_a_function")]
trait Family {
    type Member;
}

#[cfg(way = "by_an_associated_type_of_a_function")]
impl Family for fn() {
    type Member = Ratio;
}

#[cfg(way = "by_an_associated_type_of_a_function")]
fn made<F: Family>() -> F::Member {
    unsafe { std::mem::MaybeUninit::zeroed().assume_init() }
}

#[cfg(way = "by_an_associated_type_of_a_function")]
pub fn conjured() -> Ratio {
    made::<fn()>()
}

#[cfg(way = "by_an_associated_type_of_another")]
trait Outer {
    type Next: Family;
}

#[cfg(way = "by_an_associated_type_of_another")]
trait Family {
    type Member;
}

#[cfg(way = "by_an_associated_type_of_another")]
struct First;

#[cfg(way = "by_an_associated_type_of_another")]
struct Second;

#[cfg(way = "by_an_associated_type_of_another")]
impl Outer for First {
    type Next = Second;
}

#[cfg(way = "by_an_associated_type_of_another")]
impl Family for Second {
    type Member = Ratio;
}

#[cfg(way = "by_an_associated_type_of_another")]
fn made<O: Outer>() -> <O::Next as Family>::Member {
    unsafe { std::mem::MaybeUninit::zeroed().assume_init() }
}

#[cfg(way = "by_an_associated_type_of_another")]
pub fn conjured() -> Ratio {
    made::<First>()
}

#[cfg(way = "by_what_a_closure_gives_back")]
fn first<I: Iterator>(mut items: I) -> Option<I::Item> {
    let mut item = items.next()?;
    unsafe { std::ptr::write_bytes(&mut item, 0, 1) }
    Some(item)
}

#[cfg(way = "by_what_a_closure_gives_back")]
pub fn conjured() -> Option<Ratio> {
    first(std::iter::from_fn(|| Ratio::new(1, 1)))
}

#[cfg(way = "by_what_a_function_gives_back")]
fn first<I: Iterator>(mut items: I) -> Option<I::Item> {
    let mut item = items.next()?;
    unsafe { std::ptr::write_bytes(&mut item, 0, 1) }
    Some(item)
}

#[cfg(way = "by_what_a_function_gives_back")]
fn one(below: u32) -> Ratio {
    Ratio { above: 1, below: below.max(1) }
}

#[cfg(way = "by_what_a_function_gives_back")]
pub fn conjured() -> Option<Ratio> {
    first((0..1).map(one))
}

#[cfg(way = "by_a_generic_trait_object")]
pub trait Clear<T> {
    fn clear(&self, given: &mut T);
}

#[cfg(way = "by_a_generic_trait_object")]
struct Loud;

#[cfg(way = "by_a_generic_trait_object")]
impl<T> Clear<T> for Loud {
    fn clear(&self, given: &mut T) {
        unsafe { std::ptr::write_bytes(given, 0, 1) }
    }
}

#[cfg(way = "by_a_generic_trait_object")]
pub fn conjured() -> Box<dyn Clear<Ratio>> {
    Box::new(Loud)
}

#[cfg(way = "by_an_unnamed_type_with_a_generic_trait")]
pub trait Clear<T> {
    fn clear(&self, given: &mut T);
}

#[cfg(way = "by_an_unnamed_type_with_a_generic_trait")]
struct Loud;

#[cfg(way = "by_an_unnamed_type_with_a_generic_trait")]
impl<T> Clear<T> for Loud {
    fn clear(&self, given: &mut T) {
        unsafe { std::ptr::write_bytes(given, 0, 1) }
    }
}

#[cfg(way = "by_an_unnamed_type_with_a_generic_trait")]
pub fn conjured() -> impl Clear<Ratio> {
    Loud
}

#[cfg(way = "by_a_function_in_a_constant")]
fn clear<T>(given: &mut T) {
    unsafe { std::ptr::write_bytes(given, 0, 1) }
}

#[cfg(way = "by_a_function_in_a_constant")]
pub struct Functions {
    pub clear: fn(&mut Ratio),
}

#[cfg(way = "by_a_function_in_a_constant")]
pub const FUNCTIONS: Functions = Functions { clear: clear::<Ratio> };

#[cfg(way = "by_an_associated_type_of_nothing")]
trait Marker {
    type Value;
}

#[cfg(way = "by_an_associated_type_of_nothing")]
impl<T> Marker for std::marker::PhantomData<T> {
    type Value = T;
}

#[cfg(way = "by_an_associated_type_of_nothing")]
fn made<M: Marker>() -> M::Value {
    unsafe { std::mem::MaybeUninit::zeroed().assume_init() }
}

#[cfg(way = "by_an_associated_type_of_nothing")]
pub fn conjured() -> Ratio {
    made::<std::marker::PhantomData<Ratio>>()
}

#[cfg(way = "by_a_method_that_collects")]
struct Loud;

#[cfg(way = "by_a_method_that_collects")]
impl<'a, T> FromIterator<&'a mut T> for Loud {
    fn from_iter<I: IntoIterator<Item = &'a mut T>>(items: I) -> Loud {
        items.into_iter().for_each(|item| unsafe { std::ptr::write_bytes(item, 0, 1) });
        Loud
    }
}

#[cfg(way = "by_a_method_that_collects")]
pub fn conjured(ratio: &mut Ratio) {
    let _loud: Loud = Some(ratio).into_iter().collect();
}

#[cfg(way = "by_a_method_that_converts")]
struct Loud;

#[cfg(way = "by_a_method_that_converts")]
impl<'a, T> From<&'a mut T> for Loud {
    fn from(given: &'a mut T) -> Loud {
        unsafe { std::ptr::write_bytes(given, 0, 1) };
        Loud
    }
}

#[cfg(way = "by_a_method_that_converts")]
pub fn conjured(ratio: &mut Ratio) {
    let _loud: Loud = ratio.into();
}

#[cfg(way = "by_a_method_that_extends")]
#[derive(Default)]
struct Loud;

#[cfg(way = "by_a_method_that_extends")]
impl<'a, T> Extend<&'a mut T> for Loud {
    fn extend<I: IntoIterator<Item = &'a mut T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| unsafe { std::ptr::write_bytes(item, 0, 1) });
    }
}

#[cfg(way = "by_a_method_that_extends")]
pub fn conjured(ratio: &mut Ratio) {
    let _both: (Loud, Vec<u8>) = Some((ratio, 1u8)).into_iter().unzip();
}

#[cfg(way = "by_a_function_in_an_associated_constant")]
trait Making<T> {
    const MAKE: fn() -> T;
}

#[cfg(way = "by_a_function_in_an_associated_constant")]
fn made<T>() -> T {
    unsafe { std::mem::MaybeUninit::zeroed().assume_init() }
}

#[cfg(way = "by_a_function_in_an_associated_constant")]
struct Loud;

#[cfg(way = "by_a_function_in_an_associated_constant")]
impl<T> Making<T> for Loud {
    const MAKE: fn() -> T = made::<T>;
}

#[cfg(way = "by_a_function_in_an_associated_constant")]
pub fn conjured() -> Ratio {
    (<Loud as Making<Ratio>>::MAKE)()
}

#[cfg(way = "by_foreign_code_in_a_module_called_as_the_runtime")]
mod pct {
    unsafe extern "C" {
        pub fn memset(place: &mut crate::Ratio, byte: i32, length: usize) -> *mut u8;
    }
}

#[cfg(way = "by_foreign_code_in_a_module_called_as_the_runtime")]
pub fn conjured(ratio: &mut Ratio) {
    unsafe { pct::memset(ratio, 0, 8) };
}
