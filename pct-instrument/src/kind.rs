//! Which predicates cannot panic and run no code but the standard library's: those are evaluated bare, which is cheap.
//!
//! Tokens show types only where they are declared, so this under-approximates: what is not known to be harmless is
//! evaluated under guard. It trusts the names of primitive and standard types; a type of the user's that is called `Vec` and
//! whose `len` panics would unwind through a probe.

use syn::{BinOp, Expr, ExprMacro, Lit, Type, UnOp};

use crate::check;

/// What is known of a value.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) enum Kind {
    /// An integer or float.
    Number,
    /// A boolean.
    Bool,
    /// A character.
    Char,
    /// A standard container, with `len` and `is_empty`.
    Container,
    /// An `Option` or `Result`.
    Choice,
    /// A reference to one of these.
    Reference(Box<Kind>),
    /// Nothing.
    #[default]
    Unknown,
}

impl Kind {
    fn is_scalar(&self) -> bool {
        matches!(self, Kind::Number | Kind::Bool | Kind::Char)
    }

    /// What methods see through references.
    fn behind_references(&self) -> &Kind {
        match self {
            Kind::Reference(inner) => inner.behind_references(),
            kind => kind,
        }
    }
}

/// The kind of values of a type.
pub(crate) fn of_type(ty: &Type) -> Kind {
    match ty {
        Type::Reference(it) => Kind::Reference(Box::new(of_type(&it.elem))),
        Type::Paren(it) => of_type(&it.elem),
        Type::Group(it) => of_type(&it.elem),
        Type::Slice(_) | Type::Array(_) => Kind::Container,
        Type::Path(it) if it.qself.is_none() => {
            let name = it.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
            match name.as_str() {
                "bool" => Kind::Bool,
                "char" => Kind::Char,
                "i8" | "i16" | "i32" | "i64" | "i128" | "isize" | "u8" | "u16" | "u32" | "u64" | "u128"
                | "usize" | "f32" | "f64" => Kind::Number,
                "Vec" | "VecDeque" | "String" | "str" | "HashMap" | "HashSet" | "BTreeMap" | "BTreeSet"
                | "BinaryHeap" => Kind::Container,
                "Option" | "Result" => Kind::Choice,
                _ => Kind::Unknown,
            }
        }
        _ => Kind::Unknown,
    }
}

/// What is known where an expression stands.
pub(crate) trait Environment {
    /// The kind of a local variable.
    fn variable(&self, name: &syn::Ident) -> Kind;
    /// The kind of a field of `self`.
    fn field(&self, member: &syn::Member) -> Kind;
}

/// The kind of an expression's value, if evaluating it cannot panic and runs nothing of the user's; else `Unknown`.
pub(crate) fn of_expr(expr: &Expr, env: &dyn Environment) -> Kind {
    match expr {
        Expr::Paren(it) => of_expr(&it.expr, env),
        Expr::Group(it) => of_expr(&it.expr, env),
        Expr::Lit(it) => of_literal(&it.lit),
        Expr::Path(it) => it.path.get_ident().map(|name| env.variable(name)).unwrap_or_default(),
        Expr::Field(it) if is_self(&it.base) => env.field(&it.member),
        Expr::Unary(it) => of_unary(&it.op, &it.expr, env),
        Expr::Binary(it) => of_binary(&it.op, &of_expr(&it.left, env), &of_expr(&it.right, env)),
        Expr::Cast(it) => match (of_expr(&it.expr, env).is_scalar(), of_type(&it.ty)) {
            (true, Kind::Number) => Kind::Number,
            _ => Kind::Unknown,
        },
        Expr::MethodCall(it) if it.args.is_empty() && it.turbofish.is_none() => {
            of_call(&it.method.to_string(), of_expr(&it.receiver, env).behind_references())
        }
        Expr::Macro(it) => of_macro(it, env),
        _ => Kind::Unknown,
    }
}

/// Whether an expression is a boolean that is harmless to evaluate.
pub(crate) fn is_plain(expr: &Expr, env: &dyn Environment) -> bool {
    of_expr(expr, env) == Kind::Bool
}

/// The kind of the variable of `for x in a..b`: `Range` iterates only over the standard library's own types.
pub(crate) fn of_loop_variable(range: &Expr) -> Kind {
    match range {
        Expr::Paren(it) => of_loop_variable(&it.expr),
        // `'a'..='z'` iterates characters; they compare as harmlessly, but not with numbers.
        Expr::Range(it) if it.start.is_some() && !mentions_char(it) => Kind::Number,
        _ => Kind::Unknown,
    }
}

