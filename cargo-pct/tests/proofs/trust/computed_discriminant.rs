//! The number of a variant is computed: nothing says which it is.

const FAR: u32 = if cfg!(broken) { 7 } else { 1 };

#[derive(Clone, Copy)]
pub enum Step {
    None = 0,
    One = FAR as isize,
}

impl Dial {
    pub fn step(&self, step: Step) -> u32 {
        1 - step as u32
    }
}
