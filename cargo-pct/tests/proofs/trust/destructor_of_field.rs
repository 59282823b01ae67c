//! The destructor of a field runs when the object goes.

struct Seal {
    is_broken: bool,
}

impl Drop for Seal {
    fn drop(&mut self) {
        if cfg!(broken) {
            assert!(!self.is_broken);
        }
    }
}

pub struct Letter {
    seal: Seal,
}

impl Letter {
    pub fn new() -> Letter {
        Letter { seal: Seal { is_broken: false } }
    }

    pub fn open(&mut self) {
        self.seal.is_broken = true;
    }
}
