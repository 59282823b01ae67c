//! Puts the records of side-cars together: functions to their types, cutpoints to their functions, predicates to both.

use std::collections::{BTreeMap, BTreeSet};

use camino::Utf8Path;
use pct_wire::Id;
use pct_wire::sites::{self, Evaluates, Extent, Function, Origin, Place, Receiver, Record};

use super::module_paths::Around;
use super::{Contract, Cutpoint, Predicate, Subject, SubjectKind, Subjects, Unprobed};
use crate::build::Unit;
use crate::config::Predicates;
use crate::ids::PrimaryMap;

/// More predicates than a valuation has letters for.
const TOO_MANY: &str = "the predicates of the type and those of the function are more than 64 together here";

/// Subjects under construction, by their ids.
#[derive(Default)]
pub(super) struct Assembly {
    subjects: BTreeMap<String, Subject>,
    contracts: BTreeMap<Id, Contract>,
    seen: BTreeSet<Id>,
}

impl Assembly {
    /// Adds one unit. Sites that an earlier unit has are the same source expanded again, and merge with it.
    pub(super) fn add(&mut self, unit: &Unit, records: &[Record], around: &BTreeMap<Id, Around>) {
        let side_car = SideCar::new(unit, records, around);
        for subject in &side_car.subjects {
            let id = side_car.type_id(subject);
            self.subject(id, SubjectKind::Type, &subject.place)
                .not_fabricable
                .clone_from(&subject.not_fabricable);
        }
        let mut owners = BTreeMap::new();
        for function in side_car.functions.values() {
            let owner = side_car.owner(function);
            let kind = if function.self_type.is_some() { SubjectKind::Type } else { SubjectKind::Function };
            self.subject(owner.clone(), kind, &function.place);
            owners.insert(function.id, owner);
        }
        self.add_predicates(&side_car, &owners);
        for record in records {
            match record {
                Record::Cutpoint(it) => self.add_cutpoint(it, &side_car, &owners),
                Record::Unprobed(it) => self.add_unprobed(it, &side_car, &owners),
                Record::Contract(it) => {
                    if let Some(function) = side_car.functions.get(&it.owner) {
                        let condition = it.texts.first().cloned().unwrap_or_default();
                        let function = side_car.path(function);
                        let contract =
                            Contract { kind: it.kind, condition, function, place: it.place.clone() };
                        self.contracts.insert(it.id, contract);
                    }
                }
                _ => {}
            }
        }
    }

    fn subject(&mut self, id: String, kind: SubjectKind, place: &Place) -> &mut Subject {
        self.subjects.entry(id.clone()).or_insert_with(|| Subject {
            id,
            kind,
            place: place.clone(),
            predicates: Vec::new(),
            cutpoints: PrimaryMap::new(),
            unprobed: Vec::new(),
            not_fabricable: None,
        })
    }

    /// Predicates of types first: a valuation begins with them. Then those of functions, in the order of the source.
    fn add_predicates(&mut self, side_car: &SideCar<'_>, owners: &BTreeMap<Id, String>) {
        let types: BTreeSet<Id> = side_car.subjects.iter().map(|it| it.id).collect();
        let of_types = side_car.subjects.iter().map(|it| (it.id, side_car.type_id(it)));
        let mut functions: Vec<_> = side_car.functions.values().collect();
        functions.sort_by_key(|function| (&function.place, function.ordinal));
        let of_functions =
            functions.iter().filter_map(|function| Some((function.id, owners.get(&function.id)?.clone())));
        for (wire_owner, owner) in of_types.chain(of_functions) {
            let Some(subject) = self.subjects.get_mut(&owner) else { continue };
            let mut own: Vec<_> = side_car.predicates.iter().filter(|it| it.owner == wire_owner).collect();
            own.sort_by_key(|it| it.index);
            for predicate in own {
                if subject.predicates.iter().all(|it| it.wire != predicate.id) {
                    subject.predicates.push(Predicate {
                        wire: predicate.id,
                        name: predicate.name.clone(),
                        expression: predicate.expression.clone(),
                        invariant: predicate.invariant,
                        of_type: types.contains(&wire_owner),
                        origin: predicate.origin,
                        counted: true,
                    });
                }
            }
        }
    }

