//! Raw pointers lead into what is known, by ways that no value shows.

use std::cell::Cell;

pub fn behind_a_slice() {
    let mut numbers = [1, 2];
    let slice = unsafe { std::slice::from_raw_parts_mut(numbers.as_mut_ptr(), 2) };
    slice[0] = 5;
    assert!(numbers[0] == 1);
}

pub fn in_a_cell() {
    let (mut number, cell) = (1, Cell::new(std::ptr::null_mut::<i32>()));
    cell.set(&raw mut number);
    if number == 1 {
        unsafe { cell.get().write(5) };
        assert!(number == 1);
    }
}

pub fn as_a_number() {
    let mut number = Box::new(1);
    let address = (&raw mut *number) as usize;
    let moved = (number, 3);
    if *moved.0 == 1 {
        unsafe { std::ptr::write(address as *mut i32, 5) };
        assert!(*moved.0 == 1);
    }
}

pub fn of_the_length() -> usize {
    let bytes = [1u8, 2, 3];
    let slice = unsafe { std::slice::from_raw_parts(bytes.as_ptr(), 3) };
    assert!(slice.len() == 3);
    slice.len()
}

/// It points into its own vector.
pub struct Pinned {
    numbers: Vec<i32>,
    first: *mut i32,
}

impl Pinned {
    pub fn new() -> Pinned {
        let mut numbers = vec![1];
        let first = numbers.as_mut_ptr();
        Pinned { numbers, first }
    }

    pub fn poke(&mut self) {
        unsafe { std::ptr::write(self.first, 5) };
    }

    pub fn look(&self) {
        assert!(self.numbers[0] == 1);
    }
}

/// What a cell holds changes behind shared references.
pub struct Meter {
    level: Cell<u32>,
}

impl Meter {
    pub fn new() -> Meter {
        Meter { level: Cell::new(0) }
    }

    pub fn raise(&self) {
        self.level.set(11);
    }

    pub fn look(&self) {
        assert!(self.level.get() <= 10);
    }
}
