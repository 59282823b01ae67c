//! What a call may run: the function itself, closures and functions that it is handed, and code that the standard library
//! calls back.

use super::types::{each_mentioned, hides_code, in_std, is_harmless, mir_name, types_of};
use super::values::is_number;
use super::{Frame, Guard, Safe};
use crate::mir::{self, Type};
use crate::symex::Callee;
use crate::symex::types::{Rewrite, plain_name, scalar_sort};

/// Why a call is refused whose function is not known.
const UNKNOWN_CALLEE: &str = "it calls a function that is known only when it runs";

impl Guard<'_> {
    /// A closure whose type occurs, on its own or inside another type, may be called.
    pub(super) fn mention(&mut self, frame: &Frame<'_>, ty: &Type) -> Safe {
        let mut closures = Vec::new();
        each_mentioned(ty, &mut |part| {
            if let Type::Closure(closure) = part {
                closures.push(closure);
            }
        });
        closures.into_iter().try_for_each(|closure| self.closure(frame, closure))
    }

    /// A closure. Where several stand at one place, as those do that a macro makes, it may be any of them.
    pub(super) fn closure(&mut self, frame: &Frame<'_>, closure: &mir::ClosureType) -> Safe {
        let bodies = self.program.closure_bodies(closure);
        if bodies.is_empty() {
            return self.unknown("it makes a closure whose code is not known");
        }
        bodies.iter().for_each(|body| self.run(*body, frame.generics.clone()));
        Ok(())
    }

    /// A function that is called, or may be because it is mentioned.
    pub(super) fn function(&mut self, frame: &Frame<'_>, function: &mir::Function) -> Safe {
        let path = self.program.normaliser(frame.id, frame.generics).value_path(&function.path);
        let name = mir_name(&path);
        if !frame.is_model {
            types_of(&path).into_iter().try_for_each(|ty| self.mention(frame, ty))?;
        }
        // What `format_args!` expands to; the compiler keeps its promises. What is formatted counts below.
        let is_formatting =
            path.is_std(&["fmt", "Arguments", "new"]) || path.is_std(&["fmt", "Arguments", "from_str"]);
        if !frame.is_model && !is_formatting {
            match self.is_unsafe(function, &path) {
                Some(false) => {}
                Some(true) => self.unsafety(format!("it calls {name}"))?,
                None => return self.unknown(format!("it calls {name}, whose signature is not known")),
            }
        }
        let subject = path.as_trait_item();
        let owner = subject.map_or(&path, |item| item.trait_path);
        if plain_name(owner).is_some_and(|name| name.starts_with("pct::")) {
            return Ok(());
        }
        if let Some(item) = &subject
            && item.trait_path.begins_in_std()
            && matches!(item.trait_path.last_name().map(|name| &**name), Some("Fn" | "FnMut" | "FnOnce"))
        {
            return self.callable(item.self_type);
        }
        match self.program.resolve(&path) {
            Callee::Intrinsic(..) | Callee::Constructor(_) => Ok(()),
            Callee::Body(body, generics) => {
                self.run(body, generics);
                if owner.begins_in_std() { self.check_type_arguments(&path) } else { Ok(()) }
            }
            Callee::Unknown if owner.begins_in_std() || in_std(&path) => self.standard(owner, &path, &name),
            Callee::Unknown => self.any_implementation(subject, &name),
        }
    }

    /// Tells whether a function is unsafe to call. The text of dependencies does not say it, and their declarations do.
    fn is_unsafe(&self, function: &mir::Function, path: &mir::Path) -> Option<bool> {
        if let Some(Type::FnDef { signature, .. }) = function.facts.as_ref().map(|facts| &*facts.ty) {
            return Some(signature.is_unsafe);
        }
        match self.program.resolve(path) {
            Callee::Body(body, _) => Some(self.program.declared(body)?.1.is_unsafe),
            Callee::Constructor(_) => Some(false),
            Callee::Intrinsic(..) | Callee::Unknown => None,
        }
    }

    /// A method of a trait of the crate, of a type that is not known: whoever implements it there. Clients' tests implement none.
    fn any_implementation(&mut self, item: Option<mir::TraitItem<'_>>, name: &str) -> Safe {
        let found = item.filter(|_| self.trusts_unsafe);
        let found = found.map(|item| self.program.implementations(item.trait_path, item.name));
        let found = found.unwrap_or_default();
        if found.is_empty() {
            return self.unknown(format!("it calls {name}, whose code is not known"));
        }
        found.into_iter().for_each(|(body, generics)| self.run(body, generics));
        Ok(())
    }

    /// A call of a value of this type. A closure's code counted when it was made.
    pub(super) fn callable(&mut self, ty: &Type) -> Safe {
        let ty = ty.peel_pointers();
        // What stands for a type parameter is no function here: clients call it with one of theirs, which does no harm.
        if scalar_sort(ty).is_some() || self.is_of_test(ty) {
            return Ok(());
        }
        match ty {
            Type::Closure(_) => Ok(()),
            Type::FnDef { path, .. } => match self.program.resolve(path) {
                Callee::Body(body, generics) => {
                    self.run(body, generics);
                    Ok(())
                }
                Callee::Constructor(_) | Callee::Intrinsic(..) => Ok(()),
                Callee::Unknown => self.standard(path, path, &mir_name(path)),
            },
            Type::FnPtr(_) | Type::FnCoroutine { .. } | Type::Dyn(_) | Type::Impl(_) | Type::Infer => {
                self.unknown(UNKNOWN_CALLEE)
            }
            // Whatever implements a trait of functions in an unusual way.
            Type::Path(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } => self.unknown(UNKNOWN_CALLEE),
            Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => {
                self.unknown(UNKNOWN_CALLEE)
            }
            Type::Ref { .. } | Type::RawPtr { .. } | Type::Slice(_) | Type::Array { .. } | Type::Tuple(_) => {
                self.unknown(UNKNOWN_CALLEE)
            }
        }
    }

    /// A function of the standard library without a model.
    fn standard(&mut self, owner: &mir::Path, path: &mir::Path, name: &str) -> Safe {
        if hides_code(owner) {
            return self.unknown(format!("it calls {name}, whose code is not known"));
        }
        let module = module_of(owner);
        // Pointers lead to memory, which clients' objects keep in order. What is dropped through one is of the type that is said, which counts below.
        let drops = path.last_name().is_some_and(|name| **name == *"drop_in_place");
        let of_pointer =
            self.trusts_unsafe && module == Some("ptr") && (!drops || !types_of(path).is_empty());
        let known = of_pointer
            || self.is_within_process(owner)
            || self.is_stream_in_memory(path)
            || module.is_some_and(|module| is_harmless(module) || mir::IntType::from_name(module).is_some());
        // `<impl [T]>::sort`, `<impl str>::trim`: methods of types that have no module of their own.
        let first = path.segments.first();
        let of_primitive = first.is_some_and(|segment| {
            matches!(
                segment,
                mir::Segment::Qualified { trait_path: None, .. }
                    | mir::Segment::Impl { trait_path: None, .. }
            )
        });
        if !known && !of_primitive {
            return self.effect_of_std(owner, format!("it calls {name}"));
        }
        self.check_type_arguments(path)
    }

    /// Whether it reads or writes memory by the traits for files, or does not exist: no number implements them, where one stands for a type
    /// parameter.
    fn is_stream_in_memory(&self, path: &mir::Path) -> bool {
        let Some(item) = path.as_trait_item().filter(|_| self.trusts_unsafe) else { return false };
        let has_memory = |path: &mir::Path| {
            path.is_std(&["vec", "Vec"])
                || path.is_std(&["collections", "VecDeque"])
                || self.is_within_process(path)
        };
        let ty = item.self_type.peel_pointers();
        let is_memory = matches!(ty, Type::Slice(_)) || ty.as_path().is_some_and(has_memory);
        module_of(item.trait_path) == Some("io") && (is_memory || is_number(ty))
    }
}

/// The module of the standard library that an item stands in.
fn module_of(path: &mir::Path) -> Option<&str> {
    path.segments.get(1).and_then(|segment| segment.name()).map(|name| &**name)
}
