//! Functions that make or change an object by its bits, and name none of its fields.

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
