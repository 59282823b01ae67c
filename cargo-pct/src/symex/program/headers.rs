//! Impl blocks that may be for a type, whatever of their headers is not understood.

use super::blocks::Block;
use super::implementors::unknown;
use super::rivals::peel_fundamental;
use super::{BodyId, Crate, Normaliser, Program, Role};
use crate::mir::{GenericArg, Type};
use crate::source::ImplDef;
use crate::symex::program::types::{Generics, Rewrite, unify};

impl Program {
    /// The functions of all traits that the analysed crates implement for a type, with what their parameters stand for.
    ///
    /// Over-approximates: a header with a constant that is not evaluated, as `Key<{ N }>`, may be for any `Key`.
    pub fn trait_functions(&self, ty: &Type) -> Vec<(BodyId, Generics)> {
        let mut found = Vec::new();
        let blocks = &self.own_trait_impls;
        let serving = blocks.of(ty).into_iter().filter(|block| self.may_be_for(*block, ty));
        let misread = self.misread_for(ty).map(|(block, _)| block);
        for (krate, index) in serving.chain(misread) {
            let generics = self.generics_for((krate, index), ty);
            let krate = &self.crates[krate];
            let block = &krate.items.impls[index];
            if !self.may_meet(&block.bounds, &generics) {
                continue;
            }
            let functions = block.functions.values();
            let bodies = functions.filter_map(|number| krate.linked[*number]);
            found.extend(bodies.map(|body| (body, generics.clone())));
        }
        found
    }

    /// Binds the parameters of an impl block that is for a type. Where the header does not fit, they may stand for anything.
    fn generics_for(&self, (krate, index): Block, ty: &Type) -> Generics {
        let krate = &self.crates[krate];
        let block = &krate.items.impls[index];
        let mut generics = Generics::default();
        let mut own = ty.clone();
        if !unify(&block.self_type, ty, &block.parameters, &mut generics) {
            generics = unknown(&block.parameters);
            own = Normaliser { program: self, naming: Some(&krate.naming), generics: &generics }
                .ty(&block.self_type);
        }
        generics.arguments.insert("Self".into(), GenericArg::Type(own));
        generics
    }

    /// The analysed crates' impls of traits that may be for a type though their headers name another.
    pub(super) fn misread_for(&self, ty: &Type) -> impl Iterator<Item = (Block, &ImplDef)> {
        let block = |&(krate, index): &Block| ((krate, index), &self.crates[krate].items.impls[index]);
        let misread = self.misread.get_or_init(|| self.find_misread()).iter().map(block);
        misread.filter(|(_, block)| self.may_be_called(&block.self_type, ty))
    }

    /// Finds the impls whose headers name no type that is known.
    fn find_misread(&self) -> Vec<Block> {
        let own = self.own_trait_impls.all().into_iter();
        own.filter(|(krate, index)| {
            let block = &self.crates[*krate].items.impls[*index];
            self.names_no_type(block, &block.self_type)
        })
        .collect()
    }

    /// Tells whether an impl may be for a type, or for references or boxes that lead to it, though its header names another.
    pub(super) fn is_misread_for(&self, block: &ImplDef, ty: &Type) -> bool {
        let header = peel_fundamental(&block.self_type);
        self.names_no_type(block, header) && self.may_be_called(header, ty)
    }

    /// Tells whether a block of the analysed crates is such an impl.
    pub(super) fn is_another(&self, (krate, index): Block, ty: &Type) -> bool {
        let krate = &self.crates[krate];
        krate.role == Role::Analysed && self.is_misread_for(&krate.items.impls[index], ty)
    }

    /// Tells whether a header names nothing that is known: the name is not clear, what it names is not declared, or is not what the source was
    /// read to say.
    fn names_no_type(&self, block: &ImplDef, header: &Type) -> bool {
        if *header == Type::Infer {
            return true;
        }
        let is_for_all = header.as_identifier().is_some_and(|name| block.parameters.contains(name));
        let path = header.as_path().filter(|path| !path.begins_in_std() && !is_for_all);
        path.is_some_and(|path| self.adt_at(path).is_none())
    }

    /// Tells whether what a header names may be a type. Over-approximates: whatever is called alike, and whatever is called otherwise by a
    /// `use` or an alias.
    fn may_be_called(&self, header: &Type, ty: &Type) -> bool {
        let Some(ty) = ty.as_path() else { return false };
        let Some(header) = header.as_path() else { return self.is_own_type(ty) };
        let named = header.last_name().filter(|_| header.as_trait_item().is_none());
        let (Some(named), Some(wanted)) = (named, ty.last_name()) else { return true };
        let is_alias = |path: &String| path.rsplit("::").next() == Some(&**named);
        let has_other = |krate: &Crate| {
            let renamed = &krate.items.renamed;
            let is_meant = renamed.get(&**wanted).is_some_and(|names| names.contains(&**named));
            is_meant || renamed.contains_key(&**named) || krate.items.aliases.keys().any(is_alias)
        };
        named == wanted || self.analysed().any(has_other)
    }
}
