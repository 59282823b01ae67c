//! The models of the standard library: their sources, which the caller has compiled, and adding them to a [`Program`].

use super::program::Program;
use super::syntax::read_declarations;
use crate::mir;

/// The sources of the crate of models: file name and text. `lib.rs` is the root.
pub const SOURCES: [(&str, &str); 18] = [
    ("lib.rs", include_str!("../../models/lib.rs")),
    ("array.rs", include_str!("../../models/array.rs")),
    ("boxed.rs", include_str!("../../models/boxed.rs")),
    ("clone.rs", include_str!("../../models/clone.rs")),
    ("cmp.rs", include_str!("../../models/cmp.rs")),
    ("convert.rs", include_str!("../../models/convert.rs")),
    ("default.rs", include_str!("../../models/default.rs")),
    ("iter.rs", include_str!("../../models/iter.rs")),
    ("mem.rs", include_str!("../../models/mem.rs")),
    ("num.rs", include_str!("../../models/num.rs")),
    ("ops.rs", include_str!("../../models/ops.rs")),
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

impl Program {
    /// A program of the models alone; `dump` is the MIR that rustc gives for [`SOURCES`]' `lib.rs`.
    ///
    /// # Errors
    /// If a source is not Rust, which a test excludes.
    pub fn with_models(dump: mir::Program) -> Result<Program, syn::Error> {
        let mut program = Program::default();
        program.add_layouts(read_declarations(&[("", LAYOUTS)], super::program::STD)?);
        program.add_layouts(read_declarations(&[("", PROBES)], "")?);
        let modules: Vec<(&str, &str)> = module_order().iter().map(|(name, text)| (*name, *text)).collect();
        program.add_models(dump, read_declarations(&modules, super::program::STD)?);
        Ok(program)
    }
}

/// The modules in the order in which the root declares them, which is the order of their bodies in the dump.
fn module_order() -> Vec<(&'static str, &'static str)> {
    let root = SOURCES[0].1;
    let text = |name: &str| {
        let file = format!("{name}.rs");
        SOURCES.iter().find(|(own, _)| **own == *file).map(|(_, text)| *text)
    };
    let declared = root.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    declared.filter_map(|name| Some((name, text(name)?))).collect()
}
