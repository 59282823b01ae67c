//! `cargo xtask survey`: `cargo pct --auto` on crates that nobody here wrote, as a table (Markdown) and as JSON.
//!
//! Each crate is fetched at a pinned version, tested as it is, and tested and analysed with probes. What was measured of a crate is
//! kept until the program or the version changes, so that a survey which was cut off goes on where it stopped.

mod crates;
mod fetch;
mod findings;
mod measure;
mod overhead;
mod states;
mod table;

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::error::Error;
use crate::process;
use crate::project::Project;
use crate::setup;
use crates::CRATES;
pub(crate) use crates::{Pinned, pinned};
pub(crate) use fetch::fetch;
use measure::Measurement;

/// What `cargo xtask survey` can be told.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only these crates (repeatable).
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Crates that are surveyed at once.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: u16,
    /// Seconds that the analysis of one crate may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    time_per_crate: u64,
    /// Seconds that the analysis of a function may take, and that of a type for each function of it.
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    time_per_function: u64,
    /// Random sequences of public calls on each type.
    #[arg(long, default_value_t = 100)]
    drive: usize,
    /// Measure again what is known already.
    #[arg(long)]
    fresh: bool,
    /// Where the table is written; the JSON stands beside it.
    #[arg(long, value_name = "FILE", default_value = "docs/survey.md")]
    output: PathBuf,
}

/// Surveys the crates and writes the table.
pub(crate) fn run(project: &Project, options: &Options) -> Result<(), Error> {
    let chosen = chosen(&options.only)?;
    setup::run(project, &setup::Options::default())?;
    process::build_release(project)?;
    let folder = project.target_folder().join("survey");
    let sources = fetch(&folder, &chosen)?;
    let measurements = all(project, &folder, &sources, options)?;
    let output = project.root().join(&options.output);
    write(&output, &table::markdown(&measurements, options))?;
    let json = serde_json::to_string_pretty(&table::json(&measurements)).expect("plain data is JSON");
    write(&output.with_extension("json"), &(json + "\n"))?;
    eprintln!("written: {}", output.display());
    // A contradiction between a run and a proof, or a crash of ours.
    let wrong: Vec<&str> =
        measurements.iter().filter(|it| it.is_wrong()).map(|it| it.name.as_str()).collect();
    if wrong.is_empty() { Ok(()) } else { Err(Error::Check(format!("look at {}", wrong.join(", ")))) }
}

fn chosen(only: &[String]) -> Result<Vec<&'static Pinned>, Error> {
    if let Some(unknown) = only.iter().find(|name| !CRATES.iter().any(|it| it.name == name.as_str())) {
        return Err(Error::Check(format!("{unknown} is not among the surveyed crates")));
    }
    Ok(CRATES.iter().filter(|it| only.is_empty() || only.iter().any(|name| name == it.name)).collect())
}

/// Measures all crates, `jobs` at once, in the order of their names.
fn all(
    project: &Project,
    folder: &Path,
    sources: &[(&'static Pinned, PathBuf)],
    options: &Options,
) -> Result<Vec<Measurement>, Error> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some((pinned, source)) = sources.get(index) else { return };
            eprintln!(
                "surveying {} {} ({} of {}) ...",
                pinned.name,
                pinned.version,
                index + 1,
                sources.len()
            );
            let measured = measure::measure(project, folder, pinned, source, options);
            done.lock().expect("no thread panics with the lock").push((index, measured));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..options.jobs {
            scope.spawn(work);
        }
    });
    let mut done = done.into_inner().expect("no thread panics with the lock");
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, measured)| measured).collect()
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(Error::file("create", folder))?;
    }
    std::fs::write(path, text).map_err(Error::file("write", path))
}
