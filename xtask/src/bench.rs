//! `cargo xtask bench`: what `cargo pct` costs on every example, as a table (Markdown on the standard output) and as JSON.
//!
//! Each example is run once *cold*, with its build folder deleted, and several times *warm*; of the warm runs the median
//! counts. To add a column, add a line to [`COLUMNS`] and, where it is a new quantity, a field to [`Measurement`].

mod crates;
mod explore;
mod goals;
mod memory;
mod petri;
mod plot;
mod predicates;
mod probes;
mod reach;
mod scale;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde::Serialize;
use wait4::Wait4;

use crate::demo::built_program;
use crate::error::Error;
use crate::process;
use crate::project::Project;
use crate::setup;

/// What `cargo xtask bench` can be told.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// How many warm runs the median is taken of.
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Where the JSON is written.
    #[arg(long, value_name = "FILE", default_value = "target/bench.json")]
    json: PathBuf,
    /// Measure instead how the cost grows with a crate: of so many copies of a module each.
    #[arg(
        long,
        value_name = "COPIES",
        num_args = 0..=1,
        require_equals = true,
        value_delimiter = ',',
        default_missing_value = "10,100,1000",
        conflicts_with = "examples"
    )]
    scale: Option<Vec<u32>>,
    /// Measure instead how the cost grows with predicates and branches, whose combinations double with each.
    #[arg(long, conflicts_with_all = ["examples", "scale"])]
    predicates: bool,
    /// Measure instead how long a user waits on published crates; of the names behind it, or on all.
    #[arg(long, conflicts_with_all = ["scale", "predicates"])]
    crates: bool,
    /// With `--crates`: another cargo-pct, which has fifteen minutes for each.
    #[arg(long, value_name = "PROGRAM", requires = "crates")]
    baseline: Option<PathBuf>,
    /// Measure instead what exploration reaches. Of published crates, the panics that were reported: by `cargo pct --auto`, by libFuzzer with
    /// a target by hand, and by proptest. Of ordinary programs, the abstract states. Of systems, the goals. Names behind it choose crates and programs.
    #[arg(long, conflicts_with_all = ["scale", "predicates", "crates"])]
    explore: bool,
    /// Measure instead how much of a Petri net is covered, with and without the abstraction that guides runs.
    #[arg(long, conflicts_with_all = ["examples", "scale", "predicates", "crates", "explore"])]
    petri: bool,
    /// With `--petri`: the runs of one exploration.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        requires = "petri",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    petri_runs: u32,
    /// With `--explore`: the time of libFuzzer and of proptest for each function.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 60,
        requires = "explore",
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    seconds: u32,
    /// Only these examples.
    examples: Vec<String>,
    /// Passed on to every `cargo pct`.
    #[arg(last = true)]
    arguments: Vec<String>,
}

/// One run of `cargo pct`.
#[derive(Clone, Debug, Serialize)]
struct Run {
    /// From start to end, in seconds.
    seconds: f64,
    /// The largest resident set, in bytes, that any single process had: `cargo pct` itself, or a child that it waited
    /// for, such as rustc.
    peak_bytes: u64,
    /// The exit code; `None` where a signal ended it.
    code: Option<i32>,
}

/// What was measured on one example.
#[derive(Debug, Serialize)]
struct Measurement {
    example: String,
    cold: Run,
    /// The run of median duration, of those that take nothing from earlier runs.
    warm: Run,
    /// A run that takes all that it can from the one before.
    unchanged: Run,
    /// What the last warm run wrote; `null` where it wrote no report.
    report: serde_json::Value,
    /// What a run wrote that executed no state: the classical, most precise abstract interpretation by the same engine,
    /// with the same predicates and cutpoints.
    classical: serde_json::Value,
    /// What runs wrote that bounded the abstract states, one with execution and one without.
    bounded: [serde_json::Value; 2],
}

