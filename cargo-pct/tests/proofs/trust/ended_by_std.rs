//! Values of std whose end runs code of the crate that their types do not name. The functions of `wrong` panic.

use std::cmp::Ordering;
use std::collections::binary_heap::PeekMut;
use std::io;
use std::sync::Arc;
use std::task::{Wake, Waker};

pub mod safe {
    use super::*;

    pub fn peeked(top: PeekMut<'_, u8>) {
        drop(top);
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
    let panicking: [fn(); 4] = [
        || changed(wrong::looked_at),
        || changed(|top| wrong::looked_at_perhaps(Some(top))),
        || wrong::failed(io::Error::other(wrong::Late(0))),
        || wrong::woken(Arc::new(wrong::Woken(0)).into()),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
    safe::peeked(std::collections::BinaryHeap::from(vec![1]).peek_mut().unwrap());
}
