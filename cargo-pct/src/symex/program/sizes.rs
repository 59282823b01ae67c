//! How much memory values of a type take: exactly, or at least.

use crate::mir::{ConstArg, FloatType, IntType, Path, Type};
use crate::source::TypeKind;
use crate::symex::program::extents::greatest_size;
use crate::symex::program::types::{USIZE, is_of_clients};
use crate::symex::program::{AdtInstance, Program};
use num_bigint::BigInt;

/// How deep types are looked into.
const DEPTH: usize = 4;

/// Types of the standard library of which the models declare what they are: what they are made of says how much they take.
const AS_DECLARED: [&[&str]; 14] = [
    &["borrow", "Cow"],
    &["cmp", "Ordering"],
    &["cmp", "Reverse"],
    &["num", "Saturating"],
    &["num", "Wrapping"],
    &["ops", "Bound"],
    &["ops", "ControlFlow"],
    &["ops", "Range"],
    &["ops", "RangeFrom"],
    &["ops", "RangeTo"],
    &["ops", "RangeToInclusive"],
    &["option", "Option"],
    &["result", "Result"],
    &["task", "Poll"],
];

/// Bytes that a process can address: no 64-bit processor gives it more.
const ADDRESSES: i64 = 1 << 56;

/// The most elements that a sequence can have in memory. None where an element may have no size.
pub fn most_elements(program: &Program, element: &Type) -> Option<BigInt> {
    let size = least_size(program, element, DEPTH);
    (size > 0).then(|| BigInt::from(ADDRESSES) / size)
}

/// The most elements that std tries to make room for: `isize::MAX` bytes. With more, it panics. None where an element may have no size.
pub(in crate::symex) fn most_asked_for(program: &Program, element: &Type) -> Option<BigInt> {
    let size = least_size(program, element, DEPTH);
    (size > 0).then(|| BigInt::from(i64::MAX) / size)
}

/// A number of elements that surely fit: any number of those without size.
pub(in crate::symex) fn sure_elements(program: &Program, element: &Type) -> BigInt {
    match greatest_size(program, element) {
        0 => USIZE.max(),
        size => BigInt::from(i64::MAX) / size,
    }
}

/// The size of a type in bytes, of those that are laid out in one way only.
pub(in crate::symex) fn exact_size(ty: &Type) -> Option<u64> {
    if *ty == Type::UNIT {
        return Some(0);
    }
    let of_part = || ty.children().first().and_then(|part| exact_size(part));
    match ty {
        Type::Bool => Some(1),
        Type::Char => Some(4),
        Type::Int(int) => Some(int_size(*int)),
        Type::Float(float) => Some(float_size(*float)),
        // A pointer to what has no size of its own is wider.
        Type::Ref { .. } | Type::RawPtr { .. } => of_part().map(|_| 8),
        Type::Array { length: ConstArg::Integer { value, .. }, .. } => {
            of_part()?.checked_mul(value.to_u64()?)
        }
        Type::Path(path) => match path.std_names()?.as_slice() {
            ["mem", "MaybeUninit" | "ManuallyDrop"] => of_part(),
            ["arch", _, name] => vector_size(name),
            _ => None,
        },
        // How these are laid out is the compiler's choice.
        Type::Array { .. } | Type::Tuple(_) | Type::Str | Type::Slice(_) | Type::Dyn(_) | Type::Never => None,
        Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) | Type::FnCoroutine { .. } => None,
        Type::Impl(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } | Type::Infer => None,
    }
}

/// The size of a type in bytes, where that is known. A structure of one field takes as much as it: the compiler has nothing to choose.
pub(in crate::symex) fn known_size(program: &Program, ty: &Type) -> Option<u64> {
    size_within(program, ty, DEPTH)
}

fn size_within(program: &Program, ty: &Type, depth: usize) -> Option<u64> {
    let depth = depth.checked_sub(1)?;
    if let Some(size) = exact_size(ty) {
        return Some(size);
    }
    if let Type::Array { element, length: ConstArg::Integer { value, .. } } = ty {
        return size_within(program, element, depth)?.checked_mul(value.to_u64()?);
    }
    let Type::Path(path) = ty else { return None };
    let instance = program.adt(ty).filter(|_| !path.begins_in_std())?;
    if instance.adt.kind != TypeKind::Struct || instance.adt.alignment != 1 {
        return None;
    }
    let fields: Vec<Type> = instance.field_types().collect::<Option<_>>()?;
    match fields.as_slice() {
        [field] => size_within(program, field, depth),
        _ => None,
    }
}

fn int_size(int: IntType) -> u64 {
    match int {
        IntType::I8 | IntType::U8 => 1,
        IntType::I16 | IntType::U16 => 2,
        IntType::I32 | IntType::U32 => 4,
        IntType::I64 | IntType::U64 | IntType::Isize | IntType::Usize => 8,
        IntType::I128 | IntType::U128 => 16,
    }
}

