//! How much memory values of a type take at most.
//!
//! Over-approximates: what is not known takes any amount. That what clients choose takes no more than [`MOST_ASSUMED`] is an assumption,
//! and so is that of types of other crates.

use crate::mir::{ConstArg, Path, Type};
use crate::source::TypeKind;
use crate::symex::program::Program;
use crate::symex::program::sizes::{exact_size, is_list};
use crate::symex::program::types::is_of_clients;

/// The most bytes that a value takes whose type nobody knows: an assumption about clients.
const MOST_ASSUMED: u64 = 1 << 24;

/// How much more than their parts values of the standard library's types take at most, and how often they hold a part.
const STD: (u64, u64) = (1024, 4);

/// How deep types are looked into.
const DEPTH: usize = 12;

/// Types of the standard library that keep what they hold elsewhere, with their greatest size.
const ELSEWHERE: [(&[&str], u64); 13] = [
    (&["boxed", "Box"], 16),
    (&["rc", "Rc"], 16),
    (&["rc", "Weak"], 16),
    (&["sync", "Arc"], 16),
    (&["sync", "Weak"], 16),
    (&["ptr", "NonNull"], 16),
    (&["collections", "BTreeMap"], 24),
    (&["collections", "BTreeSet"], 24),
    (&["collections", "BinaryHeap"], 24),
    (&["collections", "LinkedList"], 24),
    (&["collections", "VecDeque"], 32),
    (&["marker", "PhantomData"], 0),
    (&["cmp", "Ordering"], 1),
];

/// Upper bounds of what a value takes.
#[derive(Clone, Copy, Debug)]
struct Extent {
    size: u64,
    alignment: u64,
}

/// Alignments that are not said are no greater.
const ALIGNMENT: u64 = 16;

/// The alignment of the widest vectors of the processor.
const WIDEST: u64 = 64;

fn is_of_the_processor(ty: &Type) -> bool {
    ty.as_path().and_then(Path::std_names).is_some_and(|names| names.first() == Some(&"arch"))
}

impl Extent {
    const UNKNOWN: Extent = Extent::of(u64::MAX);
    const NOTHING: Extent = Extent::of(0);

    const fn of(size: u64) -> Extent {
        Extent { size, alignment: ALIGNMENT }
    }

    /// Both beside each other, each at a multiple of its alignment. Two that take no room take none together.
    fn beside(self, other: Extent) -> Extent {
        let alignment = self.alignment.max(other.alignment);
        let parts = self.size.saturating_add(other.size);
        let size = if parts == 0 { 0 } else { parts.saturating_add(alignment - 1) };
        Extent { size, alignment }
    }

    fn times(self, number: u64) -> Extent {
        Extent { size: self.size.saturating_mul(number), ..self }
    }

    /// The same at multiples of an alignment.
    fn aligned(self, least: u64) -> Extent {
        let alignment = self.alignment.max(least);
        let more = if least > ALIGNMENT && self.size > 0 { alignment - 1 } else { 0 };
        Extent { size: self.size.saturating_add(more), alignment }
    }
}

/// The greatest size of a type's values in bytes, or more.
pub(in crate::symex) fn greatest_size(program: &Program, ty: &Type) -> u64 {
    extent(program, ty, DEPTH).size
}

fn extent(program: &Program, ty: &Type, depth: usize) -> Extent {
    if let Some(size) = exact_size(ty) {
        let alignment = if ty.any_part(&mut is_of_the_processor) { WIDEST } else { ALIGNMENT };
        return Extent { size, alignment };
    }
    if is_of_clients(ty) {
        return Extent::of(MOST_ASSUMED);
    }
    let Some(depth) = depth.checked_sub(1) else { return Extent::UNKNOWN };
    let of_part = || ty.children().first().map_or(Extent::UNKNOWN, |part| extent(program, part, depth));
    match ty {
        Type::Ref { .. } | Type::RawPtr { .. } | Type::FnPtr(_) => Extent::of(16),
        Type::FnDef { .. } | Type::Never => Extent::NOTHING,
        Type::Tuple(_) => all(program, ty.children().into_iter().cloned().map(Some), depth),
        Type::Array { length: ConstArg::Integer { value, .. }, .. } => {
            of_part().times(value.to_u64().unwrap_or(u64::MAX))
        }
        Type::Path(path) => of_path(program, ty, path, depth),
        Type::Closure(closure) if program.captures_nothing(closure) => Extent::NOTHING,
        // Nothing is known, or it has no size of its own.
        Type::Array { .. } | Type::Str | Type::Slice(_) | Type::Dyn(_) | Type::Closure(_) => Extent::UNKNOWN,
        Type::Bool | Type::Char | Type::Int(_) | Type::Float(_) | Type::FnCoroutine { .. } => Extent::UNKNOWN,
        Type::Impl(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } | Type::Infer => Extent::UNKNOWN,
    }
}

fn of_path(program: &Program, ty: &Type, path: &Path, depth: usize) -> Extent {
    if is_list(path) {
        return Extent::of(24);
    }
    if let Some((_, size)) = ELSEWHERE.iter().find(|(names, _)| path.is_std(names)) {
        return Extent::of(*size);
    }
    let is_of_std = path.begins_in_std();
    let Some(instance) = program.adt(ty) else {
        let are_types = path.last().args().iter().all(|arg| arg.as_type().is_some());
        let parts = all(program, ty.children().into_iter().cloned().map(Some), depth).times(STD.1);
        let own = if is_of_std { STD.0 } else { MOST_ASSUMED };
        return if are_types { parts.beside(Extent::of(own)) } else { Extent::UNKNOWN };
    };
    let fields = all(program, instance.field_types(), depth).aligned(instance.adt.alignment);
    if is_of_std && !path.is_std(&["option", "Option"]) {
        // What the models say of a type of the standard library need not be how it is laid out.
        return fields.times(STD.1).beside(Extent::of(STD.0));
    }
    match instance.adt.kind {
        TypeKind::Struct => fields,
        // With what tells variants apart.
        TypeKind::Enum | TypeKind::Union => fields.beside(Extent::of(1)),
    }
}

/// All of these beside each other.
fn all(program: &Program, types: impl Iterator<Item = Option<Type>>, depth: usize) -> Extent {
    let extents = types.map(|ty| ty.map_or(Extent::UNKNOWN, |ty| extent(program, &ty, depth)));
    extents.fold(Extent::NOTHING, Extent::beside)
}
