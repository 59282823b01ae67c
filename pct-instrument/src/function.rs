//! Instruments one function or method.
//!
//! ```text
//! fn push(&mut self, k: i32) -> bool {
//!     const _: Option<&str> = option_env!("CARGO_PCT_FINGERPRINT");
//!     …probes of `requires` and `panics`…
//!     …probe of the entry…
//!     let pct_result: bool = { …the body, with its probes… };
//!     …probe of the exit…
//!     pct_result
//! }
//! ```
//!
//! What cannot hold probes (`const fn`, `async fn`) is left as it is and recorded as unprobed, with the reason.

use std::collections::BTreeSet;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Error, Ident, Result, ReturnType, Signature, Type};

use pct_wire::Id;
use pct_wire::dropped::Dropped;
use pct_wire::sites::{self, Contract, ContractKind, CutpointKind, Extent, Receiver, Record};

use crate::attribute::{Attributes, Errors, Name};
use crate::cutpoints::{Cutpoints, Object};
use crate::exit::{self, Ways};
use crate::inline::{self, Inline};
use crate::predicate::{self, Predicate};
use crate::scope::Scope;
use crate::settings::Settings;
use crate::sidecar::Sidecar;
use crate::{derived, placement, sidecar, span, variables};

/// The impl that a method stands in.
#[derive(Clone)]
pub(crate) struct Owner {
    /// `impl<T> Stack<T>`
    pub header: String,
    /// `Stack`
    pub self_type: Ident,
}

/// A function with its attributes read and taken off.
pub(crate) struct Function<'a> {
    /// What `pct`'s attributes say.
    pub attributes: &'a Attributes,
    /// The other attributes.
    pub attrs: &'a [Attribute],
    /// Its signature.
    pub signature: &'a Signature,
    /// The impl, if the macro sees it.
    pub owner: Option<&'a Owner>,
    /// The whole item.
    pub place: sites::Place,
}

