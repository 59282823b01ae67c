#[derive(Clone)]
pub struct Bounded<T: Ord> {
    size: usize,
    max: usize,
    items: Vec<T>,
    #[cfg(feature = "log")]
    log: Log,
}
const _: ::core::option::Option<&'static str> = ::core::option_env!("CARGO_PCT_FINGERPRINT");
#[automatically_derived]
impl<T: Ord> ::pct::probe::Predicate<0usize> for Bounded<T> {
    #[inline(always)]
    fn pct_holds(&self) -> ::core::primitive::bool {
        self.size == self.max
    }
}
#[automatically_derived]
impl<T: Ord> ::pct::probe::Predicate<1usize> for Bounded<T> {
    #[inline(always)]
    fn pct_holds(&self) -> ::core::primitive::bool {
        self.items.is_sorted()
    }
}
#[automatically_derived]
impl<T: Ord> ::pct::probe::Predicate<2usize> for Bounded<T> {
    #[inline(always)]
    fn pct_holds(&self) -> ::core::primitive::bool {
        self.size <= self.max
    }
}
#[automatically_derived]
impl<T: Ord> ::pct::probe::Subject for Bounded<T> {
    const ID: ::core::primitive::u64 = 0xfd4410f19c4dc5f8u64;
    const COUNT: ::core::primitive::usize = 3usize;
    #[inline(always)]
    fn pct_predicates(&self) -> ::core::primitive::u64 {
        ::pct::probe::bit::<0u32>(<Self as ::pct::probe::Predicate<0usize>>::pct_holds(self))
            | ::pct::probe::bit::<2u32>(<Self as ::pct::probe::Predicate<2usize>>::pct_holds(self))
            | ::pct::probe::caught((|| {
                ::pct::probe::bit::<1u32>(<Self as ::pct::probe::Predicate<1usize>>::pct_holds(self))
            },))
    }
    fn pct_state(&self) -> ::pct::wire::Value {
        {
            let room = &mut ::pct::capture::Room::default();
            {
                #[allow(unused_imports)]
                use ::pct::capture::{Shape as _, Token as _, Whole as _};
                match self {
                    Self {
                        size: pct_0,
                        max: pct_1,
                        items: pct_2,
                        #[cfg(feature = "log")]
                            log: pct_3,
                    } => {
                        #[allow(unused_mut)]
                        let mut value = ::pct::capture::Record::new("Bounded");
                        value.add("size", (&&&::pct::capture::Of(pct_0)).pct_value(room));
                        value.add("max", (&&&::pct::capture::Of(pct_1)).pct_value(room));
                        value.add("items", (&&&::pct::capture::Of(pct_2)).pct_value(room));
                        #[cfg(feature = "log")]
                        value.add("log", (&&&::pct::capture::Of(pct_3)).pct_value(room));
                        value.finish()
                    }
                }
            }
        }
    }
}
#[automatically_derived]
impl ::pct::capture::Capture for Bounded<i32> {
    fn pct_capture(&self, room: &mut ::pct::capture::Room) -> ::pct::wire::Value {
        ::pct::capture::with_room::<Self>(room, |room| {
            #[allow(unused_imports)]
            use ::pct::capture::{Shape as _, Token as _, Whole as _};
            match self {
                Self {
                    size: pct_0,
                    max: pct_1,
                    items: pct_2,
                    #[cfg(feature = "log")]
                        log: pct_3,
                } => {
                    #[allow(unused_mut)]
                    let mut value = ::pct::capture::Record::new("Bounded");
                    value.add("size", (&&&::pct::capture::Of(pct_0)).pct_value(room));
                    value.add("max", (&&&::pct::capture::Of(pct_1)).pct_value(room));
                    value.add("items", (&&&::pct::capture::Of(pct_2)).pct_value(room));
                    #[cfg(feature = "log")]
                    value.add("log", (&&&::pct::capture::Of(pct_3)).pct_value(room));
                    value.finish()
                }
            }
        })
    }
}
#[automatically_derived]
impl ::pct::build::Build for Bounded<i32> {
    fn pct_build(value: &::pct::wire::Value) -> ::core::result::Result<Self, ::pct::build::Refusal> {
        #[allow(unused_imports)]
        use ::pct::build::{Accept as _, Refuse as _};
        match ::pct::build::name(value) {
            "Bounded" => ::core::result::Result::Ok(Self {
                size: (&&::pct::build::Make::<usize>::NEW)
                    .pct_make(::pct::build::field(value, "Bounded", "size")?)?,
                max: (&&::pct::build::Make::<usize>::NEW)
                    .pct_make(::pct::build::field(value, "Bounded", "max")?)?,
                items: (&&::pct::build::Make::<Vec<i32>>::NEW)
                    .pct_make(::pct::build::field(value, "Bounded", "items")?)?,
                #[cfg(feature = "log")]
                log: (&&::pct::build::Make::<Log>::NEW)
                    .pct_make(::pct::build::field(value, "Bounded", "log")?)?,
            }),
            _ => ::core::result::Result::Err(::pct::build::misfit::<Self>(value)),
        }
    }
}

// subject fd4410f19c4dc5f8 Bounded src/lib.rs 4 5 10 2 3 -
// predicate eae61db773b47c41 src/lib.rs 1 8 1 29 fd4410f19c4dc5f8 0 user full self.size == self.max false self
// predicate eaea1db773b86518 src/lib.rs 1 40 1 62 fd4410f19c4dc5f8 1 user sorted self.items.is_sorted() false self
// predicate eaee1db773bc4def src/lib.rs 2 18 2 39 fd4410f19c4dc5f8 2 user self.size <= self.max self.size <= self.max true self
// contract 3072a033d6d7caa1 src/lib.rs 3 14 3 41 fd4410f19c4dc5f8 allow overflow sizes are small
