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
        Lent(u8), |own, f| {
            let lent: &dyn Debug = own;
            let again = lent;
            f.debug_list().entry(again).entry(&&7).finish()
        };
    }

    #[derive(Debug)]
    pub struct Derived {
        pub number: u8,
        pub text: String,
        pub list: Vec<u8>,
        pub pair: (u8, char),
        pub last: Option<u8>,
        pub more: [u8; 2],
    }

    pub fn text(n: u8) -> String {
        n.to_string()
    }

    /// Knows its length.
    pub struct Sized(u8);

    impl Sized {
        pub fn new(count: u8) -> Sized {
            Sized(count)
        }
    }

    impl Iterator for Sized {
        type Item = u8;

        fn next(&mut self) -> Option<u8> {
            self.0 = self.0.checked_sub(1)?;
            Some(self.0)
        }

        fn size_hint(&self) -> (usize, Option<usize>) {
            (self.0.into(), Some(self.0.into()))
        }
    }

    impl ExactSizeIterator for Sized {}

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
        LentByMethod(u8), |own, f| f.debug_list().entry(Shy(*own).lend()).finish();
        LentToFunction(u8), |own, f| one(f, &Shy(*own));
        LentInList(u8), |own, f| all(f, &[&7, &Shy(*own)]);
        LentToBuilder(u8), |own, f| built(&mut f.debug_list(), &Shy(*own)).finish();
        LentConstant(u8), |own, f| f.debug_map().entry(own, SHY).finish();
        LentLater(u8), |own, f| {
            let shy = Shy(*own);
            let mut lent: &dyn Debug = &7;
            for _ in 0..2 {
                f.debug_tuple("lent").field(lent).finish()?;
                lent = &shy;
            }
            Ok(())
        };
    }

    const SHY: &dyn Debug = &Shy(0);

    impl Shy {
        fn lend(&self) -> &dyn Debug {
            self
        }
    }

    fn one(f: &mut Formatter<'_>, shown: &dyn Debug) -> fmt::Result {
        f.debug_struct("One").field("shown", shown).finish()
    }

    fn all(f: &mut Formatter<'_>, shown: &[&dyn Debug]) -> fmt::Result {
        let mut list = f.debug_list();
        for shown in shown {
            list.entry(*shown);
        }
        list.finish()
    }

    fn built<'l, 'f, 'b>(
        list: &'l mut fmt::DebugList<'f, 'b>,
        shown: &dyn Debug,
    ) -> &'l mut fmt::DebugList<'f, 'b> {
        list.entry(shown)
    }

    /// Claims to know its length, and does not.
    pub struct Unsized(u8);

    impl Unsized {
        pub fn new(count: u8) -> Unsized {
            Unsized(count)
        }
    }

    impl Iterator for Unsized {
        type Item = u8;

        fn next(&mut self) -> Option<u8> {
            self.0 = self.0.checked_sub(1)?;
            Some(self.0)
        }
    }

    impl ExactSizeIterator for Unsized {}

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
        Box::new(|| drop(format!("{:?}", wrong::LentByMethod(0)))),
        Box::new(|| drop(format!("{:?}", wrong::LentToFunction(0)))),
        Box::new(|| drop(format!("{:?}", wrong::LentInList(0)))),
        Box::new(|| drop(format!("{:?}", wrong::LentToBuilder(0)))),
        Box::new(|| drop(format!("{:?}", wrong::LentConstant(0)))),
        Box::new(|| drop(format!("{:?}", wrong::LentLater(0)))),
        Box::new(|| drop(wrong::Unsized::new(1).len())),
        Box::new(|| drop(wrong::text(Failing))),
        Box::new(|| drop(Through(wrong::peeked).to_string())),
        Box::new(|| drop(Through(wrong::flattened).to_string())),
        Box::new(|| drop(Through(wrong::mapped_flat).to_string())),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
}
