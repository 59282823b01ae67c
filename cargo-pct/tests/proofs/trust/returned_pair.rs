//! Objects inside a result are objects.

pub fn pair() -> (u8, Option<Dial>) {
    (1, Some(Dial { at: if cfg!(broken) { 1 } else { 0 }, max: 0 }))
}
