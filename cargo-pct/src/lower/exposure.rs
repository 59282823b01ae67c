//! What clients can do to an object without calling a function of its class: write its public fields, build it from them,
//! change it through shared references.

use super::Obstacle;
use crate::mir::{GenericArg, Type};
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
const PLAIN_MODULES: [&str; 16] = [
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
const PLAIN: [&str; 6] = ["Duration", "RandomState", "Rc", "Arc", "Instant", "SystemTime"];

/// Why clients may change an object through a shared reference, or through one that they keep; none if they cannot.
///
/// Over-approximates: a type that is not known may.
pub(super) fn changes_behind_references(
    program: &Program,
    definition: &TypeDef,
    class: &Type,
) -> Option<Obstacle> {
    let reason = mutable_inside(program, class, &mut Vec::new())?;
    let span = Some(definition.span.clone());
    Some(Obstacle { span, ..Obstacle::of_all(reason, definition.name.clone()) })
}

/// `seen`: types that are being looked into already.
fn mutable_inside(program: &Program, ty: &Type, seen: &mut Vec<Type>) -> Option<String> {
    let says = |what: String| Some(format!("{what} can change through a shared reference"));
    if seen.contains(ty) {
        return None;
    }
    seen.push(ty.clone());
    let mut deeper = |ty: &Type| mutable_inside(program, ty, seen);
    match ty {
        // What is borrowed is no part of the object: it may be anything when a call begins. But what changes in the middle of one
        // must not go unseen.
        Type::Ref { referent, .. } => deeper(referent),
        Type::RawPtr { .. } => says("what its raw pointers point to".to_owned()),
        Type::Dyn(_) | Type::Closure(_) | Type::FnCoroutine { .. } | Type::Impl(_) | Type::Infer => {
            says("a value of a type that is not known".to_owned())
        }
        Type::Tuple(elements) => elements.iter().find_map(deeper),
        Type::Slice(element) | Type::Array { element, .. } => deeper(element),
        Type::Path(path) => {
            if let Some(instance) = program.adt(ty) {
                let variants = instance.variants().iter().enumerate();
                let fields = variants.flat_map(|(v, variant)| (0..variant.fields.len()).map(move |f| (v, f)));
                let types = fields.map(|(variant, field)| instance.field_type(variant, field));
                let mut types = types.map(|ty| ty.unwrap_or(Type::Infer));
                return types.find_map(|ty| deeper(&ty));
            }
            // What only clients know is tracked by its identity alone, which nothing changes.
            if is_of_clients(ty) {
                return None;
            }
            let name = path.last_name().map_or("", |name| &**name);
            let is_plain = match path.std_names().as_deref() {
                // Whatever it is of, there is none.
                Some(["marker", "PhantomData"]) => return None,
                Some([module, ..]) => PLAIN_MODULES.contains(module) || PLAIN.contains(&name),
                _ => false,
            };
            if !is_plain {
                return says(format!("a `{name}` in it"));
            }
            let arguments = path.segments.iter().flat_map(|segment| segment.args());
            arguments
                .filter_map(|arg| match arg {
                    GenericArg::Type(ty) => Some(ty),
                    _ => None,
                })
                .find_map(deeper)
        }
        _ => None,
    }
}
