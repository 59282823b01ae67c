//! Subjects: a class with the functions that clients can call, or a single function.

use super::{Exposed, Obstacle};
use crate::define_id;
use crate::ids::PrimaryMap;
use crate::mir::{BodyKind, ConstArg, GenericArg, Local, Name, Path, Segment, Type};
use crate::source::{Field, TypeKind};
use crate::symex::types::{Generics, is_same_declaration, peel_references, unknown_type};
use crate::symex::{BodyId, Program};
use crate::term::VarName;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The name of the object in variables of its class's system.
pub(super) const OBJECT: &str = "self";

/// So many functions of other types take about as much time as one of the subject's own.
const OTHERS_A_FUNCTION: usize = 10;

define_id! {
    /// An entry of a subject: a function that clients can call.
    EntryId, "entry";
}

/// A class or a function.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its path, as reports name it.
    pub id: String,
    /// The kind of subject.
    pub kind: SubjectKind,
    /// The functions that clients can call.
    pub entries: PrimaryMap<EntryId, Entry>,
    /// Methods of it that clients cannot call, and that run within calls of the entries only.
    pub inner: BTreeSet<BodyId>,
    /// The methods of the class, those among them that clients cannot call.
    pub methods: BTreeSet<BodyId>,
    /// The steps that clients can make with its objects without a call.
    pub exposed: Exposed,
    /// Why nothing may be proved about it, whatever its code does.
    pub obstacles: Vec<Obstacle>,
}

/// The kind of a subject.
#[derive(Clone, Debug)]
pub enum SubjectKind {
    /// A class: its type, normalised.
    Type(Type),
    /// A function.
    Function,
}

impl Subject {
    /// A subject of these functions, each called with all arguments of its types and on every object: every call of them begins so.
    /// None if one of the bodies is not a function that can be called directly.
    pub fn of_functions(program: &Program, bodies: &BTreeSet<BodyId>) -> Option<Subject> {
        let is_function = |body: &BodyId| {
            let code = &program.code(*body).body;
            let is_closure = |segment: &Segment| matches!(segment, Segment::Anonymous { .. });
            code.kind == BodyKind::Fn && !code.path.segments.iter().any(is_closure)
        };
        if !bodies.iter().all(is_function) {
            return None;
        }
        let entry = |body: &BodyId| Entry::new(program, *body, Generics::default(), None);
        Some(Subject {
            id: String::new(),
            kind: SubjectKind::Function,
            entries: bodies.iter().map(entry).collect(),
            inner: BTreeSet::new(),
            methods: BTreeSet::new(),
            exposed: Exposed::default(),
            obstacles: Vec::new(),
        })
    }

    /// The number of its functions that are called on an object or give one, in proportion to which it takes time. Functions of other
    /// types that may make an object out of bits are many, and most are followed for several subjects at once.
    pub fn weight(&self) -> usize {
        let own = self.entries.values().filter(|entry| !entry.is_of_others).count();
        (own + (self.entries.len() - own) / OTHERS_A_FUNCTION).max(1)
    }

    /// Tells whether results about it hold for all arguments of some parameter.
    pub fn is_generic(&self, program: &Program) -> bool {
        self.entries.values().any(|entry| !program.parameters(entry.body).is_empty())
    }
}

/// A function that clients can call.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name, as reports give it.
    pub name: String,
    /// Its code.
    pub body: BodyId,
    /// The arguments for its generic parameters.
    pub generics: Generics,
    /// The parameter that holds the object (by value or reference), by name; where it is a part of the parameter, with the
    /// fields that lead there.
    pub object: Option<VarName>,
    /// It is the class's own destructor: the object is gone after it.
    pub is_drop: bool,
    /// A trait provides it: other types that implement the trait have the same body.
    pub is_provided: bool,
    /// It takes and gives no object, and is a method of another type or of none. It is called here for what it may do to objects unseen: its own
    /// checks are those of another subject.
    pub is_of_others: bool,
    /// It makes closures that access the object's representation, by itself or through code that clients cannot call.
    pub makes_code: bool,
    /// The types of its parameters, normalised.
    pub parameters: Vec<(String, Type)>,
    /// The type of its result, normalised.
    pub result: Type,
}

impl Entry {
    /// An entry for a body; its object is the first value of the class's type among its parameters, their fields, and what
    /// references lead to. Type parameters without an argument stand for themselves: types that no one knows.
    pub fn new(program: &Program, body: BodyId, mut generics: Generics, class: Option<&Type>) -> Entry {
        for (parameter, unknown) in placeholder_generics(program, body).arguments {
            generics.arguments.entry(parameter).or_insert(unknown);
        }
        let types = program.local_types(body, &Arc::new(generics.clone()));
        let code = &program.code(body).body;
        let parameters: Vec<(String, Type)> = code
            .args()
            .map(|local| {
                let name = program.code(body).body.local_name(local);
                (name, types[local.as_u32() as usize].clone())
            })
            .collect();
        let object = class.and_then(|class| {
            let is_object = |ty: &Type| {
                is_same_declaration(ty, class) && !confuses_constants(program, class, ty, &generics)
            };
            parameters
                .iter()
                .find_map(|(name, ty)| object_in(program, &is_object, ty, &name.into(), MOST_NESTED))
        });
        let name = program.name(body);
        let result = types[Local::from_u32(0).as_u32() as usize].clone();
        let (is_drop, is_provided, is_of_others, makes_code) = Default::default();
        Entry {
            name,
            body,
            generics,
            object,
            is_drop,
            is_provided,
            is_of_others,
            makes_code,
            parameters,
            result,
        }
    }
}

