//! Adding a crate: which function of the source each body of its dump is the code of, and tables to look things up by name.
//!
//! [`match_bodies`] says which; where source and dump do not fit, no body is the code of any function, and
//! [`Program::mismatch`] tells why.

use super::aliases::deals_with_common_types;
use super::constants::InBlocks;
use super::{BodyId, Code, Constant, Crate, Naming, Program, Role, constant_name};
use crate::ids::SecondaryMap;
use crate::mir::{self, Path, Segment};
use crate::source::{FunctionId, Items, Owner, match_bodies};
use crate::symex::program::types::plain_name;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Program {
    /// Adds a crate; returns its number.
    pub(super) fn add(
        &mut self,
        mut dump: mir::Program,
        mut items: Arc<Items>,
        role: Role,
        naming: Naming,
    ) -> usize {
        mir::restore_captures(&mut dump);
        let number = self.crates.len();
        let (matched, mismatch) = match match_bodies(&dump, &items) {
            Ok(matched) => (matched, None),
            Err(mismatch) => (BTreeMap::new(), Some(mismatch)),
        };
        if role != Role::Dependency {
            self.index_types(&items);
        }
        if role == Role::Analysed {
            self.own_types.extend(items.types.values().map(|ty| ty.path.clone()));
        }
        self.fill_defaults(&mut items);
        let naming = Arc::new(naming);
        self.crates.push(Crate { role, naming, items, linked: SecondaryMap::new(), mismatch });
        self.allocations.push(dump.allocations);
        let mut in_blocks = InBlocks::default();
        self.link(number, dump.items, &matched, &mut in_blocks);
        self.link_constants(number, in_blocks);
        self.leave_out_unclear(number);
        self.index(number);
        if role == Role::Analysed {
            self.forget_misread(number);
        }
        // What was found out about types may be otherwise with this crate.
        self.facts.get_mut().clear();
        self.failing.get_mut().clear();
        self.types.get_mut().clear();
        self.misread.take();
        self.summary.take();
        number
    }

    fn link(
        &mut self,
        krate: usize,
        items: Vec<mir::Item>,
        matched: &BTreeMap<usize, FunctionId>,
        in_blocks: &mut InBlocks,
    ) {
        let (mut last, mut is_left_out) = (None, false);
        for (index, item) in items.into_iter().enumerate() {
            match item {
                mir::Item::Body(body) if !body.is_for_ctfe && !self.is_taken(krate, &body) => {
                    is_left_out |= !matches!(body.path.last(), Segment::Promoted(_));
                }
                // What is promoted goes with its function.
                mir::Item::Body(body) if is_left_out && matches!(body.path.last(), Segment::Promoted(_)) => {}
                mir::Item::Body(body) if !body.is_for_ctfe => {
                    is_left_out = false;
                    let (path, kind) = (body.path.clone(), body.kind);
                    let declaration = matched.get(&index).copied();
                    last = self.link_body(krate, body, declaration, last);
                    let owner =
                        declaration.map(|function| self.crates[krate].items.functions[function].owner);
                    match (owner, last) {
                        (Some(Owner::Impl(block)), _) => in_blocks.function(&path, block),
                        (None, Some(body)) if kind != mir::BodyKind::Fn => {
                            in_blocks.constant(&path, &Constant::Body(body));
                        }
                        _ => {}
                    }
                }
                mir::Item::TrivialConst(constant) if !constant.is_for_ctfe => {
                    let key = self.constant_key(krate, &constant.path);
                    let value = Constant::Value(constant.value, constant.ty);
                    in_blocks.constant(&constant.path, &value);
                    self.constants.entry(key).or_default().push(value);
                }
                mir::Item::Opaque(opaque) if !opaque.is_for_ctfe => {
                    self.unread |= self.crates[krate].role == Role::Analysed;
                }
                _ => {}
            }
        }
    }

    fn link_body(
        &mut self,
        krate: usize,
        body: mir::Body,
        declaration: Option<FunctionId>,
        last: Option<BodyId>,
    ) -> Option<BodyId> {
        let path = body.path.clone();
        let promoted = match path.last() {
            Segment::Promoted(index) => Some(*index),
            _ => None,
        };
        let (kind, closure) = (body.kind, body.closure());
        let id = self.bodies.push(Arc::new(Code { krate, body, declaration, promoted: BTreeMap::new() }));
        if let Some(function) = declaration {
            self.crates[krate].linked[function] = Some(id);
        }
        if let (Some(index), Some(parent)) = (promoted, last) {
            Arc::make_mut(&mut self.bodies[parent]).promoted.insert(index, id);
            return last;
        }
        if let Some(closure) = closure {
            self.closures.entry(closure).or_default().push(id);
        }
        if kind != mir::BodyKind::Fn {
            let key = self.constant_key(krate, &path);
            self.constants.entry(key).or_default().push(Constant::Body(id));
        }
        Some(id)
    }

    /// Notes a constant; returns the name by which it is known.
    fn constant_key(&mut self, krate: usize, path: &Path) -> String {
        let Crate { naming, role, .. } = &self.crates[krate];
        let key = constant_name(&naming.global(path));
        if *role == Role::Analysed && !is_nameless(path) {
            self.own_constants.insert(key.clone());
        }
        key
    }

    /// Whether a body counts: of a dependency those do that have nothing to do with its own types.
    fn is_taken(&self, krate: usize, body: &mir::Body) -> bool {
        let Crate { role, naming, items, .. } = &self.crates[krate];
        *role != Role::Dependency
            || naming.prefix.as_ref().is_some_and(|krate| deals_with_common_types(body, items, krate))
    }

    /// Types that MIR does not tell apart, as those of two nameless constants, are kept side by side.
    pub(super) fn index_types(&mut self, items: &Items) {
        for ty in items.types.values() {
            self.adts.entry(ty.path.clone()).or_default().push(ty.clone());
        }
    }

    fn index(&mut self, number: usize) {
        let krate = &self.crates[number];
        for (id, function) in &krate.items.functions {
            if let (Some(_), Some(body)) = (function.enclosing, krate.linked[id]) {
                self.inner.entry(function.name.clone()).or_default().push(body);
            }
            if let (Owner::Module(_) | Owner::Body(_), Some(body)) = (function.owner, krate.linked[id]) {
                self.free.entry(function.full_path()).or_default().push(body);
            }
        }
        for (id, block) in &krate.items.impls {
            let extension = krate.role == Role::Models
                && block.trait_name().is_some_and(|name| name.ends_with("Methods"));
            if let Some(name) = block.trait_path.as_ref().and_then(plain_name) {
                self.trait_impls.entry(name).or_default().add(block, (number, id));
            }
            if krate.role == Role::Analysed && block.trait_path.is_some() {
                self.own_trait_impls.add(block, (number, id));
            }
            if extension || block.trait_path.is_none() {
                for name in block.functions.keys() {
                    self.inherent.entry(name.clone()).or_default().add(block, (number, id));
                }
            }
        }
        for (id, declared) in &krate.items.traits {
            self.traits.insert(declared.path.clone(), (number, id));
        }
    }
}

/// Tells whether code has no name for a constant: it is nameless (`const _`, a block), or a probe's.
fn is_nameless(path: &Path) -> bool {
    let is_of_a_probe = |segment: &Segment| segment.name().is_some_and(|name| **name == *"PCT_SITE");
    let is_underscore = path.last_name().is_some_and(|name| **name == *"_");
    let is_in_block = matches!(path.segments.get(1), Some(Segment::Anonymous { .. }));
    is_underscore || is_in_block || path.segments.iter().any(is_of_a_probe)
}
