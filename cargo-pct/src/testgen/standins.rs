//! Types of std that stand for type parameters with bounds, as far as the bounds' traits tell; rustc tells whether they do.

use super::instance::CHOSEN;
use crate::mir::{GenericArg, GenericArgs, Name, Path, Segment, Type};
use crate::symex::types::path_of;

/// What stands for a parameter because of one of its bounds.
#[derive(Clone, Copy)]
enum Kind {
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
    /// This type, without arguments.
    Other(&'static [&'static str]),
}

const STRING: Kind = Kind::Other(&["string", "String"]);
const NO_FILE: Kind = Kind::Other(&["io", "Empty"]);

/// Traits of std, by module and name, that a number does not implement.
const TRAITS: [(&str, &str, Kind); 26] = [
    ("iter", "Iterator", Kind::Iterator),
    ("iter", "DoubleEndedIterator", Kind::Iterator),
    ("iter", "ExactSizeIterator", Kind::Iterator),
    ("iter", "FusedIterator", Kind::Iterator),
    ("ops", "RangeBounds", Kind::Range),
    ("iter", "IntoIterator", Kind::Vec),
    ("iter", "Extend", Kind::Vec),
    ("ops", "Index", Kind::Vec),
    ("ops", "IndexMut", Kind::Vec),
    ("convert", "AsRef", Kind::Viewed),
    ("convert", "AsMut", Kind::Viewed),
    ("borrow", "Borrow", Kind::Viewed),
    ("borrow", "BorrowMut", Kind::Viewed),
    ("convert", "Into", Kind::Itself),
    ("convert", "From", Kind::Itself),
    ("ops", "Deref", Kind::Pointer),
    ("ops", "DerefMut", Kind::Pointer),
    ("fmt", "Write", STRING),
    ("string", "ToString", STRING),
    ("io", "Write", NO_FILE),
    ("io", "Read", NO_FILE),
    ("io", "BufRead", NO_FILE),
    ("io", "Seek", NO_FILE),
    ("error", "Error", Kind::Other(&["fmt", "Error"])),
    ("hash", "Hasher", Kind::Other(&["hash", "DefaultHasher"])),
    ("hash", "BuildHasher", Kind::Other(&["hash", "RandomState"])),
];

/// How clients make a value of a type that no literal is of.
const VALUES: [(&[&str], &str); 4] = [
    (&["io", "Empty"], "std::io::empty()"),
    (&["fmt", "Error"], "std::fmt::Error"),
    (&["hash", "DefaultHasher"], "std::hash::DefaultHasher::new()"),
    (&["hash", "RandomState"], "std::hash::RandomState::new()"),
];

/// A type that meets bounds by these traits; none where they ask for nothing that a number is not. `own`: types of the bounds as the function
/// means them whose parameter it is.
pub(super) fn meeting(bounds: &[&Path], own: &dyn Fn(&Type) -> Type) -> Option<Type> {
    let (kind, bound) = bounds.iter().find_map(|bound| Some((kind(bound)?, *bound)))?;
    let bounds = Bounded { bounds, own };
    let argument = bounds.argument(bound);
    Some(match kind {
        Kind::Iterator => match bounds.associated("Item") {
            Some(item) if item != CHOSEN => iterator(item),
            _ => of_type(&["ops", "Range"], CHOSEN),
        },
        Kind::Range => of_type(&["ops", "Range"], argument.unwrap_or(CHOSEN)),
        Kind::Vec => vector(bounds.associated("Item").or(argument).unwrap_or(CHOSEN)),
        Kind::Viewed => match argument {
            Some(Type::Slice(element)) => vector(*element),
            Some(Type::Str) | None => of_std(&["string", "String"], Vec::new()),
            Some(ty) => ty,
        },
        Kind::Itself => argument.unwrap_or(CHOSEN),
        Kind::Pointer => match bounds.associated("Target") {
            Some(Type::Str) | None => of_std(&["string", "String"], Vec::new()),
            Some(target) => of_type(&["boxed", "Box"], target),
        },
        Kind::Other(names) => of_std(names, Vec::new()),
    })
}

/// How a client writes a value of a type that has no literal and is what parameters stand for.
pub(super) fn value(ty: &Path) -> Option<&'static str> {
    VALUES.iter().find(|(names, _)| ty.is_std(names)).map(|(_, text)| *text)
}

/// What is meant by an associated type of one of the types here, as `<Range<i32> as Iterator>::Item`; any other type as it is.
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

fn kind(bound: &Path) -> Option<Kind> {
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

    /// What stands for a parameter `T` with these bounds.
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
        meeting(&bounds, &own).map_or("a number".to_owned(), |ty| ty.to_string())
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
    }
}