    fn add_cutpoint(&mut self, it: &sites::Cutpoint, side_car: &SideCar<'_>, owners: &BTreeMap<Id, String>) {
        let (Some(owner), Some(function)) = (owners.get(&it.function), side_car.functions.get(&it.function))
        else {
            return;
        };
        let Some(subject) = self.subjects.get_mut(owner) else { return };
        if !self.seen.insert(it.id) {
            return;
        }
        let of_type = side_car.subject_of(function).filter(|_| it.evaluates != Evaluates::Nothing);
        let of_type = of_type.map(|subject| subject.id);
        let type_predicates = side_car.predicates.iter().filter(|predicate| Some(predicate.owner) == of_type);
        let mut type_predicates: Vec<_> = type_predicates.collect();
        type_predicates.sort_by_key(|predicate| predicate.index);
        // The probe passes over conditions of the code where the type has predicates.
        let is_evaluated = |id: &Id| {
            type_predicates.is_empty()
                || side_car.predicates.iter().any(|own| own.id == *id && own.origin == Origin::User)
        };
        let own = it.predicates.iter().copied().filter(is_evaluated);
        let ids = type_predicates.iter().map(|predicate| predicate.id).chain(own);
        let position = |id: Id| subject.predicates.iter().position(|known| known.wire == id);
        let predicates: Vec<usize> = ids.filter_map(position).collect();
        let function = side_car.path(function);
        if predicates.len() > 64 {
            let reason = format!("{}: {TOO_MANY}", it.label);
            subject.unprobed.push(Unprobed { function, reason, place: it.place.clone() });
            return;
        }
        subject.cutpoints.push(Cutpoint {
            wire: it.id,
            label: it.label.clone(),
            function,
            kind: it.kind,
            place: it.place.clone(),
            evaluated: predicates.len(),
            predicates,
        });
    }

    fn add_unprobed(&mut self, it: &sites::Unprobed, side_car: &SideCar<'_>, owners: &BTreeMap<Id, String>) {
        let (Some(owner), Some(function)) = (owners.get(&it.function), side_car.functions.get(&it.function))
        else {
            return;
        };
        let Some(subject) = self.subjects.get_mut(owner) else { return };
        let reason = match it.extent {
            Extent::Function => it.reason.clone(),
            Extent::Exit => format!("its exit: {}", it.reason),
            Extent::Cutpoint | Extent::SelfPredicates | Extent::Predicate => {
                format!("line {}: {}", it.place.line, it.reason)
            }
        };
        let unprobed = Unprobed { function: side_car.path(function), reason, place: it.place.clone() };
        // Several predicates or cutpoints of one line may be left out for one reason.
        let known = |it: &Unprobed| (&it.function, &it.reason) == (&unprobed.function, &unprobed.reason);
        if !subject.unprobed.iter().any(known) {
            subject.unprobed.push(unprobed);
        }
    }

    pub(super) fn finish(self, predicates: Predicates) -> Subjects {
        let mut subjects: Vec<_> = self.subjects.into_values().collect();
        let mut cutpoints = BTreeMap::new();
        for (index, subject) in subjects.iter_mut().enumerate() {
            count(subject, predicates);
            // Entry in front of exit where both stand on one token; else the order of the source.
            let mut own: Vec<Cutpoint> = std::mem::take(&mut subject.cutpoints).into();
            own.sort_by(|one, other| {
                let place = |it: &Cutpoint| (it.place.file.clone(), it.place.line, it.place.column);
                (place(one), one.kind, &one.label).cmp(&(place(other), other.kind, &other.label))
            });
            subject.cutpoints = own.into();
            subject.unprobed.sort();
            cutpoints.extend(subject.cutpoints.iter().map(|(at, it)| (it.wire, (index, at))));
        }
        Subjects { subjects, cutpoints, contracts: self.contracts }
    }
}

