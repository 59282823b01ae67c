//! A type parameter that is called like a type of the crate is not that type.

pub trait Chooses {
    fn choose(&self) -> u32;
}

pub struct Zero;

impl Chooses for Zero {
    fn choose(&self) -> u32 {
        0
    }
}

impl Dial {
    pub fn set_by<Zero: Chooses>(&mut self, chooser: &Zero) {
        let at = chooser.choose();
        if cfg!(broken) || at <= self.max {
            self.at = at;
        }
    }
}
