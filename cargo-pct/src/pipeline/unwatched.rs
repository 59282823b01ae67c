//! Warnings about types whose predicates are evaluated nowhere, because no impl of theirs has the attribute; and about crates in which there is
//! nothing to watch.

use camino::Utf8Path;
use syn::spanned::Spanned;
use syn::visit::Visit;

use crate::ledger::Subject;
use crate::probe::{self, SubjectKind};
use crate::syntax;

/// Types that are named one by one.
const MOST_NAMED: usize = 5;

/// A warning for each type with predicates and without a place at which they are evaluated.
pub(super) fn without_attribute(subjects: &[Subject], root: &Utf8Path) -> Vec<String> {
    let mut warnings = Vec::new();
    for Subject { probed, .. } in subjects {
        let is_unwatched = probed.kind == SubjectKind::Type
            && probed.predicates.iter().any(|predicate| predicate.counted)
            && probed.cutpoints.is_empty()
            && probed.unprobed.is_empty();
        if is_unwatched {
            warnings.push(warning(probed, root));
        }
    }
    warnings
}

fn warning(probed: &probe::Subject, root: &Utf8Path) -> String {
    let name = probed.id.rsplit("::").next().unwrap_or(&probed.id);
    let file = &probed.place.file;
    let text = std::fs::read_to_string(root.join(file)).unwrap_or_default();
    match line_of_impl(&text, name) {
        Some(line) => format!(
            "{file}:{line}: this impl has no `#[pct::predicates]`, so nothing of `{name}` is watched; write it above `impl {name}`"
        ),
        None => format!(
            "{file}:{}: nothing of `{name}` is watched; write `#[pct::predicates]` above the impl of its methods",
            probed.place.line
        ),
    }
}

/// The line of the first impl of a type's own methods.
fn line_of_impl(text: &str, name: &str) -> Option<usize> {
    let parsed = syntax::parse(text).ok()?;
    let mut search = Search { name, found: None };
    search.visit_file(&parsed.file);
    search.found
}

struct Search<'n> {
    name: &'n str,
    found: Option<usize>,
}

impl<'a> Visit<'a> for Search<'_> {
    fn visit_item_impl(&mut self, item: &'a syn::ItemImpl) {
        let syn::Type::Path(path) = &*item.self_ty else { return };
        let is_of_type = path.path.segments.last().is_some_and(|segment| segment.ident == self.name);
        let has_methods = item.items.iter().any(|member| matches!(member, syn::ImplItem::Fn(_)));
        if is_of_type && has_methods && item.trait_.is_none() && self.found.is_none() {
            self.found = Some(item.impl_token.span().start().line);
        }
    }
}

/// Says of a crate in which nothing can be watched what is there.
pub(super) fn nothing_to_watch(subjects: &[probe::Subject]) -> String {
    if subjects.is_empty() {
        return "nothing here can be watched: there are no functions, and no types with methods".to_owned();
    }
    let named: Vec<String> = subjects.iter().take(MOST_NAMED).map(|it| format!("`{}`", it.id)).collect();
    let more = match subjects.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let (have, functions) = if subjects.len() == 1 { ("has", "its") } else { ("have", "their") };
    format!(
        "nothing here can be watched: {}{more} {have} no functions but those that derives write, \
         and no fields of which {functions} code asks anything",
        named.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::line_of_impl;

    #[test]
    fn the_impl_of_a_types_own_methods_is_found() {
        let text = "mod a {\n    impl Copy for Budget {}\n    impl<T> super::Budget<T> {\n        fn f() {}\n    }\n}\n";
        assert_eq!(line_of_impl(text, "Budget"), Some(3));
        assert_eq!(line_of_impl(text, "Other"), None);
        assert_eq!(line_of_impl("impl Budget {}", "Budget"), None);
        assert_eq!(line_of_impl("}", "Budget"), None);
    }
}
