//! Regions: what a reference that is not tracked itself may lead to.
//!
//! The elements of a sequence, values of which only the identity is known, and what unknown code gives back have no place for a
//! [`Reference`]. They keep *regions* instead: places without indices, each with whether it may be written. Unknown code that is given such
//! a value may write all its regions, and all that these lead to. A write through a reference that lies in a sequence is a weak update: it
//! goes to one of the regions of its type, or into one that may hold such a value, which is then unknown; or nowhere that is tracked. If the
//! reference's identity is known, it says which ([`Region::identity`]).
//!
//! Over-approximates, by two rules that are kept here and nowhere else:
//!
//! - A value that replaces others keeps all their regions, and everything that these lead to (`Executor::closed`): what was read
//!   out of a reference to a reference stays known when the outer one is gone.
//! - A place in a sequence stands for the whole sequence. Its index is a term of the moment at which the reference was made, and says
//!   nothing later.

use crate::mir::{GenericArg, Type};
use crate::symex::program::Program;
use crate::symex::program::pointers::is_transparent;
use crate::symex::program::types::element_type;
use crate::symex::state::value::Reference;
use crate::symex::state::{Place, Root, State, Step};
use crate::term::Term;
use num_bigint::{BigInt, Sign};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Deref;
use std::sync::Arc;

/// A place that a reference may lead to, without indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region(Arc<Reference>);

impl Region {
    /// The region as a reference to all of it.
    pub fn reference(&self) -> &Arc<Reference> {
        &self.0
    }

    /// Identifies the region while it lives; equal regions may have several identities.
    pub(in crate::symex) fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    /// The place itself.
    pub fn place(&self) -> &Place {
        let [(_, place)] = self.0.targets.as_slice() else { unreachable!("a region is one place") };
        place
    }

    /// The same region where the place has moved to.
    pub(in crate::symex) fn moved_to(&self, place: Place) -> Region {
        Region(Arc::new(Reference { targets: vec![(Term::bool(true), place)], ..(*self.0).clone() }))
    }

    /// Tells whether it may be written. One that may not can still change where it holds cells.
    pub fn is_mutable(&self) -> bool {
        self.0.mutable
    }

    /// The identity of a reference to the whole region: a number that is no other place's.
    pub(in crate::symex) fn identity(&self) -> Term {
        let place = self.place();
        let bytes = format!("{:?} {:?}", place.root, place.steps).into_bytes();
        Term::int(BigInt::from_bytes_be(Sign::Plus, &bytes))
    }

    /// Tells whether a reference into the region, or to what it leads to, may be one to a value of a type.
    ///
    /// Over-approximates where types are not known. What a raw pointer was made of may be any part of anything.
    pub(in crate::symex) fn may_hold(&self, program: &Program, ty: &Type) -> bool {
        crate::symex::state::heap::leads_to_memory(&self.0) || program.may_hold(&self.0.ty, ty)
    }
}

/// Regions, each once. All parts of a value that is made at a time share one list, so that what goes through them visits it once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Regions(Arc<[Region]>);

impl Regions {
    /// The regions of both, each once: `self` as it is, if it has all of them.
    pub(in crate::symex) fn union(&self, others: &Regions) -> Regions {
        if Arc::ptr_eq(&self.0, &others.0) || others.is_empty() {
            return self.clone();
        }
        if self.is_empty() {
            return others.clone();
        }
        let new: Vec<&Region> = others.iter().filter(|region| !self.contains(region)).collect();
        if new.is_empty() {
            return self.clone();
        }
        self.iter().chain(new).cloned().collect()
    }

    /// Identifies the list while it lives; equal lists may have several identities.
    pub(in crate::symex) fn address(&self) -> usize {
        self.0.as_ptr().addr()
    }

    /// The regions as references.
    pub(in crate::symex) fn references(&self) -> impl Iterator<Item = &Arc<Reference>> {
        self.0.iter().map(Region::reference)
    }
}

/// Regions and lists of them, each once: many values are made that may lead to the same places, and what goes through them tells lists apart by
/// their addresses.
#[derive(Debug, Default)]
pub(in crate::symex) struct KnownRegions {
    regions: FxHashSet<Arc<Reference>>,
    /// By the addresses of their regions, which the set keeps alive.
    lists: FxHashMap<Box<[usize]>, Regions>,
}

