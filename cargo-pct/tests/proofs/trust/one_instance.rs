//! Instances of one generic function that meet in its loop: each goes on with its own parameters. The functions of `wrong` panic.

pub mod safe {
    fn counted<const K: u8>(n: u8) -> u8 {
        let mut i = 0;
        while i < n & 3 {
            i += 1;
        }
        100 / (n | K)
    }

    pub fn by_number(n: u8, chosen: bool) -> u8 {
        let function: fn(u8) -> u8 = if chosen { counted::<1> } else { counted::<2> };
        function(n)
    }
}

pub mod wrong {
    fn counted<const K: u8>(n: u8) -> u8 {
        let mut i = 0;
        while i < n & 3 {
            i += 1;
        }
        100 / (n | K)
    }

    pub fn by_number(n: u8, chosen: bool) -> u8 {
        let function: fn(u8) -> u8 = if chosen { counted::<0> } else { counted::<1> };
        function(n)
    }

    pub fn by_number_turned(n: u8, chosen: bool) -> u8 {
        let function: fn(u8) -> u8 = if chosen { counted::<1> } else { counted::<0> };
        function(n)
    }

    pub fn by_one_of_three(n: u8, chosen: u8) -> u8 {
        let function: fn(u8) -> u8 = match chosen {
            0 => counted::<3>,
            1 => counted::<0>,
            _ => counted::<1>,
        };
        function(n)
    }

    fn sized<T>(n: u8) -> u8 {
        let mut i = 0;
        while i < n & 3 {
            i += 1;
        }
        if size_of::<T>() == 1 { 100 / n } else { 1 }
    }

    pub fn by_size(n: u8, chosen: bool) -> u8 {
        let function: fn(u8) -> u8 = if chosen { sized::<u16> } else { sized::<u8> };
        function(n)
    }

    pub trait Level {
        const LEVEL: u8;

        fn ask(n: u8) -> u8 {
            let mut i = 0;
            while i < n & 3 {
                i += 1;
            }
            100 / (n | Self::LEVEL)
        }
    }

    pub struct High;

    pub struct Low;

    impl Level for High {
        const LEVEL: u8 = 1;
    }

    impl Level for Low {
        const LEVEL: u8 = 0;
    }

    pub fn by_type(n: u8, chosen: bool) -> u8 {
        let function: fn(u8) -> u8 = if chosen { High::ask } else { Low::ask };
        function(n)
    }
}

#[cfg(native)]
fn main() {
    let panicking: [fn() -> u8; 5] = [
        || wrong::by_number(0, true),
        || wrong::by_number_turned(0, false),
        || wrong::by_one_of_three(0, 1),
        || wrong::by_size(0, false),
        || wrong::by_type(0, false),
    ];
    for (index, function) in panicking.into_iter().enumerate() {
        assert!(std::panic::catch_unwind(function).is_err(), "function {index} does not panic");
    }
}
