//! An object that a lock lends stays changed when the loan ends.

pub fn spoil(lock: &std::sync::Mutex<Dial>) {
    if let Ok(mut dial) = lock.lock() {
        dial.max = 0;
    }
}
