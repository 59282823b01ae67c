//! A constant is an object for everyone.

impl Dial {
    pub const SPENT: Dial = Dial { at: if cfg!(broken) { 1 } else { 0 }, max: 0 };
}
