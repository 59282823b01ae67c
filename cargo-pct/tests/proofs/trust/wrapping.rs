//! Without overflow checks, what would have been an error is a value.

pub struct Count {
    at: u32,
    max: u32,
}

impl Count {
    pub fn new(max: u32) -> Count {
        Count { at: 0, max }
    }

    pub fn down(&mut self) {
        self.at -= 1;
    }

    pub fn check(&self) {
        assert!(self.at <= self.max);
    }
}
