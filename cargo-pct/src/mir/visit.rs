//! Which places a statement or terminator reads and writes, in order.

use super::{Operand, Place, Rvalue, StatementKind, TerminatorKind};

/// What is done to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Its value is copied, or inspected.
    Read,
    /// Its value is taken; the place is uninitialised afterwards.
    Move,
    /// It is overwritten; what was there is not read.
    Write,
    /// Its address is taken: from then on, it may be read and written through pointers.
    Borrow,
    /// Its value is dropped: read, and uninitialised afterwards.
    Drop,
}

/// Calls `visit` for each place that the statement touches. `StorageLive` and `StorageDead` touch none.
pub fn visit_statement(kind: &StatementKind, mut visit: impl FnMut(&Place, Access)) {
    match kind {
        StatementKind::Assign(place, rvalue) => {
            visit_rvalue(rvalue, &mut visit);
            visit(place, Access::Write);
        }
        // The fields stay as they are: not a write of the whole place.
        StatementKind::SetDiscriminant(place, _) => visit(place, Access::Read),
        StatementKind::Deinit(place) => visit(place, Access::Move),
        StatementKind::Assume(operand) => visit_operand(operand, &mut visit),
        StatementKind::CopyNonOverlapping { destination, source, count } => {
            for operand in [destination, source, count] {
                visit_operand(operand, &mut visit);
            }
        }
        StatementKind::StorageLive(_) | StatementKind::StorageDead(_) | StatementKind::Inert(_) => {}
    }
}

/// Calls `visit` for each place that the terminator touches. The places in `asm!` are not known: treat such a terminator as
/// touching all.
pub fn visit_terminator(kind: &TerminatorKind, mut visit: impl FnMut(&Place, Access)) {
    match kind {
        TerminatorKind::SwitchInt { operand, .. } => visit_operand(operand, &mut visit),
        TerminatorKind::Drop { place, .. } => visit(place, Access::Drop),
        TerminatorKind::Call { callee, args, destination, .. } => {
            std::iter::once(callee).chain(args).for_each(|operand| visit_operand(operand, &mut visit));
            visit(destination, Access::Write);
        }
        TerminatorKind::TailCall { callee, args } => {
            std::iter::once(callee).chain(args).for_each(|operand| visit_operand(operand, &mut visit));
        }
        TerminatorKind::Assert { condition, kind, .. } => {
            visit_operand(condition, &mut visit);
            kind.operands().into_iter().for_each(|operand| visit_operand(operand, &mut visit));
        }
        TerminatorKind::Yield { value, resume_place, .. } => {
            visit_operand(value, &mut visit);
            visit(resume_place, Access::Write);
        }
        TerminatorKind::Goto { .. }
        | TerminatorKind::Return
        | TerminatorKind::Unreachable
        | TerminatorKind::Resume
        | TerminatorKind::Terminate(_)
        | TerminatorKind::InlineAsm { .. }
        | TerminatorKind::CoroutineDrop
        | TerminatorKind::FalseEdge { .. } => {}
    }
}

fn visit_rvalue(rvalue: &Rvalue, visit: &mut impl FnMut(&Place, Access)) {
    rvalue.operands().into_iter().for_each(|operand| visit_operand(operand, visit));
    if let Some(place) = rvalue.place() {
        let is_borrow = matches!(rvalue, Rvalue::Ref(..) | Rvalue::RawPtr(..));
        visit(place, if is_borrow { Access::Borrow } else { Access::Read });
    }
}

fn visit_operand(operand: &Operand, visit: &mut impl FnMut(&Place, Access)) {
    match operand {
        Operand::Copy(place) => visit(place, Access::Read),
        Operand::Move(place) => visit(place, Access::Move),
        Operand::Constant(_) | Operand::Function(_) | Operand::RuntimeCheck(_) => {}
    }
}
