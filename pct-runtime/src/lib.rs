//! What instrumented code calls: the attributes, probes and trace format of cargo-pct.
//!
//! Users write the attributes and macros re-exported here and nothing else. Outside `cargo pct` they check their own
//! syntax and expand to the item unchanged, so that this crate costs nothing at run time.
//!
//! ```
//! #[pct::predicates(empty = self.size == 0, full = self.size == self.max)]
//! #[pct::invariant(self.size <= self.max)]
//! pub struct Counter {
//!     size: usize,
//!     max: usize,
//! }
//!
//! #[pct::predicates]
//! impl Counter {
//!     #[pct::requires(max > 0)]
//!     pub fn new(max: usize) -> Counter {
//!         Counter { size: 0, max }
//!     }
//!
//!     #[pct::predicates(last = self.size + 1 == self.max)]
//!     pub fn up(&mut self) -> bool {
//!         let room = self.size < self.max;
//!         if room {
//!             self.size += 1;
//!         }
//!         room
//!     }
//! }
//! # assert!(Counter::new(1).up());
//! ```
//!
//! | Module | Holds |
//! |---|---|
//! | [`wire`] | trace, side-car, request and value formats, for `cargo-pct` |
//! | `probe` | what expanded code calls at a cutpoint: sites, predicates, dispatch on annotated types |
//! | `capture`, `build` | values out of objects, objects out of values |
//! | `driver` | answers requests to build an object and call a method |
//! | `sandbox` | refuses, from then on, whatever reaches beyond the process |
//!
//! All but [`wire`] is hidden: expanded code of the same version is its only caller.

#[doc(hidden)]
pub mod build;
#[doc(hidden)]
pub mod capture;
#[doc(hidden)]
pub mod driver;
#[doc(hidden)]
pub mod probe;
#[doc(hidden)]
pub mod sandbox;
pub mod wire;

#[doc(hidden)]
pub use pct_macros::__declare;
pub use pct_macros::{allow, assume, cutpoint, invariant, panics, predicates, requires, skip};
