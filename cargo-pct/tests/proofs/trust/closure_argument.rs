//! A closure that touches the object is put where an argument points to.

#[cfg(broken)]
pub fn store(into: &mut fn(&mut Dial)) {
    *into = |dial| dial.max = 0;
}
