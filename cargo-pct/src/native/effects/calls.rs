//! What a call may run: the function itself, closures and functions that it is handed, and code that the standard library
//! calls back.

use super::types::{behind, in_std, is_harmless, mir_name, types_of};
use super::values::is_number;
use super::{Frame, Guard, Safe};
use crate::mir::{self, Type};
use crate::symex::Callee;
use crate::symex::types::{Rewrite, plain_name, scalar_sort};

impl Guard<'_> {
    /// A closure whose type occurs, on its own or inside another type, may be called.
    pub(super) fn mention(&mut self, frame: &Frame<'_>, ty: &Type) -> Safe {
        match behind(ty) {
            Type::Closure(closure) => self.closure(frame, closure),
            Type::Slice(inner) | Type::Array { element: inner, .. } => self.mention(frame, inner),
            Type::Tuple(elements) => elements.iter().try_for_each(|ty| self.mention(frame, ty)),
            Type::Path(path) | Type::FnDef { path, .. } => {
                types_of(path).into_iter().try_for_each(|ty| self.mention(frame, ty))
            }
            _ => Ok(()),
        }
    }

    /// A closure. Where several stand at one place, as those do that a macro makes, it may be any of them.
    pub(super) fn closure(&mut self, frame: &Frame<'_>, closure: &mir::ClosureType) -> Safe {
        let bodies = self.program.closure_bodies(closure);
        if bodies.is_empty() {
            return self.effect("it makes a closure whose code is not known");
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
            let signature = function.facts.as_ref().and_then(|facts| match &*facts.ty {
                Type::FnDef { signature, .. } => Some(signature),
                _ => None,
            });
            match signature {
                Some(signature) if signature.is_unsafe => self.unsafety(format!("it calls {name}"))?,
                Some(_) => {}
                None => return self.effect(format!("it calls {name}, whose signature is not known")),
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
                if owner.begins_in_std() { self.touch_arguments(&path) } else { Ok(()) }
            }
            Callee::Unknown if owner.begins_in_std() || in_std(&path) => self.standard(owner, &path, &name),
            Callee::Unknown => self.any_implementation(subject, &name),
        }
    }

    /// A method of a trait of the crate, of a type that is not known: whoever implements it there. Clients' tests implement none.
    fn any_implementation(&mut self, item: Option<mir::TraitItem<'_>>, name: &str) -> Safe {
        let found = item.filter(|_| self.trusts_unsafe);
        let found = found.map(|item| self.program.implementations(item.trait_path, item.name));
        let found = found.unwrap_or_default();
        if found.is_empty() {
            return self.effect(format!("it calls {name}, whose code is not known"));
        }
        found.into_iter().for_each(|(body, generics)| self.run(body, generics));
        Ok(())
    }

    /// A call of a value of this type. A closure's code counted when it was made.
    pub(super) fn callable(&mut self, ty: &Type) -> Safe {
        match behind(ty) {
            Type::Closure(_) => Ok(()),
            Type::FnDef { path, .. } => match self.program.resolve(path) {
                Callee::Body(body, generics) => {
                    self.run(body, generics);
                    Ok(())
                }
                Callee::Constructor(_) | Callee::Intrinsic(..) => Ok(()),
                Callee::Unknown => self.standard(path, path, &mir_name(path)),
            },
            // What stands for a type parameter is no function here: clients call it with one of theirs, which does no harm.
            ty if scalar_sort(ty).is_some() || self.is_of_test(ty) => Ok(()),
            _ => self.effect("it calls a function that is known only when it runs"),
        }
    }

    /// A function of the standard library without a model.
    fn standard(&mut self, owner: &mir::Path, path: &mir::Path, name: &str) -> Safe {
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
            return self.effect(format!("it calls {name}"));
        }
        self.touch_arguments(path)
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
        module_of(item.trait_path) == Some("io")
            && match behind(item.self_type) {
                Type::Slice(_) => true,
                Type::Path(path) if has_memory(path) => true,
                ty => is_number(ty),
            }
    }
}

/// The module of the standard library that an item stands in.
fn module_of(path: &mir::Path) -> Option<&str> {
    path.segments.get(1).and_then(|segment| segment.name()).map(|name| &**name)
}
