//! A guard that repairs the object when it is dropped can be forgotten.

pub struct Guard<'a> {
    dial: &'a mut Dial,
    max: u32,
}

impl Dial {
    pub fn pause(&mut self) -> Guard<'_> {
        let max = self.max;
        self.max = if cfg!(broken) { 0 } else { self.at };
        Guard { dial: self, max }
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if self.max >= self.dial.at {
            self.dial.max = self.max;
        }
    }
}
