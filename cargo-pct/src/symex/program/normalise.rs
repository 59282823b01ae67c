//! One set of names: the types and paths of a body's text as those of the program.

use super::{Naming, Program};
use crate::mir::{ConstArg, GenericArg, GenericArgs, Name, Path, Segment, Type};
use crate::source::{ImplDef, Items, TraitDef, plain};
use crate::symex::program::types::{Generics, Rewrite, is_clients_type, path_of, plain_name};
use std::sync::Arc;

/// Rewrites the types of a body's text: parameters replaced, lifetimes erased, paths made those of the program.
#[derive(Clone, Copy)]
pub struct Normaliser<'a> {
    pub(super) program: &'a Program,
    pub(super) naming: Option<&'a Naming>,
    pub(super) generics: &'a Generics,
}

impl Rewrite for Normaliser<'_> {
    fn path(&self, path: Path) -> Type {
        if let Some(ty) = path.as_identifier().and_then(|name| self.generics.ty(name)) {
            return ty.clone();
        }
        if let Some(item) = path.as_trait_item()
            && let Some(ty) =
                self.program.associated_type_of(item.self_type, item.trait_path, item.name, item.args)
        {
            return ty;
        }
        if self.program.may_be_fixed(&path) {
            return Type::Infer;
        }
        plain(self.program.with_defaults(self.global(path)))
    }

    fn constant(&self, path: &Path) -> ConstArg {
        let bound = path.as_identifier().and_then(|name| self.generics.constant(name));
        bound.unwrap_or_else(|| ConstArg::Path(path.clone()))
    }

    fn trait_path(&self, path: &Path) -> Path {
        self.global(self.path_arguments(path))
    }

    fn value_path(&self, path: &Path) -> Path {
        self.global(self.path_arguments(path))
    }
}

impl Normaliser<'_> {
    fn global(&self, path: Path) -> Path {
        match self.naming {
            _ if path.begins_in_std() => path.with_std(),
            Some(naming) => self.program.declared_path(naming.global(&path)),
            None => path,
        }
    }
}

impl Program {
    /// Tells whether what a client's type calls its `Item` may be the crate's all the same: whoever calls the code that knows only a parameter
    /// may have a bound that says so. Over-approximates: any such bound of the crate counts.
    fn may_be_fixed(&self, path: &Path) -> bool {
        let Some(item) = path.as_trait_item().filter(|item| is_clients_type(item.self_type)) else {
            return false;
        };
        self.fixes(item.name)
    }

    /// Tells whether a bound of an analysed crate gives an associated type of this name a type that is more than data.
    pub(in crate::symex) fn fixes(&self, name: &str) -> bool {
        self.analysed().any(|krate| krate.items.fixed.contains(name))
    }

    /// A type's path with the arguments that are left out because they are the parameters' defaults.
    pub(super) fn with_defaults(&self, mut path: Path) -> Path {
        let declared = plain_name(&path).and_then(|name| self.adts.get(&name));
        let Some([adt]) = declared.map(Vec::as_slice) else { return path };
        if adt.defaults.is_empty() {
            return path;
        }
        let mut generics = Generics::default();
        generics.bind(&adt.parameters, path.segments.iter().flat_map(|segment| segment.args()));
        let Some(Segment::Named { args: GenericArgs::Angle(args), .. }) = path.segments_mut().last_mut()
        else {
            return path;
        };
        for name in &adt.parameters {
            if generics.arguments.contains_key(name) {
                continue;
            }
            let Some(default) = adt.defaults.get(name) else { break };
            let Some(default) = self.default_among(default, &generics) else { break };
            generics.arguments.insert(name.clone(), default.clone());
            args.push(default);
        }
        path
    }

    /// What a parameter stands for by its default, given those before it.
    fn default_among(&self, default: &GenericArg, generics: &Generics) -> Option<GenericArg> {
        let rewrite = Normaliser { program: self, naming: None, generics };
        match default {
            GenericArg::Type(ty) => Some(GenericArg::Type(rewrite.ty(ty))),
            GenericArg::Const(constant) => Some(GenericArg::Const(rewrite.const_arg(constant))),
            GenericArg::Lifetime(_) | GenericArg::AssociatedType { .. } => None,
        }
    }

