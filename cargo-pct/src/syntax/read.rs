//! Reading items one by one.

use super::names::{identifiers, names_of};
use super::split::{
    attributes, begins_item, declares_functions, inner_attributes, is_group, is_punct, item_length,
};
use super::{Unread, position, repair::repaired};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::parse::{Parse, Parser};
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Expr, ExprBlock, Item, Stmt};

/// Reads items, and notes those that it cannot read.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) unread: Vec<Unread>,
    /// The identifiers in the head of the impl or trait whose members are read.
    around: Option<BTreeSet<String>>,
}

/// An item of a module, or a member of a block.
trait Member: Parse {
    fn is_whole(&self) -> bool;
    /// Items that are left as tokens.
    fn verbatim(tokens: TokenStream) -> Self;
    /// A function whose body is replaced.
    fn body(&mut self) -> Option<&mut Block>;
    /// An item whose parts are read one by one, given its tokens up to its brace, and what stands in that.
    fn from_parts(reader: &mut Reader, head: &[TokenTree], group: &Group) -> Option<Self>;
}

impl Reader {
    /// The inner attributes and the items of a module.
    pub(super) fn items(&mut self, tokens: TokenStream) -> (Vec<Attribute>, Vec<Item>) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let (attributes, rest) = tokens.split_at(inner_attributes(&tokens));
        let attributes = Attribute::parse_inner.parse2(attributes.iter().cloned().collect());
        (attributes.unwrap_or_default(), self.members(rest))
    }

    fn block<T: Member>(&mut self, head: &[TokenTree], group: &Group) -> Vec<T> {
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        let mut names = BTreeSet::new();
        identifiers(head, &mut names);
        let outer = self.around.replace(names);
        let members = self.members(&tokens[inner_attributes(&tokens)..]);
        self.around = outer;
        members
    }

    fn members<T: Member>(&mut self, mut rest: &[TokenTree]) -> Vec<T> {
        let mut found = Vec::new();
        while !rest.is_empty() {
            let (item, after) = rest.split_at(item_length(rest));
            rest = after;
            found.push(self.member::<T>(item));
        }
        found
    }

    fn member<T: Member>(&mut self, tokens: &[TokenTree]) -> T {
        let own: TokenStream = tokens.iter().cloned().collect();
        let error = match whole::<T>(own.clone()) {
            Ok(item) => return item,
            Err(error) => error,
        };
        let own = repaired(own);
        if let Ok(item) = whole::<T>(own.clone()) {
            return item;
        }
        let own: Vec<TokenTree> = own.into_iter().collect();
        self.in_parts(&own).unwrap_or_else(|| self.unreadable(&own, &error))
    }

    /// Reads an item without what its braces hold, and that by itself.
    fn in_parts<T: Member>(&mut self, tokens: &[TokenTree]) -> Option<T> {
        let (TokenTree::Group(group), head) = tokens.split_last()? else { return initialised(self, tokens) };
        if group.delimiter() != Delimiter::Brace {
            return None;
        }
        if let Some(item) = T::from_parts(self, head, group) {
            return Some(item);
        }
        let mut item: T = without_body(head, group)?;
        let nested = self.nested(group.stream());
        item.body()?.stmts = nested.into_iter().map(Stmt::Item).collect();
        Some(item)
    }

    /// A function whose signature cannot be read is one of its name; other items stay tokens. Both are noted.
    fn unreadable<T: Member>(&mut self, tokens: &[TokenTree], error: &syn::Error) -> T {
        let verbatim = || T::verbatim(tokens.iter().cloned().collect());
        let is_semicolon = |token: &TokenTree| is_punct(Some(token), ';');
        if tokens.is_empty() || tokens.len() == 1 && is_semicolon(&tokens[0]) {
            return verbatim();
        }
        let own = &tokens[attributes(tokens).min(tokens.len() - 1)..];
        let words: Vec<String> = own.iter().take(8).map(ToString::to_string).collect();
        let number = self.unread.len();
        self.unread.push(Unread {
            text: words.join(" ").chars().take(60).collect(),
            position: position(own[0].span().start()),
            message: error.to_string(),
            is_item: begins_item(tokens),
            names: names_of(tokens, self.around.as_ref()),
            function: None,
        });
        let function = named_only(tokens).and_then(|(head, group)| {
            let mut item: T = without_body(&head, group)?;
            item.body()?.stmts = self.nested(group.stream()).into_iter().map(Stmt::Item).collect();
            self.unread[number].function = head.get(1).map(|name| position(name.span().start()));
            Some(item)
        });
        function.unwrap_or_else(verbatim)
    }

    /// The items that are declared in the body of a function, at any depth, in the order of the text.
    fn nested(&mut self, tokens: TokenStream) -> Vec<Item> {
        let outer = self.around.take();
        let found = self.nested_items(tokens);
        self.around = outer;
        found
    }

    fn nested_items(&mut self, tokens: TokenStream) -> Vec<Item> {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut found = Vec::new();
        let (mut rest, mut is_begin) = (&tokens[inner_attributes(&tokens)..], true);
        while let Some(first) = rest.first() {
            if is_begin && begins_item(rest) {
                let (item, after) = rest.split_at(item_length(rest));
                found.push(self.member::<Item>(item));
                rest = after;
                continue;
            }
            if let TokenTree::Group(group) = first {
                found.extend(self.nested_items(group.stream()));
            }
            is_begin = is_punct(Some(first), ';') || is_group(Some(first), Delimiter::Brace);
            rest = &rest[1..];
        }
        found
    }
}

/// Tells whether nothing in a file is left as tokens that may hold functions.
pub(super) fn is_whole(file: &syn::File) -> bool {
    let mut verbatim = Verbatim(false);
    verbatim.visit_file(file);
    !verbatim.0
}

