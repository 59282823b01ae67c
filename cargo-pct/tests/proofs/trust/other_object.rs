//! Other objects of the class are what any object is between calls, as long as every function leaves such behind.

impl Dial {
    pub fn left_of(&self, other: &Dial) -> u32 {
        other.max - other.at
    }

    pub fn follow(&mut self, other: Dial) {
        *self = other;
    }

    pub fn swap(&mut self, other: &mut Dial) {
        std::mem::swap(&mut self.at, &mut other.at);
        std::mem::swap(&mut self.max, &mut other.max);
    }

    pub fn like(other: &Dial) -> Dial {
        Dial { at: other.at, max: other.max }
    }

    pub fn turn_together(&mut self, other: &mut Dial) -> u32 {
        let mut turned = 0;
        while self.at < self.max && other.at < other.max {
            self.at += 1;
            other.at += 1;
            turned += 1;
        }
        turned
    }

    #[cfg(way = "mixed")]
    pub fn mix(&mut self, other: &Dial) {
        self.at = other.at;
    }

    #[cfg(way = "spoilt")]
    pub fn spoil(&self, other: &mut Dial) {
        other.max = 0;
    }

    #[cfg(way = "made")]
    pub fn made(one: &Dial, other: &Dial) -> Dial {
        Dial { at: one.at, max: other.max }
    }

    #[cfg(way = "turned")]
    pub fn reversed(other: &Dial) -> Dial {
        Dial { at: other.max, max: other.at }
    }

    #[cfg(way = "optional")]
    pub fn follow_one(&mut self, other: Option<&Dial>) {
        self.at = other.map_or(0, |other| other.at);
    }

    #[cfg(way = "optional")]
    pub fn up(&mut self) {
        self.max = self.at;
    }

    #[cfg(way = "in_a_loop")]
    pub fn overtake(&mut self, other: &mut Dial) {
        while other.at > 0 {
            other.at -= 1;
            self.at = self.at.saturating_add(1);
        }
    }

    #[cfg(way = "itself")]
    pub fn halve(&mut self, other: &mut Dial) {
        other.swap(self);
        other.max /= 2;
    }
}
