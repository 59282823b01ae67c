//! The fields of variants are as public as the enum, though nothing is written in front of them.

pub enum Dial {
    Off,
    On { at: u32, max: u32 },
}

impl Dial {
    pub fn new(max: u32) -> Dial {
        Dial::On { at: 0, max }
    }

    pub fn left(&self) -> u32 {
        match self {
            Dial::Off => 0,
            Dial::On { at, max } => *max - *at,
        }
    }
}
