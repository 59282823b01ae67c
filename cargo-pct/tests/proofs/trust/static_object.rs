//! A static is changed by calls that are not given it.

use std::sync::Mutex;

#[cfg(broken)]
static SHARED: Mutex<Dial> = Mutex::new(Dial { at: 0, max: 5 });

#[cfg(broken)]
pub fn spoil() {
    if let Ok(mut dial) = SHARED.lock() {
        dial.max = 0;
    }
}
