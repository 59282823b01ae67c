//! Misuses of `skip`.

#[pct::skip]
fn no_reason() {}

#[pct::skip(" ")]
fn empty_reason() {}

#[pct::skip(slow)]
fn reason_without_quotes() {}

#[pct::skip("slow", "really")]
fn two_reasons() {}

#[pct::skip("slow")]
struct OnAType { size: i32 }

#[pct::skip("slow")]
#[pct::predicates(n > 0)]
fn skipped_and_observed(n: i32) -> i32 {
    n
}

#[pct::skip("slow")]
static ON_A_STATIC: i32 = 1;

fn main() {}
