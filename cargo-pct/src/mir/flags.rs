//! How to ask rustc for the dump that this module reads.

/// The arguments for `rustc`, besides `--emit=mir=FILE`. The `-Z` ones need `RUSTC_BOOTSTRAP=1` in the environment of that one
/// call, or a nightly compiler.
///
/// In order: the place of every line, and the type of every constant and callee; full paths; no checks of raw pointers, which belong to
/// no user; code as in debug builds, in every profile; overflow and debug assertions. With full paths a name means the same
/// in every crate.
pub const RUSTC_FLAGS: [&str; 9] = [
    "-Zmir-include-spans=on",
    "-Ztrim-diagnostic-paths=no",
    "-Zmir-enable-passes=-CheckAlignment,-CheckNull,-CheckEnums",
    "-Zmir-opt-level=1",
    "-Zinline-mir=no",
    "-C",
    "debug-assertions=on",
    "-C",
    "overflow-checks=on",
];
