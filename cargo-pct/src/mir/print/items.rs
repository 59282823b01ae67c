//! Programs, bodies and allocations.

use super::code::{COMMENT_COLUMN, comments, statement_parts};
use super::types::span;
use super::{PrintOptions, separated};
use crate::ids::EntityRef;
use crate::mir::{
    Allocation, AllocationByte, AllocationId, AllocationKind, Block, Body, BodyKind, DebugInfo, DebugValue,
    Item, Local, Mutability, Operand, Path, Program, Scope, ScopeId, SourceInfo, TrivialConst,
};
use crate::span::Span;
use std::fmt::{self, Display, Formatter};

/// All items, then all allocations.
pub(super) fn program(f: &mut Formatter<'_>, program: &Program, options: PrintOptions) -> fmt::Result {
    separated(f, "\n", &program.items, |f, item| match item {
        Item::Body(body) => {
            ctfe(f, body.is_for_ctfe)?;
            print_body(f, body, options)
        }
        Item::TrivialConst(constant) => {
            ctfe(f, constant.is_for_ctfe)?;
            trivial_const(f, constant)
        }
        Item::Opaque(opaque) => {
            ctfe(f, opaque.is_for_ctfe)?;
            writeln!(f, "{}", opaque.text)
        }
    })?;
    for (id, allocation) in &program.allocations {
        print_allocation(f, *id, allocation)?;
    }
    Ok(())
}

fn ctfe(f: &mut Formatter<'_>, is_for_ctfe: bool) -> fmt::Result {
    f.write_str(if is_for_ctfe { "// MIR FOR CTFE\n" } else { "" })
}

fn header(f: &mut Formatter<'_>, kind: BodyKind, path: &Path) -> fmt::Result {
    f.write_str(match kind {
        BodyKind::Fn => "fn ",
        BodyKind::Const => "const ",
        BodyKind::Static(Mutability::Not) => "static ",
        BodyKind::Static(Mutability::Mut) => "static mut ",
        BodyKind::InlineConst => "",
    })?;
    path.fmt(f)
}

fn trivial_const(f: &mut Formatter<'_>, constant: &TrivialConst) -> fmt::Result {
    header(f, constant.kind, &constant.path)?;
    writeln!(f, ": {} = const {};", constant.ty, constant.value)
}

impl Display for Body {
    /// The body without comments.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print_body(f, self, PrintOptions::default())
    }
}

fn print_body(f: &mut Formatter<'_>, body: &Body, options: PrintOptions) -> fmt::Result {
    header(f, body.kind, &body.path)?;
    if body.kind == BodyKind::Fn {
        f.write_str("(")?;
        separated(f, ", ", body.args(), |f, local| write!(f, "{local}: {}", body.locals[local].ty))?;
        writeln!(f, ") -> {} {{", body.return_type())?;
    } else {
        writeln!(f, ": {} = {{", body.return_type())?;
    }
    declarations(f, body, ScopeId::new(0), 1, options)?;
    for (number, block) in &body.blocks {
        writeln!(f, "\n    {number}{}: {{", if block.is_cleanup { " (cleanup)" } else { "" })?;
        print_block(f, block, options)?;
        f.write_str("    }\n")?;
    }
    f.write_str("}\n")
}

/// What a scope declares, and the scopes in it.
fn declarations(
    f: &mut Formatter<'_>,
    body: &Body,
    scope: ScopeId,
    depth: usize,
    options: PrintOptions,
) -> fmt::Result {
    let indent = "    ".repeat(depth);
    for info in body.debug_info.iter().filter(|info| info.scope == scope) {
        let text = format!("{indent}{}", DebugLine(info));
        declaration(f, text, "", scope, info.span.as_ref(), options)?;
    }
    for (local, declared) in &body.locals {
        let is_arg = local.index() != 0 && local.index() <= body.arg_count;
        if declared.scope != scope || is_arg {
            continue;
        }
        let text = format!("{indent}let {}{local}: {};", declared.mutability.prefix(), declared.ty);
        let role = if local == Local::new(0) { "return place " } else { "" };
        declaration(f, text, role, scope, declared.span.as_ref(), options)?;
    }
    for (inner, Scope { inlined, .. }) in body.scopes.iter().filter(|(_, inner)| inner.parent == Some(scope))
    {
        write!(f, "{indent}scope {} ", inner.index())?;
        if let Some(function) = inlined {
            write!(f, "(inlined {function}) ")?;
        }
        f.write_str("{\n")?;
        declarations(f, body, inner, depth + 1, options)?;
        writeln!(f, "{indent}}}")?;
    }
    Ok(())
}

