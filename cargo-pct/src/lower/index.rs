//! Tables of a crate's code that the analysis of each class and function needs, computed once for all of them.

use super::CrateCode;
use super::discover::is_site;
use super::representation_access::{Clients, Uses};
use crate::mir::{self, BodyKind};
use crate::source::{FunctionId, PathPart, TypeDef, TypeId};
use crate::symex::BodyId;
use crate::symex::census::suspended;
use std::collections::{BTreeMap, BTreeSet};

/// Tables of a crate's functions.
#[derive(Debug)]
pub(super) struct Index {
    /// The functions with what the source says of them.
    pub(super) functions: BTreeMap<BodyId, Option<FunctionId>>,
    /// Those that clients can call.
    pub(super) callable_by_clients: BTreeSet<BodyId>,
    /// Those of them that any crate can call with types of its own.
    open: BTreeSet<BodyId>,
    /// Those with code that runs when somebody resumes it, as that of an `async fn`.
    pub(super) suspended: BTreeSet<BodyId>,
    /// Statics of the crate, save those of probes.
    pub(super) statics: Vec<BodyId>,
    /// By path, the first type of each.
    types: BTreeMap<String, TypeId>,
    /// How the bodies access the inside of values.
    pub(super) uses: Uses,
    /// By name for people, the first of each.
    named: BTreeMap<String, BodyId>,
    /// Methods by the path of their impl's type.
    methods: BTreeMap<String, BTreeSet<BodyId>>,
    /// Methods whose impl's type is not known, by its last name.
    methods_by_name: BTreeMap<mir::Name, BTreeSet<BodyId>>,
}

impl Index {
    pub(super) fn of(code: &CrateCode<'_>) -> Index {
        let functions: BTreeMap<_, _> = code.functions().collect();
        let callable_by_clients = functions.iter().filter(|(_, function)| code.can_be_called(**function));
        let open = functions.iter().filter(|(_, function)| code.is_open(**function));
        let own = code.program.bodies().filter(|(body, _)| code.program.is_analysed(*body));
        let is_static = |kind| matches!(kind, BodyKind::Static(_));
        let is_site = |body| is_site(&code.program.types_once(body, &Default::default())[0]);
        let statics = own.filter(|(body, code)| is_static(code.body.kind) && !is_site(*body));
        let is_named = |part: &PathPart| matches!(part, PathPart::Name(_));
        let mut types = BTreeMap::new();
        for (id, ty) in code.items.types.iter().filter(|(_, ty)| ty.parts.iter().all(is_named)) {
            types.entry(ty.path.clone()).or_insert(id);
        }
        let mut index = Index {
            suspended: suspended(code.program),
            callable_by_clients: callable_by_clients.map(|(body, _)| *body).collect(),
            open: open.map(|(body, _)| *body).collect(),
            statics: statics.map(|(body, _)| body).collect(),
            types,
            uses: Uses::of(code.program),
            named: BTreeMap::new(),
            methods: BTreeMap::new(),
            methods_by_name: BTreeMap::new(),
            functions: BTreeMap::new(),
        };
        for (body, function) in &functions {
            index.named.entry(code.program.name(*body)).or_insert(*body);
            index.method(code, *body, *function);
        }
        index.functions = functions;
        index
    }

    fn method(&mut self, code: &CrateCode<'_>, body: BodyId, function: Option<FunctionId>) {
        let Some(block) = function.and_then(|id| code.items.impl_of(id)) else { return };
        match code.program.adt(&block.self_type) {
            Some(instance) => {
                self.methods.entry(instance.adt.path.clone()).or_default().insert(body);
            }
            None => {
                let name = block.self_type.as_path().and_then(mir::Path::last_name);
                if let Some(name) = name {
                    self.methods_by_name.entry(name.clone()).or_default().insert(body);
                }
            }
        }
    }

    /// The functions that clients can call, and the open ones among them.
    pub(super) fn clients(&self) -> Clients<'_> {
        Clients { can_call: &self.callable_by_clients, open: &self.open }
    }

    /// The functions that stand in an impl for the type. Over-approximates: where an impl's type is not known, its name decides.
    pub(super) fn methods_of(&self, definition: &TypeDef) -> impl Iterator<Item = BodyId> {
        let by_name = self.methods_by_name.get(&*definition.name);
        let methods = self.methods.get(&definition.path).into_iter().chain(by_name);
        methods.flatten().copied()
    }

    /// The type of this path within the crate.
    pub(super) fn definition(&self, path: &str) -> Option<TypeId> {
        self.types.get(path).copied()
    }

    /// The function of this name for people.
    pub(super) fn named(&self, name: &str) -> Option<BodyId> {
        self.named.get(name).copied()
    }
}
