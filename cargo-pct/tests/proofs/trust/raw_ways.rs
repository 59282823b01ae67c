//! Raw pointers to an object or into it: with each of these, code without undefined behaviour spoils one.

#[cfg(way = "own")]
impl Dial {
    pub fn spoil(&mut self) {
        let dial = self as *mut Dial;
        unsafe { (*dial).max = 0 };
    }
}

#[cfg(way = "part")]
impl Dial {
    pub fn spoil(&mut self) {
        let max = &raw mut self.max;
        unsafe { *max = 0 };
    }
}

#[cfg(way = "part_of_a_pointer")]
pub fn spoil(dial: &mut Dial) {
    let dial = dial as *mut Dial;
    let max = unsafe { &raw mut (*dial).max };
    unsafe { *max = 0 };
}

#[cfg(way = "borrowed_again")]
pub fn spoil(dial: &mut Dial) {
    let again = unsafe { &mut *(dial as *mut Dial) };
    again.max = 0;
}

#[cfg(way = "argument")]
pub unsafe fn spoil(dial: *mut Dial) {
    unsafe { (*dial).max = 0 };
}

#[cfg(way = "argument_that_is_replaced")]
pub unsafe fn spoil(dial: *mut Dial) {
    unsafe { *dial = Dial { at: 1, max: 0 } };
}

#[cfg(way = "boxed")]
pub fn spoil(dial: Box<Dial>) -> Box<Dial> {
    let dial = Box::into_raw(dial);
    unsafe {
        (*dial).max = 0;
        Box::from_raw(dial)
    }
}

#[cfg(way = "in_a_vector")]
pub fn spoil(dials: &mut Vec<Dial>) {
    let first = dials.as_mut_ptr();
    if !dials.is_empty() {
        unsafe { (*first).max = 0 };
    }
}

#[cfg(way = "in_an_array")]
pub fn spoil(dial: &mut Dial) {
    let parts = [&raw const dial.max, &raw const dial.at];
    unsafe { *parts[0].cast_mut() = 0 };
}

#[cfg(way = "in_a_table")]
pub fn spoil(dial: &mut Dial) {
    let parts = [(0, &raw const dial.max), (1, &raw const dial.at)];
    unsafe { *parts[0].1.cast_mut() = parts[0].0 };
}

#[cfg(way = "by_another_type")]
pub fn spoil(dial: &mut Dial) {
    let words = dial as *mut Dial as *mut [u32; 2];
    unsafe { (*words)[1] = 0 };
}

#[cfg(way = "transmuted")]
pub fn spoil(dial: &mut Dial) {
    let words: *mut [u32; 2] = unsafe { std::mem::transmute(dial as *mut Dial) };
    unsafe { (*words)[1] = 0 };
}

#[cfg(way = "transmuted_within_a_struct")]
pub fn spoil(dial: &mut Dial) {
    struct Words(std::ptr::NonNull<[u32; 2]>);
    let dial = std::ptr::NonNull::from(dial);
    let mut words: Words = unsafe { std::mem::transmute(dial) };
    unsafe { words.0.as_mut()[1] = 0 };
}

#[cfg(way = "transmuted_in_a_pair")]
pub fn spoil(dial: &mut Dial) {
    let (words, _): (*mut u32, u64) = unsafe { std::mem::transmute((dial as *mut Dial, 3_u64)) };
    unsafe { *words.add(1) = 0 };
}

#[cfg(way = "transmuted_in_a_vector")]
pub fn spoil(dials: Vec<Dial>) -> Vec<Dial> {
    let mut words: Vec<[u32; 2]> = unsafe { std::mem::transmute(dials) };
    words.iter_mut().for_each(|words| words[1] = 0);
    unsafe { std::mem::transmute(words) }
}

#[cfg(way = "argument_by_another_type")]
pub unsafe fn spoil(dial: *mut Dial) {
    let words = dial as *mut [u32; 2];
    unsafe { (*words)[1] = 0 };
}

