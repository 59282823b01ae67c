//! A closure that touches the object and that only the crate calls is analysed where it is called.

impl Dial {
    fn change(&mut self, f: impl Fn(u32) -> u32) {
        self.at = f(self.at);
    }

    pub fn halve(&mut self) {
        let by = 2;
        self.change(|at| at / by);
    }

    pub fn restart(&mut self) {
        let mut restart = || self.at = 0;
        restart();
    }
}
