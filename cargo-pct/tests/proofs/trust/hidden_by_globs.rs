//! In one block a trait is imported by its name, in another a glob brings that of std under the same one. The function of `wrong` panics.

#![allow(dead_code)]

pub mod safe {
    pub fn halved(n: u8) -> u8 {
        n / 2
    }
}

pub mod wrong {
    pub struct Last {
        value: u8,
    }

    mod own {
        pub trait End {
            fn drop(&mut self);
        }
    }

    mod re {
        pub use std::ops::Drop as End;
    }

    const _: () = {
        use own::End;
        impl End for u8 {
            fn drop(&mut self) {}
        }
    };

    const _: () = {
        use re::*;
        impl End for Last {
            fn drop(&mut self) {
                let _ = 10 / self.value;
            }
        }
    };

    pub fn of_globs(value: u8) {
        drop(Last { value });
    }
}

#[cfg(native)]
fn main() {
    assert!(std::panic::catch_unwind(|| wrong::of_globs(0)).is_err());
    safe::halved(1);
}
