//! Places, operands, constants and rvalues.

use super::types::integer;
use super::{separated, tuple};
use crate::mir::{
    AdtFields, AggregateKind, BorrowKind, Constant, ConstantKind, Name, Operand, Path, Place, Projection,
    RawPtrKind, Rvalue, VariantRef,
};
use std::fmt::{self, Display, Formatter};

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        place(f, self, self.projection.len())
    }
}

/// The place after its first `steps` steps.
fn place(f: &mut Formatter<'_>, whole: &Place, steps: usize) -> fmt::Result {
    let Some(before) = steps.checked_sub(1) else { return whole.local.fmt(f) };
    let step = &whole.projection[before];
    match step {
        Projection::Deref => f.write_str("(*")?,
        Projection::Field { .. }
        | Projection::Downcast(_)
        | Projection::OpaqueCast(_)
        | Projection::Subtype(_) => f.write_str("(")?,
        Projection::Index(_) | Projection::ConstantIndex { .. } | Projection::Subslice { .. } => {}
    }
    place(f, whole, before)?;
    match step {
        Projection::Deref => f.write_str(")"),
        Projection::Field { index, ty } => write!(f, ".{index}: {ty})"),
        Projection::Downcast(VariantRef::Name(name)) => write!(f, " as {name})"),
        Projection::Downcast(VariantRef::Index(index)) => write!(f, " as variant#{index})"),
        Projection::OpaqueCast(ty) => write!(f, " as {ty})"),
        Projection::Subtype(ty) => write!(f, " as subtype {ty})"),
        Projection::Index(local) => write!(f, "[{local}]"),
        Projection::ConstantIndex { offset, min_length, from_end } => {
            write!(f, "[{}{offset} of {min_length}]", if *from_end { "-" } else { "" })
        }
        Projection::Subslice { from, to, from_end: false } => write!(f, "[{from}..{to}]"),
        Projection::Subslice { from, to: 0, from_end: true } => write!(f, "[{from}:]"),
        Projection::Subslice { from: 0, to, from_end: true } => write!(f, "[:-{to}]"),
        Projection::Subslice { from, to, from_end: true } => write!(f, "[{from}:-{to}]"),
    }
}

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Operand::Copy(place) => write!(f, "copy {place}"),
            Operand::Move(place) => write!(f, "move {place}"),
            Operand::Constant(constant) => write!(f, "const {constant}"),
            Operand::Function(function) => function.path.fmt(f),
            Operand::RuntimeCheck(name) => f.write_str(name),
        }
    }
}

impl Display for Constant {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl Display for ConstantKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ConstantKind::Bool(value) => value.fmt(f),
            ConstantKind::Char(value) => write!(f, "{value:?}"),
            ConstantKind::Integer { value, ty } => integer(f, *value, *ty),
            ConstantKind::Float { digits, ty } => {
                let is_special = digits.contains(['N', 'I']);
                write!(f, "{digits}{}{}", if is_special { "_" } else { "" }, ty.name())
            }
            ConstantKind::Str(text) => write!(f, "{:?}", &**text),
            ConstantKind::ByteStr { bytes, is_deref } => {
                write!(f, "{}b\"{}\"", if *is_deref { "*" } else { "" }, bytes.escape_ascii())
            }
            ConstantKind::Tuple(elements) => tuple(f, elements, |f, element| element.fmt(f)),
            ConstantKind::Array(elements) => {
                f.write_str("[")?;
                separated(f, ", ", elements, |f, element| element.fmt(f))?;
                f.write_str("]")
            }
            ConstantKind::Repeat(element, length) => write!(f, "[{element}; {length}]"),
            ConstantKind::Path(path) => path.fmt(f),
            ConstantKind::Adt { path, fields } => constant_adt(f, path, fields),
            ConstantKind::ZeroSized(ty) => write!(f, "ZeroSized: {ty}"),
            ConstantKind::Pointer { allocation, offset: 0, ty } => write!(f, "{{{allocation}: {ty}}}"),
            ConstantKind::Pointer { allocation, offset, ty } => {
                write!(f, "{{{allocation}+{offset:#x}: {ty}}}")
            }
            ConstantKind::WidePointer { allocation, meta, ty } => {
                write!(f, "Slice {{ alloc_id: {allocation}, meta: {meta} }}: {ty}")
            }
            ConstantKind::Indirect { allocation, offset, ty } => {
                write!(f, "Indirect {{ alloc_id: {allocation}, offset: Size({offset} bytes) }}: {ty}")
            }
            ConstantKind::Static(text) => write!(f, "<static({text})>"),
            ConstantKind::Address { address, ty } => write!(f, "{{{address:#x} as {ty}}}"),
            ConstantKind::Bits { digits, ty } => write!(f, "{{transmute(0x{digits}): {ty}}}"),
            ConstantKind::Ref(inner) => write!(f, "&{inner}"),
            ConstantKind::Pattern { value, pattern } => write!(f, "{value} is {pattern}"),
            ConstantKind::Uninit => f.write_str("<uninit>"),
            ConstantKind::Hole => f.write_str("_"),
        }
    }
}

