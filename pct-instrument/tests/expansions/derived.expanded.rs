impl Tank {
    fn fill(&mut self, litres: u32) {
        {
            const _: ::core::option::Option<&'static str> = ::core::option_env!("CARGO_PCT_FINGERPRINT");
            {
                static PCT_SITE: ::pct::probe::Site<2usize> =
                    ::pct::probe::Site::new(0x23e7c7e4e35210b6u64, ::core::module_path!(), true);
                if ::pct::probe::at::<0x23e7c7e4e35210b6u64>(false) {
                    use ::pct::probe::{Annotated as _, Unannotated as _};
                    (&&::pct::probe::On(&*self)).pct_observe_derived(
                        &PCT_SITE,
                        if (&&::pct::probe::On(&*self)).pct_wants_derived() {
                            ::pct::probe::bit::<0u32>(litres > 0)
                                | ::pct::probe::caught((|| {
                                    ::pct::probe::bit::<1u32>(self.level + litres < self.room)
                                },))
                        } else {
                            0u64
                        },
                    );
                }
            }
            let pct_result: () = {
                if litres > 0 && self.level + litres < self.room {
                    {
                        static PCT_SITE: ::pct::probe::Site<2usize> =
                            ::pct::probe::Site::new(0xa830078a347b7b83u64, ::core::module_path!(), false);
                        if ::pct::probe::at::<0xa830078a347b7b83u64>(false) {
                            use ::pct::probe::{Annotated as _, Unannotated as _};
                            (&&::pct::probe::On(&*self)).pct_observe_derived(
                                &PCT_SITE,
                                if (&&::pct::probe::On(&*self)).pct_wants_derived() {
                                    ::pct::probe::bit::<0u32>(litres > 0)
                                        | ::pct::probe::caught((|| {
                                            ::pct::probe::bit::<1u32>(self.level + litres < self.room)
                                        },))
                                } else {
                                    0u64
                                },
                            );
                        }
                    }
                    self.level += litres;
                }
                {
                    static PCT_SITE: ::pct::probe::Site<2usize> =
                        ::pct::probe::Site::new(0xa82c078a347792acu64, ::core::module_path!(), false);
                    if ::pct::probe::at::<0xa82c078a347792acu64>(false) {
                        use ::pct::probe::{Annotated as _, Unannotated as _};
                        (&&::pct::probe::On(&*self)).pct_observe_derived(
                            &PCT_SITE,
                            if (&&::pct::probe::On(&*self)).pct_wants_derived() {
                                ::pct::probe::bit::<0u32>(litres > 0)
                                    | ::pct::probe::caught((|| {
                                        ::pct::probe::bit::<1u32>(self.level + litres < self.room)
                                    },))
                            } else {
                                0u64
                            },
                        );
                    }
                }
            };
            #[allow(unreachable_code)]
            {
                {
                    static PCT_SITE: ::pct::probe::Site<2usize> =
                        ::pct::probe::Site::new(0xa088fedc5b0f41f4u64, ::core::module_path!(), true);
                    if ::pct::probe::at::<0xa088fedc5b0f41f4u64>(false) {
                        use ::pct::probe::{Annotated as _, Unannotated as _};
                        (&&::pct::probe::On(&*self)).pct_observe_derived(
                            &PCT_SITE,
                            if (&&::pct::probe::On(&*self)).pct_wants_derived() {
                                ::pct::probe::bit::<0u32>(litres > 0)
                                    | ::pct::probe::caught((|| {
                                        ::pct::probe::bit::<1u32>(self.level + litres < self.room)
                                    },))
                            } else {
                                0u64
                            },
                        );
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
fn pct_driver_8219f5bc50893713() {
    #[allow(unused_imports)]
    use ::pct::capture::{Shape as _, Token as _, Whole as _};
    #[allow(unused_imports)]
    use ::pct::{
        build::{Accept as _, Refuse as _},
        driver::{Unvalued as _, Valued as _},
    };
    ::pct::driver::run::<Tank>(&::pct::driver::Glue {
        build: |value| (&&::pct::build::Make::<Tank>::NEW).pct_make(value),
        capture: |object| (&&&::pct::capture::Of(object)).pct_value(&mut ::pct::capture::Room::wide()),
        valuation: |object| (&&::pct::probe::On(object)).pct_valuation(),
        functions: &[(0x689aedfe7e92789fu64, |object, values| {
            let [pct_0] = ::pct::driver::arguments::<1usize>(values)?;
            let pct_0: u32 = (&&::pct::build::Make::<u32>::NEW).pct_make(pct_0)?;
            let this = ::pct::driver::object(object)?;
            let result = <Tank>::fill(this, pct_0);
            let value = (&&&::pct::capture::Of(&result)).pct_value(&mut ::pct::capture::Room::wide());
            ::core::result::Result::Ok(value)
        })],
    });
}

// function 689aedfe7e92789f src/lib.rs 2 5 6 6 +impl Tank +Tank fill 0 mutable
// predicate 2d26f5a20ed334b8 src/lib.rs 3 12 3 22 689aedfe7e92789f 0 branch litres > 0 litres > 0 false litres
// predicate 2d22f5a20ecf4be1 src/lib.rs 3 26 3 57 689aedfe7e92789f 1 branch self.level + litres < self.room self.level + litres < self.room false litres self
// cutpoint 23e7c7e4e35210b6 src/lib.rs 2 37 2 38 689aedfe7e92789f entry fill:entry receiver 2d26f5a20ed334b8 2d22f5a20ecf4be1
// cutpoint a830078a347b7b83 src/lib.rs 3 58 3 59 689aedfe7e92789f branch fill:branch1 receiver 2d26f5a20ed334b8 2d22f5a20ecf4be1
// cutpoint a82c078a347792ac src/lib.rs 5 9 5 10 689aedfe7e92789f branch fill:branch2 receiver 2d26f5a20ed334b8 2d22f5a20ecf4be1
// cutpoint a088fedc5b0f41f4 src/lib.rs 6 5 6 6 689aedfe7e92789f exit fill:exit receiver 2d26f5a20ed334b8 2d22f5a20ecf4be1
// driver 8219f5bc50893713 src/lib.rs 1 1 1 5 pct_driver_8219f5bc50893713 Tank 689aedfe7e92789f
