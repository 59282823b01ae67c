//! Checks what the source is read to say of the crate's types against what the compiler prints.
//!
//! Input: the bodies of an analysed crate. Output: the types that one of them contradicts, which are then types of which nothing is known.
//! The compiler prints what it took a name for: whoever makes a value, reads a field or calls a method has types beside it, and only what
//! has a destructor is dropped. Under-approximates: a type that no code makes, reads or drops is not checked, nor is what is written with
//! parameters, associated types or types of other crates.

use super::captures::operand_type;
use super::{AdtInstance, BodyId, Normaliser, Program};
use crate::mir::{self, AggregateKind, Path, Place, Projection, Rvalue, StatementKind, TerminatorKind, Type};
use crate::symex::program::destructors::MOST_NESTING;
use crate::symex::program::types::{Generics, Rewrite, plain_name};
use std::collections::BTreeSet;

impl Program {
    /// Forgets what the source says of types that the code of a crate contradicts.
    pub(super) fn forget_misread(&mut self, krate: usize) {
        let own = self.bodies.iter().filter(|(_, code)| code.krate == krate);
        let mut misread = BTreeSet::new();
        for (body, _) in own {
            Check { program: self, body, misread: &mut misread }.body();
        }
        for name in misread {
            self.adts.entry(name).or_default().clear();
        }
    }
}

/// The check of one body.
struct Check<'a> {
    program: &'a Program,
    body: BodyId,
    /// The paths of the types that were found.
    misread: &'a mut BTreeSet<String>,
}

impl Check<'_> {
    fn body(&mut self) {
        let program = self.program;
        let body = &program.code(self.body).body;
        self.receiver(body);
        for block in body.blocks.values() {
            for statement in &block.statements {
                if let StatementKind::Assign(_, Rvalue::Aggregate(aggregate)) = &statement.kind {
                    self.aggregate(body, aggregate);
                }
                mir::visit_statement(&statement.kind, |place, _| self.fields(body, place));
            }
            mir::visit_terminator(&block.terminator.kind, |place, _| self.fields(body, place));
            if let TerminatorKind::Drop { place, .. } = &block.terminator.kind {
                self.drop(body, place);
            }
        }
    }

    /// Compares the type of an impl with that of its method's receiver, or of what holds this one.
    fn receiver(&mut self, body: &mir::Body) {
        let Some(block) = self.program.impl_of(self.body) else { return };
        let Some(first) = body.args().next() else { return };
        if body.source_name(first).is_none_or(|name| **name != *"self") {
            return;
        }
        let declared = self.normalised(&block.self_type);
        let printed = self.normalised(&body.locals[first].ty);
        let is_meant = |part: &Type| self.head(part).is_some() && !self.differ(&declared, part);
        if self.head(&declared).is_some() && !printed.any_part(&mut |part| is_meant(part)) {
            self.distrust(&declared);
            self.distrust(&printed);
        }
    }

    /// Compares the fields of a type with what a value of it is made of.
    fn aggregate(&mut self, body: &mir::Body, aggregate: &AggregateKind) {
        let AggregateKind::Adt { path, .. } = aggregate else { return };
        let generics = Generics::default();
        let path = self.normaliser(&generics).value_path(path);
        let made = self.program.constructor(&path).filter(|(made, _)| self.is_own(made));
        let Some((made, variant)) = made else { return };
        for (index, operand) in aggregate.operands().into_iter().enumerate() {
            let printed = operand_type(body, operand).map(|ty| self.normalised(&ty));
            let declared = made.field_type(variant, index);
            if let (Some(declared), Some(printed)) = (declared, printed)
                && self.differ(&declared, &printed)
            {
                self.misread.insert(made.adt.path.clone());
            }
        }
    }

    /// Compares the fields on the way to a place with their types there.
    fn fields(&mut self, body: &mir::Body, place: &Place) {
        for (step, projection) in place.projection.iter().enumerate() {
            let Projection::Field { index, ty } = projection else { continue };
            let (before, variant) = match place.projection[..step].split_last() {
                Some((Projection::Downcast(mir::VariantRef::Name(name)), before)) => (before, Some(name)),
                _ => (&place.projection[..step], None),
            };
            let before = Place { local: place.local, projection: before.to_vec() };
            let Some(whole) = body.place_type(&before).map(|ty| self.normalised(ty)) else { continue };
            let Some(instance) = self.program.adt(&whole).filter(|it| self.is_own(it)) else { continue };
            let variant = variant.map_or(Some(0), |name| Some(instance.adt.variant(name)?.0));
            let declared = variant.and_then(|variant| instance.field_type(variant, *index as usize));
            if declared.is_some_and(|declared| self.differ(&declared, &self.normalised(ty))) {
                self.misread.insert(instance.adt.path.clone());
            }
        }
    }

    /// The compiler drops no value of a type that has no destructor.
    fn drop(&mut self, body: &mir::Body, place: &Place) {
        let Some(printed) = body.place_type(place).map(|ty| self.normalised(ty)) else { return };
        let is_known = !printed.any_part(&mut |part| self.head(part).is_none());
        if is_known && self.program.has_no_end(&printed, MOST_NESTING) {
            self.distrust(&printed);
        }
    }

    fn is_own(&self, instance: &AdtInstance<'_>) -> bool {
        self.program.own_types.contains(&instance.adt.path)
    }

    fn distrust(&mut self, ty: &Type) {
        let program = self.program;
        ty.each_part(&mut |part| self.misread.extend(own_name(program, part)));
    }

    /// Tells whether two types are surely not the same. A type of the standard library may be another's alias.
    fn differ(&self, declared: &Type, printed: &Type) -> bool {
        let (Some(one), Some(other)) = (self.head(declared), self.head(printed)) else { return false };
        if one != other {
            let is_of_std = |ty: &Type| ty.as_path().is_some_and(Path::begins_in_std);
            let is_own = |ty| own_name(self.program, ty).is_some();
            let is_alias = is_of_std(declared) && !is_own(printed) || is_of_std(printed) && !is_own(declared);
            return !is_alias;
        }
        let (one, other) = (declared.children(), printed.children());
        one.len() == other.len() && one.iter().zip(other).any(|(one, other)| self.differ(one, other))
    }

    /// What tells a type from others, its arguments apart. None for what may stand for another type.
    fn head(&self, ty: &Type) -> Option<String> {
        match ty {
            Type::Path(path) if path.begins_in_std() => plain_name(path),
            Type::Path(_) => own_name(self.program, ty),
            Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => {
                Some(ty.to_string())
            }
            Type::Ref { .. } | Type::RawPtr { .. } => Some("pointer".to_owned()),
            Type::Slice(_) | Type::Array { .. } => Some("list".to_owned()),
            Type::Tuple(parts) => Some(format!("tuple of {}", parts.len())),
            Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) | Type::FnCoroutine { .. } => None,
            Type::Pattern { .. } | Type::UnsafeBinder { .. } => None,
            Type::Dyn(_) | Type::Impl(_) | Type::Infer => None,
        }
    }

    fn normalised(&self, ty: &Type) -> Type {
        self.normaliser(&Generics::default()).ty(ty)
    }

    fn normaliser<'g>(&'g self, generics: &'g Generics) -> Normaliser<'g> {
        self.program.normaliser(self.body, generics)
    }
}

/// The path of a type that the analysed crates declare.
fn own_name(program: &Program, ty: &Type) -> Option<String> {
    let is_own = |path: &&Path| program.is_own_type(path);
    ty.as_path().filter(is_own).and_then(plain_name)
}
