//! A queue of fixed size whose numbers wrap around the end of their storage.
//!
//! The usual place for a mistake by one: `head` and `len` must fit the storage, and each other, after every call. `cargo
//! pct` proves that no index is ever outside, whatever calls a client makes, and prints what `head` and `len` keep to.

/// A queue of at most so many numbers: the first in is the first out.
#[cfg_attr(
    feature = "own-predicates",
    pct::predicates(
        head_inside = self.head < self.slots.len(),
        len_inside = self.len <= self.slots.len(),
        empty = self.len == 0,
        full = self.len == self.slots.len(),
    )
)]
#[cfg_attr(not(feature = "own-predicates"), pct::predicates)]
pub struct RingBuffer {
    /// The queue lies in `len` of these, from `head` on, and goes on at the start where the end is reached.
    slots: Vec<i32>,
    head: usize,
    len: usize,
}

#[pct::predicates]
impl RingBuffer {
    /// An empty queue for `capacity` numbers, at least for one.
    pub fn new(capacity: u16) -> RingBuffer {
        let capacity = if capacity == 0 { 1 } else { capacity };
        RingBuffer { slots: vec![0; capacity as usize], head: 0, len: 0 }
    }

    /// How many numbers are in the queue.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether there is no room for another.
    pub fn is_full(&self) -> bool {
        self.len == self.slots.len()
    }

    /// Puts a number at the end of the queue; a full queue gives it back.
    pub fn push(&mut self, number: i32) -> Result<(), i32> {
        if self.is_full() {
            return Err(number);
        }
        let before_the_end = self.slots.len() - self.head;
        let index = if self.len < before_the_end { self.head + self.len } else { self.len - before_the_end };
        self.slots[index] = number;
        self.len += 1;
        Ok(())
    }

    /// Takes the number at the front of the queue.
    pub fn pop(&mut self) -> Option<i32> {
        if self.is_empty() {
            return None;
        }
        let number = self.slots[self.head];
        self.head += 1;
        if self.head == self.slots.len() {
            self.head = 0;
        }
        self.len -= 1;
        Some(number)
    }

    /// Forgets all numbers.
    pub fn clear(&mut self) {
        self.head = 0;
        self.len = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_in_is_the_first_out() {
        let mut queue = RingBuffer::new(4);
        assert_eq!(queue.push(1), Ok(()));
        assert_eq!(queue.push(2), Ok(()));
        assert_eq!((queue.pop(), queue.pop(), queue.pop()), (Some(1), Some(2), None));
    }

    #[test]
    fn a_full_queue_gives_the_number_back() {
        let mut queue = RingBuffer::new(0);
        assert_eq!(queue.push(7), Ok(()));
        assert!(queue.is_full());
        assert_eq!(queue.push(8), Err(8));
        assert_eq!(queue.pop(), Some(7));
    }

    #[test]
    fn numbers_wrap_around_the_end() {
        let mut queue = RingBuffer::new(3);
        for number in 0..10 {
            assert_eq!(queue.push(number), Ok(()));
            assert_eq!(queue.push(-number), Ok(()));
            assert_eq!((queue.pop(), queue.pop()), (Some(number), Some(-number)));
        }
        assert!(queue.is_empty());
    }

    #[test]
    fn a_cleared_queue_is_empty() {
        let mut queue = RingBuffer::new(2);
        assert_eq!(queue.push(1), Ok(()));
        queue.clear();
        assert_eq!((queue.len(), queue.pop()), (0, None));
    }
}
