//! Arguments that are trait objects: `f.debug_struct_field1_finish("S", "field", &self.field as &dyn Debug)`, which `derive` writes, and
//! `list.entry(&self.field)`.

use crate::mir::{
    AggregateKind, Body, CastKind, Local, Operand, Place, Projection, Rvalue, StatementKind, TerminatorKind,
    Type,
};
use crate::symex::library::writing::{Call, Limits};
use crate::symex::program::Program;
use crate::symex::program::types::Rewrite;

/// How many assignments are followed from an argument to the value that it was made of.
const MOST_STEPS: usize = 8;

impl Program {
    /// Tells whether all trait objects that are arguments of a call were made of plain values in the same body.
    ///
    /// Under-approximates: what comes from elsewhere, as out of a parameter, is not known.
    pub(in crate::symex) fn passes_plain_trait_objects(&self, call: &Call<'_>, limits: Limits<'_>) -> bool {
        let body = &self.code(call.body).body;
        call.args.iter().all(|argument| {
            let ty = match argument {
                Operand::Constant(constant) => constant.facts.as_ref().map(|facts| &*facts.ty),
                _ => argument.place().and_then(|place| body.place_type(place)),
            };
            let has_trait_object = ty.is_none_or(|ty| ty.any_part(&mut |part| matches!(part, Type::Dyn(_))));
            !has_trait_object || self.is_made_of_plain(call, argument, limits, MOST_STEPS)
        })
    }

    /// Tells whether a trait object, or a list of these, was made of plain values in the body of a call.
    fn is_made_of_plain(&self, call: &Call<'_>, operand: &Operand, limits: Limits<'_>, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        let body = &self.code(call.body).body;
        let Some(local) = operand.place().and_then(referenced_local) else { return false };
        match only_assignment(body, local) {
            Some(Rvalue::Use(operand)) => self.is_made_of_plain(call, operand, limits, steps),
            Some(Rvalue::Ref(_, place)) => {
                self.is_made_of_plain(call, &Operand::Copy(place.clone()), limits, steps)
            }
            Some(Rvalue::Aggregate(list @ AggregateKind::Array(_))) => {
                list.operands().into_iter().all(|operand| self.is_made_of_plain(call, operand, limits, steps))
            }
            Some(Rvalue::Cast { kind: CastKind::Unsize, operand, .. }) => {
                let ty = operand.place().and_then(|place| body.place_type(place));
                let normaliser = self.normaliser(call.body, call.generics);
                let Some(Type::Ref { referent, .. }) = ty.map(|ty| normaliser.ty(ty)) else { return false };
                match is_list_of_dyn(&referent) {
                    true => self.is_made_of_plain(call, operand, limits, steps),
                    false => self.is_plain(&referent, "Debug", limits),
                }
            }
            _ => false,
        }
    }
}

/// The local that an operand names, or dereferences.
fn referenced_local(place: &Place) -> Option<Local> {
    match place.projection.as_slice() {
        [] | [Projection::Deref] => Some(place.local),
        _ => None,
    }
}

/// The value of a local, if it is assigned once and by no call.
fn only_assignment(body: &Body, local: Local) -> Option<&Rvalue> {
    let blocks = || body.blocks.values();
    let is_returned = blocks().any(|block| {
        matches!(&block.terminator.kind, TerminatorKind::Call { destination, .. } if destination.local == local)
    });
    let statements = blocks().flat_map(|block| &block.statements);
    let mut assigned = statements.filter_map(|statement| match &statement.kind {
        StatementKind::Assign(place, rvalue) if place.local == local => Some((place, rvalue)),
        _ => None,
    });
    match (assigned.next(), assigned.next(), is_returned) {
        (Some((place, rvalue)), None, false) if place.projection.is_empty() => Some(rvalue),
        _ => None,
    }
}

fn is_list_of_dyn(ty: &Type) -> bool {
    let Type::Array { element, .. } = ty else { return false };
    matches!(&**element, Type::Ref { referent, .. } if matches!(**referent, Type::Dyn(_)))
}
