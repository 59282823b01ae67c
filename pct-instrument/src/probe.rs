//! The tokens of one probe.
//!
//! ```text
//! {
//!     static PCT_SITE: ::pct::probe::Site<2> = ::pct::probe::Site::new(0x…, ::core::module_path!(), false);
//!     if ::pct::probe::at::<0x…>(false) {
//!         use ::pct::probe::{Annotated as _, Unannotated as _};
//!         (&&::pct::probe::On::<Self>(&*self)).pct_observe(&PCT_SITE,
//!             ::pct::probe::bit::<0>(low < high) | ::pct::probe::caught((|| ::pct::probe::bit::<1>(a[low] <= pivot),)));
//!     }
//! }
//! ```
//!
//! Tokens of predicates are located at the site, so that a complaint of the borrow checker names the site by its place.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;

use pct_wire::Id;

use crate::kind::{self, Environment};
use crate::predicate::Condition;
use crate::span;

/// How many closures share one call of `caught`.
const CAUGHT: usize = 8;

/// What a probe evaluates and where.
pub(crate) struct Probe<'a> {
    /// The site's id.
    pub id: Id,
    /// The token in front of which it stands.
    pub site: Span,
    /// The expression of type `&T`, where `T` is the type whose predicates are evaluated.
    pub object: Option<TokenStream>,
    /// Whether objects are sampled.
    pub sampled: bool,
    /// The function's own predicates.
    pub conditions: &'a [&'a Condition],
    /// Whether they are conditions of its code, which count only where the type has no predicates.
    pub derived: bool,
}

impl Probe<'_> {
    /// The probe's statement.
    pub(crate) fn tokens(&self, env: &dyn Environment) -> TokenStream {
        let at = span::generated(self.site);
        let id = hexadecimal(self.id, at);
        let (count, sampled) = (self.conditions.len(), self.sampled);
        let exprs: Vec<_> = self.conditions.iter().map(|condition| &condition.expr).collect();
        let (bits, plain) = bits(&exprs, env, |expr| span::moved(quote!(#expr), self.site), at);
        let object = self.object.clone().unwrap_or_else(|| quote_spanned!(at=> &()));
        let on = quote_spanned!(at=> (&&::pct::probe::On(#object)));
        let observed = match self.derived {
            true => quote_spanned! {at=>
                #on.pct_observe_derived(&PCT_SITE, if #on.pct_wants_derived() { #bits } else { 0u64 });
            },
            false => quote_spanned!(at=> #on.pct_observe(&PCT_SITE, #bits);),
        };
        quote_spanned! {at=> {
            static PCT_SITE: ::pct::probe::Site<#count> =
                ::pct::probe::Site::new(#id, ::core::module_path!(), #sampled);
            if ::pct::probe::at::<#id>(#plain) {
                use ::pct::probe::{Annotated as _, Unannotated as _};
                #observed
            }
        }}
    }
}

/// An id as a literal of type `u64`.
pub(crate) fn hexadecimal(id: Id, at: Span) -> TokenStream {
    let mut literal: proc_macro2::Literal =
        format!("0x{id}u64").parse().expect("sixteen hexadecimal digits make a literal");
    literal.set_span(at);
    quote!(#literal)
}

/// The expression of type `u64` that holds each condition's bit, and whether none of them can panic.
pub(crate) fn bits(
    conditions: &[&Expr],
    env: &dyn Environment,
    print: impl Fn(&Expr) -> TokenStream,
    at: Span,
) -> (TokenStream, bool) {
    let mut terms = Vec::new();
    let mut guarded = Vec::new();
    for (index, condition) in conditions.iter().enumerate() {
        let index = index as u32;
        let tokens = print(condition);
        if kind::is_plain(condition, env) {
            terms.push(quote_spanned!(at=> ::pct::probe::bit::<#index>(#tokens)));
        } else {
            guarded.push(quote_spanned!(at=> || ::pct::probe::bit::<#index>(#tokens),));
        }
    }
    let plain = guarded.is_empty();
    for group in guarded.chunks(CAUGHT) {
        terms.push(quote_spanned!(at=> ::pct::probe::caught((#(#group)*))));
    }
    let bits = if terms.is_empty() { quote_spanned!(at=> 0u64) } else { quote_spanned!(at=> #(#terms)|*) };
    (bits, plain)
}
