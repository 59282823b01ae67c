//! A client's closure that is shown the object uses it while the call lasts, though every end of the call repairs it.

struct Reset<'a> {
    dial: &'a mut Dial,
}

impl Drop for Reset<'_> {
    fn drop(&mut self) {
        self.dial.at = 0;
    }
}

impl Dial {
    pub fn show(&mut self, f: impl FnOnce(&Dial)) {
        let reset = Reset { dial: self };
        if cfg!(broken) {
            reset.dial.at = 9;
        }
        f(reset.dial);
    }
}
