//! Which function of the source each body is the code of.
//!
//! Names do not tell: bodies that one macro made share theirs. Order does: the dump has the bodies in the order of the functions in the
//! macro-expanded source, nested functions after the one around them, and last the constructors of tuple structs and variants.
//! Each pair is checked by its full path.

use super::items::printed;
use super::{FnDef, FunctionId, Items, PathPart, Shape, TypeKind};
use crate::mir::{BodyKind, Item, Path, Program, Segment};
use std::collections::BTreeMap;

/// Dump and source do not fit: bodies must then be treated as if there were no source.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// The dump was read without the crate's modules that are called like the standard library.
    #[error("modules that are called like the standard library are not known where the dump is read")]
    OtherModules,
    /// The first pair whose names differ.
    #[error("line {line} of the dump has `{body}` where the source has `{function}`, {place}")]
    Differ {
        /// The body's line.
        line: u32,
        /// The body's name.
        body: String,
        /// The function's name.
        function: String,
        /// The function's place.
        place: crate::span::Span,
    },
    /// A function without a body.
    #[error("the dump ends before `{function}` of the source")]
    MissingBody {
        /// The function's name.
        function: String,
    },
    /// A body that is neither a function's nor a constructor's.
    #[error("line {line} of the dump has `{body}`, which the source does not have")]
    MissingFunction {
        /// The body's line.
        line: u32,
        /// The body's name.
        body: String,
    },
}

/// Matches all functions of a dump with those of the expanded source of the same compilation, by their places in [`Program::items`]. Those
/// that are not there are closures, bodies of async functions and blocks, constructors, and copies for compile-time evaluation.
///
/// # Errors
/// If one side has something that the other has not.
pub fn match_bodies(program: &Program, expanded: &Items) -> Result<BTreeMap<usize, FunctionId>, MatchError> {
    if program.own_modules != expanded.own_modules() {
        return Err(MatchError::OtherModules);
    }
    let mut found = BTreeMap::new();
    let mut functions = expanded.functions.iter();
    let mut constructors = constructors(expanded).into_iter();
    for body in bodies(program) {
        let path = body.path.map(parts);
        if let Some((id, function)) = functions.next() {
            let own = within(expanded, function);
            if path.as_ref().is_some_and(|path| path != own) {
                return Err(MatchError::Differ {
                    line: body.line,
                    body: body.name(),
                    function: printed(own),
                    place: function.span.clone(),
                });
            }
            found.insert(body.index, id);
        } else if !constructors.any(|own| path.as_ref().is_none_or(|path| *path == own)) {
            return Err(MatchError::MissingFunction { line: body.line, body: body.name() });
        }
    }
    match functions.next() {
        Some((_, function)) => Err(MatchError::MissingBody { function: printed(within(expanded, function)) }),
        None => Ok(found),
    }
}

/// A function of the dump, read or not.
struct Body<'a> {
    index: usize,
    /// None for an opaque item whose name could not be read, which may be any function.
    path: Option<&'a Path>,
    line: u32,
}

impl Body<'_> {
    fn name(&self) -> String {
        self.path.map_or_else(|| "?".to_owned(), Path::to_string)
    }
}

fn bodies(program: &Program) -> impl Iterator<Item = Body<'_>> {
    let functions = program.items.iter().enumerate().filter_map(|(index, item)| match item {
        Item::Body(body) if body.kind == BodyKind::Fn && !body.is_for_ctfe => {
            Some(Body { index, path: Some(&body.path), line: body.line })
        }
        Item::Opaque(opaque)
            if opaque.kind.is_none_or(|kind| kind == BodyKind::Fn) && !opaque.is_for_ctfe =>
        {
            Some(Body { index, path: opaque.name.as_ref(), line: opaque.line })
        }
        _ => None,
    });
    functions.filter(|body| !body.path.is_some_and(is_of_closure))
}

/// `{closure#0}`, and `{synthetic#0}` for a second body of an async closure.
fn is_of_closure(path: &Path) -> bool {
    matches!(path.last(), Segment::Anonymous { .. })
}

/// A body's path as the source has it: without the numbers of closures and nameless constants.
fn parts(path: &Path) -> Vec<PathPart> {
    let parts = path.segments.iter().filter_map(|segment| match segment {
        Segment::Named { name, .. } => Some(PathPart::Name(name.to_string())),
        Segment::ImplAt(_) => Some(PathPart::Impl),
        Segment::TupleField(number) => Some(PathPart::Name(number.to_string())),
        _ => None,
    });
    parts.collect()
}

/// A function's path within its crate, as the dump has it.
fn within<'a>(items: &Items, function: &'a FnDef) -> &'a [PathPart] {
    &function.path[root(items)..]
}

/// How many parts of every path are the prefix of the crate.
fn root(items: &Items) -> usize {
    items.modules.values().next().map_or(0, |root| root.path.len())
}

/// The paths of the constructors, in order.
fn constructors(expanded: &Items) -> Vec<Vec<PathPart>> {
    let mut all = Vec::new();
    for ty in expanded.types.values() {
        for variant in ty.variants.iter().filter(|variant| variant.shape == Shape::Tuple) {
            let mut path = ty.parts[root(expanded)..].to_vec();
            if ty.kind == TypeKind::Enum {
                path.push(PathPart::Name(variant.name.to_string()));
            }
            all.push(path);
        }
    }
    all
}
