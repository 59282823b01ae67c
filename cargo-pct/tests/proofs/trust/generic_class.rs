//! A generic class is one class, whatever its parameters stand for.

pub struct Pile<T> {
    elements: Vec<T>,
    size: usize,
}

impl<T> Pile<T> {
    pub fn new() -> Pile<T> {
        Pile { elements: Vec::new(), size: 0 }
    }

    pub fn push(&mut self, element: T) {
        self.elements.push(element);
        self.size += 1;
    }

    pub fn pop(&mut self) -> Option<T> {
        let element = self.elements.pop();
        if element.is_some() {
            self.size -= 1;
        }
        element
    }

    pub fn check(&self) {
        assert!(self.size == self.elements.len());
    }

    /// Another instance is made.
    pub fn map<U, F: FnMut(T) -> U>(mut self, mut f: F) -> Pile<U> {
        let mut other = Pile::new();
        while let Some(element) = self.pop() {
            other.push(f(element));
        }
        other
    }
}

/// By another name.
impl<Element: Clone> Pile<Element> {
    pub fn twice(&mut self) {
        if let Some(last) = self.elements.last() {
            let last = last.clone();
            self.push(last);
        }
    }
}

/// For one instance alone.
impl Pile<u8> {
    pub fn zeros() -> Pile<u8> {
        let mut pile = Pile::new();
        pile.push(0);
        pile
    }

    pub fn add(&mut self, byte: u8) {
        self.push(byte);
    }

    #[cfg(way = "instance")]
    pub fn forget(&mut self) {
        self.elements.pop();
    }
}

#[cfg(way = "literal")]
pub fn literal() -> Pile<char> {
    Pile { elements: vec!['a', 'b'], size: 3 }
}

#[cfg(way = "other_instance")]
impl<T> Pile<T> {
    pub fn counts(&self) -> Pile<usize> {
        Pile { elements: Vec::new(), size: self.size }
    }
}

#[cfg(way = "by_another_name")]
impl<Element> Pile<Element> {
    pub fn lose(&mut self) {
        self.size += 1;
    }
}

/// What is inside comes out again.
#[cfg(way = "inside")]
impl Pile<Pile<u8>> {
    pub fn spoil(&mut self) {
        for pile in &mut self.elements {
            pile.size = 7;
        }
    }
}

#[cfg(way = "inside_itself")]
impl<T> Pile<Pile<T>> {
    pub fn spoil(&mut self) {
        if let Some(last) = self.elements.last_mut() {
            last.size = 7;
        }
    }
}

#[cfg(way = "trait_for_instance")]
impl Default for Pile<i64> {
    fn default() -> Self {
        Pile { elements: Vec::new(), size: 1 }
    }
}

#[cfg(way = "array_of_instances")]
pub fn spoil(piles: &mut [Pile<u8>; 2]) {
    piles[1].size = 9;
}

/// Whoever calls it says what the bits become.
#[cfg(way = "bits")]
fn from_bits<T, U>(value: T) -> U {
    let value = std::mem::ManuallyDrop::new(value);
    unsafe { std::ptr::read(&*value as *const T as *const U) }
}

#[cfg(way = "bits")]
pub fn of_bits(bits: [usize; 4]) -> Pile<u8> {
    from_bits::<[usize; 4], Pile<u8>>(bits)
}

#[cfg(way = "bits_by_the_way")]
fn from_bits<T, U>(value: T) -> U {
    let value = std::mem::ManuallyDrop::new(value);
    unsafe { std::ptr::read(&*value as *const T as *const U) }
}

#[cfg(way = "bits_by_the_way")]
fn passed_on<V>(bits: [usize; 4]) -> V {
    from_bits::<[usize; 4], V>(bits)
}

#[cfg(way = "bits_by_the_way")]
pub fn of_bits(bits: [usize; 4]) -> Pile<u8> {
    passed_on(bits)
}

#[cfg(way = "drained")]
pub struct Drained<'a, T> {
    pile: &'a mut Pile<T>,
}

#[cfg(way = "drained")]
impl<T> Iterator for Drained<'_, T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.pile.elements.pop()
    }
}

#[cfg(way = "drained")]
impl<T> Pile<T> {
    pub fn drained(&mut self) -> Drained<'_, T> {
        Drained { pile: self }
    }
}

#[cfg(way = "lent")]
impl<T> Pile<T> {
    pub fn parts(&mut self) -> &mut Vec<T> {
        &mut self.elements
    }
}

#[cfg(way = "unwound")]
impl<T: Clone> Pile<T> {
    pub fn push_clone(&mut self, element: &T) {
        self.size += 1;
        self.elements.push(element.clone());
    }
}
