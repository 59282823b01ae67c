//! Collects what a body does with the bits of values: it makes values out of bits, takes a value of one type for one of another, and hands
//! values to foreign code.
//!
//! Over-approximates: all that may be inside such a value counts as accessed.

use super::facts::Scan;
use crate::mir::{self, FnSignature, Type};
use crate::symex::Structure;
use std::collections::BTreeSet;

/// Types of more parts than this are not looked into.
const MOST_PARTS: usize = 200;

/// Tells whether a function of std makes values out of bits, or reaches them by raw pointers.
pub(super) fn conjures(path: &mir::Path) -> bool {
    let mut names = path.segments.iter().filter_map(|segment| segment.name()).map(|name| &**name);
    let last = path.last_name().map_or("", |name| &**name);
    // A wrapper around what is given, or around nothing, and pointers to nothing.
    let is_harmless = matches!(last, "new" | "uninit" | "uninit_array" | "null" | "null_mut" | "dangling");
    path.begins_in_std()
        && !is_harmless
        && (names.any(|name| matches!(name, "ptr" | "NonNull" | "MaybeUninit" | "UnsafeCell" | "intrinsics"))
            || matches!(last, "zeroed" | "uninitialized" | "transmute_copy" | "align_to" | "align_to_mut")
            || ["from_raw", "new_zeroed", "assume_init"].iter().any(|prefix| last.starts_with(prefix)))
}

impl Scan<'_> {
    /// Takes the bits of each field of a union for a value of each other field.
    pub(super) fn recast_union(&mut self, ty: &Type) {
        let Some(instance) = self.program.adt(ty) else { return };
        let fields: Vec<Type> = instance.field_types().map(|ty| ty.unwrap_or(Type::Infer)).collect();
        for from in &fields {
            fields.iter().for_each(|to| self.recast(from, to));
        }
    }

    /// Foreign code gets values of a type, or gives them: it knows them as bits.
    pub(super) fn hands_to_foreign_code(&mut self, ty: &Type) {
        self.conjured(ty);
        let mut led_to = BTreeSet::new();
        self.all_inside(ty, true, &mut led_to);
        self.facts.recast.extend(led_to.into_iter().map(|(ty, _)| ty));
    }

    /// A value becomes one of another type, bit by bit.
    pub(super) fn recast(&mut self, from: &Type, to: &Type) {
        // What a box holds is reached by a pointer made of its own one.
        let is_of_box = matches!(to, Type::RawPtr { .. })
            && to.pointee().is_some_and(|held| inside_of_one(from, &[&["ptr", "NonNull"]]) == Some(held));
        if from == to || is_of_box {
            return;
        }
        let (mut before, mut after) = (BTreeSet::new(), BTreeSet::new());
        self.all_inside(from, false, &mut before);
        self.all_inside(to, false, &mut after);
        for ty in [from, to] {
            let inside = self.parameters_inside(ty);
            self.facts.conjures_given.extend(inside);
        }
        // Code that is called by another signature takes what it gets for something else.
        for signature in [from, to].into_iter().flat_map(signatures) {
            signature.inputs.iter().chain([&signature.output]).for_each(|ty| self.hands_to_foreign_code(ty));
        }
        if without_wrappers(peel_all_pointers(from)) != without_wrappers(peel_all_pointers(to)) {
            let led_to =
                before.into_iter().filter(|(_, is_behind_pointer)| *is_behind_pointer).map(|(ty, _)| ty);
            self.facts.recast.extend(led_to);
            let inside = self.parameters_inside(from);
            self.facts.recasts_given.extend(inside);
        }
    }

    /// It looks into whatever a value of the type holds or leads to. `seen`: these types, and whether a pointer leads there.
    fn all_inside(&mut self, ty: &Type, is_behind_pointer: bool, seen: &mut BTreeSet<(Type, bool)>) {
        if !seen.insert((ty.clone(), is_behind_pointer)) || seen.len() > MOST_PARTS {
            return;
        }
        self.inside(ty);
        let structure = self.program.structure(ty);
        // What owns or leads to its arguments is not told apart from what holds them.
        let may_be_indirection = ty.as_path().is_some_and(|_| self.program.adt(ty).is_none());
        let is_indirection = match &*structure {
            Structure::Reference(..) | Structure::Pointer(_) => true,
            Structure::Parts(_) | Structure::Cell(_) | Structure::Union(_) => may_be_indirection,
            Structure::Unknown(_) | Structure::Clients => may_be_indirection,
            Structure::Plain | Structure::Function | Structure::Code => false,
        };
        let is_behind_pointer = is_behind_pointer || is_indirection;
        ty.as_path().into_iter().flat_map(mir::Path::type_args).for_each(|ty| {
            self.all_inside(ty, is_behind_pointer, seen);
        });
        structure.parts().iter().for_each(|ty| self.all_inside(ty, is_behind_pointer, seen));
        if matches!(&*structure, Structure::Code) {
            self.all_captured(ty, is_behind_pointer, seen);
        }
        self.facts.anything |= seen.len() > MOST_PARTS;
    }

    /// It looks into whatever code has captured: anything, where that is not known.
    fn all_captured(&mut self, ty: &Type, is_behind_pointer: bool, seen: &mut BTreeSet<(Type, bool)>) {
        let program = self.program;
        // What a trait object or coroutine has captured is unknown: see `hides_types`.
        let Type::Closure(closure) = ty else { return };
        match program.captured_by(closure) {
            Some(captured) => captured.iter().for_each(|ty| self.all_inside(ty, is_behind_pointer, seen)),
            None => self.facts.anything = true,
        }
    }

    /// It makes a value of the type out of bits, or reaches the inside of one.
    pub(super) fn conjured(&mut self, ty: &Type) {
        let inside = self.parameters_inside(ty);
        self.facts.conjures_given.extend(inside);
        self.facts.conjured.insert(peel_all_pointers(ty).clone());
    }
}

/// Removes wrappers that do not change how a value lies in memory.
fn without_wrappers(ty: &Type) -> &Type {
    const WRAPPERS: [&[&str]; 3] =
        [&["mem", "MaybeUninit"], &["mem", "ManuallyDrop"], &["cell", "UnsafeCell"]];
    let mut ty = ty;
    while let Some(inner) = array_element(ty).or_else(|| inside_of_one(ty, &WRAPPERS)) {
        ty = inner;
    }
    ty
}

/// The type of the elements of what is nothing but these, one after the other.
fn array_element(ty: &Type) -> Option<&Type> {
    if let Type::Slice(element) | Type::Array { element, .. } = ty { Some(element) } else { None }
}

/// The type argument of a type of std that has one of these names.
fn inside_of_one<'a>(ty: &'a Type, names: &[&[&str]]) -> Option<&'a Type> {
    let path = ty.as_path().filter(|path| names.iter().any(|names| path.is_std(names)))?;
    path.first_type_arg()
}

/// Removes the references, raw pointers and `NonNull`s around a type.
pub(super) fn peel_all_pointers(ty: &Type) -> &Type {
    let mut ty = ty;
    while let Some(inner) = ty.pointee().or_else(|| inside_of_one(ty, &[&["ptr", "NonNull"]])) {
        ty = inner;
    }
    ty
}

/// The signatures of the functions that a type names.
fn signatures(ty: &Type) -> Vec<FnSignature> {
    let mut found = Vec::new();
    ty.each_part(&mut |part| {
        if let Type::FnPtr(signature) | Type::FnDef { signature, .. } = part {
            found.push((**signature).clone());
        }
    });
    found
}
