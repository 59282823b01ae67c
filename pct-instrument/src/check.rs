//! Refuses predicates that visibly change state or leave the function.
//!
//! Under-approximates: what tokens do not show (a method that pushes, a cell that is written) is left to the analysis of
//! the compiled code, which rejects it with the reason.

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Error, Expr, Macro, Pat, Result, Token};

use crate::attribute::Errors;

const PRINTING: &[&str] = &["print", "println", "eprint", "eprintln", "dbg", "write", "writeln"];

/// Checks one predicate or condition.
pub(crate) fn predicate(expr: &Expr) -> Result<()> {
    let mut checker = Checker { errors: Errors::default() };
    checker.visit_expr(expr);
    checker.errors.finish(())
}

struct Checker {
    errors: Errors,
}

impl Checker {
    fn refuse(&mut self, token: &dyn quote::ToTokens, message: &str) {
        self.errors.push(Error::new(token.span(), message));
    }

    /// Tokens of a macro whose syntax is not known.
    fn scan(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match &token {
                TokenTree::Group(group) => self.scan(group.stream()),
                TokenTree::Ident(word) if *word == "while" || *word == "loop" => self.refuse(&token, LOOP),
                TokenTree::Ident(word) if *word == "await" => self.refuse(&token, AWAIT),
                TokenTree::Ident(word) if *word == "return" => self.refuse(&token, LEAVES),
                TokenTree::Punct(punct) if punct.as_char() == '&' => {
                    if matches!(tokens.peek(), Some(TokenTree::Ident(word)) if word == "mut") {
                        self.refuse(&token, MUTABLE);
                    }
                }
                _ => {}
            }
        }
    }
}

const ASSIGNS: &str = "a predicate must not change state, and this assigns: write `==` to compare";
const COMPOUND: &str = "a predicate must not change state, and this assigns: write the operator without `=`";
const MUTABLE: &str = "a predicate must not change state, and this borrows mutably: write `&`";
const LOOP: &str =
    "a predicate must not loop by statements: write an iterator, like `self.items.iter().all(|x| …)`";
const AWAIT: &str =
    "a predicate must not wait: read the value before and write a predicate over the variable";
const ASYNC: &str = "a predicate must not be asynchronous: write a plain expression";
const LEAVES: &str =
    "a predicate must not leave its function: write an expression like `x.is_some_and(|x| x > 0)`";
const PRINTS: &str = "a predicate must not print, for it is evaluated at many places: drop the macro";

impl<'ast> Visit<'ast> for Checker {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Assign(it) => self.refuse(&it.eq_token, ASSIGNS),
            Expr::Binary(it) if is_compound(&it.op) => self.refuse(&it.op, COMPOUND),
            Expr::Reference(it) if it.mutability.is_some() => self.refuse(&it.and_token, MUTABLE),
            Expr::RawAddr(it) => self.refuse(&it.and_token, MUTABLE),
            Expr::While(it) => self.refuse(&it.while_token, LOOP),
            Expr::ForLoop(it) => self.refuse(&it.for_token, LOOP),
            Expr::Loop(it) => self.refuse(&it.loop_token, LOOP),
            Expr::Await(it) => self.refuse(&it.await_token, AWAIT),
            Expr::Async(it) => self.refuse(&it.async_token, ASYNC),
            Expr::Return(it) => self.refuse(&it.return_token, LEAVES),
            Expr::Break(it) => self.refuse(&it.break_token, LEAVES),
            Expr::Continue(it) => self.refuse(&it.continue_token, LEAVES),
            Expr::Yield(it) => self.refuse(&it.yield_token, LEAVES),
            Expr::Try(it) => self.refuse(&it.question_token, LEAVES),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        if let Some(token) = &closure.asyncness {
            self.refuse(token, ASYNC);
        }
        visit::visit_expr_closure(self, closure);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        if mac.path.segments.last().is_some_and(|name| PRINTING.contains(&name.ident.to_string().as_str())) {
            return self.refuse(&mac.path, PRINTS);
        }
        match macro_exprs(mac) {
            Some(exprs) => exprs.iter().for_each(|expr| self.visit_expr(expr)),
            None => self.scan(mac.tokens.clone()),
        }
    }
}

/// Whether an operator assigns.
pub(crate) fn is_compound(op: &BinOp) -> bool {
    use BinOp::*;
    matches!(
        op,
        AddAssign(_)
            | SubAssign(_)
            | MulAssign(_)
            | DivAssign(_)
            | RemAssign(_)
            | BitXorAssign(_)
            | BitAndAssign(_)
            | BitOrAssign(_)
            | ShlAssign(_)
            | ShrAssign(_)
    )
}

/// The arguments of a macro that takes expressions separated by commas, or of `matches!`, whose pattern is left out and
/// whose guard is not. `None` for any other.
pub(crate) fn macro_exprs(mac: &Macro) -> Option<Vec<Expr>> {
    if mac.path.segments.last()?.ident == "matches" {
        let (scrutinee, _, guard) = matches_parts(mac)?;
        return Some(std::iter::once(scrutinee).chain(guard).collect());
    }
    let parsed = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(mac.tokens.clone()).ok()?;
    Some(parsed.into_iter().collect())
}

/// Scrutinee, pattern and guard of `matches!(…)`.
pub(crate) fn matches_parts(mac: &Macro) -> Option<(Expr, Pat, Option<Expr>)> {
    let parser = |input: ParseStream<'_>| {
        let scrutinee: Expr = input.parse()?;
        input.parse::<Token![,]>()?;
        let pattern = Pat::parse_multi_with_leading_vert(input)?;
        let guard = if input.peek(Token![if]) {
            input.parse::<Token![if]>()?;
            Some(Expr::parse(input)?)
        } else {
            None
        };
        input.parse::<Option<Token![,]>>()?;
        Ok((scrutinee, pattern, guard))
    };
    parser.parse2(mac.tokens.clone()).ok()
}

/// Whether tokens hold `return` or `?`, by which a macro may leave the function it stands in.
pub(crate) fn may_leave(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "return",
        TokenTree::Punct(punct) => punct.as_char() == '?',
        TokenTree::Group(group) => may_leave(group.stream()),
        TokenTree::Literal(_) => false,
    })
}
