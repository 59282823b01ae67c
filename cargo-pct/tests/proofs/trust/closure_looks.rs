//! A client's closure that is shown the object uses it while the call lasts.

impl Dial {
    pub fn show(&mut self, f: impl FnOnce(&Dial)) {
        let max = self.max;
        if cfg!(broken) {
            self.max = 0;
        }
        f(self);
        self.max = max;
    }
}
