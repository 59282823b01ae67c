//! The hidden test of an impl that builds objects and calls its functions ([`pct_wire::request`]).
//!
//! It stands beside the impl, where private functions are in reach, under a name that no one else has; it exists under
//! `cargo pct` in builds of unit tests only, and passes at once unless it is handed requests. In a function's body it is
//! never collected: types that are local to one are not driven.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{FnArg, ItemImpl, ReturnType, Signature, Type};

use pct_wire::Id;
use pct_wire::dropped::Dropped;
use pct_wire::sites::{Driver, Receiver, Record};

use crate::concrete::{self, Concrete};
use crate::function::{self, Owner};
use crate::settings::Settings;
use crate::sidecar::{self, Sidecar};
use crate::{exit, probe, span};

/// What every driver's name starts with.
pub const PREFIX: &str = "pct_driver_";

/// A function of the impl that may be called.
pub(crate) struct Callee<'a> {
    /// Its id.
    pub id: Id,
    /// Its signature.
    pub signature: &'a Signature,
    /// Its attributes, of which `cfg` is copied.
    pub attrs: &'a [syn::Attribute],
}

/// The driver, or nothing if the impl has no instance whose objects can be built or no function that can be called.
pub(crate) fn expand(
    item: &ItemImpl,
    owner: &Owner,
    callees: &[Callee<'_>],
    settings: &Settings,
    sidecar: &mut Sidecar,
) -> TokenStream {
    let Ok(concrete) = Concrete::of(&item.generics) else { return TokenStream::new() };
    // An object that borrows cannot be built from a value, and what it borrows from would have to live as long.
    if concrete.has_lifetimes() || !matches!(*item.self_ty, Type::Path(_)) {
        return TokenStream::new();
    }
    let placeholder: Type = syn::parse_quote!(Self);
    let Some(ty) = concrete.apply_outside(&item.self_ty, &placeholder) else { return TokenStream::new() };
    let at = span::generated(item.impl_token.span);
    let glue = Glue { item, ty: &ty, concrete: &concrete, at };
    let (ids, entries): (Vec<Id>, Vec<TokenStream>) =
        callees.iter().filter_map(|callee| Some((callee.id, glue.entry(callee)?))).unzip();
    if ids.is_empty() {
        return TokenStream::new();
    }
    let all: Vec<String> = ids.iter().map(Id::to_string).collect();
    let hash = Id::of(&all.iter().map(String::as_str).collect::<Vec<_>>());
    let name = format_ident!("{PREFIX}{}", hash.to_string(), span = at);
    if settings.dropped.contains(&Dropped::Driver(hash)) {
        return TokenStream::new();
    }
    let record = Record::Driver(Driver {
        id: hash,
        test: name.to_string(),
        self_type: owner.self_type.to_string(),
        functions: ids,
        place: span::place(item.impl_token.span, item.impl_token.span),
    });
    let declaration = if sidecar::is_conditional(&item.attrs) {
        let mut inner = Sidecar::default();
        inner.push(record);
        inner.declaration()
    } else {
        sidecar.push(record);
        TokenStream::new()
    };
    glue.driver(&name, &declaration, &entries)
}

struct Glue<'a> {
    item: &'a ItemImpl,
    ty: &'a Type,
    concrete: &'a Concrete,
    at: Span,
}

