//! Objects that are made of objects with other constants: what the class keeps about its own constant says nothing of them.

pub struct Made<const N: usize> {
    count: usize,
}

impl<const N: usize> Made<N> {
    pub fn new() -> Made<N> {
        Made { count: N }
    }

    #[cfg(not(broken))]
    pub fn made_of<const M: usize>(_: &Made<M>) -> Made<N> {
        Made { count: N }
    }

    #[cfg(broken)]
    pub fn made_of<const M: usize>(other: &Made<M>) -> Made<N> {
        Made { count: other.count }
    }

    pub fn check(&self) {
        assert!(self.count == N);
    }
}

pub struct Eaten<const N: usize> {
    count: usize,
}

impl<const N: usize> Eaten<N> {
    pub fn new() -> Eaten<N> {
        Eaten { count: N }
    }

    #[cfg(not(broken))]
    pub fn eat<const M: usize>(other: (u8, Eaten<M>)) -> Eaten<N> {
        drop(other);
        Eaten { count: N }
    }

    #[cfg(broken)]
    pub fn eat<const M: usize>(other: (u8, Eaten<M>)) -> Eaten<N> {
        Eaten { count: other.1.count }
    }

    pub fn check(&self) {
        assert!(self.count == N);
    }
}

pub struct Turned<const A: usize, const B: usize> {
    count: usize,
}

impl<const A: usize, const B: usize> Turned<A, B> {
    pub fn new() -> Turned<A, B> {
        Turned { count: A }
    }

    #[cfg(not(broken))]
    pub fn turn(other: Turned<B, A>) -> Turned<A, B> {
        drop(other);
        Turned { count: A }
    }

    #[cfg(broken)]
    pub fn turn(other: Turned<B, A>) -> Turned<A, B> {
        Turned { count: other.count }
    }

    pub fn check(&self) {
        assert!(self.count == A);
    }
}

pub struct Beside<T, const N: usize> {
    count: usize,
    of: T,
}

impl<T, const N: usize> Beside<T, N> {
    pub fn new(of: T) -> Beside<T, N> {
        Beside { count: N, of }
    }

    #[cfg(not(broken))]
    pub fn map<U, const M: usize>(_: &Beside<U, M>, of: T) -> Beside<T, N> {
        Beside { count: N, of }
    }

    #[cfg(broken)]
    pub fn map<U, const M: usize>(other: &Beside<U, M>, of: T) -> Beside<T, N> {
        Beside { count: other.count, of }
    }

    pub fn check(&self) {
        assert!(self.count == N);
    }
}

pub struct OfThree<const N: usize> {
    count: usize,
}

impl<const N: usize> OfThree<N> {
    pub fn new() -> OfThree<N> {
        OfThree { count: N }
    }

    #[cfg(not(broken))]
    pub fn of_three(_: &OfThree<3>) -> OfThree<N> {
        OfThree { count: N }
    }

    #[cfg(broken)]
    pub fn of_three(other: &OfThree<3>) -> OfThree<N> {
        OfThree { count: other.count }
    }

    pub fn check(&self) {
        assert!(self.count == N);
    }
}
