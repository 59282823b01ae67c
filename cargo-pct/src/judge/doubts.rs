//! Finds reasons against potential findings. They decide the order of findings, and nothing else.

use std::collections::BTreeSet;

use super::view::View;
use crate::lower::Entry;
use crate::source::{Owner, Visibility};
use crate::symex::types::plain_name;
use crate::system::LocationId;
use crate::term::Form;
use crate::verify::Finding;

/// A reason against a finding.
pub(super) struct Doubt {
    /// In words.
    pub(super) words: String,
    /// True if it makes the finding unlikely.
    pub(super) is_grave: bool,
}

/// Functions of std's traits that may give whatever they like: closures, elements of iterators and of what is indexed, and conversions.
const FREE: [&str; 8] = ["call", "call_mut", "call_once", "index", "into", "next", "next_back", "try_into"];

impl View<'_> {
    /// Finds a reason against a finding: code that is not understood, a call that is not a client's to make, or clients' code that decides.
    pub(super) fn doubt(&self, finding: &Finding, entry: &Entry) -> Option<Doubt> {
        let grave = |words: String| Doubt { words, is_grave: true };
        if let Some(reason) = &finding.doubt {
            return Some(grave(reason.clone()));
        }
        if let Some(reason) = self.reason_not_to_call(entry) {
            return Some(grave(reason));
        }
        if let Some(ty) = self.needed_object(finding) {
            return Some(grave(format!(
                "the calls need an object of `{ty}`, and none were found that make it so"
            )));
        }
        let is_of_clients = self.lowered.error(finding.error).is_decided_by_clients;
        let of_clients = if is_of_clients { self.doubt_of_clients(finding) } else { None };
        let has_no_object = || finding.state.as_ref().is_some_and(|state| self.object(state).is_empty());
        if finding.calls.is_some()
            || of_clients.as_ref().is_some_and(|doubt| doubt.is_grave)
            || is_of_clients && has_no_object()
        {
            return of_clients;
        }
        self.doubt_of_object(finding).map(grave).or(of_clients)
    }

    /// Says why the object of a finding may be none that clients can make.
    fn doubt_of_object(&self, finding: &Finding) -> Option<String> {
        if let Some(obstacle) = self.lowered.obstacles().first() {
            let (function, cause) = (&obstacle.function, obstacle.cause());
            return Some(format!("not all code that may lead here is understood: {function}: {cause}"));
        }
        let is_known =
            finding.state.as_ref().is_none_or(|state| self.is_reached_by_known_steps(state.location));
        (!is_known).then(|| "all that leads here depends on results that are not known".to_owned())
    }

    /// Tells whether some steps from the outside lead to a location, none of which depends on what is not known.
    fn is_reached_by_known_steps(&self, at: LocationId) -> bool {
        let system = self.lowered.system();
        let begins = system.initial.iter().map(|initial| initial.location).chain(self.lowered.outside());
        let mut reached: BTreeSet<LocationId> = begins.collect();
        loop {
            let known = system.edges.iter().filter(|(id, edge)| {
                !self.lowered.edge(*id).is_approximate && reached.contains(&edge.source)
            });
            let next: BTreeSet<LocationId> = known.map(|(_, edge)| edge.target).collect();
            let before = reached.len();
            reached.extend(next);
            if reached.len() == before {
                return reached.contains(&at);
            }
        }
    }

    /// The type of an object that is handed to some call besides the subject's own, if clients cannot build one of it field by field: any values are
    /// taken for possible in it.
    fn needed_object(&self, finding: &Finding) -> Option<&str> {
        let types = &self.code.items.types;
        let calls = finding.calls.iter().flat_map(|calls| &calls.calls);
        let mut needed = None;
        for entry in calls.map(|call| &self.subject.entries[call.entry]) {
            let others =
                entry.parameters.iter().filter(|(name, _)| Some(name.as_str()) != entry.object.as_deref());
            for (_, ty) in others {
                ty.any_part(&mut |part| {
                    let path = part.as_path().and_then(plain_name);
                    let own = types.values().find(|ty| path.as_ref() == Some(&ty.path));
                    let closed = own.filter(|ty| !ty.is_constructible_by_clients());
                    needed = needed.or(closed.map(|ty| ty.name.as_str()));
                    needed.is_some()
                });
            }
        }
        needed
    }

    /// Clients' functions whose results the check depends on.
    fn doubt_of_clients(&self, finding: &Finding) -> Option<Doubt> {
        let mut functions = BTreeSet::new();
        for input in &self.lowered.system().errors[finding.error].inputs {
            match input.name.way().0.form() {
                Form::ResultOf(function) => drop(functions.insert(function.to_string())),
                Form::Word | Form::ConstParameter | Form::Constant(_) => {}
                Form::Part(..) | Form::Version(..) => {}
            }
        }
        let is_grave = functions.iter().any(|function| !self.is_free(function));
        let quoted: Vec<String> = functions.iter().map(|function| format!("`{function}`")).collect();
        let words = format!("as a client's {} may have it", quoted.join(" and "));
        (!quoted.is_empty()).then_some(Doubt { words, is_grave })
    }

    /// Tells whether clients may write a function of this name as they like. A trait of std asks something of most of its functions; and types for
    /// which the crate itself implements a trait of its own show what it expects of others.
    fn is_free(&self, function: &str) -> bool {
        let items = self.code.items;
        let declare = items.traits.values().filter(|it| it.functions.contains_key(function));
        let mut traits = declare.map(|it| &it.path);
        let is_implemented = |path: &String| {
            let mut heads = items.impls.values().filter_map(|block| plain_name(block.trait_path.as_ref()?));
            heads.any(|head| head == *path)
        };
        FREE.contains(&function) || traits.any(|path| !is_implemented(path))
    }

    /// Says why a call is not a client's to make, if so: who calls an unsafe function promises that this does not happen, and what has no public
    /// path is called by the crate alone.
    fn reason_not_to_call(&self, entry: &Entry) -> Option<String> {
        let program = self.code.program;
        let (items, function) = program.declared(entry.body)?;
        let name = &entry.name;
        if function.is_unsafe {
            return Some(format!("`{name}` is unsafe: who calls it promises that this does not happen"));
        }
        let is_known = match function.owner {
            Owner::Module(_) => program.public_path(&function.full_path()).is_some(),
            Owner::Impl(block) => {
                let block = &items.impls[block];
                let own = block.self_type.as_path().and_then(plain_name);
                let is_own = own.as_ref().is_some_and(|path| items.types.values().any(|ty| ty.path == *path));
                let is_known =
                    |path: String| program.public_path(&path).is_some() || program.is_handed_out(&path);
                (!is_own || own.is_some_and(is_known))
                    && (block.trait_path.is_some() || function.visibility == Visibility::Public)
            }
            Owner::Trait(_) | Owner::Body(_) => true,
        };
        (!is_known).then(|| format!("no client can name `{name}`"))
    }
}
