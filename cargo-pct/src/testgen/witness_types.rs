//! Witness types: types of std that are likely to meet the bounds of type parameters. Rustc checks whether they do.

use super::instance::CHOSEN;
use crate::mir::{ConstArg, GenericArg, GenericArgs, IntType, Name, Path, Segment, Type};
use crate::source::prelude;
use crate::symex::types::{Rewrite, path_of};

/// The kind of witness that one bound of a parameter suggests.
#[derive(Clone, Copy)]
enum WitnessKind {
    /// `Range<i32>`, or `std::vec::IntoIter<X>` for what iterates over anything else.
    Iterator,
    /// `Range<X>`
    Range,
    /// `Vec<X>`
    Vec,
    /// `String` for what is text, else `Vec<X>` or `X` itself.
    Viewed,
    /// `X` itself, which is made of itself.
    Itself,
    /// `Box<X>`, or a `String` for text.
    Pointer,
    /// `Cursor<Vec<u8>>`
    Reader,
    /// This type, without arguments.
    Other(&'static [&'static str]),
}

const STRING: WitnessKind = WitnessKind::Other(&["string", "String"]);
const NO_FILE: WitnessKind = WitnessKind::Other(&["io", "Empty"]);

/// Traits of std, by module and name, that a number does not implement.
const TRAITS: [(&str, &str, WitnessKind); 26] = [
    ("iter", "Iterator", WitnessKind::Iterator),
    ("iter", "DoubleEndedIterator", WitnessKind::Iterator),
    ("iter", "ExactSizeIterator", WitnessKind::Iterator),
    ("iter", "FusedIterator", WitnessKind::Iterator),
    ("ops", "RangeBounds", WitnessKind::Range),
    ("iter", "IntoIterator", WitnessKind::Vec),
    ("iter", "Extend", WitnessKind::Vec),
    ("ops", "Index", WitnessKind::Vec),
    ("ops", "IndexMut", WitnessKind::Vec),
    ("convert", "AsRef", WitnessKind::Viewed),
    ("convert", "AsMut", WitnessKind::Viewed),
    ("borrow", "Borrow", WitnessKind::Viewed),
    ("borrow", "BorrowMut", WitnessKind::Viewed),
    ("convert", "Into", WitnessKind::Itself),
    ("convert", "From", WitnessKind::Itself),
    ("ops", "Deref", WitnessKind::Pointer),
    ("ops", "DerefMut", WitnessKind::Pointer),
    ("fmt", "Write", STRING),
    ("string", "ToString", STRING),
    ("io", "Write", NO_FILE),
    ("io", "Read", WitnessKind::Reader),
    ("io", "BufRead", WitnessKind::Reader),
    ("io", "Seek", WitnessKind::Reader),
    ("error", "Error", WitnessKind::Other(&["fmt", "Error"])),
    ("hash", "Hasher", WitnessKind::Other(&["hash", "DefaultHasher"])),
    ("hash", "BuildHasher", WitnessKind::Other(&["hash", "RandomState"])),
];

/// Expressions by which clients make values of witness types without literals.
const VALUES: [(&[&str], &str); 5] = [
    (&["io", "Cursor"], "std::io::Cursor::new(b\"some text\".to_vec())"),
    (&["io", "Empty"], "std::io::empty()"),
    (&["fmt", "Error"], "std::fmt::Error"),
    (&["hash", "DefaultHasher"], "std::hash::DefaultHasher::new()"),
    (&["hash", "RandomState"], "std::hash::RandomState::new()"),
];

