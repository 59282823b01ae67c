//! How a function is left, and how its exit is observed.
//!
//! | The body | becomes |
//! |---|---|
//! | is left at its end only | `let r: Ret = { body };` |
//! | returns early, visibly | the same as a labelled block, each `return e` a `break 'pct_exit e` |
//! | holds `?` and gives a `Result` or `Option` | the same, each `e?` a `match` whose failing arm breaks |
//! | holds another `?`, or a macro that might return | `let r = (\|\| -> Ret { body })();` |
//!
//! All but the last leave the function's code in the function, which is what the analysis reads best; the closure is only
//! for what tokens cannot rewrite. Each is tried by the compiler: an exit that it refuses is dropped, and the next entry
//! observes the state instead. Unwinding is no exit.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{
    Block, Expr, ExprLoop, ExprTry, GenericArgument, Lifetime, Macro, PathArguments, ReturnType, Signature,
    Type,
};

use crate::check;

/// Macros of the standard library that leave a function only by unwinding, or by what is written in their arguments.
const HARMLESS: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "cfg",
    "column",
    "compile_error",
    "concat",
    "concat_bytes",
    "cutpoint",
    "assume",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "env",
    "eprint",
    "eprintln",
    "file",
    "format",
    "format_args",
    "include",
    "include_bytes",
    "include_str",
    "line",
    "matches",
    "module_path",
    "option_env",
    "panic",
    "print",
    "println",
    "stringify",
    "thread_local",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// What a body does to leave its function, closures and nested items apart.
#[derive(Default)]
pub(crate) struct Ways {
    returns: bool,
    asks: bool,
    hidden: bool,
    question: Option<Question>,
}

/// What `?` does on failure, by the type that the function gives.
#[derive(Clone, Copy)]
enum Question {
    /// Gives the converted error.
    Result,
    /// Gives `None`.
    Option,
}

impl Ways {
    /// Of a body.
    pub(crate) fn of(body: &Block, signature: &Signature) -> Ways {
        let mut ways = Ways { question: question(&signature.output), ..Ways::default() };
        ways.visit_block(body);
        ways
    }

    /// Whether only a closure catches all of them.
    pub(crate) fn needs_closure(&self) -> bool {
        self.hidden || self.asks && self.question.is_none()
    }
}

