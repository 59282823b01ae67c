//! A child module sees the fields, and a public function in a private module may be exported by another name.

mod child {
    pub fn halved(max: u32) -> crate::Dial {
        crate::Dial { at: max / 2, max: if cfg!(broken) { max / 4 } else { max } }
    }
}

pub use child::halved as another_name;
