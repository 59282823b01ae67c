//! A value of a type parameter is dropped: what its destructor does is the client's.

impl Dial {
    pub fn swallow<T>(&mut self, value: T) {
        let max = self.max;
        if cfg!(broken) {
            self.max = 0;
        }
        drop(value);
        self.max = max;
    }
}
