//! Different things whose names MIR writes alike, or that are easily taken for each other. Every function of `panics` panics for zero,
//! those of `safe` never do; `Latch` is broken by what looks like its destructor.

#![allow(non_camel_case_types, unconditional_panic, unused)]

pub trait Weighs {
    fn weight(&self) -> u8 {
        1
    }

    fn least() -> u8
    where
        Self: Sized,
    {
        1
    }
}

impl Weighs for u8 {}

impl Weighs for u32 {
    fn weight(&self) -> u8 {
        0
    }

    fn least() -> u8 {
        0
    }
}

pub struct Feather;

impl Weighs for Feather {
    fn weight(&self) -> u8 {
        0
    }

    fn least() -> u8 {
        0
    }
}

pub struct Unnamed(u8);

pub const LEAST: u8 = 0;

fn names_the_type<Feather: Weighs>(_: Feather) -> u8 {
    100 / <self::Feather as Weighs>::least()
}

fn names_the_constant<const LEAST: u8>() -> u8 {
    100 / self::LEAST
}

pub struct Holder<T>(T);

impl<Feather: Weighs> Holder<Feather> {
    fn weigh(&self) -> u8 {
        100 / <crate::Feather as Weighs>::least()
    }
}

fn second(_: impl Weighs, other: impl Weighs) -> u8 {
    100 / other.weight()
}

fn first_of(all: impl Iterator<Item = impl Weighs>) -> u8 {
    for one in all {
        return 100 / one.weight();
    }
    1
}

pub fn alike(_: u8) -> u8 {
    fn zero() -> u8 {
        1
    }
    100 / zero()
}

pub mod alike {
    pub fn zero() -> u8 {
        0
    }
}

pub mod core {
    pub const START: u8 = 0;

    pub struct Word(pub u8);

    impl Word {
        pub fn least() -> u8 {
            0
        }

        pub fn letters(&self) -> u8 {
            self.0.max(1)
        }
    }

    pub trait Sized {
        fn size(&self) -> u8;
    }

    impl Sized for u16 {
        fn size(&self) -> u8 {
            0
        }
    }

    pub fn mem() -> u8 {
        0
    }

    pub fn hint(one: u8) -> u8 {
        fn max(one: u8, _: u8) -> u8 {
            one
        }
        max(one, 1)
    }

    pub fn width(letters: u8) -> u8 {
        let sum = |more: u8| letters / 2 + more;
        sum(1)
    }

    pub mod mem {
        pub fn swap(one: &mut u8, _: &mut u8) {
            *one = 100 / *one;
        }
    }
}

pub mod i64 {
    pub const MAX: u8 = 0;
}

pub struct i16(u8);

impl i16 {
    const MAX: u8 = 0;
}

fn calls_it_a_number<i128: Weighs>(it: i128) -> u8 {
    100 / it.weight()
}

type Wide = u16;

pub struct Inside;

impl Inside {
    fn one(&self) -> u8 {
        type Wide = u8;
        struct Local(Wide);
        Local(1).0
    }
}

pub struct Other;

impl Other {
    fn one(&self, n: u8) -> u8 {
        struct Local(Wide);
        let all = vec![Local(u16::from(n) + 256)];
        for one in all.iter() {
            return (100 / (one.0 ^ 256)) as u8;
        }
        1
    }
}

pub mod own_traits {
    pub trait Drop {
        fn drop(&mut self);
    }

    pub struct Latch {
        by: u8,
    }

    impl Latch {
        pub fn new(by: u8) -> Latch {
            Latch { by: by | 1 }
        }

        pub fn get(&self) -> u8 {
            100 / self.by
        }
    }

    impl Drop for Latch {
        fn drop(&mut self) {
            self.by = 0;
        }
    }

    pub trait Iterator {
        type Item;
    }

    pub struct Both;

    impl Iterator for Both {
        type Item = u16;
    }

    impl std::iter::Iterator for Both {
        type Item = u8;

        fn next(&mut self) -> Option<u8> {
            None
        }
    }

    pub struct Has<I: Iterator>(I::Item);

    pub fn item(n: u8) -> u8 {
        let all = vec![Has::<Both>(u16::from(n) + 256)];
        for one in all.iter() {
            return (100 / (one.0 ^ 256)) as u8;
        }
        1
    }
}

pub mod panics {
    use super::*;

    pub fn type_of_the_root(_: u8) -> u8 {
        names_the_type(1_u8)
    }

    pub fn constant_of_the_root(_: u8) -> u8 {
        names_the_constant::<1>()
    }

    pub fn parameter_of_a_block(n: u8) -> u8 {
        Holder(n).weigh()
    }

    pub fn second_argument(n: u8) -> u8 {
        second(n, 1_u32)
    }

    pub fn argument_in_an_argument(n: u8) -> u8 {
        first_of(vec![u32::from(n)].into_iter())
    }

    pub fn module_named_like_a_function(_: u8) -> u8 {
        100 / alike::zero()
    }

    pub fn function_of_core(n: u8) -> u8 {
        let (mut one, mut other) = (n, 1);
        crate::core::mem::swap(&mut one, &mut other);
        one
    }

    pub fn method_of_core(_: u8) -> u8 {
        100 / crate::core::Word::least()
    }

