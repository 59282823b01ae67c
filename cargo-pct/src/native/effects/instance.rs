//! The instance of generic code that runs: the hidden drivers have `i32` for each type parameter and 4 for each constant, as
//! `pct-instrument` chooses them, and no driver where these do not meet the bounds.

use std::collections::BTreeSet;

use crate::lower::Entry;
use crate::mir::{ConstArg, IntType, Integer, Name, Path, Type};
use crate::native::CONSTANT;
use crate::symex::Program;
use crate::symex::types::{Generics, Rewrite, known_parameter};

/// Puts the drivers' types and constants in place of what only clients know.
pub(super) struct Instance {
    /// What stands for const parameters.
    constants: BTreeSet<Name>,
}

impl Instance {
    /// The instance at which an entry is run.
    pub(super) fn of(program: &Program, entry: &Entry) -> Instance {
        let parameters = program.const_parameters(entry.body);
        Instance { constants: parameters.into_keys().map(|name| format!("{name}?").into()).collect() }
    }

    /// What the parameters of its code stand for.
    pub(super) fn generics(&self, generics: &Generics) -> Generics {
        let arguments = generics.arguments.iter();
        let arguments = arguments.filter_map(|(name, arg)| Some((name.clone(), self.generic_arg(arg)?)));
        Generics { arguments: arguments.collect() }
    }

    fn is_constant(&self, path: &Path) -> bool {
        path.as_identifier().is_some_and(|name| self.constants.contains(name))
    }
}

impl Rewrite for Instance {
    fn path(&self, path: Path) -> Type {
        let ty = Type::Path(path);
        // What `impl Trait` stands for is the caller's choice, and no driver's.
        if known_parameter(&ty).is_some() { Type::Int(IntType::I32) } else { ty }
    }

    fn constant(&self, path: &Path) -> ConstArg {
        match self.is_constant(path) {
            true => ConstArg::Integer { value: Integer::new(false, CONSTANT.into()), ty: None },
            false => ConstArg::Path(path.clone()),
        }
    }

    fn trait_path(&self, path: &Path) -> Path {
        self.path_arguments(path)
    }
}
