//! A loop over a constant table, whose last entry says whether something is left over.

#[cfg(not(broken))]
static TABLE: &[(&str, i32)] = &[("M", 1000), ("CD", 400), ("C", 100), ("I", 1)];

#[cfg(broken)]
static TABLE: &[(&str, i32)] = &[("M", 1000), ("CD", 400), ("C", 100), ("II", 2)];

pub fn spell(n: i32) -> usize {
    if n <= 0 || n > 3999 {
        return 0;
    }
    let (mut n, mut letters) = (n, 0_usize);
    for &(name, value) in TABLE.iter() {
        while n >= value {
            n -= value;
            letters = letters.saturating_add(name.len());
        }
    }
    assert!(n == 0);
    letters
}
