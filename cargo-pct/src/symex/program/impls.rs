//! Which impl of a trait serves a type, and what follows from that: associated types, what bounds say.
//!
//! Blanket impls count only where their bounds are met and no other impl fits. Bounds by traits of other crates, whose impls
//! are not at hand, are the compiler's to check.

mod clients;

pub(super) use clients::is_for_many;

use super::blocks::{Block, Blocks};
use super::rivals::{Rival, Wanted, may_serve};
use super::{Normaliser, Program, Role, STD};
use crate::mir::{self, GenericArg, Name, Path, Segment, Type};
use crate::source::{ImplDef, ImplId};
use crate::symex::program::types::{
    Generics, Rewrite, is_impl_parameter, is_of_clients, parameter_of, path_of, plain_name, scalar_sort,
    unify, unify_paths,
};

/// The models' markers of the types that are integers, `bool` and `char`, and of integers.
const SCALAR: &str = "std::pct::Scalar";

const INTEGER: &str = "std::pct::Integer";

/// Structures whose last field is one are looked into this deep.
const MOST_TAILS: usize = 6;

impl Program {
    /// The one impl of a trait for a type that has one. Blanket impls count only where their bounds are met and no other fits.
    ///
    /// A type that names what only clients know stands for many: there must be no other impl that may serve one of them.
    pub(super) fn find_impl(
        &self,
        self_type: &Type,
        trait_path: &Path,
        depth: usize,
    ) -> Option<(usize, ImplId, Generics)> {
        let wanted = Wanted { self_type, trait_path };
        let (mut specific, mut blanket) = (Vec::new(), Vec::new());
        for (krate, index) in self.trait_impls.get(&plain_name(trait_path)?)?.of(self_type) {
            let block = &self.crates[krate].items.impls[index];
            let own = block.trait_path.as_ref()?;
            let mut generics = Generics::default();
            if !unify(&block.self_type, self_type, &block.parameters, &mut generics)
                || !self.traits_agree(block, own, &wanted, &mut generics)
            {
                continue;
            }
            if generics.arguments.len() < block.parameters.len() {
                self.bind_by_bounds(&block.bounds, &block.parameters, &mut generics);
            }
            if !self.markers_hold(&block.bounds, &generics) {
                continue;
            }
            let is_blanket =
                block.self_type.as_identifier().is_some_and(|name| block.parameters.contains(name));
            if !is_blanket {
                specific.push((krate, index, generics));
            } else if self.bounds_hold(&block.bounds, &generics, depth) {
                blanket.push((krate, index, generics));
            }
        }
        let candidates = if specific.is_empty() { blanket } else { specific };
        let [found] = <[_; 1]>::try_from(candidates).ok()?;
        self.serves_all(&found, &wanted, depth).then_some(found)
    }

    /// Tells whether an impl serves a type, or all types that one with placeholders stands for: its bounds hold for each of them, or nobody
    /// can have written another impl. A program that compiles does not prove that the bounds hold: the compiler may have taken an impl whose header we
    /// do not understand.
    fn serves_all(&self, found: &(usize, ImplId, Generics), wanted: &Wanted<'_>, depth: usize) -> bool {
        let (krate, index, generics) = found;
        let block = &self.crates[*krate].items.impls[*index];
        if !wanted.hides_types() && self.always_fits(block, generics, depth) {
            return true;
        }
        // std's impls for references and boxes hand each call on to what these lead to, as a client's own would have to.
        let is_of_std = self.crates[*krate].role == Role::Models;
        let has_placeholders = wanted.has_placeholders();
        if has_placeholders
            && !is_of_std
            && wanted.may_be_clients()
            && self.clients_implement(wanted.trait_path)
        {
            return false;
        }
        // So may one of std's for all types.
        if !is_of_std && is_for_many(wanted.trait_path) {
            return false;
        }
        let name = plain_name(wanted.trait_path).unwrap_or_default();
        let blocks = self.trait_impls.get(&name).map(Blocks::all);
        blocks.into_iter().flatten().all(|(other_crate, other)| {
            let rival = self.block((other_crate, other));
            // A model for numbers says more of the same impl than the one for all types.
            let is_same = (other_crate, other) == (*krate, *index) || is_for_marked(rival.block);
            is_same || !wanted.may_be_served_by(self, rival)
        })
    }

