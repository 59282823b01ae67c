//! Random values as expressions of tests.
//!
//! They need not be of the type: rustc refuses what is not.

use super::literal::{raw, with_fields};
use super::naming::type_name;
use super::witness_types;
use crate::drive::values::{Maker, Pool};
use crate::mir::{GenericArg, Mutability, Path, Type};
use crate::random::Random;
use crate::source::TypeKind;
use crate::symex::Program;
use crate::symex::types::scalar_sort;

/// Values nested deeper than this are not made.
const MOST_NESTING: usize = 4;

const MOST_ELEMENTS: u64 = 5;

/// Of texts: the pieces that one is made of.
const MOST_PIECES: u64 = 6;

/// Characters that texts have, besides those that the code mentions.
const CHARACTERS: [char; 24] = [
    'a', 'b', 'z', 'A', 'Z', '0', '1', '2', '9', ' ', '\t', '\n', '-', '+', '.', ',', '/', ':', '_', '"',
    'é', '\u{301}', '€', '😀',
];

/// Writes expressions.
pub(super) struct Expressions<'a> {
    program: &'a Program,
    /// What texts are made of: what the code mentions.
    texts: Vec<&'a str>,
}

impl<'a> Expressions<'a> {
    pub(super) fn new(program: &'a Program) -> Expressions<'a> {
        Expressions { program, texts: program.texts().collect() }
    }

    /// A random value of a type; none of types that no client can make values of.
    pub(super) fn of(&self, random: &mut Random, ty: &Type) -> Option<String> {
        Writing { all: self, random }.value(ty, 0)
    }
}

struct Writing<'w> {
    all: &'w Expressions<'w>,
    random: &'w mut Random,
}

