//! Functions whose call is harmless and whose result is not; and one that is both.

pub fn divides(n: u32) -> impl Fn(u32) -> u32 {
    move |by| n / by
}

pub async fn panics(n: u32) -> u32 {
    100 / n
}

pub fn lazily(n: u32) -> std::iter::Map<std::ops::Range<u32>, impl FnMut(u32) -> u32> {
    (0..n).map(move |by| n / by)
}

pub fn shown<T: std::fmt::Debug>(value: T) -> usize {
    std::any::type_name_of_val(&value).len()
}

pub fn harmless(n: u32) -> u32 {
    n / 2
}
