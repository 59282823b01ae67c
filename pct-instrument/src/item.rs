//! Dispatch: which item an attribute stands on, and what becomes of it.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Error, Item, ItemFn, Result};

use crate::attribute::{Attributes, Name};
use crate::function::Function;
use crate::settings::Settings;
use crate::sidecar::Sidecar;
use crate::subject::SubjectType;
use crate::{methods, placement, predicate, span};

/// Expands an attribute of `pct`. On an error the item is kept unchanged beside it, so that no other errors follow.
pub fn attribute(name: Name, args: TokenStream, item: TokenStream) -> TokenStream {
    let expanded =
        Settings::from_env().map_err(|message| Error::new(Span::call_site(), message)).and_then(|settings| {
            let mut sidecar = Sidecar::default();
            let tokens = instrument(name, args, item.clone(), settings, &mut sidecar)?;
            if let Some(settings) = settings {
                sidecar.write(settings).map_err(|message| Error::new(Span::call_site(), message))?;
            }
            Ok(tokens)
        });
    expanded.unwrap_or_else(|error| {
        let error = error.to_compile_error();
        quote!(#item #error)
    })
}

/// Checks an attribute and instruments its item, if there are settings; else returns the item unchanged.
pub fn instrument(
    name: Name,
    args: TokenStream,
    tokens: TokenStream,
    settings: Option<&Settings>,
    sidecar: &mut Sidecar,
) -> Result<TokenStream> {
    let file = settings.and_then(|settings| settings.file.as_deref());
    span::in_file(file, || expand(name, args, tokens, settings, sidecar))
}

fn expand(
    name: Name,
    args: TokenStream,
    tokens: TokenStream,
    settings: Option<&Settings>,
    sidecar: &mut Sidecar,
) -> Result<TokenStream> {
    let mut attributes = Attributes::default();
    attributes.add(name, args, Span::call_site())?;
    let item: Item = syn::parse2(tokens.clone())?;
    let expanded = match item {
        Item::Struct(mut item) => {
            attributes.take(&mut item.attrs)?;
            let subject = SubjectType {
                attributes: &attributes,
                attrs: &item.attrs,
                name: &item.ident,
                generics: &item.generics,
                shapes: SubjectType::struct_shape(&item),
                is_enum: false,
                place: place(item.struct_token.span, &tokens),
            };
            expand_type(&subject, &item, settings, sidecar)?
        }
        Item::Enum(mut item) => {
            attributes.take(&mut item.attrs)?;
            let subject = SubjectType {
                attributes: &attributes,
                attrs: &item.attrs,
                name: &item.ident,
                generics: &item.generics,
                shapes: SubjectType::enum_shapes(&item),
                is_enum: true,
                place: place(item.enum_token.span, &tokens),
            };
            expand_type(&subject, &item, settings, sidecar)?
        }
        Item::Impl(mut item) => {
            attributes.take(&mut item.attrs)?;
            methods::check(&attributes)?;
            settings.map(|settings| methods::expand(&attributes, item, settings, sidecar)).transpose()?
        }
        Item::Fn(item) => expand_fn(attributes, item, settings, sidecar)?,
        other => return Err(misplaced(name, &other)),
    };
    Ok(expanded.unwrap_or(tokens))
}

fn place(first: Span, tokens: &TokenStream) -> pct_wire::sites::Place {
    let last = tokens.clone().into_iter().last().map_or(first, |token| match token {
        proc_macro2::TokenTree::Group(group) => group.span_close(),
        token => token.span(),
    });
    span::place(first, last)
}

fn misplaced(name: Name, item: &Item) -> Error {
    let places = match name {
        Name::Predicates => "a struct, enum, impl, method or function",
        Name::Invariant => "a struct or enum",
        Name::Requires | Name::Panics => "a function or method",
        Name::Allow => "a struct, enum, impl, method or function",
        Name::Skip => "an impl, method or function",
    };
    let (keyword, what) = match item {
        Item::Union(it) => (it.union_token.to_token_stream(), "a union, whose fields cannot be read safely"),
        Item::Trait(it) => (it.trait_token.to_token_stream(), "a trait: write it on the impls"),
        Item::Mod(it) => (it.mod_token.to_token_stream(), "a module: write it on the items in it"),
        other => (other.to_token_stream().into_iter().take(1).collect(), "this item"),
    };
    Error::new_spanned(keyword, format!("this attribute goes on {places}, not on {what}"))
}

fn expand_type(
    subject: &SubjectType<'_>,
    item: &dyn ToTokens,
    settings: Option<&Settings>,
    sidecar: &mut Sidecar,
) -> Result<Option<TokenStream>> {
    check_type(subject)?;
    let Some(settings) = settings else { return Ok(None) };
    let mut own = Sidecar::default();
    let impls = subject.expand(settings, &mut own);
    let item = item.to_token_stream();
    let cfgs: Vec<&Attribute> = subject.attrs.iter().filter(|attr| attr.path().is_ident("cfg")).collect();
    if cfgs.is_empty() {
        sidecar.append(own);
        return Ok(Some(quote!(#item #impls)));
    }
    let declaration = own.declaration();
    Ok(Some(quote!(#item #(#cfgs)* const _: () = { #declaration #impls };)))
}

fn check_type(subject: &SubjectType<'_>) -> Result<()> {
    let attributes = subject.attributes;
    attributes.only(&[Name::Predicates, Name::Invariant, Name::Allow], |name| match name {
        Name::Skip => {
            "a type is not instrumented unless it is annotated: write `skip` on its impls or methods"
        }
        Name::Requires => "a precondition belongs to a function: write it on a function or method",
        _ => "a documented panic belongs to a function: write it on a function or method",
    })?;
    predicate::check_list(&attributes.predicates)?;
    for predicate in &attributes.predicates {
        let condition = &predicate.condition;
        if let Some(stray) = condition.variables.iter().find(|variable| *variable != "self") {
            let message = format!(
                "a type's predicates read `self` only: write `self.{stray}`, or a constant in upper case"
            );
            return Err(Error::new(stray.span(), message));
        }
        if condition.self_token().is_none() {
            let message =
                "this predicate does not read `self`, so it says nothing about the object: compare a field";
            return Err(Error::new(predicate.name_span, message));
        }
    }
    Ok(())
}

fn expand_fn(
    mut attributes: Attributes,
    mut item: ItemFn,
    settings: Option<&Settings>,
    sidecar: &mut Sidecar,
) -> Result<Option<TokenStream>> {
    attributes.take(&mut item.attrs)?;
    if methods::is_instrumented(&item) {
        let message = "this method's impl is annotated: write this attribute with its path, `#[pct::…]`, so that both are read together";
        return Err(Error::new(attributes.found.first().map_or_else(Span::call_site, |it| it.1), message));
    }
    let place = span::place(item.sig.fn_token.span, item.block.brace_token.span.close());
    let function =
        Function { attributes: &attributes, attrs: &item.attrs, signature: &item.sig, owner: None, place };
    function.check(&item.block)?;
    let Some(settings) = settings else { return Ok(None) };
    let (_, body) = function.instrument(&item.block, settings, sidecar)?;
    item.block.stmts = vec![placement::statement(body)];
    Ok(Some(item.into_token_stream()))
}
