//! Misuses of `invariant`.

#[pct::invariant]
struct NoCondition { size: i32 }

#[pct::invariant(self.size >= 0, self.size <= 9)]
struct TwoConditions { size: i32 }

#[pct::invariant(self.size = 0)]
struct Assigns { size: i32 }

#[pct::invariant(size >= 0)]
struct NoSelf { size: i32 }

#[pct::invariant(n > 0)]
fn on_a_function(n: i32) -> i32 {
    n
}

struct Stack;

#[pct::invariant(true)]
impl Stack {}

#[pct::invariant(true)]
mod inner {}

fn main() {}
