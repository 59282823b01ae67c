//! How values of each type are made up.

use super::dynamic;
use super::making::{Access, Making};
use super::objects::Objects;
use crate::mir::{ConstArg, FloatType, GenericArg, IntType, Mutability, Path, Type};
use crate::source::TypeKind;
use crate::symex::Program;
use crate::testgen::{Library, raw, spelled, type_name, with_fields};

/// Values nested deeper than this are not made.
const MOST_NESTING: usize = 5;

/// The longest array.
const LONGEST: usize = 256;

/// Makes values for parameters.
pub(super) struct Maker<'m, 'l> {
    pub(super) program: &'m Program,
    pub(super) library: &'m Library<'l>,
    pub(super) objects: &'m mut Objects<'l>,
    /// Types that values have and no parameter is written with.
    pub(super) mentioned: Vec<Type>,
}

impl Maker<'_, '_> {
    /// How values of a type are made; none if clients cannot make any.
    pub(super) fn of(&mut self, ty: &Type) -> Option<Making> {
        self.value(ty, 0)
    }

    pub(super) fn value(&mut self, ty: &Type, depth: usize) -> Option<Making> {
        if depth > MOST_NESTING {
            return None;
        }
        match ty {
            Type::Bool => Some(Making::Bool),
            Type::Char => Some(Making::Char),
            Type::Int(int) => Some(Making::Int(*int)),
            Type::Float(FloatType::F64) => Some(Making::Float("f64")),
            Type::Float(FloatType::F32) => Some(Making::Float("f32")),
            Type::Ref { mutability, referent, .. } => self.reference(*mutability, referent, depth),
            Type::Tuple(parts) => {
                let text = numbered(parts.len(), |list| match parts.len() {
                    1 => format!("({list},)"),
                    _ => format!("({list})"),
                });
                let parts = parts.iter().map(|part| self.value(part, depth + 1)).collect::<Option<_>>()?;
                Some(Making::Choice(vec![(text, parts)]))
            }
            Type::Array { element, length: ConstArg::Integer { value, .. } } => {
                let length = value.to_string().parse().ok().filter(|length| *length <= LONGEST)?;
                let element = Box::new(self.value(element, depth + 1)?);
                let list = Making::List { element, length: Some(length) };
                Some(Making::wrapped(list, format!("<[_; {length}]>::try_from({{0}}).ok().unwrap()")))
            }
            // What it does where it is hashed, compared or dropped is the crate's code.
            Type::Path(_) if !self.library.may_make(ty) => None,
            Type::Path(path) if path.begins_in_std() => self.of_std(path, depth),
            Type::Path(_) => self.of_crate(ty, depth),
            Type::Dyn(bounds) => self.dynamic(bounds, depth),
            Type::FnPtr(signature) => Some(dynamic::function(signature)),
            Type::Str | Type::Slice(_) | Type::Array { .. } | Type::Never | Type::Float(_) => None,
            Type::RawPtr { .. } | Type::FnDef { .. } | Type::Closure(_) => None,
            Type::FnCoroutine { .. } | Type::Impl(_) | Type::Infer => None,
            Type::Pattern { .. } | Type::UnsafeBinder { .. } => None,
        }
    }

    fn reference(&mut self, mutability: Mutability, referent: &Type, depth: usize) -> Option<Making> {
        let is_mutable = mutability == Mutability::Mut;
        let to =
            |part: Making, is_slice: bool| Making::Reference { part: Box::new(part), is_mutable, is_slice };
        match referent {
            Type::Str if !is_mutable => Some(Making::Str),
            Type::Path(path) if !is_mutable && path.is_std(&["path", "Path"]) => {
                Some(Making::wrapped(Making::Str, "std::path::Path::new({0})"))
            }
            Type::Path(path) if !is_mutable && path.is_std(&["ffi", "OsStr"]) => {
                Some(Making::wrapped(Making::Str, "std::ffi::OsStr::new({0})"))
            }
            Type::Slice(element) if **element == Type::Int(IntType::U8) && !is_mutable => Some(Making::Bytes),
            Type::Slice(element) if **element == Type::Int(IntType::U8) => {
                Some(to(Making::wrapped(Making::Bytes, "({0}).to_vec()"), true))
            }
            Type::Slice(element) => {
                let element = Box::new(self.value(element, depth + 1)?);
                Some(to(Making::List { element, length: None }, true))
            }
            ty => {
                let access = if is_mutable { Access::Exclusive } else { Access::Shared };
                match self.object(ty, access) {
                    Some(object) => Some(object),
                    None => Some(to(self.value(ty, depth)?, false)),
                }
            }
        }
    }

