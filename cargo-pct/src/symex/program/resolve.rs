//! Which body a path names.
//!
//! Input: a normalised path. Output: the one function that fits, its generic parameters bound; none if several could.

use super::blocks::{Block, Blocks};
use super::{BodyId, Callee, Program, Role};
use crate::mir::{Bound, GenericArg, Name, Path, Segment, TraitItem, Type};
use crate::source::Owner;
use crate::symex::program::types::{Generics, impl_parameter, is_impl_parameter, plain_name, unify};
use std::collections::BTreeMap;

/// The module of the models whose functions are the executor's intrinsics.
const INTRINSICS: &str = "std::pct";

impl Program {
    /// The body that a normalised path names.
    pub fn resolve(&self, path: &Path) -> Callee {
        if let Some(name) = plain_name(path)
            && let Some(intrinsic) = name.strip_prefix(INTRINSICS).and_then(|name| name.strip_prefix("::"))
        {
            let args = path.last().args().to_vec();
            return Callee::Intrinsic(intrinsic.into(), args);
        }
        if self.constructor(path).is_some() && self.may_be_inner_function(path) {
            return Callee::Unknown;
        }
        self.resolve_function(path).map_or_else(
            || match self.constructor(path) {
                Some(_) => Callee::Constructor(path.clone()),
                None => Callee::Unknown,
            },
            |(body, generics)| Callee::Body(body, generics),
        )
    }

    fn resolve_function(&self, path: &Path) -> Option<(BodyId, Generics)> {
        // `a::f`: one in a module `a` and one in a function `a` have the same path.
        let is_told_apart = |name: &String| self.free.get(name).is_none_or(|all| all.len() < 2);
        let is_told_apart = || plain_name(path).is_none_or(|name| is_told_apart(&name));
        self.resolve_named(path).or_else(|| {
            if self.may_be_method(path) || !is_told_apart() { None } else { self.resolve_inner(path) }
        })
    }

    /// Tells whether `a::f` may be a method of a type `a` by an impl whose header is not understood.
    fn may_be_method(&self, path: &Path) -> bool {
        let Some(ty) = path.parent().map(Type::Path) else { return false };
        let blocks = path.last_name().and_then(|name| self.inherent.get(name));
        blocks.map(Blocks::all).into_iter().flatten().any(|block| self.is_another(block, &ty))
    }

    /// `<u8 as Roots>::sqrt::go`: a function that is declared in the body of another one, which its path names first.
    fn resolve_inner(&self, path: &Path) -> Option<(BodyId, Generics)> {
        let named = self.inner.get(path.last_name()?)?;
        let (outer, _) = self.resolve_function(&path.parent()?)?;
        let outer = self.code(outer);
        let is_inside = |body: &&BodyId| {
            let code = self.code(**body);
            let own = self.declared(**body).and_then(|(_, function)| function.enclosing);
            code.krate == outer.krate && own.is_some() && own == outer.declaration
        };
        let found: Vec<BodyId> = named.iter().filter(is_inside).copied().collect();
        let [body] = found.as_slice() else { return None };
        let mut generics = Generics::default();
        self.bind_own(*body, path.last().args(), &mut generics)?;
        Some((*body, generics))
    }

    fn resolve_named(&self, path: &Path) -> Option<(BodyId, Generics)> {
        if let Some(item) = path.as_trait_item() {
            return self.resolve_trait_item(&item);
        }
        if let [before @ .., Segment::Impl { self_type, trait_path }, Segment::Named { name, args }] =
            &*path.segments
        {
            if let Some(trait_path) = trait_path {
                return self.resolve_trait_item(&TraitItem {
                    self_type,
                    trait_path,
                    name,
                    args: args.angle(),
                });
            }
            let module: Option<Vec<&str>> = before.iter().map(|s| s.name().map(|name| &**name)).collect();
            return self.resolve_inherent(self_type, name, args.angle(), Some(&module?.join("::")));
        }
        if let [Segment::Qualified { self_type, trait_path: None }, Segment::Named { name, args }] =
            &*path.segments
        {
            return self.resolve_inherent(self_type, name, args.angle(), None);
        }
        let method = || {
            let self_type = Type::Path(self.with_defaults(path.parent()?));
            self.resolve_inherent(&self_type, path.last_name()?, path.last().args(), None)
        };
        let free = plain_name(path).and_then(|name| self.free.get(&name)).map_or(&[][..], Vec::as_slice);
        // A function inside a function or static of a type's name has the path of the type's method.
        let is_inside =
            |body| self.declared(body).is_some_and(|(_, own)| matches!(own.owner, Owner::Body(_)));
        match free {
            [body] if !is_inside(*body) || method().is_none() && !self.may_be_method(path) => {
                let mut generics = Generics::default();
                self.bind_own(*body, path.last().args(), &mut generics)?;
                Some((*body, generics))
            }
            several if several.iter().any(|body| is_inside(*body)) => None,
            _ => method(),
        }
    }

