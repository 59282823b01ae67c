//! Another object of the class that is no argument itself is taken to be in any state: what follows from one that clients cannot make
//! is no confirmation.

pub struct Ratio {
    above: u32,
    below: u32,
}

impl Ratio {
    pub fn new(above: u32, below: u32) -> Option<Ratio> {
        if below > 0 { Some(Ratio { above, below }) } else { None }
    }

    pub fn whole(&self) -> u32 {
        self.above / self.below
    }

    pub fn like(&mut self, other: &Ratio) {
        self.below = other.below;
    }

    #[cfg(broken)]
    pub fn like_one(&mut self, other: Option<&Ratio>) {
        if let Some(other) = other {
            self.below = other.below;
        }
    }
}
