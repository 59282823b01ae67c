//! A method of a type parameter returns anything.

pub trait Chooses {
    fn choose(&mut self) -> u32 {
        0
    }
}

impl Dial {
    pub fn set_by<C: Chooses>(&mut self, chooser: &mut C) {
        let at = chooser.choose();
        if cfg!(broken) || at <= self.max {
            self.at = at;
        }
    }
}
