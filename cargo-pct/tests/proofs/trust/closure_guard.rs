//! What a closure captures, an object or none, is in the structure that keeps it.

struct Guard<F: FnMut(&mut u32)> {
    value: u32,
    end: F,
}

impl<F: FnMut(&mut u32)> Drop for Guard<F> {
    fn drop(&mut self) {
        (self.end)(&mut self.value);
    }
}

impl Dial {
    pub fn guarded(&mut self) {
        let mut guard = Guard { value: 3, end: |value: &mut u32| *value = 4 };
        guard.value = 5;
    }

    #[cfg(broken)]
    pub fn kept(max: u32) -> impl FnMut() -> Dial {
        let dial = Dial { at: 1, max };
        let mut guard = std::mem::ManuallyDrop::new(Guard { value: 3, end: move |_: &mut u32| drop(&dial) });
        guard.value = 5;
        move || Dial { at: 1, max: 0 }
    }
}
