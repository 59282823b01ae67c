//! Finds reasons against potential findings. They decide the order of findings, and nothing else.

use std::collections::BTreeSet;
use std::fmt;

use super::view::View;
use crate::lower::{Entry, SubjectKind};
use crate::mir::{Path, Type};
use crate::source::{Items, Owner, Visibility};
use crate::symex::types::plain_name;
use crate::system::LocationId;
use crate::term::Form;
use crate::verify::Finding;

/// A reason against a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// The analysis had to take the object for any.
    AnyObject {
        /// The cause.
        cause: String,
    },
    /// Code that is not understood may make the object.
    NotUnderstood {
        /// The function with that code.
        function: String,
        /// The cause.
        cause: String,
    },
    /// Each way that leads there reads something that is not known.
    UnknownResults,
    /// A loop would have to be in a state to which no execution leads that was tried.
    NoRounds,
    /// The calls need an object of another type, whose private fields may have any values as far as is known.
    NeededObject {
        /// The type.
        ty: String,
    },
    /// The function is unsafe, and its callers promise that it does not fail.
    Unsafe {
        /// The function.
        function: String,
    },
    /// Clients cannot call the function.
    NoName {
        /// The function.
        function: String,
    },
    /// Functions that clients write decide.
    OfClients {
        /// Their names.
        functions: Vec<String>,
        /// True if they may give whatever they like.
        are_free: bool,
    },
}

impl Doubt {
    /// Tells whether it makes the finding unlikely.
    pub(super) fn is_grave(&self) -> bool {
        !matches!(self, Doubt::OfClients { are_free: true, .. })
    }
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::AnyObject { cause } => f.write_str(cause),
            Doubt::NotUnderstood { function, cause } => {
                write!(f, "not all code that may lead here is understood: {function}: {cause}")
            }
            Doubt::UnknownResults => f.write_str("all that leads here depends on results that are not known"),
            Doubt::NoRounds => f.write_str("no calls were found that bring the loop to this state"),
            Doubt::NeededObject { ty } => {
                write!(f, "the calls need an object of `{ty}`, and none were found that make it so")
            }
            Doubt::Unsafe { function } => {
                write!(f, "`{function}` is unsafe: who calls it promises that this does not happen")
            }
            Doubt::NoName { function } => write!(f, "no client can name `{function}`"),
            Doubt::OfClients { functions, .. } => {
                let quoted: Vec<String> = functions.iter().map(|function| format!("`{function}`")).collect();
                write!(f, "as a client's {} may have it", quoted.join(" and "))
            }
        }
    }
}

/// Functions of std's traits that may give whatever they like: closures, elements of iterators and of what is indexed, and conversions.
const FREE: [&str; 8] = ["call", "call_mut", "call_once", "index", "into", "next", "next_back", "try_into"];

