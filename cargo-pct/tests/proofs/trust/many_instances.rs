//! Objects in arrays and slices are objects.

impl Dial {
    pub fn reset_first(all: &mut [Dial]) {
        if cfg!(broken) && !all.is_empty() {
            all[0].max = 0;
        }
    }
}
