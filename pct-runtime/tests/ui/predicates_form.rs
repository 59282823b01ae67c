//! Lists of predicates that are malformed, clash, or are too long.

#[pct::predicates(full: self.size == 1)]
struct Colon { size: i32 }

#[pct::predicates(full =)]
struct NoExpression { size: i32 }

#[pct::predicates(self.size > 0; self.size < 9)]
struct Semicolon { size: i32 }

#[pct::predicates(a = self.size > 0, a = self.size > 1)]
struct SameName { size: i32 }

#[pct::predicates(self.size > 0)]
#[pct::invariant(self.size > 0)]
struct SameText { size: i32 }

#[pct::predicates(
    self.a != 0, self.a != 1, self.a != 2, self.a != 3, self.a != 4, self.a != 5, self.a != 6, self.a != 7,
    self.a != 8, self.a != 9, self.a != 10, self.a != 11, self.a != 12, self.a != 13, self.a != 14, self.a != 15,
    self.a != 16, self.a != 17, self.a != 18, self.a != 19, self.a != 20, self.a != 21, self.a != 22, self.a != 23,
    self.a != 24, self.a != 25, self.a != 26, self.a != 27, self.a != 28, self.a != 29, self.a != 30, self.a != 31,
    self.a != 32, self.a != 33, self.a != 34, self.a != 35, self.a != 36, self.a != 37, self.a != 38, self.a != 39,
    self.a != 40, self.a != 41, self.a != 42, self.a != 43, self.a != 44, self.a != 45, self.a != 46, self.a != 47,
    self.a != 48, self.a != 49, self.a != 50, self.a != 51, self.a != 52, self.a != 53, self.a != 54, self.a != 55,
    self.a != 56, self.a != 57, self.a != 58, self.a != 59, self.a != 60, self.a != 61, self.a != 62, self.a != 63,
    last = self.a != 64,
)]
struct TooMany { a: i32 }

fn main() {}
