//! Functions of the standard library that have no model and yet are known never to panic, whatever their arguments.
//!
//! Their results are still unknown, and what their arguments reach still changes. That memory lasts is assumed throughout.
//! A function that calls back into code that is not known (a pattern that is a closure, a `Display` of the user) is not here.

use crate::mir::{GenericArg, Path, Segment, Type};

/// Functions of `str` that take no pattern.
const STR: [&str; 20] = [
    "as_ptr",
    "bytes",
    "char_indices",
    "chars",
    "eq_ignore_ascii_case",
    "into_string",
    "is_ascii",
    "is_char_boundary",
    "lines",
    "make_ascii_lowercase",
    "make_ascii_uppercase",
    "split_ascii_whitespace",
    "split_whitespace",
    "to_ascii_lowercase",
    "to_ascii_uppercase",
    "to_lowercase",
    "to_uppercase",
    "trim",
    "trim_end",
    "trim_start",
];

/// Functions of `str` that take a pattern: harmless if that is a character or a string.
const STR_PATTERN: [&str; 10] = [
    "contains",
    "ends_with",
    "find",
    "rfind",
    "split",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
    "trim_end_matches",
    "trim_start_matches",
];

/// Functions of `char`.
const CHAR: [&str; 16] = [
    "eq_ignore_ascii_case",
    "is_alphabetic",
    "is_alphanumeric",
    "is_ascii",
    "is_ascii_alphabetic",
    "is_ascii_digit",
    "is_control",
    "is_lowercase",
    "is_numeric",
    "is_uppercase",
    "is_whitespace",
    "len_utf8",
    "to_ascii_lowercase",
    "to_ascii_uppercase",
    "to_lowercase",
    "to_uppercase",
];

/// Functions of floating-point numbers; `clamp` is not among them.
const FLOAT: [&str; 30] = [
    "abs",
    "atan",
    "atan2",
    "cbrt",
    "ceil",
    "copysign",
    "cos",
    "exp",
    "floor",
    "fract",
    "from_bits",
    "is_finite",
    "is_infinite",
    "is_nan",
    "is_sign_negative",
    "is_sign_positive",
    "ln",
    "log10",
    "log2",
    "max",
    "min",
    "mul_add",
    "powf",
    "powi",
    "round",
    "signum",
    "sin",
    "sqrt",
    "to_bits",
    "trunc",
];

/// Functions of integers without a model.
const INTEGER: [&str; 27] = [
    "from_be",
    "from_be_bytes",
    "from_le",
    "from_le_bytes",
    "from_ne_bytes",
    "is_ascii",
    "is_ascii_alphabetic",
    "is_ascii_alphanumeric",
    "is_ascii_control",
    "is_ascii_digit",
    "is_ascii_graphic",
    "is_ascii_hexdigit",
    "is_ascii_lowercase",
    "is_ascii_punctuation",
    "is_ascii_uppercase",
    "is_ascii_whitespace",
    "reverse_bits",
    "rotate_left",
    "rotate_right",
    "swap_bytes",
    "to_ascii_lowercase",
    "to_ascii_uppercase",
    "to_be",
    "to_be_bytes",
    "to_le",
    "to_le_bytes",
    "to_ne_bytes",
];

/// Iterators over strings, whose `next` calls nothing back.
const STR_ITERATORS: [&str; 6] =
    ["Bytes", "CharIndices", "Chars", "Lines", "SplitAsciiWhitespace", "SplitWhitespace"];

/// Types of std whose values are compared, and copied, by code of std alone.
const PLAIN: [&[&str]; 34] = [
    &["alloc", "Layout"],
    &["alloc", "LayoutError"],
    &["any", "TypeId"],
    &["char", "CharTryFromError"],
    &["char", "ParseCharError"],
    &["env", "VarError"],
    &["ffi", "CStr"],
    &["ffi", "CString"],
    &["ffi", "FromBytesWithNulError"],
    &["ffi", "IntoStringError"],
    &["ffi", "NulError"],
    &["ffi", "OsStr"],
    &["ffi", "OsString"],
    &["fmt", "Error"],
    &["io", "ErrorKind"],
    &["io", "SeekFrom"],
    &["net", "AddrParseError"],
    &["net", "IpAddr"],
    &["net", "Ipv4Addr"],
    &["net", "Ipv6Addr"],
    &["net", "SocketAddr"],
    &["net", "SocketAddrV4"],
    &["net", "SocketAddrV6"],
    &["num", "ParseFloatError"],
    &["path", "Component"],
    &["path", "Path"],
    &["path", "PathBuf"],
    &["str", "ParseBoolError"],
    &["str", "Utf8Error"],
    &["string", "FromUtf8Error"],
    &["thread", "ThreadId"],
    &["time", "Instant"],
    &["time", "SystemTime"],
    &["time", "SystemTimeError"],
];

/// Methods that compare or copy such values; `clamp`, which may panic, is not among them.
const COMPARISONS: [&str; 11] =
    ["clone", "cmp", "eq", "ge", "gt", "le", "lt", "max", "min", "ne", "partial_cmp"];

/// Whether a function ends the process, where memory that is exhausted does so as well.
pub(in crate::symex) fn ends_the_process(path: &Path) -> bool {
    matches!(
        path.std_names().as_deref(),
        Some(["process", "exit" | "abort"] | ["alloc", "handle_alloc_error"])
    )
}

