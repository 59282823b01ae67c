//! A type by another name, exported by another module, is the same type.

mod deep {
    pub use crate::Dial as Wheel;

    pub type Round = Wheel;
}

pub use deep::Round;

pub struct Panel {
    dial: Round,
    wheel: deep::Wheel,
}

impl Panel {
    pub fn new() -> Panel {
        Panel { dial: Dial::new(3), wheel: Dial::new(4) }
    }

    pub fn zero(&mut self) {
        if cfg!(broken) {
            self.dial.max = 0;
        }
    }

    pub fn zero_wheel(&mut self) {
        if cfg!(broken) {
            self.wheel.max = 0;
        }
    }
}
