//! A stack that holds at most so many different numbers, repaired.
//!
//! It differs from the one in `bounded-stack` in two lines: `pop` leaves an empty stack alone, and `new` makes room for
//! two numbers where it is asked for less than one. The tests are the same, and still try neither.
//!
//! Yet `cargo pct` proves here that no method panics, whatever calls a client makes. It starts from the states that the
//! tests reached and adds what is missing until every method, begun in any state of the set, ends in the set. The
//! set is then printed as the *class invariant*: what is true of every `BoundedStack` between two calls.

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
    /// An empty stack for at most `capacity` numbers, or for two where that is less than one.
    pub fn new(capacity: i32) -> BoundedStack {
        let capacity = if capacity <= 0 { 2 } else { capacity };
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
        if self.size > 0 {
            self.size -= 1;
        }
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
