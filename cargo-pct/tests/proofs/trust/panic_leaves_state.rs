//! A panic that is caught leaves the object as it was then.

impl Dial {
    /// # Panics
    /// If `max` is too small.
    pub fn limit(&mut self, max: u32) {
        self.max = max;
        assert!(self.at <= max);
    }
}