impl Entry {
    /// The types of its parameters and of its result.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        self.parameters.iter().map(|(_, ty)| ty).chain([&self.result])
    }
}

/// Binds the parameters of a body to placeholders, of which nothing is known.
pub(super) fn placeholder_generics(program: &Program, body: BodyId) -> Generics {
    let unknown = |parameter| {
        let ty = GenericArg::Type(Type::Path(unknown_type(&parameter)));
        (parameter, ty)
    };
    Generics { arguments: program.parameters_around(body).into_iter().map(unknown).collect() }
}

/// Tells whether an object of an instance has other constants for const parameters than code takes the class's parameters to stand for:
/// `&Queue<M>` in an `impl Queue<N>`. What is known of `N` must not be said of such an object.
fn confuses_constants(program: &Program, class: &Type, instance: &Type, generics: &Generics) -> bool {
    let (Some(adt), Some(class), Some(instance)) = (program.adt(class), class.as_path(), instance.as_path())
    else {
        return false;
    };
    let is_used = |name: &Name| generics.arguments.values().any(|arg| names(arg, name));
    let pairs = stated(class).zip(stated(instance)).zip(&adt.adt.parameters);
    let constants = pairs.filter(|(_, parameter)| adt.adt.const_parameters.contains_key(*parameter));
    let differ = constants.filter(|((own, other), _)| own != other);
    differ.filter_map(|((own, _), _)| own.as_type()?.as_identifier()).any(is_used)
}

/// The arguments of a type that are types or constants.
fn stated(path: &Path) -> impl Iterator<Item = &GenericArg> {
    path.last().args().iter().filter(|arg| matches!(arg, GenericArg::Type(_) | GenericArg::Const(_)))
}

/// Tells whether an argument names a parameter, or may do so.
fn names(arg: &GenericArg, name: &Name) -> bool {
    match arg {
        GenericArg::Type(ty) => ty.any_part(&mut |part| part.as_identifier() == Some(name)),
        GenericArg::Const(ConstArg::Path(path)) => path.as_identifier() == Some(name),
        GenericArg::Const(ConstArg::Integer { .. } | ConstArg::Bool(_) | ConstArg::Char(_)) => false,
        GenericArg::Lifetime(_) => false,
        GenericArg::Const(_) | GenericArg::AssociatedType { .. } => true,
    }
}

/// How deep an object is looked for in a parameter.
const MOST_NESTED: usize = 3;

/// Tells whether an object of a class is a part of a type as it is written, or of the fields that every value of it has.
///
/// Under-approximates: fields of enums and of what owns a heap are not looked at.
pub(super) fn names_object(program: &Program, ty: &Type, class: &Type) -> bool {
    let is_object = |ty: &Type| is_same_declaration(ty, class);
    ty.any_part(&mut |part| is_object(part))
        || object_in(program, &is_object, ty, &OBJECT.into(), MOST_NESTED).is_some()
}

/// The name of the object's leaves within a value, if there always is one in a value of the type.
fn object_in(
    program: &Program,
    is_object: &dyn Fn(&Type) -> bool,
    ty: &Type,
    name: &VarName,
    depth: usize,
) -> Option<VarName> {
    let ty = peel_references(ty);
    if is_object(ty) {
        return Some(name.to_owned());
    }
    let depth = depth.checked_sub(1)?;
    let mut fields = named_fields(program, ty).into_iter();
    fields.find_map(|(field, ty)| object_in(program, is_object, &ty, &name.field(field), depth))
}

/// The fields that every value of a tuple or struct has, with their names in variables.
///
/// Under-approximates: of other types, and of types that are not known, there are none.
fn named_fields(program: &Program, ty: &Type) -> Vec<(String, Type)> {
    if let Type::Tuple(elements) = ty {
        let named = |(index, ty): (usize, &Type)| (index.to_string(), ty.clone());
        return elements.iter().enumerate().map(named).collect();
    }
    let instance = program.adt(ty).filter(|instance| instance.adt.kind == TypeKind::Struct);
    let Some(instance) = instance else { return Vec::new() };
    let fields = instance.variants().first().map(|variant| &*variant.fields).unwrap_or_default();
    let named =
        |(index, field): (usize, &Field)| Some((field.name.to_string(), instance.field_type(0, index)?));
    fields.iter().enumerate().filter_map(named).collect()
}