    /// Binds a function's own parameters. None where MIR's text does not tell apart two that stand for different types: it names
    /// an `impl Trait` argument by what is written there.
    pub(in crate::symex) fn bind_own(
        &self,
        body: BodyId,
        args: &[GenericArg],
        generics: &mut Generics,
    ) -> Option<()> {
        let code = self.code(body);
        let Some((_, function)) = self.declared(body) else { return Some(()) };
        generics.bind(&function.parameters, args);
        let mut written = Vec::new();
        for argument in code.body.args() {
            impl_types(&code.body.locals[argument].ty, &mut written);
        }
        let is_unnamed = |name: &&Name| is_impl_parameter(name);
        let unnamed: Vec<Name> = function.parameters.iter().filter(is_unnamed).cloned().collect();
        let given = unnamed.iter().map(|name| generics.arguments.get(name).cloned());
        let given: Vec<GenericArg> = given.collect::<Option<_>>().unwrap_or_default();
        if !given.is_empty() && given.len() != written.len() {
            return None;
        }
        let mut bound: BTreeMap<Name, GenericArg> = BTreeMap::new();
        for (ty, arg) in written.iter().zip(given) {
            let name = impl_parameter(ty).as_identifier()?.clone();
            if bound.insert(name, arg.clone()).is_some_and(|other| other != arg) {
                return None;
            }
        }
        generics.arguments.extend(bound);
        Some(())
    }

    fn resolve_inherent(
        &self,
        self_type: &Type,
        name: &str,
        args: &[GenericArg],
        module: Option<&str>,
    ) -> Option<(BodyId, Generics)> {
        let blocks = self.inherent.get(name)?;
        let is_elsewhere = |(krate, index): Block| {
            let krate = &self.crates[krate];
            let place = &krate.items.impls[index].place;
            krate.role == Role::Models && module.is_some_and(|module| !is_within(place, module))
        };
        let mut found = Vec::new();
        for id in blocks.of(self_type) {
            let krate = &self.crates[id.0];
            let block = &krate.items.impls[id.1];
            if is_elsewhere(id) {
                continue;
            }
            let mut generics = Generics::default();
            let is_blanket =
                block.self_type.as_identifier().is_some_and(|name| block.parameters.contains(name));
            if unify(&block.self_type, self_type, &block.parameters, &mut generics)
                && (!is_blanket || self.bounds_hold(&block.bounds, &generics, 4))
                && let Some(body) = krate.linked[block.functions[name]]
            {
                found.push((id, body, generics));
            }
        }
        let [(id, body, mut generics)] = <[_; 1]>::try_from(found).ok()?;
        let mut others = blocks.all().into_iter().filter(|other| *other != id && !is_elsewhere(*other));
        let is_sure = self.is_surely_for(id, &generics);
        if others
            .any(|other| self.is_another(other, self_type) || !is_sure && self.may_be_for(other, self_type))
        {
            return None;
        }
        generics.arguments.insert("Self".into(), GenericArg::Type(self_type.clone()));
        self.bind_own(body, args, &mut generics)?;
        Some((body, generics))
    }

    pub(super) fn resolve_trait_item(&self, item: &TraitItem<'_>) -> Option<(BodyId, Generics)> {
        // Which body runs is known at run time alone, whatever blanket impls there are.
        if matches!(item.self_type, Type::Dyn(_)) {
            return None;
        }
        let (krate, block, mut generics) = self.find_impl(item.self_type, item.trait_path, 4)?;
        generics.arguments.insert("Self".into(), GenericArg::Type(item.self_type.clone()));
        let body = match self.crates[krate].items.impls[block].functions.get(item.name) {
            Some(&function) => self.crates[krate].linked[function]?,
            // The trait's own parameters name other things than the impl's.
            None => {
                let (body, own) = self.provided(item.self_type, item.trait_path, item.name)?;
                generics = own;
                body
            }
        };
        self.bind_own(body, item.args, &mut generics)?;
        Some((body, generics))
    }

    /// The body that a trait provides for a method, and what `Self` and the trait's parameters stand for in it.
    pub(in crate::symex) fn provided(
        &self,
        self_type: &Type,
        trait_path: &Path,
        method: &Name,
    ) -> Option<(BodyId, Generics)> {
        let (owner, declared) = *self.traits.get(&plain_name(trait_path)?)?;
        let declared = &self.crates[owner].items.traits[declared];
        let trait_path = self.with_trait_defaults(trait_path, self_type)?;
        let mut generics = Generics::default();
        generics.arguments.insert("Self".into(), GenericArg::Type(self_type.clone()));
        generics.bind(&declared.parameters, trait_path.last().args());
        let body = self.crates[owner].linked[*declared.defaults.get(method)?]?;
        Some((body, generics))
    }
}

/// The `impl Trait` in a type, in the order of the parameters that they are: one inside another's bounds goes before it.
fn impl_types(ty: &Type, found: &mut Vec<Type>) {
    ty.each_part(&mut |part| {
        let Type::Impl(bounds) = part else { return };
        for bound in bounds {
            let Bound::Trait { path, .. } = bound else { continue };
            for arg in path.segments.iter().flat_map(Segment::args) {
                if let GenericArg::AssociatedType { ty, .. } | GenericArg::Type(ty) = arg {
                    impl_types(ty, found);
                }
            }
        }
        found.push(part.clone());
    });
}

/// Whether a place is a module or one inside it.
fn is_within(place: &str, module: &str) -> bool {
    place.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}
