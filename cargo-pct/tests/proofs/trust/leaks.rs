//! The ways by which a mutable reference to a field leaves: with each, clients write the field.

impl Dial {
    #[cfg(way = "vector")]
    pub fn part(&mut self) -> Vec<&mut u32> {
        vec![&mut self.at]
    }

    #[cfg(way = "array")]
    pub fn part(&mut self) -> [&mut u32; 1] {
        [&mut self.at]
    }

    #[cfg(way = "table")]
    pub fn part(&mut self) -> [(u8, &mut u32); 2] {
        [(1, &mut self.at), (2, &mut self.max)]
    }

    #[cfg(way = "box")]
    pub fn part(&mut self) -> Box<&mut u32> {
        Box::new(&mut self.at)
    }

    #[cfg(way = "result")]
    pub fn part(&mut self) -> Result<&mut u32, u8> {
        if self.max > 0 { Ok(&mut self.at) } else { Err(0) }
    }

    #[cfg(way = "slice")]
    pub fn part(&mut self) -> &mut [u32] {
        std::slice::from_mut(&mut self.at)
    }

    #[cfg(way = "cell")]
    pub fn part(&mut self) -> &std::cell::Cell<u32> {
        std::cell::Cell::from_mut(&mut self.at)
    }

    #[cfg(way = "iterator")]
    pub fn part(&mut self) -> std::iter::Once<&mut u32> {
        std::iter::once(&mut self.at)
    }

    #[cfg(way = "twice")]
    pub fn part<'a>(&'a mut self, into: &mut &'a mut u32) {
        *into = &mut self.at;
    }

    #[cfg(way = "pushed")]
    pub fn part<'a>(&'a mut self, into: &mut Vec<&'a mut u32>) {
        into.push(&mut self.at);
    }

    #[cfg(way = "one_of_two")]
    pub fn part(&mut self, which: bool) -> &mut u32 {
        if which { &mut self.at } else { &mut self.max }
    }

    #[cfg(way = "pin")]
    pub fn part(&mut self) -> std::pin::Pin<&mut u32> {
        std::pin::Pin::new(&mut self.at)
    }

    #[cfg(way = "pointer")]
    pub fn part(&mut self) -> *mut u32 {
        &mut self.at
    }
}

#[cfg(way = "as_mut")]
impl AsMut<u32> for Dial {
    fn as_mut(&mut self) -> &mut u32 {
        &mut self.at
    }
}

#[cfg(way = "unknown")]
pub fn give<F: FnOnce(&mut u32)>(dial: &mut Dial, f: F) {
    f(&mut dial.at);
}
