//! From where what has a name can be used.
//!
//! Input: the visibility of an item or a `use`, and the place where it is written. Output: its [`VisibleIn`].

use super::names::{Place, join, parent};

/// Where what is declared or imported can be used: in a module and what stands in it. None where the module is not understood.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct VisibleIn(Option<String>);

impl VisibleIn {
    /// What may use an item or a `use` of this visibility, which is written there. The root of the crate has this path.
    pub(super) fn of(visibility: &syn::Visibility, place: &Place, root: &str) -> VisibleIn {
        let path = match visibility {
            syn::Visibility::Public(_) => return VisibleIn(Some(String::new())),
            syn::Visibility::Inherited => return VisibleIn(Some(place.scope.clone())),
            syn::Visibility::Restricted(restricted) => &*restricted.path,
        };
        let mut module: Option<String> = None;
        for segment in &path.segments {
            let next = match (segment.ident.to_string().as_str(), &module) {
                ("crate", _) => root.to_owned(),
                ("self", None) => place.module.clone(),
                ("super", None) => parent(&place.module).to_owned(),
                ("super", Some(module)) => parent(module).to_owned(),
                // In edition 2015 paths begin at the root.
                (name, None) => join(root, name),
                (name, Some(module)) => join(module, name),
            };
            module = Some(next);
        }
        VisibleIn(module.filter(|module| is_within(&place.module, module)))
    }

    /// Whether a scope can use it. None is who can use all. None is the answer where it is not known.
    pub(super) fn includes(&self, scope: Option<&str>) -> Option<bool> {
        let Some(scope) = scope else { return Some(true) };
        self.0.as_ref().map(|module| is_within(scope, module))
    }
}

/// Whether a scope is a module or stands in it.
pub(super) fn is_within(scope: &str, module: &str) -> bool {
    module.is_empty()
        || scope.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// The innermost scope that both stand in.
pub(super) fn common<'a>(one: &'a str, other: &str) -> &'a str {
    let mut scope = one;
    while !is_within(other, scope) {
        scope = parent(scope);
    }
    scope
}
