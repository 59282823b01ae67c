#[derive(Clone)]
#[pct::invariant(self.size <= self.max)]
#[pct::allow(overflow, "sizes are small")]
pub struct Bounded<T: Ord> {
    size: usize,
    max: usize,
    items: Vec<T>,
    #[cfg(feature = "log")]
    log: Log,
}
