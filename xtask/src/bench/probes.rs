//! What probes cost: a hot loop in the dev profile, bare, with coverage counters, and with probes, in one run.

use std::path::Path;

use serde::Serialize;

use crate::demo::built_program;
use crate::error::Error;
use crate::process;
use crate::project::Project;

/// Nanoseconds that one round of the loop takes.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Overhead {
    /// As cargo builds it.
    bare: f64,
    /// With `-C instrument-coverage`.
    coverage: f64,
    /// With probes at the loop's body, at entry and at exit.
    probes_at_loops: f64,
    /// With probes at branches too, which is the default.
    probes_at_branches: f64,
}

/// Builds the loop four times and runs it.
pub(super) fn measure(project: &Project) -> Result<Overhead, Error> {
    let source = project.root().join("tests/fixtures/hot-loop");
    let folder = project.target_folder().join("hot-loop");
    let build = |name: &str, flags: &str| -> Result<f64, Error> {
        let target = folder.join(name);
        let mut cargo = process::cargo(&source);
        cargo.args(["build", "--quiet"]).env("CARGO_TARGET_DIR", &target).env("RUSTFLAGS", flags);
        // Build scripts and macros are built with the flags too, and would leave their profiles beside their sources.
        cargo.env("LLVM_PROFILE_FILE", target.join("build.profraw"));
        process::step(&mut cargo)?;
        run(&target.join("debug/hot-loop"), &folder)
    };
    let probed = |granularity: &str| -> Result<f64, Error> {
        let target = folder.join(granularity);
        let mut cargo_pct = std::process::Command::new(built_program(project));
        cargo_pct.args(["pct", "list", "--granularity", granularity, "--target-dir"]).arg(&target);
        cargo_pct.current_dir(&source).stdout(std::process::Stdio::null());
        process::forget_outer_cargo(&mut cargo_pct);
        process::step(&mut cargo_pct)?;
        run(&target.join("pct/build/debug/hot-loop"), &folder)
    };
    Ok(Overhead {
        bare: build("bare", "")?,
        coverage: build("coverage", "-C instrument-coverage")?,
        probes_at_loops: probed("loops")?,
        probes_at_branches: probed("branches")?,
    })
}

/// Runs the program, which prints its time; it leaves traces and profiles in `folder`.
fn run(program: &Path, folder: &Path) -> Result<f64, Error> {
    let traces = folder.join("traces");
    std::fs::create_dir_all(&traces).map_err(Error::file("create", &traces))?;
    let mut command = std::process::Command::new(program);
    command
        .current_dir(folder)
        .env("CARGO_PCT_TRACE", &traces)
        .env("LLVM_PROFILE_FILE", traces.join("hot.profraw"));
    let shown = process::shown(&command);
    let output = command.output().map_err(|source| Error::Start { command: shown.clone(), source })?;
    let text = String::from_utf8_lossy(&output.stdout);
    text.trim().parse().map_err(|_| Error::Check(format!("{shown} printed no time but `{}`", text.trim())))
}

impl Overhead {
    /// The times, and as multiples of the coverage counters' cost.
    pub(super) fn table(&self) -> String {
        let rows = [
            ("bare", self.bare),
            ("`-C instrument-coverage`", self.coverage),
            ("probes, `--granularity loops`", self.probes_at_loops),
            ("probes, `--granularity branches`", self.probes_at_branches),
        ];
        let row =
            |(name, time): &(&str, f64)| format!("| {name} | {time:.2} | {:.2} |\n", time / self.coverage);
        let rows: String = rows.iter().map(row).collect();
        format!("| hot loop, 8 predicates, dev profile | ns a round | of coverage |\n|---|---:|---:|\n{rows}")
    }
}

#[cfg(test)]
mod tests {
    use super::Overhead;

    #[test]
    fn times_are_compared_with_coverage() {
        let overhead = Overhead { bare: 1.0, coverage: 4.0, probes_at_loops: 6.0, probes_at_branches: 8.0 };
        let table = overhead.table();
        assert!(table.contains("| probes, `--granularity loops` | 6.00 | 1.50 |\n"), "{table}");
        assert!(table.contains("| bare | 1.00 | 0.25 |\n"), "{table}");
    }
}
