//! Runs the fixture crate `probes`, instrumented, and reads back what it saw: nothing is lost and nothing is made up.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use pct::wire::request::{self, Answer, Call, Outcome, Request};
use pct::wire::sites::{self, ContractKind, CutpointKind, Evaluates, Extent, Record};
use pct::wire::trace::{self, Observation, Record as Seen, Trace};
use pct::wire::{Id, Value, env as names};

/// The instrumented fixture: its program, its unit tests, and its side-car.
struct Built {
    program: PathBuf,
    unit_tests: PathBuf,
    sites: Vec<Record>,
}

fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/probes")
}

/// A wrapper that switches instrumentation on for the fixture and gives each crate a side-car, as `cargo pct` does.
fn wrapper(folder: &Path) -> PathBuf {
    let path = folder.join("wrapper.sh");
    let script = format!(
        "#!/bin/sh\nfor a in \"$@\"; do case $a in --test) t=-test;; esac; n=$c; c=$a; [ \"$n\" = --crate-name ] && k=$a; done\n\
         export {}=1 {}=\"{}/$k$t.sites\"\n: > \"${}\"\nexec \"$@\"\n",
        names::INSTRUMENT,
        names::SITES,
        folder.display(),
        names::SITES
    );
    fs::write(&path, script).unwrap();
    let executable = <fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o755);
    fs::set_permissions(&path, executable).unwrap();
    path
}

fn built() -> &'static Built {
    static BUILT: OnceLock<Built> = OnceLock::new();
    BUILT.get_or_init(|| {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("probes");
        fs::create_dir_all(&target).unwrap();
        let output = Command::new(env!("CARGO"))
            .args(["build", "--lib", "--bins", "--tests", "--message-format=json-render-diagnostics"])
            .current_dir(fixture())
            .env("CARGO_TARGET_DIR", &target)
            .env("RUSTC_WORKSPACE_WRAPPER", wrapper(&target))
            // The fixture is expanded anew for each run of the tests: the macros may have changed.
            .env(names::FINGERPRINT, std::process::id().to_string())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let artifacts = String::from_utf8(output.stdout).unwrap();
        let executable = |is_test: bool, kind: &str| {
            let mark = format!("\"kind\":[\"{kind}\"]");
            let test = format!("\"test\":{is_test}}},\"features\"");
            let line = artifacts
                .lines()
                .find(|it| it.contains(&mark) && it.contains("\"executable\":\"") && it.contains(&test));
            let line = line.unwrap_or_else(|| panic!("no {kind} in {artifacts}"));
            let (_, rest) = line.split_once("\"executable\":\"").unwrap();
            PathBuf::from(rest.split('"').next().unwrap())
        };
        let text = fs::read_to_string(target.join("probes-test.sites")).unwrap();
        let (_, sites) = sites::read(&text).unwrap();
        Built { program: executable(false, "bin"), unit_tests: executable(true, "lib"), sites }
    })
}

/// Runs the program under tracing in a folder of its own.
fn run(program: &Path, args: &[&str], variables: &[(&str, &str)]) -> (Vec<Trace>, Output, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let traces = folder.path().join("traces");
    fs::create_dir(&traces).unwrap();
    let mut command = Command::new(program);
    command.args(args).current_dir(folder.path()).env(names::TRACE, &traces).envs(variables.iter().copied());
    let output = command.output().unwrap();
    let mut files: Vec<PathBuf> = fs::read_dir(&traces).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let read = |file: &PathBuf| trace::read_bytes(&fs::read(file).unwrap()).unwrap();
    (files.iter().map(read).collect(), output, folder)
}

