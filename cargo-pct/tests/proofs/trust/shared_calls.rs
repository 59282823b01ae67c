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

/// Many short segments: a thousand blocks and more in all.
pub fn after_many_rounds(mut level: u8) -> (Meter, Lamp) {
    macro_rules! rounds {
        ($($most:literal)*) => {
            $(while level > $most {
                level = match level % 8 { 0 => level / 2, 1 => level / 3, 2 => level / 4, 3 => level / 5, 4 => level / 6, 5 => level / 7, _ => level - 1 };
            })*
        };
    }
    rounds!(199 198 197 196 195 194 193 192 191 190 189 188 187 186 185 184 183 182 181 180 179 178 177 176 175);
    rounds!(174 173 172 171 170 169 168 167 166 165 164 163 162 161 160 159 158 157 156 155 154 153 152 151 150);
    rounds!(149 148 147 146 145 144 143 142 141 140 139 138 137 136 135 134 133 132 131 130 129 128 127 126 125);
    (Meter(7), lamp(level))
}
