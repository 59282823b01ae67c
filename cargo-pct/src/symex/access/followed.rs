//! References that are followed through one state, with what each leads to.
//!
//! A call of code that is not known changes many places, and what is stored in each leads to most of the others. Whoever follows them all
//! for each place visits the same references again and again; here each is looked at once, until its place is written.

use crate::symex::access::executor::Executor;
use crate::symex::state::held::Held;
use crate::symex::state::region::{Region, Regions};
use crate::symex::state::tree::get_whole;
use crate::symex::state::value::{Reference, Value};
use crate::symex::state::{Place, Root, State};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

/// The references that were met in one state. Who writes to the state in between says where: [`Followed::forget`].
#[derive(Default)]
pub(in crate::symex) struct Followed {
    met: Vec<Met>,
    numbers: FxHashMap<Arc<Reference>, usize>,
    /// The numbers by the addresses of references, which are kept alive: most that are met again are at an address that was met.
    addresses: FxHashMap<usize, (Arc<Reference>, usize)>,
    /// The members of lists of regions, by the addresses of the lists, which are kept alive.
    lists: FxHashMap<usize, (Regions, Rc<[usize]>)>,
}

/// A reference that was met.
struct Met {
    reference: Arc<Reference>,
    /// The steps to all that its places hold; none until these are asked.
    leads: Option<Rc<[Lead]>>,
    /// Its regions; none until these are asked.
    regions: Option<Rc<[Region]>>,
}

/// A step from a place to what it holds.
#[derive(Clone, Copy, Debug)]
enum Lead {
    /// The number of a reference.
    Reference(usize),
    /// The address of a list of regions.
    List(usize),
}

impl Followed {
    /// Forgets what the places in a root lead to: it was written.
    pub(in crate::symex) fn forget(&mut self, root: &Root) {
        for met in &mut self.met {
            if met.reference.targets.iter().any(|(_, place)| place.root == *root) {
                met.leads = None;
            }
        }
    }

    /// Adds references to others, each that is not among them yet.
    pub(in crate::symex) fn extend_by(&mut self, all: &mut Vec<Arc<Reference>>, new: Vec<Arc<Reference>>) {
        let known: FxHashSet<usize> = all.iter().map(|reference| self.number(reference)).collect();
        all.extend(new.into_iter().filter(|reference| !known.contains(&self.number(reference))));
    }

    /// The number of a reference: equal ones have one number.
    fn number(&mut self, reference: &Arc<Reference>) -> usize {
        let address = Arc::as_ptr(reference).addr();
        if let Some((_, number)) = self.addresses.get(&address) {
            return *number;
        }
        let number = match self.numbers.get(reference) {
            Some(number) => *number,
            None => {
                self.numbers.insert(reference.clone(), self.met.len());
                self.met.push(Met { reference: reference.clone(), leads: None, regions: None });
                self.met.len() - 1
            }
        };
        self.addresses.insert(address, (reference.clone(), number));
        number
    }

    /// Leads to all that a value holds.
    fn leads_to(&mut self, held: &Held, leads: &mut Vec<Lead>) {
        leads.extend(held.references.iter().map(|reference| Lead::Reference(self.number(reference))));
        for regions in &held.regions {
            if !self.lists.contains_key(&regions.address()) {
                let members = regions.references().map(|reference| self.number(reference)).collect();
                self.lists.insert(regions.address(), (regions.clone(), members));
            }
            leads.push(Lead::List(regions.address()));
        }
    }
}

/// The references that are still to be followed, by their numbers.
#[derive(Default)]
struct Pending {
    references: Vec<usize>,
    seen: FxHashSet<usize>,
    lists: FxHashSet<usize>,
}

impl Pending {
    fn add(&mut self, followed: &Followed, leads: &[Lead]) {
        for lead in leads {
            match lead {
                Lead::Reference(number) => self.references.push(*number),
                Lead::List(address) if self.lists.insert(*address) => {
                    self.references.extend(&*followed.lists[address].1);
                }
                Lead::List(_) => {}
            }
        }
    }

    /// The next reference that was not followed yet.
    fn next(&mut self) -> Option<usize> {
        while let Some(number) = self.references.pop() {
            if self.seen.insert(number) {
                return Some(number);
            }
        }
        None
    }
}

