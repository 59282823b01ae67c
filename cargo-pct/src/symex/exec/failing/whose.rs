//! Whose code runs where the standard library compares, hashes, shows or copies values of a type.

use crate::mir::{Path, Type};
use crate::symex::program::Program;
use crate::symex::program::code::is_own;
use crate::symex::program::sites::Probes;
use crate::symex::program::structure::{Structure, Whose};
use crate::symex::program::types::is_clients_type;

impl Program {
    /// Whose code an intrinsic of this name runs for a type.
    pub(in crate::symex) fn whose_intrinsic(&self, name: &str, ty: &Type, probes: &Probes) -> Whose {
        let is_own_without_arguments = |path: &Path| is_own(path) && path.last().args().is_empty();
        match name {
            "drops" => self.drops_code_of(ty),
            // Whoever it is written to may unwind.
            "shows" | "tells" if self.shows_plainly(ty, probes) => Whose::Clients,
            "shows" | "tells" => Whose::Crate,
            // What a client's type hashes with may be the crate's.
            "hashes" if is_clients_type(ty) && self.fixes("Hasher") => Whose::Crate,
            "hashes" if is_clients_type(ty) => Whose::Clients,
            "hashes" if *ty == Type::UNIT => Whose::Std,
            "hashes" if ty.as_path().is_some_and(is_own_without_arguments) => Whose::Std,
            "hashes" => Whose::Crate,
            _ => self.whose_code(ty, probes),
        }
    }

    /// Whose code comparisons, hashes and clones of values of a type run.
    ///
    /// Over-approximates: what is not known runs the crate's.
    pub(in crate::symex) fn whose_code(&self, ty: &Type, probes: &Probes) -> Whose {
        self.whose_impls(ty, probes).max(self.whose_by_structure(ty, probes))
    }

    fn whose_by_structure(&self, ty: &Type, probes: &Probes) -> Whose {
        let of_parts = || ty.children().into_iter().map(|part| self.whose_code(part, probes)).max();
        match (&*self.structure(ty), ty.as_path()) {
            (Structure::Plain | Structure::Function | Structure::Pointer(_), _) => Whose::Std,
            (Structure::Clients, _) => Whose::Clients,
            (Structure::Code, _) | (Structure::Unknown(_), None) => Whose::Crate,
            // Comparing or cloning one panics while it is borrowed.
            (_, Some(path)) if path.is_std(&["cell", "RefCell"]) => Whose::Crate,
            (_, Some(path)) if !path.begins_in_std() => self.whose_comparisons(ty, probes),
            (_, Some(path)) if !is_own(path) => Whose::Crate,
            (Structure::Reference(..) | Structure::Parts(_) | Structure::Cell(_), _)
            | (Structure::Union(_) | Structure::Unknown(_), _) => of_parts().unwrap_or(Whose::Std),
        }
    }
}
