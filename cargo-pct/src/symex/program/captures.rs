//! What closures capture.

use super::structure::Captures;
use super::{BodyId, Program};
use crate::mir::{
    Access, AggregateKind, Body, ClosureKind, ClosureType, ConstantKind, DebugValue, Mutability, Operand,
    Place, Rvalue, StatementKind, TerminatorKind, Type, visit_statement, visit_terminator,
};
use crate::symex::program::types::{Generics, scalar_sort};
use std::sync::Arc;

impl Program {
    /// The types of what the closures of a type capture, parameters not replaced; none where that is not known.
    pub fn captured_by(&self, closure: &ClosureType) -> Option<&[Type]> {
        self.summary().captures.get(closure)?.as_deref()
    }

    /// Whether the closures of a type capture nothing, so that all are one: either the text says so, or it makes none of them.
    pub fn captures_nothing(&self, closure: &ClosureType) -> bool {
        let captured = self.summary().captures.get(closure);
        closure.kind == ClosureKind::Closure
            && captured.is_none_or(|types| types.as_ref().is_some_and(Vec::is_empty))
    }

    /// Whether the closures of a type have captured no value at all. The text leaves out what has no size, but a closure's own code still
    /// names it.
    ///
    /// Under-approximates: a closure whose code is not known may have captured anything.
    pub(crate) fn has_no_captures(&self, closure: &ClosureType) -> bool {
        let bodies = self.closure_bodies(closure);
        self.captures_nothing(closure)
            && !bodies.is_empty()
            && bodies.iter().all(|body| !names_constants(&self.code(*body).body))
    }

    /// What the parameters around a closure without captures stand for, of which a body says no more than the type: known in the function
    /// that makes it, and where that has none.
    pub(in crate::symex) fn generics_of_closure(
        &self,
        closure: &ClosureType,
        body: BodyId,
        generics: &Arc<Generics>,
    ) -> Option<Arc<Generics>> {
        // Calls of a closure without a body are not followed.
        let Some(own) = self.closure_body(closure) else { return Some(generics.clone()) };
        let is_made_here = self.code(own).body.path.parent().as_ref() == Some(&self.code(body).body.path);
        let (makers, here) = (self.functions_around(own), self.functions_around(body));
        if is_made_here || makers.iter().any(|maker| *maker == body || here.contains(maker)) {
            return Some(generics.clone());
        }
        let has_none = !makers.is_empty() && makers.iter().all(|maker| self.parameters(*maker).is_empty());
        has_none.then(Arc::default)
    }

    /// Tells whether a function or closure has no state of its own: what it gives depends on its arguments, on statics, and on what cannot
    /// change while it is there. A static that can change is anything each time it is read.
    ///
    /// Under-approximates: what is not known has a state.
    pub(in crate::symex) fn is_stateless(&self, ty: &Type) -> bool {
        match ty {
            Type::FnDef { .. } => true,
            Type::Closure(closure) => {
                let nothing = self.captures_nothing(closure).then_some(&[] as &[Type]);
                let Some(captured) = self.captured_by(closure).or(nothing) else { return false };
                let bodies = self.closure_bodies(closure);
                !bodies.is_empty()
                    && bodies.iter().all(|body| only_reads_captures(&self.code(*body).body))
                    && captured.iter().all(|ty| self.stays(ty))
            }
            Type::Bool | Type::Char | Type::Int(_) | Type::Float(_) | Type::Str | Type::Never => false,
            Type::Ref { .. } | Type::RawPtr { .. } | Type::Slice(_) | Type::Array { .. } => false,
            Type::Tuple(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } | Type::Path(_) => false,
            Type::FnPtr(_) | Type::FnCoroutine { .. } | Type::Dyn(_) | Type::Impl(_) | Type::Infer => false,
        }
    }

    /// Whether what was captured stays as it is while the closure only reads it: numbers, and what shared references lead to.
    fn stays(&self, ty: &Type) -> bool {
        let is_shared = matches!(ty, Type::Ref { mutability: Mutability::Not, .. });
        scalar_sort(ty).is_some() || is_shared && !self.may_hold_cells(ty)
    }

    pub(super) fn find_captures(&self) -> Captures {
        let mut found = Captures::new();
        for (_, code) in self.bodies() {
            let statements = code.body.blocks.values().flat_map(|block| &block.statements);
            for statement in statements {
                let StatementKind::Assign(_, Rvalue::Aggregate(AggregateKind::Closure(list))) =
                    &statement.kind
                else {
                    continue;
                };
                let operands = list.captures.iter().map(|(_, operand)| operand_type(&code.body, operand));
                let types: Option<Vec<Type>> = operands.collect();
                let types = types.filter(|_| list.is_incomplete() == Some(false));
                let known = found.entry(list.closure.clone()).or_insert_with(|| Some(Vec::new()));
                match (known.as_mut(), types) {
                    (Some(known), Some(types)) => known.extend(types),
                    _ => *known = None,
                }
            }
        }
        found
    }
}

/// Whether the variables around a body's own code, its captures and parameters, have one that the compiler replaced: it has no size.
/// Of units, nothing ever runs.
fn names_constants(body: &Body) -> bool {
    let Some((outermost, _)) = body.scopes.iter().next() else { return true };
    let around = body.debug_info.iter().filter(|variable| variable.scope == outermost);
    let mut constants = around.filter_map(|variable| match &variable.value {
        DebugValue::Constant(constant) => Some(constant),
        DebugValue::Place(_) | DebugValue::Function(_) => None,
    });
    constants.any(|constant| !matches!(constant, ConstantKind::Tuple(parts) if parts.is_empty()))
}

/// Whether a closure's code only reads what it captured: it is lent that, and copies parts of it. What these lead to is another matter.
fn only_reads_captures(body: &Body) -> bool {
    let Some(captures) = body.locals.keys().nth(1) else { return false };
    let is_by_reference = matches!(body.locals[captures].ty, Type::Ref { .. });
    let mut only_reads = is_by_reference;
    let mut visit = |place: &Place, access: Access| {
        only_reads &= place.local != captures || access == Access::Read;
    };
    let mut is_plain = true;
    for block in body.blocks.values() {
        for statement in &block.statements {
            visit_statement(&statement.kind, &mut visit);
            is_plain &= !matches!(statement.kind, StatementKind::SetDiscriminant(..));
        }
        visit_terminator(&block.terminator.kind, &mut visit);
        is_plain &= !matches!(block.terminator.kind, TerminatorKind::InlineAsm { .. });
    }
    only_reads && is_plain
}

/// The type of an operand as far as the text tells.
pub(super) fn operand_type(body: &Body, operand: &Operand) -> Option<Type> {
    match operand {
        Operand::Copy(place) | Operand::Move(place) => body.place_type(place).cloned(),
        Operand::Constant(constant) => constant.facts.as_ref().map(|facts| (*facts.ty).clone()),
        _ => None,
    }
}
