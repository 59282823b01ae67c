//! `clone_from` may have done half of its work when a clone panics.

use std::collections::VecDeque;

macro_rules! class {
    ($Class:ident, $Held:ty, |$value:ident| $first:expr, |$held:ident, $other:ident| $may:expr, |$looked:ident| $seen:expr) => {
        pub struct $Class<T> {
            held: $Held,
        }

        impl<T: Clone> $Class<T> {
            pub fn new($value: T) -> $Class<T> {
                $Class { held: $first }
            }

            pub fn set(&mut self, $other: &$Held) {
                let $held = &self.held;
                if $may {
                    self.held.clone_from($other);
                }
            }

            pub fn look(&self) -> Option<&T> {
                let $looked = &self.held;
                $seen
            }
        }
    };
}

pub mod safe {
    use super::*;

    class!(Vector, Vec<T>, |value| vec![value], |held, other| !other.is_empty(), |held| Some(&held[0]));
    class!(Array, [T; 2], |value| [value.clone(), value], |held, other| true, |held| Some(&held[1]));
    class!(
        Outcome, Result<Vec<T>, u8>, |value| Ok(vec![value]), |held, other| matches!(other, Ok(all) if !all.is_empty()),
        |held| match held { Ok(all) => Some(&all[0]), Err(_) => None }
    );
}

pub mod wrong {
    use super::*;

    class!(Queue, VecDeque<T>, |value| [value].into(), |held, other| !other.is_empty(), |held| Some(&held[0]));
    class!(Boxed, Box<VecDeque<T>>, |value| Box::new([value].into()), |held, other| !other.is_empty(), |held| Some(&held[0]));
    class!(
        Optional, Option<VecDeque<T>>, |value| Some([value].into()), |held, other| matches!(other, Some(all) if !all.is_empty()),
        |held| match held { Some(all) => Some(&all[0]), None => None }
    );
    class!(
        Failed, Result<u8, VecDeque<T>>, |value| Err([value].into()), |held, other| matches!(other, Err(all) if !all.is_empty()),
        |held| match held { Err(all) => Some(&all[0]), Ok(_) => None }
    );
    class!(
        Pair, [Vec<T>; 2], |value| [vec![value.clone()], vec![value]], |held, other| other[0].len() == other[1].len(),
        |held| if held[0].is_empty() { None } else { Some(&held[1][held[0].len() - 1]) }
    );
}

#[cfg(native)]
mod natively {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    pub struct Moody(pub bool);

    impl Clone for Moody {
        fn clone(&self) -> Moody {
            assert!(!self.0);
            Moody(false)
        }
    }

    macro_rules! panics {
        ($($Class:ident, $other:expr;)*) => { $({
            let mut object = wrong::$Class::new(Moody(false));
            let other = $other;
            assert!(catch_unwind(AssertUnwindSafe(|| object.set(&other))).is_err());
            assert!(catch_unwind(AssertUnwindSafe(|| object.look().is_some())).is_err(), stringify!($Class));
        })* };
    }

    pub fn run() {
        let (calm, moody) = (|| Moody(false), || Moody(true));
        panics! {
            Queue, [moody()].into();
            Boxed, Box::new([moody()].into());
            Optional, Some([moody()].into());
            Failed, Err([moody()].into());
            Pair, [vec![calm(), calm()], vec![moody(), calm()]];
        }
    }
}

#[cfg(native)]
fn main() {
    natively::run();
}
