//! `std::sync`

pub mod atomic;
