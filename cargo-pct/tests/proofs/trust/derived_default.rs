//! `Default` is a constructor that nobody wrote.

#[cfg_attr(broken, derive(Default))]
pub struct Ratio {
    part: u32,
    whole: u32,
}

impl Ratio {
    pub fn new(part: u32) -> Ratio {
        Ratio { part, whole: 7 }
    }

    pub fn value(&self) -> u32 {
        self.part / self.whole
    }
}
