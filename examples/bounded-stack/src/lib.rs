//! A stack that holds at most so many different numbers. It has a bug, and its tests do not find it.
//!
//! Run `cargo test` here: everything passes. Then run `cargo pct`. It takes the states that the tests left the stack
//! in, asks which states a method could lead to *next*, builds such a state itself, and runs the compiled methods on it.
//! One of them panics. Then it looks for calls that lead there from `new`, and writes them down as a test.
//!
//! The repaired stack is next door, in `bounded-stack-fixed`.

/// A stack of distinct numbers with a limited size.
///
/// Operations that make no sense at the moment are to have no effect: a push onto a full stack, a pop from an empty one.
#[cfg_attr(
    feature = "own-predicates",
    pct::predicates(
        nonneg = self.size >= 0,
        within = self.size <= self.max,
        some = self.size > 0,
        room = self.size < self.max,
        backed = self.elems.len() == self.max as usize,
    )
)]
#[cfg_attr(not(feature = "own-predicates"), pct::predicates)]
pub struct BoundedStack {
    /// Room for the numbers; the first `size` of them are on the stack, the last of these on top.
    elems: Vec<i32>,
    size: i32,
    max: i32,
}

#[pct::predicates]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_stack_is_empty() {
        let stack = BoundedStack::new(3);
        assert_eq!(stack.size(), 0);
        assert_eq!(stack.top(), None);
    }

    #[test]
    fn the_last_number_pushed_is_on_top() {
        let mut stack = BoundedStack::new(3);
        stack.push(10);
        stack.push(20);
        assert_eq!(stack.top(), Some(20));
        stack.pop();
        assert_eq!(stack.top(), Some(10));
    }

    #[test]
    fn a_full_stack_takes_no_more() {
        let mut stack = BoundedStack::new(2);
        stack.push(1);
        stack.push(2);
        stack.push(3);
        assert_eq!((stack.size(), stack.top()), (2, Some(2)));
    }

    #[test]
    fn a_number_pushed_again_moves_to_the_top() {
        let mut stack = BoundedStack::new(3);
        stack.push(1);
        stack.push(2);
        stack.push(3);
        stack.push(1);
        assert_eq!((stack.size(), stack.top()), (3, Some(1)));
        stack.pop();
        assert_eq!(stack.top(), Some(3));
    }
}
