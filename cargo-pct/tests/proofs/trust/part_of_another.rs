//! A method of another type changes an object inside it.

pub struct Panel {
    name: u8,
    dial: Dial,
}

impl Panel {
    pub fn new() -> Panel {
        Panel { name: 0, dial: Dial::new(3) }
    }

    pub fn zero(&mut self) {
        self.name = 1;
        if cfg!(broken) {
            self.dial.max = 0;
        } else {
            self.dial.at = 0;
        }
    }
}
