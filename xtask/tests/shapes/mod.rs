//! Finds where sources look at the shape of a type or value.

use std::collections::BTreeSet;

use syn::spanned::Spanned;
use syn::visit::Visit;

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
    /// The function that it is in.
    pub(crate) of: String,
    pub(crate) what: String,
    /// A function that takes parts out of types or values and calls itself; otherwise a `match` with a rest.
    pub(crate) is_walk: bool,
}

/// What was found in one source.
#[derive(Default)]
pub(crate) struct Shapes {
    pub(crate) found: Vec<Found>,
    functions: Vec<Function>,
}

/// A function that is being looked at.
struct Function {
    name: String,
    line: usize,
    is_method: bool,
    takes_parts: bool,
    calls_itself: bool,
}

impl Shapes {
    pub(crate) fn of(source: &str) -> Shapes {
        let mut shapes = Shapes::default();
        let file = syn::parse_file(source).unwrap();
        shapes.visit_file(&file);
        shapes
    }

    fn enter(&mut self, signature: &syn::Signature) {
        let name = &signature.ident;
        self.functions.push(Function {
            name: name.to_string(),
            line: name.span().start().line,
            is_method: signature.receiver().is_some(),
            takes_parts: false,
            calls_itself: false,
        });
    }

    fn leave(&mut self) {
        let Some(function) = self.functions.pop() else { return };
        if function.takes_parts && function.calls_itself {
            let what = format!("`{}` walks", function.name);
            self.found.push(Found { line: function.line, of: function.name, what, is_walk: true });
        }
    }

    /// A function is called: one of this name, as a method or not.
    fn called(&mut self, name: &syn::Ident, as_method: bool) {
        if let Some(function) = self.functions.last_mut()
            && *name == function.name
            && (function.is_method || !as_method)
        {
            function.calls_itself = true;
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
            self.found.push(Found { line: rest.pat.span().start().line, of, what, is_walk: false });
        }
        syn::visit::visit_expr_match(self, expression);
    }

    fn visit_pat(&mut self, pattern: &'ast syn::Pat) {
        let takes = match pattern {
            syn::Pat::TupleStruct(shape) => has_parts(&shape.path) && shape.elems.iter().any(binds),
            syn::Pat::Struct(shape) => has_parts(&shape.path) && shape.fields.iter().any(takes_field),
            _ => false,
        };
        if let (true, Some(function)) = (takes, self.functions.last_mut()) {
            function.takes_parts = true;
        }
        syn::visit::visit_pat(self, pattern);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let syn::Expr::Path(path) = &*call.func
            && let Some(last) = path.path.segments.last()
        {
            self.called(&last.ident, false);
        }
        syn::visit::visit_expr_call(self, call);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.called(&call.method, true);
        syn::visit::visit_expr_method_call(self, call);
    }
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
