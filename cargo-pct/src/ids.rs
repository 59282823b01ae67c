//! Dense typed ids: an index into one table cannot be used in another.
//!
//! The tables are `cranelift_entity::PrimaryMap`s (and `SecondaryMap`s for facts about them), so that an id is
//! four bytes, copies freely and keeps its table's order wherever there is output.

pub use cranelift_entity::{EntityRef, PrimaryMap, SecondaryMap, entity_impl};

/// Declares ids: `define_id! { /// docs  Name, "prefix" }`, which print as the prefix and the index.
#[macro_export]
macro_rules! define_id {
    ($($(#[$meta:meta])* $name:ident, $prefix:literal;)+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub struct $name(u32);
        $crate::ids::entity_impl!($name, $prefix);
    )+};
}
