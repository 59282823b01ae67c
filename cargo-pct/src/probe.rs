//! Sites and predicates of a build: what can be observed, whether a test reached it or not.
//!
//! Input: the build's [`Unit`]s, each with the side-car that the macros wrote and its MIR. Output: the [`Subjects`],
//! which are the denominator of every percentage. Only units without `cfg(test)` count: what stands in test-only code
//! is no code to cover.
//!
//! A macro does not know the path of the module it stands in. The MIR does: every probe passes its site's id as a
//! constant, in a body with a full path ([`module_paths`]). A function without any probe left takes the path that its
//! file would have.

mod assemble;
mod module_paths;

use std::collections::BTreeMap;

use camino::Utf8PathBuf;
pub use pct_wire::sites::{ContractKind, CutpointKind, Place};
use pct_wire::{Id, sites};

use crate::build::Unit;

/// What is measured: a type with its methods, or a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// `crate::module::Name`.
    pub id: String,
    /// Which of the two.
    pub kind: SubjectKind,
    /// The item; for a type without an attribute of its own, its first method.
    pub place: Place,
    /// The type's predicates, then those of its functions; cutpoints refer to them by position.
    pub predicates: Vec<Predicate>,
    /// Its cutpoints, in the order of the source.
    pub cutpoints: Vec<Cutpoint>,
    /// What has no probe, and why.
    pub unprobed: Vec<Unprobed>,
    /// Why objects cannot be built from a state, if so.
    pub not_fabricable: Option<String>,
}

/// The kinds of subjects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SubjectKind {
    /// A type with its methods.
    Type,
    /// A free function.
    Function,
}

/// A predicate that the user wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// Its name in side-cars and traces.
    pub wire: Id,
    /// The name that the user gave it, or its text.
    pub name: String,
    /// Its text.
    pub expression: String,
    /// Whether it must hold after every public method.
    pub invariant: bool,
}

/// A cutpoint with a probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cutpoint {
    /// Its name in side-cars and traces.
    pub wire: Id,
    /// Unique in its function.
    pub label: String,
    /// The full path of its function.
    pub function: String,
    /// Where in the function it stands.
    pub kind: CutpointKind,
    /// Where in the source it stands.
    pub place: Place,
    /// Positions of its predicates in [`Subject::predicates`], in the order of a valuation's letters.
    pub predicates: Vec<usize>,
}

/// Code that is not observed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unprobed {
    /// The full path of the function.
    pub function: String,
    /// How much of it, and why.
    pub reason: String,
    /// Where.
    pub place: Place,
}

/// A condition that is observed where it stands, and is no predicate: `requires`, `panics`, `assume!`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// Which.
    pub kind: ContractKind,
    /// Its text.
    pub condition: String,
    /// The full path of the function.
    pub function: String,
    /// Where.
    pub place: Place,
}

/// Everything that a build can observe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Subjects {
    /// Sorted by id.
    pub subjects: Vec<Subject>,
    /// Where each cutpoint is: its subject's position, and its own in that.
    pub cutpoints: BTreeMap<Id, (usize, usize)>,
    /// Conditions by their site.
    pub contracts: BTreeMap<Id, Contract>,
}

/// Side-cars that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// The user's pct-runtime is of another version.
    #[error(
        "cargo-pct {} meets pct-runtime {found}, and the two must be of one version: \
         set `pct-runtime = \"={}\"` in Cargo.toml, or `cargo install cargo-pct --version {found}`",
        env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_VERSION")
    )]
    Skew {
        /// Its version.
        found: String,
    },
    /// A side-car that this version wrote cannot be read.
    #[error("{path}: {error}")]
    Malformed {
        /// The side-car.
        path: Utf8PathBuf,
        /// What is wrong.
        error: pct_wire::ReadError,
    },
    /// A side-car or a MIR file that the build left is gone.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: Utf8PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Reads what the units' probes can observe.
pub fn read(units: &[Unit]) -> Result<Subjects, ProbeError> {
    let mut assembly = assemble::Assembly::default();
    for unit in units {
        let Some(sites) = &unit.sites else { continue };
        let records = read_side_car(sites)?;
        if records.is_empty() {
            continue;
        }
        let modules = match &unit.mir {
            Some(mir) => module_paths::find(&read_text(mir)?),
            None => BTreeMap::new(),
        };
        assembly.add(unit, &records, &modules);
    }
    Ok(assembly.finish())
}

/// Hidden tests of a test binary, which exist to run fabricated states and are no tests of the user's.
pub fn drivers(sites: &Utf8PathBuf) -> Result<Vec<sites::Driver>, ProbeError> {
    let records = read_side_car(sites)?.into_iter();
    Ok(records.filter_map(|it| if let sites::Record::Driver(it) = it { Some(it) } else { None }).collect())
}

fn read_text(path: &Utf8PathBuf) -> Result<String, ProbeError> {
    let bytes = std::fs::read(path).map_err(|source| ProbeError::Read { path: path.clone(), source })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn read_side_car(path: &Utf8PathBuf) -> Result<Vec<sites::Record>, ProbeError> {
    let text = read_text(path)?;
    // The version stands in front, whatever follows it has become.
    let found = text.lines().next().and_then(|header| header.split('\t').nth(2));
    match found {
        Some(found) if found != env!("CARGO_PKG_VERSION") => {
            Err(ProbeError::Skew { found: found.to_owned() })
        }
        _ => match sites::read(&text) {
            Ok((_, records)) => Ok(records),
            Err(error) => Err(ProbeError::Malformed { path: path.clone(), error }),
        },
    }
}
