//! Statements and terminators, and the comments below them.

use super::types::span;
use super::{FromFn, separated};
use crate::mir::{
    AggregateKind, BasicBlock, CaptureList, ConstantFacts, ConstantOrigin, Operand, Rvalue, StatementKind,
    TerminatorKind, Unwind,
};
use std::fmt::{self, Display, Formatter};

impl Display for StatementKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            StatementKind::Assign(place, rvalue) => write!(f, "{place} = {rvalue}"),
            StatementKind::SetDiscriminant(place, variant) => write!(f, "discriminant({place}) = {variant}"),
            StatementKind::StorageLive(local) => write!(f, "StorageLive({local})"),
            StatementKind::StorageDead(local) => write!(f, "StorageDead({local})"),
            StatementKind::Deinit(place) => write!(f, "Deinit({place})"),
            StatementKind::Assume(operand) => write!(f, "assume({operand})"),
            StatementKind::CopyNonOverlapping { destination, source, count } => {
                write!(f, "copy_nonoverlapping(dst = {destination}, src = {source}, count = {count})")
            }
            StatementKind::Inert(text) => f.write_str(text),
        }
    }
}

impl Display for TerminatorKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.head(f)?;
        self.targets(f)
    }
}

impl TerminatorKind {
    /// The part before the arrow.
    fn head(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            TerminatorKind::Goto { .. } => f.write_str("goto"),
            TerminatorKind::SwitchInt { operand, .. } => write!(f, "switchInt({operand})"),
            TerminatorKind::Return => f.write_str("return"),
            TerminatorKind::Unreachable => f.write_str("unreachable"),
            TerminatorKind::Resume => f.write_str("resume"),
            TerminatorKind::Terminate(reason) => write!(f, "terminate({reason})"),
            TerminatorKind::Drop { place, .. } => write!(f, "drop({place})"),
            TerminatorKind::Call { callee, args, destination, .. } => {
                write!(f, "{destination} = {callee}(")?;
                separated(f, ", ", args, |f, arg| arg.fmt(f))?;
                f.write_str(")")
            }
            TerminatorKind::TailCall { callee, args } => {
                write!(f, "tailcall {callee}(")?;
                separated(f, ", ", args, |f, arg| arg.fmt(f))?;
                f.write_str(")")
            }
            TerminatorKind::Assert { condition, expected, kind, .. } => {
                let negation = if *expected { "" } else { "!" };
                write!(f, "assert({negation}{condition}, \"{}\"", kind.message())?;
                for operand in kind.operands() {
                    write!(f, ", {operand}")?;
                }
                f.write_str(")")
            }
            TerminatorKind::InlineAsm { text, .. } => write!(f, "asm!({text})"),
            TerminatorKind::Yield { value, resume_place, .. } => write!(f, "{resume_place} = yield({value})"),
            TerminatorKind::CoroutineDrop => f.write_str("coroutine_drop"),
            TerminatorKind::FalseEdge { is_unwind: false, .. } => f.write_str("falseEdge"),
            TerminatorKind::FalseEdge { is_unwind: true, .. } => f.write_str("falseUnwind"),
        }
    }

    /// The arrow and the targets, as rustc abbreviates them.
    fn targets(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut targets = self.labelled_targets();
        let unwind = self.unwind();
        if let Some(block) = unwind.and_then(Unwind::cleanup) {
            targets.push(("unwind".to_owned(), block));
        }
        let unwind = unwind.filter(|unwind| unwind.cleanup().is_none());
        match (targets.as_slice(), unwind) {
            ([], None) => Ok(()),
            ([], Some(unwind)) => write!(f, " -> unwind {}", unwind.action()),
            ([(_, block)], None) => write!(f, " -> {block}"),
            (targets, unwind) => {
                f.write_str(" -> [")?;
                separated(f, ", ", targets, |f, (label, block)| write!(f, "{label}: {block}"))?;
                if let Some(unwind) = unwind {
                    write!(f, ", unwind {}", unwind.action())?;
                }
                f.write_str("]")
            }
        }
    }

    fn labelled_targets(&self) -> Vec<(String, BasicBlock)> {
        let one = |label: &str, block: &BasicBlock| (label.to_owned(), *block);
        match self {
            TerminatorKind::Goto { target } => vec![one("", target)],
            TerminatorKind::SwitchInt { targets, otherwise, .. } => {
                let cases = targets.iter().map(|(value, block)| (value.to_string(), *block));
                cases.chain(otherwise.map(|block| ("otherwise".to_owned(), block))).collect()
            }
            TerminatorKind::Drop { target, drop, .. } => std::iter::once(one("return", target))
                .chain(drop.as_ref().map(|block| one("drop", block)))
                .collect(),
            TerminatorKind::Call { target, .. } => target.iter().map(|block| one("return", block)).collect(),
            TerminatorKind::Assert { target, .. } => vec![one("success", target)],
            TerminatorKind::InlineAsm { targets, .. } => {
                targets.iter().map(|block| one("return", block)).collect()
            }
            TerminatorKind::Yield { resume, drop, .. } => std::iter::once(one("resume", resume))
                .chain(drop.as_ref().map(|block| one("drop", block)))
                .collect(),
            TerminatorKind::FalseEdge { real, is_unwind, imaginary } => {
                let label = if *is_unwind { "unwind" } else { "imaginary" };
                std::iter::once(one("real", real))
                    .chain(imaginary.as_ref().map(|block| one(label, block)))
                    .collect()
            }
            TerminatorKind::Return
            | TerminatorKind::Unreachable
            | TerminatorKind::Resume
            | TerminatorKind::Terminate(_)
            | TerminatorKind::TailCall { .. }
            | TerminatorKind::CoroutineDrop => Vec::new(),
        }
    }

    /// The operands, in the order of their text.
    pub(super) fn operands(&self) -> Vec<&Operand> {
        match self {
            TerminatorKind::SwitchInt { operand, .. } => vec![operand],
            TerminatorKind::Call { callee, args, .. } | TerminatorKind::TailCall { callee, args } => {
                std::iter::once(callee).chain(args).collect()
            }
            TerminatorKind::Assert { condition, kind, .. } => {
                std::iter::once(condition).chain(kind.operands()).collect()
            }
            TerminatorKind::Yield { value, .. } => vec![value],
            TerminatorKind::Goto { .. }
            | TerminatorKind::Return
            | TerminatorKind::Unreachable
            | TerminatorKind::Resume
            | TerminatorKind::Terminate(_)
            | TerminatorKind::Drop { .. }
            | TerminatorKind::InlineAsm { .. }
            | TerminatorKind::CoroutineDrop
            | TerminatorKind::FalseEdge { .. } => Vec::new(),
        }
    }
}

