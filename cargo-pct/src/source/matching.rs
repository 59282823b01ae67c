//! Which function of the source each body is the code of.
//!
//! Names do not tell: bodies that one macro made share theirs. Order does: the dump has the bodies in the order of the functions in the
//! macro-expanded source, nested functions after the one around them, and last the constructors of tuple structs and variants.
//! Each pair is checked by its full path.

use super::{FunctionId, Items, PathPart, Shape, TypeId};
use crate::mir::{BodyKind, Item, Path, Program, Segment};
use std::collections::BTreeMap;

/// Bodies and what they are the code of. Bodies are named by their place in [`Program::items`]; copies for compile-time evaluation are not
/// among them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct BodyMatch {
    /// Functions and methods.
    pub functions: BTreeMap<usize, FunctionId>,
    /// Closures, and bodies of async functions and blocks, with the function around them; none inside constants and statics.
    pub closures: BTreeMap<usize, Option<FunctionId>>,
    /// Constructors.
    pub constructors: BTreeMap<usize, Constructor>,
}

/// The function that builds a tuple struct or variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constructor {
    /// The type.
    pub ty: TypeId,
    /// The variant's number; 0 for structs.
    pub variant: usize,
}

/// Dump and source do not fit: bodies must then be treated as if there were no source.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
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

/// A function of the dump, read or not.
struct Body<'a> {
    index: usize,
    /// None for an opaque item whose name could not be read, which may be any function.
    path: Option<&'a Path>,
    line: u32,
}

/// Matches all functions of a dump with those of the expanded source of the same compilation.
pub fn match_bodies(program: &Program, expanded: &Items) -> Result<BodyMatch, MatchError> {
    let mut found = BodyMatch::default();
    let mut functions = expanded.functions.iter();
    let mut constructors = constructors(expanded).into_iter();
    let mut last: Option<(Vec<PathPart>, FunctionId)> = None;
    for body in bodies(program) {
        if let Some(around) = body.path.and_then(closure_owner) {
            let owner = last.as_ref().filter(|(path, _)| *path == around).map(|(_, id)| *id);
            let owner =
                owner.or_else(|| function_around(expanded, &around, last.as_ref().map(|(_, id)| *id)));
            found.closures.insert(body.index, owner);
            continue;
        }
        let path = body.path.map(parts);
        if let Some((id, function)) = functions.next() {
            if path.as_ref().is_some_and(|path| *path != function.path) {
                return Err(MatchError::Differ {
                    line: body.line,
                    body: body.name(),
                    function: printed(&function.path),
                    place: function.span.clone(),
                });
            }
            last = Some((function.path.clone(), id));
            found.functions.insert(body.index, id);
        } else {
            let constructor = constructors.find(|(own, _)| path.as_ref().is_none_or(|path| path == own));
            let missing = || MatchError::MissingFunction { line: body.line, body: body.name() };
            found.constructors.insert(body.index, constructor.ok_or_else(missing)?.1);
        }
    }
    match functions.next() {
        Some((_, function)) => Err(MatchError::MissingBody { function: printed(&function.path) }),
        None => Ok(found),
    }
}

fn bodies(program: &Program) -> impl Iterator<Item = Body<'_>> {
    program.items.iter().enumerate().filter_map(|(index, item)| match item {
        Item::Body(body) if body.kind == BodyKind::Fn && !body.is_for_ctfe => {
            Some(Body { index, path: Some(&body.path), line: body.line })
        }
        Item::Opaque(opaque)
            if opaque.kind.is_none_or(|kind| kind == BodyKind::Fn) && !opaque.is_for_ctfe =>
        {
            Some(Body { index, path: opaque.name.as_ref(), line: opaque.line })
        }
        _ => None,
    })
}

impl Body<'_> {
    fn name(&self) -> String {
        self.path.map_or_else(|| "?".to_owned(), Path::to_string)
    }
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

/// The path of what is around a closure; none if the path is not a closure's.
fn closure_owner(path: &Path) -> Option<Vec<PathPart>> {
    match path.last() {
        // `{closure#0}`, and `{synthetic#0}` for a second body of an async closure.
        Segment::Anonymous { .. } => Some(parts(path)),
        _ => None,
    }
}

/// The last function of that path, up to the one matched last. Several share a path only if one macro made them, and then their closures follow
/// each of them at once.
fn function_around(expanded: &Items, path: &[PathPart], last: Option<FunctionId>) -> Option<FunctionId> {
    let before = expanded.functions.iter().take_while(|(id, _)| last.is_some_and(|last| *id <= last));
    before.filter(|(_, function)| function.path == path).last().map(|(id, _)| id)
}

/// Path and identity of the constructors, in order.
fn constructors(expanded: &Items) -> Vec<(Vec<PathPart>, Constructor)> {
    let mut all = Vec::new();
    for (id, ty) in &expanded.types {
        for (number, variant) in ty.variants.iter().enumerate() {
            if variant.shape != Shape::Tuple {
                continue;
            }
            let mut path = ty.path.clone();
            if ty.kind == super::TypeKind::Enum {
                path.push(PathPart::Name(variant.name.clone()));
            }
            all.push((path, Constructor { ty: id, variant: number }));
        }
    }
    all
}

/// `a::<impl>::f`
fn printed(path: &[PathPart]) -> String {
    let parts: Vec<&str> = path
        .iter()
        .map(|part| match part {
            PathPart::Name(name) => name,
            PathPart::Impl => "<impl>",
        })
        .collect();
    parts.join("::")
}
