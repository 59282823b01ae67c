//! Misuses of `cutpoint!`, in instrumented functions and elsewhere.

fn plain() {
    pct::cutpoint!();
    pct::cutpoint!(L3);
    pct::cutpoint!("");
    pct::cutpoint!("L3", "L4");
    pct::cutpoint!("entry");
    pct::cutpoint!("loop2");
}

#[pct::predicates(n > 0)]
fn annotated(n: i32) -> i32 {
    pct::cutpoint!("L3");
    pct::cutpoint!("L3");
    n
}

fn main() {}