/// Whether a function is known never to panic.
pub(in crate::symex) fn never_panics(path: &Path) -> bool {
    match &*path.segments {
        [first, .., Segment::Impl { self_type, trait_path: None }, Segment::Named { name, args }] => {
            let in_std = matches!(first.name().map(|name| &**name), Some("std" | "core" | "alloc"));
            in_std && method_never_panics(self_type, name, args.angle())
        }
        [Segment::Qualified { self_type, trait_path: Some(trait_path) }, Segment::Named { name, .. }] => {
            let Some(names) = self_type.as_path().and_then(Path::std_names) else { return false };
            let is_iterator = matches!(names.as_slice(), ["str", iterator] if STR_ITERATORS.contains(iterator))
                && matches!(&**name, "clone" | "next" | "next_back" | "size_hint");
            // A crate may compare types of std with its own.
            let is_plain = PLAIN.contains(&names.as_slice())
                && COMPARISONS.contains(&&**name)
                && trait_path.type_args().all(is_of_std);
            trait_path.begins_in_std() && (is_iterator || is_plain)
        }
        _ => matches!(
            path.std_names().as_deref(),
            Some(
                [
                    "alloc",
                    "Layout",
                    "align"
                        | "array"
                        | "extend"
                        | "for_value"
                        | "from_size_align"
                        | "from_size_align_unchecked"
                        | "new"
                        | "pad_to_align"
                        | "size",
                ] | [
                    "ffi",
                    "CStr",
                    "as_ptr"
                        | "count_bytes"
                        | "from_bytes_until_nul"
                        | "from_bytes_with_nul"
                        | "from_bytes_with_nul_unchecked"
                        | "from_ptr"
                        | "is_empty"
                        | "to_str"
                        | "to_bytes"
                        | "to_bytes_with_nul"
                ] | [
                    "mem",
                    "align_of" | "align_of_val" | "discriminant" | "needs_drop" | "size_of" | "size_of_val"
                ] | [
                    "string",
                    "String",
                    "as_bytes" | "capacity" | "into_bytes" | "pop" | "push" | "push_str"
                ]
            )
        ),
    }
}

/// Tells whether a type and all that it is made of are of std.
fn is_of_std(ty: &Type) -> bool {
    !ty.any_part(&mut is_of_others)
}

/// Tells whether a type may be another crate's. Its parts are not looked at.
fn is_of_others(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => !path.begins_in_std(),
        Type::Bool | Type::Char | Type::Str | Type::Int(_) | Type::Float(_) | Type::Never => false,
        Type::Ref { .. } | Type::RawPtr { .. } | Type::Slice(_) | Type::Array { .. } | Type::Tuple(_) => {
            false
        }
        Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) | Type::FnCoroutine { .. } => true,
        Type::Dyn(_) | Type::Impl(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } | Type::Infer => true,
    }
}

/// The same for a method of a type that is built in.
fn method_never_panics(self_type: &Type, name: &str, args: &[GenericArg]) -> bool {
    match self_type {
        Type::Str => STR.contains(&name) || (STR_PATTERN.contains(&name) && is_plain_pattern(args)),
        Type::Char => CHAR.contains(&name),
        Type::Int(_) => INTEGER.contains(&name),
        Type::Float(_) => FLOAT.contains(&name),
        Type::Bool | Type::Never | Type::Ref { .. } | Type::RawPtr { .. } | Type::Slice(_) => false,
        Type::Array { .. } | Type::Tuple(_) | Type::Path(_) | Type::FnPtr(_) | Type::FnDef { .. } => false,
        Type::Closure(_) | Type::FnCoroutine { .. } | Type::Dyn(_) | Type::Impl(_) => false,
        Type::Pattern { .. } | Type::UnsafeBinder { .. } | Type::Infer => false,
    }
}

/// Whether the pattern argument of a function of `str` is a character or a string. Lifetimes are erased.
fn is_plain_pattern(args: &[GenericArg]) -> bool {
    let [GenericArg::Type(pattern)] = args else { return false };
    *pattern == Type::Char || matches!(pattern, Type::Ref { referent, .. } if **referent == Type::Str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::GenericArgs;
    use crate::symex::program::types::path_of;

    /// `<self_type as PartialEq<other>>::eq`
    fn comparison(self_type: &[&str], other: Option<&[&str]>) -> Path {
        let self_type = Box::new(Type::Path(path_of(self_type)));
        let named = |name: &str, args| Segment::Named { name: name.into(), args: GenericArgs::Angle(args) };
        let args = other.map(|other| GenericArg::Type(Type::Path(path_of(other))));
        let std = ["std", "cmp"].map(|name| named(name, Vec::new()));
        let comparison = named("PartialEq", args.into_iter().collect());
        let trait_path = Path { segments: std.into_iter().chain([comparison]).collect() };
        let of_trait = Segment::Qualified { self_type, trait_path: Some(Box::new(trait_path)) };
        Path { segments: [of_trait, named("eq", Vec::new())].into() }
    }

    #[test]
    fn types_of_std_are_compared_without_panic() {
        assert!(never_panics(&comparison(&["std", "time", "SystemTime"], None)));
        assert!(never_panics(&comparison(&["std", "path", "Path"], Some(&["std", "ffi", "OsStr"]))));
    }

    #[test]
    fn another_crate_may_compare_them_with_its_own_types_as_it_likes() {
        assert!(!never_panics(&comparison(&["std", "path", "Path"], Some(&["other", "Place"]))));
        assert!(!never_panics(&comparison(&["other", "Place"], None)));
    }
}
