//! Which modules of its own crate, and which other crates, a source file names.
//!
//! Works on tokens, so that names inside of macro calls are seen and those in comments and strings are not. What
//! stands under `#[cfg(test)]` is left out: a test may use any module as its oracle.

pub(crate) mod paths;

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The names in one file.
#[derive(Default)]
pub(crate) struct Names {
    /// First segments of paths from the root of the crate: `symex` of `crate::symex::Value`.
    pub(crate) of_this_crate: BTreeSet<String>,
    /// First segments of all other paths, and names after `use` and `extern crate`.
    pub(crate) crates: BTreeSet<String>,
}

impl Names {
    /// The names in `source`, whose module lies `depth` below the root of its crate.
    pub(crate) fn of(source: &str, depth: usize) -> Names {
        let mut names = Names::default();
        names.walk(source.parse().expect("a source file that compiles is made of tokens"), depth);
        names
    }

    fn walk(&mut self, stream: TokenStream, depth: usize) {
        let tokens: Vec<TokenTree> = stream.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            if is_cfg_test(&tokens[at..]) {
                at = end_of_item(&tokens, at + 2);
                continue;
            }
            if let [TokenTree::Ident(keyword), TokenTree::Ident(_), TokenTree::Group(body), ..] =
                &tokens[at..]
                && keyword == "mod"
            {
                self.walk(body.stream(), depth + 1);
                at += 3;
                continue;
            }
            match &tokens[at] {
                TokenTree::Group(group) => self.walk(group.stream(), depth),
                TokenTree::Ident(_) if starts_path(&tokens, at) => self.path(&tokens, at, depth),
                _ => {}
            }
            at += 1;
        }
    }

    /// A path that starts at `at`.
    fn path(&mut self, tokens: &[TokenTree], at: usize, depth: usize) {
        let after_use =
            at > 0 && matches!(&tokens[at - 1], TokenTree::Ident(word) if word == "use" || word == "crate");
        let TokenTree::Ident(first) = &tokens[at] else { return };
        if first == "crate" && is_path_separator(tokens, at + 1) {
            self.names_at_root(tokens, at + 3);
        } else if first == "super" {
            let mut next = at;
            let mut climbed = 0;
            while matches!(tokens.get(next), Some(TokenTree::Ident(word)) if word == "super") {
                climbed += 1;
                next += 3;
            }
            if climbed == depth {
                self.names_at_root(tokens, next);
            }
        } else if after_use || is_path_separator(tokens, at + 1) {
            self.crates.insert(first.to_string());
        }
    }

    /// What stands after `crate::`: one name, or a group of paths.
    fn names_at_root(&mut self, tokens: &[TokenTree], at: usize) {
        match tokens.get(at) {
            Some(TokenTree::Ident(name)) => {
                self.of_this_crate.insert(name.to_string());
            }
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let separated =
                    inner.split(|token| matches!(token, TokenTree::Punct(comma) if comma.as_char() == ','));
                for path in separated {
                    self.names_at_root(path, 0);
                }
            }
            _ => {}
        }
    }
}

/// Whether the identifier at `at` begins a path: neither a later segment of one nor a field or method.
fn starts_path(tokens: &[TokenTree], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| &tokens[before]);
    !matches!(before, Some(TokenTree::Punct(mark)) if mark.as_char() == ':' && at > 1 && is_path_separator(tokens, at - 2))
        && !matches!(before, Some(TokenTree::Punct(dot)) if dot.as_char() == '.')
}

fn is_path_separator(tokens: &[TokenTree], at: usize) -> bool {
    let is_colon =
        |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(mark)) if mark.as_char() == ':');
    is_colon(tokens.get(at)) && is_colon(tokens.get(at + 1))
}

/// `#[cfg(test)]`, exactly: code under `any(test, …)` is compiled for users too.
fn is_cfg_test(tokens: &[TokenTree]) -> bool {
    let [TokenTree::Punct(mark), TokenTree::Group(attribute), ..] = tokens else { return false };
    mark.as_char() == '#' && attribute.stream().to_string().replace(' ', "") == "cfg(test)"
}

/// Behind the item whose attributes end before `at`: its body, or its semicolon.
fn end_of_item(tokens: &[TokenTree], at: usize) -> usize {
    let is_end = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(mark) => mark.as_char() == ';',
        _ => false,
    };
    tokens[at..].iter().position(is_end).map_or(tokens.len(), |end| at + end + 1)
}
