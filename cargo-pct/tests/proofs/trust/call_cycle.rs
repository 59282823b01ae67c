//! Two functions that call each other are not assumed to do nothing.

#[cfg(broken)]
impl Dial {
    pub fn even(&mut self, n: u32) {
        if n > 0 {
            self.odd(n - 1);
        }
    }

    fn odd(&mut self, n: u32) {
        if n > 0 {
            self.at = n;
            self.even(n - 1);
        }
    }
}
