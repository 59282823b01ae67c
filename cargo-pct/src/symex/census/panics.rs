//! Which functions contain a check that can fail: an assertion of the compiler, a panic, or a call of a function of std that panics.

use crate::ids::SecondaryMap;
use crate::mir::{Operand, TerminatorKind};
use crate::symex::program::{BodyId, Callee, Program};
use crate::symex::types::{Generics, Rewrite};
use std::collections::BTreeSet;

/// The functions of the analysed crates, closures apart, that contain such a check themselves or in a closure of theirs.
pub fn panicking(program: &Program) -> BTreeSet<BodyId> {
    let mut panics = Panics { program, models: SecondaryMap::new() };
    let functions = super::functions(program).collect::<Vec<_>>();
    functions.into_iter().filter(|body| panics.is_among(*body, &mut BTreeSet::new())).collect()
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
