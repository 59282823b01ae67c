//! What is behind a subject's interface, and whether tokens touch it. Names decide, so what merely has the same name is
//! taken for it.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Fields, Visibility};

use super::parsed;
use crate::probe::SubjectKind;

/// Methods of the standard library that do not change what they are called on. A call of any other method on a private
/// field may.
const READING: &[&str] = &[
    "as_deref",
    "as_ref",
    "as_slice",
    "as_str",
    "binary_search",
    "capacity",
    "chars",
    "clone",
    "cmp",
    "contains",
    "contains_key",
    "copied",
    "ends_with",
    "eq",
    "first",
    "get",
    "is_empty",
    "is_err",
    "is_none",
    "is_ok",
    "is_some",
    "iter",
    "keys",
    "last",
    "len",
    "ne",
    "starts_with",
    "to_owned",
    "to_string",
    "to_vec",
    "values",
    "windows",
];

/// The names behind the interfaces of a crate, by the kinds and the names without path of its subjects.
#[derive(Debug, Default)]
pub(super) struct Interiors(BTreeMap<(SubjectKind, String), Interior>);

/// The names behind an interface.
#[derive(Clone, Debug, Default)]
pub(super) struct Interior {
    /// The type, if clients cannot build it by a literal.
    closed_type: Option<String>,
    fields: BTreeSet<String>,
    functions: BTreeSet<String>,
}

impl Interiors {
    /// From the texts of a crate's files.
    pub(super) fn of(files: &BTreeMap<String, String>) -> Interiors {
        let mut interiors = Interiors::default();
        parsed(files).for_each(|(_, file)| interiors.visit_file(&file));
        interiors
    }

    /// Of a subject by its name without path.
    pub(super) fn get(&self, kind: SubjectKind, name: &str) -> Interior {
        self.0.get(&(kind, name.to_owned())).cloned().unwrap_or_default()
    }

    /// Of everything in the crate.
    pub(super) fn all(&self) -> impl Iterator<Item = &Interior> {
        self.0.values()
    }

    fn entry(&mut self, kind: SubjectKind, name: &syn::Ident) -> &mut Interior {
        self.0.entry((kind, name.to_string())).or_default()
    }
}

impl Interior {
    /// Tokens without any of these words are not touching it.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        let own = self.closed_type.iter().flat_map(|name| [name.as_str(), "Self"]);
        let names = self.fields.iter().chain(&self.functions).map(String::as_str);
        own.chain(names).chain(["unsafe"])
    }

    /// Tells whether the tokens access the representation: build the type, write or mutably borrow a private field, call a private
    /// function, or use `unsafe`, with which anything may be written.
    pub(super) fn is_accessed(&self, tokens: &TokenStream) -> bool {
        let names = self.names_of_type(tokens);
        self.accesses(tokens, &names)
    }

    /// The type's own name, `Self`, and names that the tokens give it: `Stack as S`, `type S = Stack`.
    fn names_of_type(&self, tokens: &TokenStream) -> BTreeSet<String> {
        let Some(name) = &self.closed_type else { return BTreeSet::new() };
        let mut names = BTreeSet::from([name.clone(), "Self".to_owned()]);
        let all = flat(tokens);
        for (at, word) in all.iter().enumerate() {
            let word_at = |index: usize| all.get(index).map(String::as_str);
            if word == name && word_at(at + 1) == Some("as") {
                names.extend(all.get(at + 2).cloned());
            }
            let names_it = || all[at..].iter().take_while(|it| *it != ";").any(|it| it == name);
            if word == "type" && names_it() {
                names.extend(all.get(at + 1).cloned());
            }
        }
        names
    }

    fn accesses(&self, tokens: &TokenStream, names: &BTreeSet<String>) -> bool {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        (0..tokens.len()).any(|at| match &tokens[at] {
            TokenTree::Group(group) => self.accesses(&group.stream(), names),
            TokenTree::Ident(ident) => {
                let word = ident.to_string();
                word == "unsafe"
                    || (names.contains(&word) && is_built(&tokens, at))
                    || (self.functions.contains(&word)
                        && is_group(tokens.get(at + 1), Delimiter::Parenthesis))
            }
            TokenTree::Punct(punct) if punct.as_char() == '.' => self.is_written(&tokens, at),
            TokenTree::Punct(punct) if punct.as_char() == '&' => self.is_borrowed(&tokens, at),
            _ => false,
        })
    }

    /// `.field` at the dot `at`, and behind it, over further fields and indices, an assignment or a call that may write.
    fn is_written(&self, tokens: &[TokenTree], at: usize) -> bool {
        if !self.is_field(tokens.get(at + 1)) {
            return false;
        }
        let mut next = at + 2;
        loop {
            match (tokens.get(next), tokens.get(next + 1)) {
                (Some(TokenTree::Group(group)), _) if group.delimiter() == Delimiter::Bracket => next += 1,
                (Some(TokenTree::Punct(dot)), Some(name)) if dot.as_char() == '.' => {
                    if is_group(tokens.get(next + 2), Delimiter::Parenthesis) {
                        return !READING.contains(&name.to_string().as_str());
                    }
                    next += 2;
                }
                _ => return is_assignment(&tokens[next..]),
            }
        }
    }

    /// `&mut` at `at`, and behind it a place with a private field in it.
    fn is_borrowed(&self, tokens: &[TokenTree], at: usize) -> bool {
        if !matches!(tokens.get(at + 1), Some(TokenTree::Ident(ident)) if ident == "mut") {
            return false;
        }
        let place = tokens[at + 2..].iter().take_while(|token| match token {
            TokenTree::Punct(punct) => matches!(punct.as_char(), '.' | '*'),
            TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
            _ => true,
        });
        let place: Vec<_> = place.collect();
        place.windows(2).any(|pair| {
            matches!(pair[0], TokenTree::Punct(dot) if dot.as_char() == '.') && self.is_field(Some(pair[1]))
        })
    }

    /// A name or an index; `.0.1` holds one literal.
    fn is_field(&self, token: Option<&TokenTree>) -> bool {
        token.is_some_and(|token| token.to_string().split('.').any(|part| self.fields.contains(part)))
    }
}

