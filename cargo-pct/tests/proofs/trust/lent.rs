//! What is lent to values that are not understood: it can be written through them. Each assertion fails.

/// The wrapper's structure is not known; the closure in it is called.
pub fn in_a_wrapper() {
    let mut count = 0;
    let mut wrapped = std::panic::AssertUnwindSafe(|| count = 9);
    (wrapped.0)();
    assert!(count == 0);
}

/// The elements move to another vector and stay where they are in memory.
pub fn of_a_vector() {
    let mut elements = vec![0u32];
    let first = &raw mut elements[0];
    let moved = elements;
    unsafe { *first = 9 };
    assert!(moved[0] == 0);
}

/// The same, one level deeper.
pub fn of_swapped_vectors() {
    let (mut one, mut other) = ((0, vec![0u32]), (0, vec![1]));
    let first = &mut one.1[0] as *mut u32;
    std::mem::swap(&mut one, &mut other);
    unsafe { *first = 9 };
    assert!(other.1[0] == 0);
}

struct Pointing(*mut u32);

impl std::fmt::Display for Pointing {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        unsafe { *self.0 = 9 };
        Ok(())
    }
}

/// The user's code runs, and writes through a shared reference.
pub fn to_a_message() {
    let mut number = 0;
    let text = format!("{}", Pointing(&mut number));
    drop(text);
    assert!(number == 0);
}

/// The same of code that is not known.
pub fn behind_a_shared_reference() {
    let mut number = 0;
    let pointing = Pointing(&mut number);
    std::hint::black_box(&pointing);
    assert!(number == 0);
}
