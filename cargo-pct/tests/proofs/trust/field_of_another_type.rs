//! What clients hand in is anything of its type: that nobody makes a bad one is not proved.

pub struct Scale {
    low: u32,
    high: u32,
}

impl Scale {
    pub fn new(low: u32, high: u32) -> Scale {
        Scale { low, high }
    }
}

pub struct Gauge {
    scale: Scale,
}

impl Gauge {
    pub fn new(scale: Scale) -> Gauge {
        Gauge { scale }
    }

    pub fn width(&self) -> u32 {
        self.scale.high - self.scale.low
    }
}
