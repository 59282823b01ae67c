//! What is written may run code whose type is not named, and builders may be used out of order. The functions of `wrong` panic for some
//! argument.

use std::fmt::{self, Debug, Display, Formatter};

/// Panics when it is shown, if it is zero.
pub struct Shy(pub u8);

impl Debug for Shy {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        assert!(self.0 != 0);
        f.write_str("shy")
    }
}

/// Fails to be written.
pub struct Failing;

impl Display for Failing {
    fn fmt(&self, _: &mut Formatter<'_>) -> fmt::Result {
        Err(fmt::Error)
    }
}

macro_rules! shown {
    ($($Shown:ident($Held:ty), |$own:ident, $f:ident| $write:expr;)*) => { $(
        pub struct $Shown(pub $Held);

        impl Debug for $Shown {
            fn fmt(&self, $f: &mut Formatter<'_>) -> fmt::Result {
                let $own = &self.0;
                $write
            }
        }
    )* };
}

pub mod safe {
    use super::*;

    shown! {
        Map(Vec<(u8, String)>), |own, f| f.debug_map().entries(own.iter().map(|(key, value)| (key, value))).finish();
        Entry(u8), |own, f| f.debug_map().entry(&"key", own).entry(&"other", own).finish();
        Looped(Vec<u8>), |own, f| {
            let mut map = f.debug_map();
            for part in own {
                map.entry(part, &1);
            }
            map.finish()
        };
    }

    pub fn text(n: u8) -> String {
        n.to_string()
    }

    pub fn letters(text: &str, f: &mut Formatter<'_>) -> fmt::Result {
        let mut letters = text.chars().peekable();
        letters.peek();
        letters.fmt(f)
    }
}

pub mod wrong {
    use super::*;

    shown! {
        KeyAlone(u8), |own, f| {
            let mut map = f.debug_map();
            map.key(own);
            if *own > 3 {
                map.value(own);
            }
            map.finish()
        };
        TwoKeys(u8), |own, f| f.debug_map().key(own).key(own).value(own).finish();
        ValueAlone(u8), |own, f| f.debug_map().value(own).finish();
        Handed(u8), |own, f| {
            let mut map = f.debug_map();
            begin(&mut map, own);
            map.entry(own, own).finish()
        };
    }

    fn begin(map: &mut fmt::DebugMap<'_, '_>, key: &u8) {
        map.key(key);
    }

    pub fn text<T: Display>(shown: T) -> String {
        shown.to_string()
    }

    pub fn peeked(n: u8, f: &mut Formatter<'_>) -> fmt::Result {
        let mut all = (n..9).map(|part| Shy(part)).peekable();
        all.peek();
        all.fmt(f)
    }

    pub fn flattened(n: u8, f: &mut Formatter<'_>) -> fmt::Result {
        let mut all = (n..9).map(|part| vec![Shy(part), Shy(part)]).flatten();
        all.next();
        all.fmt(f)
    }

    pub fn mapped_flat(n: u8, f: &mut Formatter<'_>) -> fmt::Result {
        let mut all = (n..9).flat_map(|part| vec![Shy(part), Shy(part)]);
        all.next();
        all.fmt(f)
    }
}

#[cfg(native)]
struct Through(fn(u8, &mut Formatter<'_>) -> fmt::Result);

#[cfg(native)]
impl Display for Through {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.0)(0, f)
    }
}

#[cfg(native)]
fn main() {
    let panicking: Vec<Box<dyn Fn() + std::panic::UnwindSafe>> = vec![
        Box::new(|| drop(format!("{:?}", wrong::KeyAlone(1)))),
        Box::new(|| drop(format!("{:?}", wrong::TwoKeys(1)))),
        Box::new(|| drop(format!("{:?}", wrong::ValueAlone(1)))),
        Box::new(|| drop(format!("{:?}", wrong::Handed(1)))),
        Box::new(|| drop(wrong::text(Failing))),
        Box::new(|| drop(Through(wrong::peeked).to_string())),
        Box::new(|| drop(Through(wrong::flattened).to_string())),
        Box::new(|| drop(Through(wrong::mapped_flat).to_string())),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
}
