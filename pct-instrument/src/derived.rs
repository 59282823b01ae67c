//! Predicates of functions for which the user wrote none: what the function's own branches and checks decide.
//!
//! Input: a signature and a body. Output: [`Predicate`]s with their origin. `if self.size > 0 && !full` gives `self.size > 0` and
//! `full`; `a[i]`, where `a` is known to be a slice or vector, gives `i < a.len()`.
//!
//! A condition is evaluated at every cutpoint where its variables are in scope, so only those are taken that call none of the
//! user's functions (operators aside, which are taken for what they look like), and whose variables mean the same everywhere:
//! bound once in the function, and copied when read. All else is left out, and so are conditions beyond [`MOST`]: fewer predicates
//! tell less, and nothing wrong.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, FnArg, Ident, Member, Pat, ReceiverKind, Signature, Type, UnOp};

use pct_wire::sites::Origin;

use crate::kind::{self, Environment, Kind};
use crate::predicate::Predicate;
use crate::{check, text, variables};

/// More predicates of one function are not taken: the states of a place grow as two to their number.
const MOST: usize = 6;

/// A function of more branches gets no predicates: each is evaluated at every branch, and rustc takes minutes for what many
/// thousands of evaluations become in one function.
const MOST_BRANCHES: usize = 200;

/// The predicates that a function's code holds, in the order of the source.
pub(crate) fn predicates(signature: &Signature, body: &Block) -> Vec<Predicate> {
    let mut branches = Branches(0);
    branches.visit_block(body);
    if branches.0 > MOST_BRANCHES {
        return Vec::new();
    }
    let mut bindings = Bindings::default();
    signature.inputs.iter().for_each(|input| bindings.parameter(input));
    bindings.visit_block(body);
    let reads_self =
        signature.receiver().is_some_and(|receiver| matches!(receiver.kind, ReceiverKind::Reference(..)));
    let mut collector = Collector { bindings, reads_self, seen: BTreeSet::new(), found: Vec::new() };
    collector.visit_block(body);
    collector.found
}

/// How many branches there are.
struct Branches(usize);

impl<'ast> Visit<'ast> for Branches {
    fn visit_expr_if(&mut self, it: &'ast syn::ExprIf) {
        self.0 += 1;
        visit::visit_expr_if(self, it);
    }

    fn visit_arm(&mut self, it: &'ast syn::Arm) {
        self.0 += 1;
        visit::visit_arm(self, it);
    }
}

/// What is known of a name that is bound once; names that are bound again are `None`.
#[derive(Default)]
struct Bindings {
    kinds: BTreeMap<Ident, Option<Kind>>,
    /// Slices, arrays and vectors, which are indexed by position.
    rows: BTreeSet<Ident>,
}

impl Bindings {
    fn parameter(&mut self, input: &FnArg) {
        if let FnArg::Typed(typed) = input {
            self.bind(&typed.pat, Some(&typed.ty), None);
        }
    }

    fn bind(&mut self, pat: &Pat, ty: Option<&Type>, init: Option<&Expr>) {
        match pat {
            Pat::Type(typed) => self.bind(&typed.pat, Some(&typed.ty), init),
            Pat::Ident(single) if single.subpat.is_none() && single.by_ref.is_none() => {
                let kind = match (ty, init) {
                    (Some(ty), _) => kind::of_type(ty),
                    (None, Some(init)) => kind::of_expr(init, self),
                    (None, None) => Kind::Unknown,
                };
                if ty.is_some_and(is_row) {
                    self.rows.insert(single.ident.clone());
                }
                self.name(single.ident.clone(), kind);
            }
            pat => variables::bound_by(pat).into_iter().for_each(|name| self.name(name, Kind::Unknown)),
        }
    }

    fn name(&mut self, name: Ident, kind: Kind) {
        self.kinds.entry(name).and_modify(|known| *known = None).or_insert(Some(kind));
    }

    /// Whether reading the variable is the same everywhere and moves nothing.
    fn is_steady(&self, name: &Ident) -> bool {
        let Some(Some(kind)) = self.kinds.get(name) else { return false };
        matches!(kind, Kind::Number | Kind::Bool | Kind::Char | Kind::Reference(_))
    }
}

impl Environment for Bindings {
    fn variable(&self, name: &Ident) -> Kind {
        self.kinds.get(name).cloned().flatten().unwrap_or_default()
    }

    fn field(&self, _: &Member) -> Kind {
        Kind::Unknown
    }
}

impl<'ast> Visit<'ast> for Bindings {
    fn visit_local(&mut self, local: &'ast syn::Local) {
        visit::visit_local(self, local);
        self.bind(&local.pat, None, local.init.as_ref().map(|init| &*init.expr));
    }

    fn visit_expr_for_loop(&mut self, it: &'ast syn::ExprForLoop) {
        match &*it.pat {
            Pat::Ident(single) => self.name(single.ident.clone(), kind::of_loop_variable(&it.expr)),
            pat => self.bind(pat, None, None),
        }
        self.visit_expr(&it.expr);
        self.visit_block(&it.body);
    }