    /// An object of a class of the crate.
    fn object(&mut self, ty: &Type, access: Access) -> Option<Making> {
        let number = self.objects.number(ty)?;
        Some(Making::Object { number, ty: spelled(self.program, ty), access })
    }

    fn of_std(&mut self, path: &Path, depth: usize) -> Option<Making> {
        let types: Vec<&Type> = path.last().args().iter().filter_map(GenericArg::as_type).collect();
        let first = types.first().copied();
        let names = path.std_names()?;
        let part = |own: &mut Self, ty: Option<&Type>| own.value(ty?, depth + 1);
        let list = |own: &mut Self, ty: Option<&Type>| {
            Some(match ty? {
                Type::Int(IntType::U8) => Making::wrapped(Making::Bytes, "({0}).to_vec()"),
                ty => Making::List { element: Box::new(own.value(ty, depth + 1)?), length: None },
            })
        };
        let choice = |text: &str, parts: Vec<Making>| Making::Choice(vec![(text.to_owned(), parts)]);
        Some(match names.as_slice() {
            ["string", "String"] => Making::wrapped(Making::Str, "({0}).to_owned()"),
            ["vec", "Vec"] => list(self, first)?,
            ["vec", "IntoIter"] => Making::wrapped(list(self, first)?, "({0}).into_iter()"),
            ["collections", "VecDeque" | "BinaryHeap" | "BTreeSet" | "HashSet" | "LinkedList"] => {
                Making::wrapped(list(self, first)?, format!("std::{}::from_iter({{0}})", names.join("::")))
            }
            ["collections", "BTreeMap" | "HashMap"] => {
                let pair = Type::Tuple(vec![first?.clone(), (*types.get(1)?).clone()]);
                Making::wrapped(
                    list(self, Some(&pair))?,
                    format!("std::{}::from_iter({{0}})", names.join("::")),
                )
            }
            ["option", "Option"] => Making::Choice(vec![
                ("None".to_owned(), Vec::new()),
                ("Some({0})".to_owned(), vec![part(self, first)?]),
            ]),
            ["result", "Result"] => Making::Choice(vec![
                ("Ok({0})".to_owned(), vec![part(self, first)?]),
                ("Err({0})".to_owned(), vec![part(self, types.get(1).copied())?]),
            ]),
            ["ops", "Range"] => choice("({0}..{1})", vec![part(self, first)?, part(self, first)?]),
            ["ops", "RangeInclusive"] => choice("({0}..={1})", vec![part(self, first)?, part(self, first)?]),
            ["ops", "RangeFrom"] => choice("({0}..)", vec![part(self, first)?]),
            ["ops", "RangeTo"] => choice("(..{0})", vec![part(self, first)?]),
            ["ops", "RangeToInclusive"] => choice("(..={0})", vec![part(self, first)?]),
            ["ops", "RangeFull"] => Making::fixed("(..)"),
            ["ops", "Bound"] => Making::Choice(vec![
                ("std::ops::Bound::Included({0})".to_owned(), vec![part(self, first)?]),
                ("std::ops::Bound::Excluded({0})".to_owned(), vec![part(self, first)?]),
                ("std::ops::Bound::Unbounded".to_owned(), Vec::new()),
            ]),
            ["cmp", "Ordering"] => Making::Choice(
                ["Less", "Equal", "Greater"]
                    .map(|name| (format!("std::cmp::Ordering::{name}"), Vec::new()))
                    .to_vec(),
            ),
            ["time", "Duration"] => {
                let parts = vec![Making::Int(IntType::U64), Making::Int(IntType::U32)];
                choice("std::time::Duration::new({0}, {1})", parts)
            }
            ["time", "SystemTime"] => {
                let parts = vec![Making::Int(IntType::U32)];
                choice("(std::time::UNIX_EPOCH + std::time::Duration::from_secs({0}.into()))", parts)
            }
            ["io", "SeekFrom"] => Making::Choice(vec![
                ("std::io::SeekFrom::Start({0})".to_owned(), vec![Making::Int(IntType::U64)]),
                ("std::io::SeekFrom::Current({0})".to_owned(), vec![Making::Int(IntType::I64)]),
                ("std::io::SeekFrom::End({0})".to_owned(), vec![Making::Int(IntType::I64)]),
            ]),
            ["io", "Cursor"] => Making::wrapped(part(self, first)?, "std::io::Cursor::new({0})"),
            ["net", "Ipv4Addr"] => {
                Making::wrapped(Making::Int(IntType::U32), "std::net::Ipv4Addr::from({0})")
            }
            ["net", "Ipv6Addr"] => {
                Making::wrapped(Making::Int(IntType::U128), "std::net::Ipv6Addr::from({0})")
            }
            ["net", "IpAddr"] => Making::Choice(vec![
                ("std::net::IpAddr::V4(({0}).into())".to_owned(), vec![Making::Int(IntType::U32)]),
                ("std::net::IpAddr::V6(({0}).into())".to_owned(), vec![Making::Int(IntType::U128)]),
            ]),
            ["net", "SocketAddr"] => choice(
                "std::net::SocketAddr::from((std::net::Ipv4Addr::from({0}), {1}))",
                vec![Making::Int(IntType::U32), Making::Int(IntType::U16)],
            ),
            ["ops", "ControlFlow"] => Making::Choice(vec![
                ("std::ops::ControlFlow::Continue({0})".to_owned(), vec![part(self, types.get(1).copied())?]),
                ("std::ops::ControlFlow::Break({0})".to_owned(), vec![part(self, first)?]),
            ]),
            ["sync", "atomic", name] => {
                let (number, text) =
                    (name.strip_prefix("Atomic")?, format!("std::sync::atomic::{name}::new({{0}})"));
                match number {
                    "Bool" => Making::wrapped(Making::Bool, text),
                    number => Making::wrapped(Making::Int(IntType::from_name(&number.to_lowercase())?), text),
                }
            }
            ["str", "Chars"] => Making::wrapped(Making::Str, "({0}).chars()"),
            ["str", "CharIndices"] => Making::wrapped(Making::Str, "({0}).char_indices()"),
            ["str", "Bytes"] => Making::wrapped(Making::Str, "({0}).bytes()"),
            ["slice", "Iter"] => {
                let slice = Type::Slice(Box::new(first?.clone()));
                Making::wrapped(self.reference(Mutability::Not, &slice, depth + 1)?, "({0}).iter()")
            }
            ["iter", "Peekable"] => Making::wrapped(part(self, first)?, "({0}).peekable()"),
            ["iter", "Enumerate"] => Making::wrapped(part(self, first)?, "({0}).enumerate()"),
            ["iter", "Rev"] => Making::wrapped(part(self, first)?, "({0}).rev()"),
            ["pin", "Pin"] => Making::wrapped(part(self, first)?, "std::pin::Pin::new({0})"),
            ["num", "ParseIntError"] => Making::fixed("\"\".parse::<i32>().unwrap_err()"),
            ["num", "ParseFloatError"] => Making::fixed("\"\".parse::<f32>().unwrap_err()"),
            ["io", "Error"] => Making::fixed("std::io::Error::other(\"made up\")"),
            ["io", "ErrorKind"] => Making::fixed("std::io::ErrorKind::Other"),
            ["num", "NonZero"] => Making::wrapped(part(self, first)?, "std::num::NonZero::new({0}).unwrap()"),
            ["borrow", "Cow"] => Making::wrapped(
                self.reference(Mutability::Not, first?, depth + 1)?,
                "std::borrow::Cow::Borrowed({0})",
            ),
            ["path", "PathBuf"] => Making::wrapped(Making::Str, "std::path::PathBuf::from({0})"),
            ["ffi", "OsString"] => Making::wrapped(Making::Str, "std::ffi::OsString::from({0})"),
            ["boxed", "Box"] => match first? {
                Type::Str => Making::wrapped(Making::Str, "Box::<str>::from({0})"),
                Type::Slice(element) => {
                    Making::wrapped(list(self, Some(element))?, "({0}).into_boxed_slice()")
                }
                ty => Making::wrapped(part(self, Some(ty))?, "Box::new({0})"),
            },
            ["rc", "Rc"] | ["sync", "Arc"] => match first? {
                Type::Str => {
                    Making::wrapped(Making::Str, format!("std::{}::<str>::from({{0}})", names.join("::")))
                }
                ty => {
                    Making::wrapped(part(self, Some(ty))?, format!("std::{}::new({{0}})", names.join("::")))
                }
            },
            ["cell", "Cell" | "RefCell"] | ["sync", "Mutex" | "RwLock"] | ["mem", "ManuallyDrop"] => {
                Making::wrapped(part(self, first)?, format!("std::{}::new({{0}})", names.join("::")))
            }
            ["num", "Wrapping" | "Saturating"] | ["cmp", "Reverse"] => {
                Making::wrapped(part(self, first)?, format!("std::{}({{0}})", names.join("::")))
            }
            ["io", "Empty"] => Making::fixed("std::io::empty()"),
            ["fmt", "Error"] => Making::fixed("std::fmt::Error"),
            ["hash", "DefaultHasher"] => Making::fixed("std::hash::DefaultHasher::new()"),
            ["hash", "RandomState"] => Making::fixed("std::hash::RandomState::new()"),
            ["hash", "BuildHasherDefault"] | ["marker", "PhantomData"] => Making::fixed("Default::default()"),
            _ => return None,
        })
    }

