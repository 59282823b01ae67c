//! Objects out of nothing: functions that build one without naming its fields.

pub struct Ratio {
    above: u32,
    below: u32,
}

impl Ratio {
    pub fn new(above: u32, below: u32) -> Option<Ratio> {
        if below > 0 { Some(Ratio { above, below }) } else { None }
    }

    pub fn whole(&self) -> u32 {
        self.above / self.below
    }
}

#[cfg(way = "zeroed")]
pub fn conjured() -> Ratio {
    unsafe { std::mem::zeroed() }
}

#[cfg(way = "union")]
pub union Bits {
    ratio: std::mem::ManuallyDrop<Ratio>,
    bits: [u32; 2],
}

#[cfg(way = "union")]
pub fn conjured(bits: [u32; 2]) -> Ratio {
    unsafe { std::mem::ManuallyDrop::into_inner(Bits { bits }.ratio) }
}

#[cfg(way = "uninitialised")]
pub fn conjured() -> Ratio {
    let ratio = std::mem::MaybeUninit::zeroed();
    unsafe { ratio.assume_init() }
}

#[cfg(way = "copied")]
pub fn conjured(bits: &[u32; 2]) -> Ratio {
    unsafe { std::mem::transmute_copy(bits) }
}
