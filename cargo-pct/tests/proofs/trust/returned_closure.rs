//! A closure that borrows the object runs after the call.

impl Dial {
    #[cfg(broken)]
    pub fn setter(&mut self) -> impl FnMut(u32) {
        |at| self.at = at
    }

    #[cfg(broken)]
    pub fn maker() -> Box<dyn Fn() -> Dial> {
        Box::new(|| Dial { at: 1, max: 0 })
    }
}
