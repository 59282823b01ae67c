//! `cargo fuzz run mir`: any text is read as MIR, and what was read prints as text that reads back the same.

#![no_main]

#[path = "../bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|data: &[u8]| bodies::mir(data));