/// How `?` can be rewritten. Only where the result's type can be written down, for an error is converted into it. Aliases
/// like `io::Result<T>` count by their name; one that hides another type is refused by the compiler.
fn question(output: &ReturnType) -> Option<Question> {
    let ReturnType::Type(_, ty) = output else { return None };
    let Type::Path(path) = &**ty else { return None };
    match path.path.segments.last()?.ident.to_string().as_str() {
        _ if holds_impl(output) => None,
        "Result" => Some(Question::Result),
        "Option" => Some(Question::Option),
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Ways {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Return(_) => self.returns = true,
            Expr::Try(_) => self.asks = true,
            Expr::Closure(_) | Expr::Async(_) | Expr::Const(_) => return,
            // Not parsed, so it may hold anything.
            Expr::Verbatim(_) => self.hidden = true,
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}

    fn visit_macro(&mut self, mac: &'ast Macro) {
        let name = mac.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        if !HARMLESS.contains(&name.as_str()) || check::may_leave(mac.tokens.clone()) {
            self.hidden = true;
        }
    }
}

/// The statement that runs the body and keeps its result in `result`.
pub(crate) fn keep_result(
    body: &Block,
    ways: &Ways,
    signature: &Signature,
    result: &syn::Ident,
) -> TokenStream {
    let at = result.span();
    let ty = match &signature.output {
        ReturnType::Default => quote!(()),
        ReturnType::Type(_, ty) => ty.to_token_stream(),
    };
    if ways.needs_closure() {
        return quote_spanned!(at=> let #result: #ty = (|| -> #ty #body)(););
    }
    let annotation =
        if holds_impl(&signature.output) { TokenStream::new() } else { quote_spanned!(at=> : #ty) };
    if !ways.returns && !ways.asks {
        return quote_spanned!(at=> let #result #annotation = #body;);
    }
    let label = Lifetime::new("'pct_exit", Span::mixed_site().located_at(at));
    let mut body = body.clone();
    ToBreaks { label: &label, question: ways.question }.visit_block_mut(&mut body);
    quote_spanned!(at=> let #result #annotation = #label: #body;)
}

struct ToBreaks<'a> {
    label: &'a Lifetime,
    question: Option<Question>,
}

impl ToBreaks<'_> {
    /// `(match expr { … })`: the parentheses keep it an operand where a statement starts with it.
    ///
    /// The attributes stay in front: `#[cfg(…)]` may take the statement away.
    fn ask(&self, ExprTry { attrs, expr, question_token, .. }: &ExprTry, question: Question) -> TokenStream {
        let at = question_token.span;
        let label = self.label;
        let value = syn::Ident::new("pct_value", Span::mixed_site().located_at(at));
        let at = Span::call_site().located_at(at);
        let arms = match question {
            Question::Result => quote_spanned! {at=>
                ::core::result::Result::Ok(#value) => #value,
                ::core::result::Result::Err(#value) => {
                    break #label ::core::result::Result::Err(::core::convert::From::from(#value))
                }
            },
            Question::Option => quote_spanned! {at=>
                ::core::option::Option::Some(#value) => #value,
                ::core::option::Option::None => break #label ::core::option::Option::None,
            },
        };
        quote_spanned!(at=> #(#attrs)* (match #expr { #arms }))
    }
}

impl VisitMut for ToBreaks<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if matches!(expr, Expr::Closure(_) | Expr::Async(_) | Expr::Const(_)) {
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
        if let (Expr::Try(it), Some(question)) = (&*expr, self.question) {
            *expr = Expr::Verbatim(self.ask(it, question));
        }
        if let Expr::Return(it) = expr {
            *expr = Expr::Break(syn::ExprBreak {
                attrs: std::mem::take(&mut it.attrs),
                break_token: syn::Token![break](it.return_token.span),
                label: Some(self.label.clone()),
                expr: it.expr.take(),
            });
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// Whether the function never returns.
pub(crate) fn never_returns(signature: &Signature) -> bool {
    matches!(&signature.output, ReturnType::Type(_, ty) if matches!(**ty, Type::Never(_)))
}

/// Whether a type holds `impl Trait`, which only a function's own signature can name.
pub(crate) fn holds_impl(output: &ReturnType) -> bool {
    let mut found = Holds::default();
    found.visit_return_type(output);
    found.impl_trait
}

/// Whether a type holds `impl Fn…`: a closure's parameters are inferred from that bound, where the body's last
/// expression is the result, and nowhere else.
pub(crate) fn holds_impl_fn(output: &ReturnType) -> bool {
    let mut found = Holds::default();
    found.visit_return_type(output);
    found.impl_fn
}

/// Whether a result visibly holds a reference or lifetime. Types that hide theirs (`Drain<T>`) are left to the compiler.
pub(crate) fn holds_borrow(output: &ReturnType) -> bool {
    let mut found = Holds::default();
    found.visit_return_type(output);
    found.borrow
}

#[derive(Default)]
struct Holds {
    impl_trait: bool,
    impl_fn: bool,
    borrow: bool,
}

impl<'ast> Visit<'ast> for Holds {
    fn visit_type_impl_trait(&mut self, it: &'ast syn::TypeImplTrait) {
        self.impl_trait = true;
        let is_fn = |bound: &syn::TypeParamBound| match bound {
            syn::TypeParamBound::Trait(it) => {
                it.path.segments.last().is_some_and(|last| last.ident.to_string().starts_with("Fn"))
            }
            _ => false,
        };
        self.impl_fn |= it.bounds.iter().any(is_fn);
        visit::visit_type_impl_trait(self, it);
    }

    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        self.borrow |= lifetime.ident != "static";
    }

    fn visit_type_reference(&mut self, it: &'ast syn::TypeReference) {
        self.borrow |= it.lifetime.as_ref().is_none_or(|lifetime| lifetime.ident != "static");
        visit::visit_type_reference(self, it);
    }
}

/// Wraps `inner`, which uses `value: &Self`, in the patterns that take a value of the own type out of `result: &Ret`.
/// `None` if the result holds none.
pub(crate) fn reach_own(
    ty: &Type,
    is_own: &dyn Fn(&Type) -> bool,
    value: &syn::Ident,
    inner: TokenStream,
) -> Option<TokenStream> {
    if is_own(ty) {
        return Some(inner);
    }
    let Type::Path(path) = ty else { return None };
    let segment = path.path.segments.last()?;
    let PathArguments::AngleBracketed(args) = &segment.arguments else { return None };
    let GenericArgument::Type(first) = args.args.first()? else { return None };
    let inner = reach_own(first, is_own, value, inner)?;
    let at = value.span();
    match segment.ident.to_string().as_str() {
        "Option" => {
            Some(quote_spanned!(at=> if let ::core::option::Option::Some(#value) = #value { #inner }))
        }
        "Result" => Some(quote_spanned!(at=> if let ::core::result::Result::Ok(#value) = #value { #inner })),
        "Box" => Some(quote_spanned!(at=> { let #value = &**#value; #inner })),
        _ => None,
    }
}

/// Whether a `loop` can be left by a `break` of its own.
pub(crate) fn is_left(it: &ExprLoop) -> bool {
    Breaks::of(it).any
}

/// Whether it can, and never with a value.
pub(crate) fn is_left_without_value(it: &ExprLoop) -> bool {
    let breaks = Breaks::of(it);
    breaks.any && !breaks.with_value
}

struct Breaks<'a> {
    label: Option<&'a Lifetime>,
    depth: usize,
    any: bool,
    with_value: bool,
}

impl<'a> Breaks<'a> {
    fn of(it: &'a ExprLoop) -> Breaks<'a> {
        let label = it.label.as_ref().map(|label| &label.name);
        let mut breaks = Breaks { label, depth: 0, any: false, with_value: false };
        breaks.visit_block(&it.body);
        breaks
    }
}

impl<'ast> Visit<'ast> for Breaks<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Closure(_) | Expr::Async(_) | Expr::Const(_) => return,
            Expr::Break(it) => {
                let is_own = match (&it.label, self.label) {
                    (None, _) => self.depth == 0,
                    (Some(label), Some(own)) => label == own,
                    (Some(_), None) => false,
                };
                self.any |= is_own;
                self.with_value |= is_own && it.expr.is_some();
            }
            Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_) => {
                self.depth += 1;
                visit::visit_expr(self, expr);
                self.depth -= 1;
                return;
            }
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}
