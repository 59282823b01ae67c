//! Misuses of `allow`.

#[pct::allow]
fn nothing() {}

#[pct::allow(overflow)]
fn no_reason() {}

#[pct::allow(overflow, "")]
fn empty_reason() {}

#[pct::allow(overflow, because)]
fn reason_without_quotes() {}

#[pct::allow("overflow", "it wraps")]
fn kind_in_quotes() {}

#[pct::allow(overflows, "it wraps")]
fn unknown_kind() {}

#[pct::allow(overflow, "it wraps", "really")]
fn two_reasons() {}

#[pct::allow(overflow, "it wraps")]
mod inner {}

fn main() {}
