//! Finds objects of a class in the values that a call leaves, and tells which types may contain objects of others.

use super::initial_arguments::InitialArguments;
use crate::mir::{self, Type};
use crate::symex::types::{USIZE, is_same_declaration, list_element};
use crate::symex::value::Value;
use crate::symex::{Program, Structure};
use crate::term::{Sort, Term, Var};
use std::collections::BTreeSet;

/// An object in a value.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The condition under which it exists.
    pub(crate) condition: Term,
    /// The object.
    pub(crate) value: Value,
    /// Its type: an instance of the class.
    pub(crate) ty: Type,
}

/// The objects that were found so far.
pub(crate) struct Objects<'a> {
    pub(crate) found: Vec<Found>,
    /// Tells whether clients had a value before the call, given its identity. None: the search does not look inside objects of the class.
    is_theirs: Option<&'a dyn Fn(&Term) -> bool>,
    /// The values of the arguments when the call began. Inside an object, the search passes over those that are still the same.
    initial_arguments: &'a InitialArguments,
    /// Tells whether the search is inside an object of the class. Such an object may lend others of its class that lie in it.
    is_inside: bool,
}

impl<'a> Objects<'a> {
    /// All of them but those inside others that clients had.
    pub(super) fn all(
        is_theirs: &'a dyn Fn(&Term) -> bool,
        initial_arguments: &'a InitialArguments,
    ) -> Objects<'a> {
        Objects { found: Vec::new(), is_theirs: Some(is_theirs), initial_arguments, is_inside: false }
    }

    /// Those that lie inside no other.
    pub(crate) fn outermost() -> Objects<'a> {
        Objects {
            found: Vec::new(),
            is_theirs: None,
            initial_arguments: InitialArguments::NOTHING,
            is_inside: false,
        }
    }

    fn was_theirs(&self, identity: &Term) -> bool {
        self.is_inside && self.is_theirs.is_some_and(|is_theirs| is_theirs(identity))
    }
}

/// Collects the objects of a type in a value, each with the condition that it exists.
///
/// # Errors
/// Says where an object may be that is not found: among the elements of a sequence, say.
pub(crate) fn find(
    program: &Program,
    wanted: &Type,
    ty: &Type,
    value: &Value,
    condition: &Term,
    found: &mut Objects<'_>,
) -> Result<(), String> {
    if found.is_inside && found.initial_arguments.contains(ty, value) {
        return Ok(());
    }
    if is_same_declaration(ty, wanted) {
        let object = Found { condition: condition.clone(), value: value.clone(), ty: ty.clone() };
        found.found.push(object);
        // What lies inside is a part of the object, which may lend it. What its arguments stand for may be given to clients.
        let is_given = Mentions::of(program, wanted).in_arguments(ty, MOST_NESTED);
        let is_lent = || Mentions::of(program, wanted).in_parts(ty, MOST_NESTED);
        if !is_given && (found.is_theirs.is_none() || !is_lent()) {
            return Ok(());
        }
        let was_inside = std::mem::replace(&mut found.is_inside, !is_given);
        let result = find_inside(program, wanted, ty, value, condition, found);
        found.is_inside = was_inside;
        return result;
    }
    if !mentions(program, ty, wanted) {
        return Ok(());
    }
    find_inside(program, wanted, ty, value, condition, found)
}

/// Collects the objects of a type that lie inside a value, not the value itself.
///
/// # Errors
/// As for [`find`].
pub(crate) fn find_inside(
    program: &Program,
    wanted: &Type,
    ty: &Type,
    value: &Value,
    condition: &Term,
    found: &mut Objects<'_>,
) -> Result<(), String> {
    if let Value::Opaque(opaque) = value
        && found.was_theirs(&opaque.identity)
    {
        return Ok(());
    }
    // Any element is as good as all: the index is chosen freely.
    let index = Var::new(format!("any index {}", found.found.len()), Sort::Machine(USIZE)).term();
    for part in parts(program, ty, value, &index)? {
        find(program, wanted, &part.ty, &part.value, &condition.and(&part.condition), found)?;
    }
    Ok(())
}

