//! Unit tests, and macros of the standard library whose expansion is not stable syntax.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Counter {
    pub total: u32,
    step: u8,
}

impl Counter {
    pub fn new(step: u8) -> Counter {
        Counter { total: 0, step }
    }

    pub fn advance(&mut self) -> u32 {
        fn widen(step: u8) -> u32 {
            step.into()
        }
        self.total += widen(self.step);
        self.total
    }
}

pub const STEP_OFFSET: usize = std::mem::offset_of!(Counter, step);

pub fn poll_once<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut future = pin!(future);
    match future.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn helper() -> Counter {
        Counter::new(2)
    }

    #[test]
    fn it_advances() {
        let mut counter = helper();
        assert_eq!(counter.advance(), 2);
        assert!((0..3).all(|_| counter.advance() > 2), "it stands still at {counter:?}");
    }

    #[test]
    #[should_panic(expected = "overflow")]
    fn it_overflows() {
        let mut counter = Counter { total: u32::MAX, step: 1 };
        counter.advance();
    }

    #[test]
    fn it_returns() -> Result<(), String> {
        poll_once(async { 1 }).map(drop).ok_or_else(String::new)
    }

    macro_rules! cases {
        ($($name:ident)*) => {$(
            #[test]
            fn $name() {
                assert!(["a", "b"].contains(&stringify!($name)));
            }
        )*};
    }

    cases!(a b);
}