/// A declaration's line, with its place.
fn declaration(
    f: &mut Formatter<'_>,
    text: String,
    role: &str,
    scope: ScopeId,
    span: Option<&Span>,
    options: PrintOptions,
) -> fmt::Result {
    if !options.comments {
        return writeln!(f, "{text}");
    }
    write!(f, "{text:COMMENT_COLUMN$} // {role}in scope {} at ", scope.index())?;
    location(f, span)?;
    f.write_str("\n")
}

fn location(f: &mut Formatter<'_>, place: Option<&Span>) -> fmt::Result {
    match place {
        Some(place) => span(f, place),
        None => f.write_str("no-location"),
    }
}

struct DebugLine<'a>(&'a DebugInfo);

impl Display for DebugLine<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "debug {} => ", self.0.part.as_ref().unwrap_or(&self.0.name))?;
        match &self.0.value {
            DebugValue::Place(place) => write!(f, "{place};"),
            DebugValue::Constant(constant) => write!(f, "const {constant};"),
            DebugValue::Function(path) => write!(f, "{path};"),
        }
    }
}

fn print_block(f: &mut Formatter<'_>, block: &Block, options: PrintOptions) -> fmt::Result {
    for statement in &block.statements {
        step(f, &statement.kind, statement.source.as_ref(), options)?;
        if options.comments {
            let (operands, closure) = statement_parts(&statement.kind);
            comments(f, &operands, closure)?;
        }
    }
    let terminator = &block.terminator;
    step(f, &terminator.kind, terminator.source.as_ref(), options)?;
    if options.comments {
        let operands: Vec<&Operand> = terminator.kind.operands();
        comments(f, &operands, None)?;
    }
    Ok(())
}

/// A line of a block, with its place.
fn step(
    f: &mut Formatter<'_>,
    kind: &dyn Display,
    source: Option<&SourceInfo>,
    options: PrintOptions,
) -> fmt::Result {
    let text = format!("        {kind};");
    match source {
        Some(source) if options.comments => {
            write!(f, "{text:COMMENT_COLUMN$} // scope {} at ", source.scope.index())?;
            location(f, source.span.as_ref())?;
            f.write_str("\n")
        }
        _ => writeln!(f, "{text}"),
    }
}

impl Display for AllocationId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "alloc{}", self.0)
    }
}

fn print_allocation(f: &mut Formatter<'_>, id: AllocationId, allocation: &Allocation) -> fmt::Result {
    write!(f, "\n{id} (")?;
    match &allocation.kind {
        AllocationKind::Memory => {}
        AllocationKind::Static(name) => write!(f, "static: {name}")?,
        AllocationKind::ExternStatic(name) => write!(f, "extern static: {name}")?,
        AllocationKind::Function(name) => write!(f, "fn: {name}")?,
        AllocationKind::Other(text) => f.write_str(text)?,
    }
    let Some((size, align)) = allocation.layout else { return f.write_str(")\n") };
    let separator = if allocation.kind == AllocationKind::Memory { "" } else { ", " };
    write!(f, "{separator}size: {size}, align: {align}) {{")?;
    match &allocation.bytes {
        None => f.write_str("\n    unreadable\n}\n"),
        Some(bytes) if bytes.is_empty() => f.write_str("}\n"),
        Some(bytes) => contents(f, bytes, allocation),
    }
}

/// Sixteen bytes a line; a pointer is wholly on the line where it begins.
fn contents(f: &mut Formatter<'_>, bytes: &[AllocationByte], allocation: &Allocation) -> fmt::Result {
    let starts_pointer = |offset: usize| allocation.pointers.get(&(offset as u64));
    let mut on_line = 0;
    for (offset, byte) in bytes.iter().enumerate() {
        let is_inside = *byte == AllocationByte::Pointer && starts_pointer(offset).is_none();
        if !is_inside && on_line % 16 == 0 {
            f.write_str("\n   ")?;
        }
        on_line += usize::from(!is_inside);
        match (byte, starts_pointer(offset)) {
            (AllocationByte::Known(value), _) => write!(f, " {value:02x}")?,
            (AllocationByte::Uninit, _) => f.write_str(" __")?,
            (AllocationByte::Pointer, None) => {}
            (AllocationByte::Pointer, Some(target)) => {
                let rest = &bytes[offset + 1..];
                let length = 1 + rest
                    .iter()
                    .enumerate()
                    .take_while(|(index, byte)| {
                        **byte == AllocationByte::Pointer && starts_pointer(offset + 1 + index).is_none()
                    })
                    .count();
                write!(f, " ╾{:─^width$}╼", target.to_string(), width = length * 3 - 3)?;
            }
        }
    }
    f.write_str("\n}\n")
}
