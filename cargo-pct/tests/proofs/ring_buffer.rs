
/// A queue of at most so many numbers: the first in is the first out.
pub struct RingBuffer {
    /// The queue lies in `len` of these, from `head` on, and goes on at the start where the end is reached.
    slots: Vec<i32>,
    head: usize,
    len: usize,
}

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

