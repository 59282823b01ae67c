//! A predicate as the user wrote it, and lists of them.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Error, Expr, Ident, Result};

use pct_wire::sites::Origin;

use crate::attribute::Errors;
use crate::{text, variables};

/// The most predicates that a cutpoint can evaluate: a valuation is one machine word.
pub(crate) const MOST: usize = 64;

/// A boolean expression that was checked to have no visible effects.
#[derive(Clone, Debug)]
pub(crate) struct Condition {
    /// The expression.
    pub expr: Expr,
    /// The variables that it reads, `self` among them.
    pub variables: BTreeSet<Ident>,
}

impl Condition {
    /// Finds what it reads.
    pub(crate) fn new(expr: Expr) -> Condition {
        Condition { variables: variables::read_by(&expr), expr }
    }

    /// Its text.
    pub(crate) fn text(&self) -> String {
        text::of(&self.expr)
    }

    /// Its tokens.
    pub(crate) fn tokens(&self) -> TokenStream {
        self.expr.to_token_stream()
    }

    /// The variables' names.
    pub(crate) fn variable_names(&self) -> Vec<String> {
        self.variables.iter().map(Ident::to_string).collect()
    }

    /// The `self` that it reads, for code in which that token must resolve.
    pub(crate) fn self_token(&self) -> Option<&Ident> {
        self.variables.iter().find(|variable| *variable == "self")
    }
}

/// A named condition.
#[derive(Clone, Debug)]
pub(crate) struct Predicate {
    /// The name that the user gave, else the expression's text.
    pub name: String,
    /// Where the name stands, or the expression.
    pub name_span: Span,
    /// The expression.
    pub condition: Condition,
    /// Whether it is an invariant of its type.
    pub invariant: bool,
    /// Where it comes from.
    pub origin: Origin,
}

impl Predicate {
    /// Names it.
    pub(crate) fn new(name: Option<&Ident>, expr: Expr, invariant: bool) -> Predicate {
        let name_span = name.map_or_else(|| expr.span(), Ident::span);
        let name = name.map_or_else(|| text::of(&expr), Ident::to_string);
        Predicate { name, name_span, condition: Condition::new(expr), invariant, origin: Origin::User }
    }

    /// One that the code itself holds; its text is its name.
    pub(crate) fn derived(expr: Expr, origin: Origin) -> Predicate {
        Predicate { origin, ..Predicate::new(None, expr, false) }
    }
}

/// Refuses a list that is too long or names two predicates alike.
pub(crate) fn check_list(predicates: &[Predicate]) -> Result<()> {
    let mut errors = Errors::default();
    if let Some(extra) = predicates.get(MOST) {
        let message = format!(
            "a cutpoint has at most {MOST} predicates, and this is number {}: drop some, or write them on the functions \
             that need them",
            MOST + 1
        );
        errors.push(Error::new(extra.name_span, message));
    }
    let mut names = BTreeSet::new();
    for predicate in predicates {
        if !names.insert(&predicate.name) {
            let message = format!(
                "a predicate named `{}` stands here already: give this one another name",
                predicate.name
            );
            errors.push(Error::new(predicate.name_span, message));
        }
    }
    errors.finish(())
}
