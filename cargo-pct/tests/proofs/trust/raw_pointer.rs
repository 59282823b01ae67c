//! A raw pointer into the object writes past all rules that are followed.

impl Dial {
    #[cfg(broken)]
    pub fn raw(&mut self) {
        let at = &raw mut self.at;
        unsafe { *at.add(1) = 0 };
    }
}
