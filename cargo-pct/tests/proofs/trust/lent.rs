//! What is lent to values that are not understood: it can be written through them. Each assertion fails, save the last.

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

/// An array is where its variable is.
pub fn of_an_array() {
    let mut elements = [0, 0];
    let second = &raw mut elements[1];
    unsafe { *second = 9 };
    assert!(elements[1] == 9);
}
