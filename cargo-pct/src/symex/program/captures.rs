//! What closures capture.

use super::Program;
use crate::mir::{AggregateKind, Body, ClosureKind, ClosureType, Operand, Rvalue, StatementKind, Type};
use std::collections::BTreeMap;

/// The types of the captures of each closure, as the text says them; none where that leaves some out. Closures that one macro made are one
/// type.
pub(super) type Captures = BTreeMap<ClosureType, Option<Vec<Type>>>;

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

fn operand_type(body: &Body, operand: &Operand) -> Option<Type> {
    match operand {
        Operand::Copy(place) | Operand::Move(place) => body.place_type(place).cloned(),
        Operand::Constant(constant) => constant.facts.as_ref().map(|facts| (*facts.ty).clone()),
        _ => None,
    }
}
