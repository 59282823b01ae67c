//! Which functions contain a check that can fail: an assertion of the compiler, a panic, a call of a function of std that panics, or a call of
//! which that is not known.

use crate::ids::SecondaryMap;
use crate::mir::{Body, ClosureKind, Operand, Path, TerminatorKind, Type};
use crate::symex::program::types::{Generics, Rewrite};
use crate::symex::program::{BodyId, Callee, Program};
use std::collections::{BTreeMap, BTreeSet};

/// What may fail in a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Risk {
    /// A check, or a call of a function that is known to panic.
    Check,
    /// Nothing but calls of which nothing is known.
    UnknownCalls,
}

/// The functions of the analysed crates, closures apart, that contain such a check themselves, or code of `async`: that has one at least,
/// for it fails if it is resumed after its end.
pub fn panicking(program: &Program) -> BTreeMap<BodyId, Risk> {
    let mut panics = Panics { program, models: SecondaryMap::new() };
    let mut found: BTreeMap<BodyId, Risk> =
        suspended(program).into_iter().map(|body| (body, Risk::Check)).collect();
    let calls_unknown = |body| {
        let generics = super::of_clients(program, body);
        !super::calls::of_body(program, body, &generics).missing.is_empty()
    };
    for body in super::functions(program) {
        if panics.is_among(body, &mut BTreeSet::new()) {
            found.insert(body, Risk::Check);
        } else if calls_unknown(body) {
            found.entry(body).or_insert(Risk::UnknownCalls);
        }
    }
    found
}

/// The functions of the analysed crates in which code stands that runs when somebody resumes it: of an `async fn`, an `async` block or the
/// like.
pub fn suspended(program: &Program) -> BTreeSet<BodyId> {
    let inner = program.bodies().filter(|(_, code)| is_resumed(&code.body)).map(|(body, _)| body);
    let around: BTreeSet<BodyId> =
        inner.flat_map(|body| program.functions_around(body).iter().copied()).collect();
    let is_async = |body| program.declared(body).is_some_and(|(_, function)| function.is_async);
    super::functions(program).filter(|body| around.contains(body) || is_async(*body)).collect()
}

/// Whether a body is a coroutine's: its first argument is one, behind a reference that may be pinned.
fn is_resumed(body: &Body) -> bool {
    let Some(first) = body.args().next() else { return false };
    let ty = &body.locals[first].ty;
    let pinned = ty.as_path().filter(|path| path.is_std(&["pin", "Pin"]));
    let ty = pinned.and_then(Path::first_type_arg).unwrap_or(ty);
    let Type::Ref { referent, .. } = ty else { return false };
    let is_of_code = matches!(&**referent, Type::Closure(closure) if closure.kind != ClosureKind::Closure);
    is_of_code || matches!(&**referent, Type::FnCoroutine { .. })
}

struct Panics<'a> {
    program: &'a Program,
    /// Of models, whether they can fail.
    models: SecondaryMap<BodyId, Option<bool>>,
}

impl Panics<'_> {
    /// `seen`: bodies that are being looked into.
    fn is_among(&mut self, body: BodyId, seen: &mut BTreeSet<BodyId>) -> bool {
        if !seen.insert(body) {
            return false;
        }
        let program = self.program;
        program.code(body).body.blocks.values().any(|block| match &block.terminator.kind {
            TerminatorKind::Assert { .. } => true,
            TerminatorKind::Call { callee: Operand::Function(function), .. }
            | TerminatorKind::TailCall { callee: Operand::Function(function), .. } => {
                let path = program.normaliser(body, &Generics::default()).value_path(&function.path);
                if super::is_panic(&path) {
                    return true;
                }
                match program.resolve(&path) {
                    Callee::Intrinsic(name, _) => matches!(&*name, "fail" | "fail_with"),
                    Callee::Body(callee, _) if program.is_model(callee) => self.model(callee, seen),
                    _ => false,
                }
            }
            _ => false,
        })
    }

    fn model(&mut self, body: BodyId, seen: &mut BTreeSet<BodyId>) -> bool {
        if let Some(known) = self.models[body] {
            return known;
        }
        let fails = self.is_among(body, seen);
        self.models[body] = Some(fails);
        fails
    }
}
