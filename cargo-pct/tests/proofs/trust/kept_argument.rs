//! An unmodelled call may keep its mutable argument alive in its result.

impl Dial {
    #[cfg(broken)]
    pub fn through(&mut self) {
        let at = std::hint::black_box(&mut self.at);
        if *at <= 5 {
            *at = 9;
        }
    }
}