/// Says which predicates count: the user's, and those of the code only where there are none.
fn count(subject: &mut Subject, predicates: Predicates) {
    let is_users = |predicate: &Predicate| predicate.origin == Origin::User;
    if predicates == Predicates::All && !subject.predicates.iter().any(is_users) {
        return;
    }
    let own: Vec<bool> = subject.predicates.iter().map(is_users).collect();
    subject.predicates.iter_mut().zip(&own).for_each(|(predicate, own)| predicate.counted = *own);
    // A function's predicates are all the user's, or none of them is: the counted ones stand in front.
    subject.cutpoints.values_mut().for_each(|cutpoint| cutpoint.predicates.retain(|it| own[*it]));
}

/// One unit's records, by kind.
struct SideCar<'a> {
    unit: &'a Unit,
    /// The body of each function that has a probe left.
    around: BTreeMap<Id, &'a Around>,
    /// The types that aliases stand for, by the files and names of the aliases.
    aliases: BTreeMap<(&'a str, &'a str), Option<&'a sites::Subject>>,
    subjects: Vec<&'a sites::Subject>,
    functions: BTreeMap<Id, &'a Function>,
    predicates: Vec<&'a sites::Predicate>,
}

impl<'a> SideCar<'a> {
    fn new(unit: &'a Unit, records: &'a [Record], around: &'a BTreeMap<Id, Around>) -> SideCar<'a> {
        let mut side_car = SideCar {
            unit,
            around: BTreeMap::new(),
            aliases: BTreeMap::new(),
            subjects: Vec::new(),
            functions: BTreeMap::new(),
            predicates: Vec::new(),
        };
        for record in records {
            match record {
                Record::Subject(it) => side_car.subjects.push(it),
                Record::Function(it) => drop(side_car.functions.insert(it.id, it)),
                Record::Predicate(it) => side_car.predicates.push(it),
                Record::Cutpoint(it) => {
                    if let Some(around) = around.get(&it.id) {
                        side_car.around.entry(it.function).or_insert(around);
                    }
                }
                _ => {}
            }
        }
        side_car.aliases = side_car.find_aliases();
        side_car
    }

    /// Finds what the names of impls stand for that are no type's: `impl Vec<T, N>`, where `Vec` is a `VecInner`. The compiler says it in each method
    /// that has a receiver. A name that stands for two types in one file is taken for neither.
    fn find_aliases(&self) -> BTreeMap<(&'a str, &'a str), Option<&'a sites::Subject>> {
        let mut found = BTreeMap::new();
        for function in self.functions.values().filter(|function| function.receiver != Receiver::None) {
            let (Some(name), Some(around)) = (&function.self_type, self.around.get(&function.id)) else {
                continue;
            };
            let ty = self.subject_at(&around.first);
            // Types that are no paths, as `[u8]`, are all named `Self`.
            if self.subject_here(function).is_some() || around.first.is_empty() || name == "Self" {
                continue;
            }
            let known = found.entry((function.place.file.as_str(), name.as_str())).or_insert(ty);
            if known.map(|subject| subject.id) != ty.map(|subject| subject.id) {
                *known = None;
            }
        }
        found
    }

