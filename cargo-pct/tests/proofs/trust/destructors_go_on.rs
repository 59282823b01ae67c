//! A destructor that panics does not keep those of the other fields from running.

struct Spoils<'a>(&'a mut u32);

impl Drop for Spoils<'_> {
    fn drop(&mut self) {
        *self.0 = 99;
    }
}

struct Pair<'a, T> {
    value: T,
    #[cfg(broken)]
    spoils: Spoils<'a>,
    #[cfg(not(broken))]
    spoils: std::marker::PhantomData<Spoils<'a>>,
}

pub fn repaired_in_the_end<T>(dial: &mut Dial, value: T) {
    #[cfg(broken)]
    let spoils = Spoils(&mut dial.at);
    #[cfg(not(broken))]
    let spoils = std::marker::PhantomData;
    drop(Pair { value, spoils });
    dial.at = 0;
}
