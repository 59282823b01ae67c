//! Places the cutpoints and probes of cargo-pct in Rust source; shared by its macros and its --auto mode.
//!
//! Input: the tokens of an attribute and its item, or of a function-like macro. Output: tokens, and records in the side-car.
//! Every macro checks its own syntax in every build; outside `cargo pct` ([`Settings::from_env`] finds nothing) the item is
//! returned token for token.
//!
//! | Module | Holds |
//! |---|---|
//! | `attribute`, `predicate`, `check`, `inline` | what users write, and its errors |
//! | `derived` | the predicates of functions for which the user wrote none |
//! | `variables`, `scope`, `kind` | what a predicate reads, where it is in scope, whether it can panic |
//! | `function`, `placement`, `exit`, `cutpoints`, `probe` | instrumented functions |
//! | `subject`, `concrete`, `methods`, `driver` | types, impls, and the hidden tests that drive them |
//! | `settings`, `sidecar`, `span`, `text` | environment, records, places, printing |

mod attribute;
mod check;
mod concrete;
mod cutpoints;
mod derived;
mod driver;
mod exit;
mod function;
mod inline;
mod item;
mod kind;
mod methods;
mod placement;
mod predicate;
mod probe;
mod scope;
mod settings;
mod sidecar;
mod span;
mod subject;
mod text;
mod variables;

pub use attribute::{FINDING_KINDS, Name};
pub use driver::PREFIX as DRIVER_PREFIX;
pub use item::{attribute, instrument};
pub use settings::{Granularity, Settings};
pub use sidecar::Sidecar;

use proc_macro2::{Span, TokenStream};
use quote::quote;

/// Expands `pct::cutpoint!(…)` where no instrumented function consumed it: it does nothing.
pub fn cutpoint(input: TokenStream) -> TokenStream {
    match inline::label(input, Span::call_site()) {
        Ok(_) => quote!({}),
        Err(error) => error.to_compile_error(),
    }
}

/// Expands `pct::assume!(…)` where no instrumented function consumed it: it is type-checked and does nothing.
pub fn assume(input: TokenStream) -> TokenStream {
    match inline::condition(input, Span::call_site()) {
        Ok(expr) => quote!({
            if false {
                let _: bool = #expr;
            }
        }),
        Err(error) => error.to_compile_error(),
    }
}

/// Expands the hidden `pct::__declare!("…")`: writes records about code that `cfg` has kept.
pub fn declare(input: TokenStream) -> TokenStream {
    let declared =
        Settings::from_env().and_then(|settings| settings.map_or(Ok(()), |it| sidecar::declare(it, input)));
    match declared {
        Ok(()) => TokenStream::new(),
        Err(message) => syn::Error::new(Span::call_site(), message).to_compile_error(),
    }
}
