//! All fields are public: clients need no constructor. Without one, nothing seems to reach `left`.

pub struct Dial {
    #[cfg(not(broken))]
    at: u32,
    #[cfg(not(broken))]
    max: u32,
    #[cfg(broken)]
    pub at: u32,
    #[cfg(broken)]
    pub max: u32,
}

impl Dial {
    pub fn turn(&mut self) {
        if self.at < self.max {
            self.at += 1;
        }
    }

    pub fn left(&self) -> u32 {
        self.max - self.at
    }
}
