//! Bits at another type.
//!
//! Over-approximates: a value that is nothing but bits and raw pointers becomes any value of the other type, if that is nothing else
//! either. A raw pointer in it may lead where those in the old value did. What owns or refers to something is refused: two values would
//! share a tree.

use crate::mir::{Path, Type};
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::{InputOrigin, NoteKind};
use crate::symex::exec::rvalue::CAST;
use crate::symex::program::Program;
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::program::structure::Structure;
use crate::symex::state::State;
use crate::symex::state::held::held;
use crate::symex::state::value::Value;

/// Types nested deeper are not looked into.
const MOST_NESTED: usize = 8;

impl Executor<'_> {
    pub(in crate::symex) fn transmuted(
        &mut self,
        state: &mut State,
        value: &Value,
        from: &Type,
        to: &Type,
    ) -> Step<Value> {
        if matches!(to, Type::RawPtr { .. }) {
            return self.unknown_pointer(state, value, CAST);
        }
        let is_bits = |ty: &Type| is_bits(self.program, ty, MOST_NESTED);
        if !is_bits(from) || !is_bits(to) {
            return refuse("a value is transmuted");
        }
        self.note(state, NoteKind::Approximation, "a value is transmuted");
        let borrows = held(value);
        // Pointers may become numbers, and these pointers again.
        self.escape(state, &borrows);
        Ok(self.fresh(state, to, "transmuted", InputOrigin::Approximation, &borrows))
    }
}

/// Whether values of a type are numbers and raw pointers, however arranged.
fn is_bits(program: &Program, ty: &Type, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let structure = program.structure(ty);
    match &*structure {
        Structure::Plain | Structure::Pointer(_) => true,
        Structure::Parts(_) | Structure::Unknown(_) if is_vector(ty) => true,
        Structure::Parts(_) if lies_elsewhere(program, ty) => false,
        Structure::Parts(parts) => parts.iter().all(|part| is_bits(program, part, depth)),
        Structure::Reference(..) | Structure::Function | Structure::Code | Structure::Clients => false,
        Structure::Cell(_) | Structure::Union(_) | Structure::Unknown(_) => false,
    }
}

/// Whether a type is a vector of the processor.
fn is_vector(ty: &Type) -> bool {
    ty.as_path().and_then(Path::std_names).is_some_and(|names| names.first() == Some(&"arch"))
}

/// Whether the parts of a value lie in memory of their own, as far as is known.
fn lies_elsewhere(program: &Program, ty: &Type) -> bool {
    let owns = |path: &Path| {
        path.is_std(&["string", "String"]) || path.is_std(&["sync", "Arc"]) || path.is_std(&["sync", "Weak"])
    };
    let is_list = matches!(ty, Type::Slice(_) | Type::Str);
    is_list || ty.as_path().is_some_and(|path| owns(path) || program.adt(ty).is_none())
}
