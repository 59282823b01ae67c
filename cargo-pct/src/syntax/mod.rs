//! Rust's syntax tree of a text, item by item: an item that `syn` cannot read costs that item, never the text.
//!
//! Input: a text, of whatever edition, with unstable syntax that rustc prints or accepts. Output: [`Parsed`], a tree with the same
//! functions in the same order, and what could not be read. Most of what `syn` refuses is rewritten first (module `repair`): parameters
//! without a name, keywords of later editions as names, `impl const`. A body that cannot be read keeps the items in it, and
//! nothing else; a block keeps the members that can be read.
//!
//! It does not expand macros, and looks into none.

mod names;
mod read;
mod repair;
mod split;
#[cfg(test)]
mod tests;

use crate::span::Position;
use proc_macro2::{LineColumn, TokenStream};
use read::{Reader, is_whole};
use std::collections::BTreeSet;

/// A text's syntax tree.
pub struct Parsed {
    /// All items that could be read. Of a function whose signature could not, its name and the items in it; others are tokens.
    pub file: syn::File,
    /// Those that could not be read, in the order of the text.
    pub unread: Vec<Unread>,
}

/// An item that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Its first words.
    pub text: String,
    /// Its beginning in the text.
    pub position: Position,
    /// The parser's error.
    pub message: String,
    /// It begins like an item. A text with something else may be one that is included in an expression.
    pub is_item: bool,
    /// The names by which it matters to other code; none where it may matter to any, as a `use` or a module.
    pub names: Option<UnreadNames>,
    /// The place of the function's name, where it is a function whose body stands in the tree all the same.
    pub function: Option<Position>,
}

/// The names by which an item that could not be read matters to other code. Only what meets one of them can use the item, or
/// be changed by it: Rust allows an impl only for a type, or of a trait, that its crate declares.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct UnreadNames {
    /// What it declares, and of an impl the trait.
    pub own: BTreeSet<String>,
    /// All identifiers in it, save those in a function's body, and in the head of the impl or trait that it is a member of.
    pub mentioned: BTreeSet<String>,
}

impl std::fmt::Display for Unread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}`, line {} of the expanded source: {}", self.text, self.position.line, self.message)
    }
}

/// Parses a text.
///
/// # Errors
/// If it does not consist of Rust's tokens, with balanced brackets.
pub fn parse(text: &str) -> syn::Result<Parsed> {
    if let Ok(file) = syn::parse_file(text)
        && is_whole(&file)
    {
        return Ok(Parsed { file, unread: Vec::new() });
    }
    let tokens: TokenStream = text.parse::<TokenStream>().map_err(syn::Error::from)?;
    let mut reader = Reader::default();
    let (attrs, items) = reader.items(tokens);
    Ok(Parsed { file: syn::File { shebang: None, frontmatter: None, attrs, items }, unread: reader.unread })
}

/// A place of the parser's as one of ours.
pub fn position(place: LineColumn) -> Position {
    let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    Position { line: number(place.line), column: number(place.column + 1) }
}