impl Executor<'_> {
    /// All references that some values hold, or lead to, through which something may change: mutable ones, and shared ones to what may
    /// hold cells. An object leads to what it may be a part of, too.
    pub(in crate::symex) fn reach(&self, state: &State, values: &[Value]) -> Vec<Arc<Reference>> {
        let (mut followed, mut leads) = (Followed::default(), Vec::new());
        for value in values {
            followed.leads_to(&Held::of(value), &mut leads);
        }
        let reached = self.follow_all(state, &mut followed, &leads);
        reached.into_iter().map(|number| followed.met[number].reference.clone()).collect()
    }

    /// The regions of some references and of all that can be reached through them.
    pub(in crate::symex) fn closed_regions(&self, state: &State, references: &[Arc<Reference>]) -> Regions {
        self.closed_regions_among(state, &mut Followed::default(), references)
    }

    /// The regions of some references and of all that can be reached through them, of which some were followed before.
    pub(in crate::symex) fn closed_regions_among(
        &self,
        state: &State,
        followed: &mut Followed,
        references: &[Arc<Reference>],
    ) -> Regions {
        let mut numbers: Vec<usize> = references.iter().map(|it| followed.number(it)).collect();
        let leads: Vec<Lead> = numbers.iter().copied().map(Lead::Reference).collect();
        let given: FxHashSet<usize> = numbers.iter().copied().collect();
        let reached = self.follow_all(state, followed, &leads);
        numbers.extend(reached.into_iter().filter(|number| !given.contains(number)));
        let (mut regions, mut seen) = (Vec::new(), FxHashSet::default());
        for number in numbers {
            let met = &mut followed.met[number];
            let own = met.regions.get_or_insert_with(|| self.regions_of(state, &met.reference).into());
            regions.extend(own.iter().filter(|region| seen.insert(region.address())).cloned());
        }
        self.known_regions.borrow_mut().list(regions)
    }

    /// The numbers of all references that are met on the way and through which something may change.
    fn follow_all(&self, state: &State, followed: &mut Followed, from: &[Lead]) -> Vec<usize> {
        let mut pending = Pending::default();
        pending.add(followed, from);
        let mut reached = Vec::new();
        while let Some(number) = pending.next() {
            let leads = self.leads_of(state, followed, number);
            pending.add(followed, &leads);
            let reference = &followed.met[number].reference;
            if reference.mutable || self.program.may_hold_cells(&reference.ty) {
                reached.push(number);
            }
        }
        reached
    }

    /// The steps to all that the places of a reference hold.
    fn leads_of(&self, state: &State, followed: &mut Followed, number: usize) -> Rc<[Lead]> {
        if let Some(leads) = &followed.met[number].leads {
            return leads.clone();
        }
        let reference = followed.met[number].reference.clone();
        let mut leads = Vec::new();
        for (_, place) in &reference.targets {
            followed.leads_to(&held_at(state, place, reference.mutable), &mut leads);
        }
        let leads: Rc<[Lead]> = leads.into();
        followed.met[number].leads = Some(leads.clone());
        leads
    }
}

/// Collects all that a reference to a place gives: what the place holds, and what the object there may be a part of.
fn held_at(state: &State, place: &Place, is_mutable: bool) -> Held {
    let Some(target) = get_whole(state, place) else { return Held::default() };
    let mut held = Held::of(&target);
    let around = around(state, place);
    if is_mutable {
        held.regions.extend(around);
        return held;
    }
    // Behind a shared reference nothing is mutable, save what cells hold.
    held.references.extend(around.iter().flat_map(|regions| regions.references().cloned()));
    let in_cells: FxHashSet<&Arc<Reference>> = held.regions.iter().flat_map(Regions::references).collect();
    held.references.retain(|it| !in_cells.contains(it));
    held.references.iter_mut().for_each(share);
    held
}

/// The regions that the object of a place may be a part of.
fn around(state: &State, place: &Place) -> Option<Regions> {
    match &place.root {
        Root::Object(id) => state.objects.get(id).map(|object| object.borrows.clone()),
        Root::Local(..) => None,
    }
}

/// Makes a reference one that may not be written through.
fn share(reference: &mut Arc<Reference>) {
    if reference.mutable {
        *reference = Arc::new(Reference { mutable: false, ..(**reference).clone() });
    }
}
