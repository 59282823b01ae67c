//! A private function is analysed where it is called: alone, with any argument, it would fail.

impl Dial {
    pub fn halve(&mut self) {
        self.divide(2);
    }

    fn divide(&mut self, by: u32) {
        self.at = self.at / by;
    }
}
