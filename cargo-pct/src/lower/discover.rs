//! Which functions of a crate clients can call on a class, and what else clients can do to its objects.
//!
//! A proof about a class holds for every client only if everything takes part that can make or change an object outside
//! tests. What this module cannot account for is an [`Obstacle`]; it never leaves a function out because it is unsure.

use super::fit::mentions;
use super::{Entry, Obstacle, Subject, SubjectKind};
use crate::ids::EntityRef;
use crate::mir::{self, GenericArg, Mutability, Type};
use crate::source::{FunctionId, ImplDef, Items, Reach, TypeDef, Visibility};
use crate::symex::types::{Generics, path_of};
use crate::symex::{BodyId, Program};

/// A crate's code with what its source says.
pub struct CrateCode<'a> {
    /// The bodies.
    pub program: &'a Program,
    /// The expanded source.
    pub items: &'a Items,
    /// Bodies that could not be read, with the reason.
    pub unread: Vec<Obstacle>,
}

/// Why a subject is not analysed at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnalysed {
    /// The type or function was not found in the code.
    #[error("its code was not found")]
    NotFound,
    /// It has type parameters.
    #[error("it is generic: analyse a concrete instance")]
    Generic,
}

/// Types of the standard library that let shared references change what they point to.
const INTERIOR_MUTABILITY: [&str; 12] = [
    "Cell",
    "RefCell",
    "UnsafeCell",
    "OnceCell",
    "LazyCell",
    "Mutex",
    "RwLock",
    "OnceLock",
    "LazyLock",
    "Condvar",
    "SyncUnsafeCell",
    "ReentrantLock",
];

impl CrateCode<'_> {
    /// The class of this path within the crate (`a::b::Stack`), with everything that clients can call.
    ///
    /// # Errors
    /// If the class cannot be analysed.
    pub fn class(&self, id: &str, path: &str) -> Result<Subject, NotAnalysed> {
        let names: Vec<&str> = path.split("::").collect();
        let ty = Type::Path(path_of(&names));
        let definition = self.definition(&names).ok_or(NotAnalysed::NotFound)?;
        if self.program.adt(&ty).is_none() {
            return Err(NotAnalysed::NotFound);
        }
        if !definition.generics.params.is_empty() {
            return Err(NotAnalysed::Generic);
        }
        let mut obstacles = self.unread.clone();
        obstacles.extend(self.exposed_fields(definition));
        let mut entries = Vec::new();
        for (body, function) in self.functions() {
            if !self.can_be_called(function) {
                continue;
            }
            let entry = Entry::new(self.program, body, Generics::default(), Some(&ty));
            let concerns = |own: &Type| mentions(self.program, behind(own), &ty, 6);
            if !concerns(&entry.result) && !entry.parameters.iter().any(|(_, own)| concerns(own)) {
                continue;
            }
            obstacles.extend(leak(self.program, &entry, &ty));
            entries.push(entry);
        }
        Ok(Subject { id: id.to_owned(), kind: SubjectKind::Type(ty), entries, obstacles })
    }

    /// The function of this path within the crate.
    ///
    /// # Errors
    /// If it cannot be analysed.
    pub fn function(&self, id: &str, path: &str) -> Result<Subject, NotAnalysed> {
        let found = self.functions().find(|(body, _)| self.program.name(*body) == path);
        let (body, function) = found.ok_or(NotAnalysed::NotFound)?;
        if let Some(function) = function
            && self.items.functions[function].generics.params.iter().any(is_type_parameter)
        {
            return Err(NotAnalysed::Generic);
        }
        let entries = vec![Entry::new(self.program, body, Generics::default(), None)];
        let obstacles = self.unread.clone();
        Ok(Subject { id: id.to_owned(), kind: SubjectKind::Function, entries, obstacles })
    }

    fn definition(&self, names: &[&str]) -> Option<&TypeDef> {
        let is_it = |ty: &&TypeDef| {
            ty.path.len() == names.len()
                && ty
                    .path
                    .iter()
                    .zip(names)
                    .all(|(part, name)| matches!(part, crate::source::PathPart::Name(own) if own == name))
        };
        self.items.types.values().find(is_it)
    }

    /// The functions of the analysed crate with what the source says of them; the source says nothing where it does not
    /// fit the bodies.
    fn functions(&self) -> impl Iterator<Item = (BodyId, Option<FunctionId>)> {
        self.program.bodies().filter_map(|(body, code)| {
            let is_function = code.body.kind == mir::BodyKind::Fn && !self.program.is_model(body);
            if !is_function || is_closure(&code.body.path) {
                return None;
            }
            let function = code.declaration.map(FunctionId::new).filter(|id| {
                self.items.functions.get(*id).is_some_and(|function| {
                    code.body
                        .path
                        .last_name()
                        .is_some_and(|name| **name == *function.name.trim_start_matches("r#"))
                })
            });
            Some((body, function))
        })
    }

    /// Over-approximates: a function of which the source says nothing can be called.
    fn can_be_called(&self, function: Option<FunctionId>) -> bool {
        let Some(id) = function else { return true };
        let function = &self.items.functions[id];
        let is_ours = self.items.impl_of(id).is_some_and(is_instrumentation);
        !function.is_test_only && !is_ours && function.reach != Reach::Private
    }

    /// Fields that clients can write, or change through a shared reference.
    fn exposed_fields(&self, definition: &TypeDef) -> Vec<Obstacle> {
        let mut found = Vec::new();
        for field in definition.variants.iter().flat_map(|variant| &variant.fields) {
            let reason = if field.visibility == Visibility::Public {
                format!("clients can write the public field `{}`", field.name)
            } else if INTERIOR_MUTABILITY.iter().any(|name| has_word(&field.ty, name))
                || field.ty.contains("Atomic")
            {
                format!("the field `{}` can change through a shared reference", field.name)
            } else {
                continue;
            };
            let (span, function) = (Some(definition.span.clone()), definition.name.clone());
            found.push(Obstacle { reason, span, function });
        }
        found
    }
}

