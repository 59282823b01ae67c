//! A temporary behind a reference changes in every round of a loop that hands it to an unmodelled call.

#[cfg(not(broken))]
fn see(_: &mut u32) {}

#[cfg(broken)]
fn see(value: &mut u32) {
    std::hint::black_box(value);
}

impl Dial {
    pub fn count(&mut self, rounds: u32) {
        let value = &mut 0;
        let mut round = 0;
        while round < rounds {
            see(value);
            round += 1;
        }
        if *value != 0 {
            self.max = 0;
        }
    }
}
