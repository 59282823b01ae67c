//! A conversion is a constructor.

impl From<u32> for Dial {
    fn from(at: u32) -> Dial {
        Dial { at, max: if cfg!(broken) { 0 } else { at } }
    }
}
