//! Constants of impl blocks: which block each of a dump belongs to, and which one a path names.
//!
//! A dump names a block by a place in the original text, the expanded source has none. The functions that are known to be one block's say
//! which place is its; a block without functions is known only where no other one in its module has a constant of that name. Blocks that
//! one macro made share a place: their constants are not known.

use super::blocks::Block;
use super::{BodyId, Constant, Crate, Program, Role, constant_name};
use crate::mir::{GenericArg, Name, Path, Segment, Type};
use crate::source::ImplId;
use crate::span::Span;
use crate::symex::program::types::{Generics, plain_name, scalar_sort, unify};
use std::collections::{BTreeMap, BTreeSet};

/// What a dump says of the impl blocks of a crate.
#[derive(Default)]
pub(super) struct InBlocks {
    /// By the path of what the block stands in and the constant's name.
    constants: BTreeMap<(String, Name), Vec<(Span, Constant)>>,
    /// The blocks whose functions have this place.
    blocks: BTreeMap<Span, BTreeSet<ImplId>>,
}

impl InBlocks {
    /// Notes a constant, if it stands in an impl block.
    pub(super) fn constant(&mut self, path: &Path, constant: &Constant) {
        let [before @ .., Segment::ImplAt(span), Segment::Named { name, .. }] = &*path.segments else {
            return;
        };
        let names: Option<Vec<&str>> = before.iter().map(|segment| Some(&**segment.name()?)).collect();
        if let Some(names) = names {
            let key = (names.join("::"), name.clone());
            self.constants.entry(key).or_default().push((span.clone(), constant.clone()));
        }
    }

    /// Notes a function of a block.
    pub(super) fn function(&mut self, path: &Path, block: ImplId) {
        if let [.., Segment::ImplAt(span), Segment::Named { .. }] = &*path.segments {
            self.blocks.entry(span.clone()).or_default().insert(block);
        }
    }
}

impl Program {
    /// Gives each block of a crate its constants.
    pub(super) fn link_constants(&mut self, krate: usize, found: InBlocks) {
        let Crate { items, naming, .. } = &self.crates[krate];
        for ((place, name), constants) in found.constants {
            let place = match &naming.prefix {
                None => place,
                Some(prefix) if place.is_empty() => prefix.clone(),
                Some(prefix) => format!("{prefix}::{place}"),
            };
            let declares =
                |id: &ImplId| items.impls[*id].place == place && items.impls[*id].constants.contains(&name);
            let mut blocks: BTreeSet<ImplId> = items.impls.keys().filter(declares).collect();
            let (mut known, mut left, mut is_clear) = (Vec::new(), Vec::new(), true);
            for (span, constant) in &constants {
                let own: Vec<ImplId> = found.blocks.get(span).into_iter().flatten().copied().collect();
                let is_shared = constants.iter().filter(|(other, _)| other == span).count() > 1;
                match own.as_slice() {
                    [] => left.push(constant),
                    [block] if !is_shared && blocks.remove(block) => known.push((*block, constant.clone())),
                    _ => is_clear = false,
                }
            }
            // A block without functions is the one that is left.
            if let ([constant], [block], true) = (&*left, &*Vec::from_iter(blocks), is_clear) {
                known.push((*block, (*constant).clone()));
            }
            for (block, constant) in known {
                self.associated.insert((krate, block, name.clone()), constant);
            }
        }
    }

    /// The constant of an impl block that a normalised path names, with what the block's parameters stand for: `<T as Limit>::MOST`,
    /// `Ring::<T, 8>::ROOM`. None if several could be meant.
    pub fn associated_constant(&self, path: &Path) -> Option<(&Constant, Generics)> {
        if let Some(item) = path.as_trait_item() {
            let (krate, block, mut generics) = self.find_impl(item.self_type, item.trait_path, 4)?;
            generics.arguments.insert("Self".into(), GenericArg::Type(item.self_type.clone()));
            return Some((self.associated.get(&(krate, block, item.name.clone()))?, generics));
        }
        let name = path.last_name()?;
        if self.is_inner_constant(path) {
            return None;
        }
        let self_type = match &*path.segments {
            [.., Segment::Impl { self_type, trait_path: None }, _] => (**self_type).clone(),
            _ => Type::Path(self.with_defaults(path.parent()?)),
        };
        let mut found = Vec::new();
        for (krate, id, own) in self.associated.keys() {
            let block = &self.crates[*krate].items.impls[*id];
            let mut generics = Generics::default();
            if own == name
                && block.trait_path.is_none()
                && unify(&block.self_type, &self_type, &block.parameters, &mut generics)
            {
                found.push(((*krate, *id), generics));
            }
        }
        let [(block, mut generics)] = <[_; 1]>::try_from(found).ok()?;
        let is_sure = self.is_surely_for(block, &generics);
        if self.has_other_constant(name, block, &self_type, is_sure) {
            return None;
        }
        generics.arguments.insert("Self".into(), GenericArg::Type(self_type.clone()));
        let (krate, id) = block;
        Some((self.associated.get(&(krate, id, name.clone()))?, generics))
    }

    /// Tells whether a constant that stands in a body of the type's name may be meant.
    fn is_inner_constant(&self, path: &Path) -> bool {
        self.constants.contains_key(&constant_name(path)) && self.is_below_namesakes(path)
    }

    /// The type of the constant that a path names in a trait of the crates, where it is a number or truth value whatever has the trait.
    pub fn trait_constant_type(&self, path: &Path) -> Option<Type> {
        let item = path.as_trait_item()?;
        let ty = self.trait_def(&plain_name(item.trait_path)?)?.constants.get(item.name)?;
        scalar_sort(ty).map(|_| ty.clone())
    }

    /// Tells whether a constant of this name in another impl block may be meant; where the block that is known is for the type, only in one
    /// whose header is not understood. Looks at the source: of some blocks, the text of MIR does not say which constants are theirs.
    fn has_other_constant(&self, name: &Name, known: Block, self_type: &Type, is_sure: bool) -> bool {
        let blocks = |(krate, code): (usize, &Crate)| {
            let own = code
                .items
                .impls
                .iter()
                .filter(|(_, block)| block.trait_path.is_none() && block.constants.contains(name));
            own.map(|(id, _)| (krate, id)).collect::<Vec<_>>()
        };
        let mut all =
            self.crates.iter().enumerate().filter(|(_, it)| it.role != Role::Models).flat_map(blocks);
        let may_be_meant =
            |block: Block| self.is_another(block, self_type) || !is_sure && self.may_be_for(block, self_type);
        all.any(|block| block != known && may_be_meant(block))
    }

    /// The const parameters of the block around a constant's code.
    pub(super) fn const_parameters_of_constant(&self, body: BodyId) -> BTreeMap<Name, Type> {
        let is_own = |constant: &Constant| matches!(constant, Constant::Body(own) if *own == body);
        let mut around = self.associated.iter().filter(|(_, constant)| is_own(constant));
        around.next().map_or_else(BTreeMap::new, |((krate, block, _), _)| {
            self.crates[*krate].items.impls[*block].const_parameters.clone()
        })
    }
}
