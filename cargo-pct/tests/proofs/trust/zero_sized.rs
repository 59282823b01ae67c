//! A vector of elements without size can be longer than `isize::MAX`.

pub struct Tally {
    #[cfg(broken)]
    marks: Vec<()>,
    #[cfg(not(broken))]
    marks: Vec<u8>,
}

impl Tally {
    pub fn new() -> Tally {
        Tally { marks: Vec::new() }
    }

    pub fn mark(&mut self) {
        self.marks.push(Default::default());
    }

    pub fn twice(&self) -> usize {
        self.marks.len() + self.marks.len()
    }
}
