//! Functions that build objects of two classes, with loops, calls and checks: both classes have them among their entries.

pub struct Meter(u32);

impl Meter {
    pub fn new() -> Meter {
        Meter(0)
    }

    pub fn rise(&mut self) {
        self.0 = self.0.saturating_add(1);
    }
}

pub struct Lamp {
    level: u8,
}

impl Lamp {
    pub fn dim(&mut self) {
        self.level /= 2;
    }
}

pub fn pair(level: u8) -> (Meter, Lamp) {
    (Meter(7), lamp(level))
}

fn lamp(level: u8) -> Lamp {
    assert!(level < 200, "too bright");
    Lamp { level }
}

pub fn pairs(count: usize) -> Vec<(Meter, Lamp)> {
    let mut all = Vec::new();
    for number in 0..count {
        all.push((Meter(number as u32), lamp(number as u8)));
    }
    all
}

pub fn last<T>(of: &[T], level: u8) -> (Option<&T>, Meter, Lamp) {
    (of.last(), Meter(of.len() as u32), lamp(level / 2))
}
