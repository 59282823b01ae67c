//! A function that clients pass by pointer is shown the object while it is half updated.

impl Dial {
    pub fn show(&mut self, viewer: fn(&Dial)) {
        let max = self.max;
        self.max = 0;
        viewer(self);
        self.max = max;
    }
}
