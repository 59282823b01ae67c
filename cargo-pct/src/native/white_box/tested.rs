//! Code that exists in builds of tests only, function by function, as tokens.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{Attribute, ItemMacro};

use super::parsed;
use super::scan::{Interior, idents, words};

/// The functions and macros of test-only code, by name without path.
#[derive(Default)]
pub(super) struct TestCode {
    /// Everything that is called so, its tokens after one another.
    bodies: BTreeMap<String, TokenStream>,
    /// By a word: the names of the bodies that it stands in.
    words: BTreeMap<String, BTreeSet<String>>,
    tests: BTreeSet<String>,
    /// What stands outside functions: aliases.
    loose: TokenStream,
    /// How many test-only items enclose the one that is visited.
    depth: usize,
}

impl TestCode {
    /// Reads the files of a build of tests; those of `is_test_only` belong to no other build.
    pub(super) fn read(files: &BTreeMap<String, String>, is_test_only: impl Fn(&str) -> bool) -> TestCode {
        let mut code = TestCode::default();
        for (name, file) in parsed(files) {
            code.depth = usize::from(is_test_only(name));
            code.visit_file(&file);
        }
        for (name, body) in &code.bodies {
            for word in words(body) {
                code.words.entry(word).or_default().insert(name.clone());
            }
        }
        code
    }

    /// Names of the tests.
    pub(super) fn tests(&self) -> &BTreeSet<String> {
        &self.tests
    }

    /// The tests that touch an interior, by themselves or by a function or macro that they name.
    pub(super) fn reaching(&self, interior: &Interior) -> BTreeSet<String> {
        let with_aliases = |body: &TokenStream| TokenStream::from_iter([self.loose.clone(), body.clone()]);
        let accesses = |name: &&String| interior.is_accessed(&with_aliases(&self.bodies[*name]));
        let mut reaching: BTreeSet<&String> =
            self.with_words_of(interior).into_iter().filter(accesses).collect();
        let mut pending: Vec<&String> = reaching.iter().copied().collect();
        while let Some(name) = pending.pop() {
            let users = self.words.get(name).into_iter().flatten();
            pending.extend(users.filter(|user| reaching.insert(user)));
        }
        reaching.into_iter().filter(|name| self.tests.contains(*name)).cloned().collect()
    }

    /// The words of a test, and of all test-only functions and macros that it names.
    pub(super) fn words_around(&self, test: &str) -> BTreeSet<String> {
        let (mut all, mut seen) = (words(&self.loose), BTreeSet::new());
        let mut pending = vec![test.to_owned()];
        while let Some(name) = pending.pop() {
            let Some(body) = self.bodies.get(&name).filter(|_| !seen.contains(&name)) else { continue };
            let own = words(body);
            pending.extend(own.iter().cloned());
            all.extend(own);
            seen.insert(name);
        }
        all
    }

    /// The bodies that have a word of an interior; all, where an alias may give it another name.
    fn with_words_of(&self, interior: &Interior) -> BTreeSet<&String> {
        let aliases = words(&self.loose);
        if interior.words().any(|word| aliases.contains(word)) {
            return self.bodies.keys().collect();
        }
        interior.words().filter_map(|word| self.words.get(word)).flatten().collect()
    }

    fn function(&mut self, name: String, attributes: &[Attribute], tokens: TokenStream) {
        if attributes.iter().any(is_test) {
            self.tests.insert(name.clone());
        } else if self.depth == 0 && !attributes.iter().any(is_cfg_test) {
            return;
        }
        self.bodies.entry(name).or_default().extend(tokens);
    }

    /// Visits what is inside an item with these attributes.
    fn inside(&mut self, attributes: &[Attribute], visit: impl FnOnce(&mut TestCode)) {
        let deeper = usize::from(attributes.iter().any(is_cfg_test));
        self.depth += deeper;
        visit(self);
        self.depth -= deeper;
    }
}

/// `#[test]`, `#[tokio::test]`, `#[rstest]`, ….
fn is_test(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident.to_string().contains("test"))
}

/// A `cfg` that names `test`.
fn is_cfg_test(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") && idents(&attribute.meta.to_token_stream()).contains("test")
}

impl<'ast> Visit<'ast> for TestCode {
    fn visit_item_mod(&mut self, it: &'ast syn::ItemMod) {
        self.inside(&it.attrs, |code| visit::visit_item_mod(code, it));
    }

    fn visit_item_impl(&mut self, it: &'ast syn::ItemImpl) {
        self.inside(&it.attrs, |code| visit::visit_item_impl(code, it));
    }

    fn visit_item_fn(&mut self, it: &'ast syn::ItemFn) {
        self.function(it.sig.ident.to_string(), &it.attrs, it.block.to_token_stream());
    }

    fn visit_impl_item_fn(&mut self, it: &'ast syn::ImplItemFn) {
        self.function(it.sig.ident.to_string(), &it.attrs, it.block.to_token_stream());
    }

    fn visit_item_use(&mut self, it: &'ast syn::ItemUse) {
        if self.depth > 0 {
            self.loose.extend(it.to_token_stream());
        }
    }

    fn visit_item_type(&mut self, it: &'ast syn::ItemType) {
        if self.depth > 0 {
            self.loose.extend(it.to_token_stream());
        }
    }

    /// A macro's definition is a body by its name; a call at module level may define tests, each with all its tokens.
    fn visit_item_macro(&mut self, it: &'ast ItemMacro) {
        if self.depth == 0 {
            return;
        }
        let tokens = it.mac.tokens.clone();
        if let Some(name) = &it.ident {
            return self.function(name.to_string(), &it.attrs, tokens);
        }
        for name in functions_in(&tokens) {
            self.tests.insert(name.clone());
            self.bodies.entry(name).or_default().extend(tokens.clone());
        }
    }
}

/// Names behind `fn` anywhere in a macro's tokens.
fn functions_in(tokens: &TokenStream) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut after_fn = false;
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => found.extend(functions_in(&group.stream())),
            TokenTree::Ident(ident) if after_fn => {
                found.insert(ident.to_string());
                after_fn = false;
            }
            TokenTree::Ident(ident) => after_fn = ident == "fn",
            _ => after_fn = false,
        }
    }
    found
}
