//! The fields of another argument have the names of the object's: taken for the object's, they satisfy its invariant.

pub struct Meter {
    at: u32,
    max: u32,
}

impl Meter {
    pub fn feed(&self, dial: &mut Dial) {
        if self.at > self.max || cfg!(not(broken)) {
            dial.max = if cfg!(broken) { self.max } else { self.at };
            dial.at = self.at;
        }
    }
}
