//! The methods of a guard are steps.

pub struct Guard<'a> {
    dial: &'a mut Dial,
}

impl Dial {
    pub fn guard(&mut self) -> Guard<'_> {
        Guard { dial: self }
    }
}

impl Guard<'_> {
    pub fn reset(&mut self) {
        self.dial.at = if cfg!(broken) { 9 } else { 0 };
    }
}