/// A field, an element or a content of a value.
pub(super) struct Part {
    /// When there is this part.
    condition: Term,
    pub(super) ty: Type,
    pub(super) value: Value,
}

/// The parts of a value, references apart; of a sequence, the element at an index. What a reference leads to is found where it lives. A
/// mutable one into an object's inside is found by who hands it out.
///
/// # Errors
/// If the parts are not known.
pub(super) fn parts(program: &Program, ty: &Type, value: &Value, index: &Term) -> Result<Vec<Part>, String> {
    let always = |ty: &Type, value: &Value| {
        let (condition, ty, value) = (Term::bool(true), ty.clone(), value.clone());
        Part { condition, ty, value }
    };
    match (value, ty) {
        (Value::Aggregate(fields), Type::Tuple(types)) if fields.len() == types.len() => {
            Ok(types.iter().zip(&**fields).map(|(ty, field)| always(ty, field)).collect())
        }
        (Value::Aggregate(fields), Type::Path(_)) => fields_of(program, (ty, 0), fields, &Term::bool(true)),
        (Value::Enum(value), Type::Path(_)) => {
            let mut all = Vec::new();
            for (variant, fields) in value.payloads.iter().enumerate() {
                let Sort::Enum(variants) = value.variant.sort() else { return Err(hidden(ty)) };
                let is = value.variant.equals(&Term::variant(variants, variant));
                all.extend(fields_of(program, (ty, variant), fields, &is)?);
            }
            Ok(all)
        }
        (Value::Boxed(inner), Type::Path(path)) => {
            let ty = path.first_type_arg().ok_or_else(|| hidden(ty))?;
            Ok(vec![always(ty, inner)])
        }
        (Value::Sequence(sequence), _) => {
            let ty = list_element(ty).ok_or_else(|| hidden(ty))?.clone();
            let condition = index.lt(&sequence.length);
            Ok(vec![Part { condition, ty, value: sequence.elements.select(index) }])
        }
        (Value::Closure(closure), _) => {
            Ok(closure.typed().map(|(capture, ty)| always(ty, capture)).collect())
        }
        (Value::Reference(_) | Value::Uninit | Value::Scalar(_), _) => Ok(Vec::new()),
        // The type does not say of what values it is made, or a value of it is not tracked.
        (Value::Aggregate(_) | Value::Enum(_) | Value::Boxed(_), _) => Err(hidden(ty)),
        (Value::Function(_) | Value::Opaque(_), _) => Err(hidden(ty)),
    }
}

/// The fields of a variant of a type, each with its type.
fn fields_of(
    program: &Program,
    (ty, variant): (&Type, usize),
    fields: &[Value],
    condition: &Term,
) -> Result<Vec<Part>, String> {
    let instance = program.adt(ty).ok_or_else(|| hidden(ty))?;
    let part = |(index, field): (usize, &Value)| {
        let ty = instance.field_type(variant, index).ok_or_else(|| hidden(ty))?;
        Ok(Part { condition: condition.clone(), ty, value: field.clone() })
    };
    fields.iter().enumerate().map(part).collect()
}

fn hidden(ty: &Type) -> String {
    format!("objects inside a returned {ty} are not followed")
}

/// Tells whether objects of a class may lie inside others of it.
pub(crate) fn may_contain_own_class(program: &Program, class: &Type) -> bool {
    Mentions::of(program, class).in_parts(class, MOST_NESTED)
}

/// Tells whether a value of a type can hold objects of another one. Does not follow references and pointers.
pub(super) fn mentions(program: &Program, ty: &Type, wanted: &Type) -> bool {
    Mentions::of(program, wanted).within(ty, MOST_NESTED)
}

/// Tells whether a value of a type can hold objects of another one. Follows references and pointers, at any depth.
pub(super) fn leads_to(program: &Program, ty: &Type, wanted: &Type) -> bool {
    Mentions { place: Place::Anywhere, ..Mentions::of(program, wanted) }.within(ty, MOST_NESTED)
}