/// The function `TYPE.name`, or the first of that name.
fn function(path: &str) -> Id {
    let (ty, name) = path.split_once('.').map_or((None, path), |(ty, name)| (Some(ty), name));
    let found = built().sites.iter().find_map(|record| match record {
        Record::Function(it) if it.name == name && (ty.is_none() || it.self_type.as_deref() == ty) => {
            Some(it.id)
        }
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no function {path}"))
}

/// The cutpoint `TYPE.function:label`, or `function:label` of a free function.
fn site(path: &str) -> Id {
    let (ty, label) = path.split_once('.').map_or((None, path), |(ty, label)| (Some(ty), label));
    let of_type = |function: &Id| {
        built().sites.iter().any(|record| {
            matches!(record, Record::Function(it) if it.id == *function && it.self_type.as_deref() == ty)
        })
    };
    let found = built().sites.iter().find_map(|record| match record {
        Record::Cutpoint(it) if it.label == label && of_type(&it.function) => Some(it.id),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no cutpoint {path}"))
}

fn observations(trace: &Trace) -> impl Iterator<Item = &Observation> {
    trace.records.iter().filter_map(|record| match record {
        Seen::Observation(it) => Some(it),
        Seen::Sample(_) | Seen::Panic(_) => None,
    })
}

/// The valuations seen at a cutpoint, as text, in order of their first appearance.
fn seen(trace: &Trace, label: &str) -> Vec<String> {
    let site = site(label);
    observations(trace).filter(|it| it.site == site).map(|it| it.valuation().unwrap().to_string()).collect()
}

/// The arguments with which `observe` was entered.
fn observed(trace: &Trace) -> Vec<u64> {
    let site = site("observe:entry");
    observations(trace).filter(|it| it.site == site).map(|it| it.local.bits()).collect()
}

fn check_scenario(scenario: &str, expected: impl IntoIterator<Item = u64>) -> Output {
    let (traces, output, _folder) = run(&built().program, &[scenario], &[]);
    let [trace] = traces.as_slice() else { panic!("one process writes one trace, not {}", traces.len()) };
    let mut numbers = observed(trace);
    numbers.sort_unstable();
    assert_eq!(numbers, expected.into_iter().collect::<Vec<_>>());
    assert!(!trace.torn);
    output
}

#[test]
fn each_valuation_is_told_exactly_once_by_many_threads() {
    assert!(check_scenario("threads", 0..4096).status.success());
}

#[test]
fn nothing_is_lost_in_panics_aborts_exits_and_kills() {
    let output = check_scenario("panic", [1, 2, 3]);
    assert_eq!(output.status.code(), Some(101));
    // The predicate that panicked while the object was dropped by unwinding said nothing.
    assert_eq!(String::from_utf8_lossy(&output.stderr).matches("panicked at").count(), 2);
    assert_eq!(check_scenario("exit", 0..100).status.code(), Some(3));
    for scenario in ["abort", "kill"] {
        assert_eq!(check_scenario(scenario, 0..100).status.code(), None);
    }
}

#[test]
fn a_forked_child_writes_its_own_trace() {
    let (traces, output, _folder) = run(&built().program, &["fork"], &[]);
    assert!(output.status.success());
    let mut numbers: Vec<BTreeSet<u64>> =
        traces.iter().map(|trace| observed(trace).into_iter().filter(|n| *n < 1000).collect()).collect();
    numbers.sort_by_key(BTreeSet::len);
    assert_eq!(numbers, [BTreeSet::from([2]), BTreeSet::from([1, 3])]);
    let all: BTreeSet<u64> = traces.iter().flat_map(observed).collect();
    assert!((1000..4000).all(|n| all.contains(&n)));
}

#[test]
fn a_program_that_closes_descriptors_keeps_its_files() {
    let (traces, _, folder) = run(&built().program, &["descriptors"], &[]);
    assert_eq!(observed(&traces[0]), [1, 2]);
    for n in 0..8 {
        assert_eq!(fs::metadata(folder.path().join(format!("own{n}"))).unwrap().len(), 0);
    }
}

#[test]
fn without_a_folder_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(&built().program).arg("threads").current_dir(folder.path()).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_predicate_that_panics_is_false_and_one_may_call_instrumented_code() {
    let (traces, output, _folder) = run(&built().program, &["guarded"], &[]);
    // 0: 10/0 panics. Each: calls, panics, small.
    assert_eq!(seen(&traces[0], "guarded:entry"), ["FFT", "FTT", "TTT", "TFF"]);
    assert!(observations(&traces[0]).all(|it| it.site != site("double:entry")));
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn predicates_of_types_are_seen_on_self_and_on_results() {
    let (traces, output, _folder) = run(&built().program, &["stack"], &[]);
    assert!(output.status.success());
    let trace = &traces[0];
    // nonneg, full, the invariant.
    assert_eq!(seen(trace, "BoundedStack.new:exit"), ["TFT"]);
    // Not `max < 0`, which its own code tests: the type has predicates.
    assert_eq!(seen(trace, "BoundedStack.checked:exit"), ["TFT"]);
    assert_eq!(seen(trace, "BoundedStack.push:entry"), ["TFT", "TTT"]);
    assert_eq!(seen(trace, "BoundedStack.pop:exit"), ["TFT"]);
    assert_eq!(seen(trace, "BoundedStack.push:loop1"), ["TFTF", "TTTF"]);
    assert_eq!(seen(trace, "BoundedStack.joined:result"), ["TFT"]);
    assert_eq!(seen(trace, "BoundedStack.grow:exit"), ["TFT"]);
    let samples: Vec<String> = trace
        .records
        .iter()
        .filter_map(|record| match record {
            Seen::Sample(it) if it.site == site("BoundedStack.pop:exit") => Some(it.value.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(samples, ["BoundedStack { size: 1, max: 2, elems: vec![7, 2] }"]);
}

#[test]
fn in_one_process_each_test_has_its_own_observations() {
    let (traces, output, _folder) = run(&built().unit_tests, &["tests::"], &[(names::IN_PROCESS, "1")]);
    assert!(output.status.success());
    let mut by_test: BTreeMap<Option<&str>, BTreeSet<u64>> = BTreeMap::new();
    for it in observations(&traces[0]).filter(|it| it.site == site("observe:entry")) {
        by_test.entry(it.test.as_deref()).or_default().insert(it.local.bits());
    }
    let expected = [(None, vec![3]), (Some("tests::first"), vec![1]), (Some("tests::second"), vec![1, 2])];
    assert_eq!(by_test, expected.map(|(test, numbers)| (test, numbers.into_iter().collect())).into());
}

#[test]
fn every_way_out_of_a_function_is_observed() {
    let (traces, output, _folder) = run(&built().unit_tests, &["tests::every_way"], &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    for function in ["left_by_a_macro", "left_visibly"] {
        assert_eq!(seen(&traces[0], &format!("{function}:exit")), ["TFF", "FTF", "FFT", "FFF"]);
    }
    assert_eq!(seen(&traces[0], "left_with_nothing:exit"), ["TF", "FT", "FF"]);
}

#[test]
fn contracts_and_cutpoints_of_the_user_are_observed() {
    let (traces, _, _folder) = run(&built().unit_tests, &["tests::second"], &[]);
    let contracts: Vec<(ContractKind, Vec<String>, Vec<String>)> = built()
        .sites
        .iter()
        .filter_map(|record| match record {
            Record::Contract(it) if it.owner == function("search") => {
                let seen = observations(&traces[0]).filter(|seen| seen.site == it.id);
                Some((it.kind, it.texts.clone(), seen.map(|seen| seen.local.to_string()).collect()))
            }
            _ => None,
        })
        .collect();
    let strings = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect::<Vec<String>>();
    assert_eq!(
        contracts,
        [
            (ContractKind::Allow, strings(&["overflow", "the sum is small"]), strings(&[])),
            (ContractKind::Requires, strings(&["!items.is_empty()"]), strings(&["T"])),
            (ContractKind::Panics, strings(&["items.len() > 8"]), strings(&["F"])),
            (ContractKind::Assume, strings(&["at < 8"]), strings(&["T"])),
        ]
    );
    assert_eq!(seen(&traces[0], "search:hit"), ["T"]);
    assert_eq!(seen(&traces[0], "made_once:branch1"), ["T"]);
    assert_eq!(seen(&traces[0], "made_twice:branch2"), ["F"]);
}

#[test]
fn the_side_car_lists_what_exists_and_only_that() {
    let ids: Vec<Id> = built()
        .sites
        .iter()
        .filter_map(|record| match record {
            Record::Function(it) => Some(it.id),
            Record::Cutpoint(it) => Some(it.id),
            Record::Predicate(it) => Some(it.id),
            Record::Subject(it) => Some(it.id),
            _ => None,
        })
        .collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "ids differ");
    let functions = |name: &str| {
        built()
            .sites
            .iter()
            .filter(|record| matches!(record, Record::Function(it) if it.name == name))
            .count()
    };
    assert_eq!((functions("removed"), functions("kept")), (0, 1));
    let unprobed: BTreeSet<(Extent, &str)> = built()
        .sites
        .iter()
        .filter_map(|record| match record {
            Record::Unprobed(it) => Some((it.extent, it.reason.as_str())),
            _ => None,
        })
        .collect();
    let expected = [
        (Extent::Function, "a `const fn` cannot hold probes"),
        (Extent::Function, "an `async fn` cannot hold probes"),
        (Extent::Function, "skipped: only prints"),
        (Extent::Exit, "the result borrows from `self`; the next entry observes the state"),
    ];
    assert_eq!(unprobed, BTreeSet::from(expected));
    let kinds: BTreeSet<(CutpointKind, Evaluates)> = built()
        .sites
        .iter()
        .filter_map(|record| match record {
            Record::Cutpoint(it) => Some((it.kind, it.evaluates)),
            _ => None,
        })
        .collect();
    assert!(kinds.contains(&(CutpointKind::Exit, Evaluates::Result)));
    assert!(kinds.contains(&(CutpointKind::User, Evaluates::Nothing)));
}

#[test]
fn ids_are_equal_in_the_library_and_its_unit_tests() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("probes");
    let sites = &built().sites;
    let (version, library) = sites::read(&fs::read_to_string(target.join("probes.sites")).unwrap()).unwrap();
    assert_eq!(version.as_deref(), Some(pct::wire::CRATE_VERSION));
    let shared: Vec<&Record> = sites.iter().filter(|record| !matches!(record, Record::Driver(_))).collect();
    assert_eq!(
        library.iter().filter(|record| !matches!(record, Record::Driver(_))).collect::<Vec<_>>(),
        shared
    );
}

/// Runs the driver of an impl of the type that has the named function.
fn drive(with: &str, requests: &[Request]) -> Vec<Answer> {
    let wanted = function(with);
    let driver = built().sites.iter().find_map(|record| match record {
        Record::Driver(it) if it.functions.contains(&wanted) => Some(it.test.clone()),
        _ => None,
    });
    let driver = driver.unwrap_or_else(|| panic!("no driver for {with}"));
    let listed = Command::new(&built().unit_tests).args(["--list", "--format", "terse"]).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let path =
        listed.lines().filter_map(|line| line.strip_suffix(": test")).find(|path| path.ends_with(&driver));
    let folder = tempfile::tempdir().unwrap();
    let (asked, answered) = (folder.path().join("requests"), folder.path().join("answers"));
    fs::write(&asked, request::write_requests(requests)).unwrap();
    let (asked, answered) = (asked.to_str().unwrap(), answered.to_str().unwrap());
    let variables = [(names::REQUESTS, asked), (names::ANSWERS, answered)];
    run(&built().unit_tests, &["--exact", path.expect("the driver is listed")], &variables);
    request::read_answers(&fs::read_to_string(answered).unwrap()).unwrap()
}

fn request(number: u64, state: Option<&str>, calls: &[(&str, &[&str])]) -> Request {
    let value = |text: &&str| text.parse::<Value>().unwrap();
    let call = |(name, arguments): &(&str, &[&str])| Call {
        function: function(name),
        arguments: arguments.iter().map(value).collect(),
    };
    Request { number, state: state.as_ref().map(value), calls: calls.iter().map(call).collect() }
}

/// The answer in short: what was built, then each step's outcome and the object behind it.
fn short(answer: &Answer) -> Vec<String> {
    let built = answer.built.as_ref().map(|built| match built {
        Ok(valuation) => format!("built {valuation}"),
        Err(reason) => format!("unbuildable: {reason}"),
    });
    let steps = answer.steps.iter().map(|step| {
        let outcome = match &step.outcome {
            Outcome::Returned(value) => format!("returned {value}"),
            Outcome::Panicked { message, .. } => format!("panicked: {message}"),
            Outcome::Refused(reason) => format!("refused: {reason}"),
        };
        let after = step
            .after
            .as_ref()
            .map_or("nothing".to_owned(), |(value, valuation)| format!("{value} {valuation}"));
        format!("{outcome} / {after}")
    });
    built.into_iter().chain(steps).collect()
}

#[test]
fn a_fabricated_object_is_built_called_and_captured() {
    let broken = "BoundedStack { size: -1, max: 2, elems: vec![0, 0] }";
    let answers = drive(
        "BoundedStack.push",
        &[
            request(1, Some(broken), &[("BoundedStack.push", &["5"])]),
            request(
                2,
                Some("BoundedStack { size: 0, max: 2, elems: vec![0, 0] }"),
                &[("push_all", &["vec![4, 4, 5]"]), ("grow", &[broken])],
            ),
            request(
                3,
                None,
                &[("BoundedStack.new", &["1"]), ("pop", &[]), ("BoundedStack.push", &["0"]), ("pop", &[])],
            ),
            request(4, Some("BoundedStack { size: 300, max: 2 }"), &[]),
            request(5, None, &[("checked", &["3"]), ("BoundedStack.push", &["1000000000000"])]),
        ],
    );
    let overflow = "panicked: index out of bounds: the len is 2 but the index is 18446744073709551615";
    assert_eq!(short(&answers[0]), ["built FFT", &format!("{overflow} / {broken} FFT")]);
    let Outcome::Panicked { location, .. } = &answers[0].steps[0].outcome else { panic!() };
    assert!(location.starts_with("src/stack.rs:41:"), "{location}");
    assert_eq!(
        short(&answers[1]),
        [
            "built TFT",
            "returned 2 / BoundedStack { size: 2, max: 2, elems: vec![4, 5] } TTT",
            "returned BoundedStack { size: 2, max: 4, elems: vec![4, 5, 0, 0] } / BoundedStack { size: 2, max: 4, elems: vec![4, 5, 0, 0] } TFT",
        ]
    );
    assert_eq!(answers[2].steps.len(), 3, "a panic ends the sequence");
    assert!(short(&answers[2])[2].starts_with("panicked: index out of bounds"));
    assert_eq!(short(&answers[3]), ["unbuildable: `BoundedStack { size: 300, max: 2 }` lacks `elems`"]);
    assert!(short(&answers[4])[1].starts_with("refused: 1000000000000 does not fit i32"));
    assert!(answers.iter().all(|answer| answer.complete));
}

#[test]
fn a_call_that_ends_the_process_leaves_its_answer_open() {
    let state = "BoundedStack { size: 0, max: 0, elems: vec![] }";
    let answers =
        drive("abort", &[request(7, Some(state), &[("kept", &[]), ("abort", &[])]), request(8, None, &[])]);
    let [answer] = answers.as_slice() else { panic!("{answers:?}") };
    assert_eq!(short(answer)[1], format!("returned true / {state} TTT"));
    assert_eq!((answer.number, answer.steps.len(), answer.complete), (7, 1, false));
}

#[test]
fn enums_and_an_instance_of_a_generic_type_are_driven() {
    let shut = "Door::Shut { locked: false, mark: Mark(1, ('x', [2, 3])) }";
    let answers = drive(
        "knock",
        &[
            request(
                1,
                Some("Door::Open(4)"),
                &[("knock", &[]), ("marked", &["Mark(1, ('y', [0, 0]))", "vec![]"]), ("knock", &[])],
            ),
            request(2, Some("Door::Closed"), &[]),
        ],
    );
    assert_eq!(
        short(&answers[0]),
        [
            "built TF".to_owned(),
            format!("returned Ok({shut}) / {shut} FF"),
            format!("returned true / {shut} FF"),
            "returned Ok(Door::Gone) / Door::Gone FF".to_owned(),
        ]
    );
    assert!(short(&answers[1])[0].contains("`Door::Closed` is no probes::shapes::Door"));
    let full = "Ring { items: [Some(1), None, None, Some(2)], head: 3, len: 4 }";
    let answers = drive("Ring.push", &[request(1, Some(full), &[("Ring.push", &["9"])])]);
    assert_eq!(short(&answers[0]), ["built F".to_owned(), format!("returned false / {full} F")]);
}

#[test]
fn an_object_with_foreign_parts_is_refused_with_the_type() {
    let answers = drive("get", &[request(1, Some("Foreign { n: 1, since: 0, text: 0 }"), &[("get", &[])])]);
    assert_eq!(short(&answers[0]), ["unbuildable: values of type `std::time::Instant` cannot be fabricated"]);
}
