//! `pct::cutpoint!("label")` and `pct::assume!(condition)`: found in instrumented bodies, checked everywhere.

use proc_macro2::{Span, TokenStream};
use syn::parse::{ParseStream, Parser};
use syn::{Error, Expr, LitStr, Macro, Result, Token};

use crate::attribute;

/// One of the two macros.
pub(crate) enum Inline {
    /// `pct::cutpoint!("label")`
    Cutpoint {
        /// The label.
        label: LitStr,
        /// Where the macro's name stands.
        site: Span,
    },
    /// `pct::assume!(condition)`
    Assume {
        /// The condition.
        expr: Box<Expr>,
        /// Where the macro's name stands.
        site: Span,
    },
}

/// The macro, if it is one of the two, written `pct::NAME!`.
pub(crate) fn recognise(mac: &Macro) -> Result<Option<Inline>> {
    let segments: Vec<_> = mac.path.segments.iter().collect();
    let [krate, name] = segments.as_slice() else { return Ok(None) };
    let site = name.ident.span();
    if krate.ident != "pct" {
        return Ok(None);
    }
    Ok(match name.ident.to_string().as_str() {
        "cutpoint" => Some(Inline::Cutpoint { label: label(mac.tokens.clone(), site)?, site }),
        "assume" => Some(Inline::Assume { expr: Box::new(condition(mac.tokens.clone(), site)?), site }),
        _ => None,
    })
}

/// The argument of `pct::cutpoint!`; `site` takes the blame if it is missing.
pub(crate) fn label(tokens: TokenStream, site: Span) -> Result<LitStr> {
    const EXAMPLE: &str = "write `pct::cutpoint!(\"L3\")`";
    if tokens.is_empty() {
        return Err(Error::new(site, format!("the label is missing: {EXAMPLE}")));
    }
    let parser = |input: ParseStream<'_>| {
        let label: LitStr = input
            .parse()
            .map_err(|error| Error::new(error.span(), format!("a label is a text in quotes: {EXAMPLE}")))?;
        input.parse::<Option<Token![,]>>()?;
        if input.is_empty() {
            Ok(label)
        } else {
            Err(input.error(format!("a cutpoint has one label: {EXAMPLE}")))
        }
    };
    let label = parser.parse2(tokens)?;
    let text = label.value();
    if text.trim().is_empty() {
        return Err(Error::new(label.span(), format!("the label is empty: {EXAMPLE}")));
    }
    if is_reserved(&text) {
        let message = format!("`{text}` labels a cutpoint that is placed by itself: choose another label");
        return Err(Error::new(label.span(), message));
    }
    Ok(label)
}

/// The argument of `pct::assume!`.
pub(crate) fn condition(tokens: TokenStream, site: Span) -> Result<Expr> {
    attribute::single_expr("assume!", "a.len() > 2", tokens, site)
}

/// Labels that instrumentation gives: `entry`, `exit`, `result`, `assume1`, `loop1` …
fn is_reserved(label: &str) -> bool {
    let word = label.trim_end_matches(|c: char| c.is_ascii_digit());
    match word {
        "entry" | "exit" | "result" => word == label,
        "loop" | "branch" | "statement" | "assume" | "requires" | "panics" => word != label,
        _ => false,
    }
}