impl Function<'_> {
    /// The checks of every build: attributes that may stand here, variables that exist, labels that differ.
    pub(crate) fn check(&self, body: &Block) -> Result<()> {
        let mut errors = Errors::default();
        errors.run(|| {
            self.attributes.only(
                &[Name::Predicates, Name::Requires, Name::Panics, Name::Allow, Name::Skip],
                |_| "an invariant belongs to a type: write it on the struct or enum",
            )
        });
        if let Some(skip) = &self.attributes.skip
            && let Some(other) = self.attributes.found.iter().find(|(name, _)| *name != Name::Skip)
        {
            let message = format!(
                "a skipped function is not observed (\"{}\"): drop one of the two",
                skip.reason.value()
            );
            errors.push(Error::new(other.1, message));
        }
        errors.run(|| predicate::check_list(&self.attributes.predicates));
        let parameters = Scope::of_parameters(self.signature);
        let mut names = Names::default();
        names.visit_block(body);
        let predicates = self.attributes.predicates.iter().map(|predicate| &predicate.condition);
        for variable in predicates.flat_map(|condition| &condition.variables) {
            if !parameters.has(variable) && !names.bound.contains(variable) {
                errors.push(self.unknown(variable, "parameter or local variable"));
            }
        }
        for condition in self.attributes.requires.iter().chain(&self.attributes.panics) {
            for variable in condition.variables.iter().filter(|variable| !parameters.has(variable)) {
                errors.push(self.unknown(variable, "parameter"));
            }
        }
        names.errors.into_iter().for_each(|error| errors.push(error));
        errors.finish(())
    }

    fn unknown(&self, variable: &Ident, what: &str) -> Error {
        let name = &self.signature.ident;
        let message = if variable == "self" {
            format!("`{name}` has no `self`: write predicates over its parameters and locals")
        } else {
            format!("`{variable}` is no {what} of `{name}`: write one that is, or a constant in upper case")
        };
        Error::new(variable.span(), message)
    }

    /// The body with its probes, or as it was; and the function's id.
    pub(crate) fn instrument(
        &self,
        body: &Block,
        settings: &Settings,
        sidecar: &mut Sidecar,
    ) -> Result<(Id, TokenStream)> {
        let mut own = Sidecar::default();
        let id = self.record(settings, &mut own);
        let tokens = match self.unprobed_reason(id, settings) {
            Some(reason) => {
                record_predicates(id, &self.attributes.predicates, &mut own);
                own.push(unprobed(id, id, Extent::Function, &reason, &self.place));
                let stmts = &body.stmts;
                quote!(#(#stmts)*)
            }
            None => {
                let predicates = match self.attributes.predicates.as_slice() {
                    [] => derived::predicates(self.signature, body),
                    written => written.to_vec(),
                };
                record_predicates(id, &predicates, &mut own);
                self.body(id, body, &predicates, settings, &mut own)?
            }
        };
        let declaration = if sidecar::is_conditional(self.attrs) {
            own.declaration()
        } else {
            sidecar.append(own);
            TokenStream::new()
        };
        let fingerprint = fingerprint(span::generated(body.brace_token.span.open()));
        if self.is_naked() {
            return Ok((id, body.to_token_stream()));
        }
        Ok((id, quote_spanned!(body.brace_token.span.join()=> { #fingerprint #declaration #tokens })))
    }

    fn is_naked(&self) -> bool {
        self.attrs.iter().any(|attr| attr.path().is_ident("naked"))
    }

    /// Records the function and its permissions.
    fn record(&self, settings: &Settings, sidecar: &mut Sidecar) -> Id {
        let name = self.signature.ident.to_string();
        let header = self.owner.map(|owner| owner.header.clone());
        let named = span::place(self.signature.ident.span(), self.signature.ident.span());
        let (line, column) = (named.line.to_string(), named.column.to_string());
        let parts = [
            &settings.krate,
            &named.file,
            header.as_deref().unwrap_or(""),
            &name,
            line.as_str(),
            column.as_str(),
        ];
        let ordinal = settings.ordinal(&parts);
        let id = Id::of(&[&Id::of(&parts).to_string(), &ordinal.to_string()]);
        sidecar.push(Record::Function(sites::Function {
            id,
            impl_header: header,
            self_type: self.owner.map(|owner| owner.self_type.to_string()),
            name,
            ordinal,
            receiver: receiver(self.signature),
            place: self.place.clone(),
        }));
        record_allows(id, self.attributes, sidecar);
        id
    }

    fn unprobed_reason(&self, id: Id, settings: &Settings) -> Option<String> {
        if let Some(skip) = &self.attributes.skip {
            return Some(format!("skipped: {}", skip.reason.value()));
        }
        if settings.dropped.contains(&Dropped::Function(id)) {
            return Some("the compiler refuses this function with probes in it".to_owned());
        }
        let reason = if self.signature.constness.is_some() {
            "a `const fn` cannot hold probes"
        } else if self.signature.asyncness.is_some() {
            "an `async fn` cannot hold probes"
        } else if self.signature.variadic.is_some() {
            "a variadic function cannot hold probes"
        } else if self.is_naked() {
            "a naked function cannot hold probes"
        } else {
            return None;
        };
        Some(reason.to_owned())
    }

    fn body(
        &self,
        id: Id,
        body: &Block,
        predicates: &[Predicate],
        settings: &Settings,
        sidecar: &mut Sidecar,
    ) -> Result<TokenStream> {
        let predicates =
            predicates.iter().enumerate().map(|(index, it)| (predicate_id(id, index), it)).collect();
        let mut cutpoints = Cutpoints::new(settings, sidecar, id, self.signature, predicates);
        let parameters = Scope::of_parameters(self.signature);
        let ways = Ways::of(body, self.signature);
        let (open, close) = (body.brace_token.span.open(), body.brace_token.span.close());

        let contracts = self.contracts(&mut cutpoints, &parameters);
        let entry = cutpoints.named(CutpointKind::Entry, "entry", open, Object::Receiver, &parameters, false);
        let mut placed = body.clone();
        placement::place(&mut placed, parameters.clone(), &mut cutpoints)?;

        let result = Ident::new("pct_result", Span::mixed_site().located_at(close));
        let at = span::generated(open);
        let exit = self.exit(&ways, &mut cutpoints, &result, &parameters);
        Ok(match exit {
            None => {
                let stmts = &placed.stmts;
                quote_spanned!(at=> #contracts #entry #(#stmts)*)
            }
            Some(exit) => {
                let kept = exit::keep_result(&placed, &ways, self.signature, &result);
                // A body may diverge where its signature does not say so.
                quote_spanned!(at=> #contracts #entry #kept #[allow(unreachable_code)] { #exit } #result)
            }
        })
    }

    /// Conditions keep the place where they are written: one that does not compile is the user's to correct.
    fn contracts(&self, cutpoints: &mut Cutpoints<'_>, scope: &Scope) -> TokenStream {
        let requires = self.attributes.requires.iter().map(|it| (ContractKind::Requires, it));
        let panics = self.attributes.panics.iter().map(|it| (ContractKind::Panics, it));
        let mut tokens = TokenStream::new();
        for (index, (kind, condition)) in requires.chain(panics).enumerate() {
            let id = Id::of(&[&cutpoints.function.to_string(), &format!("{kind}{index}")]);
            tokens.extend(cutpoints.contract(kind, id, condition, condition.expr.span(), scope, false));
        }
        tokens
    }

    /// The probes behind the body, or `None` if the exit is not observed.
    fn exit(
        &self,
        ways: &Ways,
        cutpoints: &mut Cutpoints<'_>,
        result: &Ident,
        scope: &Scope,
    ) -> Option<TokenStream> {
        if exit::never_returns(self.signature) {
            return None;
        }
        let site = result.span();
        if let Some(reason) = self.unprobed_exit(ways, cutpoints) {
            let record =
                cutpoints.unprobed(cutpoints.function, Extent::Exit, reason, &span::place(site, site));
            cutpoints.sidecar.push(record);
            return None;
        }
        let mut tokens = TokenStream::new();
        let own = self.own_result(result, cutpoints, scope);
        let has_object =
            matches!(receiver(self.signature), Receiver::Shared | Receiver::Mutable | Receiver::Other);
        if has_object || own.is_none() {
            let object = if has_object { Object::Receiver } else { Object::Nothing };
            tokens.extend(cutpoints.named(CutpointKind::Exit, "exit", site, object, scope, false));
        }
        tokens.extend(own);
        Some(tokens)
    }

    fn unprobed_exit(&self, ways: &Ways, cutpoints: &Cutpoints<'_>) -> Option<&'static str> {
        let borrows = exit::holds_borrow(&self.signature.output);
        let lends = matches!(receiver(self.signature), Receiver::Mutable | Receiver::Other);
        if cutpoints.settings.dropped.contains(&Dropped::Exit(cutpoints.function)) {
            Some("the compiler refuses to observe this exit")
        } else if borrows && lends {
            Some("the result borrows from `self`; the next entry observes the state")
        } else if exit::holds_impl_fn(&self.signature.output) {
            Some("the result is a closure, whose type is known only where it is returned")
        } else if ways.needs_closure() && exit::holds_impl(&self.signature.output) {
            Some("the body returns by `?` or a macro, and its type `impl …` cannot be named")
        } else if ways.needs_closure() && self.attrs.iter().any(|attr| attr.path().is_ident("track_caller")) {
            Some("the body returns by `?` or a macro, and observing that would change `#[track_caller]`")
        } else {
            None
        }
    }

    /// The probe on the value of the own type inside the result.
    fn own_result(
        &self,
        result: &Ident,
        cutpoints: &mut Cutpoints<'_>,
        scope: &Scope,
    ) -> Option<TokenStream> {
        let ReturnType::Type(_, ty) = &self.signature.output else { return None };
        let own_name = self.owner.map(|owner| &owner.self_type);
        let is_own =
            |ty: &Type| match ty {
                Type::Path(path) if path.qself.is_none() => path.path.segments.last().is_some_and(|last| {
                    last.ident == "Self" || own_name.is_some_and(|own| last.ident == *own)
                }),
                _ => false,
            };
        let value = Ident::new("pct_value", result.span());
        exit::reach_own(ty, &is_own, &value, TokenStream::new())?;
        let site = result.span();
        let object = Object::Result(value.to_token_stream());
        let label =
            if receiver(self.signature) == Receiver::None || receiver(self.signature) == Receiver::Value {
                "exit"
            } else {
                "result"
            };
        let probe = cutpoints.named(CutpointKind::Exit, label, site, object, scope, false);
        let reached = exit::reach_own(ty, &is_own, &value, probe)?;
        let at = span::generated(site);
        Some(quote_spanned!(at=> { let #value = &#result; #reached }))
    }
}

/// The id of an owner's predicate.
pub(crate) fn predicate_id(owner: Id, index: usize) -> Id {
    Id::of(&[&owner.to_string(), "predicate", &index.to_string()])
}

/// Records predicates.
pub(crate) fn record_predicates(owner: Id, predicates: &[Predicate], sidecar: &mut Sidecar) {
    for (index, predicate) in predicates.iter().enumerate() {
        let condition = &predicate.condition;
        sidecar.push(Record::Predicate(sites::Predicate {
            id: predicate_id(owner, index),
            owner,
            index,
            origin: predicate.origin,
            name: predicate.name.clone(),
            expression: condition.text(),
            invariant: predicate.invariant,
            variables: condition.variable_names(),
            place: span::place_of(&condition.tokens()),
        }));
    }
}

/// Records permissions.
pub(crate) fn record_allows(owner: Id, attributes: &Attributes, sidecar: &mut Sidecar) {
    for (index, allow) in attributes.allows.iter().enumerate() {
        sidecar.push(Record::Contract(Contract {
            id: Id::of(&[&owner.to_string(), "allow", &index.to_string()]),
            owner,
            kind: ContractKind::Allow,
            texts: vec![allow.kind.to_string(), allow.reason.value()],
            place: span::place(allow.kind.span(), allow.reason.span()),
        }));
    }
}

fn unprobed(id: Id, function: Id, extent: Extent, reason: &str, place: &sites::Place) -> Record {
    Record::Unprobed(sites::Unprobed {
        id,
        function,
        extent,
        reason: reason.to_owned(),
        place: place.clone(),
    })
}

/// What makes cargo expand again when the settings change.
pub(crate) fn fingerprint(at: Span) -> TokenStream {
    let name = pct_wire::env::FINGERPRINT;
    quote_spanned!(at=> const _: ::core::option::Option<&'static str> = ::core::option_env!(#name);)
}

/// How a function takes `self`.
pub(crate) fn receiver(signature: &Signature) -> Receiver {
    let Some(receiver) = signature.receiver() else { return Receiver::None };
    match &receiver.kind {
        syn::ReceiverKind::Value => Receiver::Value,
        syn::ReceiverKind::Reference(_, _, None) => Receiver::Shared,
        syn::ReceiverKind::Reference(_, _, Some(_)) => Receiver::Mutable,
        syn::ReceiverKind::Typed(_, ty) => match &**ty {
            Type::Path(path) if path.path.is_ident("Self") => Receiver::Value,
            _ => Receiver::Other,
        },
        _ => Receiver::Other,
    }
}

/// All names that a body binds outside closures and items, and the errors of the macros in it.
#[derive(Default)]
struct Names {
    bound: BTreeSet<Ident>,
    labels: BTreeSet<String>,
    errors: Vec<Error>,
}

impl<'ast> Visit<'ast> for Names {
    fn visit_pat(&mut self, pat: &'ast syn::Pat) {
        self.bound.extend(variables::bound_by(pat));
    }

    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}

    fn visit_expr_async(&mut self, _: &'ast syn::ExprAsync) {}

    fn visit_item(&mut self, _: &'ast syn::Item) {}

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        match inline::recognise(mac) {
            Ok(Some(Inline::Cutpoint { label, .. })) if !self.labels.insert(label.value()) => {
                let message = format!("a cutpoint of this function is labelled `{}` already", label.value());
                self.errors.push(Error::new(label.span(), message + ": choose another label"));
            }
            Err(error) => self.errors.push(error),
            Ok(_) => {}
        }
        visit::visit_macro(self, mac);
    }
}