    fn visit_expr_let(&mut self, it: &'ast syn::ExprLet) {
        self.bind(&it.pat, None, None);
        self.visit_expr(&it.expr);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        self.bind(&arm.pat, None, None);
        visit::visit_arm(self, arm);
    }

    /// The patterns of `let`, loops and arms are looked at where their kinds are known.
    fn visit_pat(&mut self, _: &'ast Pat) {}

    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}

    fn visit_expr_async(&mut self, _: &'ast syn::ExprAsync) {}

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

/// A slice, array or `Vec`, or a reference to one.
fn is_row(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) | Type::Array(_) => true,
        Type::Reference(it) => is_row(&it.elem),
        Type::Path(it) => it.path.segments.last().is_some_and(|last| last.ident == "Vec"),
        _ => false,
    }
}

struct Collector {
    bindings: Bindings,
    /// Whether `self` is a reference, so that its fields can be read at every cutpoint.
    reads_self: bool,
    seen: BTreeSet<String>,
    found: Vec<Predicate>,
}

impl Collector {
    /// Takes the conditions of which a decision is made.
    fn decision(&mut self, expr: &Expr, origin: Origin) {
        match expr {
            Expr::Paren(it) => self.decision(&it.expr, origin),
            Expr::Group(it) => self.decision(&it.expr, origin),
            Expr::Unary(it) if matches!(it.op, UnOp::Not(_)) => self.decision(&it.expr, origin),
            Expr::Binary(it) if matches!(it.op, BinOp::And(_) | BinOp::Or(_)) => {
                self.decision(&it.left, origin);
                self.decision(&it.right, origin);
            }
            condition => self.take(condition, origin),
        }
    }

    fn take(&mut self, condition: &Expr, origin: Origin) {
        let reads_something = !variables::read_by(condition).is_empty();
        if self.found.len() < MOST
            && reads_something
            && self.is_harmless(condition)
            && self.seen.insert(regardless_of_direction(condition))
        {
            self.found.push(Predicate::derived(condition.clone(), origin));
        }
    }

    /// Whether evaluating an expression anywhere in the function changes nothing, moves nothing and runs none of the user's
    /// methods. It may panic: then it counts as false.
    fn is_harmless(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Lit(_) => true,
            Expr::Paren(it) => self.is_harmless(&it.expr),
            Expr::Group(it) => self.is_harmless(&it.expr),
            Expr::Path(it) => match it.path.get_ident() {
                Some(name) if name == "self" => false,
                Some(name) if variables::is_variable(name) => self.bindings.is_steady(name),
                _ => it.path.segments.last().is_some_and(|last| !variables::is_variable(&last.ident)),
            },
            Expr::Field(it) => self.is_place(&it.base),
            Expr::Unary(it) => self.is_harmless(&it.expr),
            Expr::Binary(it) => {
                !check::is_compound(&it.op) && self.is_harmless(&it.left) && self.is_harmless(&it.right)
            }
            Expr::Cast(it) => self.is_harmless(&it.expr),
            Expr::MethodCall(it) => {
                let asks = ["len", "is_empty", "is_some", "is_none", "is_ok", "is_err"];
                asks.contains(&it.method.to_string().as_str())
                    && it.args.is_empty()
                    && self.is_place(&it.receiver)
                    && !is_self(&it.receiver)
            }
            Expr::Index(it) => self.is_place(&it.expr) && self.is_position(&it.index),
            Expr::Macro(it) => match check::matches_parts(&it.mac) {
                Some((scrutinee, _, None)) => it.mac.path.is_ident("matches") && self.is_place(&scrutinee),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether an expression names a place that can be looked at without moving it: a field of `self`, a steady variable, or a
    /// part of one.
    fn is_place(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Field(it) => self.is_place(&it.base),
            Expr::Paren(it) => self.is_place(&it.expr),
            Expr::Unary(it) => matches!(it.op, UnOp::Deref(_)) && self.is_place(&it.expr),
            expr if is_self(expr) => self.reads_self,
            Expr::Path(_) => self.is_harmless(expr),
            _ => false,
        }
    }

    fn is_position(&self, index: &Expr) -> bool {
        !matches!(index, Expr::Range(_) | Expr::Reference(_)) && self.is_harmless(index)
    }
}

impl<'ast> Visit<'ast> for Collector {
    fn visit_expr_if(&mut self, it: &'ast syn::ExprIf) {
        self.decision(&it.cond, Origin::Branch);
        visit::visit_expr_if(self, it);
    }

    fn visit_expr_while(&mut self, it: &'ast syn::ExprWhile) {
        self.decision(&it.cond, Origin::Branch);
        visit::visit_expr_while(self, it);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Pat::Guard(it) = &arm.pat {
            self.decision(&it.guard, Origin::Branch);
        }
        visit::visit_arm(self, arm);
    }

