//! A function gives its name to a private trait that is not imported: `Drop` is that of the prelude. The function of `wrong` panics.

#![allow(dead_code, non_snake_case)]

pub mod safe {
    pub fn halved(n: u8) -> u8 {
        n / 2
    }
}

pub mod wrong {
    mod m {
        pub fn Drop() {}

        trait Drop {}
    }

    use m::Drop;

    pub struct Last {
        value: u8,
    }

    impl Drop for Last {
        fn drop(&mut self) {
            let _ = 10 / self.value;
        }
    }

    pub fn ended(value: u8) {
        drop(Last { value });
    }
}

#[cfg(native)]
fn main() {
    assert!(std::panic::catch_unwind(|| wrong::ended(0)).is_err());
    safe::halved(1);
}