fn constant_adt(f: &mut Formatter<'_>, path: &Path, fields: &AdtFields<ConstantKind>) -> fmt::Result {
    path.fmt(f)?;
    match fields {
        AdtFields::Unit => Ok(()),
        AdtFields::Tuple(values) => {
            f.write_str("(")?;
            separated(f, ", ", values, |f, value| value.fmt(f))?;
            f.write_str(")")
        }
        AdtFields::Struct(values) => {
            f.write_str(" {{ ")?;
            separated(f, ", ", values, |f, (name, value)| write!(f, "{name}: {value}"))?;
            f.write_str(" }}")
        }
    }
}

impl Display for Rvalue {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Rvalue::Use(operand) => operand.fmt(f),
            Rvalue::Repeat(operand, length) => write!(f, "[{operand}; {length}]"),
            Rvalue::Ref(BorrowKind::Shared, place) => write!(f, "&{place}"),
            Rvalue::Ref(BorrowKind::Mut, place) => write!(f, "&mut {place}"),
            Rvalue::Ref(BorrowKind::Fake, place) => write!(f, "&fake {place}"),
            Rvalue::RawPtr(RawPtrKind::Const, place) => write!(f, "&raw const {place}"),
            Rvalue::RawPtr(RawPtrKind::Mut, place) => write!(f, "&raw mut {place}"),
            Rvalue::RawPtr(RawPtrKind::FakeForMetadata, place) => write!(f, "&raw const (fake) {place}"),
            Rvalue::ThreadLocalRef(path) => write!(f, "&/*tls*/ {path}"),
            Rvalue::Cast { kind, operand, ty } => write!(f, "{operand} as {ty} ({})", kind.text()),
            Rvalue::Binary(op, left, right) => write!(f, "{}({left}, {right})", op.name()),
            Rvalue::Unary(op, operand) => write!(f, "{}({operand})", op.name()),
            Rvalue::Discriminant(place) => write!(f, "discriminant({place})"),
            Rvalue::Len(place) => write!(f, "Len({place})"),
            Rvalue::Aggregate(aggregate) => aggregate.fmt(f),
            Rvalue::CopyForDeref(place) => write!(f, "deref_copy {place}"),
            Rvalue::ShallowInitBox(operand, ty) => write!(f, "ShallowInitBox({operand}, {ty})"),
            Rvalue::RawPtrFromParts { ty, data, metadata } => write!(f, "{ty} from ({data}, {metadata})"),
            Rvalue::Layout(text) => f.write_str(text),
        }
    }
}

impl Display for AggregateKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            AggregateKind::Tuple(operands) => tuple(f, operands, |f, operand| operand.fmt(f)),
            AggregateKind::Array(operands) => {
                f.write_str("[")?;
                separated(f, ", ", operands, |f, operand| operand.fmt(f))?;
                f.write_str("]")
            }
            AggregateKind::Adt { path, fields } => {
                path.fmt(f)?;
                match fields {
                    AdtFields::Unit => Ok(()),
                    AdtFields::Tuple(operands) => {
                        f.write_str("(")?;
                        separated(f, ", ", operands, |f, operand| operand.fmt(f))?;
                        f.write_str(")")
                    }
                    AdtFields::Struct(fields) => labelled(f, fields),
                }
            }
            AggregateKind::Closure(list) => {
                list.closure.fmt(f)?;
                if list.captures.is_empty() { Ok(()) } else { labelled(f, &list.captures) }
            }
        }
    }
}

fn labelled(f: &mut Formatter<'_>, fields: &[(Name, Operand)]) -> fmt::Result {
    f.write_str(" { ")?;
    separated(f, ", ", fields, |f, (name, operand)| write!(f, "{name}: {operand}"))?;
    f.write_str(" }")
}
