//! An `unsafe fn` has a contract that is not known.

impl Dial {
    #[cfg(broken)]
    pub unsafe fn set(&mut self, at: u32) {
        self.at = at;
    }
}