#[cfg(way = "by_a_number")]
pub unsafe fn spoil(dial: *mut Dial) {
    let words = dial as usize as *mut [u32; 2];
    unsafe { (*words)[1] = 0 };
}

#[cfg(way = "non_null_by_another_type")]
pub unsafe fn spoil(dial: std::ptr::NonNull<Dial>) {
    let words = dial.cast::<[u32; 2]>();
    unsafe { (*words.as_ptr())[1] = 0 };
}

#[cfg(way = "pointer_to_a_pointer")]
pub unsafe fn spoil(dial: *mut std::ptr::NonNull<Dial>) {
    let words = dial as *mut std::ptr::NonNull<[u32; 2]>;
    unsafe { (*words).as_mut()[1] = 0 };
}

#[cfg(way = "kept")]
#[derive(Default)]
pub struct Slot {
    dial: Option<Box<*mut Dial>>,
}

#[cfg(way = "kept")]
impl Slot {
    pub unsafe fn keep(&mut self, dial: *mut Dial) {
        self.dial = Some(Box::new(dial));
    }

    pub unsafe fn spoil(&mut self) {
        if let Some(dial) = &self.dial {
            unsafe { (***dial).max = 0 };
        }
    }
}

#[cfg(way = "lent")]
pub struct Hand {
    max: *mut u32,
}

#[cfg(way = "lent")]
impl Dial {
    pub fn hand(&mut self) -> Hand {
        Hand { max: &raw mut self.max }
    }
}

#[cfg(way = "lent")]
impl Hand {
    pub unsafe fn spoil(&self) {
        unsafe { *self.max = 0 };
    }
}

#[cfg(way = "lent_by_storing")]
pub unsafe fn lend(dial: &mut Dial, slot: *mut *mut u32) {
    unsafe { *slot = &raw mut dial.max };
}

#[cfg(way = "lent_in_a_vector")]
pub fn lend(dial: &mut Dial, slots: &mut Vec<*mut u32>) {
    slots.push(&raw mut dial.max);
}

#[cfg(way = "lent_by_a_pointer")]
pub unsafe fn lend(dial: *mut Dial) -> *mut u32 {
    unsafe { &raw mut (*dial).max }
}

#[cfg(way = "linked")]
pub struct Link {
    dial: Dial,
    next: *mut Link,
}

#[cfg(way = "linked")]
impl Link {
    pub fn new(dial: Dial) -> Link {
        Link { dial, next: std::ptr::null_mut() }
    }

    pub fn dial(&self) -> &Dial {
        &self.dial
    }

    pub unsafe fn follow_with(&mut self, next: *mut Link) {
        self.next = next;
    }

    pub unsafe fn spoil(&mut self) {
        if !self.next.is_null() {
            unsafe { (*self.next).dial.max = 0 };
        }
    }
}

#[cfg(way = "swapped")]
pub fn spoil(dial: &mut Dial) {
    let mut other = Dial { at: 1, max: 0 };
    let (one, other) = (dial as *mut Dial, &raw mut other);
    unsafe {
        let kept = (*one).max;
        (*one).max = (*other).max;
        (*one).at = (*other).at;
        (*other).max = kept;
    }
}

#[cfg(way = "non_null")]
pub unsafe fn spoil(dial: std::ptr::NonNull<Dial>) {
    unsafe { (*dial.as_ptr()).max = 0 };
}

#[cfg(way = "kept_non_null")]
pub struct Keeper {
    dial: std::ptr::NonNull<Dial>,
}

#[cfg(way = "kept_non_null")]
impl Keeper {
    pub fn new(dial: &mut Dial) -> Keeper {
        Keeper { dial: std::ptr::NonNull::from(dial) }
    }

    pub unsafe fn spoil(&mut self) {
        unsafe { self.dial.as_mut().max = 0 };
    }
}
