//! Functions of the standard library on raw pointers and uninitialised memory, which never panic in code without undefined
//! behaviour: what each does where the pointers lead.
//!
//! Their results are unknown. A box or vector that is made of a pointer owns what lies there from then on: by their contracts nothing
//! else may use it, so that no other value of a state is changed through them. Left out is what panics for some types
//! (`offset_from`); what is dropped in place runs code of its type.

use crate::mir::{GenericArg, Path, Segment, Type};
use crate::symex::program::sizes::exact_size;

/// What a call does where raw pointers lead; reading is nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::symex) struct RawEffect {
    /// It writes there, or its result may be written through.
    pub(in crate::symex) writes: bool,
    /// It stores its arguments, or what is behind them, where nothing is tracked.
    pub(in crate::symex) keeps: bool,
    /// It takes bits from behind its arguments: a mutable reference among these is one that may be written through, although it lay behind a
    /// shared one.
    pub(in crate::symex) copies: bool,
}

const READS: RawEffect = RawEffect { writes: false, keeps: false, copies: false };
const COPIES: RawEffect = RawEffect { copies: true, ..READS };
const LENDS: RawEffect = RawEffect { writes: true, ..READS };
const WRITES: RawEffect = RawEffect { writes: true, keeps: true, copies: true };

/// What a function without a model does where raw pointers lead; none if it is not known to be one of these. It panics only if it
/// [`may_refuse`].
pub(in crate::symex) fn raw_effect(path: &Path) -> Option<RawEffect> {
    let name = &**path.last_name()?;
    match &*path.segments {
        [first, .., Segment::Impl { self_type, trait_path: None }, _] => {
            let in_std = matches!(first.name().map(|name| &**name), Some("std" | "core" | "alloc"));
            in_std.then(|| of_method(self_type, name))?
        }
        [Segment::Qualified { self_type, trait_path: None }, _] => of_method(self_type, name),
        [Segment::Qualified { self_type, trait_path: Some(trait_path) }, _] => {
            let of_std = self_type.as_path().is_some_and(|path| path.is_std(&["ptr", "NonNull"]));
            let pointer = of_std || matches!(**self_type, Type::RawPtr { .. });
            // `hash` is not one: it runs the hasher's code.
            let known = matches!(name, "clone" | "cmp" | "eq" | "from" | "into" | "ne" | "partial_cmp");
            (pointer && known && trait_path.begins_in_std()).then_some(READS)
        }
        _ => of_function(&path.std_names()?),
    }
}

/// Whether std looks at the types that such a function is given, and may panic because of them.
pub(in crate::symex) fn may_refuse(path: &Path) -> bool {
    let types: Vec<&Type> = path.last().args().iter().filter_map(GenericArg::as_type).collect();
    match (path.std_names().as_deref(), types.as_slice()) {
        // What is made has to fit into what is read.
        (Some(["mem", "transmute_copy"]), [from, to]) => match (exact_size(from), exact_size(to)) {
            (Some(from), Some(to)) => to > from,
            _ => from != to,
        },
        (Some(["mem", "zeroed"]), [ty]) => !may_be_zero(ty),
        (Some(["mem", "transmute_copy" | "zeroed"]), _) => true,
        _ => false,
    }
}

/// Whether zeros are surely a value of a type: it has no part of which that is not known.
fn may_be_zero(ty: &Type) -> bool {
    let mut may_be_none = |part: &Type| match part {
        Type::Bool | Type::Char | Type::Int(_) | Type::Float(_) | Type::RawPtr { .. } => false,
        Type::Tuple(_) | Type::Array { .. } => false,
        Type::Path(path) => {
            !path.is_std(&["mem", "MaybeUninit"])
                && !matches!(path.std_names().as_deref(), Some(["arch", ..]))
        }
        Type::Ref { .. } | Type::FnPtr(_) | Type::Str | Type::Slice(_) | Type::Dyn(_) | Type::Never => true,
        Type::FnDef { .. } | Type::Closure(_) | Type::FnCoroutine { .. } | Type::Impl(_) => true,
        Type::Pattern { .. } | Type::UnsafeBinder { .. } | Type::Infer => true,
    };
    !ty.any_part(&mut may_be_none)
}

/// Methods of raw pointers and slices.
fn of_method(self_type: &Type, name: &str) -> Option<RawEffect> {
    if matches!(self_type, Type::RawPtr { .. }) {
        return of_pointer(name);
    }
    if *self_type == Type::Str {
        return matches!(name, "as_ptr" | "as_mut_ptr").then_some(READS);
    }
    let Type::Slice(element) = self_type else { return None };
    match name {
        "as_ptr" | "as_mut_ptr" | "as_ptr_range" | "as_mut_ptr_range" => Some(READS),
        "assume_init_ref" | "assume_init_mut" if is_uninit(element) => Some(READS),
        _ => None,
    }
}

