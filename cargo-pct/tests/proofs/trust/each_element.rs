//! Sequences of which something holds of each element: what is in `safe` never panics, what is in `wrong` does, as `main` shows.
#![allow(dead_code)]

pub mod safe {
    pub enum Slot {
        Free(Option<usize>),
        Used(u32),
    }

    /// A list of free slots that goes through the slots.
    pub struct Arena {
        slots: Vec<Slot>,
        free: Option<usize>,
    }

    impl Arena {
        pub fn new() -> Self {
            Arena { slots: Vec::new(), free: None }
        }

        pub fn insert(&mut self, x: u32) -> usize {
            match self.free {
                Some(i) => {
                    let slot = &mut self.slots[i];
                    if let Slot::Free(next) = *slot {
                        self.free = next;
                    }
                    *slot = Slot::Used(x);
                    i
                }
                None => {
                    self.slots.push(Slot::Used(x));
                    self.slots.len() - 1
                }
            }
        }

        pub fn remove(&mut self, i: usize) -> Option<u32> {
            match self.slots.get(i) {
                Some(Slot::Used(x)) => {
                    let x = *x;
                    self.slots[i] = Slot::Free(self.free);
                    self.free = Some(i);
                    Some(x)
                }
                _ => None,
            }
        }
    }

    /// A stack of free slots beside the slots.
    pub struct Slab {
        slots: Vec<Option<u32>>,
        free: Vec<usize>,
    }

    impl Slab {
        pub fn new() -> Self {
            Slab { slots: Vec::new(), free: Vec::new() }
        }

        pub fn insert(&mut self, x: u32) -> usize {
            if let Some(i) = self.free.pop() {
                self.slots[i] = Some(x);
                i
            } else {
                self.slots.push(Some(x));
                self.slots.len() - 1
            }
        }

        pub fn remove(&mut self, i: usize) -> Option<u32> {
            if i < self.slots.len() {
                let old = self.slots[i].take();
                if old.is_some() {
                    self.free.push(i);
                }
                old
            } else {
                None
            }
        }
    }

    /// Digits, none of which is more than nine.
    pub struct Digits(Vec<u8>);

    impl Digits {
        pub fn new() -> Self {
            Digits(Vec::new())
        }

        pub fn push(&mut self, digit: u8) {
            if digit < 10 {
                self.0.push(digit);
            }
        }

        pub fn pop(&mut self) -> Option<u8> {
            self.0.pop()
        }

        pub fn letter(&self, at: usize) -> u8 {
            if at < self.0.len() { b'0' + self.0[at] * 2 } else { 0 }
        }
    }

    pub fn histogram(bytes: &[u8; 10]) -> [u32; 256] {
        let mut counts = [0u32; 256];
        for byte in bytes {
            counts[*byte as usize] += 1;
        }
        counts
    }

    pub fn small_histogram(bytes: &[u8; 200]) -> [u8; 256] {
        let mut counts = [0u8; 256];
        for byte in bytes {
            counts[*byte as usize] += 1;
        }
        counts
    }
}

pub mod wrong {
    pub enum Slot {
        Free(Option<usize>),
        Used(u32),
    }

    /// A slot says which is free after it, and the slots may be cut.
    pub struct Arena {
        slots: Vec<Slot>,
        free: Option<usize>,
    }

    impl Arena {
        pub fn new() -> Self {
            Arena { slots: Vec::new(), free: None }
        }

        pub fn insert(&mut self, x: u32) -> usize {
            match self.free {
                Some(i) => {
                    let slot = &mut self.slots[i];
                    if let Slot::Free(next) = *slot {
                        self.free = next;
                    }
                    *slot = Slot::Used(x);
                    i
                }
                None => {
                    self.slots.push(Slot::Used(x));
                    self.slots.len() - 1
                }
            }
        }

        pub fn remove(&mut self, i: usize) {
            if let Some(Slot::Used(_)) = self.slots.get(i) {
                self.slots[i] = Slot::Free(self.free);
                self.free = Some(i);
            }
        }

        /// Cuts the last slot off, if the first free one is not it.
        pub fn shrink(&mut self) {
            if self.free.is_none_or(|free| free + 1 < self.slots.len()) {
                self.slots.pop();
            }
        }
    }

    /// What is free may be one slot further.
    pub struct Slab {
        slots: Vec<Option<u32>>,
        free: Vec<usize>,
    }

    impl Slab {
        pub fn new() -> Self {
            Slab { slots: Vec::new(), free: Vec::new() }
        }

