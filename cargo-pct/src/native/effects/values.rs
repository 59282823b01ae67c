//! What having a value of a type may run: its destructor, and the traits that it implements.

use super::types::{behind, is_harmless, mir_name, types_of};
use super::{Guard, Safe};
use crate::mir::{self, Type};
use crate::source::TypeKind;
use crate::symex::InnerTypes;
use crate::symex::types::{is_of_clients, plain_name, scalar_sort};

/// Types nested deeper than this are not looked into.
const MOST_NESTING: usize = 12;

impl Guard<'_> {
    /// Code of the standard library may call what its type arguments implement.
    pub(super) fn touch_arguments(&mut self, path: &mir::Path) -> Safe {
        for ty in types_of(path) {
            self.touch(ty, 0)?;
        }
        Ok(())
    }

    /// All functions of traits that a type implements in the analysed crates may run, and its destructor.
    pub(super) fn touch(&mut self, ty: &Type, depth: usize) -> Safe {
        if !self.touched.insert(ty.clone()) || scalar_sort(ty).is_some() {
            return Ok(());
        }
        if depth > MOST_NESTING {
            return self.effect("its types are nested too deeply");
        }
        if is_nothing(ty) {
            return Ok(());
        }
        self.drop(ty, 0)?;
        match ty {
            Type::Str | Type::Never | Type::Float(_) | Type::Closure(_) | Type::Infer => Ok(()),
            Type::Ref { referent: inner, .. } | Type::Slice(inner) | Type::Array { element: inner, .. } => {
                self.touch(inner, depth + 1)
            }
            Type::RawPtr { pointee: inner, .. } if self.trusts_unsafe => self.touch(inner, depth + 1),
            Type::Tuple(elements) => elements.iter().try_for_each(|ty| self.touch(ty, depth + 1)),
            Type::FnDef { .. } => self.callable(ty),
            Type::Path(path) => {
                if path.begins_in_std() {
                    self.standard_type(path)?;
                    return types_of(path).into_iter().try_for_each(|ty| self.touch(ty, depth + 1));
                }
                if is_of_number(path) || self.is_of_test(ty) {
                    return Ok(());
                }
                if self.program.adt(ty).is_none()
                    && !plain_name(path).is_some_and(|name| name.starts_with("pct::"))
                {
                    if self.trusts_unsafe && self.drop_any(path, depth)? {
                        return Ok(());
                    }
                    return self.effect(format!("it uses {}, a type that is not known", type_name(path)));
                }
                // What std has there is its own, or was handed to it, which counts where that is done.
                for (body, generics) in self.program.trait_functions(ty) {
                    self.run(body, generics);
                }
                Ok(())
            }
            _ => self.effect("it uses a type that is known only when it runs"),
        }
    }

    fn standard_type(&self, path: &mir::Path) -> Safe {
        let module = path.segments.get(1).and_then(|segment| segment.name());
        match module {
            Some(module) if is_harmless(module) || matches!(&**module, "time" | "ptr") => Ok(()),
            // A path is a text, as long as nobody asks what is there.
            Some(module) if self.is_within_process(path) || self.trusts_unsafe && **module == *"path" => {
                Ok(())
            }
            _ => self.effect(format!("it uses {}", mir_name(path))),
        }
    }

    /// Whether an item of the standard library has to do with the process alone, which a client's test has for itself: what threads share, tasks,
    /// texts of the system, readers and writers that have no file.
    pub(super) fn is_within_process(&self, path: &mir::Path) -> bool {
        const MODULES: [&str; 4] = ["ffi", "future", "sync", "task"];
        const STREAMS: [&str; 6] = ["Cursor", "Empty", "Error", "ErrorKind", "SeekFrom", "Sink"];
        let name = |at: usize| path.segments.get(at).and_then(|segment| segment.name()).map(|name| &**name);
        self.trusts_unsafe
            && match (name(1), name(2)) {
                (Some("io"), Some(stream)) => STREAMS.contains(&stream),
                // Its code is a static's, which nobody who uses it mentions.
                (_, Some("LazyLock")) => false,
                (Some(module), _) => MODULES.contains(&module),
                _ => false,
            }
    }

    /// The end of a value of this type may run code.
    pub(super) fn drop(&mut self, ty: &Type, depth: usize) -> Safe {
        if scalar_sort(ty).is_some() || !self.dropped.insert(ty.clone()) {
            return Ok(());
        }
        if depth > MOST_NESTING {
            return self.effect("its types are nested too deeply");
        }
        match ty {
            Type::Str | Type::Never | Type::Float(_) | Type::Ref { .. } | Type::RawPtr { .. } => Ok(()),
            Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) => Ok(()),
            Type::Slice(inner) | Type::Array { element: inner, .. } => self.drop(inner, depth + 1),
            Type::Tuple(elements) => elements.iter().try_for_each(|ty| self.drop(ty, depth + 1)),
            ty if is_nothing(ty) => Ok(()),
            Type::Path(path) => self.drop_path(ty, path, depth),
            _ => self.effect("it drops a value whose type is known only when it runs"),
        }
    }

    fn drop_path(&mut self, ty: &Type, path: &mir::Path, depth: usize) -> Safe {
        if plain_name(path).is_some_and(|name| name.starts_with("pct::")) {
            return Ok(());
        }
        if is_of_number(path) || self.is_of_test(ty) {
            return Ok(());
        }
        let program = self.program;
        if let Some((body, generics)) = program.drop_function(ty) {
            self.run(body, generics);
        }
        if let Some(instance) = program.adt(ty) {
            for (variant, declared) in instance.variants().iter().enumerate() {
                for field in 0..declared.fields.len() {
                    match instance.field_type(variant, field) {
                        Some(ty) => self.drop(&ty, depth + 1)?,
                        None => return self.effect("it drops a field of an unknown type"),
                    }
                }
            }
            return Ok(());
        }
        if !path.begins_in_std() {
            if self.trusts_unsafe && self.drop_any(path, depth)? {
                return Ok(());
            }
            return self.effect(format!("it drops a {}, a type that is not known", type_name(path)));
        }
        self.standard_type(path)?;
        types_of(path).into_iter().try_for_each(|ty| self.drop(ty, depth + 1))
    }

    /// The end of a value of a type that is one of several: an associated type of the crate's own trait, or a type in a function, all of whose
    /// traits count. False if it is neither.
    fn drop_any(&mut self, path: &mir::Path, depth: usize) -> Result<bool, super::Hazard> {
        if let Some(item) = path.as_trait_item() {
            let all = self.program.associated_types(item.trait_path, item.name);
            all.iter().try_for_each(|ty| self.drop(ty, depth + 1))?;
            return Ok(!all.is_empty());
        }
        // Another crate's type may have the name of one in a function here.
        let name = path.last_name().filter(|_| self.program.may_be_of_crates(path));
        let Some(InnerTypes { fields, functions }) = name.and_then(|name| self.program.inner_types(name))
        else {
            return Ok(false);
        };
        functions.into_iter().for_each(|(body, generics)| self.run(body, generics));
        fields.iter().try_for_each(|ty| self.drop(ty, depth + 1))?;
        Ok(true)
    }

    /// Whether it stands for a type parameter: what a test has there was written by us, and does no harm.
    pub(super) fn is_of_test(&self, ty: &Type) -> bool {
        self.trusts_unsafe && is_of_clients(ty)
    }

    pub(super) fn is_union(&self, ty: &Type) -> bool {
        self.program.adt(behind(ty)).is_some_and(|instance| instance.adt.kind == TypeKind::Union)
    }
}

/// Whether a type only speaks of others: there is no value of them, and none of their code runs.
fn is_nothing(ty: &Type) -> bool {
    ty.as_path().is_some_and(|path| path.is_std(&["marker", "PhantomData"]))
}

/// Whether it is what a number, or a reference to one, has a type of std for, as `Item`: either it has none, and no such code can run
/// where it stands for a type parameter, or that is a number too, as long as no other type is named by the trait (`<i32 as Add<Other>>::Output`).
fn is_of_number(path: &mir::Path) -> bool {
    let of_number = |item: mir::TraitItem<'_>| {
        is_number(item.self_type)
            && item.trait_path.begins_in_std()
            && types_of(item.trait_path).into_iter().all(is_number)
    };
    path.as_trait_item().is_some_and(of_number)
}

/// Whether it is a number, a reference to one, or what one has a type of std for.
pub(super) fn is_number(ty: &Type) -> bool {
    let ty = behind(ty);
    scalar_sort(ty).is_some() || ty.as_path().is_some_and(is_of_number)
}

/// A type's name; that of a type parameter as the user wrote it.
fn type_name(path: &mir::Path) -> String {
    mir_name(path).trim_end_matches('?').to_owned()
}
