//! Another object is any other object, and is changed too.

impl Dial {
    pub fn trade(&mut self, other: &mut Dial) {
        if cfg!(broken) {
            std::mem::swap(&mut self.max, &mut other.max);
        } else {
            self.at = 0;
        }
    }

    pub fn precedes(&self, other: &Dial) -> bool {
        self.at < other.at
    }
}
