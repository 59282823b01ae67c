//! Subjects: a class with the functions that clients can call, or a single function.

use crate::mir::{Local, Type};
use crate::symex::types::Generics;
use crate::symex::{BodyId, Program};
use std::sync::Arc;

/// The name of the object in variables of its class's system.
pub(super) const OBJECT: &str = "self";

/// A class or a function.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its path, as reports name it.
    pub id: String,
    /// What it is.
    pub kind: SubjectKind,
    /// The functions that clients can call.
    pub entries: Vec<Entry>,
}

/// What a subject is.
#[derive(Clone, Debug)]
pub enum SubjectKind {
    /// A class: its type, normalised.
    Type(Type),
    /// A function.
    Function,
}

/// A function that clients can call.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name, as reports give it.
    pub name: String,
    /// Its code.
    pub body: BodyId,
    /// What its generic parameters stand for.
    pub generics: Generics,
    /// The parameter that holds the object (by value or reference), by name.
    pub object: Option<String>,
    /// The types of its parameters, normalised.
    pub parameters: Vec<(String, Type)>,
    /// The type of its result, normalised.
    pub result: Type,
}

impl Entry {
    /// An entry for a body; its object is the first parameter of the class's type, by value or behind references.
    pub fn new(program: &Program, body: BodyId, generics: Generics, class: Option<&Type>) -> Entry {
        let types = program.local_types(body, &Arc::new(generics.clone()));
        let code = &program.code(body).body;
        let parameters: Vec<(String, Type)> = code
            .args()
            .map(|local| {
                let name = program.local_name(body, local).unwrap_or_else(|| format!("{local}"));
                (name, types[local.as_u32() as usize].clone())
            })
            .collect();
        let object = class.and_then(|class| {
            let holds = |ty: &Type| behind_references(ty) == class;
            parameters.iter().find(|(_, ty)| holds(ty)).map(|(name, _)| name.clone())
        });
        let name = program.name(body);
        let result = types[Local::from_u32(0).as_u32() as usize].clone();
        Entry { name, body, generics, object, parameters, result }
    }
}

fn behind_references(ty: &Type) -> &Type {
    match ty {
        Type::Ref { referent, .. } => behind_references(referent),
        ty => ty,
    }
}
