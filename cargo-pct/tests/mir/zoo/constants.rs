//! Constants, statics, promoted values and allocations.

use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicUsize, Ordering};

pub const LIMIT: usize = 10;
pub const TEXT: &str = "a\"b";
pub const TABLE: [u8; 4] = [1, 2, 3, 4];
pub const COMPUTED: u64 = compute(3);
pub const MARKER: PhantomData<fn() -> u8> = PhantomData;
pub const NESTED: Option<(u8, &str)> = Some((1, "x"));

pub static COUNTER: AtomicUsize = AtomicUsize::new(0);
pub static NAMES: [&str; 2] = ["one", "two"];
pub static mut MUTABLE: u32 = 4;

unsafe extern "C" {
    pub static FOREIGN: i32;
}

thread_local! {
    static LAZY: Cell<u32> = Cell::new(1);
    static EAGER: Cell<u32> = const { Cell::new(1) };
}

pub const fn compute(n: u64) -> u64 {
    n * 2
}

pub fn named() -> (usize, &'static str, u8, u64, u32) {
    (LIMIT, TEXT, TABLE[1], COMPUTED, u32::MAX)
}

pub fn statics() -> usize {
    COUNTER.fetch_add(1, Ordering::SeqCst) + NAMES[COUNTER.load(Ordering::SeqCst)].len()
}

pub unsafe fn mutable() -> u32 {
    unsafe {
        MUTABLE += FOREIGN as u32;
        MUTABLE
    }
}

pub fn threads() -> u32 {
    LAZY.get() + EAGER.with(Cell::get)
}

pub fn promoted() -> &'static [Option<u8>; 2] {
    &[Some(1), None]
}

pub fn inline<const N: usize>() -> [u8; N] {
    const { assert!(N < 9) }
    [const { 3 + 4 }; N]
}

pub fn lengths<const N: usize>(a: [u8; N]) -> usize {
    [0u16; LIMIT].len() + a.len()
}

pub struct Error(());

pub fn folded() -> Result<PhantomData<u8>, Error> {
    Err(Error(()))
}

pub fn folded_question() -> Result<u8, std::fmt::Error> {
    let x: u8 = Err(std::fmt::Error)?;
    Ok(x)
}

pub fn c_string() -> &'static std::ffi::CStr {
    c"text"
}

pub enum Code {
    A = -3,
    B,
}
