//! A trait object of the client's is shown the object while it is half updated.

pub trait Looks {
    fn look(&self, dial: &Dial);
}

impl Dial {
    pub fn show(&mut self, viewer: &dyn Looks) {
        let max = self.max;
        self.max = 0;
        viewer.look(self);
        self.max = max;
    }
}
