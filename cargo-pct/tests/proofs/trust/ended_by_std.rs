//! Values of std whose end runs code of the crate that their types do not name. The functions of `wrong` panic.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::binary_heap::PeekMut;
use std::io;
use std::sync::Arc;
use std::task::{Wake, Waker};

pub mod safe {
    use super::*;

    pub fn peeked(top: PeekMut<'_, (u8, String)>) {
        drop(top);
    }

    pub fn written(writer: io::BufWriter<Vec<u8>>) {
        drop(writer);
    }
}

pub mod wrong {
    use super::*;

    #[derive(PartialEq, Eq)]
    pub struct Key(pub u8);

    impl PartialOrd for Key {
        fn partial_cmp(&self, other: &Key) -> Option<Ordering> {
            Some(self.cmp(other))
        }
    }

    impl Ord for Key {
        fn cmp(&self, other: &Key) -> Ordering {
            (10 / self.0).cmp(&(10 / other.0))
        }
    }

    pub fn looked_at(top: PeekMut<'_, Key>) {
        drop(top);
    }

    pub fn looked_at_perhaps(_: Option<PeekMut<'_, Key>>) {}

    pub fn lent(top: PeekMut<'_, RefCell<u8>>) {
        drop(top);
    }

    pub fn spliced(splice: std::vec::Splice<'_, std::ops::RangeFrom<u8>>) {
        drop(splice);
    }

    pub fn written(writer: io::BufWriter<io::Cursor<Vec<u8>>>) {
        drop(writer);
    }

    #[derive(Debug)]
    pub struct Late(pub u8);

    impl std::fmt::Display for Late {
        fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            Ok(())
        }
    }

    impl std::error::Error for Late {}

    impl Drop for Late {
        fn drop(&mut self) {
            let _ = 10 / self.0;
        }
    }

    pub fn failed(_: io::Error) {}

    pub struct Woken(pub u8);

    impl Wake for Woken {
        fn wake(self: Arc<Woken>) {}
    }

    impl Drop for Woken {
        fn drop(&mut self) {
            let _ = 10 / self.0;
        }
    }

    pub fn woken(_: Waker) {}
}

#[cfg(native)]
fn main() {
    fn changed(look: fn(PeekMut<'_, wrong::Key>)) {
        let mut heap = std::collections::BinaryHeap::from(vec![wrong::Key(1), wrong::Key(2)]);
        let mut top = heap.peek_mut().unwrap();
        top.0 = 0;
        look(top);
    }
    fn lent() {
        let mut heap = std::collections::BinaryHeap::from(vec![RefCell::new(1), RefCell::new(2)]);
        let mut top = heap.peek_mut().unwrap();
        let cell: &mut RefCell<u8> = &mut top;
        std::mem::forget(cell.borrow_mut());
        wrong::lent(top);
    }
    fn written() {
        let mut cursor = io::Cursor::new(Vec::new());
        cursor.set_position(u64::MAX);
        let mut writer = io::BufWriter::new(cursor);
        io::Write::write(&mut writer, &[1]).unwrap();
        wrong::written(writer);
    }
    let panicking: [fn(); 7] = [
        lent,
        || wrong::spliced(vec![1u8].splice(0..1, 250..)),
        written,
        || changed(wrong::looked_at),
        || changed(|top| wrong::looked_at_perhaps(Some(top))),
        || wrong::failed(io::Error::other(wrong::Late(0))),
        || wrong::woken(Arc::new(wrong::Woken(0)).into()),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
    safe::peeked(std::collections::BinaryHeap::from(vec![(1, String::new())]).peek_mut().unwrap());
    safe::written(io::BufWriter::new(Vec::new()));
}
