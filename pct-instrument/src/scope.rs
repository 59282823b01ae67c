//! The local variables in scope at a place in a function's body.

use syn::{Expr, FnArg, Ident, Member, Pat, Signature, Type};

use crate::kind::{self, Environment, Kind};
use crate::variables;

/// Frames of names, the innermost last; a later name shadows an earlier one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    frames: Vec<Vec<(Ident, Kind)>>,
}

impl Scope {
    /// The parameters of a function.
    pub(crate) fn of_parameters(signature: &Signature) -> Scope {
        let mut scope = Scope { frames: vec![Vec::new()] };
        for input in &signature.inputs {
            match input {
                FnArg::Receiver(receiver) => {
                    let name = Ident::new("self", receiver.self_token.span);
                    scope.bind_name(name, Kind::Unknown);
                }
                FnArg::Typed(typed) => scope.bind(&typed.pat, Some(&typed.ty), None),
            }
        }
        scope
    }

    /// Opens a frame.
    pub(crate) fn enter(&mut self) {
        self.frames.push(Vec::new());
    }

    /// Closes the innermost frame.
    pub(crate) fn leave(&mut self) {
        self.frames.pop();
    }

    /// Binds one name.
    pub(crate) fn bind_name(&mut self, name: Ident, kind: Kind) {
        if self.frames.is_empty() {
            self.enter();
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.push((name, kind));
        }
    }

    /// Binds the names of a pattern; if it is a single name, its kind is taken from the type, else from the initial value.
    pub(crate) fn bind(&mut self, pat: &Pat, ty: Option<&Type>, init: Option<&Expr>) {
        match pat {
            Pat::Type(typed) => self.bind(&typed.pat, Some(&typed.ty), init),
            Pat::Ident(single) if single.subpat.is_none() && single.by_ref.is_none() => {
                if variables::is_variable(&single.ident) {
                    let kind = match (ty, init) {
                        (Some(ty), _) => kind::of_type(ty),
                        (None, Some(init)) => kind::of_expr(init, self),
                        (None, None) => Kind::Unknown,
                    };
                    self.bind_name(single.ident.clone(), kind);
                }
            }
            pat => variables::bound_by(pat).into_iter().for_each(|name| self.bind_name(name, Kind::Unknown)),
        }
    }

    /// Binds what a condition binds for the code that runs if it holds: `if let`, `while let`, and chains of them.
    pub(crate) fn bind_condition(&mut self, condition: &Expr) {
        match condition {
            Expr::Let(it) => self.bind(&it.pat, None, None),
            Expr::Binary(it) if matches!(it.op, syn::BinOp::And(_)) => {
                self.bind_condition(&it.left);
                self.bind_condition(&it.right);
            }
            Expr::Paren(it) => self.bind_condition(&it.expr),
            _ => {}
        }
    }

    /// Whether the name is in scope.
    pub(crate) fn has(&self, name: &Ident) -> bool {
        self.find(name).is_some()
    }

    fn find(&self, name: &Ident) -> Option<&Kind> {
        self.frames
            .iter()
            .rev()
            .flat_map(|frame| frame.iter().rev())
            .find(|(known, _)| known == name)
            .map(|it| &it.1)
    }
}

impl Environment for Scope {
    fn variable(&self, name: &Ident) -> Kind {
        self.find(name).cloned().unwrap_or_default()
    }

    /// The fields of `self` are declared elsewhere.
    fn field(&self, _: &Member) -> Kind {
        Kind::Unknown
    }
}
