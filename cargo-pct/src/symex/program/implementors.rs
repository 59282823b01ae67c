//! Who implements the traits of the analysed crates, where it is not known which of them is meant: all of them.
//!
//! Over-approximates, as long as clients add no implementation of their own. Parameters stand for types that no one knows.

use super::blocks::Blocks;
use super::impls::is_for_many;
use super::rivals::{Wanted, peel_fundamental};
use super::{BodyId, Crate, Normaliser, Program, Role, STD};
use crate::mir::{GenericArg, Name, Path, TraitItem, Type};
use crate::source::{ImplDef, TraitDef, TypeDef};
use crate::symex::program::types::{
    Generics, Rewrite, is_same_declaration, path_of, plain_name, scalar_sort, unify, unknown_type,
};

/// Traits that the standard library implements for no number, `bool` or `char`.
const FOR_NO_SCALAR: [&[&str]; 8] = [
    &["convert", "AsMut"],
    &["convert", "AsRef"],
    &["iter", "IntoIterator"],
    &["iter", "Iterator"],
    &["ops", "Deref"],
    &["ops", "DerefMut"],
    &["ops", "Index"],
    &["ops", "IndexMut"],
];

/// Types of one name that stand in functions.
#[derive(Debug)]
pub struct InnerTypes {
    /// The types of all their fields.
    pub fields: Vec<Type>,
    /// The functions of all traits that they implement, destructors among them.
    pub functions: Vec<(BodyId, Generics)>,
}

impl Program {
    /// The types that implement a trait, each with the trait as it implements it.
    pub fn implementors(&self, bound: &Path) -> Vec<(Type, Path)> {
        let implementor = |(krate, block): (&Crate, &ImplDef)| {
            let generics = unknown(&block.parameters);
            let normaliser = Normaliser { program: self, naming: Some(&krate.naming), generics: &generics };
            Some((normaliser.ty(&block.self_type), normaliser.trait_path(block.trait_path.as_ref()?)))
        };
        self.blocks_of(bound).filter_map(implementor).collect()
    }

    /// The associated types of all who implement a trait.
    pub fn named_by_implementors(&self, bound: &Path) -> Vec<Type> {
        let of_block = |(krate, block): (&Crate, &ImplDef)| {
            let own = block.type_parameters.values().flatten();
            let generics = unknown(&block.parameters.iter().chain(own).cloned().collect::<Vec<_>>());
            let normaliser = Normaliser { program: self, naming: Some(&krate.naming), generics: &generics };
            block.types.values().map(|ty| normaliser.ty(ty)).collect::<Vec<_>>()
        };
        self.blocks_of(bound).flat_map(of_block).collect()
    }

    /// The types that implement traits with associated types, each with what these stand for. Parameters stand for types that no one knows.
    pub fn associated_types_by_type(&self) -> Vec<(Type, Vec<Type>)> {
        let blocks = self.analysed().flat_map(|krate| krate.items.impls.values().map(move |it| (krate, it)));
        let of_block = |(krate, block): (&Crate, &ImplDef)| {
            let own = block.type_parameters.values().flatten();
            let generics = unknown(&block.parameters.iter().chain(own).cloned().collect::<Vec<_>>());
            let normaliser = Normaliser { program: self, naming: Some(&krate.naming), generics: &generics };
            let types = block.types.values().map(|ty| normaliser.ty(ty)).collect();
            (normaliser.ty(&block.self_type), types)
        };
        blocks.filter(|(_, block)| !block.types.is_empty()).map(of_block).collect()
    }

    /// The unsafe traits that types of the crates implement, each with the type.
    pub fn promises(&self) -> Vec<(Type, Path)> {
        let blocks = self.analysed().flat_map(|krate| krate.items.impls.values().map(move |it| (krate, it)));
        let promise = |(krate, block): (&Crate, &ImplDef)| {
            let generics = unknown(&block.parameters);
            let normaliser = Normaliser { program: self, naming: Some(&krate.naming), generics: &generics };
            Some((normaliser.ty(&block.self_type), normaliser.trait_path(block.trait_path.as_ref()?)))
        };
        blocks.filter(|(_, block)| block.is_unsafe).filter_map(promise).collect()
    }

