impl Set {
    pub fn insert(&mut self, k: i32) -> bool {
        {
            const _: ::core::option::Option<&'static str> = ::core::option_env!("CARGO_PCT_FINGERPRINT");
            {
                static PCT_SITE: ::pct::probe::Site<0usize> =
                    ::pct::probe::Site::new(0x41318aa001144618u64, ::core::module_path!(), true);
                if ::pct::probe::at::<0x41318aa001144618u64>(true) {
                    use ::pct::probe::{Annotated as _, Unannotated as _};
                    (&&::pct::probe::On(&*self)).pct_observe(&PCT_SITE, 0u64);
                }
            }
            let pct_result: bool = 'pct_exit: {
                let mut already = false;
                for index in 0..self.size {
                    {
                        static PCT_SITE: ::pct::probe::Site<1usize> =
                            ::pct::probe::Site::new(0x8b11c835e028d1b7u64, ::core::module_path!(), false);
                        if ::pct::probe::at::<0x8b11c835e028d1b7u64>(true) {
                            use ::pct::probe::{Annotated as _, Unannotated as _};
                            (&&::pct::probe::On(&*self))
                                .pct_observe(&PCT_SITE, ::pct::probe::bit::<0u32>(already));
                        }
                    }
                    if self.items[index] == k {
                        {
                            static PCT_SITE: ::pct::probe::Site<1usize> =
                                ::pct::probe::Site::new(0x57aa8082b3a63fddu64, ::core::module_path!(), false);
                            if ::pct::probe::at::<0x57aa8082b3a63fddu64>(true) {
                                use ::pct::probe::{Annotated as _, Unannotated as _};
                                (&&::pct::probe::On(&*self))
                                    .pct_observe(&PCT_SITE, ::pct::probe::bit::<0u32>(already));
                            }
                        }
                        already = true;
                    }
                    {
                        static PCT_SITE: ::pct::probe::Site<1usize> =
                            ::pct::probe::Site::new(0x57b48082b3ae9462u64, ::core::module_path!(), false);
                        if ::pct::probe::at::<0x57b48082b3ae9462u64>(true) {
                            use ::pct::probe::{Annotated as _, Unannotated as _};
                            (&&::pct::probe::On(&*self))
                                .pct_observe(&PCT_SITE, ::pct::probe::bit::<0u32>(already));
                        }
                    }
                }
                {
                    static PCT_SITE: ::pct::probe::Site<1usize> =
                        ::pct::probe::Site::new(0x57b28082b3ae118bu64, ::core::module_path!(), false);
                    if ::pct::probe::at::<0x57b28082b3ae118bu64>(true) {
                        use ::pct::probe::{Annotated as _, Unannotated as _};
                        (&&::pct::probe::On(&*self))
                            .pct_observe(&PCT_SITE, ::pct::probe::bit::<0u32>(already));
                    }
                }
                if already {
                    {
                        static PCT_SITE: ::pct::probe::Site<1usize> =
                            ::pct::probe::Site::new(0x57bc8082b3b66610u64, ::core::module_path!(), false);
                        if ::pct::probe::at::<0x57bc8082b3b66610u64>(true) {
                            use ::pct::probe::{Annotated as _, Unannotated as _};
                            (&&::pct::probe::On(&*self))
                                .pct_observe(&PCT_SITE, ::pct::probe::bit::<0u32>(already));
                        }
                    }
                    break 'pct_exit false;
                }
                {
                    static PCT_SITE: ::pct::probe::Site<1usize> =
                        ::pct::probe::Site::new(0x57b88082b3b27d39u64, ::core::module_path!(), false);
                    if ::pct::probe::at::<0x57b88082b3b27d39u64>(true) {
                        use ::pct::probe::{Annotated as _, Unannotated as _};
                        (&&::pct::probe::On(&*self))
                            .pct_observe(&PCT_SITE, ::pct::probe::bit::<0u32>(already));
                    }
                }
                self.items.push(k);
                true
            };
            #[allow(unreachable_code)]
            {
                {
                    static PCT_SITE: ::pct::probe::Site<0usize> =
                        ::pct::probe::Site::new(0x4e94c19cc1d611b2u64, ::core::module_path!(), true);
                    if ::pct::probe::at::<0x4e94c19cc1d611b2u64>(true) {
                        use ::pct::probe::{Annotated as _, Unannotated as _};
                        (&&::pct::probe::On(&*self)).pct_observe(&PCT_SITE, 0u64);
                    }
                }
            }
            pct_result
        }
    }
    fn dump(&self) {
        {
            const _: ::core::option::Option<&'static str> = ::core::option_env!("CARGO_PCT_FINGERPRINT");
        }
    }
    #[cfg(unix)]
    fn first(&self) -> Option<&i32> {
        {
            const _: ::core::option::Option<&'static str> = ::core::option_env!("CARGO_PCT_FINGERPRINT");
            ::pct::__declare! { "function\t7605d4500fc9ed68\tsrc/lib.rs\t21\t5\t23\t6\t+impl Set\t+Set\tfirst\t0\tshared\ncutpoint\t55d01a7c7f7fb551\tsrc/lib.rs\t21\t37\t21\t38\t7605d4500fc9ed68\tentry\tfirst:entry\treceiver\ncutpoint\te284fce494dec91d\tsrc/lib.rs\t23\t5\t23\t6\t7605d4500fc9ed68\texit\tfirst:exit\treceiver\n" }
            {
                static PCT_SITE: ::pct::probe::Site<0usize> =
                    ::pct::probe::Site::new(0x55d01a7c7f7fb551u64, ::core::module_path!(), true);
                if ::pct::probe::at::<0x55d01a7c7f7fb551u64>(true) {
                    use ::pct::probe::{Annotated as _, Unannotated as _};
                    (&&::pct::probe::On(&*self)).pct_observe(&PCT_SITE, 0u64);
                }
            }
            let pct_result: Option<&i32> = { self.items.first() };
            #[allow(unreachable_code)]
            {
                {
                    static PCT_SITE: ::pct::probe::Site<0usize> =
                        ::pct::probe::Site::new(0xe284fce494dec91du64, ::core::module_path!(), true);
                    if ::pct::probe::at::<0xe284fce494dec91du64>(true) {
                        use ::pct::probe::{Annotated as _, Unannotated as _};
                        (&&::pct::probe::On(&*self)).pct_observe(&PCT_SITE, 0u64);
                    }
                }
            }
            pct_result
        }
    }
}
#[cfg(test)]
#[test]
#[allow(deprecated, unnameable_test_items)]
fn pct_driver_29e9fe9548091c76() {
    #[allow(unused_imports)]
    use ::pct::capture::{Shape as _, Token as _, Whole as _};
    #[allow(unused_imports)]
    use ::pct::{
        build::{Accept as _, Refuse as _},
        driver::{Unvalued as _, Valued as _},
    };
    ::pct::driver::run::<Set>(&::pct::driver::Glue {
        build: |value| (&&::pct::build::Make::<Set>::NEW).pct_make(value),
        capture: |object| (&&&::pct::capture::Of(object)).pct_value(&mut ::pct::capture::Room::wide()),
        valuation: |object| (&&::pct::probe::On(object)).pct_valuation(),
        functions: &[
            (0x18765fff7bf25fe3u64, |object, values| {
                let [pct_0] = ::pct::driver::arguments::<1usize>(values)?;
                let pct_0: i32 = (&&::pct::build::Make::<i32>::NEW).pct_make(pct_0)?;
                let this = ::pct::driver::object(object)?;
                let result = <Set>::insert(this, pct_0);
                let value = (&&&::pct::capture::Of(&result)).pct_value(&mut ::pct::capture::Room::wide());
                ::core::result::Result::Ok(value)
            }),
            (0xb1442191756d16b2u64, |object, values| {
                let [] = ::pct::driver::arguments::<0usize>(values)?;
                let this = &*::pct::driver::object(object)?;
                let result = <Set>::dump(this);
                let value = (&&&::pct::capture::Of(&result)).pct_value(&mut ::pct::capture::Room::wide());
                ::core::result::Result::Ok(value)
            }),
            #[cfg(unix)]
            (0x7605d4500fc9ed68u64, |object, values| {
                let [] = ::pct::driver::arguments::<0usize>(values)?;
                let this = &*::pct::driver::object(object)?;
                let result = <Set>::first(this);
                let value = (&&&::pct::capture::Of(&result)).pct_value(&mut ::pct::capture::Room::wide());
                ::core::result::Result::Ok(value)
            }),
        ],
    });
}

