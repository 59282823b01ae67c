//! Boxes in objects of other types, in fields that are named as those of the class: what lies in them is nothing of the object.

pub struct Boxed {
    next: Box<u32>,
}

impl Boxed {
    pub fn new() -> Boxed {
        Boxed { next: Box::new(1) }
    }

    pub fn divided(&self) -> u32 {
        10 / *self.next
    }
}

pub struct Filler {
    next: Box<u32>,
}

impl Filler {
    pub fn new(next: u32) -> Filler {
        Filler { next: Box::new(next) }
    }

    pub fn fill(&self, other: &mut Boxed) {
        let least = if cfg!(way = "filled") { 0 } else { 1 };
        *other.next = (*self.next).max(least);
    }

    pub fn make(&self, other: Boxed) -> Boxed {
        drop(other);
        let least = if cfg!(way = "made") { 0 } else { 1 };
        Boxed { next: Box::new((*self.next).max(least)) }
    }
}

pub struct Guard<'a> {
    boxed: &'a mut Boxed,
    next: Box<u32>,
}

impl<'a> Guard<'a> {
    pub fn new(boxed: &'a mut Boxed, next: u32) -> Guard<'a> {
        Guard { boxed, next: Box::new(next) }
    }

    pub fn fill(&mut self) {
        let least = if cfg!(way = "in_a_guard") { 0 } else { 1 };
        *self.boxed.next = (*self.next).max(least);
    }
}

pub fn fill(own: &mut Boxed, other: &Filler) {
    let least = if cfg!(way = "by_a_function") { 0 } else { 1 };
    *own.next = (*other.next).max(least);
}
