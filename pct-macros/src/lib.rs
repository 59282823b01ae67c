//! The attributes of cargo-pct; use them through pct-runtime.
//!
//! Thin: each macro hands its tokens to `pct-instrument`, which also reads the environment to learn whether this crate is
//! being instrumented.

use pct_instrument::Name;
use proc_macro::TokenStream;

/// Names the predicates by which abstract states are told apart, and instruments functions.
///
/// - On a struct or enum: `#[pct::predicates(full = self.size == self.max, self.size >= 0)]`, over `self`, each a boolean
///   expression with an optional name. With none, the type is watched by the predicates that the tool finds.
/// - On an impl: `#[pct::predicates]` instruments its methods.
/// - On a method or function: `#[pct::predicates(member = already)]`, over parameters and locals, evaluated wherever all of
///   them are in scope.
///
/// A predicate must not change anything. One whose evaluation panics counts as false.
#[proc_macro_attribute]
pub fn predicates(args: TokenStream, item: TokenStream) -> TokenStream {
    expand(Name::Predicates, args, item)
}

/// On a struct or enum: a condition over `self` that must hold after every public method. It is a predicate, too.
#[proc_macro_attribute]
pub fn invariant(args: TokenStream, item: TokenStream) -> TokenStream {
    expand(Name::Invariant, args, item)
}

/// On a function or method: a precondition over its parameters. The analysis assumes it; a test that violates it is
/// named in a warning.
#[proc_macro_attribute]
pub fn requires(args: TokenStream, item: TokenStream) -> TokenStream {
    expand(Name::Requires, args, item)
}

/// On a function or method: it may panic, as documented, when this condition over its parameters holds at entry.
#[proc_macro_attribute]
pub fn panics(args: TokenStream, item: TokenStream) -> TokenStream {
    expand(Name::Panics, args, item)
}

/// Suppresses findings of one kind: `#[pct::allow(overflow, "reason")]`. One that suppresses nothing is reported.
#[proc_macro_attribute]
pub fn allow(args: TokenStream, item: TokenStream) -> TokenStream {
    expand(Name::Allow, args, item)
}

/// Leaves a function or impl without probes: `#[pct::skip("reason")]`. The reason is reported.
#[proc_macro_attribute]
pub fn skip(args: TokenStream, item: TokenStream) -> TokenStream {
    expand(Name::Skip, args, item)
}

/// A cutpoint of the user's own in an instrumented function: `pct::cutpoint!("L3");`.
#[proc_macro]
pub fn cutpoint(input: TokenStream) -> TokenStream {
    pct_instrument::cutpoint(input.into()).into()
}

/// A condition that the analysis assumes from here on: `pct::assume!(a.len() > 2);`. It is recorded as an assumption of
/// every proof that uses it, and a test in which it fails is named.
#[proc_macro]
pub fn assume(input: TokenStream) -> TokenStream {
    pct_instrument::assume(input.into()).into()
}

#[doc(hidden)]
#[proc_macro]
pub fn __declare(input: TokenStream) -> TokenStream {
    pct_instrument::declare(input.into()).into()
}

fn expand(name: Name, args: TokenStream, item: TokenStream) -> TokenStream {
    pct_instrument::attribute(name, args.into(), item.into()).into()
}
