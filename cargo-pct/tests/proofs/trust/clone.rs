//! A `Clone` that somebody wrote need not copy.

#[cfg(not(broken))]
impl Clone for Dial {
    fn clone(&self) -> Dial {
        Dial { at: self.at, max: self.max }
    }
}

#[cfg(broken)]
impl Clone for Dial {
    fn clone(&self) -> Dial {
        Dial { at: self.at, max: 0 }
    }
}
