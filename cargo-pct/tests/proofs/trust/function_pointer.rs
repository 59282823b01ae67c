//! A private function whose pointer is handed out can be called with anything.

fn set(dial: &mut Dial, at: u32) {
    dial.at = at;
}

#[cfg(broken)]
pub fn setter() -> fn(&mut Dial, u32) {
    set
}

#[cfg(not(broken))]
pub fn reset(dial: &mut Dial) {
    set(dial, 0);
}