/// A type that meets bounds by these traits; none if a number may meet them. `own` resolves the types in the bounds for the function
/// whose parameter it is.
pub(crate) fn witness_for_bounds(bounds: &[&Path], own: &dyn Fn(&Type) -> Type) -> Option<Type> {
    let (kind, bound) = bounds.iter().find_map(|bound| Some((kind(bound)?, *bound)))?;
    let bounds = Bounded { bounds, own };
    let argument = bounds.argument(bound);
    Some(match kind {
        WitnessKind::Iterator => match bounds.associated("Item") {
            Some(item) if item != CHOSEN => iterator(item),
            _ => of_type(&["ops", "Range"], CHOSEN),
        },
        WitnessKind::Range => of_type(&["ops", "Range"], argument.unwrap_or(CHOSEN)),
        WitnessKind::Vec => vector(bounds.associated("Item").or(argument).unwrap_or(CHOSEN)),
        WitnessKind::Viewed => match argument {
            Some(Type::Slice(element)) => vector(*element),
            Some(Type::Str) | None => of_std(&["string", "String"], Vec::new()),
            Some(ty) => ty,
        },
        WitnessKind::Itself => argument.unwrap_or(CHOSEN),
        WitnessKind::Pointer => match bounds.associated("Target") {
            Some(Type::Str) | None => of_std(&["string", "String"], Vec::new()),
            Some(target) => of_type(&["boxed", "Box"], target),
        },
        WitnessKind::Reader => of_type(&["io", "Cursor"], vector(Type::Int(IntType::U8))),
        WitnessKind::Other(names) => of_std(names, Vec::new()),
    })
}

/// The expression of a value of a witness type that has no literal.
pub(super) fn value(ty: &Path) -> Option<&'static str> {
    VALUES.iter().find(|(names, _)| ty.is_std(names)).map(|(_, text)| *text)
}

/// Resolves an associated type of a witness type, as `<Range<i32> as Iterator>::Item`; returns any other type unchanged.
pub(super) fn projected(ty: Type) -> Type {
    let Some(item) = ty.as_path().and_then(Path::as_trait_item) else { return ty };
    let own = item.self_type;
    if let (Type::Int(_), "Output") = (own, &**item.name) {
        return own.clone();
    }
    let Some(path) = own.as_path() else { return ty };
    let argument = path.last().args().iter().find_map(|arg| match arg {
        GenericArg::Type(ty) => Some(ty.clone()),
        _ => None,
    });
    let is = |names: &[&str]| path.is_std(names);
    let is_iterator = is(&["ops", "Range"]) || is(&["vec", "IntoIter"]);
    match (&**item.name, argument) {
        ("Item", Some(item)) if is_iterator || is(&["vec", "Vec"]) || is(&["option", "Option"]) => item,
        ("IntoIter", _) if is_iterator => own.clone(),
        ("IntoIter", Some(item)) if is(&["vec", "Vec"]) => iterator(item),
        ("Output", Some(item)) if is(&["vec", "Vec"]) => item,
        ("Target", Some(target)) if is(&["boxed", "Box"]) => target,
        ("Target", None) if is(&["string", "String"]) => Type::Str,
        _ => ty,
    }
}

pub(super) fn vector(element: Type) -> Type {
    of_type(&["vec", "Vec"], element)
}

fn iterator(item: Type) -> Type {
    of_type(&["vec", "IntoIter"], item)
}

fn of_type(names: &[&str], argument: Type) -> Type {
    of_std(names, vec![GenericArg::Type(argument)])
}

/// A bound as its trait's whole path, if it is written with the last names of one of std that is known here, and is no trait of the crate.
pub(super) fn in_full(bound: Path, is_of_crate: impl Fn(&Path) -> bool) -> Path {
    let written: Vec<&str> = bound.segments.iter().filter_map(Segment::name).map(|name| &**name).collect();
    let known = TRAITS.iter().find(|(module, name, _)| {
        let all = ["std", module, name];
        written.len() < all.len() && all.ends_with(&written)
    });
    let bound = AsWritten.path_arguments(&bound);
    match known {
        Some((module, name, _)) if !is_of_crate(&bound) => {
            match of_std(&[module, name], bound.last().args().to_vec()) {
                Type::Path(path) => path,
                _ => bound,
            }
        }
        _ => bound,
    }
}

