//! A private function that the linker exports can be called from elsewhere.

#[cfg_attr(broken, unsafe(no_mangle))]
extern "C" fn set(dial: &mut Dial, at: u32) {
    dial.at = at;
}
