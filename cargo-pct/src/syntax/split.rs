//! Finds the end of an item without reading it: at its brace or its semicolon.

use proc_macro2::{Delimiter, TokenTree};

pub(super) fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(own)) if own == word)
}

pub(super) fn is_punct(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(own)) if own.as_char() == sign)
}

pub(super) fn is_group(token: Option<&TokenTree>, delimiter: Delimiter) -> bool {
    matches!(token, Some(TokenTree::Group(own)) if own.delimiter() == delimiter)
}

fn word(token: Option<&TokenTree>) -> Option<String> {
    match token {
        Some(TokenTree::Ident(own)) => Some(own.to_string()),
        _ => None,
    }
}

/// How many tokens the outer attributes in front of an item take.
pub(super) fn attributes(tokens: &[TokenTree]) -> usize {
    let mut index = 0;
    while is_punct(tokens.get(index), '#') && is_group(tokens.get(index + 1), Delimiter::Bracket) {
        index += 2;
    }
    index
}

/// The same with the visibility.
pub(super) fn head(tokens: &[TokenTree]) -> usize {
    let mut index = attributes(tokens);
    if is_word(tokens.get(index), "pub") {
        index += 1;
        index += usize::from(is_group(tokens.get(index), Delimiter::Parenthesis));
    }
    index
}

/// How many tokens inner attributes take.
pub(super) fn inner_attributes(tokens: &[TokenTree]) -> usize {
    let mut index = 0;
    while is_punct(tokens.get(index), '#')
        && is_punct(tokens.get(index + 1), '!')
        && is_group(tokens.get(index + 2), Delimiter::Bracket)
    {
        index += 3;
    }
    index
}

/// How many tokens the first item takes; all of them if it has no end.
pub(super) fn item_length(tokens: &[TokenTree]) -> usize {
    let begin = head(tokens);
    let ends_in_semicolon = match word(tokens.get(begin)).as_deref() {
        Some("use" | "type" | "static") => true,
        Some("const") => {
            let next = word(tokens.get(begin + 1));
            !matches!(next.as_deref(), Some("fn" | "unsafe" | "extern" | "async" | "trait" | "impl" | "auto"))
        }
        _ => false,
    };
    for index in begin..tokens.len() {
        let is_end = is_punct(tokens.get(index), ';')
            || (!ends_in_semicolon
                && is_group(tokens.get(index), Delimiter::Brace)
                && angles(&tokens[begin..index]) == 0);
        if is_end {
            return index + 1;
        }
    }
    tokens.len()
}

/// How many angle brackets are open behind these tokens of a signature; arrows are none.
pub(super) fn angles(tokens: &[TokenTree]) -> usize {
    let mut depth: usize = 0;
    for (index, token) in tokens.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| tokens.get(before));
        let is_arrow = is_punct(before, '-') || is_punct(before, '=');
        if is_punct(Some(token), '<') {
            depth += 1;
        } else if is_punct(Some(token), '>') && !is_arrow {
            depth = depth.saturating_sub(1);
        }
    }
    depth
}

/// Tells whether an item begins here, in a place where a statement may as well.
pub(super) fn begins_item(tokens: &[TokenTree]) -> bool {
    let mut index = head(tokens);
    let is_name = |index: usize| word(tokens.get(index)).is_some();
    let mut after_extern = false;
    loop {
        let Some(first) = word(tokens.get(index)) else {
            return after_extern && is_group(tokens.get(index), Delimiter::Brace);
        };
        return match first.as_str() {
            "fn" | "struct" | "enum" | "union" | "trait" | "mod" | "type" | "macro" => is_name(index + 1),
            "impl" | "use" => true,
            "macro_rules" => is_punct(tokens.get(index + 1), '!'),
            "static" => is_name(index + 1) && !is_word(tokens.get(index + 1), "move"),
            "const" if is_name(index + 1) && is_punct(tokens.get(index + 2), ':') => true,
            "extern" if is_word(tokens.get(index + 1), "crate") => true,
            "extern" => {
                after_extern = true;
                index += 1;
                index += usize::from(matches!(tokens.get(index), Some(TokenTree::Literal(_))));
                continue;
            }
            "unsafe" | "async" | "const" | "default" | "safe" | "gen" | "auto" if is_name(index + 1) => {
                index += 1;
                continue;
            }
            _ => false,
        };
    }
}

/// Tells whether a function is declared somewhere in these tokens.
pub(super) fn declares_functions(tokens: &[TokenTree]) -> bool {
    let is_declared = |(index, token): (usize, &TokenTree)| match token {
        TokenTree::Ident(own) => *own == "fn" && word(tokens.get(index + 1)).is_some(),
        TokenTree::Group(group) => declares_functions(&group.stream().into_iter().collect::<Vec<_>>()),
        _ => false,
    };
    tokens.iter().enumerate().any(is_declared)
}
