//! A table of functions hands out those that are private.

fn set(dial: &mut Dial, at: u32) {
    dial.at = at;
}

#[cfg(broken)]
pub static OPERATIONS: [fn(&mut Dial, u32); 1] = [set];

#[cfg(not(broken))]
pub fn reset(dial: &mut Dial) {
    set(dial, 0);
}