fn whole<T: Member>(tokens: TokenStream) -> syn::Result<T> {
    let item: T = syn::parse2(tokens)?;
    let unread = || syn::Error::new(proc_macro2::Span::call_site(), "syntax that is not known");
    if item.is_whole() { Ok(item) } else { Err(unread()) }
}

/// The item with an empty body in the place of its own.
fn without_body<T: Member>(head: &[TokenTree], group: &Group) -> Option<T> {
    let mut empty = Group::new(Delimiter::Brace, TokenStream::new());
    empty.set_span(group.span());
    whole(head.iter().cloned().chain([TokenTree::Group(empty)]).collect()).ok()
}

/// `fn name()` of a function with a body.
fn named_only(tokens: &[TokenTree]) -> Option<(Vec<TokenTree>, &Group)> {
    let Some(TokenTree::Group(body)) = tokens.last() else { return None };
    let begin = tokens.iter().position(|it| super::split::is_word(Some(it), "fn"))?;
    let TokenTree::Ident(name) = tokens.get(begin + 1)? else { return None };
    let parameters = TokenTree::Group(Group::new(Delimiter::Parenthesis, TokenStream::new()));
    Some((vec![tokens[begin].clone(), TokenTree::Ident(name.clone()), parameters], body))
}

/// A constant or static whose value cannot be read: the items in that are kept.
fn initialised<T: Member>(reader: &mut Reader, tokens: &[TokenTree]) -> Option<T> {
    let equals = tokens.iter().position(|it| is_punct(Some(it), '='))?;
    let name = tokens.iter().take(equals).position(|it| is_punct(Some(it), ':'))?.checked_sub(1)?;
    let TokenTree::Ident(name) = tokens.get(name)? else { return None };
    let nested = reader.nested(tokens[equals + 1..].iter().cloned().collect());
    let head: TokenStream = tokens[..equals].iter().cloned().collect();
    let value = ExprBlock {
        attrs: Vec::new(),
        label: None,
        block: Block {
            brace_token: syn::token::Brace(name.span()),
            stmts: nested.into_iter().map(Stmt::Item).collect(),
        },
    };
    let value = Expr::Block(value);
    whole(quote::quote!(#head = #value;)).ok()
}

/// Looks for syntax that is left as tokens.
struct Verbatim(bool);

impl Verbatim {
    fn tokens(&mut self, tokens: &TokenStream) {
        self.0 |= declares_functions(&tokens.clone().into_iter().collect::<Vec<_>>());
    }
}

impl<'ast> Visit<'ast> for Verbatim {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Verbatim(tokens) => {
                let mut words = tokens.clone().into_iter();
                // `macro name(…) { … }` declares nothing by itself.
                self.0 |= !words.any(|it| super::split::is_word(Some(&it), "macro"));
            }
            Item::Macro(_) => {}
            other => visit::visit_item(self, other),
        }
    }

    fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
        self.0 |= matches!(item, syn::ImplItem::Verbatim(_));
        visit::visit_impl_item(self, item);
    }

    fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
        self.0 |= matches!(item, syn::TraitItem::Verbatim(_));
        visit::visit_trait_item(self, item);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        if let Expr::Verbatim(tokens) = expr {
            self.tokens(tokens);
        }
        visit::visit_expr(self, expr);
    }

    fn visit_macro(&mut self, called: &'ast syn::Macro) {
        self.tokens(&called.tokens);
    }
}

impl Member for Item {
    fn verbatim(tokens: TokenStream) -> Self {
        Item::Verbatim(tokens)
    }

    fn is_whole(&self) -> bool {
        let mut verbatim = Verbatim(false);
        verbatim.visit_item(self);
        !verbatim.0
    }

    fn body(&mut self) -> Option<&mut Block> {
        if let Item::Fn(function) = self { Some(&mut function.block) } else { None }
    }

    fn from_parts(reader: &mut Reader, head: &[TokenTree], group: &Group) -> Option<Self> {
        let mut item: Item = without_body(head, group)?;
        match &mut item {
            Item::Mod(module) => module.content.as_mut()?.1 = reader.items(group.stream()).1,
            Item::Impl(block) => block.items = reader.block(head, group),
            Item::Trait(declared) => declared.items = reader.block(head, group),
            // Nothing in it has a body.
            Item::ForeignMod(_) => {}
            _ => return None,
        }
        Some(item)
    }
}

impl Member for syn::ImplItem {
    fn verbatim(tokens: TokenStream) -> Self {
        syn::ImplItem::Verbatim(tokens)
    }

    fn is_whole(&self) -> bool {
        let mut verbatim = Verbatim(false);
        verbatim.visit_impl_item(self);
        !verbatim.0
    }

    fn body(&mut self) -> Option<&mut Block> {
        if let syn::ImplItem::Fn(function) = self { Some(&mut function.block) } else { None }
    }

    fn from_parts(_: &mut Reader, _: &[TokenTree], _: &Group) -> Option<Self> {
        None
    }
}

impl Member for syn::TraitItem {
    fn verbatim(tokens: TokenStream) -> Self {
        syn::TraitItem::Verbatim(tokens)
    }

    fn is_whole(&self) -> bool {
        let mut verbatim = Verbatim(false);
        verbatim.visit_trait_item(self);
        !verbatim.0
    }

    fn body(&mut self) -> Option<&mut Block> {
        if let syn::TraitItem::Fn(function) = self { function.default.as_mut() } else { None }
    }

    fn from_parts(_: &mut Reader, _: &[TokenTree], _: &Group) -> Option<Self> {
        None
    }
}
