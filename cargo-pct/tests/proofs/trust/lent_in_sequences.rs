//! Objects that clients see through shared references which lie in sequences, in wrappers and in constants; closures that captured what has
//! no size; parameters of the types around an object. The items of `wrong` panic.

pub mod safe {
    pub struct Lent(u8);

    impl Lent {
        pub fn new() -> Lent {
            Lent(1)
        }

        pub fn get(&self) -> u8 {
            100 / self.0
        }

        pub fn all<R>(show: impl FnOnce(&[&Lent]) -> R) -> R {
            let (first, second) = (Lent(1), Lent(2));
            show(&[&first, &second])
        }
    }

    pub struct Constant(u8);

    impl Constant {
        pub const ALL: &[&Constant] = &[&Constant(1), &Constant(2)];

        pub fn get(&self) -> u8 {
            100 / self.0
        }

        pub fn promoted() -> Option<&'static [&'static Constant]> {
            Some(&[&Constant(3)])
        }
    }

    pub fn without_captures(n: u8) -> u8 {
        let one = || 1u8;
        let add = |m: u8, _unit: ()| m.wrapping_add(1);
        Some(n).map(|n| add(n, ())).unwrap_or_else(one)
    }
}

pub mod wrong {
    use std::collections::BTreeMap;
    use std::panic::AssertUnwindSafe;

    macro_rules! class {
        ($name:ident) => {
            pub struct $name(u8);

            impl $name {
                pub fn new() -> $name {
                    $name(1)
                }

                pub fn get(&self) -> u8 {
                    100 / self.0
                }
            }
        };
    }

    class!(InSlice);
    pub fn in_slice<R>(show: impl FnOnce(&[&InSlice]) -> R) -> R {
        let object = InSlice(0);
        show(&[&object])
    }

    class!(InVector);
    pub fn in_vector<R>(show: impl FnOnce(Vec<&InVector>) -> R) -> R {
        let object = InVector(0);
        show(vec![&object])
    }

    class!(InPair);
    pub fn in_pair<R>(show: impl FnOnce([(u8, &InPair); 1]) -> R) -> R {
        let object = InPair(0);
        show([(1, &object)])
    }

    class!(InIterator);
    pub fn in_iterator<R>(show: impl FnOnce(std::vec::IntoIter<&InIterator>) -> R) -> R {
        show(vec![&InIterator(0)].into_iter())
    }

    class!(InMap);
    pub fn in_map<R>(show: impl FnOnce(&BTreeMap<u8, &InMap>) -> R) -> R {
        let object = InMap(0);
        show(&BTreeMap::from([(1, &object)]))
    }

    class!(Wrapped);
    pub fn wrapped<R>(show: impl FnOnce(AssertUnwindSafe<&Wrapped>) -> R) -> R {
        let object = Wrapped(0);
        show(AssertUnwindSafe(&object))
    }

    class!(Stored);
    pub fn stored(into: &mut Vec<&'static Stored>) {
        into.push(&Stored(0));
    }

    class!(InField);
    pub struct Field<'a> {
        pub all: Vec<&'a InField>,
    }
    pub fn in_field<R>(show: impl FnOnce(&Field<'_>) -> R) -> R {
        let object = InField(0);
        show(&Field { all: vec![&object] })
    }

    class!(Constant);
    pub const CONSTANT: &[&Constant] = &[&Constant(0)];

    class!(Static);
    pub static STATIC: Option<&[&Static]> = Some(&[&Static(0)]);

    class!(Promoted);
    pub fn promoted() -> &'static [&'static Promoted] {
        &[&Promoted(0)]
    }

    class!(Private);
    const PRIVATE: &[&[&Private]] = &[&[&Private(0)]];
    pub fn private() -> Option<&'static &'static Private> {
        PRIVATE.first()?.first()
    }

    class!(Associated);
    pub struct Holder<const N: u8>;
    impl<const N: u8> Holder<N> {
        pub const ALL: &'static [&'static Associated] = &[&Associated(N)];
    }

    class!(Dropped);
    impl Drop for Dropped {
        fn drop(&mut self) {}
    }
    pub static DROPPED: Option<&Dropped> = Some(&Dropped(0));

    pub struct Numbered<const N: u8>(u8);

    impl<const N: u8> Numbered<N> {
        pub fn new() -> Self {
            Numbered(N)
        }

        pub fn get(&self) -> u8 {
            if self.0 == N { self.0 } else { panic!() }
        }
    }

    pub struct Around<const M: u8> {
        pub inside: Numbered<M>,
    }

    impl<const M: u8> Around<M> {
        pub fn convert<const N: u8>(self) -> Around<N> {
            Around { inside: Numbered(M) }
        }
    }

    struct End<const N: u8>;

    impl<const N: u8> Drop for End<N> {
        fn drop(&mut self) {
            let _ = 100 / N;
        }
    }

    pub fn ends_with_its_call() -> u8 {
        let end = End::<0>;
        let closure = move || {
            let _end = &end;
            1u8
        };
        closure()
    }

    pub fn ends_where_it_is_given() -> u8 {
        let end = End::<0>;
        let closure = move || {
            let _end = &end;
            1u8
        };
        None.unwrap_or_else(closure)
    }
}

#[cfg(native)]
fn main() {
    use wrong::*;
    let panicking: [fn() -> u8; 17] = [
        || in_slice(|all| all[0].get()),
        || in_vector(|all| all[0].get()),
        || in_pair(|all| all[0].1.get()),
        || in_iterator(|mut all| all.next().map_or(1, InIterator::get)),
        || in_map(|all| all[&1].get()),
        || wrapped(|it| it.get()),
        || {
            let mut all = Vec::new();
            stored(&mut all);
            all[0].get()
        },
        || in_field(|field| field.all[0].get()),
        || CONSTANT[0].get(),
        || STATIC.map_or(1, |all| all[0].get()),
        || promoted()[0].get(),
        || private().map_or(1, |it| it.get()),
        || Holder::<0>::ALL[0].get(),
        || DROPPED.map_or(1, Dropped::get),
        || Around { inside: Numbered::<1>::new() }.convert::<2>().inside.get(),
        ends_with_its_call,
        ends_where_it_is_given,
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
}