/// A method that hands out a mutable reference lets the client change what it points to before the next call.
fn leak(program: &Program, entry: &Entry, class: &Type) -> Option<Obstacle> {
    let takes_mutably = entry.parameters.iter().any(|(_, ty)| {
        matches!(ty, Type::Ref { mutability: Mutability::Mut, referent, .. } if behind(referent) == class)
    });
    let borrows = takes_mutably && may_borrow_mutably(program, &entry.result, 6);
    borrows.then(|| Obstacle {
        reason: "its result may hold a mutable reference into the object, which clients can write through"
            .to_owned(),
        span: None,
        function: entry.name.clone(),
    })
}

/// Whether a value of the type may hold a mutable reference. Over-approximates: types that are not known may.
fn may_borrow_mutably(program: &Program, ty: &Type, depth: usize) -> bool {
    if depth == 0 {
        return true;
    }
    let deeper = |ty: &Type| may_borrow_mutably(program, ty, depth - 1);
    match ty {
        Type::Int(_) | Type::Bool | Type::Char | Type::Float(_) | Type::Str | Type::Never => false,
        Type::Ref { mutability: Mutability::Mut, .. } | Type::RawPtr { .. } => true,
        Type::Ref { referent, .. } => deeper(referent),
        Type::Tuple(elements) => elements.iter().any(deeper),
        Type::Slice(element) | Type::Array { element, .. } => deeper(element),
        Type::Path(path) => {
            let owning = [["vec", "Vec"], ["boxed", "Box"], ["option", "Option"], ["result", "Result"]];
            if path.is_std(&["string", "String"]) || path.is_std(&["cmp", "Ordering"]) {
                return false;
            }
            let arguments = path.segments.iter().flat_map(|segment| segment.args());
            let in_arguments = arguments.clone().any(|arg| matches!(arg, GenericArg::Type(ty) if deeper(ty)));
            if owning.iter().any(|name| path.is_std(name)) {
                return in_arguments;
            }
            match program.adt(ty) {
                Some(instance) => {
                    let variants = instance.variants().iter().enumerate();
                    let fields =
                        variants.flat_map(|(v, variant)| (0..variant.fields.len()).map(move |f| (v, f)));
                    in_arguments
                        || fields
                            .into_iter()
                            .any(|(v, f)| instance.field_type(v, f).is_none_or(|ty| deeper(&ty)))
                }
                None => true,
            }
        }
        _ => true,
    }
}

fn behind(ty: &Type) -> &Type {
    match ty {
        Type::Ref { referent, .. } => behind(referent),
        ty => ty,
    }
}

fn is_closure(path: &mir::Path) -> bool {
    path.segments.iter().any(|segment| matches!(segment, mir::Segment::Anonymous { .. }))
}

fn is_type_parameter(param: &crate::source::GenericParam) -> bool {
    !matches!(param.kind, crate::source::GenericParamKind::Lifetime)
}

/// Impls that the attributes generate.
fn is_instrumentation(block: &ImplDef) -> bool {
    block
        .trait_path
        .as_deref()
        .is_some_and(|path| path.replace(' ', "").trim_start_matches("::").starts_with("pct::"))
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|own| own == word)
}
