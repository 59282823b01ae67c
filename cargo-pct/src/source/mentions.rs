//! Where code names an item that is called like a generic parameter: MIR writes both alike.
//!
//! Input: the syntax tree of a crate. Output: [`Mentions`]. Over-approximates: an item is meant by each name that may be its, wherever
//! it stands. What is left out are an item's own declaration and impls, whose values nobody has without naming it elsewhere.

use super::types::parameters;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::visit::{self, Visit};

/// Names that both a generic parameter and something else have.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Mentions {
    /// What code names that is no parameter there.
    pub anywhere: BTreeSet<String>,
    /// The same where a parameter of the name is known: `self::N`.
    pub beside: BTreeSet<String>,
}

/// The mentions of names that some generic parameter of the crate has.
pub(super) fn mentions(file: &syn::File) -> Mentions {
    let mut finder = Finder::default();
    finder.visit_file(file);
    let Finder { mut found, all, .. } = finder;
    found.anywhere.retain(|name| all.contains(name));
    found.beside.retain(|name| all.contains(name));
    found
}

#[derive(Default)]
struct Finder {
    found: Mentions,
    /// All parameters of the crate.
    all: BTreeSet<String>,
    /// Those that are known here.
    known: Vec<String>,
    /// The types whose declarations or impls these are.
    own: Vec<String>,
}

impl Finder {
    fn with(&mut self, generics: &syn::Generics, own: Option<String>, walk: impl FnOnce(&mut Self)) {
        let (known, owned) = (self.known.len(), self.own.len());
        self.known.extend(parameters(generics).iter().map(ToString::to_string));
        self.all.extend(self.known[known..].iter().cloned());
        self.own.extend(own);
        walk(self);
        self.known.truncate(known);
        self.own.truncate(owned);
    }

    /// A name that is no parameter's; `is_whole_path` if it is the whole path.
    fn name(&mut self, name: &str, is_whole_path: bool) {
        if !is_whole_path || !self.own.iter().any(|own| own == name) {
            self.found.anywhere.insert(name.to_owned());
        }
        if self.is_known(name) {
            self.found.beside.insert(name.to_owned());
        }
    }

    fn is_known(&self, name: &str) -> bool {
        self.known.iter().any(|own| own == name)
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let mut follows_colon = false;
        for token in tokens {
            match &token {
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    if follows_colon || !self.is_known(&name) {
                        self.name(&name, false);
                    }
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            follows_colon = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == ':');
        }
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        for (index, segment) in path.segments.iter().enumerate() {
            let name = segment.ident.to_string();
            if index > 0 || path.leading_colon.is_some() || !self.is_known(&name) {
                self.name(&name, path.segments.len() == 1);
            }
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.tokens(called.tokens.clone());
    }

    fn visit_use_tree(&mut self, tree: &'ast syn::UseTree) {
        match tree {
            syn::UseTree::Path(path) => self.name(&path.ident.to_string(), false),
            syn::UseTree::Name(name) => self.name(&name.ident.to_string(), false),
            // By its other name it is known wherever this is.
            syn::UseTree::Rename(rename) => {
                self.name(&rename.ident.to_string(), false);
                self.found.beside.insert(rename.ident.to_string());
            }
            syn::UseTree::Glob(_) => {
                for name in self.known.clone() {
                    self.name(&name, false);
                }
            }
            syn::UseTree::Group(_) => {}
        }
        visit::visit_use_tree(self, tree);
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.with(&item.sig.generics, None, |inner| visit::visit_item_fn(inner, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.with(&item.sig.generics, None, |inner| visit::visit_impl_item_fn(inner, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.with(&item.sig.generics, None, |inner| visit::visit_trait_item_fn(inner, item));
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.with(&item.generics, None, |inner| visit::visit_item_trait(inner, item));
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.with(&item.generics, None, |inner| visit::visit_item_type(inner, item));
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let own = Some(item.ident.to_string());
        self.with(&item.generics, own, |inner| visit::visit_item_struct(inner, item));
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        let own = Some(item.ident.to_string());
        self.with(&item.generics, own, |inner| visit::visit_item_enum(inner, item));
    }

    fn visit_item_union(&mut self, item: &'ast syn::ItemUnion) {
        let own = Some(item.ident.to_string());
        self.with(&item.generics, own, |inner| visit::visit_item_union(inner, item));
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let own = match &*item.self_ty {
            syn::Type::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        self.with(&item.generics, own, |inner| visit::visit_item_impl(inner, item));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_told_from_parameters_of_their_names() {
        let check = |text: &str, anywhere: &[&str], beside: &[&str]| {
            let Mentions { anywhere: found, beside: known } = mentions(&syn::parse_file(text).unwrap());
            assert_eq!(found.iter().collect::<Vec<_>>(), anywhere, "{text}");
            assert_eq!(known.iter().collect::<Vec<_>>(), beside, "{text}");
        };
        check(
            "struct Q(Box<Q>); impl Clone for Q { fn clone(&self) -> Q { Q } } fn f<Q: Tr>(_: Q) -> Q::A {}",
            &[],
            &[],
        );
        check("struct Q; fn g() -> Q {} fn f<Q: Tr>(_: Q) {}", &["Q"], &[]);
        check("const N: u8 = 0; fn f<const N: u8>() -> u8 { N + format_args!(\"{}\", N) }", &[], &[]);
        check("const N: u8 = 0; fn f<const N: u8>() -> u8 { self::N }", &["N"], &["N"]);
        check("const N: u8 = 0; fn f<const N: u8>() { format_args!(\"{}\", self::N) }", &["N"], &["N"]);
        check("use self::N as M; fn f<const N: u8>() -> u8 { M }", &["N"], &["N"]);
        check("fn f<const N: u8>() -> u8 { use crate::*; N }", &["N"], &["N"]);
        check("struct Q; impl<Q: Tr> S<Q> { fn f() { <crate::Q as Tr>::k() } }", &["Q"], &["Q"]);
    }
}