impl Glue<'_> {
    /// The hidden test.
    fn driver(&self, name: &Ident, declaration: &TokenStream, entries: &[TokenStream]) -> TokenStream {
        let (ty, at) = (self.ty, self.at);
        let cfgs = self.item.attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
        quote_spanned! {at=>
            #(#cfgs)*
            #[cfg(test)]
            #[test]
            #[allow(deprecated, unnameable_test_items)]
            fn #name() {
                #declaration
                #[allow(unused_imports)]
                use ::pct::{build::{Accept as _, Refuse as _}, driver::{Unvalued as _, Valued as _}};
                #[allow(unused_imports)]
                use ::pct::capture::{Shape as _, Token as _, Whole as _};
                ::pct::driver::run::<#ty>(&::pct::driver::Glue {
                    build: |value| (&&::pct::build::Make::<#ty>::NEW).pct_make(value),
                    capture: |object| {
                        (&&&::pct::capture::Of(object)).pct_value(&mut ::pct::capture::Room::wide())
                    },
                    valuation: |object| (&&::pct::probe::On(object)).pct_valuation(),
                    functions: &[#(#entries),*],
                });
            }
        }
    }

    /// `(id, |object, values| …)`; `None` if the function cannot be called with made arguments.
    fn entry(&self, callee: &Callee<'_>) -> Option<TokenStream> {
        let signature = callee.signature;
        let is_callable = matches!(signature.safety, syn::Safety::Default)
            && signature.asyncness.is_none()
            && signature.variadic.is_none()
            && signature.generics.type_params().next().is_none()
            && signature.generics.const_params().next().is_none()
            && !exit::never_returns(signature)
            && self.concrete.meets(signature.generics.where_clause.as_ref())
            && !self.is_drop();
        if !is_callable {
            return None;
        }
        let at = self.at;
        let id = probe::hexadecimal(callee.id, at);
        let cfgs = callee.attrs.iter().filter(|attr| attr.path().is_ident("cfg"));
        let object = self.object(function::receiver(signature))?;
        let (names, lets, passed) = self.arguments(signature)?;
        let (count, function) = (names.len(), self.path(&signature.ident)?);
        let receiver = object.as_ref().map(|_| quote_spanned!(at=> this,));
        let keep = self.keep(signature);
        Some(quote_spanned! {at=>
            #(#cfgs)*
            (#id, |object, values| {
                let [#(#names),*] = ::pct::driver::arguments::<#count>(values)?;
                #(#lets)*
                #object
                let result = #function(#receiver #(#passed),*);
                let value = (&&&::pct::capture::Of(&result)).pct_value(&mut ::pct::capture::Room::wide());
                #keep
                ::core::result::Result::Ok(value)
            })
        })
    }

    /// `Drop::drop` may not be called by name.
    fn is_drop(&self) -> bool {
        let path = self.item.trait_.as_ref().map(|(path, _)| path);
        path.and_then(|path| path.segments.last()).is_some_and(|last| last.ident == "Drop")
    }

    fn path(&self, name: &Ident) -> Option<TokenStream> {
        let (ty, at) = (self.ty, self.at);
        Some(match &self.item.trait_ {
            None => quote_spanned!(at=> <#ty>::#name),
            Some((path, _)) => {
                let path = self.concrete.apply_to_path(path, ty)?;
                quote_spanned!(at=> <#ty as #path>::#name)
            }
        })
    }

    /// The statement that binds `this`, if the function takes `self`; `None` if it takes it in a way that is not known here.
    fn object(&self, receiver: Receiver) -> Option<Option<TokenStream>> {
        let at = self.at;
        Some(match receiver {
            Receiver::None => None,
            Receiver::Shared => Some(quote_spanned!(at=> let this = &*::pct::driver::object(object)?;)),
            Receiver::Mutable => Some(quote_spanned!(at=> let this = ::pct::driver::object(object)?;)),
            Receiver::Value => Some(quote_spanned!(at=> let this = ::pct::driver::take(object)?;)),
            Receiver::Other => return None,
        })
    }

    /// For each parameter its name, the statement that makes its value, and how it is passed.
    #[allow(clippy::type_complexity)]
    fn arguments(&self, signature: &Signature) -> Option<(Vec<Ident>, Vec<TokenStream>, Vec<TokenStream>)> {
        let at = self.at;
        let (mut names, mut lets, mut passed) = (Vec::new(), Vec::new(), Vec::new());
        for input in &signature.inputs {
            let FnArg::Typed(typed) = input else { continue };
            let ty = self.concrete.apply_outside(&typed.ty, self.ty)?;
            let name = format_ident!("pct_{}", names.len(), span = at);
            let (made, mutable, pass) = match &ty {
                Type::Reference(reference) => {
                    let mutability = reference.mutability;
                    let made = match &*reference.elem {
                        Type::Slice(slice) => {
                            let elem = &slice.elem;
                            quote!(::std::vec::Vec<#elem>)
                        }
                        Type::Path(path) if path.path.is_ident("str") => quote!(::std::string::String),
                        // It cannot even be named as something to be made.
                        elem if concrete::is_unsized(elem) => return None,
                        elem @ (Type::Path(_) | Type::Array(_) | Type::Tuple(_)) => quote!(#elem),
                        _ => return None,
                    };
                    (made, mutability, quote_spanned!(at=> & #mutability #name))
                }
                Type::ImplTrait(_)
                | Type::TraitObject(_)
                | Type::FnPtr(_)
                | Type::Ptr(_)
                | Type::Infer(_) => return None,
                ty => (quote!(#ty), None, quote!(#name)),
            };
            lets.push(quote_spanned! {at=>
                let #mutable #name: #made = (&&::pct::build::Make::<#made>::NEW).pct_make(#name)?;
            });
            passed.push(pass);
            names.push(name);
        }
        Some((names, lets, passed))
    }

    /// Stores the object that a function without `self` returns.
    fn keep(&self, signature: &Signature) -> TokenStream {
        let at = self.at;
        if !matches!(function::receiver(signature), Receiver::None | Receiver::Value) {
            return TokenStream::new();
        }
        let ReturnType::Type(_, ty) = &signature.output else { return TokenStream::new() };
        self.keep_type(ty, quote_spanned!(at=> result))
            .map(|value| quote_spanned!(at=> if let ::core::option::Option::Some(new) = #value { *object = ::core::option::Option::Some(new); }))
            .unwrap_or_default()
    }

    /// The expression of type `Option<Self>` out of `value: ty`.
    fn keep_type(&self, ty: &Type, value: TokenStream) -> Option<TokenStream> {
        let at = self.at;
        let own = self.concrete.apply_outside(ty, self.ty)?;
        if own == *self.ty {
            return Some(quote_spanned!(at=> ::core::option::Option::Some(#value)));
        }
        let Type::Path(path) = ty else { return None };
        let segment = path.path.segments.last()?;
        let syn::PathArguments::AngleBracketed(args) = &segment.arguments else { return None };
        let syn::GenericArgument::Type(first) = args.args.first()? else { return None };
        let inner = self.keep_type(first, quote!(value))?;
        match segment.ident.to_string().as_str() {
            "Option" => Some(quote_spanned!(at=> #value.and_then(|value| #inner))),
            "Result" => Some(quote_spanned!(at=> #value.ok().and_then(|value| #inner))),
            "Box" => Some(quote_spanned!(at=> { let value = *#value; #inner })),
            _ => None,
        }
    }
}
