//! Misuses of `requires`.

#[pct::requires]
fn no_condition(n: i32) -> i32 {
    n
}

#[pct::requires(n > 0, n < 9)]
fn two_conditions(n: i32) -> i32 {
    n
}

#[pct::requires(local > 0)]
fn over_a_local(n: i32) -> i32 {
    let local = n;
    local
}

#[pct::requires(self.n > 0)]
fn over_self(n: i32) -> i32 {
    n
}

#[pct::requires({ n += 1; n > 0 })]
fn assigns(n: i32) -> i32 {
    n
}

#[pct::requires(self.n > 0)]
struct OnAType { n: i32 }

struct Stack;

#[pct::requires(n > 0)]
impl Stack {}

#[pct::requires(true)]
mod inner {}

fn main() {}
