//! Private methods: some run within calls of public ones only, others may run elsewhere.

pub struct Lamp {
    level: u32,
}

impl Lamp {
    pub fn new() -> Lamp {
        Lamp { level: 0 }
    }

    pub fn up(&mut self) {
        self.only_here();
        self.through();
        let step = |lamp: &mut Lamp| lamp.in_a_closure();
        step(self);
        self.level = Lamp::shared(self.level);
        let change: fn(&mut Lamp) = Lamp::as_a_value;
        change(self);
        let look: fn(u32) -> u32 = Lamp::as_another_value;
        look(looks(self.level));
    }

    fn only_here(&mut self) {
        self.level = 1;
    }

    fn through(&mut self) {
        self.behind();
    }

    fn behind(&mut self) {
        self.level = 2;
    }

    fn in_a_closure(&mut self) {
        self.level = 3;
    }

    /// A function of the crate calls it that has nothing to do with lamps.
    fn shared(level: u32) -> u32 {
        level / 2
    }

    /// It touches lamps, so that it is an entry.
    fn as_a_value(&mut self) {
        self.level = 4;
    }

    fn as_another_value(level: u32) -> u32 {
        level
    }

    /// Who calls it is used as a value.
    fn behind_a_value(level: u32) -> u32 {
        level
    }

    fn never_called(&mut self) {
        self.level = 5;
    }
}

pub fn half(level: u32) -> u32 {
    Lamp::shared(level)
}

fn looks(level: u32) -> u32 {
    Lamp::behind_a_value(level)
}

/// Nobody who knows lamps has this one.
pub fn chosen(level: u32) -> u32 {
    let look: fn(u32) -> u32 = looks;
    look(level)
}