fn mentions_char(range: &syn::ExprRange) -> bool {
    [&range.start, &range.end]
        .into_iter()
        .flatten()
        .any(|end| matches!(&**end, Expr::Lit(literal) if matches!(literal.lit, Lit::Char(_))))
}

fn is_self(expr: &Expr) -> bool {
    match expr {
        Expr::Path(it) => it.path.is_ident("self"),
        Expr::Paren(it) => is_self(&it.expr),
        Expr::Unary(it) => matches!(it.op, UnOp::Deref(_)) && is_self(&it.expr),
        _ => false,
    }
}

fn of_literal(literal: &Lit) -> Kind {
    match literal {
        Lit::Int(_) | Lit::Float(_) | Lit::Byte(_) => Kind::Number,
        Lit::Bool(_) => Kind::Bool,
        Lit::Char(_) => Kind::Char,
        _ => Kind::Unknown,
    }
}

fn of_unary(op: &UnOp, expr: &Expr, env: &dyn Environment) -> Kind {
    let kind = of_expr(expr, env);
    match (op, kind) {
        (UnOp::Not(_), Kind::Bool) => Kind::Bool,
        (UnOp::Not(_), Kind::Number) => Kind::Number,
        (UnOp::Deref(_), Kind::Reference(inner)) => *inner,
        // A negated literal cannot overflow at run time; anything else can.
        (UnOp::Neg(_), Kind::Number) if matches!(expr, Expr::Lit(_)) => Kind::Number,
        _ => Kind::Unknown,
    }
}

fn of_binary(op: &BinOp, left: &Kind, right: &Kind) -> Kind {
    use BinOp::*;
    match op {
        Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_) if left == right && left.is_scalar() => Kind::Bool,
        And(_) | Or(_) if *left == Kind::Bool && *right == Kind::Bool => Kind::Bool,
        BitAnd(_) | BitOr(_) | BitXor(_) if left == right && matches!(left, Kind::Bool | Kind::Number) => {
            left.clone()
        }
        _ => Kind::Unknown,
    }
}

fn of_call(method: &str, receiver: &Kind) -> Kind {
    match (receiver, method) {
        (Kind::Container, "len") => Kind::Number,
        (Kind::Container, "is_empty") => Kind::Bool,
        (Kind::Choice, "is_some" | "is_none" | "is_ok" | "is_err") => Kind::Bool,
        _ => Kind::Unknown,
    }
}

/// `matches!(self, …)`, `matches!(self.field, …)`, `matches!(variable, …)` without a guard: a pattern runs no code.
fn of_macro(mac: &ExprMacro, env: &dyn Environment) -> Kind {
    if !mac.mac.path.is_ident("matches") {
        return Kind::Unknown;
    }
    match check::matches_parts(&mac.mac) {
        Some((scrutinee, _, None)) if is_place(&scrutinee, env) => Kind::Bool,
        _ => Kind::Unknown,
    }
}

fn is_place(expr: &Expr, env: &dyn Environment) -> bool {
    match expr {
        Expr::Field(it) => is_self(&it.base),
        Expr::Path(it) => it.path.get_ident().is_some(),
        expr => is_self(expr) || of_expr(expr, env) != Kind::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Fixture;

    impl Environment for Fixture {
        fn variable(&self, name: &syn::Ident) -> Kind {
            match name.to_string().as_str() {
                "n" => Kind::Number,
                "r" => Kind::Reference(Box::new(Kind::Number)),
                "v" => Kind::Reference(Box::new(Kind::Container)),
                "o" => Kind::Choice,
                _ => Kind::Unknown,
            }
        }

        fn field(&self, member: &syn::Member) -> Kind {
            if matches!(member, syn::Member::Named(name) if name == "size") {
                Kind::Number
            } else {
                Kind::Unknown
            }
        }
    }

    fn check(expr: &str, plain: bool) {
        assert_eq!(is_plain(&syn::parse_str(expr).unwrap(), &Fixture), plain, "{expr}");
    }

    #[test]
    fn comparisons_of_known_scalars_and_lengths_are_plain() {
        for expr in [
            "self.size >= -1",
            "n < v.len() && !v.is_empty()",
            "*r == n as u64",
            "o.is_some()",
            "matches!(x, Some(1))",
        ] {
            check(expr, true);
        }
    }

    #[test]
    fn what_may_panic_or_run_user_code_is_not_plain() {
        for expr in
            ["n + 1 > 0", "-n < 0", "v[0] == n", "self.other == n", "x.len() > 0", "f(n)", "matches!(f(), 1)"]
        {
            check(expr, false);
        }
    }
}