/// `Stack { … }`, `Stack::<T> { … }` or `Stack(…)`, which is no header of a block: `-> Stack { … }`, `impl Stack { … }`.
fn is_built(tokens: &[TokenTree], at: usize) -> bool {
    let sign = |index: usize, wanted: char| matches!(tokens.get(index), Some(TokenTree::Punct(it)) if it.as_char() == wanted);
    let mut next = at + 1;
    if sign(next, ':') && sign(next + 1, ':') && sign(next + 2, '<') {
        next += 2;
    }
    if sign(next, '<') {
        let mut depth = 0;
        while next < tokens.len() {
            depth += i32::from(sign(next, '<')) - i32::from(sign(next, '>'));
            next += 1;
            if depth == 0 {
                break;
            }
        }
    }
    if is_group(tokens.get(next), Delimiter::Parenthesis) {
        return true;
    }
    let before = at.checked_sub(1).map(|before| tokens[before].to_string());
    is_group(tokens.get(next), Delimiter::Brace)
        && !matches!(before.as_deref(), Some(">" | "impl" | "for" | "struct"))
}

fn is_group(token: Option<&TokenTree>, delimiter: Delimiter) -> bool {
    matches!(token, Some(TokenTree::Group(group)) if group.delimiter() == delimiter)
}

/// `= …`, `+= …`, and not `== …`, `=> …`, `<= …`.
fn is_assignment(tokens: &[TokenTree]) -> bool {
    let mut operator = String::new();
    for token in tokens {
        let TokenTree::Punct(punct) = token else { break };
        operator.push(punct.as_char());
        if punct.spacing() == proc_macro2::Spacing::Alone {
            break;
        }
    }
    operator.ends_with('=') && !matches!(operator.as_str(), "==" | "!=" | "<=" | ">=")
}

/// All words and signs, groups opened.
fn flat(tokens: &TokenStream) -> Vec<String> {
    let mut all = Vec::new();
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => all.extend(flat(&group.stream())),
            other => all.push(other.to_string()),
        }
    }
    all
}

/// All identifiers, and the numbers of fields: `.0.1` holds one literal.
pub(super) fn words(tokens: &TokenStream) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => all.extend(words(&group.stream())),
            TokenTree::Ident(ident) => drop(all.insert(ident.to_string())),
            TokenTree::Literal(literal) => {
                all.extend(literal.to_string().split('.').filter(|it| is_number(it)).map(str::to_owned));
            }
            TokenTree::Punct(_) => {}
        }
    }
    all
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// All identifiers.
pub(super) fn idents(tokens: &TokenStream) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => all.extend(idents(&group.stream())),
            TokenTree::Ident(ident) => drop(all.insert(ident.to_string())),
            _ => {}
        }
    }
    all
}

/// Only `pub` without restriction is part of the interface.
fn is_private(visibility: &Visibility) -> bool {
    !matches!(visibility, Visibility::Public(_))
}

impl<'ast> Visit<'ast> for Interiors {
    fn visit_item_struct(&mut self, it: &'ast syn::ItemStruct) {
        let private = it.fields.iter().enumerate().filter(|(_, field)| is_private(&field.vis));
        let name = |(index, field): (usize, &syn::Field)| {
            field.ident.as_ref().map_or_else(|| index.to_string(), ToString::to_string)
        };
        let private: BTreeSet<String> = private.map(name).collect();
        let interior = self.entry(SubjectKind::Type, &it.ident);
        if !private.is_empty() || matches!(it.fields, Fields::Unit) {
            interior.closed_type = Some(it.ident.to_string());
        }
        interior.fields.extend(private);
    }

    fn visit_item_impl(&mut self, it: &'ast syn::ItemImpl) {
        let syn::Type::Path(path) = &*it.self_ty else { return };
        if let Some(last) = path.path.segments.last().filter(|_| it.trait_.is_none()) {
            let functions = it.items.iter().filter_map(|item| match item {
                syn::ImplItem::Fn(function) if is_private(&function.vis) => {
                    Some(function.sig.ident.to_string())
                }
                _ => None,
            });
            self.entry(SubjectKind::Type, &last.ident).functions.extend(functions);
        }
    }

    fn visit_item_fn(&mut self, it: &'ast syn::ItemFn) {
        if is_private(&it.vis) {
            let name = it.sig.ident.to_string();
            self.entry(SubjectKind::Function, &it.sig.ident).functions.insert(name);
        }
        visit::visit_item_fn(self, it);
    }
}