    /// Tells whether a crate that is read may claim of any type of its own that it is a `FusedIterator`; over-approximates where an item
    /// could not be read.
    pub(in crate::symex) fn has_fused_iterators(&self) -> bool {
        let own = self.crates.iter().filter(|krate| krate.role != Role::Models);
        if own.clone().any(|krate| !krate.items.unread.is_empty()) {
            return true;
        }
        let mut traits =
            own.flat_map(|krate| krate.items.impls.values()).filter_map(|it| it.trait_path.as_ref());
        traits.any(|path| path.last_name().is_some_and(|name| **name == *"FusedIterator"))
    }

    /// The methods that a class has from traits of the crates, with bodies that the traits provide: all that an impl for the class, or for
    /// references or boxes that lead to it, does not override. None in place of one whose body was not found.
    pub fn provided_methods(&self, class: &Type) -> Vec<Option<(BodyId, Generics)>> {
        let mut found = Vec::new();
        let path = |ty: &Type| self.adt(ty).map(|instance| instance.adt.path.clone());
        let blocks = self.analysed().flat_map(|krate| krate.items.impls.values().map(move |it| (krate, it)));
        for (krate, block) in blocks {
            let Some(declared) = block.trait_path.as_ref().and_then(plain_name) else { continue };
            let Some(declared) = self.trait_def(&declared) else { continue };
            let own = peel_fundamental(&block.self_type);
            let mut generics = Generics::default();
            let fits = unify(own, class, &block.parameters, &mut generics);
            let is_for_all = own.as_identifier().is_some_and(|name| block.parameters.contains(name));
            // A type that is no class, as a number, has the impls that fit it.
            let is_meant = match is_for_all {
                true => self.may_meet(&block.bounds, &generics),
                false => {
                    path(own) == path(class) && (path(class).is_some() || fits)
                        || self.is_misread_for(block, class)
                }
            };
            if !is_meant {
                continue;
            }
            if !fits {
                // It is for other instances than those that are meant: for these alone.
                generics = Generics::default();
            }
            for (name, argument) in unknown(&block.parameters).arguments {
                generics.arguments.entry(name).or_insert(argument);
            }
            let normaliser = Normaliser { program: self, naming: Some(&krate.naming), generics: &generics };
            let self_type = normaliser.ty(&block.self_type);
            let trait_path = block.trait_path.as_ref().map(|path| normaliser.trait_path(path));
            let inherited = declared.defaults.keys().filter(|name| !block.functions.contains_key(*name));
            let provided = |name: &Name| self.provided(&self_type, trait_path.as_ref()?, name);
            found.extend(inherited.map(provided));
        }
        found
    }

    /// Tells whether types may meet bounds. Over-approximates. A trait of another crate has an impl for a type of the crates among theirs, or one for all types.
    pub(super) fn may_meet(&self, bounds: &[(Type, Path)], generics: &Generics) -> bool {
        let rewrite = Normaliser { program: self, naming: None, generics };
        bounds.iter().all(|(ty, bound)| {
            let ty = rewrite.ty(ty);
            let is_of_crates = plain_name(bound).is_some_and(|name| self.trait_def(&name).is_some());
            let wanted = Wanted { self_type: &ty, trait_path: &rewrite.path_arguments(bound) };
            let name = plain_name(bound).unwrap_or_default();
            let blocks = self.trait_impls.get(&name).map(Blocks::all).into_iter().flatten();
            let mut rivals = blocks.map(|block| self.block(block));
            rivals.any(|rival| wanted.may_be_served_by(self, rival))
                || !is_of_crates
                    && !is_for_no_scalar(bound, &ty)
                    && (is_for_many(bound) || !bound.begins_in_std() || self.adt(&ty).is_none())
        })
    }

    /// Tells whether the impl that a function stands in may be for a type that fits its header, where the parameters stand for this.
    /// Over-approximates.
    pub(in crate::symex) fn may_be_served(&self, body: BodyId, ty: &Type, generics: &Generics) -> bool {
        let Some(block) = self.impl_of(body) else { return true };
        let may_lack_it = |name: &Name| block.unsized_parameters.contains(name);
        let refuses = |name: &Name| block.parameters.contains(name) && !may_lack_it(name);
        let is_refused = lacks_size(ty) && block.self_type.as_identifier().is_some_and(refuses);
        !is_refused && self.may_meet(&block.bounds, generics)
    }

