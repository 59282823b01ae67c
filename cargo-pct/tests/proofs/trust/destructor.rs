//! A destructor is a method that every client calls.

impl Drop for Dial {
    fn drop(&mut self) {
        let left = self.max - self.at;
        if cfg!(broken) {
            assert!(left > 0);
        }
        self.max = 0;
    }
}
