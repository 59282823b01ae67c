//! A class with a constant for a parameter is one class, whatever that is.

pub struct Few<T, const N: usize> {
    places: [Option<T>; N],
    size: usize,
}

impl<T, const N: usize> Few<T, N> {
    pub fn new(places: [Option<T>; N]) -> Few<T, N> {
        Few { places, size: 0 }
    }

    pub fn push(&mut self, value: T) -> Result<(), T> {
        if self.size < N {
            self.places[self.size] = Some(value);
            self.size += 1;
            Ok(())
        } else {
            Err(value)
        }
    }

    pub fn last(&self) -> Option<&T> {
        if self.size == 0 { None } else { self.places[self.size - 1].as_ref() }
    }

    pub fn left(&self) -> usize {
        N - self.size
    }
}

/// By another name.
impl<const MOST: usize, T> Few<T, MOST> {
    pub fn fill(&mut self) {
        self.size = MOST;
    }

    pub fn sum(&self) -> usize {
        let mut at = 0;
        while at < self.size {
            assert!(at < MOST);
            at += 1;
        }
        at
    }
}

impl Few<u8, 4> {
    pub fn four(&mut self) {
        self.size = 4;
    }

    #[cfg(way = "instance")]
    pub fn five(&mut self) {
        self.size = 5;
    }
}

impl<T> Few<T, 2> {
    #[cfg(way = "one_constant")]
    pub fn three(&mut self) {
        self.size = 3;
    }
}

#[cfg(way = "other_constant")]
impl<T, const N: usize> Few<T, N> {
    pub fn resized<const M: usize>(self, places: [Option<T>; M]) -> Few<T, M> {
        Few { places, size: self.size }
    }
}

#[cfg(way = "swapped")]
pub fn of_two<T, const A: usize, const B: usize>(one: &mut Few<T, A>, other: &Few<T, B>) {
    one.size = other.size;
}

#[cfg(way = "by_another_name")]
impl<T, const M: usize> Few<T, M> {
    pub fn overfill(&mut self) {
        self.size = M + 1;
    }
}

pub fn shared<const N: usize>(index: usize) -> usize {
    let table = [1; N];
    if index < N { table[index] } else { N }
}

pub fn divided<const N: usize>(value: usize) -> usize {
    value / N
}

/// The parameter is one of the function around the closure.
pub fn halved<const N: usize>() -> usize {
    let half = || N / 2;
    half()
}
