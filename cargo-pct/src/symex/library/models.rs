//! The models of the standard library: their sources, which the caller has compiled, and adding them to a [`Program`].

use crate::mir;
use crate::source::{Items, MatchError, PathPart, SourceError};
use crate::symex::program::{Program, STD};

/// Files of the models, each by its name.
macro_rules! sources {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!(concat!("../../../models/", $name)))),*] };
}

/// The sources of the crate of models: file name and text. `lib.rs` is the root.
pub const SOURCES: &[(&str, &str)] = sources![
    "lib.rs",
    "array.rs",
    "bool.rs",
    "borrow.rs",
    "borrow/cow.rs",
    "boxed.rs",
    "capacity.rs",
    "cell.rs",
    "char.rs",
    "char/methods.rs",
    "clone.rs",
    "cmp.rs",
    "collections.rs",
    "collections/iterators.rs",
    "collections/maps.rs",
    "collections/sets.rs",
    "collections/vec_deque.rs",
    "convert.rs",
    "default.rs",
    "fmt.rs",
    "hint.rs",
    "iter.rs",
    "iter/adaptors.rs",
    "iter/ends.rs",
    "iter/flattening.rs",
    "iter/portions.rs",
    "iter/sources.rs",
    "iter/sums.rs",
    "iter/traits.rs",
    "iter/types.rs",
    "marker.rs",
    "mem.rs",
    "num.rs",
    "num/signs.rs",
    "num/wrapping.rs",
    "ops.rs",
    "ops/arithmetic.rs",
    "ops/index.rs",
    "option.rs",
    "pct.rs",
    "result.rs",
    "slice.rs",
    "slice/index.rs",
    "slice/iterators.rs",
    "slice/order.rs",
    "slice/shrink.rs",
    "slice/sort.rs",
    "str.rs",
    "str/index.rs",
    "str/iterators.rs",
    "str/pattern.rs",
    "str/searching.rs",
    "string.rs",
    "sync.rs",
    "sync/atomic.rs",
    "time.rs",
    "vec.rs",
    "vec/conversions.rs",
    "vec/iterators.rs",
];

/// Declarations of types that the models use but do not define.
const LAYOUTS: &str = include_str!("../../../models/layouts.rs");

/// The type of `pct::probe` whose values probes build.
const PROBES: &str = "pub mod pct { pub mod probe { pub struct On<'a, T: ?Sized>(pub &'a T); } }";

/// Why the models cannot be used; a test excludes it for the compilers that are supported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnfitModels {
    /// A source is not Rust.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// Their source does not fit their code.
    #[error(transparent)]
    Match(#[from] MatchError),
}

impl Program {
    /// A program of the models alone: the MIR that rustc gives for [`SOURCES`]' `lib.rs`, and its text after macro expansion.
    ///
    /// # Errors
    /// If a source is not Rust, or not that of the code.
    pub fn with_models(dump: mir::Program, expanded: &str) -> Result<Program, UnfitModels> {
        let std = [PathPart::Name(STD.to_owned())];
        let mut program = Program::default();
        program.add_layouts(Items::read("layouts.rs", &std, LAYOUTS)?);
        program.add_layouts(Items::read("<probes>", &[], PROBES)?);
        program.add_models(dump, Items::read("<models>", &std, expanded)?)?;
        Ok(program)
    }
}
