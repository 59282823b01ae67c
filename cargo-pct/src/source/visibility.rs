//! Visibility: the modules that may use a name.
//!
//! Input: the visibility of an item or a `use`, and the place where it is written. Output: its [`VisibleIn`].

use super::names::{Names, Place, join, parent};

/// The module in which an item or a `use` is visible; it is visible in all that stands there, too. None if the module is not known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct VisibleIn(Option<String>);

impl VisibleIn {
    /// Reads the visibility of an item or a `use` that is written at a place. The names know all modules around it.
    pub(super) fn of(visibility: &syn::Visibility, place: &Place, names: &Names) -> VisibleIn {
        let path = match visibility {
            syn::Visibility::Public(_) => return VisibleIn(Some(String::new())),
            syn::Visibility::Inherited => return VisibleIn(Some(place.scope.clone())),
            syn::Visibility::Restricted(restricted) => &*restricted.path,
        };
        let mut module: Option<String> = None;
        for segment in &path.segments {
            let next = match (segment.ident.to_string().as_str(), &module) {
                ("crate", _) => names.root().to_owned(),
                ("self", None) => place.module.clone(),
                ("super", None) => names.module_around(&place.module).to_owned(),
                ("super", Some(module)) => names.module_around(module).to_owned(),
                // In edition 2015 paths begin at the root.
                (name, None) => join(names.root(), name),
                (name, Some(module)) => join(module, name),
            };
            module = Some(next);
        }
        VisibleIn(module.filter(|module| is_within(&place.module, module)))
    }

    /// Tells whether a scope sees the item, or `None` if that is not known. Without a scope the answer is yes: the compiler has checked it.
    pub(super) fn includes(&self, scope: Option<&str>) -> Option<bool> {
        let Some(scope) = scope else { return Some(true) };
        self.0.as_ref().map(|module| is_within(scope, module))
    }
}

/// Tells whether a scope is a module or stands in one.
pub(super) fn is_within(scope: &str, module: &str) -> bool {
    module.is_empty()
        || scope.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Finds the innermost scope that holds both.
pub(super) fn common<'a>(one: &'a str, other: &str) -> &'a str {
    let mut scope = one;
    while !is_within(other, scope) {
        scope = parent(scope);
    }
    scope
}
