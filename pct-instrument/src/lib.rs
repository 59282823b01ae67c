//! Places the cutpoints and probes of cargo-pct in Rust source; shared by its macros and its --auto mode.