/// Tells whether references and pointers in a value of a type can lead to objects of another one.
pub(crate) fn refers_to(program: &Program, ty: &Type, wanted: &Type) -> bool {
    Mentions { place: Place::Referents, ..Mentions::of(program, wanted) }.within(ty, MOST_NESTED)
}

/// Types nested deeper than this are not looked into: they may hold anything. A type may hold ever larger instances of itself.
const MOST_NESTED: usize = 24;

/// The part of a value that a search looks at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the value itself.
    Inside,
    /// In what its references and pointers lead to.
    Referents,
    /// At both places.
    Anywhere,
}

/// A search for a type in others.
struct Mentions<'a> {
    program: &'a Program,
    wanted: &'a Type,
    place: Place,
    /// Types that were searched. Once is enough, because the first find ends the search.
    seen: BTreeSet<Type>,
}

impl<'a> Mentions<'a> {
    fn of(program: &'a Program, wanted: &'a Type) -> Mentions<'a> {
        Mentions { program, wanted, place: Place::Inside, seen: BTreeSet::new() }
    }

    fn within(&mut self, ty: &Type, depth: usize) -> bool {
        let is_found = is_same_declaration(ty, self.wanted) && self.place != Place::Referents;
        if is_found || depth == 0 {
            return true;
        }
        let structure = self.program.structure(ty);
        let parts = match &*structure {
            Structure::Plain | Structure::Function => return false,
            // What a pointer leads to is found where it lives.
            Structure::Reference(..) | Structure::Pointer(_) if self.place == Place::Inside => return false,
            Structure::Pointer(None) => return true,
            Structure::Reference(..) | Structure::Pointer(Some(_)) if self.place == Place::Referents => {
                let mut anywhere =
                    Mentions { place: Place::Anywhere, ..Mentions::of(self.program, self.wanted) };
                return structure.parts().iter().any(|part| anywhere.within(part, depth - 1));
            }
            Structure::Reference(..) | Structure::Pointer(Some(_)) => structure.parts(),
            Structure::Code => return self.in_captures(ty, depth - 1),
            Structure::Parts(_) | Structure::Cell(_) | Structure::Union(_) => structure.parts(),
            Structure::Unknown(_) if self.may_be_any(ty) => return true,
            Structure::Unknown(_) | Structure::Clients => structure.parts(),
        };
        let is_nothing = ty.as_path().is_some_and(|path| path.is_std(&["marker", "PhantomData"]));
        let is_new = !is_nothing && self.seen.insert(ty.clone());
        is_new && (self.in_arguments(ty, depth - 1) || parts.iter().any(|part| self.within(part, depth - 1)))
    }

    /// Tells whether the parts of a value can hold such objects.
    fn in_parts(&mut self, ty: &Type, depth: usize) -> bool {
        self.program.structure(ty).parts().iter().any(|part| self.within(part, depth))
    }

    /// Tells whether a closure, coroutine or trait object may have captured such objects. Captures are known only of closures, where the text
    /// has them all.
    fn in_captures(&mut self, ty: &Type, depth: usize) -> bool {
        let Type::Closure(closure) = ty else { return true };
        if self.program.has_no_captures(closure) {
            return false;
        }
        let Some(captured) = self.program.captured_by(closure) else { return true };
        captured.iter().any(|ty| self.within(ty, depth))
    }

    /// Tells whether a type of which only the arguments are known may hold such objects. A path that is not resolved may be the type of one.
    fn may_be_any(&self, ty: &Type) -> bool {
        let Some(path) = ty.as_path() else { return true };
        self.program.adt(ty).is_some() || !path.begins_in_std() && self.program.may_be_of_crates(path)
    }

    /// Tells whether the arguments of a type can hold such objects.
    fn in_arguments(&mut self, ty: &Type, depth: usize) -> bool {
        let mut arguments = ty.as_path().into_iter().flat_map(mir::Path::type_args);
        arguments.any(|ty| self.within(ty, depth))
    }
}
