//! A class whose objects something changes whose signature the test makes unreadable.

pub struct Dial {
    at: u8,
}

impl Dial {
    pub fn new() -> Dial {
        Dial { at: 1 }
    }

    pub fn share(&self) -> u8 {
        100 / self.at
    }
}

pub struct Desk {
    pub dial: Dial,
}

/// Meets none of it.
pub struct Lamp {
    volts: u8,
}

impl Lamp {
    pub fn new(volts: u8) -> Lamp {
        Lamp { volts: volts | 1 }
    }

    pub fn share(&self) -> u8 {
        100 / self.volts
    }
}

#[cfg(free)]
pub fn reset(desk: &mut Desk) {
    desk.dial.at = 0;
}

#[cfg(method)]
impl Desk {
    pub fn reset(&mut self) {
        self.dial.at = 0;
    }
}

#[cfg(trait_method)]
pub trait Reset {
    fn reset(&mut self);
}

#[cfg(trait_method)]
impl Reset for Desk {
    fn reset(&mut self) {
        self.dial.at = 0;
    }
}

#[cfg(default_method)]
pub trait Dials {
    fn dial(&mut self) -> &mut Dial;

    fn reset(&mut self) {
        self.dial().at = 0;
    }
}

#[cfg(alias)]
type Other = Dial;

#[cfg(alias)]
impl Drop for Other {
    fn drop(&mut self) {
        self.at -= 1;
        let _ = 100 / self.at;
    }
}

#[cfg(renamed)]
use Dial as Other;

#[cfg(renamed)]
impl Drop for Other {
    fn drop(&mut self) {
        self.at -= 1;
        let _ = 100 / self.at;
    }
}

#[cfg(hidden)]
static mut DESK: Desk = Desk { dial: Dial { at: 1 } };

#[cfg(hidden)]
impl Lamp {
    pub fn reset() {
        unsafe { DESK.dial.at = 0 }
    }
}
