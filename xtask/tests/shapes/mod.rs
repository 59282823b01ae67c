//! Finds where sources look at the shape of a type or value.

mod cycles;

use std::collections::BTreeSet;

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{Expr, Token};

use cycles::{Function, How};

/// The enumerations of which every shape has to be named.
const ENUMS: [&str; 2] = ["Type", "Value"];

/// Shapes that have parts.
const WITH_PARTS: [&str; 10] =
    ["Ref", "Slice", "Array", "Tuple", "Pattern", "Aggregate", "Enum", "Sequence", "Boxed", "Closure"];

/// Fields that are no part of a value or type.
const NO_PARTS: [&str; 3] = ["mutability", "length", "lifetime"];

/// One place in a source.
pub(crate) struct Found {
    pub(crate) line: usize,
    /// The function that it is in; of functions that call each other, all of them.
    pub(crate) of: String,
    pub(crate) what: String,
    pub(crate) kind: Kind,
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A `match` with a rest.
    Rest,
    /// Functions that take types or values apart and call themselves or each other.
    Walk,
    /// A function that answers yes or no about types or values and asks for some shapes, so that it answers for all others at once.
    Answer,
}

/// What was found in one source.
#[derive(Default)]
pub(crate) struct Shapes {
    pub(crate) found: Vec<Found>,
    /// The functions that the visitor is in, the innermost last.
    functions: Vec<Function>,
    /// The functions that were visited, each after those that it holds.
    visited: Vec<Function>,
    /// The types and traits whose functions the visitor is in: their names, and whether they are types that are looked at.
    owners: Vec<(String, bool)>,
}

impl Shapes {
    pub(crate) fn of(source: &str) -> Shapes {
        let mut shapes = Shapes::default();
        let file = syn::parse_file(source).unwrap();
        shapes.visit_file(&file);
        let walks = cycles::walks(&shapes.visited);
        shapes.found.extend(walks);
        shapes
    }

    fn enter(&mut self, signature: &syn::Signature) {
        let is_method = signature.receiver().is_some();
        let takes_self = is_method && self.owners.last().is_some_and(|(_, is_looked_at)| *is_looked_at);
        self.functions.push(Function {
            name: signature.ident.to_string(),
            line: signature.ident.span().start().line,
            is_method,
            owner: self.owners.last().map(|(name, _)| name.clone()).filter(|_| self.functions.is_empty()),
            is_given_shapes: takes_self || signature.inputs.iter().any(is_of_shapes),
            gives_shapes: matches!(&signature.output, syn::ReturnType::Type(_, ty) if names_enum(ty)),
            answers: matches!(&signature.output, syn::ReturnType::Type(_, ty) if name_of(ty) == "bool"),
            asks_for_shapes: false,
            takes_parts: false,
            names_shapes: false,
            calls: Vec::new(),
            handed_on: Vec::new(),
            variables: BTreeSet::new(),
        });
    }

    fn leave(&mut self) {
        let Some(function) = self.functions.pop() else { return };
        if function.is_given_shapes && function.answers && function.asks_for_shapes {
            let what = format!("`{}` asks for some shapes", function.name);
            let (line, of) = (function.line, function.name.clone());
            self.found.push(Found { line, of, what, kind: Kind::Answer });
        }
        self.visited.push(function);
    }

    /// A pattern that does not fit is no error: `matches!`, `if let`, `let … else`.
    fn asked(&mut self, pattern: &syn::Pat) {
        if let Some(function) = self.functions.last_mut() {
            function.asks_for_shapes |= !shapes_in(pattern).is_empty();
        }
    }

    /// A function is called.
    fn called(&mut self, name: &syn::Ident, how: How) {
        if let Some(function) = self.functions.last_mut() {
            function.calls.push((name.to_string(), how));
        }
    }
}

impl<'ast> Visit<'ast> for Shapes {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        let is_test = module.attrs.iter().any(|attribute| {
            attribute.path().is_ident("cfg")
                && attribute.parse_args::<syn::Ident>().is_ok_and(|name| name == "test")
        });
        if !is_test {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        self.owners.push((name_of(&item.self_ty), names_enum(&item.self_ty)));
        syn::visit::visit_item_impl(self, item);
        self.owners.pop();
    }

    fn visit_item_trait(&mut self, item: &'ast syn::ItemTrait) {
        self.owners.push((item.ident.to_string(), false));
        syn::visit::visit_item_trait(self, item);
        self.owners.pop();
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.enter(&function.sig);
        syn::visit::visit_item_fn(self, function);
        self.leave();
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.enter(&function.sig);
        syn::visit::visit_impl_item_fn(self, function);
        self.leave();
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        self.enter(&function.sig);
        syn::visit::visit_trait_item_fn(self, function);
        self.leave();
    }

    fn visit_expr_match(&mut self, expression: &'ast syn::ExprMatch) {
        let names = expression.arms.iter().any(|arm| !shapes_in(&arm.pat).is_empty());
        let rest = expression.arms.iter().find(|arm| is_rest(&arm.pat));
        if let (true, Some(rest)) = (names, rest) {
            let of = self.functions.last().map_or_else(String::new, |function| function.name.clone());
            let what = format!("a rest in `{of}`");
            self.found.push(Found { line: rest.pat.span().start().line, of, what, kind: Kind::Rest });
        }
        syn::visit::visit_expr_match(self, expression);
    }

    fn visit_pat(&mut self, pattern: &'ast syn::Pat) {
        let takes = match pattern {
            syn::Pat::TupleStruct(shape) => has_parts(&shape.path) && shape.elems.iter().any(binds),
            syn::Pat::Struct(shape) => has_parts(&shape.path) && shape.fields.iter().any(takes_field),
            _ => false,
        };
        if let Some(function) = self.functions.last_mut() {
            function.takes_parts |= takes;
            function.names_shapes |= !shapes_in(pattern).is_empty();
        }
        syn::visit::visit_pat(self, pattern);
    }

