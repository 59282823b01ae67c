//! Two classes of one name: each is judged by its own methods.

pub mod sound {
    pub struct Gauge {
        level: u32,
    }

    impl Gauge {
        pub fn new(level: u32) -> Gauge {
            Gauge { level: level % 100 }
        }

        pub fn room(&self) -> u32 {
            99 - self.level
        }
    }
}

pub mod unsound {
    pub struct Gauge {
        level: u32,
    }

    impl Gauge {
        pub fn new(level: u32) -> Gauge {
            Gauge { level }
        }

        pub fn room(&self) -> u32 {
            99 - self.level
        }
    }
}
