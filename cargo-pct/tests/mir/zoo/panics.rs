//! Panics, drops, unwinding and cleanup.

pub struct Noisy(u8);

impl Drop for Noisy {
    fn drop(&mut self) {
        self.0 = 0;
    }
}

/// Diverging calls, with and without something to clean up: `-> unwind continue` and the bare `-> bbN`.
pub fn diverging(n: u32) -> u32 {
    if n == 0 {
        panic!("no cleanup");
    }
    let _noisy = Noisy(1);
    assert!(n > 1);
    assert_eq!(n, 2, "{n} is not two");
    match n {
        2 => n,
        _ => unreachable!(),
    }
}

pub fn conditional(flag: bool, a: Noisy) -> Option<Noisy> {
    let kept = if flag { Some(a) } else { None };
    if kept.is_some() { kept } else { None }
}

pub fn reassign(mut a: Vec<u8>) -> Vec<u8> {
    a = Vec::new();
    a
}

pub fn many(a: Noisy, b: Box<Noisy>, c: Vec<Noisy>) -> usize {
    let n = c.len();
    drop(b);
    std::mem::forget(a);
    n
}

pub fn formats(x: &str, y: f32) -> String {
    println!("{x} {y:.2} {{}}");
    format!("{:>width$}|{0:?}", x, width = 4)
}

pub fn exits(n: i32) -> i32 {
    if n > 0 { std::process::exit(n) } else { n }
}

pub extern "C" fn foreign_abi(n: u8) -> u8 {
    n + 1
}

unsafe extern "C" {
    fn abs(n: i32) -> i32;
    fn printf(format: *const u8, ...) -> i32;
}

pub fn foreign_call(n: i32) -> i32 {
    unsafe { abs(n) + printf(c"x".as_ptr().cast(), n) }
}