        pub fn insert(&mut self, x: u32) {
            match self.free.pop() {
                Some(i) => self.slots[i] = Some(x),
                None => self.slots.push(Some(x)),
            }
        }

        pub fn remove(&mut self, i: usize) {
            if i <= self.slots.len() {
                self.free.push(i);
            }
        }
    }

    /// The stack keeps what was free when there were more slots.
    pub struct Shrinking {
        slots: Vec<Option<u32>>,
        free: Vec<usize>,
    }

    impl Shrinking {
        pub fn new() -> Self {
            Shrinking { slots: Vec::new(), free: Vec::new() }
        }

        pub fn insert(&mut self, x: u32) {
            match self.free.pop() {
                Some(i) => self.slots[i] = Some(x),
                None => self.slots.push(Some(x)),
            }
        }

        pub fn remove(&mut self, i: usize) {
            if i < self.slots.len() {
                self.free.push(i);
            }
        }

        pub fn clear(&mut self) {
            self.slots.clear();
        }
    }

    /// One of the ways in lets any number in.
    pub struct Digits(Vec<u8>);

    impl Digits {
        pub fn new() -> Self {
            Digits(Vec::new())
        }

        pub fn push(&mut self, digit: u8) {
            if digit < 10 {
                self.0.push(digit);
            }
        }

        pub fn set(&mut self, at: usize, digit: u8) {
            if let Some(place) = self.0.get_mut(at) {
                *place = digit;
            }
        }

        pub fn letter(&self, at: usize) -> u8 {
            if at < self.0.len() { b'0' + self.0[at] * 2 } else { 0 }
        }
    }

    /// Only the first element is sure to be small.
    pub struct First(Vec<u8>);

    impl First {
        pub fn new() -> Self {
            First(vec![1])
        }

        pub fn push(&mut self, n: u8) {
            self.0.push(n);
        }

        pub fn last(&self) -> u8 {
            self.0[self.0.len() - 1] * 2
        }
    }

    pub fn histogram(bytes: &[u8; 256]) -> [u8; 256] {
        let mut counts = [0u8; 256];
        for byte in bytes {
            counts[*byte as usize] += 1;
        }
        counts
    }

    /// What is counted was not zero before.
    pub fn counts_on(bytes: &[u8; 10], from: u8) -> [u8; 256] {
        let mut counts = [0u8; 256];
        counts[7] = from;
        for byte in bytes {
            counts[*byte as usize] += 1;
        }
        counts
    }

    /// A second pass adds what the first one has counted.
    pub fn counts_twice(bytes: &[u8; 200]) -> [u8; 256] {
        let mut counts = [0u8; 256];
        for byte in bytes {
            counts[*byte as usize] += 1;
        }
        for byte in bytes {
            counts[*byte as usize] += 1;
        }
        counts
    }
}

#[cfg(native)]
fn main() {
    let panicking: Vec<Box<dyn Fn() + std::panic::UnwindSafe>> = vec![
        Box::new(|| {
            let mut arena = wrong::Arena::new();
            (0..2).for_each(|x| drop(arena.insert(x)));
            [1, 0].into_iter().for_each(|i| arena.remove(i));
            arena.shrink();
            (0..2).for_each(|x| drop(arena.insert(x)));
        }),
        Box::new(|| {
            let mut slab = wrong::Slab::new();
            slab.remove(0);
            slab.insert(1);
        }),
        Box::new(|| {
            let mut slab = wrong::Shrinking::new();
            slab.insert(1);
            slab.remove(0);
            slab.clear();
            slab.insert(1);
        }),
        Box::new(|| {
            let mut digits = wrong::Digits::new();
            digits.push(1);
            digits.set(0, 200);
            digits.letter(0);
        }),
        Box::new(|| {
            let mut first = wrong::First::new();
            first.push(200);
            first.last();
        }),
        Box::new(|| drop(wrong::histogram(&[1; 256]))),
        Box::new(|| drop(wrong::counts_on(&[7; 10], 250))),
        Box::new(|| drop(wrong::counts_twice(&[7; 200]))),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
    let (mut arena, mut slab, mut digits) = (safe::Arena::new(), safe::Slab::new(), safe::Digits::new());
    for n in 0..200usize {
        let i = n * n % 7;
        if n % 3 == 0 {
            arena.remove(i);
            slab.remove(i);
        } else {
            arena.insert(1);
            slab.insert(1);
        }
        digits.push(n as u8);
        digits.letter(i);
    }
    safe::histogram(&[1; 10]);
    safe::small_histogram(&[1; 200]);
}