impl View<'_> {
    /// Finds a reason against a finding: code that is not understood, a call that is not a client's to make, or clients' code that decides.
    pub(super) fn doubt(&self, finding: &Finding, entry: &Entry) -> Option<Doubt> {
        let any_object = || Some(Doubt::AnyObject { cause: finding.doubt.clone()? });
        let needed_object = || Some(Doubt::NeededObject { ty: self.needed_object(finding)?.to_owned() });
        let of_call = any_object().or_else(|| self.reason_not_to_call(entry)).or_else(needed_object);
        if of_call.is_some() {
            return of_call;
        }
        let is_of_clients = self.lowered.error(finding.error).is_decided_by_clients;
        let of_clients = if is_of_clients { self.doubt_of_clients(finding) } else { None };
        let has_no_object = || finding.state.as_ref().is_some_and(|state| self.object(state).is_empty());
        if finding.calls.is_some()
            || of_clients.as_ref().is_some_and(Doubt::is_grave)
            || is_of_clients && has_no_object()
        {
            return of_clients;
        }
        self.doubt_of_object(finding).or(of_clients)
    }

    /// Says why the object of a finding may be none that clients can make.
    fn doubt_of_object(&self, finding: &Finding) -> Option<Doubt> {
        if let Some(obstacle) = self.lowered.obstacles().first() {
            let (function, cause) = (obstacle.function.clone(), obstacle.cause().to_string());
            return Some(Doubt::NotUnderstood { function, cause });
        }
        let is_known =
            finding.state.as_ref().is_none_or(|state| self.is_reached_by_known_steps(state.location));
        if !is_known {
            return Some(Doubt::UnknownResults);
        }
        if let Some(ty) = self.borrowed_type() {
            return Some(Doubt::NeededObject { ty: ty.to_owned() });
        }
        // What calls begin with is the solver's choice, and clients may have the same; a state within a call is one that only the call makes.
        let is_within_call =
            finding.state.as_ref().is_some_and(|state| !self.lowered.begins_calls(state.location));
        is_within_call.then_some(Doubt::NoRounds)
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

    /// The type of an object that the subject's objects borrow, if clients cannot build one of it field by field: as for an argument, any values
    /// are taken for possible in it.
    fn borrowed_type(&self) -> Option<&str> {
        let SubjectKind::Type(class) = &self.subject.kind else { return None };
        let instance = self.code.program.adt(class)?;
        let borrowed = instance.field_types().flatten().filter_map(|ty| match ty {
            Type::Ref { referent, .. } => referent.as_path().and_then(plain_name),
            _ => None,
        });
        let types = &self.code.items.types;
        let closed = |path: String| {
            let own = types.values().find(|ty| ty.path == path);
            own.filter(|ty| !ty.is_constructible_by_clients()).map(|ty| ty.name.as_str())
        };
        borrowed.filter_map(closed).next()
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
        let are_free = functions.iter().all(|function| self.is_free(function));
        let functions = Vec::from_iter(functions);
        (!functions.is_empty()).then_some(Doubt::OfClients { functions, are_free })
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
    fn reason_not_to_call(&self, entry: &Entry) -> Option<Doubt> {
        let program = self.code.program;
        let (items, function) = program.declared(entry.body)?;
        let name = entry.name.clone();
        if function.is_unsafe {
            return Some(Doubt::Unsafe { function: name });
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
                    && match &block.trait_path {
                        Some(path) => is_trait_for_clients(items, path),
                        None => function.visibility == Visibility::Public,
                    }
            }
            Owner::Trait(id) => items.nameable_traits.contains(&items.traits[id].path),
            Owner::Body(_) => true,
        };
        (!is_known).then_some(Doubt::NoName { function: name })
    }
}

/// Tells whether clients may be able to name a trait: it is another crate's, or not certainly out of their reach.
fn is_trait_for_clients(items: &Items, path: &Path) -> bool {
    let path = plain_name(path);
    let is_own = items.traits.values().any(|it| Some(&it.path) == path.as_ref());
    !is_own || path.is_some_and(|path| items.nameable_traits.contains(&path))
}

#[cfg(test)]
mod tests {
    use super::Doubt;

    #[test]
    fn every_doubt_says_what_speaks_against_a_finding() {
        let (function, cause) = (|| "Stack::push".to_owned(), || "a loop has no end".to_owned());
        let of_clients =
            |are_free| Doubt::OfClients { functions: vec!["bits".into(), "next".into()], are_free };
        let all = [
            (Doubt::AnyObject { cause: cause() }, "a loop has no end"),
            (
                Doubt::NotUnderstood { function: function(), cause: cause() },
                "not all code that may lead here is understood: Stack::push: a loop has no end",
            ),
            (Doubt::UnknownResults, "all that leads here depends on results that are not known"),
            (Doubt::NoRounds, "no calls were found that bring the loop to this state"),
            (
                Doubt::NeededObject { ty: "Arena".into() },
                "the calls need an object of `Arena`, and none were found that make it so",
            ),
            (
                Doubt::Unsafe { function: function() },
                "`Stack::push` is unsafe: who calls it promises that this does not happen",
            ),
            (Doubt::NoName { function: function() }, "no client can name `Stack::push`"),
            (of_clients(false), "as a client's `bits` and `next` may have it"),
        ];
        for (doubt, words) in all {
            assert_eq!(doubt.to_string(), words);
            assert!(doubt.is_grave());
        }
        assert!(!of_clients(true).is_grave());
    }
}
