//! A class with a type parameter is another class for each type.

pub struct Pile<T> {
    elements: Vec<T>,
    size: usize,
}

impl<T> Pile<T> {
    pub fn new() -> Pile<T> {
        Pile { elements: Vec::new(), size: 0 }
    }

    pub fn check(&self) {
        assert!(self.size <= self.elements.len());
    }
}
