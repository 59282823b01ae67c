//! `cargo pct` and `cargo pct list`: build, run the tests, open the ledger, report.

use std::collections::BTreeSet;
use std::io::Write;

use super::analyse::{self, Interim, Models};
use super::{RunError, Session, gates, unwatched};
use crate::build::{self, Build, BuildConfig};
use crate::config::MessageFormat;
use crate::event::{Event, Sink};
use crate::exit_code::ExitCode;
use crate::ledger::{self, Ledger};
use crate::native::white_box::{self, WhiteBox};
use crate::native::{self, Arguments, Earlier, TestConfig, TestRun};
use crate::probe::{self, ProbeError, Subjects};
use crate::report::{self, annotations, terminal, view};

/// Measures what the tests reach, and reports.
pub(super) fn measure(session: &Session, test_args: &[String]) -> Result<ExitCode, RunError> {
    let (ledger, report) = ledger(session, test_args)?;
    show_failures(&ledger);
    show(session, &report)?;
    Ok(gates::judge(&session.settings, &session.gates, &ledger))
}

/// Measures what the tests reach, and writes the report.
pub(super) fn ledger(session: &Session, test_args: &[String]) -> Result<(Ledger, view::Report), RunError> {
    let mut progress = session.progress();
    let _lock = build::lock(&session.workspace.folder, &mut progress)?;
    std::thread::scope(|scope| {
        let models = Models::read(scope, session);
        measured(session, test_args, models, progress)
    })
}

fn measured(
    session: &Session,
    test_args: &[String],
    models: Models<'_>,
    mut progress: impl Sink + Send,
) -> Result<(Ledger, view::Report), RunError> {
    if session.settings.exploration_time().is_some() {
        // Needs nothing of what cargo builds, so it need not wait for that.
        session.engine();
    }
    let (build, subjects) = instrumented(session, true, &mut progress)?;
    let arguments = Arguments::new(test_args);
    let earlier = session.timed("files", || earlier(session, &build));
    let config = TestConfig {
        arguments: &arguments,
        timeout: session.settings.timeout,
        jobs: jobs(session, &arguments),
        in_process: session.settings.in_process,
        folder: &session.workspace.folder,
        earlier: &earlier,
    };
    let run = session.timed("tests", || native::run(&build.tests, &config, &mut progress))?;
    let find = || white_box::find(&subjects, &build.units, &build.tests, &session.workspace.root);
    let white_box = session.timed("white_box", find);
    let mut ledger = selected(session, &subjects, &run, &white_box)?;
    ledger.warnings.extend(unwatched::without_attribute(&ledger.subjects, &session.workspace.root));
    ledger.warnings.extend(build.refused.iter().chain(&run.unlisted).cloned());
    ledger.annotated = build.annotated;
    ledger.unbuilt_tests.clone_from(&build.unbuilt_tests);
    let mut interim = Interim::begin(session, tool(session), &ledger);
    session.timed("analysis", || {
        let sink = &mut progress;
        let of_run = (&run, &white_box);
        analyse::analyse(session, &build, &subjects, of_run, models, (&mut ledger, &mut interim), sink)
    })?;
    if ledger.subjects.is_empty() && session.takes_all() {
        ledger.warnings.insert(0, unwatched::nothing_to_watch(&subjects.subjects));
    }
    let report = view::report(&ledger, tool(session), session.milliseconds.borrow().clone());
    let path = report::write(&report, &session.output_dir)?;
    progress.emit(Event::Written { path });
    Ok((ledger, report))
}

/// Lists what would be measured.
pub(super) fn list(session: &Session) -> Result<ExitCode, RunError> {
    let mut progress = session.progress();
    let _lock = build::lock(&session.workspace.folder, &mut progress)?;
    let (_, subjects) = instrumented(session, false, &mut progress)?;
    drop(progress);
    let ledger = selected(session, &subjects, &TestRun::default(), &WhiteBox::default())?;
    let report = view::report(&ledger, tool(session), session.milliseconds.borrow().clone());
    let mut out = anstream::stdout();
    if session.settings.message_format == MessageFormat::Json {
        serde_json::to_writer_pretty(&mut out, &report).map_err(std::io::Error::from)?;
        writeln!(out)?;
    } else {
        terminal::write_list(&report, &mut out)?;
    }
    Ok(ExitCode::Success)
}

/// Builds, and reads what can be observed.
fn instrumented(session: &Session, tests: bool, sink: &mut dyn Sink) -> Result<(Build, Subjects), RunError> {
    let auto = session.settings.auto;
    if !auto && !session.workspace.has_runtime() {
        return Err(RunError::NoRuntime);
    }
    // Before the build: code of another version may fail to compile in ways that would be taken for the user's errors.
    let locked = session.workspace.locked_runtime();
    if let Some(found) = locked.first().filter(|_| !locked.iter().any(|it| it == env!("CARGO_PKG_VERSION"))) {
        return Err(ProbeError::Skew { found: found.clone() }.into());
    }
    if let Some(runner) = &session.toolchain.cargo_config.cfg_runner {
        sink.emit(Event::Warning(format!(
            "cargo's runner for {runner} is not used: set one for the target triple"
        )));
    }
    let wrapper = std::env::current_exe().ok().and_then(|path| camino::Utf8PathBuf::from_path_buf(path).ok());
    // Cargo would take what was built the other way for fresh.
    let folder = session.workspace.folder.join(if auto { "auto" } else { "build" });
    let config = BuildConfig {
        cargo: &session.cargo,
        granularity: session.settings.granularity,
        auto,
        tests,
        folder: &folder,
        wrapper: wrapper.as_deref().unwrap_or("cargo-pct".into()),
        color: anstream::AutoStream::choice(&std::io::stderr()) != anstream::ColorChoice::Never,
        quiet: session.settings.progress == crate::config::When::Never,
    };
    let build =
        session.timed("build", || build::build(&session.workspace, &session.toolchain, &config, sink))?;
    let subjects = session.timed("sites", || probe::read(&build.units, session.settings.predicates))?;
    // With `--auto`, functions that no probe watches are analysed, too.
    if subjects.subjects.is_empty() && !auto {
        return Err(RunError::NothingAnnotated { packages: session.workspace.names().join(", ") });
    }
    Ok((build, subjects))
}

