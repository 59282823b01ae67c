//! Adding a crate: which declared function each body of its dump is the code of, and tables to look things up by name.
//!
//! Bodies and declarations are both in the order of the source. So they are matched by order, checked by name; a body that
//! does not fit has no declaration, and a declaration that is passed over has no code: [`Program::gap`] tells.

use super::{BodyId, Code, Constant, Crate, Program, constant_name, prefixed};
use crate::mir::{self, Name, Path, Segment, Type};
use crate::symex::declarations::{Declarations, Owner};
use crate::symex::types::plain_name;
use std::collections::BTreeMap;

impl Program {
    pub(super) fn add(
        &mut self,
        dump: mir::Program,
        declarations: Declarations,
        prefix: Option<&'static str>,
    ) {
        let number = self.crates.len();
        self.adts.extend(declarations.adts.clone());
        let linked = vec![None; declarations.functions.len()];
        self.crates.push(Crate { prefix, declarations, linked });
        self.allocations.push(dump.allocations);
        self.link(number, dump.items);
        self.index(number);
    }

    /// Matches bodies with declarations by their order, checked by name.
    fn link(&mut self, krate: usize, items: Vec<mir::Item>) {
        let (mut next, mut last) = (0, None);
        for item in items {
            match item {
                mir::Item::Body(body) if !body.is_for_ctfe => {
                    last = self.link_body(krate, body, &mut next, last)
                }
                mir::Item::TrivialConst(constant) if !constant.is_for_ctfe => {
                    let key = self.constant_key(krate, &constant.path);
                    let value = Constant::Value(constant.value, constant.ty);
                    self.constants.entry(key).or_default().push(value);
                }
                mir::Item::Opaque(opaque) if !opaque.is_for_ctfe => {
                    self.unread |= self.crates[krate].prefix.is_none();
                    if opaque.kind != Some(mir::BodyKind::Fn) {
                        continue;
                    }
                    let name = opaque.name.as_ref().and_then(|path| path.last_name());
                    if self.declared_next(krate, next, name) {
                        next += 1;
                    }
                }
                _ => {}
            }
        }
    }

    fn declared_next(&self, krate: usize, next: usize, name: Option<&Name>) -> bool {
        let functions = &self.crates[krate].declarations.functions;
        functions.get(next).is_some_and(|function| Some(&function.name) == name)
    }

    fn link_body(
        &mut self,
        krate: usize,
        body: mir::Body,
        next: &mut usize,
        last: Option<BodyId>,
    ) -> Option<BodyId> {
        let path = body.path.clone();
        let promoted = match path.last() {
            Segment::Promoted(index) => Some(*index),
            _ => None,
        };
        let (kind, is_closure) = (body.kind, body.is_closure());
        let closure = is_closure.then(|| closure_type(&body)).flatten();
        let declaration =
            (kind == mir::BodyKind::Fn && !is_closure && self.declared_next(krate, *next, path.last_name()))
                .then_some(*next);
        let id = self.bodies.push(Code { krate, body, declaration, promoted: BTreeMap::new() });
        if let Some(number) = declaration {
            self.crates[krate].linked[number] = Some(id);
            *next += 1;
        }
        if let (Some(index), Some(parent)) = (promoted, last) {
            self.bodies[parent].promoted.insert(index, id);
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

    fn constant_key(&self, krate: usize, path: &Path) -> String {
        let path = self.crates[krate].prefix.map_or_else(|| path.clone(), |prefix| prefixed(path, prefix));
        constant_name(&path)
    }

    fn index(&mut self, number: usize) {
        let krate = &self.crates[number];
        for (index, declaration) in krate.declarations.functions.iter().enumerate() {
            if let (Owner::Module, Some(body)) = (&declaration.owner, krate.linked[index]) {
                let path = if declaration.module.is_empty() {
                    declaration.name.to_string()
                } else {
                    format!("{}::{}", declaration.module, declaration.name)
                };
                self.free.entry(path).or_default().push(body);
            }
        }
        for (index, block) in krate.declarations.impls.iter().enumerate() {
            let extension = block.trait_path.as_ref().is_some_and(|path| {
                krate.prefix.is_some() && path.last_name().is_some_and(|name| name.ends_with("Methods"))
            });
            if let Some(name) = block.trait_path.as_ref().and_then(plain_name) {
                self.trait_impls.entry(name).or_default().push((number, index));
            }
            if extension || block.trait_path.is_none() {
                for name in block.functions.keys() {
                    self.inherent.entry(name.clone()).or_default().push((number, index));
                }
            }
        }
        for path in krate.declarations.traits.keys() {
            self.traits.insert(path.clone(), number);
        }
    }
}

/// The closure that a closure's body belongs to, by the type of its first argument.
fn closure_type(body: &mir::Body) -> Option<mir::ClosureType> {
    let first = body.args().next()?;
    match &body.locals[first].ty {
        Type::Closure(closure) => Some((**closure).clone()),
        Type::Ref { referent, .. } => match &**referent {
            Type::Closure(closure) => Some((**closure).clone()),
            _ => None,
        },
        _ => None,
    }
}
