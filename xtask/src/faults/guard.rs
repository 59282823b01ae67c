//! The tests that guard the semantics.

/// Tests that may notice a fault.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Guard {
    /// The tests beside the code whose path contains this.
    Unit(&'static str),
    /// Those of a test target whose name contains this.
    Target(&'static str, &'static str),
    /// `cargo xtask attack --corpus`.
    Corpus,
}

impl Guard {
    /// What cargo's `test` is told.
    pub(super) fn arguments(self) -> Vec<&'static str> {
        match self {
            Guard::Unit(filter) => vec!["--lib", filter],
            Guard::Target(target, filter) => vec!["--test", target, filter],
            Guard::Corpus => Vec::new(),
        }
    }
}

/// The tests that guard the semantics, the quickest first.
pub(super) const GUARDS: [Guard; 10] = [
    Guard::Unit(""),
    Guard::Target("terms", ""),
    Guard::Target("systems", ""),
    Guard::Target("unanswered", ""),
    Guard::Corpus,
    Guard::Target("proofs", ""),
    Guard::Target("probes", ""),
    Guard::Target("trust", ""),
    Guard::Target("symex", ""),
    Guard::Target("examples", ""),
];
