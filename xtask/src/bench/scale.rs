//! How the cost grows with a crate: the same module once, ten, a hundred, a thousand times, under `cargo pct --auto`.
//!
//! A cost that is linear in the code is the same for each function, however many there are. What a run costs before it looks
//! at any function (starting rustc, reading the models) is in the figures too, so they fall before they are level.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Run, read_report, run_once};
use crate::demo::built_program;
use crate::error::Error;
use crate::project::Project;

/// A function may cost so many times as much in the largest crate as in the smallest.
const MOST_GROWTH: f64 = 1.5;

/// What crates of so many copies cost.
#[derive(Debug, Serialize)]
pub(super) struct Scale {
    sizes: Vec<Size>,
}

/// One crate.
#[derive(Debug, Serialize)]
struct Size {
    copies: u32,
    /// As the report counts them: the attributes' own are left out.
    functions: u64,
    /// Types and functions that the analysis judges, and those that it has given up because the whole run was out of time or of memory.
    subjects: usize,
    given_up: usize,
    /// With the build folder deleted.
    cold: Run,
    /// With everything built: what is left is `cargo pct` itself, and the tests.
    warm: Run,
    /// The stages of the warm run, in milliseconds.
    milliseconds: serde_json::Value,
}

/// Measures a crate for each number of copies.
pub(super) fn measure(project: &Project, copies: &[u32]) -> Result<Scale, Error> {
    let module = project.root().join("tests/fixtures/scale/src/readings.rs");
    let module = std::fs::read_to_string(&module).map_err(Error::file("read", &module))?;
    let mut sizes = Vec::new();
    for &copies in copies {
        eprintln!("measuring {copies} copies ...");
        let folder = project.target_folder().join("scale").join(copies.to_string());
        write(&folder, &module, copies)?;
        sizes.push(measure_one(project, &folder, copies)?);
    }
    Ok(Scale { sizes })
}

/// Writes the crate. Its build folder, if it has one, is deleted.
fn write(folder: &Path, module: &str, copies: u32) -> Result<(), Error> {
    let sources = folder.join("src");
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(Error::file("delete", folder))?;
    }
    std::fs::create_dir_all(&sources).map_err(Error::file("create", &sources))?;
    let file = |path: PathBuf, text: &str| std::fs::write(&path, text).map_err(Error::file("write", &path));
    let manifest = "[package]\nname = \"scale\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n";
    file(folder.join("Cargo.toml"), manifest)?;
    let modules: String = (0..copies).map(|number| format!("pub mod copy_{number};\n")).collect();
    file(sources.join("lib.rs"), &modules)?;
    (0..copies).try_for_each(|number| file(sources.join(format!("copy_{number}.rs")), module))
}

fn measure_one(project: &Project, folder: &Path, copies: u32) -> Result<Size, Error> {
    let run = || run_once(&built_program(project), folder, &["--auto".to_owned()], false);
    let (cold, warm) = (run()?, run()?);
    let report = read_report(&folder.join("target"));
    let functions = report.pointer("/totals/code/functions").and_then(serde_json::Value::as_u64);
    let subjects = report["subjects"].as_array().map_or(&[][..], Vec::as_slice);
    let is_late = |subject: &&serde_json::Value| {
        let reason = subject.pointer("/proof/reason").and_then(serde_json::Value::as_str);
        let limits = ["the time for the whole analysis is up", "MB is used up"];
        reason.is_some_and(|reason| limits.iter().any(|limit| reason.contains(limit)))
    };
    Ok(Size {
        copies,
        functions: functions
            .ok_or_else(|| Error::Check(format!("no report of {copies} copies: {warm:?}")))?,
        subjects: subjects.len(),
        given_up: subjects.iter().filter(is_late).count(),
        cold,
        warm,
        milliseconds: report["milliseconds"].clone(),
    })
}

impl Size {
    fn each(&self, total: f64) -> f64 {
        total / self.functions.max(1) as f64
    }

    /// Milliseconds of a stage.
    fn stage(&self, name: &str) -> f64 {
        self.milliseconds[name].as_f64().unwrap_or(0.0)
    }

    /// The largest process of both runs, in megabytes.
    fn megabytes(&self) -> f64 {
        self.cold.peak_bytes.max(self.warm.peak_bytes) as f64 / 1e6
    }