fn float_size(float: FloatType) -> u64 {
    match float {
        FloatType::F16 => 2,
        FloatType::F32 => 4,
        FloatType::F64 => 8,
        FloatType::F128 => 16,
    }
}

/// The size of a vector of the processor.
fn vector_size(name: &str) -> Option<u64> {
    match name.get(..5)? {
        "__m12" => Some(16),
        "__m25" => Some(32),
        "__m51" => Some(64),
        _ => None,
    }
}

/// A lower bound of the size of a type in bytes. That what a parameter stands for has a size is assumed, and said in the scope of what is
/// proved.
fn least_size(program: &Program, ty: &Type, depth: usize) -> u64 {
    let Some(depth) = depth.checked_sub(1) else { return 0 };
    if is_of_clients(ty) {
        return 1;
    }
    if let Some(size) = exact_size(ty) {
        return size;
    }
    let least = |ty: &Type| least_size(program, ty, depth);
    match ty {
        Type::Ref { .. } | Type::RawPtr { .. } | Type::FnPtr(_) => 8,
        Type::Tuple(_) => ty.children().into_iter().map(least).sum(),
        Type::Array { length: ConstArg::Integer { value, .. }, .. } => {
            let size: u64 = ty.children().into_iter().map(least).sum();
            size.saturating_mul(value.to_u64().unwrap_or(0).min(1 << 20))
        }
        Type::Path(path) if is_list(path) => 24,
        Type::Path(path) if path.is_std(&["boxed", "Box"]) => 8,
        // Other models of the standard library's types may hold more than these.
        Type::Path(path) if path.begins_in_std() && !AS_DECLARED.iter().any(|names| path.is_std(names)) => 0,
        Type::Path(_) => program.adt(ty).map_or(0, |instance| least_size_of(program, &instance, depth)),
        // Nothing is known.
        Type::Array { .. } | Type::Str | Type::Slice(_) | Type::Dyn(_) | Type::Never => 0,
        Type::Bool | Type::Char | Type::Int(_) | Type::Float(_) => 0,
        Type::FnDef { .. } | Type::Closure(_) | Type::FnCoroutine { .. } => 0,
        Type::Impl(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } | Type::Infer => 0,
    }
}

fn least_size_of(program: &Program, instance: &AdtInstance<'_>, depth: usize) -> u64 {
    let least = |ty: &Type| least_size(program, ty, depth);
    match instance.adt.kind {
        TypeKind::Struct => instance.field_types().flatten().map(|ty| least(&ty)).sum(),
        TypeKind::Union => 0,
        TypeKind::Enum => {
            let fields = |(number, variant): (usize, &crate::source::Variant)| {
                let fields = (0..variant.fields.len()).map(|field| instance.field_type(number, field));
                fields.collect::<Vec<Option<Type>>>()
            };
            let variants: Vec<Vec<Option<Type>>> =
                instance.variants().iter().enumerate().map(fields).collect();
            // Fields take their room in a variant that no value can be of, too.
            let room =
                variants.iter().map(|fields| fields.iter().flatten().map(least).sum()).max().unwrap_or(0);
            let is_possible = |field: &Option<Type>| field.as_ref().is_some_and(is_inhabited);
            let inhabited = variants.iter().filter(|fields| fields.iter().all(is_possible)).count();
            // Two variants are told apart.
            room.max(u64::from(inhabited > 1))
        }
    }
}

/// Tells whether a type is known to have values: an enumeration does not tell a variant apart that can have none.
fn is_inhabited(ty: &Type) -> bool {
    let are_parts = || ty.children().into_iter().all(is_inhabited);
    match ty {
        Type::Bool | Type::Char | Type::Int(_) | Type::Float(_) | Type::RawPtr { .. } | Type::FnPtr(_) => {
            true
        }
        Type::Tuple(_) | Type::Array { .. } => are_parts(),
        Type::Ref { .. } => {
            ty.children().into_iter().all(|to| matches!(to, Type::Str | Type::Slice(_)) || is_inhabited(to))
        }
        Type::Path(path) => is_list(path),
        Type::Never | Type::Str | Type::Slice(_) | Type::Dyn(_) | Type::FnDef { .. } => false,
        Type::Closure(_) | Type::FnCoroutine { .. } | Type::Impl(_) | Type::Infer => false,
        Type::Pattern { .. } | Type::UnsafeBinder { .. } => false,
    }
}

pub(in crate::symex) fn is_list(path: &Path) -> bool {
    path.is_std(&["vec", "Vec"]) || path.is_std(&["string", "String"])
}
