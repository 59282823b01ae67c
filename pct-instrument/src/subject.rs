//! What a type's attribute expands to: the hidden impls by which probes, samples and drivers reach its private fields.
//!
//! ```text
//! impl Predicate<0> for S { fn pct_holds(&self) -> bool { self.size >= 0 } }     // one for each predicate
//! impl Subject for S { … }                                                       // all of them at once, and the state
//! impl Capture for S { … }  impl Build for S { … }                               // of S, or of one instance S<i32>
//! ```

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Attribute, Expr, Fields, Generics, Index, Member, Type, parse_quote};

use pct_wire::Id;
use pct_wire::dropped::Dropped;
use pct_wire::sites::{self, Place, Record};

use crate::attribute::Attributes;
use crate::concrete::{self, Concrete};
use crate::function;
use crate::kind::{self, Environment, Kind};
use crate::predicate::Predicate;
use crate::settings::Settings;
use crate::sidecar::{self, Sidecar};
use crate::{probe, span};

/// A struct, or one variant of an enum.
pub(crate) struct Shape<'a> {
    attrs: &'a [Attribute],
    /// How it is named in a value: `Point`, `Shape::Circle`.
    name: String,
    /// How it is named in code: `Self`, `Self::Circle`.
    path: TokenStream,
    fields: &'a Fields,
}

/// A struct or enum with its attributes read and taken off.
pub(crate) struct SubjectType<'a> {
    /// What `pct`'s attributes say.
    pub attributes: &'a Attributes,
    /// The other attributes.
    pub attrs: &'a [Attribute],
    /// Its name.
    pub name: &'a Ident,
    /// Its parameters.
    pub generics: &'a Generics,
    /// Its content: a struct's, or one for each variant.
    pub shapes: Vec<Shape<'a>>,
    /// Whether it is an enum.
    pub is_enum: bool,
    /// The item.
    pub place: Place,
}