impl Writing<'_> {
    fn value(&mut self, ty: &Type, depth: usize) -> Option<String> {
        if depth > MOST_NESTING {
            return None;
        }
        match ty {
            Type::Str => Some(format!("{:?}", self.text())),
            Type::Char => Some(format!("{:?}", self.character())),
            Type::Ref { mutability, referent, .. } => {
                let inner = self.value(referent, depth)?;
                let sign = if *mutability == Mutability::Mut { "&mut " } else { "&" };
                Some(if **referent == Type::Str { inner } else { format!("{sign}{inner}") })
            }
            Type::Slice(element) => Some(format!("vec![{}]", self.list(element, depth)?)),
            Type::Array { element, length } => {
                let length = length.to_string().parse::<usize>().ok().filter(|length| *length <= 64)?;
                let elements = (0..length).map(|_| self.value(element, depth + 1));
                Some(format!("[{}]", elements.collect::<Option<Vec<_>>>()?.join(", ")))
            }
            Type::Tuple(types) => {
                let parts: Option<Vec<_>> = types.iter().map(|ty| self.value(ty, depth + 1)).collect();
                let parts = parts?;
                Some(format!("({}{})", parts.join(", "), if parts.len() == 1 { "," } else { "" }))
            }
            Type::Path(path) if path.begins_in_std() => self.of_std(path, depth),
            Type::Path(_) if self.all.program.adt(ty).is_some() => self.of_crate(ty, depth),
            Type::Path(_) => None,
            ty if scalar_sort(ty).is_some() || matches!(ty, Type::Float(_)) => self.scalar(ty),
            _ => None,
        }
    }

    fn scalar(&mut self, ty: &Type) -> Option<String> {
        // Great numbers ask for too much time and memory more often than they lead anywhere.
        let is_timid = self.random.below(8) > 0;
        let (program, pool) = (self.all.program, Pool::default());
        Some(Maker { program, random: &mut *self.random, pool: &pool, is_timid }.value(ty, 0)?.to_string())
    }

    /// The ends of a range: most often of few numbers that objects have, for others end in a panic.
    fn ends(&mut self, ty: &Type, depth: usize) -> Option<(String, String)> {
        if matches!(ty, Type::Int(_)) && self.random.below(4) > 0 {
            let from = self.random.below(MOST_ELEMENTS / 2);
            return Some((from.to_string(), (from + self.random.below(MOST_ELEMENTS)).to_string()));
        }
        Some((self.value(ty, depth + 1)?, self.value(ty, depth + 1)?))
    }

    fn list(&mut self, element: &Type, depth: usize) -> Option<String> {
        let elements = (0..self.random.below(MOST_ELEMENTS + 1)).map(|_| self.value(element, depth + 1));
        Some(elements.collect::<Option<Vec<_>>>()?.join(", "))
    }

    fn character(&mut self) -> char {
        let mentioned = self.random.one_of(&self.all.texts).and_then(|text| text.chars().next());
        match (self.random.below(4), mentioned) {
            (0, Some(letter)) => letter,
            (1, Some(letter)) => char::from_u32(u32::from(letter).wrapping_add(1)).unwrap_or(letter),
            (2, _) => char::from_u32(self.random.below(0x3_0000) as u32).unwrap_or('x'),
            _ => self.random.one_of(&CHARACTERS).copied().unwrap_or('x'),
        }
    }

    fn text(&mut self) -> String {
        let pieces = self.random.below(MOST_PIECES);
        let is_mentioned = self.random.below(2) == 0;
        let piece = |_| match self.random.one_of(&self.all.texts) {
            Some(text) if is_mentioned && self.random.below(3) > 0 => (*text).to_owned(),
            _ => self.character().to_string(),
        };
        (0..pieces).map(piece).collect()
    }

    fn of_std(&mut self, path: &Path, depth: usize) -> Option<String> {
        if let Some(text) = witness_types::value(path) {
            return Some(text.to_owned());
        }
        let types: Vec<&Type> = path
            .last()
            .args()
            .iter()
            .filter_map(|arg| match arg {
                GenericArg::Type(ty) => Some(ty),
                _ => None,
            })
            .collect();
        let first = types.first().copied();
        let is = |names: &[&str]| path.is_std(names);
        if is(&["string", "String"]) {
            return Some(format!("{:?}.to_owned()", self.text()));
        }
        if is(&["vec", "Vec"]) {
            return Some(format!("vec![{}]", self.list(first?, depth)?));
        }
        if is(&["vec", "IntoIter"]) {
            return Some(format!("vec![{}].into_iter()", self.list(first?, depth)?));
        }
        if is(&["ops", "Range"]) || is(&["ops", "RangeInclusive"]) {
            let (from, to) = self.ends(first?, depth)?;
            return Some(format!("{from}{}{to}", if is(&["ops", "Range"]) { ".." } else { "..=" }));
        }
        if is(&["option", "Option"]) {
            let is_some = self.random.below(3) > 0;
            return if is_some {
                Some(format!("Some({})", self.value(first?, depth + 1)?))
            } else {
                Some("None".to_owned())
            };
        }
        if is(&["result", "Result"]) {
            let (index, name) = if self.random.below(2) == 0 { (0, "Ok") } else { (1, "Err") };
            return Some(format!("{name}({})", self.value(types.get(index)?, depth + 1)?));
        }
        if let Some(maker) = WRAPPERS.iter().find(|(names, _)| is(names)).map(|(_, maker)| maker) {
            return Some(maker.replace('_', &self.value(first?, depth + 1)?));
        }
        if let Some(text) = self.collection(path, &types, depth) {
            return Some(text);
        }
        if is(&["time", "Duration"]) {
            let (seconds, nanos) = (self.random.below(9), self.random.below(1_000_000_000));
            return Some(format!("std::time::Duration::new({seconds}, {nanos})"));
        }
        if is(&["cmp", "Ordering"]) {
            let name = *self.random.one_of(&["Less", "Equal", "Greater"])?;
            return Some(format!("std::cmp::Ordering::{name}"));
        }
        let has_default = DEFAULTS.iter().any(|names| is(names));
        has_default.then(|| "Default::default()".to_owned())
    }

    fn collection(&mut self, path: &Path, types: &[&Type], depth: usize) -> Option<String> {
        let is_own = |name: &&&str| path.is_std(&["collections", name]);
        let names = ["VecDeque", "BinaryHeap", "BTreeMap", "BTreeSet", "HashMap", "HashSet"];
        let name = names.iter().find(is_own)?;
        let elements = match types {
            [key, value, ..] if name.ends_with("Map") => {
                self.list(&Type::Tuple(vec![(*key).clone(), (*value).clone()]), depth)?
            }
            [element, ..] => self.list(element, depth)?,
            [] => return None,
        };
        Some(format!("std::collections::{name}::from_iter([{elements}])"))
    }

    /// A struct of public fields, or a variant.
    fn of_crate(&mut self, ty: &Type, depth: usize) -> Option<String> {
        let instance = self.all.program.adt(ty)?;
        let is_constructible = instance.adt.is_constructible_by_clients();
        let index = self.random.below(instance.variants().len().max(1) as u64) as usize;
        let variant =
            instance.variants().get(index).filter(|it| is_constructible && !it.is_non_exhaustive)?;
        let fields =
            (0..variant.fields.len()).map(|field| self.value(&instance.field_type(index, field)?, depth + 1));
        let fields = fields.collect::<Option<Vec<_>>>()?;
        let name = type_name(self.all.program, ty)?;
        let name = if instance.adt.kind == TypeKind::Enum {
            format!("{name}::{}", raw(&variant.name))
        } else {
            name
        };
        Some(with_fields(&name, variant, &fields))
    }
}

/// What is made by default.
const DEFAULTS: [&[&str]; 3] =
    [&["hash", "BuildHasherDefault"], &["marker", "PhantomData"], &["collections", "LinkedList"]];

/// How what wraps one value is made.
const WRAPPERS: [(&[&str], &str); 9] = [
    (&["boxed", "Box"], "Box::new(_)"),
    (&["rc", "Rc"], "std::rc::Rc::new(_)"),
    (&["sync", "Arc"], "std::sync::Arc::new(_)"),
    (&["cell", "Cell"], "std::cell::Cell::new(_)"),
    (&["cell", "RefCell"], "std::cell::RefCell::new(_)"),
    (&["mem", "MaybeUninit"], "std::mem::MaybeUninit::new(_)"),
    (&["mem", "ManuallyDrop"], "std::mem::ManuallyDrop::new(_)"),
    (&["num", "Wrapping"], "std::num::Wrapping(_)"),
    (&["cmp", "Reverse"], "std::cmp::Reverse(_)"),
];
