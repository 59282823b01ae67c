//! Predicates that visibly change state, leave the function, wait, loop or print.

#[pct::predicates(assigns = { self.size = 1; true })]
struct Assigns { size: i32 }

#[pct::predicates(self.size += 1)]
struct AddsTo { size: i32 }

#[pct::predicates(self.size <<= 1)]
struct Shifts { size: i32 }

#[pct::predicates(takes(&mut self.size))]
struct Borrows { size: i32 }

#[pct::predicates(takes(&raw mut self.size))]
struct Points { size: i32 }

#[pct::predicates({ for x in &self.all { check(x) } true })]
struct ForLoop { all: Vec<i32> }

#[pct::predicates({ while self.on {} true })]
struct WhileLoop { on: bool }

#[pct::predicates(loop { break self.on })]
struct Loops { on: bool }

#[pct::predicates(self.next.await)]
struct Waits { next: i32 }

#[pct::predicates(poll(async { self.on }))]
struct Async { on: bool }

#[pct::predicates(if self.on { return false } else { true })]
struct Returns { on: bool }

#[pct::predicates(self.first()? > 0)]
struct Asks { all: Vec<i32> }

#[pct::predicates({ println!("{}", self.on); self.on })]
struct Prints { on: bool }

#[pct::predicates(dbg!(self.on))]
struct Debugs { on: bool }

#[pct::predicates(other!(x => &mut self.on; while))]
struct Hidden { on: bool }

#[pct::predicates({ pct = 1; dbg!(self.on) })]
struct Several { on: bool }

fn main() {}