    /// Tells whether an impl block serves a type that fits its header; `generics` say what its parameters stand for. Under-approximates.
    pub(super) fn is_surely_for(&self, (krate, index): Block, generics: &Generics) -> bool {
        self.always_fits(&self.crates[krate].items.impls[index], generics, 4)
    }

    fn always_fits(&self, block: &ImplDef, generics: &Generics, depth: usize) -> bool {
        !block.binds_lifetimes
            && self.have_sizes(block, generics)
            && self.bounds_always_hold(&block.bounds, generics, depth)
    }

    /// Whether an impl block without a trait, which was not found for a type, may be for it all the same. What the models mark is known.
    pub(super) fn may_be_for(&self, (krate, index): Block, self_type: &Type) -> bool {
        let rival = self.block((krate, index));
        !is_for_marked(rival.block) && may_serve(self, rival, self_type)
    }

    pub(super) fn block(&self, (krate, index): Block) -> Rival<'_> {
        let krate = &self.crates[krate];
        Rival { block: &krate.items.impls[index], is_of_models: krate.role == Role::Models }
    }

    /// Whether all that the parameters of an impl stand for is known to have a size, as is demanded where nothing else is said.
    fn have_sizes(&self, block: &ImplDef, generics: &Generics) -> bool {
        let is_demanded = |name: &&Name| !block.unsized_parameters.contains(*name);
        let demanded = block.parameters.iter().filter(is_demanded);
        let given = demanded.filter_map(|name| generics.arguments.get(name));
        given.filter_map(GenericArg::as_type).all(|ty| self.has_size(ty, MOST_TAILS))
    }

    /// Tells whether values of a type, or of all types that one with placeholders stands for, have a size that the type says.
    fn has_size(&self, ty: &Type, depth: usize) -> bool {
        // A placeholder is a parameter of the analysed crates.
        let may_lack_it = |name: &str| self.analysed().any(|krate| krate.items.unsized_names.contains(name));
        match ty {
            Type::Str | Type::Slice(_) | Type::Dyn(_) | Type::Infer => false,
            Type::Path(path) => {
                if let Some(item) = path.as_trait_item() {
                    return !may_lack_it(item.name);
                }
                if is_of_clients(ty) {
                    let name = path.as_identifier().map_or("", |name| parameter_of(name).unwrap_or(name));
                    let name = if is_impl_parameter(name) { "impl" } else { name };
                    return name != "Self" && !may_lack_it(name);
                }
                let Some(instance) = self.adt(ty) else {
                    let have_sizes = || path.type_args().all(|ty| self.has_size(ty, depth));
                    return is_sized_in_std(path) && (leads_by_pointer(path) || have_sizes());
                };
                // The last field of a structure may be what lacks it.
                let tail = instance.field_types().last();
                depth > 0 && tail.is_none_or(|tail| tail.is_some_and(|tail| self.has_size(&tail, depth - 1)))
            }
            Type::Bool | Type::Char | Type::Never | Type::Int(_) | Type::Float(_) => true,
            Type::Ref { .. } | Type::RawPtr { .. } | Type::Array { .. } | Type::FnPtr(_) => true,
            Type::FnDef { .. } | Type::Closure(_) | Type::FnCoroutine { .. } => true,
            Type::Tuple(elements) => elements.last().is_none_or(|last| self.has_size(last, depth)),
            Type::Impl(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } => false,
        }
    }

    /// Tells whether bounds are met for all types that placeholders in them stand for.
    fn bounds_always_hold(&self, bounds: &[(Type, Path)], generics: &Generics, depth: usize) -> bool {
        let rewrite = Normaliser { program: self, naming: None, generics };
        depth > 0
            && bounds.iter().all(|(ty, bound)| {
                // Bounds that may be for all lifetimes, as `for<'a> Own<&'a u8>`, are written like others here.
                let is_name = |ty: &Type| ty.as_identifier().is_some() || scalar_sort(ty).is_some();
                let names_lifetimes = !is_name(ty) || !bound.type_args().all(is_name);
                let ty = rewrite.ty(ty);
                // That the compiler took a type says that some impl serves it, not that this one does.
                if let Some(is_marked) = plain_name(bound).and_then(|name| is_marked(&name, &ty)) {
                    return is_marked;
                }
                let trait_path = rewrite.path_arguments(bound);
                let wanted = Wanted { self_type: &ty, trait_path: &trait_path };
                if wanted.hides_types() || names_lifetimes {
                    return false;
                }
                let Some((krate, index, own)) = self.find_impl(&ty, &trait_path, depth - 1) else {
                    return false;
                };
                self.associated_types_are(&ty, &trait_path)
                    && self.always_fits(&self.crates[krate].items.impls[index], &own, depth - 1)
            })
    }

    /// Tells whether a type's associated types are those that a bound names: `Iterator<Item = u8>`.
    fn associated_types_are(&self, ty: &Type, bound: &Path) -> bool {
        let Segment::Named { args: mir::GenericArgs::Angle(args), .. } = bound.last() else { return false };
        args.iter().all(|arg| match arg {
            GenericArg::AssociatedType { name, ty: wanted, .. } => {
                // Lifetimes may tell others apart.
                let is_name = wanted.as_identifier().is_some() || scalar_sort(wanted).is_some();
                is_name && self.associated_type(ty, bound, name).is_some_and(|actual| actual == *wanted)
            }
            GenericArg::Type(_) | GenericArg::Const(_) | GenericArg::Lifetime(_) => true,
        })
    }

    /// Whether the arguments of a trait agree. Where one side leaves them out, they are the declared defaults; if the trait is not
    /// at hand, that of nearly all traits of the standard library: `Self`.
    fn traits_agree(
        &self,
        block: &ImplDef,
        own: &Path,
        wanted: &Wanted<'_>,
        generics: &mut Generics,
    ) -> bool {
        let Wanted { self_type, trait_path } = *wanted;
        let parameters = &block.parameters;
        if own.last().args().len() == trait_path.last().args().len() {
            return unify_paths(own, trait_path, parameters, generics);
        }
        let is_at_hand = plain_name(trait_path).is_some_and(|name| self.traits.contains_key(&name));
        match (own.last().args(), trait_path.last().args()) {
            ([GenericArg::Type(own)], []) if !is_at_hand => unify(own, self_type, parameters, generics),
            ([], [GenericArg::Type(wanted)]) if !is_at_hand => wanted == self_type,
            _ => {
                let filled = |path: &Path, ty: &Type| {
                    self.with_trait_defaults(path, ty).unwrap_or_else(|| path.clone())
                };
                let (own, wanted) = (filled(own, &block.self_type), filled(trait_path, self_type));
                unify_paths(&own, &wanted, parameters, generics)
            }
        }
    }

    /// Binds parameters that only bounds tell: `T` of `I: Iterator<Item = &T>`, `B` of `F: FnMut(A) -> B`.
    fn bind_by_bounds(&self, bounds: &[(Type, Path)], parameters: &[Name], generics: &mut Generics) {
        for (ty, bound) in bounds {
            let known = generics.clone();
            let rewrite = Normaliser { program: self, naming: None, generics: &known };
            let ty = rewrite.ty(ty);
            let Segment::Named { args, .. } = bound.last() else { continue };
            match args {
                mir::GenericArgs::Parenthesized { output: Some(output), .. } => {
                    let once = path_of(&[STD, "ops", "FnOnce"]);
                    if let Some(actual) = self.associated_type(&ty, &once, "Output") {
                        unify(output, &actual, parameters, generics);
                    }
                }
                mir::GenericArgs::Parenthesized { output: None, .. } => {}
                mir::GenericArgs::Angle(args) => {
                    for arg in args {
                        if let GenericArg::AssociatedType { name, ty: pattern, .. } = arg
                            && let Some(actual) = self.associated_type(&ty, bound, name)
                        {
                            unify(pattern, &actual, parameters, generics);
                        }
                    }
                }
            }
        }
    }

    pub(super) fn bounds_hold(&self, bounds: &[(Type, Path)], generics: &Generics, depth: usize) -> bool {
        depth > 0
            && bounds.iter().all(|(ty, bound)| {
                let rewrite = Normaliser { program: self, naming: None, generics };
                let ty = rewrite.ty(ty);
                let name = plain_name(bound).unwrap_or_default();
                if let Some(is_marked) = is_marked(&name, &ty) {
                    return is_marked;
                }
                // A trait of another crate, whose impls are not at hand: the compiler has checked it for types that are known,
                // but the one that stands for a parameter may not meet it and have an impl of its own.
                (!self.traits.contains_key(&name) && !self.is_parameter(&ty))
                    || self.find_impl(&ty, &rewrite.path_arguments(bound), depth - 1).is_some()
            })
    }

    /// Whether the bounds by the models' markers hold, which is known of every type.
    fn markers_hold(&self, bounds: &[(Type, Path)], generics: &Generics) -> bool {
        let rewrite = Normaliser { program: self, naming: None, generics };
        bounds.iter().all(|(ty, bound)| {
            let name = plain_name(bound).unwrap_or_default();
            is_marked(&name, &rewrite.ty(ty)).unwrap_or(true)
        })
    }

    /// Whether a type stands for one that only callers know.
    fn is_parameter(&self, ty: &Type) -> bool {
        ty.as_identifier().is_some() && self.adt(ty).is_none()
    }

    /// The type that an associated type of a trait is for a type.
    pub(super) fn associated_type(&self, self_type: &Type, trait_path: &Path, name: &str) -> Option<Type> {
        self.associated_type_of(self_type, trait_path, name, &[])
    }

    /// The same for one with parameters of its own, which stand for `args`.
    pub(super) fn associated_type_of(
        &self,
        self_type: &Type,
        trait_path: &Path,
        name: &str,
        args: &[GenericArg],
    ) -> Option<Type> {
        if trait_path.is_std(&["ops", "FnOnce"]) && name == "Output" {
            if let Type::FnDef { signature, .. } | Type::FnPtr(signature) = self_type {
                return Some(signature.output.clone());
            }
            let Type::Closure(closure) = self_type else { return None };
            let body = self.closure_body(closure)?;
            let output = self.normaliser(body, &Generics::default()).ty(self.code(body).body.return_type());
            // A parameter in it is one of the function around the closure, which is not known here.
            let is_known = !output.any_part(&mut |part| self.is_parameter(part));
            return is_known.then_some(output);
        }
        let (krate, index, mut generics) = self.find_impl(self_type, trait_path, 4)?;
        let block = &self.crates[krate].items.impls[index];
        let ty = block.types.get(name)?;
        if let Some(parameters) = block.type_parameters.get(name) {
            if parameters.len() != args.iter().filter(|arg| !matches!(arg, GenericArg::Lifetime(_))).count() {
                return None;
            }
            generics.bind(parameters, args);
        }
        Some(Normaliser { program: self, naming: None, generics: &generics }.ty(ty))
    }
}