    pub fn trait_of_core(n: u8) -> u8 {
        use crate::core::Sized;
        100 / u16::from(n).size()
    }

    pub fn function_of_core_called_like_a_module(_: u8) -> u8 {
        100 / crate::core::mem()
    }

    pub fn function_in_a_function_of_core(n: u8) -> u8 {
        100 / crate::core::hint(n)
    }

    pub fn constant_of_core(_: u8) -> u8 {
        100 / crate::core::START
    }

    pub fn module_named_like_a_number(_: u8) -> u8 {
        100 / crate::i64::MAX
    }

    pub fn type_named_like_a_number(_: u8) -> u8 {
        100 / i16::MAX
    }

    pub fn parameter_named_like_a_number(_: u8) -> u8 {
        calls_it_a_number(1_u32)
    }

    pub fn alias_in_another_block(n: u8) -> u8 {
        {
            type Size = u16;
            struct One(Size);
            let all = vec![One(u16::from(n) + 256)];
            for one in all.iter() {
                return (100 / (one.0 ^ 256)) as u8;
            }
        }
        {
            type Size = u8;
            struct Two(Size);
        }
        1
    }

    pub fn alias_around_a_block(n: u8) -> u8 {
        {
            type Wide = u8;
            struct One(Wide);
        }
        {
            struct Two(Wide);
            let all = vec![Two(u16::from(n) + 256)];
            for two in all.iter() {
                return (100 / (two.0 ^ 256)) as u8;
            }
        }
        1
    }

    pub fn alias_in_another_method(n: u8) -> u8 {
        Other.one(n) + Inside.one()
    }

    pub fn trait_in_another_block(n: u8) -> u8 {
        {
            trait Counts {
                fn count(&self) -> u8 {
                    0
                }
            }
            impl Counts for u32 {}
            let _ = 100 / 1_u32.count();
        }
        {
            trait Counts {
                fn count(&self) -> u8 {
                    1
                }
            }
            impl Counts for u8 {}
            n.count()
        }
    }

    pub fn item_of_an_own_trait(n: u8) -> u8 {
        own_traits::item(n)
    }
}

pub mod safe {
    use super::*;

    fn chosen<Unnamed: Into<u8>>(it: Unnamed) -> u8 {
        it.into() / 2
    }

    pub fn type_that_nobody_names(n: u8) -> u8 {
        chosen(n)
    }

    fn larger(one: impl Into<u8>, other: impl Into<u8>) -> u8 {
        one.into().max(other.into())
    }

    pub fn arguments_of_one_type(n: u8) -> u8 {
        100 / larger(n, 1_u8)
    }

    pub fn functions_of_std(n: u8) -> u8 {
        ::core::cmp::max(n, 1) / Some(2_u8).unwrap_or(1)
    }

    pub fn type_of_core(n: u8) -> u8 {
        100 / crate::core::Word(n).letters()
    }

    pub fn closure_of_core(n: u8) -> u8 {
        100 / crate::core::width(n)
    }

    pub fn module_of_std(_: u8) -> usize {
        use std::str;
        struct Text(&'static str);
        let all = [Text("a")];
        all[0].0.len() / 2
    }

    pub fn names_of_one_block(n: u8) -> u8 {
        type Size = u8;
        struct One(Size);
        let all = [One(n | 1)];
        100 / all[0].0
    }
}

#[cfg(native)]
fn main() {
    use self::own_traits::Drop;

    let panicking: [(&str, fn(u8) -> u8); 20] = [
        ("type_of_the_root", panics::type_of_the_root),
        ("constant_of_the_root", panics::constant_of_the_root),
        ("parameter_of_a_block", panics::parameter_of_a_block),
        ("second_argument", panics::second_argument),
        ("argument_in_an_argument", panics::argument_in_an_argument),
        ("module_named_like_a_function", panics::module_named_like_a_function),
        ("function_of_core", panics::function_of_core),
        ("method_of_core", panics::method_of_core),
        ("trait_of_core", panics::trait_of_core),
        (
            "function_of_core_called_like_a_module",
            panics::function_of_core_called_like_a_module,
        ),
        ("function_in_a_function_of_core", panics::function_in_a_function_of_core),
        ("constant_of_core", panics::constant_of_core),
        ("module_named_like_a_number", panics::module_named_like_a_number),
        ("type_named_like_a_number", panics::type_named_like_a_number),
        ("parameter_named_like_a_number", panics::parameter_named_like_a_number),
        ("alias_in_another_block", panics::alias_in_another_block),
        ("alias_around_a_block", panics::alias_around_a_block),
        ("alias_in_another_method", panics::alias_in_another_method),
        ("trait_in_another_block", panics::trait_in_another_block),
        ("item_of_an_own_trait", panics::item_of_an_own_trait),
    ];
    for (name, function) in panicking {
        assert!(std::panic::catch_unwind(|| function(0)).is_err(), "{name}");
    }
    let mut latch = own_traits::Latch::new(1);
    latch.drop();
    assert!(std::panic::catch_unwind(|| latch.get()).is_err());
    for n in 0..=255 {
        safe::type_that_nobody_names(n);
        safe::arguments_of_one_type(n);
        safe::functions_of_std(n);
        safe::type_of_core(n);
        safe::closure_of_core(n);
        safe::module_of_std(n);
        safe::names_of_one_block(n);
    }
}
