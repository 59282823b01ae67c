//! Functions of the standard library that work on raw memory and yet panic, or run code of the crate: what is in `safe` never panics, what is in
//! `wrong` does, as `main` shows.
#![allow(dead_code, invalid_value)]

pub mod safe {
    pub fn copies(x: &u32) -> i32 {
        // SAFETY: all bits are a number.
        unsafe { std::mem::transmute_copy(x) }
    }

    pub fn zeros() -> [u16; 3] {
        // SAFETY: zeros are a number.
        unsafe { std::mem::zeroed() }
    }
}

pub mod wrong {
    use std::hash::{Hash, Hasher};

    pub struct Divides(pub u8);

    impl Hasher for Divides {
        fn finish(&self) -> u64 {
            0
        }

        fn write(&mut self, _: &[u8]) {
            self.0 = 100 / self.0;
        }
    }

    pub fn hashes_a_pointer(n: u8) -> u8 {
        let mut hasher = Divides(n);
        std::ptr::null::<u8>().hash(&mut hasher);
        hasher.0
    }

    pub fn hashes_what_is_not_null(n: u8) -> u8 {
        let mut hasher = Divides(n);
        std::ptr::NonNull::<u8>::dangling().hash(&mut hasher);
        hasher.0
    }

    pub fn makes_room(n: usize) -> usize {
        Box::<[u8]>::new_uninit_slice(n).len()
    }

    pub fn copies_too_much(x: &u8) -> u32 {
        // SAFETY: it is not: there is one byte.
        unsafe { std::mem::transmute_copy(x) }
    }
}

#[cfg(native)]
fn main() {
    let panicking: Vec<Box<dyn Fn() + std::panic::UnwindSafe>> = vec![
        Box::new(|| drop(wrong::hashes_a_pointer(0))),
        Box::new(|| drop(wrong::hashes_what_is_not_null(0))),
        Box::new(|| drop(wrong::makes_room(usize::MAX))),
        Box::new(|| drop(wrong::copies_too_much(&0))),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
    safe::copies(&7);
    safe::zeros();
}
