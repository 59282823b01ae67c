fn begin(call: usize) {
    // In a second run, memory lies elsewhere: what depends on that does not happen twice.
    if call == 0 && std::env::var_os("PCT_SHIFT").is_some() {
        std::mem::forget(vec![0u8; 40]);
    }
    println!("\n{MARK} begin {call}");
}

fn tell<T: std::fmt::Debug>(call: usize, value: T) {
    println!("\n{MARK} value {call} {value:?}");
}

/// Pseudo-random choices.
struct Random {
    state: u64,
    /// No great numbers: they made the process run out of memory, or of time.
    timid: bool,
    /// Calls that were made.
    calls: u64,
}

impl Random {
    fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.bits() % limit
    }

    /// To be cast to any integer type: mostly small, sometimes one of the extremes of some type or near it, sometimes anything.
    fn int(&mut self) -> i128 {
        let kinds = if self.timid { 4 } else { 8 };
        match self.below(kinds) {
            0..=2 => self.below(6) as i128 - 1,
            3 => self.below(64) as i128 - 16,
            4 | 5 => self.below(2_000) as i128 - 100,
            6 => (1i128 << self.below(66)) - self.below(3) as i128,
            _ => self.bits() as i64 as i128,
        }
    }

    fn text(&mut self) -> String {
        (0..self.below(5)).map(|_| ['a', 'B', '0', ' ', '-', 'é'][self.below(6) as usize]).collect()
    }
}