    fn visit_pat_ident(&mut self, name: &'ast syn::PatIdent) {
        if let Some(function) = self.functions.last_mut() {
            function.variables.insert(name.ident.to_string());
        }
        syn::visit::visit_pat_ident(self, name);
    }

    fn visit_expr_let(&mut self, condition: &'ast syn::ExprLet) {
        self.asked(&condition.pat);
        syn::visit::visit_expr_let(self, condition);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if local.init.as_ref().is_some_and(|init| init.diverge.is_some()) {
            self.asked(&local.pat);
        }
        syn::visit::visit_local(self, local);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func
            && let Some((name, how)) = callee(path)
        {
            self.called(name, how);
            call.args.iter().for_each(|argument| self.visit_expr(argument));
        } else {
            syn::visit::visit_expr_call(self, call);
        }
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if let (Some((name, how)), Some(function)) = (callee(path), self.functions.last_mut()) {
            function.handed_on.push((name.to_string(), how));
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.called(&call.method, How::Method);
        syn::visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, of: &'ast syn::Macro) {
        if let Ok(matches) = of.parse_body::<Matches>() {
            self.visit_expr(&matches.value);
            self.asked(&matches.pattern);
            self.visit_pat(&matches.pattern);
            matches.guard.iter().for_each(|guard| self.visit_expr(guard));
        } else if let Ok(arguments) = of.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated) {
            arguments.iter().for_each(|argument| self.visit_expr(argument));
        }
    }
}

/// The arguments of `matches!`.
struct Matches {
    value: Expr,
    pattern: syn::Pat,
    guard: Option<Expr>,
}

impl Parse for Matches {
    fn parse(input: ParseStream<'_>) -> syn::Result<Matches> {
        let value = input.parse()?;
        input.parse::<Token![,]>()?;
        let pattern = syn::Pat::parse_multi_with_leading_vert(input)?;
        let guard = input.parse::<Option<Token![if]>>()?.map(|_| input.parse()).transpose()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(Matches { value, pattern, guard })
    }
}

/// The function that a path names, if it names one.
fn callee(path: &syn::ExprPath) -> Option<(&syn::Ident, How)> {
    let mut ends = path.path.segments.iter().rev();
    let (last, before) = (ends.next()?, ends.next());
    let how = match (&path.qself, before) {
        (Some(_), _) => How::Qualified(None),
        (None, Some(before)) => How::Qualified(Some(before.ident.to_string())),
        (None, None) => How::Alone,
    };
    Some((&last.ident, how))
}

/// The last name of a type; nothing of one that has none.
fn name_of(ty: &syn::Type) -> String {
    let last = match ty {
        syn::Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    last.map_or_else(String::new, |last| last.ident.to_string())
}

/// Whether a parameter is, holds or leads to types or values.
fn is_of_shapes(parameter: &syn::FnArg) -> bool {
    match parameter {
        syn::FnArg::Receiver(_) => false,
        syn::FnArg::Typed(parameter) => names_enum(&parameter.ty),
    }
}

/// Whether a type is written with one of the enumerations.
fn names_enum(ty: &syn::Type) -> bool {
    struct Names(bool);
    impl Visit<'_> for Names {
        fn visit_path(&mut self, path: &syn::Path) {
            let last = path.segments.last();
            self.0 |= last.is_some_and(|last| ENUMS.iter().any(|name| last.ident == name));
            syn::visit::visit_path(self, path);
        }
    }
    let mut names = Names(false);
    names.visit_type(ty);
    names.0
}

/// Whether a pattern takes whatever is left.
fn is_rest(pattern: &syn::Pat) -> bool {
    match pattern {
        syn::Pat::Wild(_) => true,
        syn::Pat::Ident(name) => {
            let is_constant = name.ident.to_string().starts_with(char::is_uppercase);
            name.subpat.is_none() && !is_constant
        }
        syn::Pat::Tuple(tuple) => tuple.elems.iter().all(is_rest),
        _ => false,
    }
}

/// The shape of a type or value that a path names.
fn shape(path: &syn::Path) -> Option<String> {
    let mut ends = path.segments.iter().rev();
    let (shape, of) = (ends.next()?, ends.next()?);
    ENUMS.iter().any(|name| of.ident == name).then(|| shape.ident.to_string())
}

fn has_parts(path: &syn::Path) -> bool {
    shape(path).is_some_and(|shape| WITH_PARTS.contains(&&*shape))
}

fn takes_field(field: &syn::FieldPat) -> bool {
    let syn::Member::Named(name) = &field.member else { return binds(&field.pat) };
    !NO_PARTS.iter().any(|no_part| name == no_part) && binds(&field.pat)
}

/// Whether a pattern gives something a name.
fn binds(pattern: &syn::Pat) -> bool {
    struct Names(bool);
    impl Visit<'_> for Names {
        fn visit_pat_ident(&mut self, _: &syn::PatIdent) {
            self.0 = true;
        }
    }
    let mut names = Names(false);
    names.visit_pat(pattern);
    names.0
}

/// The shapes of types and values that a pattern names.
fn shapes_in(pattern: &syn::Pat) -> BTreeSet<String> {
    #[derive(Default)]
    struct Named(BTreeSet<String>);
    impl Visit<'_> for Named {
        fn visit_path(&mut self, path: &syn::Path) {
            self.0.extend(shape(path));
        }

        fn visit_pat_guard(&mut self, guarded: &syn::PatGuard) {
            self.visit_pat(&guarded.pat);
        }
    }
    let mut named = Named::default();
    named.visit_pat(pattern);
    named.0
}
