//! A reference to the whole object lets clients do no more than they can anyway.

impl Dial {
    pub fn turned(&mut self) -> &mut Dial {
        self.turn();
        self
    }
}
