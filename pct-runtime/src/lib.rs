//! What instrumented code calls: the attributes, probes and trace format of cargo-pct.

pub mod wire;
