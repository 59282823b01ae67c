//! What expansion reads from its environment, once a rustc call.

use std::collections::{BTreeSet, HashMap};
use std::env::VarError;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::{env, fs};

use pct_wire::Id;
use pct_wire::dropped::{self, Dropped};
use pct_wire::env as names;

/// Which cutpoints get a probe besides entry, exit and the user's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Granularity {
    /// Loop bodies.
    Loops,
    /// Loop bodies, branch arms, behind loops and behind branches without `else`.
    Branches,
    /// Those, in front of each statement, and at each test of a `while`.
    Statements,
}

impl FromStr for Granularity {
    type Err = String;

    fn from_str(text: &str) -> Result<Granularity, String> {
        match text {
            "loops" => Ok(Granularity::Loops),
            "branches" => Ok(Granularity::Branches),
            "statements" => Ok(Granularity::Statements),
            _ => Err(format!("`{text}` is none of `loops`, `branches`, `statements`")),
        }
    }
}

/// How the crate that is being compiled is to be instrumented.
#[derive(Debug)]
pub struct Settings {
    /// Package and crate, which make ids differ between crates that share a file.
    pub krate: String,
    /// Which cutpoints get probes.
    pub granularity: Granularity,
    /// What to leave out.
    pub dropped: BTreeSet<Dropped>,
    /// The side-car, if one is wanted.
    pub sites: Option<PathBuf>,
    /// The name of the file, if the tokens do not come from the compiler.
    pub file: Option<String>,
    /// How often items with the same parts were met.
    ordinals: Mutex<HashMap<Id, u32>>,
}

impl Settings {
    /// Settings for one rustc call, or for one mirror of its sources.
    pub fn new(
        krate: String,
        granularity: Granularity,
        dropped: BTreeSet<Dropped>,
        sites: Option<PathBuf>,
    ) -> Settings {
        Settings { krate, granularity, dropped, sites, file: None, ordinals: Mutex::default() }
    }

    /// The number of earlier items with the same parts. Only code that a `macro_rules!` repeats gets more than 0, because an
    /// item's place is among its parts.
    pub(crate) fn ordinal(&self, parts: &[&str]) -> u32 {
        let mut ordinals = self.ordinals.lock().unwrap_or_else(PoisonError::into_inner);
        let count = ordinals.entry(Id::of(parts)).or_insert(0);
        let ordinal = *count;
        *count += 1;
        ordinal
    }

    /// The settings of this rustc call: `Ok(None)` outside `cargo pct`, an error where the tool's own files are broken.
    pub fn from_env() -> Result<Option<&'static Settings>, String> {
        static SETTINGS: OnceLock<Result<Option<Settings>, String>> = OnceLock::new();
        SETTINGS.get_or_init(read).as_ref().map(Option::as_ref).map_err(Clone::clone)
    }
}

fn variable(name: &str) -> Result<Option<String>, String> {
    match env::var(name) {
        Ok(value) if value.is_empty() => Ok(None),
        Ok(value) => Ok(Some(value)),
        Err(VarError::NotPresent) => Ok(None),
        Err(VarError::NotUnicode(_)) => Err(format!("{name} is not UTF-8")),
    }
}

fn read() -> Result<Option<Settings>, String> {
    if variable(names::INSTRUMENT)?.as_deref() != Some("1") {
        return Ok(None);
    }
    let granularity = match variable(names::GRANULARITY)? {
        None => Granularity::Branches,
        Some(text) => text.parse().map_err(|error| format!("{}: {error}", names::GRANULARITY))?,
    };
    let dropped = match variable(names::DROPPED)?.map(fs::read_to_string) {
        None | Some(Err(_)) => BTreeSet::new(),
        Some(Ok(text)) => {
            let dropped = dropped::read(&text).map_err(|error| format!("{}: {error}", names::DROPPED))?;
            dropped.into_iter().collect()
        }
    };
    let package = variable("CARGO_PKG_NAME")?.unwrap_or_default();
    let krate = format!("{package}/{}", variable("CARGO_CRATE_NAME")?.unwrap_or_default());
    Ok(Some(Settings::new(krate, granularity, dropped, variable(names::SITES)?.map(PathBuf::from))))
}
