//! A class that borrows is one class, whatever it borrows.

pub struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a [u8]) -> Reader<'a> {
        Reader { text, at: 0 }
    }

    pub fn next(&mut self) -> Option<u8> {
        if self.at < self.text.len() {
            let byte = self.text[self.at];
            self.at += 1;
            Some(byte)
        } else {
            None
        }
    }

    pub fn rest(&self) -> &'a [u8] {
        assert!(self.at <= self.text.len());
        self.text
    }

    #[cfg(broken)]
    pub fn skip(&mut self) {
        self.at += 2;
    }

    #[cfg(other)]
    pub fn replace(&mut self, text: &'a [u8]) {
        self.text = text;
    }
}

#[cfg(elsewhere)]
pub fn wind(reader: &mut Reader<'_>) {
    reader.at = 7;
}

#[cfg(lent)]
pub struct Counter<'a> {
    count: &'a mut usize,
}

#[cfg(lent)]
impl<'a> Counter<'a> {
    pub fn new(count: &'a mut usize) -> Counter<'a> {
        *count = 1;
        Counter { count }
    }

    pub fn next(&mut self) {
        if *self.count < 100 {
            *self.count += 1;
        }
    }

    pub fn share(&self) -> usize {
        100 / *self.count
    }

    #[cfg(out)]
    pub fn count(&mut self) -> Option<&mut usize> {
        Some(self.count)
    }

    #[cfg(whole)]
    pub fn inside(&mut self) -> &mut &'a mut usize {
        &mut self.count
    }

    #[cfg(zero)]
    pub fn reset(&mut self) {
        *self.count = 0;
    }
}
