//! Misuses of `panics`.

#[pct::panics]
fn no_condition(n: i32) -> i32 {
    n
}

#[pct::panics(n > 0, n < 9)]
fn two_conditions(n: i32) -> i32 {
    n
}

#[pct::panics(local > 0)]
fn over_a_local(n: i32) -> i32 {
    let local = n;
    local
}

#[pct::panics(self.n > 0)]
fn over_self(n: i32) -> i32 {
    n
}

#[pct::panics({ n += 1; n > 0 })]
fn assigns(n: i32) -> i32 {
    n
}

#[pct::panics(self.n > 0)]
struct OnAType { n: i32 }

struct Stack;

#[pct::panics(n > 0)]
impl Stack {}

#[pct::panics(true)]
mod inner {}

fn main() {}
