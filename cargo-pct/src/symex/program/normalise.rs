//! One set of names: the types and paths of a body's text as those of the program.

use super::Program;
use crate::mir::{ConstArg, Path, Segment, Type};
use crate::source::plain;
use crate::symex::types::{Generics, Rewrite, path_of};

/// Rewrites the types of a body's text: parameters replaced, lifetimes erased, paths made those of the program.
#[derive(Clone, Copy)]
pub struct Normaliser<'a> {
    pub(super) program: &'a Program,
    pub(super) prefix: Option<&'static str>,
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
        plain(self.global(path))
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
        match self.prefix {
            _ if path.begins_in_std() => path.with_std(),
            Some(prefix) => prefixed(&path, prefix),
            None => path,
        }
    }
}

/// A path of a crate, with the crate's prefix. Lone identifiers that are no parameters are the crate's too.
pub(super) fn prefixed(path: &Path, prefix: &str) -> Path {
    match &path.segments[0] {
        Segment::Named { .. } if !path.begins_in_std() => {
            let mut segments = path_of(&[prefix]).segments;
            segments.extend(path.segments.iter().cloned());
            Path { segments }
        }
        Segment::ImplAt(_) | Segment::Impl { .. } => {
            let mut segments = path_of(&[prefix]).segments;
            segments.extend(path.segments.iter().cloned());
            Path { segments }
        }
        _ => path.clone(),
    }
}