    fn row(&self) -> String {
        let cells = [
            self.copies.to_string(),
            self.functions.to_string(),
            format!("{:.1}", self.cold.seconds),
            format!("{:.1}", self.each(1e3 * self.cold.seconds)),
            format!("{:.1}", self.warm.seconds),
            format!("{:.1}", self.each(1e3 * self.warm.seconds)),
            format!("{:.1}", self.each(self.stage("analysis"))),
            format!("{:.0}", self.megabytes()),
            format!("{:.2}", self.each(self.megabytes())),
        ];
        format!("| {} |\n", cells.join(" | "))
    }
}

impl Scale {
    /// The table, and by how much a function's cost grows from the smallest crate to the largest.
    pub(super) fn table(&self) -> String {
        let mut text = "| copies | functions | cold, s | ms a function | warm, s | ms a function | of it analysis, ms | \
                        peak memory, MB | MB a function |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|\n"
            .to_owned();
        text.extend(self.sizes.iter().map(Size::row));
        let late: usize = self.sizes.iter().map(|size| size.given_up).sum();
        if late > 0 {
            let _ = writeln!(
                text,
                "\n{late} subjects were given up: the time or the memory of the whole run was used up."
            );
        }
        for (what, growth) in self.growth() {
            let _ = writeln!(text, "\n{what} of a function grows {growth:.2} times.");
        }
        text
    }

    fn growth(&self) -> Vec<(&'static str, f64)> {
        let (Some(first), Some(last)) = (self.sizes.first(), self.sizes.last()) else { return Vec::new() };
        let growth = |cost: fn(&Size) -> f64| last.each(cost(last)) / first.each(cost(first));
        vec![
            ("The time of a warm run", growth(|size| size.warm.seconds)),
            ("The analysis", growth(|size| size.stage("analysis"))),
            ("The memory", growth(Size::megabytes)),
        ]
    }

    /// Fails where a function costs too much in the largest crate, or where a limit kept it from being analysed.
    pub(super) fn judge(&self) -> Result<(), Error> {
        if let Some(size) = self.sizes.iter().find(|size| size.given_up > 0) {
            return Err(Error::Check(format!(
                "{} subjects of {} copies were given up: time or memory was used up",
                size.given_up, size.copies
            )));
        }
        match self.growth().iter().find(|(_, growth)| *growth > MOST_GROWTH) {
            None => Ok(()),
            Some((what, growth)) => {
                Err(Error::Check(format!("{what} of a function grows {growth:.2} times, over {MOST_GROWTH}")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Crates of so many functions whose warm runs take so many seconds.
    fn scale(sizes: &[(u64, f64)]) -> Scale {
        let size = |&(functions, seconds): &(u64, f64)| {
            let run = Run { seconds, peak_bytes: 1_000_000 * functions, code: Some(0) };
            let milliseconds = serde_json::json!({"analysis": 500.0 * seconds});
            Size {
                copies: 1,
                functions,
                subjects: 1,
                given_up: 0,
                cold: run.clone(),
                warm: run,
                milliseconds,
            }
        };
        Scale { sizes: sizes.iter().map(size).collect() }
    }

    #[test]
    fn a_cost_that_is_not_linear_fails() {
        assert!(scale(&[(10, 1.0), (1000, 140.0)]).judge().is_ok());
        let failure = scale(&[(10, 1.0), (1000, 160.0)]).judge().unwrap_err().to_string();
        assert!(failure.contains("The time of a warm run of a function grows 1.60 times"), "{failure}");
    }

    #[test]
    fn what_was_given_up_fails() {
        let mut scale = scale(&[(10, 1.0), (1000, 100.0)]);
        scale.sizes[1].given_up = 3;
        assert!(scale.judge().unwrap_err().to_string().contains("3 subjects of 1 copies were given up"));
    }

    #[test]
    fn a_row_gives_costs_for_each_function() {
        let table = scale(&[(20, 4.0)]).table();
        assert!(table.contains("| 1 | 20 | 4.0 | 200.0 | 4.0 | 200.0 | 100.0 | 20 | 1.00 |\n"), "{table}");
    }
}
