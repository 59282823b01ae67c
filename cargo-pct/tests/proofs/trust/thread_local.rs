//! An object in a thread-local is changed by calls that are not given it.

#[cfg(broken)]
std::thread_local! {
    static OWN: std::cell::RefCell<Dial> = std::cell::RefCell::new(Dial::new(3));
}

#[cfg(broken)]
pub fn spoil() {
    OWN.with(|dial| dial.borrow_mut().max = 0);
}
