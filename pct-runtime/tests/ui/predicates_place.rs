//! `predicates` where it cannot stand.

struct Stack { size: i32 }

#[pct::predicates(self.size > 0)]
impl Stack {
    fn size(&self) -> i32 {
        self.size
    }
}

#[pct::predicates(self.a > 0)]
union Both {
    a: u32,
    b: i32,
}

#[pct::predicates]
trait Sized2 {
    fn size(&self) -> i32;
}

#[pct::predicates]
mod inner {}

#[pct::predicates]
const N: i32 = 1;

fn main() {}
