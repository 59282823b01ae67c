//! Attributes, and what they say of `cfg(test)`.

use super::tokens;
use syn::punctuated::Punctuated;

/// `#[path(arguments)]`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// `repr`, `pct::requires`
    pub path: String,
    /// The text between the parentheses, or behind `=`, as written; empty if there is neither.
    pub arguments: String,
    /// The line where it begins, from 1.
    pub line: u32,
}

/// The attributes without documentation.
pub(super) fn attributes(attributes: &[syn::Attribute]) -> Vec<Attribute> {
    attributes.iter().filter(|attribute| !attribute.path().is_ident("doc")).map(attribute).collect()
}

/// The node as its author wrote it, where that is known.
fn written(node: &(impl quote::ToTokens + syn::spanned::Spanned)) -> String {
    node.span().source_text().unwrap_or_else(|| tokens::text(node))
}

fn attribute(attribute: &syn::Attribute) -> Attribute {
    use syn::spanned::Spanned;
    let arguments = match &attribute.meta {
        syn::Meta::Path(_) => String::new(),
        syn::Meta::List(list) => written(&list.tokens),
        syn::Meta::NameValue(pair) => written(&pair.value),
    };
    let line = u32::try_from(attribute.span().start().line).unwrap_or(u32::MAX);
    Attribute { path: tokens::text(attribute.path()), arguments, line }
}

/// Whether the item exists in test builds only: it is a test, or its `cfg` cannot hold without `test`.
///
/// Under-approximates: a condition in which `test` is hidden (`cfg_attr`, a build script's `cfg`) does not count.
pub(super) fn is_test_only(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let name = attribute.path().segments.last().map(|segment| segment.ident.to_string());
        match name.as_deref() {
            Some("test" | "rustc_test_marker" | "bench") => true,
            Some("cfg") => attribute.parse_args::<syn::Meta>().is_ok_and(|condition| needs_test(&condition)),
            _ => false,
        }
    })
}

fn needs_test(condition: &syn::Meta) -> bool {
    let syn::Meta::List(list) = condition else { return condition.path().is_ident("test") };
    let Ok(parts) = list.parse_args_with(Punctuated::<syn::Meta, syn::Token![,]>::parse_terminated) else {
        return false;
    };
    if list.path.is_ident("all") {
        parts.iter().any(needs_test)
    } else if list.path.is_ident("any") {
        !parts.is_empty() && parts.iter().all(needs_test)
    } else {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(item: &str) -> bool {
        let item: syn::ItemFn = syn::parse_str(item).unwrap();
        is_test_only(&item.attrs)
    }

    #[test]
    fn only_conditions_that_imply_test_count() {
        assert!(check("#[test] fn f() {}"));
        assert!(check("#[tokio::test] async fn f() {}"));
        assert!(check("#[cfg(test)] fn f() {}"));
        assert!(check("#[cfg(all(unix, test))] fn f() {}"));
        assert!(check("#[cfg(any(all(test, unix), test))] fn f() {}"));
        assert!(!check("#[cfg(any(test, unix))] fn f() {}"));
        assert!(!check("#[cfg(not(test))] fn f() {}"));
        assert!(!check("#[cfg(feature = \"test\")] fn f() {}"));
    }

    #[test]
    fn attributes_keep_path_and_arguments() {
        let item: syn::ItemFn =
            syn::parse_str("/// doc\n#[pct::requires(n > 0)]\n#[inline]\nfn f() {}").unwrap();
        let found = attributes(&item.attrs);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].path.as_str(), found[0].line), ("pct::requires", 2));
        assert_eq!((found[1].path.as_str(), found[1].arguments.as_str()), ("inline", ""));
    }
}
