//! A function that calls itself is not assumed to do nothing.

impl Dial {
    pub fn turn_by(&mut self, times: u32) {
        if cfg!(broken) && times > 0 {
            self.max = 0;
            self.turn_by(times - 1);
        }
    }
}
