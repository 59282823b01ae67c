//! Tests that were generated.

/// A test that was generated and run by the compiled code: its calls were seen in states that no test of the crate reaches, or ended with the
/// failure of a finding.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct GeneratedTest {
    /// The crate that it tests.
    pub krate: String,
    /// The name of its function, unique among those of the crate.
    pub name: String,
    /// What it reaches, a line for each state.
    pub reaches: Vec<String>,
    /// The failure that it shows, with its place, if it is the test of a confirmed finding.
    pub fails: Option<String>,
    /// What it imports, each a whole `use`.
    pub imports: Vec<String>,
    /// Its statements. Assertions in them say what the code did when it was run, right or wrong.
    pub statements: Vec<String>,
    /// The message of the panic that its last call ended with, if it did.
    pub panics: Option<String>,
}
