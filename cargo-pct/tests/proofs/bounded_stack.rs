
/// A stack of distinct numbers with a limited size.
///
/// Operations that make no sense at the moment are to have no effect: a push onto a full stack, a pop from an empty one.
pub struct BoundedStack {
    /// Room for the numbers; the first `size` of them are on the stack, the last of these on top.
    elems: Vec<i32>,
    size: i32,
    max: i32,
}

impl BoundedStack {
    /// An empty stack for at most `capacity` numbers.
    pub fn new(capacity: i32) -> BoundedStack {
        BoundedStack { elems: vec![0; capacity as usize], size: 0, max: capacity }
    }

    /// How many numbers are on the stack.
    pub fn size(&self) -> i32 {
        self.size
    }

    /// The number on top.
    pub fn top(&self) -> Option<i32> {
        if self.size > 0 { Some(self.elems[(self.size - 1) as usize]) } else { None }
    }

    /// Takes the number on top away.
    pub fn pop(&mut self) {
        self.size -= 1;
    }

    /// Puts `k` on top. A number that is on the stack already moves up instead of being there twice.
    pub fn push(&mut self, k: i32) {
        let mut index = 0;
        let mut already = false;
        while index < self.size {
            if self.elems[index as usize] == k {
                already = true;
                break;
            }
            index += 1;
        }
        if already {
            for j in index..self.size - 1 {
                self.elems[j as usize] = self.elems[(j + 1) as usize];
            }
            self.elems[(self.size - 1) as usize] = k;
        } else if self.size < self.max {
            self.elems[self.size as usize] = k;
            self.size += 1;
        }
    }
}

