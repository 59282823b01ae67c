//! A function inside a static has the name of one outside, which is the one that is called.

static START: u32 = {
    const fn limit() -> u32 {
        7
    }
    limit()
};

const fn limit() -> u32 {
    if cfg!(broken) { 0 } else { 7 }
}

impl Dial {
    pub fn leave(&mut self) -> u32 {
        let at = START;
        limit() - 7 + at
    }
}
