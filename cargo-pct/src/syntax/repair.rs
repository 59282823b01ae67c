//! Rewriting what `syn` does not read into what it reads, with the same functions in the same order.

use super::split::{angles, is_group, is_punct, is_word};
use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};

/// The tokens in stable syntax of the newest edition:
///
/// - `super let` (of `pin!`) becomes `let`, and `builtin # offset_of(…)` a macro call;
/// - keywords of later editions become raw names where they are names: `r#async`;
/// - a parameter without a name (`fn f(u32);`, edition 2015) is called `_`;
/// - `Box<Fn(u8)>` becomes `Box<dyn Fn(u8)>`;
/// - `const` goes from impls, traits and bounds, and `default` from impls and members.
pub(super) fn repaired(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut result: Vec<TokenTree> = Vec::new();
    let mut index = 0;
    while let Some(token) = tokens.get(index) {
        let next = tokens.get(index + 1);
        match token {
            TokenTree::Ident(word) => match rewritten(word, &result, &tokens[index + 1..]) {
                Word::Left => {}
                Word::Object => {
                    result.extend([TokenTree::Ident(Ident::new("dyn", word.span())), token.clone()]);
                }
                Word::Kept => result.push(token.clone()),
                Word::Raw => result.push(TokenTree::Ident(Ident::new_raw(&word.to_string(), word.span()))),
                Word::Macro => {
                    result.extend(tokens.get(index + 2).cloned());
                    result.push(TokenTree::Punct(Punct::new('!', Spacing::Alone)));
                    index += 2;
                }
            },
            TokenTree::Punct(sign) if sign.as_char() == '~' && is_word(next, "const") => {}
            TokenTree::Group(group) if is_const_bound(group) => {}
            TokenTree::Group(group) => {
                let mut inner = repaired(group.stream());
                if group.delimiter() == Delimiter::Parenthesis && follows_function(&result) {
                    inner = named_parameters(inner);
                }
                let mut inner = Group::new(group.delimiter(), inner);
                inner.set_span(group.span());
                result.push(TokenTree::Group(inner));
            }
            other => result.push(other.clone()),
        }
        index += 1;
    }
    result.into_iter().collect()
}

/// The word's replacement.
enum Word {
    Kept,
    Left,
    Raw,
    Macro,
    /// A trait that is a type, as in `Box<Fn(u8)>`.
    Object,
}

fn rewritten(word: &Ident, done: &[TokenTree], rest: &[TokenTree]) -> Word {
    let (before, next) = (done.last(), rest.first());
    let is_one_of = |words: &[&str]| words.iter().any(|word| is_word(next, word));
    let is_name = match word.to_string().as_str() {
        "super" if is_word(next, "let") => return Word::Left,
        "Fn" | "FnMut" | "FnOnce" if begins_type(done) && is_group(next, Delimiter::Parenthesis) => {
            return Word::Object;
        }
        "builtin" if is_punct(next, '#') => return Word::Macro,
        "const" if is_punct(before, '~') || is_one_of(&["trait", "impl"]) => return Word::Left,
        // `impl const Tr for T`, `impl<T> const Tr for T`
        "const" if before.is_some_and(|it| is_word(Some(it), "impl") || is_punct(Some(it), '>')) => {
            return Word::Left;
        }
        "default" if is_one_of(&["impl", "fn", "type", "const", "unsafe", "async", "extern"]) => {
            return Word::Left;
        }
        "async" => {
            !(is_one_of(&["fn", "move", "unsafe", "extern", "gen", "use"])
                || is_group(next, Delimiter::Brace)
                || is_punct(next, '|'))
        }
        "await" => !is_punct(before, '.'),
        "try" => !(is_group(next, Delimiter::Brace) || is_punct(next, '!')),
        "dyn" => {
            let is_path = is_punct(next, ':') && is_punct(rest.get(1), ':');
            let begins_bound = matches!(next, Some(TokenTree::Ident(own)) if *own != "as")
                || ['<', '\'', '?', '~'].iter().any(|sign| is_punct(next, *sign))
                || is_group(next, Delimiter::Parenthesis);
            is_punct(before, '.') || is_word(before, "fn") || !(is_path || begins_bound)
        }
        _ => false,
    };
    // `if async { … }` and the like are left to fail.
    if is_name { Word::Raw } else { Word::Kept }
}

/// Tells whether a type begins behind these tokens, and no bound: `<`, `&`, `&'a`, `&mut`, `*const`, `(`.
fn begins_type(done: &[TokenTree]) -> bool {
    let before = done.last();
    let is_lifetime = done.len() > 1 && is_punct(done.get(done.len() - 2), '\'');
    let is_pointer = is_word(before, "mut") || is_word(before, "const");
    before.is_none() || is_punct(before, '<') || is_punct(before, '&') || is_lifetime || is_pointer
}

/// `[const]` in front of a bound.
fn is_const_bound(group: &Group) -> bool {
    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
    group.delimiter() == Delimiter::Bracket && inner.len() == 1 && is_word(inner.first(), "const")
}

/// Tells whether the tokens end in `fn name` or `fn name<…>`.
fn follows_function(tokens: &[TokenTree]) -> bool {
    let Some(index) = tokens.iter().rposition(|token| is_word(Some(token), "fn")) else { return false };
    let rest = &tokens[index + 1..];
    match rest {
        [TokenTree::Ident(_)] => true,
        [TokenTree::Ident(_), first, ..] => {
            is_punct(Some(first), '<') && is_punct(rest.last(), '>') && angles(rest) == 0
        }
        _ => false,
    }
}

/// The parameters of a function, each with a name.
fn named_parameters(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut result = TokenStream::new();
    let mut begin = 0;
    for index in 0..=tokens.len() {
        let is_end =
            index == tokens.len() || (is_punct(tokens.get(index), ',') && angles(&tokens[begin..index]) == 0);
        if !is_end {
            continue;
        }
        let parameter = &tokens[begin..index];
        let mut head = 0;
        while is_punct(parameter.get(head), '#') {
            head += 2;
        }
        let (attributes, parameter) = parameter.split_at(head.min(parameter.len()));
        result.extend(attributes.iter().cloned());
        if !parameter.is_empty() && !is_named(parameter) {
            let place = parameter[0].span();
            let mut colon = Punct::new(':', Spacing::Alone);
            colon.set_span(place);
            result.extend([TokenTree::Ident(Ident::new("_", place)), TokenTree::Punct(colon)]);
        }
        result.extend(parameter.iter().cloned());
        result.extend(tokens.get(index).cloned());
        begin = index + 1;
    }
    result
}

/// Tells whether a parameter is `self`, `…`, or has a pattern.
fn is_named(parameter: &[TokenTree]) -> bool {
    let is_dots = parameter.len() >= 3 && parameter.iter().rev().take(3).all(|it| is_punct(Some(it), '.'));
    let is_receiver = is_word(parameter.last(), "self");
    let is_colon = |index: usize| {
        is_punct(parameter.get(index), ':')
            && !is_punct(parameter.get(index + 1), ':')
            && !index.checked_sub(1).is_some_and(|before| is_punct(parameter.get(before), ':'))
            && angles(&parameter[..index]) == 0
    };
    is_dots || is_receiver || (0..parameter.len()).any(is_colon)
}
