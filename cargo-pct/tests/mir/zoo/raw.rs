//! Raw pointers, transmutes, assembly and processor features.

use std::mem::{ManuallyDrop, MaybeUninit};

pub unsafe fn pointers(p: *mut u32, q: *const [u8], n: usize) -> (u32, usize, *const u8) {
    unsafe {
        *p = 3;
        let next = &raw mut *p.add(n);
        (*next, q.len(), q as *const u8)
    }
}

pub fn addresses(x: &u32) -> (usize, *const u8, *const u32) {
    let p = &raw const *x;
    (p as usize, p.cast(), 16 as *const u32)
}

pub fn transmuted(x: u32) -> [u8; 4] {
    unsafe { std::mem::transmute(x) }
}

pub fn uninit() -> [MaybeUninit<u8>; 8] {
    [const { MaybeUninit::uninit() }; 8]
}

pub fn manual(x: ManuallyDrop<String>) -> String {
    ManuallyDrop::into_inner(x)
}

#[cfg(target_arch = "x86_64")]
pub fn assembly(mut x: u64) -> u64 {
    unsafe {
        std::arch::asm!("add {0}, 5", "nop // ; }}", inout(reg) x);
    }
    x
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
pub fn features(x: std::arch::x86_64::__m256i) -> i32 {
    std::arch::x86_64::_mm256_movemask_epi8(x)
}

pub fn slice_length(s: &[u8]) -> u8 {
    s[s.len() - 1]
}

pub fn volatile(x: &mut u8) {
    unsafe { std::ptr::write_volatile(x, std::ptr::read(x)) }
}

pub fn never_null(x: std::num::NonZero<i32>) -> i32 {
    x.get()
}
