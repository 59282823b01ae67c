//! Bits at another type.
//!
//! Over-approximates: a value that is nothing but bits and raw pointers becomes any value of the other type, if that is nothing else
//! either. A raw pointer in it may lead where those in the old value did. What owns or refers to something is refused: two values would
//! share a tree.

use super::effects::held;
use super::executor::{Executor, Step, refuse};
use super::outcome::{InputOrigin, NoteKind};
use super::program::Program;
use super::rvalue::CAST;
use super::state::State;
use super::value::Value;
use crate::mir::Type;
use crate::source::TypeKind;

/// Types nested deeper are not looked into.
const MOST_NESTED: usize = 8;

impl Executor<'_> {
    pub(super) fn transmuted(
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
    let deeper = |ty: &Type| is_bits(program, ty, depth);
    match ty {
        Type::Bool | Type::Char | Type::Int(_) | Type::Float(_) | Type::RawPtr { .. } => true,
        Type::Array { element, .. } => deeper(element),
        Type::Tuple(elements) => elements.iter().all(deeper),
        // Vectors of the processor.
        Type::Path(path) if path.std_names().is_some_and(|names| names.first() == Some(&"arch")) => true,
        Type::Path(path) if path.is_std(&["ptr", "NonNull"]) => true,
        Type::Path(_) => program.adt(ty).is_some_and(|instance| {
            let variants = instance.variants().iter().enumerate();
            let mut fields = variants.flat_map(|(v, variant)| (0..variant.fields.len()).map(move |f| (v, f)));
            instance.adt.kind != TypeKind::Union
                && fields
                    .all(|(variant, field)| instance.field_type(variant, field).is_some_and(|ty| deeper(&ty)))
        }),
        _ => false,
    }
}
