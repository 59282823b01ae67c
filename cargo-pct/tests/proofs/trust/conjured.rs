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