    /// The length of an iterator of the crates that claims to know it, where std provides `len`: it panics where the claim is false. None in
    /// place of a model that was not found.
    pub fn lengths_by_std(&self, class: &Type) -> Vec<Option<(BodyId, Generics)>> {
        let trait_path = path_of(&[STD, "iter", "ExactSizeIterator"]);
        let name: Name = "len".into();
        let is_own = |ty: &Type| is_same_declaration(peel_fundamental(ty), class);
        let blocks = self.analysed().flat_map(|krate| krate.items.impls.values().map(move |it| (krate, it)));
        let blocks = blocks.filter(|(_, block)| {
            let claims =
                block.trait_path.as_ref().is_some_and(|path| path.is_std(&["iter", "ExactSizeIterator"]));
            claims && !block.functions.contains_key(&name)
        });
        let length = |(krate, block): (&Crate, &ImplDef)| {
            let generics = unknown(&block.parameters);
            let ty = Normaliser { program: self, naming: Some(&krate.naming), generics: &generics }
                .ty(&block.self_type);
            let item = TraitItem { self_type: &ty, trait_path: &trait_path, name: &name, args: &[] };
            let is_meant = is_own(&ty) || self.is_misread_for(block, class);
            is_meant.then(|| self.resolve_trait_item(&item))
        };
        blocks.filter_map(length).collect()
    }

    /// All code that a method of a trait of the crates may be.
    pub fn implementations(&self, trait_path: &Path, method: &Name) -> Vec<(BodyId, Generics)> {
        let name = plain_name(trait_path).unwrap_or_default();
        let Some((krate, declared)) = self.traits.get(&name) else { return Vec::new() };
        let krate = &self.crates[*krate];
        if krate.role != Role::Analysed {
            return Vec::new();
        }
        let default = krate.items.traits[*declared].defaults.get(method);
        let default = default.and_then(|number| krate.linked[*number]);
        let own = self
            .blocks_of(trait_path)
            .filter_map(|(krate, block)| krate.linked[*block.functions.get(method)?]);
        default.into_iter().chain(own).map(|body| (body, unknown(&self.parameters(body)))).collect()
    }

    /// What an associated type of a trait of the crates, or of one that it demands, may be; nothing is known of another's.
    pub fn associated_types(&self, trait_path: &Path, name: &Name) -> Vec<Type> {
        let traits = plain_name(trait_path).map(|name| self.with_supertraits(name)).unwrap_or_default();
        let of_one = |own: &String| self.associated_types_of(own, name);
        traits.iter().map(of_one).find(|types| !types.is_empty()).unwrap_or_default()
    }

    /// A trait of the crates, and those of them that it demands of its types.
    fn with_supertraits(&self, name: String) -> Vec<String> {
        let mut found: Vec<String> = self.trait_def(&name).map(|_| name).into_iter().collect();
        let mut next = 0;
        while let Some(own) = found.get(next).and_then(|name| self.trait_def(name)) {
            let is_demanded = |path: &str| {
                let last = path.rsplit("::").next().unwrap_or(path);
                own.supertraits.iter().any(|demanded| **demanded == *last)
            };
            let demanded =
                self.traits.keys().filter(|path| is_demanded(path) && self.trait_def(path).is_some());
            let new: Vec<String> = demanded.filter(|path| !found.contains(path)).cloned().collect();
            found.extend(new);
            next += 1;
        }
        found
    }

    /// Tells whether a trait is one of the analysed crates.
    pub fn is_own_trait(&self, path: &Path) -> bool {
        plain_name(path).is_some_and(|name| self.trait_def(&name).is_some())
    }

    /// The traits of the analysed crates with this last name.
    pub fn own_traits_named(&self, name: &Name) -> Vec<Path> {
        let is_named = |path: &&String| path.rsplit("::").next() == Some(&**name);
        let own = self.traits.keys().filter(is_named).filter(|path| self.trait_def(path).is_some());
        own.map(|path| path_of(&Vec::from_iter(path.split("::")))).collect()
    }

