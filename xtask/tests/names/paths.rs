//! Which paths of its own crate a source file names, in full, and which names it hands on.
//!
//! Input: the tokens of a file and the path of its module. Output: [`Paths`]. A path that begins with an imported name counts with what was
//! imported. Macros of other files and glob imports are not followed; methods are no paths.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::{end_of_item, is_cfg_test, is_path_separator, starts_path};

/// A path from the root of the crate.
pub(crate) type FullPath = Vec<String>;

/// The paths in one file.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    /// Those that it names.
    pub(crate) named: BTreeSet<FullPath>,
    /// What stands behind each name that it imports, by the path of that name: others may ask for it there.
    pub(crate) imported: BTreeMap<FullPath, FullPath>,
    /// The modules that it declares.
    children: BTreeSet<FullPath>,
}

impl Paths {
    /// The paths in `source`, which is the module at a path.
    pub(crate) fn of(source: &str, module: &[String]) -> Paths {
        let tokens: TokenStream = source.parse().expect("a source file that compiles is made of tokens");
        let mut paths = Paths::default();
        // First what is declared and imported, then what the names in other paths mean.
        paths.walk(tokens.clone(), module, true);
        paths.walk(tokens, module, false);
        paths
    }

    fn walk(&mut self, stream: TokenStream, module: &[String], declares: bool) {
        let tokens: Vec<TokenTree> = stream.into_iter().collect();
        let mut at = 0;
        while at < tokens.len() {
            match &tokens[at..] {
                rest if is_cfg_test(rest) => {
                    at = end_of_item(&tokens, at + 2);
                    continue;
                }
                [TokenTree::Ident(keyword), TokenTree::Ident(name), ..] if keyword == "mod" => {
                    let inner = joined(module, &[name.to_string()]);
                    if let Some(TokenTree::Group(body)) = tokens.get(at + 2) {
                        self.walk(body.stream(), &inner, declares);
                    }
                    self.children.insert(inner);
                    at += 3;
                    continue;
                }
                [TokenTree::Ident(keyword), ..] if keyword == "use" => {
                    let is_end =
                        |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ';');
                    let end = tokens[at..].iter().position(is_end).map_or(tokens.len(), |end| at + end);
                    self.import(&tokens[at + 1..end], &[], module, declares);
                    at = end;
                }
                [TokenTree::Group(group), ..] => self.walk(group.stream(), module, declares),
                [TokenTree::Ident(_), ..]
                    if !declares && starts_path(&tokens, at) && is_path_separator(&tokens, at + 1) =>
                {
                    self.named.extend(self.full(&segments(&tokens[at..]), module));
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// The paths of a `use`, which all begin with `before`.
    fn import(&mut self, tokens: &[TokenTree], before: &[String], module: &[String], declares: bool) {
        let mut path = joined(before, &segments(tokens));
        match tokens.iter().find_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
            _ => None,
        }) {
            Some(group) => {
                let inner: Vec<TokenTree> = group.into_iter().collect();
                let is_comma =
                    |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
                inner.split(is_comma).for_each(|one| self.import(one, &path, module, declares));
            }
            None if !path.is_empty() => {
                if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
                    path.pop();
                }
                let alias = match tokens {
                    [.., TokenTree::Ident(word), TokenTree::Ident(alias)] if word == "as" => {
                        alias.to_string()
                    }
                    _ => path[path.len() - 1].clone(),
                };
                let Some(full) = self.full(&path, module) else { return };
                if declares {
                    self.imported.insert(joined(module, &[alias]), full);
                } else {
                    self.named.insert(full);
                }
            }
            None => {}
        }
    }

    /// A path as it is written in a module, from the root of the crate; none if it leads out of the crate, or to what the module holds.
    fn full(&self, path: &[String], module: &[String]) -> Option<FullPath> {
        let (first, rest) = path.split_first()?;
        let climbed = path.iter().take_while(|segment| *segment == "super").count();
        let here = joined(module, std::slice::from_ref(first));
        match &**first {
            "crate" => Some(rest.to_vec()),
            "self" => Some(joined(module, rest)),
            "super" => Some(joined(&module[..module.len().checked_sub(climbed)?], &path[climbed..])),
            _ if self.children.contains(&here) => Some(joined(module, path)),
            _ => self.imported.get(&here).map(|full| joined(full, rest)),
        }
    }
}

fn joined(path: &[String], rest: &[String]) -> FullPath {
    [path, rest].concat()
}

/// The names of a path that begins here, up to a group or anything else that is none.
fn segments(tokens: &[TokenTree]) -> Vec<String> {
    let mut segments = Vec::new();
    let mut at = 0;
    while let Some(TokenTree::Ident(name)) = tokens.get(at) {
        segments.push(name.to_string());
        if !is_path_separator(tokens, at + 1) {
            break;
        }
        at += 3;
    }
    segments
}
