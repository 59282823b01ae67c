//! The text of an editor as a gap buffer: the free room lies where the cursor is, so that typing moves nothing.
//!
//! The bytes in front of the gap are the text up to the cursor, those behind it the rest. `cargo pct` proves that no index leaves the
//! storage, wherever the cursor goes and whatever is typed or deleted there.

/// A text of at most so many bytes.
#[pct::predicates(
    at_start = self.start == 0,
    at_end = self.end == self.bytes.len(),
    full = self.start == self.end,
)]
#[derive(Debug)]
pub struct GapBuffer {
    bytes: Vec<u8>,
    /// The first free byte: where the cursor is.
    start: usize,
    /// The first byte behind the gap.
    end: usize,
}

#[pct::predicates]
impl GapBuffer {
    /// An empty text with room for so many bytes.
    pub fn new(capacity: u16) -> GapBuffer {
        let bytes = vec![0; capacity as usize];
        GapBuffer { start: 0, end: bytes.len(), bytes }
    }

    /// How long the text is.
    pub fn len(&self) -> usize {
        self.start + (self.bytes.len() - self.end)
    }

    /// Whether there is no text.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where the cursor is.
    pub fn cursor(&self) -> usize {
        self.start
    }

    /// Types a byte at the cursor; whether there was room for it.
    pub fn insert(&mut self, byte: u8) -> bool {
        if self.start == self.end {
            return false;
        }
        self.bytes[self.start] = byte;
        self.start += 1;
        true
    }

    /// Deletes the byte in front of the cursor.
    pub fn backspace(&mut self) -> Option<u8> {
        if self.start == 0 {
            return None;
        }
        self.start -= 1;
        Some(self.bytes[self.start])
    }

    /// Moves the cursor one byte to the left; whether there was one.
    pub fn left(&mut self) -> bool {
        if self.start == 0 {
            return false;
        }
        self.start -= 1;
        self.end -= 1;
        self.bytes[self.end] = self.bytes[self.start];
        true
    }

    /// Moves the cursor one byte to the right; whether there was one.
    pub fn right(&mut self) -> bool {
        if self.end == self.bytes.len() {
            return false;
        }
        self.bytes[self.start] = self.bytes[self.end];
        self.start += 1;
        self.end += 1;
        true
    }

    /// Moves the cursor to the start of the text.
    pub fn home(&mut self) {
        while self.start > 0 {
            self.left();
        }
    }

    /// The byte at a place of the text.
    pub fn get(&self, index: usize) -> Option<u8> {
        if index < self.start {
            Some(self.bytes[index])
        } else if index < self.len() {
            Some(self.bytes[index - self.start + self.end])
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_typed_can_be_read() {
        let mut text = GapBuffer::new(4);
        assert!(text.is_empty());
        assert!(text.insert(b'a'));
        assert!(text.insert(b'c'));
        assert!(text.left());
        assert!(text.insert(b'b'));
        let read: Vec<u8> = (0..3).filter_map(|index| text.get(index)).collect();
        assert_eq!(read, b"abc");
        assert_eq!(text.get(3), None);
    }

    #[test]
    fn the_cursor_moves_and_deletes() {
        let mut text = GapBuffer::new(4);
        assert!(text.insert(b'a') && text.insert(b'b'));
        text.home();
        assert_eq!(text.cursor(), 0);
        assert_eq!(text.backspace(), None);
        assert!(text.right());
        assert_eq!(text.backspace(), Some(b'a'));
        assert_eq!(text.len(), 1);
    }
}