fn is_uninit(ty: &Type) -> bool {
    ty.as_path().is_some_and(|path| path.is_std(&["mem", "MaybeUninit"]))
}

/// Methods of `*const T` and `*mut T`; most are `NonNull`'s as well.
fn of_pointer(name: &str) -> Option<RawEffect> {
    Some(match name {
        "add" | "addr" | "as_mut_ptr" | "as_non_null_ptr" | "as_ptr" | "as_ref" | "byte_add"
        | "byte_offset" | "byte_sub" | "cast" | "cast_const" | "cast_mut" | "is_aligned" | "is_empty"
        | "is_null" | "len" | "offset" | "sub" | "wrapping_add" | "wrapping_byte_add"
        | "wrapping_byte_sub" | "wrapping_offset" | "wrapping_sub" => READS,
        "read" | "read_unaligned" | "read_volatile" => COPIES,
        "as_mut" => LENDS,
        "write"
        | "write_unaligned"
        | "write_volatile"
        | "write_bytes"
        | "replace"
        | "swap"
        | "copy_from"
        | "copy_from_nonoverlapping"
        | "copy_to"
        | "copy_to_nonoverlapping" => WRITES,
        _ => return None,
    })
}

fn of_function(names: &[&str]) -> Option<RawEffect> {
    Some(match names {
        [
            "ptr",
            "NonNull",
            "dangling" | "from_mut" | "from_ref" | "new" | "new_unchecked" | "slice_from_raw_parts",
        ] => READS,
        ["ptr", "NonNull", name] => return of_pointer(name),
        [
            "ptr",
            "addr_eq"
            | "dangling"
            | "dangling_mut"
            | "eq"
            | "fn_addr_eq"
            | "from_mut"
            | "from_ref"
            | "null"
            | "null_mut"
            | "slice_from_raw_parts"
            | "slice_from_raw_parts_mut"
            | "without_provenance"
            | "without_provenance_mut",
        ] => READS,
        ["ptr", "read" | "read_unaligned" | "read_volatile"] => COPIES,
        [
            "ptr",
            "copy"
            | "copy_nonoverlapping"
            | "replace"
            | "swap"
            | "swap_nonoverlapping"
            | "write"
            | "write_bytes"
            | "write_unaligned"
            | "write_volatile",
        ] => WRITES,
        ["slice", "from_mut" | "from_ref"] => READS,
        ["str", "from_utf8_unchecked" | "from_utf8_unchecked_mut"] => READS,
        ["vec", "Vec", "as_mut_ptr" | "as_ptr" | "spare_capacity_mut"] => READS,
        ["cell", "UnsafeCell", "get" | "get_mut" | "into_inner" | "new" | "raw_get"] => READS,
        [
            "mem",
            "MaybeUninit",
            "as_mut_ptr" | "as_ptr" | "assume_init" | "assume_init_mut" | "assume_init_ref" | "new"
            | "uninit" | "uninit_array" | "write" | "zeroed",
        ] => READS,
        ["mem", "ManuallyDrop", "take"] => READS,
        ["mem", "MaybeUninit", "assume_init_read"] | ["mem", "transmute_copy"] => COPIES,
        ["mem", "zeroed"] => READS,
        ["boxed", "Box", "as_mut_ptr" | "as_ptr" | "into_raw" | "leak"] => READS,
        ["boxed", "Box", "from_raw"] => READS,
        // Operations of processors: those on memory say so.
        ["arch", _, name] if name.starts_with("_mm") => {
            let writes = ["maskmove", "scatter", "store", "stream"].iter().any(|word| name.contains(word));
            if writes { WRITES } else { READS }
        }
        ["alloc", "alloc" | "alloc_zeroed" | "dealloc" | "realloc"] => READS,
        _ => return None,
    })
}

fn argument(segment: &Segment) -> Option<&Type> {
    match segment.args() {
        [GenericArg::Type(ty), ..] => Some(ty),
        _ => None,
    }
}

/// The type of what a function drops where a pointer leads; none if it is not one that does.
pub(in crate::symex) fn dropped_in_place(path: &Path) -> Option<&Type> {
    let (own, last) = path.segments.split_last().map(|(last, own)| (own, last))?;
    let name = &**path.last_name()?;
    match (own, name) {
        ([.., Segment::Impl { self_type, trait_path: None }], "drop_in_place") => {
            let Type::RawPtr { pointee, .. } = &**self_type else { return None };
            Some(pointee)
        }
        ([Segment::Qualified { self_type, trait_path: None }], "assume_init_drop") => {
            let Type::Slice(element) = &**self_type else { return None };
            element.as_path().filter(|_| is_uninit(element)).and_then(|path| argument(path.last()))
        }
        _ => match path.std_names()?.as_slice() {
            ["ptr", "drop_in_place"] => argument(last),
            ["ptr", "NonNull", "drop_in_place"] | ["mem", "MaybeUninit", "assume_init_drop"] => {
                argument(own.last()?)
            }
            _ => None,
        },
    }
}
