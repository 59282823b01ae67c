//! The tests that guard the semantics.

/// The package that has most of them.
pub(super) const TOOL: &str = "cargo-pct";

/// Tests that may notice a fault.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Guard {
    /// The tests beside the code whose path contains this.
    Unit(&'static str),
    /// Those of a test target whose name contains this.
    Target(&'static str, &'static str),
    /// Those of another package whose name contains this.
    Package(&'static str, &'static str),
    /// `cargo xtask attack --corpus`.
    Corpus,
}

impl Guard {
    /// The package whose tests they are, and what cargo's `test` is told about them.
    pub(super) fn arguments(self) -> (&'static str, Vec<&'static str>) {
        match self {
            Guard::Unit(filter) => (TOOL, vec!["--lib", filter]),
            Guard::Target(target, filter) => (TOOL, vec!["--test", target, filter]),
            Guard::Package(package, filter) => (package, vec![filter]),
            Guard::Corpus => (TOOL, Vec::new()),
        }
    }
}

/// The tests that guard the semantics, the quickest first.
pub(super) const GUARDS: [Guard; 13] = [
    Guard::Unit(""),
    Guard::Package("pct-explore", ""),
    Guard::Package("pct-runtime", ""),
    Guard::Target("terms", ""),
    Guard::Target("systems", ""),
    Guard::Target("concolic", ""),
    Guard::Target("unanswered", ""),
    Guard::Corpus,
    Guard::Target("proofs", ""),
    Guard::Target("probes", ""),
    Guard::Target("trust", ""),
    Guard::Target("symex", ""),
    Guard::Target("examples", ""),
];
