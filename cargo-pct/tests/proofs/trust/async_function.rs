//! The body of an `async fn` runs when its future is polled.

impl Dial {
    #[cfg(broken)]
    pub async fn spoil(&mut self) {
        self.max = 0;
    }

    #[cfg(broken)]
    pub async fn spoiled() -> Dial {
        Dial { at: 1, max: 0 }
    }
}
