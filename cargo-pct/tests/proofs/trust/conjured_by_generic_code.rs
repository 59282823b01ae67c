//! Generic functions, methods and constants that make or change values of any type by their bits; here, an object of a class.

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
