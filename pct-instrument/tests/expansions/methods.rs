impl Set {
    #[pct::predicates(member = already)]
    pub fn insert(&mut self, k: i32) -> bool {
        let mut already = false;
        for index in 0..self.size {
            if self.items[index] == k {
                already = true;
            }
        }
        if already {
            return false;
        }
        self.items.push(k);
        true
    }

    #[pct::skip("only prints")]
    fn dump(&self) {}

    #[cfg(unix)]
    fn first(&self) -> Option<&i32> {
        self.items.first()
    }
}