    /// `a[i]` with a row of this function: the types of fields are declared elsewhere.
    fn visit_expr_index(&mut self, it: &'ast syn::ExprIndex) {
        visit::visit_expr_index(self, it);
        if let Expr::Path(path) = &*it.expr
            && path.path.get_ident().is_some_and(|name| self.bindings.rows.contains(name))
            && self.is_position(&it.index)
        {
            let (row, index) = (&it.expr, &it.index);
            let in_range = match &**index {
                Expr::Lit(_) => syn::parse_quote!(#row.len() > #index),
                // `a as usize < b` would open a list of generic arguments.
                Expr::Cast(_) => syn::parse_quote!((#index) < #row.len()),
                index => syn::parse_quote!(#index < #row.len()),
            };
            self.take(&in_range, Origin::Check);
        }
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let Some(name) = mac.path.segments.last().map(|last| last.ident.to_string()) else { return };
        let Some(arguments) = check::macro_exprs(mac) else { return };
        match (name.trim_start_matches("debug_"), arguments.as_slice()) {
            ("assert", [condition, ..]) => self.decision(condition, Origin::Check),
            ("assert_eq" | "assert_ne", [left, right, ..]) => {
                let same: Expr = syn::parse_quote!(#left == #right);
                self.take(&same, Origin::Check);
            }
            _ => {}
        }
    }

    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}

    fn visit_expr_async(&mut self, _: &'ast syn::ExprAsync) {}

    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

fn is_self(expr: &Expr) -> bool {
    matches!(expr, Expr::Path(it) if it.path.is_ident("self"))
}

/// A text that is the same for `a < b`, `b > a`, `a >= b` and `b <= a`: they split the states alike.
fn regardless_of_direction(condition: &Expr) -> String {
    let Expr::Binary(it) = condition else { return text::of(condition) };
    let (left, right) = (text::of(&it.left), text::of(&it.right));
    match it.op {
        BinOp::Lt(_) | BinOp::Ge(_) => format!("{left} < {right}"),
        BinOp::Gt(_) | BinOp::Le(_) => format!("{right} < {left}"),
        BinOp::Eq(_) | BinOp::Ne(_) => format!("{left} == {right}"),
        _ => text::of(condition),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(function: &str, expected: &[&str]) {
        let function: syn::ItemFn = syn::parse_str(function).unwrap();
        let found = predicates(&function.sig, &function.block);
        let found: Vec<String> = found.iter().map(|it| format!("{}: {}", it.origin, it.name)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_decision_is_split_into_its_conditions() {
        check(
            "fn f(&self, n: u32) { if self.size > 0 && !(n == 3 || self.open) { while self.items.is_empty() {} } }",
            &[
                "branch: self.size > 0",
                "branch: n == 3",
                "branch: self.open",
                "branch: self.items.is_empty()",
            ],
        );
    }

    #[test]
    fn a_function_of_very_many_branches_has_none() {
        let branches = |count: usize| format!("fn f(n: u32) {{ {} }}", "if n == 3 {}".repeat(count));
        check(&branches(MOST_BRANCHES), &["branch: n == 3"]);
        check(&branches(MOST_BRANCHES + 1), &[]);
    }

    #[test]
    fn checks_are_assertions_and_indices_into_rows() {
        check(
            "fn f(a: &mut [i32], i: usize, m: &Map) -> i32 { assert!(i > 0); assert_eq!(i, LAST); m[i] + a[i] + a[0] }",
            &["check: i > 0", "check: i == LAST", "check: i < a.len()", "check: a.len() > 0"],
        );
    }

    #[test]
    fn conditions_that_split_alike_are_one() {
        check(
            "fn f(a: u8, b: u8) { if a < b {} if b > a {} if a >= b {} if a == b {} if b != a {} if a != b {} }",
            &["branch: a < b", "branch: a == b", "branch: b != a"],
        );
    }

    #[test]
    fn what_runs_the_users_code_or_means_something_else_elsewhere_is_left_out() {
        let body = "if self.full() {} if g(n) {} if n == 0 {} let n = 1; if let Some(x) = y {} if text == other {} if true {}";
        check(&format!("fn f(&self, n: u8, y: Option<u8>, text: String, other: String) {{ {body} }}"), &[]);
        check("fn f(self) { if self.size > 0 {} }", &[]);
        check("fn f(n: u8) { let g = || if n > 3 { 1 } else { 2 }; }", &[]);
    }

    #[test]
    fn a_function_has_a_handful() {
        let ifs: String = (0..20).map(|n| format!("if n == {n} {{}}")).collect();
        let function: syn::ItemFn = syn::parse_str(&format!("fn f(n: u8) {{ {ifs} }}")).unwrap();
        assert_eq!(predicates(&function.sig, &function.block).len(), MOST);
    }
}
