//! The end of a closure is the end of what it captures.

struct Back<'a>(&'a mut u32);

impl Drop for Back<'_> {
    fn drop(&mut self) {
        *self.0 = if cfg!(broken) { u32::MAX } else { 0 };
    }
}

impl Dial {
    pub fn briefly(&mut self) -> u32 {
        let back = Back(&mut self.at);
        let held = move || *(&back).0;
        held()
    }
}
