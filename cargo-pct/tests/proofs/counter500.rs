
/// Counts choices in a row.
pub struct Counter {
    n: u32,
}

impl Counter {
    /// Nothing counted yet.
    pub fn new() -> Counter {
        Counter { n: 0 }
    }

    /// How many were counted in a row.
    pub fn count(&self) -> u32 {
        self.n
    }

    /// Counts one more if `choice`, else starts again, which is a mistake once there are five hundred.
    pub fn step(&mut self, choice: bool) {
        if choice {
            self.n = self.n.saturating_add(1);
        } else {
            assert!(self.n < 500, "five hundred in a row and then none");
            self.n = 0;
        }
    }
}

impl Default for Counter {
    fn default() -> Counter {
        Counter::new()
    }
}

