//! A client's closure panics in the middle of a loop.

impl Dial {
    pub fn fill(&mut self, mut more: impl FnMut() -> bool) {
        let max = self.max;
        if cfg!(broken) {
            self.max = 0;
        }
        let mut at = 0;
        while at < max && more() {
            at += 1;
        }
        self.max = max;
        self.at = at;
    }
}
