//! A function that is no method changes the fields.

pub fn shrink(dial: &mut Dial) {
    dial.max = 0;
    if cfg!(not(broken)) {
        dial.at = 0;
    }
}