/// Gives types that are written by their names in the prelude their whole paths.
struct AsWritten;

impl Rewrite for AsWritten {
    fn path(&self, path: Path) -> Type {
        let known = match &path.segments[..] {
            [Segment::Named { name, .. }] => prelude(name),
            _ => None,
        };
        match known {
            Some(known) => {
                let names: Vec<&str> = known.split("::").skip(1).collect();
                of_std(&names, path.last().args().to_vec())
            }
            None => Type::Path(path),
        }
    }

    fn constant(&self, path: &Path) -> ConstArg {
        ConstArg::Path(path.clone())
    }

    fn trait_path(&self, path: &Path) -> Path {
        self.path_arguments(path)
    }
}

fn kind(bound: &Path) -> Option<WitnessKind> {
    TRAITS.iter().find(|(module, name, _)| bound.is_std(&[module, name])).map(|(.., kind)| *kind)
}

/// The bounds of a parameter.
struct Bounded<'b> {
    bounds: &'b [&'b Path],
    own: &'b dyn Fn(&Type) -> Type,
}

impl Bounded<'_> {
    fn argument(&self, bound: &Path) -> Option<Type> {
        match bound.last().args().iter().find(|arg| !matches!(arg, GenericArg::Lifetime(_)))? {
            GenericArg::Type(ty) => Some((self.own)(ty)),
            _ => None,
        }
    }

    fn associated(&self, wanted: &str) -> Option<Type> {
        self.bounds.iter().flat_map(|bound| bound.last().args()).find_map(|arg| match arg {
            GenericArg::AssociatedType { name, ty, .. } if **name == *wanted => Some((self.own)(ty)),
            _ => None,
        })
    }
}

fn of_std(names: &[&str], args: Vec<GenericArg>) -> Type {
    let (last, around) = names.split_last().expect("a type has a name");
    let around: Vec<&str> = ["std"].iter().chain(around).copied().collect();
    let own = Segment::Named { name: Name::from(*last), args: GenericArgs::Angle(args) };
    let segments = path_of(&around).segments.iter().cloned().chain([own]).collect();
    Type::Path(Path { segments })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Items;

    /// The witness type of a parameter `T` with these bounds.
    fn met(bounds: &str) -> String {
        let text = format!("fn f<T: {bounds}, K, V>() {{}}");
        let items = Items::read("src/lib.rs", &[], &text).unwrap();
        let function = items.functions.values().next().unwrap();
        let bounds: Vec<&Path> = function.bounds.iter().map(|(_, bound)| bound).collect();
        let own = |ty: &Type| match ty {
            Type::Tuple(types) => Type::Tuple(vec![CHOSEN; types.len()]),
            Type::Path(path) if path.as_identifier().is_some() => CHOSEN,
            ty => ty.clone(),
        };
        witness_for_bounds(&bounds, &own).map_or("a number".to_owned(), |ty| ty.to_string())
    }

    #[test]
    fn bounds_are_met_with_what_they_say() {
        assert_eq!(met("Clone"), "a number");
        assert_eq!(met("Iterator<Item = K>"), "std::ops::Range<i32>");
        assert_eq!(met("DoubleEndedIterator + Iterator<Item = (K, V)>"), "std::vec::IntoIter<(i32, i32)>");
        assert_eq!(met("Default + Extend<(K, V)>"), "std::vec::Vec<(i32, i32)>");
        assert_eq!(met("std::borrow::Borrow<K> + std::hash::Hash"), "i32");
        assert_eq!(met("std::borrow::Borrow<str>"), "std::string::String");
        assert_eq!(met("AsRef<[u8]>"), "std::vec::Vec<u8>");
        assert_eq!(met("std::fmt::Write"), "std::string::String");
        assert_eq!(met("std::io::Write"), "std::io::Empty");
        assert_eq!(met("std::io::BufRead"), "std::io::Cursor<std::vec::Vec<u8>>");
    }
}
