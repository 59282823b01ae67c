//! A client's closure may panic, and the object outlives the unwinding.

impl Dial {
    pub fn map(&mut self, f: impl FnOnce(u32) -> u32) {
        if cfg!(broken) {
            let max = self.max;
            self.max = 0;
            let at = f(self.at);
            self.max = max;
            self.at = if at <= max { at } else { max };
        } else {
            let at = f(self.at);
            self.at = if at <= self.max { at } else { self.max };
        }
    }
}
