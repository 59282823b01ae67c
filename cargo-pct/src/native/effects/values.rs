//! Checks the code that a value of a type may run: its destructor, and the traits that it implements.

use super::types::{hides_code, is_harmless, mir_name, types_of};
use super::{Guard, Hazard, Safe};
use crate::mir::{self, Type};
use crate::source::TypeKind;
use crate::symex::types::{is_of_clients, parameter_of, plain_name, scalar_sort};
use crate::symex::{Destructor, InnerTypes};

/// Types nested deeper than this are not looked into.
const MOST_NESTING: usize = 12;

impl Guard<'_> {
    /// Checks the implementations of type arguments: code of the standard library may call them.
    pub(super) fn check_type_arguments(&mut self, path: &mir::Path) -> Safe {
        for ty in types_of(path) {
            self.check_implementations(ty, 0)?;
        }
        Ok(())
    }

    /// Checks the destructor of a type and all functions of traits that it implements in the analysed crates: any of them may run.
    pub(super) fn check_implementations(&mut self, ty: &Type, depth: usize) -> Safe {
        if scalar_sort(ty).is_some() || !self.is_first_check(ty) {
            return Ok(());
        }
        if depth > MOST_NESTING {
            return self.unknown("its types are nested too deeply");
        }
        if is_nothing(ty) {
            return Ok(());
        }
        self.drop(ty, 0)?;
        self.check_own_implementations(ty, depth)?
            .into_iter()
            .try_for_each(|part| self.check_implementations(part, depth + 1))
    }

    /// Checks what a type implements itself. Returns the types that it is written with, because their functions may run as well.
    fn check_own_implementations<'t>(&mut self, ty: &'t Type, depth: usize) -> Result<Vec<&'t Type>, Hazard> {
        match ty {
            Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => {
                Ok(Vec::new())
            }
            // Its code counted when it was made.
            Type::Closure(_) => Ok(Vec::new()),
            Type::Ref { .. } | Type::Slice(_) | Type::Array { .. } | Type::Tuple(_) => Ok(ty.children()),
            Type::Pattern { .. } | Type::UnsafeBinder { .. } => Ok(ty.children()),
            Type::RawPtr { .. } if self.trusts_unsafe => Ok(ty.children()),
            Type::FnDef { .. } => self.callable(ty).map(|()| Vec::new()),
            Type::Path(path) => self.check_path(ty, path, depth),
            Type::RawPtr { .. }
            | Type::FnPtr(_)
            | Type::FnCoroutine { .. }
            | Type::Dyn(_)
            | Type::Impl(_)
            | Type::Infer => {
                self.unknown("it uses a type that is known only when it runs").map(|()| Vec::new())
            }
        }
    }

    fn check_path<'t>(
        &mut self,
        ty: &Type,
        path: &'t mir::Path,
        depth: usize,
    ) -> Result<Vec<&'t Type>, Hazard> {
        if path.begins_in_std() {
            self.standard_type(path)?;
            return Ok(types_of(path));
        }
        if is_of_number(path) || self.is_of_test(ty) {
            return Ok(Vec::new());
        }
        let is_of_crates = self.program.adt(ty).is_some();
        // What the probes hand on is theirs, and runs no code of the crate's.
        if !is_of_crates && plain_name(path).is_some_and(|name| name.starts_with("pct::")) {
            return Ok(types_of(path));
        }
        if !is_of_crates {
            if !self.trusts_unsafe || !self.drop_any(path, depth)? {
                self.unknown(format!("it uses {}, a type that is not known", type_name(path)))?;
            }
            return Ok(Vec::new());
        }
        // What std has there is its own, or was handed to it, which counts where that is done.
        for (body, generics) in self.program.trait_functions(ty) {
            self.run(body, generics);
        }
        Ok(Vec::new())
    }

    fn standard_type(&self, path: &mir::Path) -> Safe {
        let module = path.segments.get(1).and_then(|segment| segment.name());
        if hides_code(path) {
            return self.unknown(format!("it uses {}, whose code is not known", mir_name(path)));
        }
        match module {
            // The types of `arch` are vectors of numbers.
            Some(module) if is_harmless(module) || matches!(&**module, "arch" | "ptr" | "time") => Ok(()),
            // A path is a text, as long as nobody asks what is there.
            Some(module) if self.is_within_process(path) || self.trusts_unsafe && **module == *"path" => {
                Ok(())
            }
            _ => self.effect_of_std(path, format!("it uses {}", mir_name(path))),
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
                (Some(module), _) => MODULES.contains(&module),
                _ => false,
            }
    }

    /// The end of a value of this type may run code.
    pub(super) fn drop(&mut self, ty: &Type, depth: usize) -> Safe {
        if scalar_sort(ty).is_some() || !self.is_first_drop(ty) {
            return Ok(());
        }
        if depth > MOST_NESTING {
            return self.unknown("its types are nested too deeply");
        }
        self.drop_by_itself(ty, depth)?.iter().try_for_each(|part| self.drop(part, depth + 1))
    }

    /// Checks the code that a type's own destructor may run. Returns the types whose values are dropped with one of it.
    fn drop_by_itself(&mut self, ty: &Type, depth: usize) -> Result<Vec<Type>, Hazard> {
        let written = || Ok(ty.children().into_iter().cloned().collect());
        match ty {
            Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => {
                Ok(Vec::new())
            }
            Type::Ref { .. } | Type::RawPtr { .. } | Type::FnPtr(_) | Type::FnDef { .. } => Ok(Vec::new()),
            // What it captured counted when it was made.
            Type::Closure(_) => Ok(Vec::new()),
            Type::Slice(_) | Type::Array { .. } | Type::Tuple(_) => written(),
            Type::Pattern { .. } | Type::UnsafeBinder { .. } => written(),
            Type::Path(path) => self.drop_path(ty, path, depth),
            Type::FnCoroutine { .. } | Type::Dyn(_) | Type::Impl(_) | Type::Infer => {
                self.unknown("it drops a value whose type is known only when it runs").map(|()| Vec::new())
            }
        }
    }

    fn drop_path(&mut self, ty: &Type, path: &mir::Path, depth: usize) -> Result<Vec<Type>, Hazard> {
        if is_nothing(ty) || plain_name(path).is_some_and(|name| name.starts_with("pct::")) {
            return Ok(Vec::new());
        }
        if is_of_number(path) || self.is_of_test(ty) {
            return Ok(Vec::new());
        }
        let program = self.program;
        match program.destructor(ty) {
            Destructor::None => {}
            Destructor::Function(body, generics) => self.run(body, generics),
            Destructor::Unclear => {
                self.unknown(format!("it drops a {}, whose destructor is not clear", type_name(path)))?;
            }
        }
        if let Some(instance) = program.adt(ty) {
            let fields: Option<Vec<Type>> = instance.field_types().collect();
            if fields.is_none() {
                self.unknown("it drops a field of an unknown type")?;
            }
            return Ok(fields.unwrap_or_default());
        }
        if !path.begins_in_std() {
            if !self.trusts_unsafe || !self.drop_any(path, depth)? {
                self.unknown(format!("it drops a {}, a type that is not known", type_name(path)))?;
            }
            return Ok(Vec::new());
        }
        self.standard_type(path)?;
        Ok(types_of(path).into_iter().cloned().collect())
    }

    /// The end of a value of a type that is one of several: an associated type of the crate's own trait, or a type in a function, all of whose
    /// traits count. False if it is neither.
    fn drop_any(&mut self, path: &mir::Path, depth: usize) -> Result<bool, Hazard> {
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

    /// Tells whether it stands for a type parameter: the tests' own types there do no harm.
    pub(super) fn is_of_test(&self, ty: &Type) -> bool {
        self.trusts_unsafe && is_of_clients(ty)
    }

    pub(super) fn is_union(&self, ty: &Type) -> bool {
        self.program.adt(ty.peel_pointers()).is_some_and(|instance| instance.adt.kind == TypeKind::Union)
    }
}

/// Tells whether a type only names others: it has no value of them, and none of their code runs.
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
    let ty = ty.peel_pointers();
    scalar_sort(ty).is_some() || ty.as_path().is_some_and(is_of_number)
}

/// A type's name; that of a type parameter as the user wrote it.
fn type_name(path: &mir::Path) -> String {
    let name = mir_name(path);
    parameter_of(&name).unwrap_or(&name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::native::effects::Looked;
    use crate::symex::Program;

    #[track_caller]
    fn check(ty: &Type, is_safe: bool) {
        let (program, harmless) = (Program::default(), Looked::default());
        assert_eq!(
            Guard::new(&program, false, &harmless).check_own_implementations(ty, 0).is_ok(),
            is_safe,
            "{ty}"
        );
    }

    #[test]
    fn a_type_that_the_text_leaves_out_may_implement_anything() {
        check(&Type::Infer, false);
        check(&Type::Tuple(vec![Type::Infer]), true);
    }
}