impl KnownRegions {
    /// The region itself, or an equal one that was known before.
    pub(in crate::symex) fn region(&mut self, region: Region) -> Region {
        match self.regions.get(&region.0) {
            Some(known) => Region(known.clone()),
            None => {
                self.regions.insert(region.0.clone());
                region
            }
        }
    }

    /// The list of known regions.
    pub(in crate::symex) fn list(&mut self, regions: Vec<Region>) -> Regions {
        let addresses = regions.iter().map(Region::address).collect();
        self.lists.entry(addresses).or_insert_with(|| regions.into_iter().collect()).clone()
    }
}

impl Deref for Regions {
    type Target = [Region];

    fn deref(&self) -> &[Region] {
        &self.0
    }
}

impl FromIterator<Region> for Regions {
    fn from_iter<I: IntoIterator<Item = Region>>(regions: I) -> Regions {
        Regions(regions.into_iter().collect())
    }
}

/// The region of one of the places that a reference leads to.
pub(in crate::symex) fn region_of(
    program: &Program,
    state: &State,
    reference: &Arc<Reference>,
    place: &Place,
) -> Region {
    let is_one = matches!(&*reference.targets, [(condition, _)] if condition.as_bool() == Some(true));
    if is_one && !place.steps.iter().any(is_index) {
        return Region(reference.clone());
    }
    let (place, ty) = without_indices(program, state, place, &reference.ty);
    let targets = vec![(Term::bool(true), place)];
    Region(Arc::new(Reference { targets, mutable: reference.mutable, ty }))
}

/// The longest way to a place that has no index, and the type there. Of a sequence whose elements are meant, the elements; where the types
/// on the way are not known, the whole root.
fn without_indices(program: &Program, state: &State, place: &Place, ty: &Arc<Type>) -> (Place, Arc<Type>) {
    let Some(first) = place.steps.iter().position(is_index) else { return (place.clone(), ty.clone()) };
    let prefix = Place { root: place.root.clone(), steps: place.steps[..first].to_vec() };
    let sequence = type_at(program, state, &prefix);
    match sequence.and_then(|ty| element_type(&ty)) {
        Some(element) => (prefix, Arc::new(Type::Slice(Box::new(element)))),
        None => {
            let ty = state.root_type(&place.root).cloned().unwrap_or(Type::Infer);
            (Place::of(place.root.clone()), Arc::new(ty))
        }
    }
}

/// Tells whether a step goes into a sequence.
fn is_index(step: &Step) -> bool {
    matches!(step, Step::Element(_) | Step::Part(..))
}

/// The type of what is at a place; none where it is not known.
fn type_at(program: &Program, state: &State, place: &Place) -> Option<Type> {
    let mut ty = inside(state.root_type(&place.root)?.clone());
    for step in &place.steps {
        let next = match (step, &ty) {
            (Step::Field(index), Type::Tuple(elements)) => elements.get(*index)?.clone(),
            (Step::Field(index), _) => program.adt(&ty)?.field_type(0, *index)?,
            (Step::Payload(variant, index), _) => program.adt(&ty)?.field_type(*variant, *index)?,
            (Step::Unbox, Type::Path(path)) => match path.last().args().first()? {
                GenericArg::Type(inner) => inner.clone(),
                _ => return None,
            },
            (Step::Element(_), ty) => element_type(ty)?,
            (Step::Part(..), ty) => Type::Slice(Box::new(element_type(ty)?)),
            (Step::Unbox, _) => return None,
        };
        ty = inside(next);
    }
    Some(ty)
}

/// The type that a wrapper without a place of its own holds.
fn inside(mut ty: Type) -> Type {
    while is_transparent(&ty) {
        match ty.as_path().and_then(|path| path.last().args().first()) {
            Some(GenericArg::Type(inner)) => ty = inner.clone(),
            _ => break,
        }
    }
    ty
}

impl State {
    /// The type of a root.
    pub(in crate::symex) fn root_type(&self, root: &Root) -> Option<&Type> {
        match root {
            Root::Local(depth, local) => self.frames.get(*depth)?.types.get(local.as_u32() as usize),
            Root::Object(id) => self.objects.get(id).map(|object| &*object.ty),
        }
    }
}
