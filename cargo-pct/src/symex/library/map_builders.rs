//! Whether what writes a map is used in order: a `DebugMap` panics where a value comes without its key, or a key without its value.
//!
//! Over-approximates: it is in order where one body makes it, adds whole entries, and does nothing else with it.

use crate::mir::{
    Local, Operand, Path, Rvalue, Statement, StatementKind, Terminator, TerminatorKind, Type,
    visit_statement, visit_terminator,
};
use crate::symex::program::types::{Generics, Rewrite, peel_references};
use crate::symex::program::{BodyId, Program};

/// Methods of `DebugMap` that add whole entries or none.
const WHOLE: [&str; 4] = ["entries", "entry", "finish", "finish_non_exhaustive"];

impl Program {
    /// Tells whether a function that a body calls is a method of a `DebugMap` which is not sure to be used in order.
    pub(in crate::symex) fn may_misuse_map(&self, body: BodyId, path: &Path) -> bool {
        is_of_map(path) && !self.adds_whole_entries(body)
    }

    /// Tells whether all `DebugMap`s of a body are its own, and get nothing but whole entries.
    fn adds_whole_entries(&self, body: BodyId) -> bool {
        let code = &self.code(body).body;
        let is_local = |local: Local| is_map(peel_references(&code.locals[local].ty));
        let are_apart =
            code.locals.iter().all(|(local, declared)| is_local(local) || !names_map(&declared.ty));
        let generics = Generics::default();
        let normaliser = self.normaliser(body, &generics);
        let is_in_order = |path: &Path| {
            let path = normaliser.value_path(path);
            path.is_std(&["fmt", "Formatter", "debug_map"])
                || is_of_map(&path) && path.last_name().is_some_and(|name| WHOLE.contains(&&**name))
        };
        let comes_from_outside = code.args().any(is_local);
        are_apart
            && !comes_from_outside
            && code.blocks.values().all(|block| {
                block.statements.iter().all(|statement| passes_map_on(statement, is_local))
                    && calls_in_order(&block.terminator, is_local, is_in_order)
            })
    }
}

/// Tells whether a statement does nothing with a map but to move or lend it as a whole.
fn passes_map_on(statement: &Statement, is_map: impl Fn(Local) -> bool) -> bool {
    let mut mentions_map = false;
    visit_statement(&statement.kind, |place, _| mentions_map |= is_map(place.local));
    let StatementKind::Assign(to, rvalue) = &statement.kind else { return true };
    let from = match rvalue {
        Rvalue::Use(operand) => operand.place(),
        Rvalue::Ref(_, place) | Rvalue::CopyForDeref(place) => Some(place),
        _ => None,
    };
    !mentions_map || is_map(to.local) && from.is_some_and(|from| is_map(from.local))
}

/// Tells whether a terminator gives a map to nothing but its own methods for whole entries.
fn calls_in_order(
    terminator: &Terminator,
    is_map: impl Fn(Local) -> bool,
    is_in_order: impl Fn(&Path) -> bool,
) -> bool {
    let mut mentions_map = false;
    visit_terminator(&terminator.kind, |place, _| mentions_map |= is_map(place.local));
    match &terminator.kind {
        TerminatorKind::Call { callee: Operand::Function(function), .. } => {
            !mentions_map || is_in_order(&function.path)
        }
        TerminatorKind::Drop { .. } => true,
        _ => !mentions_map,
    }
}

fn is_of_map(path: &Path) -> bool {
    let is_method = matches!(path.std_names().as_deref(), Some(["fmt", "DebugMap", _]));
    is_method || path.as_trait_item().is_some_and(|item| is_map(item.self_type))
}

fn is_map(ty: &Type) -> bool {
    ty.as_path().is_some_and(|path| path.is_std(&["fmt", "DebugMap"]))
}

fn names_map(ty: &Type) -> bool {
    is_map(ty) || ty.children().into_iter().any(names_map)
}
