//! Whether code of the crate that compares or hashes values can fail.
//!
//! Over-approximates: what is not seen to end well counts as failing. A look at the code without values: an index, an addition or a
//! panic that no run reaches counts as well.

mod given;
mod whose;

use crate::mir::{
    GenericArg, Name, Operand, Path, Place, Projection, Rvalue, StatementKind, TerminatorKind, TraitItem,
    Type,
};
use crate::symex::access::config::Config;
use crate::symex::access::outcome::Outcome;
use crate::symex::library::writing;
use crate::symex::program::sites::Probes;
use crate::symex::program::structure::Whose;
use crate::symex::program::types::{Generics, Rewrite, is_clients_type};
use crate::symex::program::{BodyId, Callee, Program};
use std::collections::BTreeSet;

/// Traits by which the standard library compares, hashes and finds keys.
const COMPARING: [&[&str]; 6] = [
    &["borrow", "Borrow"],
    &["cmp", "Eq"],
    &["cmp", "Ord"],
    &["cmp", "PartialEq"],
    &["cmp", "PartialOrd"],
    &["hash", "Hash"],
];

/// Methods of std's traits that whoever implements these writes: no code of std runs in a call.
const REQUIRED: [&str; 46] = [
    "add",
    "add_assign",
    "as_mut",
    "as_ref",
    "bitand",
    "bitor",
    "bitxor",
    "borrow",
    "borrow_mut",
    "build_hasher",
    "call",
    "call_mut",
    "call_once",
    "clone",
    "cmp",
    "default",
    "deref",
    "deref_mut",
    "div",
    "drop",
    "eq",
    "extend",
    "finish",
    "flush",
    "fmt",
    "from",
    "from_iter",
    "from_str",
    "hash",
    "index",
    "index_mut",
    "into",
    "into_iter",
    "mul",
    "neg",
    "next",
    "next_back",
    "not",
    "partial_cmp",
    "poll",
    "read",
    "rem",
    "sub",
    "try_from",
    "try_into",
    "write_str",
];

/// How many blocks are run to find out whether a body fails.
const MOST_BLOCKS: u64 = 2_000;

/// How many bodies are looked into.
const MOST_BODIES: usize = 64;

impl Program {
    /// Whose code can fail where values of a type of the crate are compared or hashed. Code with a probe in it that means something
    /// counts as failing: what is seen there is not known.
    pub(in crate::symex) fn whose_comparisons(&self, ty: &Type, probes: &Probes) -> Whose {
        if self.adt(ty).is_none() { Whose::Crate } else { self.whose_impls(ty, probes) }
    }

    /// Whose code can fail in the impls that the crates have for a type themselves, which may be one of the standard library's, or a
    /// reference: whoever has a type of their own in the trait or in the type may write one.
    pub(in crate::symex) fn whose_impls(&self, ty: &Type, probes: &Probes) -> Whose {
        let compares = |body: &BodyId| {
            let path = self.impl_of(*body).and_then(|block| block.trait_path.as_ref());
            path.is_some_and(|path| COMPARING.iter().any(|names| path.is_std(names)))
        };
        let functions = self.trait_functions(ty).into_iter().filter(|(body, _)| compares(body));
        let mut seen = BTreeSet::new();
        functions
            .map(|(body, generics)| self.whose_failures(body, &generics, probes, &mut seen))
            .max()
            .unwrap_or(Whose::Std)
    }

    /// Tells whether a call of a trait's method on a parameter's type may fail in code that is not clients': in an impl that the crates
    /// have of their own trait, or in the body that the trait provides. Under-approximates for traits of others: what an own type of such
    /// a trait does is left to the verdict on that type.
    pub(in crate::symex) fn fails_outside_clients(&self, item: &TraitItem<'_>, probes: &Probes) -> bool {
        self.std_may_fail(item)
            || self.whose_implementations(item.trait_path, item.name, probes, &mut BTreeSet::new())
                == Whose::Crate
    }

    /// Tells whether a method that std provides for all types of one of its traits may panic by itself.
    ///
    /// Over-approximates: one without a model may.
    fn std_may_fail(&self, item: &TraitItem<'_>) -> bool {
        // `Iterator` provides comparisons, which other traits require.
        let is_iterator = item.trait_path.is_std(&["iter", "Iterator"]);
        let is_required = if is_iterator { &**item.name == "next" } else { REQUIRED.contains(&&**item.name) };
        if !item.trait_path.begins_in_std() || is_required {
            return false;
        }
        match self.provided(item.self_type, item.trait_path, item.name) {
            Some((body, mut generics)) => {
                self.bind_own(body, item.args, &mut generics).is_none() || self.body_fails(body, &generics)
            }
            None => true,
        }
    }

