pub fn parse(text: &str) -> Result<u8, ParseIntError> {
    {
        const _: ::core::option::Option<&'static str> = ::core::option_env!("CARGO_PCT_FINGERPRINT");
        {
            static PCT_SITE: ::pct::probe::Site<1usize> =
                ::pct::probe::Site::new(0xacad97453b4cb52bu64, ::core::module_path!(), false);
            if ::pct::probe::at::<0xacad97453b4cb52bu64>(true) {
                use ::pct::probe::{Annotated as _, Unannotated as _};
                (&&::pct::probe::On(&())).pct_observe(&PCT_SITE, ::pct::probe::bit::<0u32>(!text.is_empty()));
            }
        }
        {
            static PCT_SITE: ::pct::probe::Site<1usize> =
                ::pct::probe::Site::new(0xe98e2c697c930d07u64, ::core::module_path!(), false);
            if ::pct::probe::at::<0xe98e2c697c930d07u64>(true) {
                use ::pct::probe::{Annotated as _, Unannotated as _};
                (&&::pct::probe::On(&())).pct_observe(&PCT_SITE, ::pct::probe::bit::<0u32>(text.len() > 3));
            }
        }
        let pct_result: Result<u8, ParseIntError> = 'pct_exit: {
            {
                {
                    static PCT_SITE: ::pct::probe::Site<1usize> =
                        ::pct::probe::Site::new(0x88430b4ddeaf7577u64, ::core::module_path!(), false);
                    if ::pct::probe::at::<0x88430b4ddeaf7577u64>(true) {
                        use ::pct::probe::{Annotated as _, Unannotated as _};
                        (&&::pct::probe::On(&()))
                            .pct_observe(&PCT_SITE, ::pct::probe::bit::<0u32>(text.len() > 3));
                    }
                }
            }
            let number = (match text.parse() {
                ::core::result::Result::Ok(pct_value) => pct_value,
                ::core::result::Result::Err(pct_value) => {
                    break 'pct_exit ::core::result::Result::Err(::core::convert::From::from(pct_value));
                }
            });
            #[cfg(any())]
            (match text.parse::<u8>() {
                ::core::result::Result::Ok(pct_value) => pct_value,
                ::core::result::Result::Err(pct_value) => {
                    break 'pct_exit ::core::result::Result::Err(::core::convert::From::from(pct_value));
                }
            });
            {
                {
                    static PCT_SITE: ::pct::probe::Site<1usize> =
                        ::pct::probe::Site::new(0x73c5d150e5282f00u64, ::core::module_path!(), false);
                    if ::pct::probe::at::<0x73c5d150e5282f00u64>(false) {
                        use ::pct::probe::{Annotated as _, Unannotated as _};
                        (&&::pct::probe::On(&())).pct_observe(
                            &PCT_SITE,
                            ::pct::probe::caught((|| ::pct::probe::bit::<0u32>(number < 9),)),
                        );
                    }
                }
            }
            Ok(number)
        };
        #[allow(unreachable_code)]
        {
            {
                static PCT_SITE: ::pct::probe::Site<1usize> =
                    ::pct::probe::Site::new(0x6b55755141426487u64, ::core::module_path!(), false);
                if ::pct::probe::at::<0x6b55755141426487u64>(true) {
                    use ::pct::probe::{Annotated as _, Unannotated as _};
                    (&&::pct::probe::On(&()))
                        .pct_observe(&PCT_SITE, ::pct::probe::bit::<0u32>(text.len() > 3));
                }
            }
        }
        pct_result
    }
}

// function 2b84d3a65c889dcd src/lib.rs 2 5 9 2 - - parse 0 none
// predicate 29b2ae18707cfe65 src/lib.rs 1 8 1 22 2b84d3a65c889dcd 0 user long text.len() > 3 false text
// contract acad97453b4cb52b src/lib.rs 1 17 1 33 2b84d3a65c889dcd requires !text.is_empty()
// cutpoint e98e2c697c930d07 src/lib.rs 2 55 2 56 2b84d3a65c889dcd entry parse:entry nothing 29b2ae18707cfe65
// cutpoint 88430b4ddeaf7577 src/lib.rs 3 10 3 18 2b84d3a65c889dcd user parse:start nothing 29b2ae18707cfe65
// contract 73c5d150e5282f00 src/lib.rs 7 18 7 28 2b84d3a65c889dcd assume number < 9
// cutpoint 6b55755141426487 src/lib.rs 9 1 9 2 2b84d3a65c889dcd exit parse:exit nothing 29b2ae18707cfe65
