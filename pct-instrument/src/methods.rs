//! `#[pct::predicates]` on an impl: instruments its functions and adds the driver.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Error, Ident, ImplItem, ItemImpl, Result, Type};

use crate::attribute::{Attributes, Errors, Name};
use crate::driver::{self, Callee};
use crate::function::{Function, Owner};
use crate::settings::Settings;
use crate::sidecar::Sidecar;
use crate::{placement, span, text};

/// What may be written on an impl.
pub(crate) fn check(attributes: &Attributes) -> Result<()> {
    attributes.only(&[Name::Predicates, Name::Allow, Name::Skip], |name| match name {
        Name::Invariant => "an invariant belongs to a type: write it on the struct or enum",
        Name::Requires => "a precondition belongs to a function: write it on the method",
        _ => "a documented panic belongs to a function: write it on the method",
    })?;
    match attributes.predicates.first() {
        None => Ok(()),
        Some(predicate) => {
            let message = "an impl has no predicates of its own: write those over `self` on the struct or enum, those over \
                           parameters and locals on the method, and here just `#[pct::predicates]`";
            Err(Error::new(predicate.name_span, message))
        }
    }
}

/// The impl with its functions instrumented.
pub(crate) fn expand(
    attributes: &Attributes,
    mut item: ItemImpl,
    settings: &Settings,
    sidecar: &mut Sidecar,
) -> Result<TokenStream> {
    let owner = Owner { header: header(&item), self_type: self_type(&item.self_ty) };
    let mut errors = Errors::default();
    let mut callees = Vec::new();
    for (index, inner) in item.items.iter_mut().enumerate() {
        let ImplItem::Fn(method) = inner else { continue };
        let mut own = Attributes::default();
        if errors.run(|| own.take(&mut method.attrs)).is_none() {
            continue;
        }
        if own.skip.is_none() {
            own.skip.clone_from(&attributes.skip);
        }
        own.allows.extend(attributes.allows.iter().cloned());
        let function = Function {
            attributes: &own,
            attrs: &method.attrs,
            signature: &method.sig,
            owner: Some(&owner),
            place: span::place(method.sig.fn_token.span, method.block.brace_token.span.close()),
        };
        let block = &method.block;
        let done = errors.run(|| {
            function.check(block)?;
            function.instrument(block, settings, sidecar)
        });
        if let Some((id, body)) = done {
            callees.push((index, id));
            method.block.stmts = vec![placement::statement(body)];
        }
    }
    let item = errors.finish(item)?;
    let callees: Vec<Callee<'_>> =
        callees.iter().filter_map(|(index, id)| callee(&item, *index, *id)).collect();
    let driver = driver::expand(&item, &owner, &callees, settings, sidecar);
    Ok(quote!(#item #driver))
}

fn callee(item: &ItemImpl, index: usize, id: pct_wire::Id) -> Option<Callee<'_>> {
    match &item.items[index] {
        ImplItem::Fn(method) => Some(Callee { id, signature: &method.sig, attrs: &method.attrs }),
        _ => None,
    }
}

/// `impl<T> Stack<T> where …` as text.
fn header(item: &ItemImpl) -> String {
    let (generics, _, where_clause) = item.generics.split_for_impl();
    let self_ty = &item.self_ty;
    let of = item.trait_.as_ref().map(|(path, for_token)| quote!(#path #for_token));
    text::of(quote!(impl #generics #of #self_ty #where_clause))
}

fn self_type(ty: &Type) -> Ident {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.clone()),
        Type::Reference(reference) => Some(self_type(&reference.elem)),
        Type::Paren(inner) => Some(self_type(&inner.elem)),
        Type::Group(inner) => Some(self_type(&inner.elem)),
        _ => None,
    }
    .unwrap_or_else(|| Ident::new("Self", proc_macro2::Span::call_site()))
}

/// Whether the tokens of a function hold probes already.
pub(crate) fn is_instrumented(item: &syn::ItemFn) -> bool {
    let first = item.block.stmts.first().map(ToTokens::to_token_stream).unwrap_or_default().to_string();
    first.contains(pct_wire::env::FINGERPRINT)
}