// function 18765fff7bf25fe3 src/lib.rs 3 9 15 6 +impl Set +Set insert 0 mutable
// predicate e2b816206a79d046 src/lib.rs 2 32 2 39 18765fff7bf25fe3 0 user member already false already
// cutpoint 41318aa001144618 src/lib.rs 3 46 3 47 18765fff7bf25fe3 entry insert:entry receiver
// cutpoint 8b11c835e028d1b7 src/lib.rs 5 35 5 36 18765fff7bf25fe3 loop insert:loop1 receiver e2b816206a79d046
// cutpoint 57aa8082b3a63fdd src/lib.rs 6 39 6 40 18765fff7bf25fe3 branch insert:branch1 receiver e2b816206a79d046
// cutpoint 57b48082b3ae9462 src/lib.rs 8 13 8 14 18765fff7bf25fe3 branch insert:branch2 receiver e2b816206a79d046
// cutpoint 57b28082b3ae118b src/lib.rs 9 9 9 10 18765fff7bf25fe3 branch insert:branch3 receiver e2b816206a79d046
// cutpoint 57bc8082b3b66610 src/lib.rs 10 20 10 21 18765fff7bf25fe3 branch insert:branch4 receiver e2b816206a79d046
// cutpoint 57b88082b3b27d39 src/lib.rs 12 9 12 10 18765fff7bf25fe3 branch insert:branch5 receiver e2b816206a79d046
// cutpoint 4e94c19cc1d611b2 src/lib.rs 15 5 15 6 18765fff7bf25fe3 exit insert:exit receiver
// function b1442191756d16b2 src/lib.rs 18 5 18 22 +impl Set +Set dump 0 shared
// unprobed b1442191756d16b2 src/lib.rs 18 5 18 22 b1442191756d16b2 function skipped: only prints
// driver 29e9fe9548091c76 src/lib.rs 1 1 1 5 pct_driver_29e9fe9548091c76 Set 18765fff7bf25fe3 b1442191756d16b2 7605d4500fc9ed68
