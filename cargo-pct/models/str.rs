//! `std::str`

use crate::pct;

pub trait StrMethods {
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool;
    fn as_bytes(&self) -> &[u8];
    fn to_owned(&self) -> String;
}

impl StrMethods for str {
    fn len(&self) -> usize {
        pct::len(self)
    }

    fn is_empty(&self) -> bool {
        pct::len(self) == 0
    }

    fn as_bytes(&self) -> &[u8] {
        pct::bytes(self)
    }

    fn to_owned(&self) -> String {
        pct::copied(self)
    }
}
