//! The attributes of cargo-pct; use them through pct-runtime.