impl<'a> SubjectType<'a> {
    /// The content of a struct.
    pub(crate) fn struct_shape(item: &'a syn::ItemStruct) -> Vec<Shape<'a>> {
        vec![Shape { attrs: &[], name: item.ident.to_string(), path: quote!(Self), fields: &item.fields }]
    }

    /// The content of an enum's variants.
    pub(crate) fn enum_shapes(item: &'a syn::ItemEnum) -> Vec<Shape<'a>> {
        let shape = |variant: &'a syn::Variant| {
            let name = &variant.ident;
            let (attrs, fields) = (&variant.attrs[..], &variant.fields);
            Shape { attrs, name: format!("{}::{name}", item.ident), path: quote!(Self::#name), fields }
        };
        item.variants.iter().map(shape).collect()
    }

    /// The hidden impls.
    pub(crate) fn expand(&self, settings: &Settings, sidecar: &mut Sidecar) -> TokenStream {
        let id = self.id(settings);
        let concrete = match settings.dropped.contains(&Dropped::Driver(id)) {
            true => Err("the compiler refuses the instance that would be built".to_owned()),
            false => self.concrete(),
        };
        let lifetimes = concrete.as_ref().is_ok_and(Concrete::has_lifetimes);
        let borrows = lifetimes.then(|| "it has a lifetime parameter, so it borrows".to_owned());
        self.record(id, sidecar, concrete.as_ref().err().cloned().or(borrows));
        let at = span::generated(self.name.span());
        let fingerprint = function::fingerprint(at);
        let predicates =
            self.attributes.predicates.iter().enumerate().map(|(index, it)| self.predicate(index, it, at));
        let subject = self.subject(id, concrete.as_ref().ok(), at);
        let concrete = concrete.as_ref().ok().map(|concrete| self.concrete_impls(concrete, at));
        quote_spanned!(at=> #fingerprint #(#predicates)* #subject #concrete)
    }

    fn id(&self, settings: &Settings) -> Id {
        let named = span::place(self.name.span(), self.name.span());
        let (name, line, column) = (self.name.to_string(), named.line.to_string(), named.column.to_string());
        let parts = [&settings.krate, &named.file, "type", &name, line.as_str(), column.as_str()];
        let ordinal = settings.ordinal(&parts);
        Id::of(&[&Id::of(&parts).to_string(), &ordinal.to_string()])
    }

    fn record(&self, id: Id, sidecar: &mut Sidecar, not_fabricable: Option<String>) {
        sidecar.push(Record::Subject(sites::Subject {
            id,
            name: self.name.to_string(),
            predicates: self.attributes.predicates.len(),
            not_fabricable,
            place: self.place.clone(),
        }));
        function::record_predicates(id, &self.attributes.predicates, sidecar);
        function::record_allows(id, self.attributes, sidecar);
    }

    /// The instance whose objects can be built, or why there is none.
    fn concrete(&self) -> Result<Concrete, String> {
        if self.is_packed() {
            return Err("it is packed".to_owned());
        }
        let last = self.shapes.last().and_then(|shape| shape.fields.iter().last());
        if last.is_some_and(|field| concrete::is_unsized(&field.ty)) {
            return Err("its size is not known when it is compiled".to_owned());
        }
        let concrete = Concrete::of(self.generics)?;
        for shape in &self.shapes {
            for field in shape.fields {
                if concrete.apply(&field.ty).is_none() {
                    return Err(format!(
                        "the type of a field, `{}`, depends on a trait",
                        crate::text::of(&field.ty)
                    ));
                }
                if field.ident.is_none() && sidecar::is_conditional(&field.attrs) {
                    return Err("a field without name has a `cfg`".to_owned());
                }
            }
        }
        Ok(concrete)
    }

    fn is_packed(&self) -> bool {
        self.attrs
            .iter()
            .any(|attr| attr.path().is_ident("repr") && attr.to_token_stream().to_string().contains("packed"))
    }

    fn predicate(&self, index: usize, predicate: &Predicate, at: Span) -> TokenStream {
        let (impl_generics, ty_generics, where_clause) = self.generics.split_for_impl();
        let (name, expr) = (self.name, &predicate.condition.expr);
        // The predicate's own `self` token, so that it resolves in code that a `macro_rules!` made, too.
        let this = predicate.condition.self_token().cloned().unwrap_or_else(|| Ident::new("self", at));
        quote_spanned! {at=>
            #[automatically_derived]
            impl #impl_generics ::pct::probe::Predicate<#index> for #name #ty_generics #where_clause {
                #[inline(always)]
                fn pct_holds(&#this) -> ::core::primitive::bool {
                    #expr
                }
            }
        }
    }

    fn subject(&self, id: Id, concrete: Option<&Concrete>, at: Span) -> TokenStream {
        let (impl_generics, ty_generics, where_clause) = self.generics.split_for_impl();
        let (name, count, id) = (self.name, self.attributes.predicates.len(), probe::hexadecimal(id, at));
        let exprs: Vec<&Expr> = self.attributes.predicates.iter().map(|it| &it.condition.expr).collect();
        let index = std::cell::Cell::new(0usize);
        let call = |_: &Expr| {
            let number = index.replace(index.get() + 1);
            quote_spanned!(at=> <Self as ::pct::probe::Predicate<#number>>::pct_holds(self))
        };
        let (bits, _) = probe::bits(&exprs, self, call, at);
        let state = match concrete {
            Some(concrete) if !concrete.is_generic() => {
                quote_spanned!(at=> ::pct::capture::Capture::pct_capture(self, &mut ::pct::capture::Room::default()))
            }
            _ => {
                let capture = self.capture(at);
                quote_spanned!(at=> { let room = &mut ::pct::capture::Room::default(); #capture })
            }
        };
        quote_spanned! {at=>
            #[automatically_derived]
            impl #impl_generics ::pct::probe::Subject for #name #ty_generics #where_clause {
                const ID: ::core::primitive::u64 = #id;
                const COUNT: ::core::primitive::usize = #count;
                #[inline(always)]
                fn pct_predicates(&self) -> ::core::primitive::u64 {
                    #bits
                }
                fn pct_state(&self) -> ::pct::wire::Value {
                    #state
                }
            }
        }
    }

    fn concrete_impls(&self, concrete: &Concrete, at: Span) -> TokenStream {
        let (_, ty_generics, where_clause) = self.generics.split_for_impl();
        let name = self.name;
        let generic: Type = parse_quote!(#name #ty_generics);
        let Some(ty) = concrete.apply(&generic) else { return TokenStream::new() };
        // Bounds on type parameters hold for the instance; those on lifetimes stay.
        let where_clause = if concrete.is_generic() { None } else { where_clause };
        let generics = concrete.impl_generics();
        let (capture, build) = (self.capture(at), self.build(concrete, at));
        quote_spanned! {at=>
            #[automatically_derived]
            impl #generics ::pct::capture::Capture for #ty #where_clause {
                fn pct_capture(&self, room: &mut ::pct::capture::Room) -> ::pct::wire::Value {
                    ::pct::capture::with_room::<Self>(room, |room| #capture)
                }
            }
            #[automatically_derived]
            impl #generics ::pct::build::Build for #ty #where_clause {
                fn pct_build(value: &::pct::wire::Value) -> ::core::result::Result<Self, ::pct::build::Refusal> {
                    #build
                }
            }
        }
    }

    /// The expression of the captured value, given `self` and `room`.
    fn capture(&self, at: Span) -> TokenStream {
        let has_hidden = self.shapes.iter().any(|shape| {
            shape.fields.iter().any(|field| field.ident.is_none() && sidecar::is_conditional(&field.attrs))
        });
        if self.is_packed() || has_hidden || self.shapes.is_empty() {
            return quote_spanned!(at=> ::pct::capture::Token::pct_value(&::pct::capture::Of(self), room));
        }
        let arms = self.shapes.iter().map(|shape| {
            let cfgs = cfgs(shape.attrs);
            let (path, name) = (&shape.path, &shape.name);
            let members: Vec<_> = members(shape.fields);
            let bindings: Vec<_> =
                (0..members.len()).map(|index| format_ident!("pct_{index}", span = at)).collect();
            let field_cfgs: Vec<_> = shape.fields.iter().map(|field| cfgs_tokens(&field.attrs)).collect();
            let names = members.iter().map(member_name);
            let builder =
                if matches!(shape.fields, Fields::Named(_)) { quote!(Record) } else { quote!(Parts) };
            quote_spanned! {at=>
                #(#cfgs)* #path { #(#field_cfgs #members: #bindings),* } => {
                    #[allow(unused_mut)]
                    let mut value = ::pct::capture::#builder::new(#name);
                    #(#field_cfgs value.add(#names, (&&&::pct::capture::Of(#bindings)).pct_value(room));)*
                    value.finish()
                }
            }
        });
        quote_spanned! {at=> {
            #[allow(unused_imports)]
            use ::pct::capture::{Shape as _, Token as _, Whole as _};
            match self { #(#arms)* }
        }}
    }

    /// The expression of the built object, given `value`.
    fn build(&self, concrete: &Concrete, at: Span) -> TokenStream {
        let arms = self.shapes.iter().map(|shape| {
            let cfgs = cfgs(shape.attrs);
            let (path, name) = (&shape.path, &shape.name);
            let members = members(shape.fields);
            let is_named = matches!(shape.fields, Fields::Named(_));
            let fields = shape.fields.iter().zip(&members).enumerate().map(|(index, (field, member))| {
                let (field_cfgs, ty) = (cfgs_tokens(&field.attrs), concrete.apply(&field.ty));
                let member_name = member_name(member);
                let part = if is_named {
                    quote_spanned!(at=> ::pct::build::field(value, #name, #member_name)?)
                } else {
                    quote_spanned!(at=> ::pct::build::part(value, #name, #index)?)
                };
                quote_spanned!(at=> #field_cfgs #member: (&&::pct::build::Make::<#ty>::NEW).pct_make(#part)?)
            });
            quote_spanned!(at=> #(#cfgs)* #name => ::core::result::Result::Ok(#path { #(#fields),* }),)
        });
        quote_spanned! {at=>
            #[allow(unused_imports)]
            use ::pct::build::{Accept as _, Refuse as _};
            match ::pct::build::name(value) {
                #(#arms)*
                _ => ::core::result::Result::Err(::pct::build::misfit::<Self>(value)),
            }
        }
    }
}

impl Environment for SubjectType<'_> {
    fn variable(&self, _: &Ident) -> Kind {
        Kind::Unknown
    }

    fn field(&self, member: &Member) -> Kind {
        let [shape] = self.shapes.as_slice() else { return Kind::Unknown };
        if self.is_enum || self.is_packed() {
            return Kind::Unknown;
        }
        let found = members(shape.fields).into_iter().zip(shape.fields).find(|(known, _)| known == member);
        found.map(|(_, field)| kind::of_type(&field.ty)).unwrap_or_default()
    }
}

fn members(fields: &Fields) -> Vec<Member> {
    let member = |(index, field): (usize, &syn::Field)| match &field.ident {
        Some(name) => Member::Named(name.clone()),
        None => Member::Unnamed(Index::from(index)),
    };
    fields.iter().enumerate().map(member).collect()
}

/// The name that values carry: without `r#`.
fn member_name(member: &Member) -> String {
    match member {
        Member::Named(name) => name.unraw().to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

fn cfgs(attrs: &[Attribute]) -> Vec<&Attribute> {
    attrs.iter().filter(|attr| attr.path().is_ident("cfg")).collect()
}

fn cfgs_tokens(attrs: &[Attribute]) -> TokenStream {
    let cfgs = cfgs(attrs);
    quote!(#(#cfgs)*)
}
