//! Predicates over what is not there.

#[pct::predicates(size > 0)]
struct NoSelf { size: i32 }

#[pct::predicates(1 < 2)]
struct Constant { size: i32 }

#[pct::predicates(self.size > 0)]
fn free(n: i32) -> i32 {
    n
}

#[pct::predicates(m > n)]
fn unknown(n: i32) -> i32 {
    n
}

#[pct::predicates(inner > n)]
fn only_in_a_closure(n: i32) -> i32 {
    let f = |inner: i32| inner + 1;
    f(n)
}

fn main() {}
