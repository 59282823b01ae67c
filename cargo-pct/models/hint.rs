//! `std::hint`

pub fn must_use<T>(value: T) -> T {
    value
}