impl Unwind {
    /// The words after `unwind`, where no block is named.
    fn action(self) -> &'static str {
        match self {
            Unwind::Continue => "continue",
            Unwind::Unreachable => "unreachable",
            Unwind::Terminate => "terminate(cleanup)",
            Unwind::TerminateAbi => "terminate(abi)",
            Unwind::Cleanup(_) => unreachable!("a cleanup block is printed as a target"),
        }
    }
}

/// The operands of a statement, in the order of their text, and the closure it builds.
pub(super) fn statement_parts(kind: &StatementKind) -> (Vec<&Operand>, Option<&CaptureList>) {
    match kind {
        StatementKind::Assign(_, rvalue @ Rvalue::Aggregate(AggregateKind::Closure(list))) => {
            (rvalue.operands(), Some(list))
        }
        StatementKind::Assign(_, rvalue) => (rvalue.operands(), None),
        StatementKind::Assume(operand) => (vec![operand], None),
        StatementKind::CopyNonOverlapping { destination, source, count } => {
            (vec![destination, source, count], None)
        }
        _ => (Vec::new(), None),
    }
}

/// The comment lines for the operands and closure of a line.
pub(super) fn comments(
    f: &mut Formatter<'_>,
    operands: &[&Operand],
    closure: Option<&CaptureList>,
) -> fmt::Result {
    for operand in operands {
        match operand {
            Operand::Constant(constant) => constant_comments(f, constant.facts.as_deref(), &constant.kind)?,
            Operand::Function(function) => constant_comments(f, function.facts.as_deref(), &function.path)?,
            Operand::Copy(_) | Operand::Move(_) | Operand::RuntimeCheck(_) => {}
        }
    }
    match closure {
        Some(list) => closure_comments(f, list),
        None => Ok(()),
    }
}

/// Where comments begin.
pub(super) const COMMENT_COLUMN: usize = 40;

fn comment(f: &mut Formatter<'_>, text: fmt::Arguments<'_>) -> fmt::Result {
    writeln!(f, "{:COMMENT_COLUMN$} // {text}", "")
}

fn constant_comments(
    f: &mut Formatter<'_>,
    facts: Option<&ConstantFacts>,
    value: &dyn Display,
) -> fmt::Result {
    let Some(facts) = facts else { return Ok(()) };
    comment(f, format_args!("mir::ConstOperand"))?;
    let place = FromFn(|f: &mut Formatter<'_>| match &facts.span {
        Some(place) => span(f, place),
        None => f.write_str("no-location"),
    });
    comment(f, format_args!("+ span: {place}"))?;
    if let Some(number) = facts.user_type {
        comment(f, format_args!("+ user_ty: UserType({number})"))?;
    }
    let origin = FromFn(|f: &mut Formatter<'_>| match &facts.origin {
        ConstantOrigin::Value => write!(f, "Value({value})"),
        ConstantOrigin::Unevaluated(text) => write!(f, "Unevaluated({text})"),
        ConstantOrigin::TypeSystem(text) => write!(f, "ty::{text}"),
    });
    comment(f, format_args!("+ const_: Const {{ ty: {}, val: {origin} }}", facts.ty))
}

fn closure_comments(f: &mut Formatter<'_>, list: &CaptureList) -> fmt::Result {
    let (Some(definition), Some(types)) = (&list.definition, &list.capture_types) else { return Ok(()) };
    comment(f, format_args!("closure"))?;
    comment(f, format_args!("+ def_id: DefId({definition})"))?;
    comment(f, format_args!("+ args: ["))?;
    let elements = FromFn(|f: &mut Formatter<'_>| super::tuple(f, types, |f, ty| f.write_str(ty)));
    comment(f, format_args!("    {elements},"))?;
    comment(f, format_args!("]"))
}
