//! A static that other functions write has any value.

#[cfg(broken)]
pub static mut MOST: u32 = 10;
#[cfg(not(broken))]
const MOST: u32 = 10;

pub struct Few {
    count: u32,
}

impl Few {
    pub fn new() -> Few {
        Few { count: 0 }
    }

    pub fn add(&mut self) {
        if self.count < 10 {
            self.count += 1;
        }
    }

    pub fn room(&self) -> u32 {
        #[allow(unused_unsafe)]
        let most = unsafe { MOST };
        most - self.count
    }
}