    /// A struct of public fields, or an enum; else an object.
    fn of_crate(&mut self, ty: &Type, depth: usize) -> Option<Making> {
        let literal = self.nested_literal(ty, depth);
        // What has functions that make it is made by these as well.
        let object = self.object(ty, Access::Moved);
        match (literal, object) {
            (Some(literal), None) => Some(literal),
            (None, object) => object,
            (Some(Making::Choice(mut choices)), Some(object)) => {
                choices.push(("{0}".to_owned(), vec![object]));
                Some(Making::Choice(choices))
            }
            (literal, _) => literal,
        }
    }

    /// An instance as clients write it with its fields; none if some are private.
    pub(super) fn literal(&mut self, ty: &Type) -> Option<Making> {
        if !self.library.may_make(ty) {
            return None;
        }
        self.nested_literal(ty, 0)
    }

    fn nested_literal(&mut self, ty: &Type, depth: usize) -> Option<Making> {
        let instance = self.program.adt(ty)?;
        if !instance.adt.is_constructible_by_clients() {
            return None;
        }
        let name = type_name(self.program, ty)?;
        let mut choices = Vec::new();
        for (index, variant) in instance.variants().iter().enumerate() {
            if variant.is_non_exhaustive {
                continue;
            }
            let types = (0..variant.fields.len()).map(|field| instance.field_type(index, field));
            let Some(types) = types.collect::<Option<Vec<Type>>>() else { continue };
            let parts: Option<Vec<Making>> = types.iter().map(|ty| self.value(ty, depth + 1)).collect();
            let Some(parts) = parts else { continue };
            let path = match instance.adt.kind {
                TypeKind::Enum => format!("{name}::{}", raw(&variant.name)),
                TypeKind::Struct | TypeKind::Union => name.clone(),
            };
            let places: Vec<String> = (0..parts.len()).map(|part| format!("{{{part}}}")).collect();
            choices.push((with_fields(&path, variant, &places), parts));
        }
        // What ends a recursion comes first: the engine takes it for what is nested deep.
        choices.sort_by_key(|(_, parts)| parts.len());
        (!choices.is_empty()).then_some(Making::Choice(choices))
    }
}

/// A list of so many places within something.
fn numbered(parts: usize, around: impl Fn(String) -> String) -> String {
    around((0..parts).map(|part| format!("{{{part}}}")).collect::<Vec<_>>().join(", "))
}
