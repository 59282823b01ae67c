//! `std::collections`

mod iterators;
mod maps;
mod sets;
pub mod vec_deque;

/// Its elements in order. Where they lie in memory is seen by nobody but `as_slices`, of which nothing is known.
pub struct VecDeque<T> {
    pct_whole: Vec<T>,
}
