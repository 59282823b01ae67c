//! What `derive` and `write!` call may fail only where it is code of the crate that fails: a writer or hasher is the client's.
use std::fmt;
use std::hash::{Hash, Hasher};

#[derive(Clone, Copy)]
pub struct Share(pub u8);

impl fmt::Debug for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if cfg!(broken) { write!(f, "1/{}", 100 / self.0) } else { write!(f, "1/{}", self.0) }
    }
}

impl Hash for Share {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if cfg!(broken) { (100 / self.0).hash(state) } else { self.0.hash(state) }
    }
}

/// The fields' own code runs in the middle.
#[derive(Debug, Hash)]
pub struct Cake {
    shares: Option<Share>,
    pieces: Vec<(u32, String)>,
    size: Size,
}

#[derive(Debug, Hash)]
pub enum Size {
    Small,
    Some(i64),
    Of { width: u8 },
}

impl Cake {
    pub fn new(share: u8) -> Cake {
        Cake { shares: Some(Share(share)), pieces: Vec::new(), size: Size::Of { width: share } }
    }
}

impl fmt::Display for Cake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pieces, {:?}", self.pieces.len(), self.size)
    }
}

/// A message that is made elsewhere may run anything.
pub fn passed_on(f: &mut fmt::Formatter<'_>, message: fmt::Arguments<'_>) -> fmt::Result {
    f.write_fmt(message)
}

struct Odd;

impl Hasher for Odd {
    fn write(&mut self, bytes: &[u8]) {
        assert!(bytes.len() < 4);
    }

    fn finish(&self) -> u64 {
        0
    }
}

/// A hasher of the crate's own is none of the client's.
pub fn hashed(n: u64) {
    n.hash(&mut Odd);
}

pub struct Column {
    width: usize,
}

impl Column {
    pub fn new(width: usize) -> Column {
        Column { width }
    }
}

/// A width beyond 16 bits panics.
impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>1$}", 7, self.width)
    }
}

pub fn padded(width: usize) -> String {
    format!("{:>1$}", 7, width)
}

/// A writer of the crate's own: it is given any text, any number of times.
pub struct Line {
    length: usize,
}

impl std::fmt::Write for Line {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        if text.len() > 80 - self.length {
            return Err(std::fmt::Error);
        }
        self.length += text.len();
        Ok(())
    }
}

impl Line {
    pub fn new() -> Line {
        Line { length: 0 }
    }

    pub fn number(&mut self, number: u32) -> bool {
        std::fmt::Write::write_fmt(self, format_args!("{number:>4}, ")).is_ok()
    }
}

pub struct Quarrelsome(u32);

impl std::fmt::Display for Quarrelsome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        assert!(self.0 < 10);
        f.write_str("fine")
    }
}

pub struct Scrap(usize);

impl std::fmt::Write for Scrap {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0 = text.len();
        Ok(())
    }
}

pub fn to_scrap(value: &Quarrelsome) -> bool {
    let mut scrap = Scrap(0);
    std::fmt::Write::write_fmt(&mut scrap, format_args!("{value}")).is_ok()
}

pub struct Scale(f64);

impl Scale {
    pub fn new(value: f64) -> Scale {
        Scale(value)
    }
}

/// std panics if a client writes it with `{:.65535e}`.
impl fmt::LowerExp for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerExp::fmt(&self.0, f)
    }
}

pub struct Weight(f64);

impl Weight {
    pub fn new(value: f64) -> Weight {
        Weight(value)
    }
}

impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
