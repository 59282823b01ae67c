//! A destructor changes of which variant a field is: what it leaves there is dropped, and nothing else.

pub struct Counts<'a>(&'a mut u32);

impl Drop for Counts<'_> {
    fn drop(&mut self) {
        *self.0 += 1;
    }
}

pub struct Keeps<'a>(Option<Counts<'a>>, bool);

impl Drop for Keeps<'_> {
    fn drop(&mut self) {
        if self.1 {
            std::mem::forget(self.0.take());
        }
    }
}

pub fn always(is_kept: bool) {
    let mut count = 0;
    drop(Keeps(Some(Counts(&mut count)), is_kept));
    assert!(count == 1);
}

pub fn unless_kept(is_kept: bool) {
    let mut count = 0;
    drop(Keeps(Some(Counts(&mut count)), is_kept));
    assert!(count == u32::from(!is_kept));
}
