//! A key that one object gave out is used on another: two tables, swapped by their owner.

pub struct Table {
    slots: Vec<u8>,
}

pub struct Key {
    index: usize,
}

impl Table {
    pub fn new(size: u8) -> Table {
        Table { slots: vec![0; size as usize] }
    }

    pub fn key(&self, index: usize) -> Option<Key> {
        if index < self.slots.len() { Some(Key { index }) } else { None }
    }

    pub fn get(&self, key: &Key) -> Option<u8> {
        if cfg!(broken) { Some(self.slots[key.index]) } else { self.slots.get(key.index).copied() }
    }
}
