//! The models of the standard library: their sources, which the caller has compiled, and adding them to a [`Program`].

use super::program::{Program, STD};
use crate::mir;
use crate::source::{Items, MatchError, PathPart, SourceError};

/// The sources of the crate of models: file name and text. `lib.rs` is the root.
pub const SOURCES: [(&str, &str); 24] = [
    ("lib.rs", include_str!("../../models/lib.rs")),
    ("array.rs", include_str!("../../models/array.rs")),
    ("boxed.rs", include_str!("../../models/boxed.rs")),
    ("clone.rs", include_str!("../../models/clone.rs")),
    ("cmp.rs", include_str!("../../models/cmp.rs")),
    ("convert.rs", include_str!("../../models/convert.rs")),
    ("default.rs", include_str!("../../models/default.rs")),
    ("hint.rs", include_str!("../../models/hint.rs")),
    ("iter.rs", include_str!("../../models/iter.rs")),
    ("iter/adaptors.rs", include_str!("../../models/iter/adaptors.rs")),
    ("iter/sources.rs", include_str!("../../models/iter/sources.rs")),
    ("iter/sums.rs", include_str!("../../models/iter/sums.rs")),
    ("mem.rs", include_str!("../../models/mem.rs")),
    ("num.rs", include_str!("../../models/num.rs")),
    ("ops.rs", include_str!("../../models/ops.rs")),
    ("ops/arithmetic.rs", include_str!("../../models/ops/arithmetic.rs")),
    ("ops/index.rs", include_str!("../../models/ops/index.rs")),
    ("option.rs", include_str!("../../models/option.rs")),
    ("pct.rs", include_str!("../../models/pct.rs")),
    ("result.rs", include_str!("../../models/result.rs")),
    ("slice.rs", include_str!("../../models/slice.rs")),
    ("str.rs", include_str!("../../models/str.rs")),
    ("string.rs", include_str!("../../models/string.rs")),
    ("vec.rs", include_str!("../../models/vec.rs")),
];

/// Declarations of types that the models use but do not define.
const LAYOUTS: &str = include_str!("../../models/layouts.rs");

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