/// A column of the table: its heading, and its cell for one measurement.
type Column = (&'static str, fn(&Measurement) -> String);

const COLUMNS: [Column; 12] = [
    ("example", |m| m.example.clone()),
    ("exit code", |m| m.warm.code.map_or("signal".to_owned(), |code| code.to_string())),
    ("cold, s", |m| format!("{:.2}", m.cold.seconds)),
    ("warm, s", |m| format!("{:.2}", m.warm.seconds)),
    ("unchanged, s", |m| format!("{:.2}", m.unchanged.seconds)),
    ("peak memory cold, MB", |m| megabytes(m.cold.peak_bytes)),
    ("peak memory warm, MB", |m| megabytes(m.warm.peak_bytes)),
    ("analysis warm, s", |m| thousandths(&m.report, "/milliseconds/analysis")),
    ("solver queries", |m| reported(&m.report, "/solver/queries")),
    ("queries of the classical analysis", |m| reported(&m.classical, "/solver/queries")),
    ("queries for upper bounds, and ms", |m| bounded(&m.bounded[0])),
    ("the same, classical", |m| bounded(&m.bounded[1])),
];

/// Measures the examples and prints the table.
pub(crate) fn run(project: &Project, options: &Options) -> Result<(), Error> {
    setup::run(project, &setup::Options::default())?;
    process::build_release(project)?;
    let json = project.root().join(&options.json);
    if let Some(copies) = &options.scale {
        let scale = scale::measure(project, copies)?;
        write_json(&json.with_file_name("scale.json"), &serde_json::json!(scale))?;
        print!("{}", scale.table());
        return scale.judge();
    }
    if options.predicates {
        let growth = predicates::measure(project)?;
        write_json(&json.with_file_name("growth.json"), &serde_json::json!(growth))?;
        print!("{}", growth.text());
        return growth.judge();
    }
    if options.crates {
        let measured = crates::measure(project, &options.examples, options.baseline.as_deref())?;
        let all: Vec<_> = measured.iter().map(crates::Measurement::json).collect();
        write_json(&json.with_file_name("crates.json"), &serde_json::json!(all))?;
        print!("{}", crates::table(&measured));
        return Ok(());
    }
    if options.explore {
        return explore_all(project, options, &json);
    }
    if options.petri {
        return measure_petri(project, options, &json);
    }
    let mut measurements = Vec::new();
    for example in chosen(project, &options.examples)? {
        eprintln!("measuring {} ...", example.display());
        measurements.push(measure(project, &example, options)?);
    }
    eprintln!("measuring probes ...");
    let overhead = probes::measure(project)?;
    write_json(&json, &serde_json::json!({"examples": measurements, "probes": overhead}))?;
    print!("{}\n{}", table(&measurements), overhead.table());
    Ok(())
}

fn measure_petri(project: &Project, options: &Options, json: &Path) -> Result<(), Error> {
    let measured = petri::measure(project, options.petri_runs)?;
    write_json(&json.with_file_name("petri.json"), &serde_json::json!(measured))?;
    println!("{}", measured.table());
    Ok(())
}

/// Measures which panics are found, and which states are reached; and, unless some of these are named, what systems are covered.
fn explore_all(project: &Project, options: &Options, json: &Path) -> Result<(), Error> {
    let (names, seconds) = (&options.examples, options.seconds);
    let is_known = |name: &String| explore::names().chain(reach::names()).any(|known| known == name);
    if let Some(unknown) = names.iter().find(|name| !is_known(name)) {
        return Err(Error::Check(format!("{unknown} is not among these crates")));
    }
    if names.is_empty() {
        let goals = goals::measure(project)?;
        write_json(&json.with_file_name("goals.json"), &serde_json::json!(goals))?;
        println!("{}", goals.table());
        measure_petri(project, options, json)?;
    }
    let panics = explore::measure(project, names, seconds)?;
    if !panics.is_empty() {
        let all: Vec<_> = panics.iter().map(explore::Measurement::json).collect();
        write_json(&json.with_file_name("explore.json"), &serde_json::json!(all))?;
        println!("{}", explore::table(&panics, seconds));
    }
    let reached = reach::measure(project, names, seconds)?;
    if !reached.is_empty() {
        write_json(&json.with_file_name("reach.json"), &serde_json::json!(reached))?;
        print!("{}", reach::table(&reached, seconds));
    }
    Ok(())
}

fn chosen(project: &Project, names: &[String]) -> Result<Vec<PathBuf>, Error> {
    let mut examples = project.examples()?;
    if let Some(unknown) = names.iter().find(|name| !examples.iter().any(|example| example.ends_with(name))) {
        return Err(Error::Check(format!("there is no example called {unknown}")));
    }
    examples.retain(|example| names.is_empty() || names.iter().any(|name| example.ends_with(name)));
    Ok(examples)
}

fn measure(project: &Project, example: &Path, options: &Options) -> Result<Measurement, Error> {
    let target = example.join("target");
    if target.exists() {
        std::fs::remove_dir_all(&target).map_err(Error::file("delete", &target))?;
    }
    let once = || run_once(&built_program(project), example, &options.arguments, false);
    let cold = once()?;
    let mut warm = (0..options.runs).map(|_| once()).collect::<Result<Vec<Run>, Error>>()?;
    warm.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let report = read_report(&target);
    let with = |more: &[&str]| -> Result<serde_json::Value, Error> {
        let more: Vec<String> = more.iter().map(|it| (*it).to_owned()).collect();
        run_once(&built_program(project), example, &[&options.arguments[..], &more].concat(), false)?;
        Ok(read_report(&target))
    };
    let classical = with(&["--execution=false"])?;
    let bounded = [with(&["--emit=bounds"])?, with(&["--emit=bounds", "--execution=false"])?];
    let remembering = || run_once(&built_program(project), example, &options.arguments, true);
    remembering()?;
    let unchanged = remembering()?;
    let name = example.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Measurement {
        example: name,
        cold,
        warm: warm.swap_remove(warm.len() / 2),
        unchanged,
        report,
        classical,
        bounded,
    })
}

