//! Closures, function items and function pointers.

#[derive(Default)]
pub struct Parts {
    a: String,
    b: (u32, String),
    c: Vec<u32>,
}

pub fn plus(x: u32) -> u32 {
    x + 1
}

/// The aggregate loses operands: four captures of two variables.
pub fn lost_captures(s: Parts, t: &Parts) -> usize {
    let total = || s.a.len() + s.b.1.len() + t.a.len() + t.c.len();
    total()
}

pub fn captures(n: usize, mut v: Vec<u32>) -> usize {
    let mut push = |x| v.push(x);
    push(3);
    let add = move |m: usize| n + m;
    add(v.len())
}

pub fn items() -> (Option<u32>, fn(u32) -> u32, fn(u8) -> u8, u32) {
    let item = plus;
    (Some(1).map(plus), plus, |x| x, item(3))
}

pub fn pointers(f: fn(u32) -> u32, g: &dyn Fn(u32) -> u32, h: impl FnOnce(&u32) -> u32 + Send) -> u32 {
    f(1) + g(2) + h(&3)
}

pub fn constructors(v: Vec<u32>) -> Vec<Option<u32>> {
    v.into_iter().map(Some).collect()
}

pub fn returned<'a>(x: &'a str) -> impl Fn(char) -> bool + 'a {
    move |c| x.contains(c)
}

pub fn nested() -> usize {
    let outer = |x: usize| {
        let inner = |y: usize| x + y;
        inner(2)
    };
    outer(1)
}

pub unsafe fn higher(f: for<'a> unsafe fn(&'a u8) -> &'a u8, x: &u8) -> u8 {
    unsafe { *f(x) }
}

pub fn pointer_to_pointer(f: fn(fn(u8)) -> fn(u8), g: fn(u8)) -> fn(u8) {
    f(g)
}

pub fn takes_unsafe(f: unsafe fn(*mut u8)) -> usize {
    f as usize
}

pub fn coerced() -> usize {
    takes_unsafe(|_| {})
}
