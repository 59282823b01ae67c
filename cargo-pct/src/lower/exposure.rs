//! Finds the steps that clients can make with an object without calling a function of its class: write its public fields, build it from
//! them, change it through shared references.

use super::Obstacle;
use crate::mir::{Mutability, Path, Type};
use crate::source::{TypeDef, TypeKind, Visibility};
use crate::symex::{Program, Structure};

/// The steps that clients can make with objects of a class without a call.
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
const PLAIN: [&str; 22] = [
    "CStr",
    "CString",
    "Duration",
    "Layout",
    "LayoutError",
    "RandomState",
    "Rc",
    "Arc",
    "Instant",
    "Ipv4Addr",
    "Ipv6Addr",
    "OsStr",
    "OsString",
    "Path",
    "PathBuf",
    "PrefixComponent",
    "SocketAddrV4",
    "SocketAddrV6",
    "SystemTime",
    "ThreadId",
    "TryReserveError",
    "TryReserveErrorKind",
];

/// Finds a reason why clients may change an object through a shared reference, or through one that they keep; none if they cannot.
///
/// Over-approximates: a type that is not known may.
pub(super) fn changes_by_outstanding_references(
    program: &Program,
    definition: &TypeDef,
    class: &Type,
) -> Option<Obstacle> {
    let mut inside = Inside { program, seen: Vec::new(), pointers: false, pointed_to: false };
    let cells = inside.find_mutable_part(class);
    // What else a raw pointer leads to is not tracked, or was lent where the pointer was made.
    let pointees = (inside.pointers && inside.pointed_to)
        .then(|| "what its raw pointers lead to may be what its vectors hold".to_owned());
    let reason = cells.or(pointees)?;
    let span = Some(definition.span.clone());
    Some(Obstacle { span, ..Obstacle::of_all(reason, definition.name.clone()) })
}

/// A search through the types of an object's parts.
struct Inside<'a> {
    program: &'a Program,
    /// Types that were searched already.
    seen: Vec<Type>,
    /// Some part is a raw pointer.
    pointers: bool,
    /// Some part is tracked, and outside the object itself, so that a raw pointer could lead to it.
    pointed_to: bool,
}

impl Inside<'_> {
    /// Finds a part that can change through a shared reference, if there is one.
    fn find_mutable_part(&mut self, ty: &Type) -> Option<String> {
        let says = |what: String| Some(format!("{what} can change through a shared reference"));
        if self.seen.contains(ty) {
            return None;
        }
        self.seen.push(ty.clone());
        let structure = self.program.structure(ty);
        match &*structure {
            Structure::Plain | Structure::Function => None,
            // What only clients know is tracked by its identity alone, which nothing changes.
            Structure::Clients => None,
            // What is borrowed is a part of the object, which nobody else can change meanwhile.
            Structure::Reference(mutability, referent) => {
                self.pointed_to |= *mutability == Mutability::Mut;
                self.find_mutable_part(referent)
            }
            Structure::Pointer(_) => {
                self.pointers = true;
                None
            }
            Structure::Code => says("a value of a type that is not known".to_owned()),
            Structure::Cell(_) => says(in_it(ty)),
            Structure::Parts(parts) | Structure::Union(parts) | Structure::Unknown(parts) => {
                // There is nothing of it.
                if ty.as_path().is_some_and(|path| path.is_std(&["marker", "PhantomData"])) {
                    return None;
                }
                match self.holds_parts_only(ty, &structure) {
                    true => parts.iter().find_map(|part| self.find_mutable_part(part)),
                    false => says(in_it(ty)),
                }
            }
        }
    }

    /// Tells whether all parts are known through which a shared reference may change a value of the type.
    fn holds_parts_only(&mut self, ty: &Type, structure: &Structure) -> bool {
        let is_known = !matches!(structure, Structure::Unknown(_));
        match ty.as_path() {
            Some(path) if self.program.adt(ty).is_none() => self.of_std(path),
            Some(_) | None => is_known,
        }
    }

    /// Tells whether a type of std changes through shared references only if its arguments do.
    fn of_std(&mut self, path: &Path) -> bool {
        let name = path.last_name().map_or("", |name| &**name);
        let is_tracked = ["vec", "String", "Box"];
        match path.std_names().as_deref() {
            Some([module, ..]) => {
                self.pointed_to |= is_tracked.contains(module) || is_tracked.contains(&name);
                PLAIN_MODULES.contains(module) || PLAIN.contains(&name)
            }
            _ => false,
        }
    }
}

/// Names a part of an object; one without a name is of a type that is not known.
fn in_it(ty: &Type) -> String {
    match ty.as_path().map(|path| path.last_name()) {
        Some(name) => format!("a `{}` in it", name.map_or("", |name| &**name)),
        None => "a value of a type that is not known".to_owned(),
    }
}