/// What the last run wrote; `null` where it wrote nothing.
fn read_report(target: &Path) -> serde_json::Value {
    let text = std::fs::read(target.join("pct").join("report.json")).ok();
    text.and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

/// `remembers`: whether the run takes from earlier ones what it can.
fn run_once(program: &Path, example: &Path, arguments: &[String], remembers: bool) -> Result<Run, Error> {
    let mut command = Command::new(program);
    command.arg("pct").args(arguments).current_dir(example).stdout(Stdio::null()).stderr(Stdio::null());
    process::forget_outer_cargo(&mut command);
    command.env_remove("CARGO_TARGET_DIR").env("CARGO_PCT_CACHE", remembers.to_string());
    let shown = process::shown(&command);
    let failed = |source| Error::Start { command: shown.clone(), source };
    let start = Instant::now();
    let mut child = command.spawn().map_err(failed)?;
    let used = child.wait4().map_err(failed)?;
    let seconds = start.elapsed().as_secs_f64();
    Ok(Run { seconds, peak_bytes: used.rusage.maxrss, code: used.status.code() })
}

fn write_json(file: &Path, measurements: &serde_json::Value) -> Result<(), Error> {
    let json =
        serde_json::to_string_pretty(measurements).expect("plain data with string keys is always JSON");
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).map_err(Error::file("create", folder))?;
    }
    std::fs::write(file, json + "\n").map_err(Error::file("write", file))
}

/// The measurements as a Markdown table: the example at the left, numbers to the right.
fn table(measurements: &[Measurement]) -> String {
    let row = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let headings = row(COLUMNS.iter().map(|(heading, _)| (*heading).to_owned()).collect());
    let rule = format!("|---|{}\n", "---:|".repeat(COLUMNS.len() - 1));
    let rows = measurements.iter().map(|m| row(COLUMNS.iter().map(|(_, cell)| cell(m)).collect()));
    headings + &rule + &rows.collect::<String>()
}

fn megabytes(bytes: u64) -> String {
    format!("{:.0}", bytes as f64 / 1e6)
}

/// A number of the report, or a dash where the run gave none.
fn reported(report: &serde_json::Value, pointer: &str) -> String {
    report.pointer(pointer).map_or("–".to_owned(), |value| value.to_string())
}

/// What the upper bounds of all subjects took: queries and milliseconds.
fn bounded(report: &serde_json::Value) -> String {
    let subjects = report["subjects"].as_array().map_or(&[][..], Vec::as_slice);
    let sum = |key: &str| subjects.iter().filter_map(|it| it["bounds"][key].as_u64()).sum::<u64>();
    format!("{}, {} ms", sum("queries"), sum("milliseconds"))
}

/// Milliseconds of the report as seconds, or a dash.
fn thousandths(report: &serde_json::Value, pointer: &str) -> String {
    let value = report.pointer(pointer).and_then(serde_json::Value::as_f64);
    value.map_or("–".to_owned(), |milliseconds| format!("{:.2}", milliseconds / 1e3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_shows_the_report_where_there_is_one() {
        let run = Run { seconds: 1.0, peak_bytes: 25_000_000, code: Some(2) };
        let with = serde_json::json!({"solver": {"queries": 41}, "milliseconds": {"analysis": 120}});
        let reports = [with, serde_json::Value::Null];
        let measurements = reports.map(|report| Measurement {
            example: "stack".to_owned(),
            cold: Run { seconds: 3.5, ..run.clone() },
            warm: run.clone(),
            unchanged: Run { seconds: 0.25, ..run.clone() },
            report,
            classical: serde_json::json!({"solver": {"queries": 58}}),
            bounded: [(30, 4), (70, 9)].map(|(queries, milliseconds)| {
                let bounds = serde_json::json!({"queries": queries, "milliseconds": milliseconds});
                serde_json::json!({"subjects": [{"bounds": bounds}, {}]})
            }),
        });
        let rows: Vec<String> = table(&measurements).lines().skip(2).map(str::to_owned).collect();
        assert_eq!(
            rows,
            [
                "| stack | 2 | 3.50 | 1.00 | 0.25 | 25 | 25 | 0.12 | 41 | 58 | 30, 4 ms | 70, 9 ms |",
                "| stack | 2 | 3.50 | 1.00 | 0.25 | 25 | 25 | – | – | 58 | 30, 4 ms | 70, 9 ms |",
            ]
        );
    }

    #[test]
    fn peak_memory_counts_children_and_is_in_bytes() {
        let shell = Path::new("/bin/sh");
        // `sh pct` runs the script `pct`.
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(
            folder.path().join("pct"),
            "head -c 50000000 /dev/zero | tail -c 40000000 > /dev/null; exit 5",
        )
        .unwrap();
        let run = run_once(shell, folder.path(), &[], false).unwrap();
        assert_eq!(run.code, Some(5));
        assert!(run.peak_bytes > 30_000_000, "tail keeps 40 MB: {run:?}");
        assert!(run.peak_bytes < 4_000_000_000, "{run:?}");
    }
}
