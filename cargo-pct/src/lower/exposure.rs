//! What clients can do to an object without calling a function of its class: write its public fields, build it from them,
//! change it through shared references.

use super::Obstacle;
use crate::mir::{GenericArg, Path, Type};
use crate::source::{TypeDef, TypeKind, Visibility};
use crate::symex::Program;
use crate::symex::types::is_of_clients;

/// What clients can do to the objects of a class without a call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exposed {
    /// Fields that they can write, by number: these have any value of their type whenever a call begins.
    pub fields: Vec<usize>,
    /// They can build an object from any values of its fields.
    pub literal: bool,
}

/// The public fields of a class. Over-approximates: that the type itself is private does not matter.
///
/// A variant's fields are as visible as its enum, so clients can build and write any value of an enum.
pub(super) fn exposed(definition: &TypeDef) -> Exposed {
    match (definition.kind, definition.fields()) {
        (TypeKind::Struct, Some(fields)) => {
            let is_public = |field: &crate::source::Field| field.visibility == Visibility::Public;
            let public = fields.iter().enumerate().filter(|(_, field)| is_public(field));
            Exposed {
                fields: public.map(|(index, _)| index).collect(),
                literal: fields.iter().all(is_public),
            }
        }
        _ => Exposed { fields: Vec::new(), literal: true },
    }
}

/// Modules of the standard library whose types' values change through shared references only where their type arguments do.
const PLAIN_MODULES: [&str; 17] = [
    "arch",
    "array",
    "ascii",
    "boxed",
    "char",
    "cmp",
    "collections",
    "iter",
    "mem",
    "num",
    "ops",
    "option",
    "result",
    "slice",
    "str",
    "string",
    "vec",
];

/// Further such types.
const PLAIN: [&str; 10] = [
    "Duration",
    "Layout",
    "LayoutError",
    "RandomState",
    "Rc",
    "Arc",
    "Instant",
    "SystemTime",
    "TryReserveError",
    "TryReserveErrorKind",
];

/// Why clients may change an object through a shared reference, or through one that they keep; none if they cannot.
///
/// Over-approximates: a type that is not known may.
pub(super) fn changes_behind_references(
    program: &Program,
    definition: &TypeDef,
    class: &Type,
) -> Option<Obstacle> {
    let mut inside = Inside { program, seen: Vec::new(), pointers: false, pointed_to: false };
    let cells = inside.look(class);
    // What else a raw pointer leads to is not tracked, or was lent where the pointer was made.
    let behind = (inside.pointers && inside.pointed_to)
        .then(|| "what its raw pointers lead to may be what its vectors hold".to_owned());
    let reason = cells.or(behind)?;
    let span = Some(definition.span.clone());
    Some(Obstacle { span, ..Obstacle::of_all(reason, definition.name.clone()) })
}

/// Looks into the types of an object's parts.
struct Inside<'a> {
    program: &'a Program,
    /// Types that were looked into already.
    seen: Vec<Type>,
    /// Some part is a raw pointer.
    pointers: bool,
    /// Some part is tracked, and outside the object itself, so that a raw pointer could lead to it.
    pointed_to: bool,
}

impl Inside<'_> {
    /// What can change through a shared reference, if something can.
    fn look(&mut self, ty: &Type) -> Option<String> {
        let says = |what: String| Some(format!("{what} can change through a shared reference"));
        if self.seen.contains(ty) {
            return None;
        }
        self.seen.push(ty.clone());
        match ty {
            // What is borrowed is a part of the object, which nobody else can change meanwhile.
            Type::Ref { mutability, referent, .. } => {
                self.pointed_to |= *mutability == crate::mir::Mutability::Mut;
                self.look(referent)
            }
            Type::RawPtr { .. } => {
                self.pointers = true;
                None
            }
            Type::Dyn(_) | Type::Closure(_) | Type::FnCoroutine { .. } | Type::Impl(_) | Type::Infer => {
                says("a value of a type that is not known".to_owned())
            }
            Type::Tuple(elements) => elements.iter().find_map(|ty| self.look(ty)),
            Type::Slice(element) | Type::Array { element, .. } => self.look(element),
            Type::Path(path) => match self.program.adt(ty) {
                Some(instance) => {
                    let variants = instance.variants().iter().enumerate();
                    let fields =
                        variants.flat_map(|(v, variant)| (0..variant.fields.len()).map(move |f| (v, f)));
                    let types: Vec<_> =
                        fields.map(|(variant, field)| instance.field_type(variant, field)).collect();
                    types.into_iter().find_map(|ty| self.look(&ty.unwrap_or(Type::Infer)))
                }
                // What only clients know is tracked by its identity alone, which nothing changes.
                None if is_of_clients(ty) => None,
                None => match self.of_std(path) {
                    true => self.arguments(path),
                    false => says(format!("a `{}` in it", path.last_name().map_or("", |name| &**name))),
                },
            },
            _ => None,
        }
    }

    /// Whether a type of std changes through shared references only where its arguments do.
    fn of_std(&mut self, path: &Path) -> bool {
        let name = path.last_name().map_or("", |name| &**name);
        let is_tracked = ["vec", "String", "Box"];
        match path.std_names().as_deref() {
            Some(["ptr", "NonNull"]) => {
                self.pointers = true;
                true
            }
            Some(["marker", "PhantomData"]) => true,
            Some([module, ..]) => {
                self.pointed_to |= is_tracked.contains(module) || is_tracked.contains(&name);
                PLAIN_MODULES.contains(module) || PLAIN.contains(&name)
            }
            _ => false,
        }
    }

    fn arguments(&mut self, path: &Path) -> Option<String> {
        // There is nothing of them in it.
        if matches!(path.std_names().as_deref(), Some(["marker", "PhantomData"] | ["ptr", "NonNull"])) {
            return None;
        }
        let arguments = path.segments.iter().flat_map(|segment| segment.args());
        let types = arguments.filter_map(|arg| match arg {
            GenericArg::Type(ty) => Some(ty),
            _ => None,
        });
        types.into_iter().find_map(|ty| self.look(ty))
    }
}