/// Whether values of a type of std that is not declared in the models have a size. What other crates declare is not known.
fn is_sized_in_std(path: &Path) -> bool {
    let is_text = |name: &Name| matches!(&**name, "Path" | "OsStr" | "CStr" | "ByteStr");
    path.begins_in_std() && !path.last_name().is_some_and(is_text)
}

/// Tells whether a type of the standard library has one size, whatever its arguments are. `RefCell<[u8]>` has none.
fn leads_by_pointer(path: &Path) -> bool {
    let names = ["Arc", "Box", "Cow", "NonNull", "PhantomData", "Rc", "Weak"];
    path.last_name().is_some_and(|name| names.contains(&&**name))
}

/// Tells whether an impl block of the models is for the types that one of their markers marks.
fn is_for_marked(block: &ImplDef) -> bool {
    let is_marker = |name: String| name == SCALAR || name == INTEGER;
    block.bounds.iter().any(|(_, bound)| plain_name(bound).is_some_and(is_marker))
}

/// Whether the models' marker of this name marks the type; none if it is no marker.
fn is_marked(marker: &str, ty: &Type) -> Option<bool> {
    match marker {
        SCALAR => Some(scalar_sort(ty).is_some()),
        INTEGER => Some(matches!(ty, Type::Int(_))),
        _ => None,
    }
}
