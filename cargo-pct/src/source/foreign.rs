//! What other crates make public of the standard library: macros of theirs name its traits by such paths.
//!
//! `bitflags!` writes `impl bitflags::__private::core::fmt::Binary for Flags`: which trait that is, the source of that crate says.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::std_names;

/// The public paths in a crate, each with the path of what it stands for.
pub type PublicPaths = BTreeMap<String, String>;

/// Finds the public paths of another crate, by the name that this one knows it by; none where its source is not at hand.
pub type Foreign<'f> = &'f dyn Fn(&str) -> Option<Arc<PublicPaths>>;

/// The trait of std to which a path through another crate leads, by its own path. Under-approximates: another crate may export what it has from
/// a third one.
pub(super) fn std_trait(foreign: Foreign<'_>, path: &str) -> Option<String> {
    let (krate, inside) = path.split_once("::")?;
    let public = foreign(krate)?;
    let mut begin = inside;
    loop {
        if let Some(target) = public.get(begin) {
            let whole = format!("{target}{}", &inside[begin.len()..]);
            return std_names::is_trait(&whole).then_some(whole);
        }
        begin = begin.rsplit_once("::")?.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Items, PathPart};

    /// The traits of the impls in a text, of a crate that knows another one, which is called `flags`.
    fn traits(other: &str, text: &str) -> Vec<String> {
        let root = [PathPart::Name("flags".to_owned())];
        let public = Arc::new(Items::read("other.rs", &root, other).unwrap().exported);
        let foreign = |name: &str| (name == "flags").then(|| public.clone());
        let items = Items::read_among("lib.rs", &[], text, &foreign).unwrap();
        let impls = items.impls.values().filter_map(|block| block.trait_path.as_ref());
        impls.map(ToString::to_string).collect()
    }

    const OTHER: &str = "#[doc(hidden)] pub mod __private { pub use core; pub extern crate std as own_std; }
        pub use core::ops::Deref as __Deref;
        pub mod fmt { pub trait Debug { fn fmt(&self); } }
        pub use fmt as formats;
        mod hidden { pub use core::ops::Drop; }
        pub trait Clone { fn clone(&self) -> Self; }";

    #[test]
    fn traits_of_std_are_found_where_another_crate_exports_them() {
        let text = "struct S;
            impl ::flags::__private::core::fmt::Binary for S { fn fmt(&self) {} }
            impl flags::__private::own_std::fmt::Debug for S { fn fmt(&self) {} }
            impl flags::__private::core::cmp::PartialEq<u8> for S { fn eq(&self, other: &u8) -> bool { true } }
            impl flags::__Deref for S { type Target = u8; fn deref(&self) -> &u8 { &0 } }";
        let expected =
            ["std::fmt::Binary", "std::fmt::Debug", "std::cmp::PartialEq::<u8>", "std::ops::Deref"];
        assert_eq!(traits(OTHER, text), expected);
    }

    #[test]
    fn what_is_no_trait_of_std_stays_as_it_was() {
        let text = "struct S;
            impl flags::fmt::Debug for S { fn fmt(&self) {} }
            impl flags::hidden::Drop for S { fn drop(&mut self) {} }
            impl flags::__private::core::fmt::Other for S { fn fmt(&self) {} }
            impl unknown::__private::core::fmt::Binary for S { fn fmt(&self) {} }
            impl flags::Clone for S { fn clone(&self) -> S { S } }";
        assert!(traits(OTHER, text).iter().all(|path| path.starts_with("<unclear>::")), "{text}");
        // A module of the crate itself has the name of the other crate.
        let own = "mod flags { pub mod __private { pub mod core { pub mod fmt { pub trait Binary { fn fmt(&self); } } } } }
            struct S; impl flags::__private::core::fmt::Binary for S { fn fmt(&self) {} }";
        assert_eq!(traits(OTHER, own), ["flags::__private::core::fmt::Binary"]);
    }
}
