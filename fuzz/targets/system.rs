//! `cargo fuzz run system`: any text is read as a system file, and what was read prints as text that reads back the same.

#![no_main]

#[path = "../bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::system(data));