    /// A trait's path for a type, with the arguments that are left out because they are the parameters' defaults. None where these are
    /// not known.
    pub fn with_trait_defaults(&self, path: &Path, self_type: &Type) -> Option<Path> {
        let declared = self.declaration_of(path)?;
        let is_given = |arg: &&GenericArg| matches!(arg, GenericArg::Type(_) | GenericArg::Const(_));
        let given: Vec<&GenericArg> = path.last().args().iter().filter(is_given).collect();
        let mut generics = Generics::default();
        generics.arguments.insert("Self".into(), GenericArg::Type(self_type.clone()));
        generics.bind(&declared.parameters, given.iter().copied());
        let mut arguments: Vec<GenericArg> = given.into_iter().cloned().collect();
        for name in declared.parameters.iter().skip(arguments.len()) {
            let default = declared.parameter_defaults.get(name)?;
            let is_left_out = |ty: &Type| ty.any_part(&mut |part| *part == Type::Infer);
            if default.as_type().is_some_and(is_left_out) {
                return None;
            }
            let default = self.default_among(default, &generics)?;
            generics.arguments.insert(name.clone(), default.clone());
            arguments.push(default);
        }
        let mut path = path.clone();
        if let Some(Segment::Named { args, .. }) = path.segments_mut().last_mut() {
            *args = GenericArgs::Angle(arguments);
        }
        Some(path)
    }

    /// The declaration of a trait that is at hand.
    fn declaration_of(&self, path: &Path) -> Option<&TraitDef> {
        let (krate, declared) = *self.traits.get(&plain_name(path)?)?;
        Some(&self.crates[krate].items.traits[declared])
    }

    /// Fills in the arguments that the types of impl blocks leave out; the items are copied only where that changes something.
    pub(super) fn fill_defaults(&self, items: &mut Arc<Items>) {
        if self.aliases.is_empty() && self.adts.values().flatten().all(|adt| adt.defaults.is_empty()) {
            return;
        }
        let blocks: Vec<_> = items.impls.keys().collect();
        for id in blocks {
            let block = &items.impls[id];
            let filling = Filling { program: self, parameters: &block.parameters };
            let filled = ImplDef {
                self_type: filling.ty(&block.self_type),
                trait_path: block.trait_path.as_ref().map(|path| filling.trait_path(path)),
                types: block.types.iter().map(|(name, ty)| (name.clone(), filling.ty(ty))).collect(),
                bounds: block
                    .bounds
                    .iter()
                    .map(|(ty, bound)| (filling.ty(ty), filling.trait_path(bound)))
                    .collect(),
                ..block.clone()
            };
            if filled != *block {
                Arc::make_mut(items).impls[id] = filled;
            }
        }
    }
}

/// Fills in the arguments that types of the source leave out.
struct Filling<'a> {
    program: &'a Program,
    /// Names that are no types of the crate.
    parameters: &'a [Name],
}

impl Rewrite for Filling<'_> {
    fn path(&self, path: Path) -> Type {
        match path.as_identifier() {
            Some(name) if self.parameters.contains(name) => Type::Path(path),
            _ => Type::Path(self.program.with_defaults(path)),
        }
    }

    fn constant(&self, path: &Path) -> ConstArg {
        ConstArg::Path(path.clone())
    }

    fn trait_path(&self, path: &Path) -> Path {
        self.program.declared_path(self.path_arguments(path))
    }
}

impl Naming {
    /// A path of the crate's text, with the crate's prefix where it is an own item's. Lone identifiers that are no parameters are the
    /// crate's too.
    pub(super) fn global(&self, path: &Path) -> Path {
        let Some(prefix) = &self.prefix else { return path.clone() };
        let is_own = match &path.segments[0] {
            Segment::Named { name, .. } => !path.begins_in_std() && !self.others.contains(&**name),
            Segment::ImplAt(_) | Segment::Impl { .. } => true,
            _ => false,
        };
        if !is_own {
            return path.clone();
        }
        let prefix = path_of(&[prefix]);
        Path { segments: prefix.segments.iter().chain(&*path.segments).cloned().collect() }
    }
}