    /// A trait of the analysed crates.
    pub(super) fn trait_def(&self, name: &str) -> Option<&TraitDef> {
        let (krate, number) = self.traits.get(name)?;
        let krate = &self.crates[*krate];
        (krate.role == Role::Analysed).then(|| &krate.items.traits[*number])
    }

    fn associated_types_of(&self, trait_name: &str, name: &Name) -> Vec<Type> {
        let ty = |(krate, block): (&Crate, &ImplDef)| {
            let own = block.type_parameters.get(name).into_iter().flatten();
            let parameters: Vec<Name> = block.parameters.iter().chain(own).cloned().collect();
            let generics = unknown(&parameters);
            let normaliser = Normaliser { program: self, naming: Some(&krate.naming), generics: &generics };
            block.types.get(name).map(|ty| normaliser.ty(ty))
        };
        self.blocks_named(trait_name).filter_map(ty).collect()
    }

    /// The types of this name that stand in functions, whose paths are not told apart; none if there is none.
    pub fn inner_types(&self, name: &Name) -> Option<InnerTypes> {
        let is_inner = |krate: &Crate, ty: &TypeDef| {
            ty.parts.len() != krate.items.modules[ty.module].path.len() + 1 && *ty.name == **name
        };
        let (mut fields, mut functions, mut is_known) = (Vec::new(), Vec::new(), false);
        for krate in self.analysed() {
            for ty in krate.items.types.values().filter(|ty| is_inner(krate, ty)) {
                is_known = true;
                let generics = unknown(&ty.parameters);
                let normaliser =
                    Normaliser { program: self, naming: Some(&krate.naming), generics: &generics };
                let own = ty.variants.iter().flat_map(|variant| &variant.fields);
                fields.extend(own.map(|field| normaliser.ty(&field.ty)));
            }
        }
        let of_name = |block: &ImplDef| block.self_type.as_path().and_then(Path::last_name) == Some(name);
        let blocks = self.analysed().flat_map(|krate| krate.items.impls.values().map(move |it| (krate, it)));
        for (krate, block) in blocks.filter(|(_, it)| it.trait_path.is_some() && of_name(it)) {
            let bodies = block.functions.values().filter_map(|number| krate.linked[*number]);
            functions.extend(bodies.map(|body| (body, unknown(&block.parameters))));
        }
        is_known.then_some(InnerTypes { fields, functions })
    }

    /// The impl blocks of a trait in the analysed crates.
    fn blocks_of(&self, trait_path: &Path) -> impl Iterator<Item = (&Crate, &ImplDef)> {
        plain_name(trait_path).into_iter().flat_map(|name| self.blocks_named(&name).collect::<Vec<_>>())
    }

    fn blocks_named(&self, trait_name: &str) -> impl Iterator<Item = (&Crate, &ImplDef)> {
        let blocks = self.analysed().flat_map(|krate| krate.items.impls.values().map(move |it| (krate, it)));
        blocks
            .filter(move |(_, it)| it.trait_path.as_ref().and_then(plain_name).as_deref() == Some(trait_name))
    }
}

pub(super) fn unknown(parameters: &[Name]) -> Generics {
    let unknown = |name: &Name| (name.clone(), GenericArg::Type(Type::Path(unknown_type(name))));
    Generics { arguments: parameters.iter().map(unknown).collect() }
}

/// Tells whether the standard library implements a trait for no type like this one.
fn is_for_no_scalar(bound: &Path, ty: &Type) -> bool {
    scalar_sort(ty).is_some() && FOR_NO_SCALAR.iter().any(|names| bound.is_std(names))
}

/// Tells whether values of a type surely have no size that the type says. Under-approximates: the last field of a structure is not looked at.
fn lacks_size(ty: &Type) -> bool {
    match ty {
        Type::Str | Type::Slice(_) | Type::Dyn(_) => true,
        Type::Bool | Type::Char | Type::Never | Type::Int(_) | Type::Float(_) | Type::Tuple(_) => false,
        Type::Ref { .. } | Type::RawPtr { .. } | Type::Array { .. } | Type::Path(_) => false,
        Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) | Type::FnCoroutine { .. } => false,
        Type::Impl(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } | Type::Infer => false,
    }
}
