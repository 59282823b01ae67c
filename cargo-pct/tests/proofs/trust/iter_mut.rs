//! An iterator over parts of the object hands out references to them.

pub struct Table {
    next: Vec<usize>,
    at: usize,
    free: Vec<usize>,
}

impl Table {
    pub fn new() -> Table {
        Table { next: Vec::new(), at: 0, free: Vec::new() }
    }

    pub fn is_at_end(&self) -> bool {
        assert!(self.at <= self.next.len());
        self.at == self.next.len()
    }

    pub fn parts(&mut self) -> impl Iterator<Item = &mut usize> {
        if cfg!(broken) { std::slice::from_mut(&mut self.at).iter_mut() } else { self.free.iter_mut() }
    }
}
