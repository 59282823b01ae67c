//! The attributes of the contract: which there are, where each may stand, and what is written in it.
//!
//! Input: the tokens of an attribute. Output: predicates, conditions, permissions, or an error at the offending token that
//! says what to write instead. The same checks run in every build, under `cargo pct` or not.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, Ident, LitStr, Meta, Result, Token};

use crate::check;
use crate::predicate::{Condition, Predicate};

/// The attributes, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// `#[pct::predicates(name = expr, …)]`
    Predicates,
    /// `#[pct::invariant(expr)]`
    Invariant,
    /// `#[pct::requires(expr)]`
    Requires,
    /// `#[pct::panics(expr)]`
    Panics,
    /// `#[pct::allow(kind, "reason")]`
    Allow,
    /// `#[pct::skip("reason")]`
    Skip,
}

impl Name {
    fn from_ident(ident: &Ident) -> Option<Name> {
        Some(match ident.to_string().as_str() {
            "predicates" => Name::Predicates,
            "invariant" => Name::Invariant,
            "requires" => Name::Requires,
            "panics" => Name::Panics,
            "allow" => Name::Allow,
            "skip" => Name::Skip,
            _ => return None,
        })
    }
}

/// The kinds of findings that `#[pct::allow]` suppresses.
pub const FINDING_KINDS: &[&str] =
    &["panic", "assert", "index", "overflow", "divide", "unwrap", "unreachable", "invariant"];

/// `#[pct::allow(overflow, "reason")]`
#[derive(Clone, Debug)]
pub(crate) struct Allow {
    /// One of [`FINDING_KINDS`].
    pub kind: Ident,
    /// Why.
    pub reason: LitStr,
}

/// `#[pct::skip("reason")]`
#[derive(Clone, Debug)]
pub(crate) struct Skip {
    /// Why.
    pub reason: LitStr,
}

/// All that the attributes of one item say.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes {
    /// Its predicates, invariants among them, in the order in which they are written.
    pub predicates: Vec<Predicate>,
    /// Preconditions.
    pub requires: Vec<Condition>,
    /// Documented panics.
    pub panics: Vec<Condition>,
    /// Suppressed findings.
    pub allows: Vec<Allow>,
    /// Why it is not instrumented.
    pub skip: Option<Skip>,
    /// The attributes that were found, for errors about those that may not stand here.
    pub found: Vec<(Name, Span)>,
}

impl Attributes {
    /// Reads one more attribute, whose name stands at `span`.
    pub(crate) fn add(&mut self, name: Name, args: TokenStream, span: Span) -> Result<()> {
        self.found.push((name, span));
        match name {
            Name::Predicates => self.predicates.extend(parse_predicates(args)?),
            Name::Invariant => self.predicates.push(parse_invariant(args, span)?),
            Name::Requires => self.requires.push(parse_condition("requires", "n > 0", args, span)?),
            Name::Panics => self.panics.push(parse_condition("panics", "n > LIMIT", args, span)?),
            Name::Allow => self.allows.push(parse_allow(args, span)?),
            Name::Skip => self.skip = Some(parse_skip(args, span)?),
        }
        Ok(())
    }

    /// Takes the attributes written `#[pct::…]` off an item and reads them.
    pub(crate) fn take(&mut self, attrs: &mut Vec<Attribute>) -> Result<()> {
        let mut errors = Errors::default();
        for attr in std::mem::take(attrs) {
            match recognise(&attr) {
                None => attrs.push(attr),
                Some((name, span)) => {
                    let args = match &attr.meta {
                        Meta::Path(_) => TokenStream::new(),
                        Meta::List(list) => list.tokens.clone(),
                        Meta::NameValue(pair) => pair.value.to_token_stream(),
                    };
                    errors.run(|| self.add(name, args, span));
                }
            }
        }
        errors.finish(())
    }

    /// Refuses attributes that may not stand on this kind of item.
    pub(crate) fn only(&self, allowed: &[Name], message: impl Fn(Name) -> &'static str) -> Result<()> {
        let mut errors = Errors::default();
        for (name, span) in self.found.iter().filter(|(name, _)| !allowed.contains(name)) {
            errors.push(Error::new(*span, message(*name)));
        }
        errors.finish(())
    }
}

/// `pct::NAME` or `::pct::NAME`. A bare `NAME` may be another crate's and is left to the compiler.
fn recognise(attr: &Attribute) -> Option<(Name, Span)> {
    let segments: Vec<_> = attr.path().segments.iter().collect();
    match segments.as_slice() {
        [krate, name] if krate.ident == "pct" => {
            Name::from_ident(&name.ident).map(|it| (it, name.ident.span()))
        }
        _ => None,
    }
}

/// Errors gathered, so that the user sees all at once.
#[derive(Default)]
pub(crate) struct Errors(Option<Error>);

impl Errors {
    /// Adds one.
    pub(crate) fn push(&mut self, error: Error) {
        match &mut self.0 {
            None => self.0 = Some(error),
            Some(all) => all.combine(error),
        }
    }

    /// Adds that of a step that fails.
    pub(crate) fn run<T>(&mut self, step: impl FnOnce() -> Result<T>) -> Option<T> {
        step().map_err(|error| self.push(error)).ok()
    }