    /// The type at a path without the crate: the only one of that name, or the one whose methods stand in that module. Another crate's path begins
    /// with that crate, and no function of this one stands there.
    fn subject_at(&self, path: &str) -> Option<&'a sites::Subject> {
        let (module, name) = path.rsplit_once("::").unwrap_or(("", path));
        let mut modules = self.around.values().map(|around| around.module.as_str());
        if !module.is_empty() && !modules.any(|own| own == module) {
            return None;
        }
        let named = self.subjects.iter().copied().filter(|subject| subject.name == name);
        let id = join(&self.unit.crate_name, path);
        match &*named.collect::<Vec<_>>() {
            [only] => Some(*only),
            several => several.iter().copied().find(|subject| self.type_id(subject) == id),
        }
    }

    /// The type that a method belongs to: the one of that name in the same file, or that its name is an alias of there; else the only one in the crate.
    fn subject_of(&self, function: &Function) -> Option<&'a sites::Subject> {
        let name = function.self_type.as_deref()?;
        let here = self.subject_here(function);
        let aliased = || self.aliases.get(&(function.place.file.as_str(), name)).copied();
        if let Some(known) = here.map(Some).or_else(aliased) {
            return known;
        }
        let named = self.subjects.iter().copied().filter(|subject| subject.name == name);
        let aliased = self.aliases.iter().filter(|((_, alias), _)| *alias == name);
        let all = named.map(Some).chain(aliased.map(|(_, ty)| *ty));
        let different: BTreeMap<_, _> = all.map(|ty| (ty.map(|ty| ty.id), ty)).collect();
        let mut different = different.into_values();
        different.next().flatten().filter(|_| different.next().is_none())
    }

    /// The type of a method's name in the file of the method: the nearest in front, should it have several.
    fn subject_here(&self, function: &Function) -> Option<&'a sites::Subject> {
        let name = function.self_type.as_deref()?;
        let named = self.subjects.iter().copied().filter(|subject| subject.name == name);
        let here: Vec<_> = named.filter(|subject| subject.place.file == function.place.file).collect();
        let in_front = here.iter().rev().find(|subject| subject.place.line <= function.place.line);
        in_front.or(here.first()).copied()
    }

    /// The path of the module, crate first.
    fn module(&self, function: &Function) -> String {
        match self.around.get(&function.id) {
            Some(around) => join(&self.unit.crate_name, &around.module),
            None => self.module_of_file(&function.place),
        }
    }

    /// The module that a file holds by convention: `src/a/b.rs` and `src/a/b/mod.rs` hold `a::b`.
    fn module_of_file(&self, place: &Place) -> String {
        let folder = self.unit.source.parent().unwrap_or(Utf8Path::new(""));
        let file = Utf8Path::new(&place.file);
        // Places are relative to the workspace, the unit's source is absolute: compare from the end.
        let shared = folder.components().next_back().map(|it| it.as_str().to_owned());
        let parts: Vec<_> = file.with_extension("").components().map(|it| it.as_str().to_owned()).collect();
        let start = parts.iter().rposition(|part| Some(part) == shared.as_ref()).map_or(0, |at| at + 1);
        let mut parts = &parts[start..];
        let is_root = parts.len() == 1 && self.unit.source.ends_with(file);
        if is_root || parts.last().is_some_and(|last| last == "mod") {
            parts = &parts[..parts.len() - 1];
        }
        join(&self.unit.crate_name, &parts.join("::"))
    }

    /// A type's id. Its module is taken from the nearest method, for a type itself has no code: those further away may stand in modules
    /// within its own.
    fn type_id(&self, subject: &sites::Subject) -> String {
        let methods = self.functions.values().filter(|function| {
            function.place.file == subject.place.file
                && self.subject_of(function).is_some_and(|owner| owner.id == subject.id)
        });
        let methods = methods.filter(|function| self.around.contains_key(&function.id));
        let distance = |function: &&Function| function.place.line.abs_diff(subject.place.line);
        let module = match methods.min_by_key(|function| distance(function)) {
            Some(method) => self.module(method),
            None => self.module_of_file(&subject.place),
        };
        join(&module, &subject.name)
    }

    /// The id of the subject that a function belongs to.
    fn owner(&self, function: &Function) -> String {
        match (&function.self_type, self.subject_of(function)) {
            (_, Some(subject)) => self.type_id(subject),
            (Some(name), None) => join(&self.module(function), name),
            (None, None) => self.path(function),
        }
    }

    /// The full path of a function: `crate::module::Type::name`, with the trait where it implements one.
    fn path(&self, function: &Function) -> String {
        let mut path = match &function.self_type {
            None => join(&self.module(function), &function.name),
            Some(_) => match function.impl_header.as_deref().and_then(implemented_trait) {
                Some(name) => format!("<{} as {name}>::{}", self.owner(function), function.name),
                None => join(&self.owner(function), &function.name),
            },
        };
        if function.ordinal > 0 {
            path.push_str(&format!("#{}", function.ordinal + 1));
        }
        path
    }
}

fn join(path: &str, name: &str) -> String {
    if name.is_empty() { path.to_owned() } else { format!("{path}::{name}") }
}

/// The last name of the trait in an impl's header, with its arguments.
fn implemented_trait(header: &str) -> Option<String> {
    let item: syn::ItemImpl = syn::parse_str(&format!("{header} {{}}")).ok()?;
    let (path, _) = item.trait_?;
    let last = path.segments.last()?;
    Some(quote::ToTokens::to_token_stream(last).to_string().replace(' ', ""))
}