    /// Tells whether a body may fail in code that is not clients', whatever its arguments are: it is executed once.
    ///
    /// Over-approximates: calls of a body that is being executed already fail, and so does all that is not understood.
    fn body_fails(&self, body: BodyId, generics: &Generics) -> bool {
        let key = (body, generics.clone());
        if let Some(&known) = self.failing.borrow().get(&key) {
            return known;
        }
        self.failing.borrow_mut().insert(key.clone(), true);
        let config = Config { budget: MOST_BLOCKS, ..Config::default() };
        let segments = self.segments(body, generics, &config);
        let fails = |outcome: &Outcome| match outcome {
            Outcome::Error(_) | Outcome::Opaque(_) | Outcome::RecursiveCall(_) => true,
            Outcome::Cut(_) | Outcome::Return(..) | Outcome::Unwind(_) => false,
            Outcome::Exposed(_) | Outcome::Diverge(_) => false,
        };
        let fails = segments.executions.iter().any(|execution| execution.outcomes.iter().any(fails));
        self.failing.borrow_mut().insert(key, fails);
        fails
    }

    fn whose_implementations(
        &self,
        trait_path: &Path,
        method: &Name,
        probes: &Probes,
        seen: &mut BTreeSet<(BodyId, Generics)>,
    ) -> Whose {
        let mut whose = Whose::Clients;
        for (body, generics) in self.implementations(trait_path, method) {
            // A look at the code takes each check for one that may fail; an execution knows better, and takes longer.
            let before = seen.clone();
            let mut here = self.whose_failures(body, &generics, probes, seen);
            if here == Whose::Crate && !self.body_fails(body, &generics) {
                here = Whose::Std;
                // What this one calls may fail for others.
                *seen = before;
            }
            whose = whose.max(here);
        }
        whose
    }

    /// Whose code can fail in a body. `seen`: bodies that are being looked into already.
    pub(in crate::symex) fn whose_failures(
        &self,
        body: BodyId,
        generics: &Generics,
        probes: &Probes,
        seen: &mut BTreeSet<(BodyId, Generics)>,
    ) -> Whose {
        if !seen.insert((body, generics.clone())) {
            return Whose::Std;
        }
        if seen.len() > MOST_BODIES {
            return Whose::Crate;
        }
        let code = &self.code(body).body;
        let types = self.local_types(body, &std::sync::Arc::new(generics.clone()));
        let writes_raw = |place: &Place| {
            let is_raw = matches!(types[place.local.as_u32() as usize], Type::RawPtr { .. });
            is_raw && place.projection.iter().any(|step| matches!(step, Projection::Deref))
        };
        let mut whose = Whose::Std;
        for block in code.blocks.values() {
            let statements_fail = block.statements.iter().any(|statement| match &statement.kind {
                StatementKind::Assign(place, rvalue) => {
                    writes_raw(place) || matches!(rvalue, Rvalue::ThreadLocalRef(..))
                }
                _ => false,
            });
            if statements_fail {
                return Whose::Crate;
            }
            let here = match &block.terminator.kind {
                TerminatorKind::Goto { .. }
                | TerminatorKind::SwitchInt { .. }
                | TerminatorKind::Return
                | TerminatorKind::Unreachable
                | TerminatorKind::Resume => Whose::Std,
                TerminatorKind::Drop { place, .. } => match code.place_type(place) {
                    Some(ty) => self.drops_code_of(&self.normaliser(body, generics).ty(ty)),
                    None => Whose::Crate,
                },
                TerminatorKind::Call { callee: Operand::Function(function), args, .. } => {
                    let path = self.normaliser(body, generics).value_path(&function.path);
                    self.whose_call(&writing::Call { body, generics, args }, &path, probes, seen)
                }
                _ => Whose::Crate,
            };
            whose = whose.max(here);
        }
        whose
    }

    fn whose_call(
        &self,
        call: &writing::Call<'_>,
        path: &Path,
        probes: &Probes,
        seen: &mut BTreeSet<(BodyId, Generics)>,
    ) -> Whose {
        if probes.are_idle_at(path) {
            return Whose::Std;
        }
        match self.resolve(path) {
            Callee::Body(body, _) if self.is_rivalled(call.body, body) => Whose::Crate,
            Callee::Body(body, generics) => self.whose_failures(body, &generics, probes, seen),
            Callee::Intrinsic(name, args) => match (&*name, args.as_slice()) {
                ("fail" | "fail_with" | "may_panic" | "exhausted" | "put" | "set_len" | "tells", _) => {
                    Whose::Crate
                }
                ("hashes", [GenericArg::Type(_)]) if self.fixes("Hasher") => Whose::Crate,
                ("calls" | "drops" | "hashes" | "shows", [GenericArg::Type(ty)]) if is_clients_type(ty) => {
                    Whose::Clients
                }
                ("calls" | "drops" | "hashes" | "shows", _) => Whose::Crate,
                _ => Whose::Std,
            },
            Callee::Constructor(_) => Whose::Std,
            Callee::Unknown => {
                let item = path.as_trait_item();
                if crate::symex::library::harmless::never_panics(path) || self.only_writes(call, path, probes)
                {
                    Whose::Std
                } else if let Some(item) = item.filter(|item| is_clients_type(item.self_type)) {
                    self.whose_implementations(item.trait_path, item.name, probes, seen).max(Whose::Clients)
                } else {
                    Whose::Crate
                }
            }
        }
    }
}
