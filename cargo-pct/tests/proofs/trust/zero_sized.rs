//! A vector of elements without size can be longer than `isize::MAX`.

#[cfg(broken)]
type Element = ();
#[cfg(not(broken))]
type Element = u8;

pub struct Tally {
    marks: Vec<Element>,
}

impl Tally {
    pub fn new(marks: Vec<Element>) -> Tally {
        Tally { marks }
    }

    pub fn twice(&self) -> usize {
        self.marks.len() + self.marks.len()
    }
}