/// The tests that passed in earlier runs. Tests may look at all files of the repository, and of dependencies with a path, that no run of ours
/// writes.
fn earlier(session: &Session, build: &Build) -> Earlier {
    let workspace = &session.workspace;
    let ours = session.output_dir.join(report::FILE);
    let ours = camino::absolute_utf8(&ours).unwrap_or(ours);
    let surroundings = native::surroundings(&workspace.root);
    let elsewhere = build.sources.iter().filter(|folder| !folder.starts_with(surroundings));
    let folders: BTreeSet<_> = elsewhere.cloned().chain([surroundings.to_owned()]).collect();
    // A target folder that sources lie in is left out no further than we write there.
    let target = workspace.folder.parent().unwrap_or(&workspace.folder);
    let has_sources = build.sources.iter().any(|folder| folder.starts_with(target));
    let target = if has_sources { &workspace.folder } else { target };
    Earlier::of(session.memory(), &folders, &[target, &ours])
}

/// How many tests run at once. Who tells libtest to run one after another does so because the tests need it.
fn jobs(session: &Session, arguments: &Arguments) -> usize {
    let variable = || std::env::var("RUST_TEST_THREADS").ok()?.parse().ok();
    let asked = arguments.threads.or_else(variable).or(session.cargo.jobs.map(std::num::NonZeroUsize::get));
    asked.or_else(|| std::thread::available_parallelism().ok().map(Into::into)).unwrap_or(1)
}

/// Opens the ledger for the subjects that the filters leave.
fn selected(
    session: &Session,
    subjects: &Subjects,
    run: &TestRun,
    white_box: &WhiteBox,
) -> Result<Ledger, RunError> {
    let filter = gates::Filter::new(&session.settings.filter)?;
    // Nobody asked for each of these types by name: one without code of its own to watch would only fill the report.
    let is_worth =
        |it: &probe::Subject| !(session.settings.auto && it.cutpoints.is_empty() && it.predicates.is_empty());
    let worth: BTreeSet<_> =
        subjects.subjects.iter().filter(|it| is_worth(it)).map(|it| it.id.as_str()).collect();
    let ledger = ledger::open(subjects, run, white_box, &|id| worth.contains(id) && filter.keeps(id));
    if ledger.subjects.is_empty() && !session.takes_all() {
        let known: Vec<_> = subjects.subjects.iter().map(|it| it.id.as_str()).collect();
        return Err(RunError::NothingSelected { known: known.join(", ") });
    }
    Ok(ledger)
}

fn tool(session: &Session) -> view::Tool {
    let (rustc, z3) = (session.toolchain.rustc.clone(), Some(crate::solver::z3_version()));
    view::Tool { name: "cargo-pct", version: env!("CARGO_PKG_VERSION"), z3, rustc }
}

/// What failing tests wrote, on stderr like all that is no result.
fn show_failures(ledger: &Ledger) {
    let mut stderr = anstream::stderr();
    for diagnostic in &ledger.unbuilt_tests {
        let _ = writeln!(stderr, "{}", diagnostic.trim_end());
    }
    for test in ledger.failures() {
        let output = test.output.trim_end();
        if !output.is_empty() {
            let _ = writeln!(stderr, "\n---- {} ----\n{output}\n", test.name);
        }
    }
}

fn show(session: &Session, report: &view::Report) -> Result<(), RunError> {
    let mut out = anstream::stdout();
    let detail = match session.settings.verbose {
        true => terminal::Detail::Everything,
        false => terminal::Detail::Screen,
    };
    let root = &session.workspace.root;
    let sources = |file: &str| std::fs::read_to_string(root.join(file)).ok();
    let mut write = || match session.settings.message_format {
        MessageFormat::Human => terminal::write(report, &sources, detail, &mut out),
        MessageFormat::Github => {
            terminal::write(report, &sources, detail, &mut out)?;
            annotations::write(report, &repository_prefix(session), &mut out)
        }
        MessageFormat::Json => {
            serde_json::to_writer_pretty(&mut out, report)?;
            writeln!(out)
        }
    };
    match write().and_then(|()| anstream::stdout().flush()) {
        // Who reads no further (`| head`) has read enough; the outcome is the same.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

/// From the repository's root, as GitHub says it, to the workspace's.
fn repository_prefix(session: &Session) -> String {
    let repository = std::env::var("GITHUB_WORKSPACE").unwrap_or_default();
    match session.workspace.root.strip_prefix(&repository) {
        Ok(inner) if !repository.is_empty() && !inner.as_str().is_empty() => format!("{inner}/"),
        _ => String::new(),
    }
}
