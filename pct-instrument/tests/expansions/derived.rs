impl Tank {
    fn fill(&mut self, litres: u32) {
        if litres > 0 && self.level + litres < self.room {
            self.level += litres;
        }
    }
}
