//! Which variables an expression reads, and which names a pattern binds.

use std::collections::BTreeSet;

use proc_macro2::{Spacing, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Expr, ExprCall, ExprPath, Ident, Macro, Pat, PatIdent, PatTupleStruct};

use crate::check;

/// The variables that an expression reads from outside, `self` among them.
///
/// A name in lower case that stands alone counts as a variable unless the expression itself binds it anywhere; a called
/// name counts as a function. Names inside macros of unknown syntax are taken from the tokens.
pub(crate) fn read_by(expr: &Expr) -> BTreeSet<Ident> {
    let mut reader = Reader::default();
    reader.visit_expr(expr);
    reader.read.into_iter().filter(|name| !reader.bound.contains(name)).collect()
}

/// The variables that a pattern binds.
pub(crate) fn bound_by(pat: &Pat) -> BTreeSet<Ident> {
    let mut reader = Reader::default();
    reader.visit_pat(pat);
    reader.bound
}

/// Whether a name is one of a variable: constants and variants, which look the same in patterns, start in upper case.
pub(crate) fn is_variable(name: &Ident) -> bool {
    let text = name.to_string();
    let first = text.trim_start_matches("r#").trim_start_matches('_').chars().next();
    first.is_none_or(|first| !first.is_uppercase())
}

#[derive(Default)]
struct Reader {
    read: BTreeSet<Ident>,
    bound: BTreeSet<Ident>,
}

impl Reader {
    /// Names that do not follow `.` or `::` and are not followed by `(`, `!`, `::` or `:`.
    fn scan(&mut self, tokens: TokenStream) {
        let mut after_dot = false;
        let mut after_colon = false;
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            let mut is_dot = false;
            let mut is_colon = false;
            match token {
                TokenTree::Group(group) => self.scan(group.stream()),
                TokenTree::Punct(punct) => {
                    is_dot = match punct.as_char() {
                        '.' => punct.spacing() == Spacing::Alone,
                        ':' => {
                            is_colon = punct.spacing() == Spacing::Joint;
                            after_colon
                        }
                        _ => false,
                    }
                }
                TokenTree::Ident(name)
                    if !after_dot
                        && is_variable(&name)
                        && syn::parse_str::<Ident>(&name.to_string()).is_ok() =>
                {
                    let called = match tokens.peek() {
                        Some(TokenTree::Group(_)) => true,
                        Some(TokenTree::Punct(punct)) => matches!(punct.as_char(), '!' | ':'),
                        _ => false,
                    };
                    if !called {
                        self.read.insert(name);
                    }
                }
                TokenTree::Ident(name) if name == "self" => {
                    self.read.insert(name);
                }
                _ => {}
            }
            after_dot = is_dot;
            after_colon = is_colon;
        }
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        if let Some(name) = path.path.get_ident().filter(|name| path.qself.is_none() && is_variable(name)) {
            self.read.insert(name.clone());
        }
    }

    fn visit_expr_call(&mut self, call: &'ast ExprCall) {
        // A closure in a variable may be called too, but its call says nothing about the variable's value.
        if !matches!(&*call.func, Expr::Path(_)) {
            self.visit_expr(&call.func);
        }
        call.args.iter().for_each(|arg| self.visit_expr(arg));
    }

    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        if is_variable(&pat.ident) {
            self.bound.insert(pat.ident.clone());
        }
        visit::visit_pat_ident(self, pat);
    }

    fn visit_pat_tuple_struct(&mut self, pat: &'ast PatTupleStruct) {
        pat.elems.iter().for_each(|elem| self.visit_pat(elem));
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        if let Some((scrutinee, pat, guard)) = check::matches_parts(mac) {
            self.visit_expr(&scrutinee);
            self.visit_pat(&pat);
            guard.iter().for_each(|guard| self.visit_expr(guard));
        } else if let Some(exprs) = check::macro_exprs(mac) {
            exprs.iter().for_each(|expr| self.visit_owned(expr));
        } else {
            self.scan(mac.tokens.clone());
        }
    }
}

impl Reader {
    fn visit_owned(&mut self, expr: &Expr) {
        let mut inner = Reader::default();
        inner.visit_expr(expr);
        self.read.extend(inner.read);
        self.bound.extend(inner.bound);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expr: &str, expected: &[&str]) {
        let names: Vec<String> =
            read_by(&syn::parse_str(expr).unwrap()).iter().map(Ident::to_string).collect();
        assert_eq!(names, expected, "{expr}");
    }

    #[test]
    fn variables_are_names_that_stand_alone() {
        check("self.size >= lo && MAX > hi", &["hi", "lo", "self"]);
        check("a[lo] <= pivot(a.len())", &["a", "lo"]);
        check("v.iter().all(|x| *x > n)", &["n", "v"]);
        check("matches!(state, State::Open(n) if n > k)", &["k", "state"]);
        check("std::mem::size_of::<u8>() == other!(a.b, c : d e.f())", &["a", "d", "e"]);
    }
}
