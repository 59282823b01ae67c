//! Spans: places for the side-car, and tokens moved to the place of a probe.

use pct_wire::sites::Place;
use std::cell::RefCell;

use proc_macro2::{Group, Span, TokenStream, TokenTree};

thread_local! {
    static FILE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `work` with tokens that were parsed from a file of this name by the instrumenter itself; those of the compiler know
/// where they come from.
pub(crate) fn in_file<T>(name: Option<&str>, work: impl FnOnce() -> T) -> T {
    let outer = FILE.replace(name.map(str::to_owned));
    let done = work();
    FILE.set(outer);
    done
}

/// The stretch from the start of one span to the end of another in the same file.
pub(crate) fn place(first: Span, last: Span) -> Place {
    let (start, end) = (first.start(), last.end());
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Place {
        file: FILE.with_borrow(Option::clone).unwrap_or_else(|| first.file()),
        line: number(start.line),
        column: number(start.column).saturating_add(1),
        end_line: number(end.line),
        end_column: number(end.column).saturating_add(1),
    }
}

/// The place of all tokens.
pub(crate) fn place_of(tokens: &TokenStream) -> Place {
    let mut tokens = tokens.clone().into_iter();
    let first = tokens.next();
    let last = tokens.last().or_else(|| first.clone());
    let span = |token: Option<TokenTree>| token.map_or_else(Span::call_site, |token| token.span());
    let (first, last) = (span(first), span(last));
    place(first, last)
}

/// The tokens, located at `site` and resolved where they were written: the compiler's complaints about them name the site,
/// and hygiene stays that of the user's code.
pub(crate) fn moved(tokens: TokenStream, site: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            if let TokenTree::Group(group) = &token {
                let mut inner = Group::new(group.delimiter(), moved(group.stream(), site));
                inner.set_span(group.span().located_at(site));
                return TokenTree::Group(inner);
            }
            token.set_span(token.span().located_at(site));
            token
        })
        .collect()
}

/// The span of generated tokens at a site: located there, and marked as a macro's, so that the user's lints skip them.
pub(crate) fn generated(site: Span) -> Span {
    Span::call_site().located_at(site)
}