    /// The value, if there are none.
    pub(crate) fn finish<T>(self, value: T) -> Result<T> {
        self.0.map_or(Ok(value), Err)
    }
}

/// `name = expr` or `expr`.
struct Entry {
    name: Option<Ident>,
    expr: Expr,
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> Result<Entry> {
        let named = input.peek(Ident)
            && input.peek2(Token![=])
            && !input.peek2(Token![==])
            && !input.peek2(Token![=>]);
        if input.peek(Ident) && input.peek2(Token![:]) && !input.peek2(Token![::]) {
            let name: Ident = input.parse()?;
            let message = format!("a predicate's name is followed by `=`: write `{name} = …`");
            return Err(Error::new(input.span(), message));
        }
        let name: Option<Ident> = if named { Some(input.parse()?) } else { None };
        if let Some(name) = &name {
            let equals: Token![=] = input.parse()?;
            if input.is_empty() || input.peek(Token![,]) {
                let message =
                    format!("the predicate `{name}` has no expression: write `{name} = self.size > 0`, say");
                return Err(Error::new(equals.span, message));
            }
        }
        Ok(Entry { name, expr: parse_expr(input)? })
    }
}

fn parse_expr(input: ParseStream<'_>) -> Result<Expr> {
    let expr: Expr = input.parse()?;
    if !input.is_empty() && !input.peek(Token![,]) {
        return Err(
            input.error("expected `,` or the end behind this expression: predicates are separated by commas")
        );
    }
    Ok(expr)
}

fn parse_predicates(args: TokenStream) -> Result<Vec<Predicate>> {
    let entries = Punctuated::<Entry, Token![,]>::parse_terminated.parse2(args)?;
    let mut errors = Errors::default();
    let mut predicates: Vec<Predicate> = Vec::new();
    for entry in entries {
        if let Err(error) = check::predicate(&entry.expr) {
            errors.push(error);
            continue;
        }
        predicates.push(Predicate::new(entry.name.as_ref(), entry.expr, false));
    }
    errors.finish(predicates)
}

/// The single expression of an attribute that takes one.
pub(crate) fn single_expr(what: &str, example: &str, args: TokenStream, span: Span) -> Result<Expr> {
    if args.is_empty() {
        return Err(Error::new(span, format!("`{what}` needs a condition: write `{what}({example})`")));
    }
    let mut all = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(args)?.into_iter();
    let first = all.next().ok_or_else(|| Error::new(span, format!("write `{what}({example})`")))?;
    if let Some(second) = all.next() {
        let message = format!("`{what}` takes one condition: join several with `&&`");
        return Err(Error::new(second.span(), message));
    }
    check::predicate(&first)?;
    Ok(first)
}

fn parse_invariant(args: TokenStream, span: Span) -> Result<Predicate> {
    let expr = single_expr("invariant", "self.size <= self.max", args, span)?;
    Ok(Predicate::new(None, expr, true))
}

fn parse_condition(what: &str, example: &str, args: TokenStream, span: Span) -> Result<Condition> {
    single_expr(what, example, args, span).map(Condition::new)
}

fn parse_reason(input: ParseStream<'_>, example: &str) -> Result<LitStr> {
    if input.is_empty() {
        return Err(input.error(format!("the reason is missing: write `{example}`")));
    }
    let reason: LitStr = input.parse().map_err(|error| {
        Error::new(error.span(), format!("the reason is a text in quotes: write `{example}`"))
    })?;
    if reason.value().trim().is_empty() {
        return Err(Error::new(reason.span(), format!("the reason is empty: write `{example}`")));
    }
    input.parse::<Option<Token![,]>>()?;
    if input.is_empty() {
        Ok(reason)
    } else {
        Err(input.error(format!("nothing may follow: write `{example}`")))
    }
}

fn parse_allow(args: TokenStream, span: Span) -> Result<Allow> {
    let example = r#"allow(overflow, "why it cannot hurt")"#;
    if args.is_empty() {
        let kinds = FINDING_KINDS.join("`, `");
        return Err(Error::new(
            span,
            format!("`allow` needs a kind (`{kinds}`) and a reason: write `{example}`"),
        ));
    }
    let parser = |input: ParseStream<'_>| {
        let kind: Ident = input.parse().map_err(|error| {
            Error::new(error.span(), format!("the kind comes first, without quotes: write `{example}`"))
        })?;
        if !FINDING_KINDS.contains(&kind.to_string().as_str()) {
            let message =
                format!("`{kind}` is no kind of finding: write one of `{}`", FINDING_KINDS.join("`, `"));
            return Err(Error::new(kind.span(), message));
        }
        if input.is_empty() {
            return Err(Error::new(
                kind.span(),
                format!("the reason is missing: write `allow({kind}, \"why it cannot hurt\")`"),
            ));
        }
        input.parse::<Token![,]>()?;
        Ok(Allow { reason: parse_reason(input, &format!("allow({kind}, \"why it cannot hurt\")"))?, kind })
    };
    parser.parse2(args)
}

fn parse_skip(args: TokenStream, span: Span) -> Result<Skip> {
    let example = r#"skip("only prints")"#;
    if args.is_empty() {
        return Err(Error::new(span, format!("the reason is missing: write `{example}`")));
    }
    (|input: ParseStream<'_>| Ok(Skip { reason: parse_reason(input, example)? })).parse2(args)
}
