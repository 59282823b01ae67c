use super::*;

fn test(calls: usize, observers: usize) -> LinkedTest {
    let call = LinkedCall { before: Vec::new(), text: "f();".to_owned(), reports_value: false };
    LinkedTest { calls: vec![call.clone(); calls], observers: vec![call; observers], ..LinkedTest::default() }
}

fn finished(end: End, stdout: &str, stderr: &str) -> Finished {
    Finished { end, stdout: stdout.into(), stderr: stderr.into(), elapsed: Duration::ZERO }
}

/// A library that nothing is compiled against.
fn unit(folder: &Utf8Path) -> Unit {
    Unit {
        made_by: String::new(),
        crate_name: "late".to_owned(),
        externs: Default::default(),
        source: folder.join("lib.rs"),
        out_dir: folder.to_owned(),
        dependencies: Vec::new(),
        stem: "late".to_owned(),
        test: false,
        harness: false,
        sites: None,
        mir: None,
        expanded: None,
        target: None,
        mirrored: Vec::new(),
        generated: None,
        refused: None,
    }
}

#[test]
fn only_what_two_runs_show_counts() {
    let run = |panic: Option<u32>, told: &[i64]| LinkedRun {
        panic: panic.map(|line| Panicked {
            message: "no".to_owned(),
            place: Some(Place { file: "src/lib.rs".to_owned(), line, ..Place::default() }),
        }),
        values: told.iter().enumerate().map(|(call, value)| (call, Value::Text(value.to_string()))).collect(),
        ..LinkedRun::default()
    };
    let steady = run(Some(3), &[1, 2]).confirmed_by(Some(run(Some(3), &[1, 5]))).unwrap();
    assert_eq!(steady.values.keys().collect::<Vec<_>>(), [&0]);
    for other in [None, Some(run(None, &[1, 2])), Some(run(Some(4), &[1, 2]))] {
        assert_eq!(run(Some(3), &[1, 2]).confirmed_by(other), Err(NotRun::Unsteady));
    }
    assert_eq!(run(None, &[]).confirmed_by(Some(run(Some(3), &[]))), Err(NotRun::Unsteady));
}

#[test]
fn no_test_begins_when_time_is_up() {
    let folder = tempfile::tempdir().unwrap();
    let folder = Utf8Path::from_path(folder.path()).unwrap();
    std::fs::write(folder.join("liblate.rlib"), "").unwrap();
    let linking = Linking {
        rustc: folder.join("no-compiler").into_string(),
        target: None,
        runner: Vec::new(),
        folder: folder.to_owned(),
        timeout: MOST_TIME,
        until: Some(Instant::now()),
        jobs: 2,
        launcher: Arc::default(),
        tells_calls: false,
        is_in_sandbox: false,
    };
    let runs = linking.run(&unit(folder), &[test(1, 0), test(2, 0)], LeaveOut::Test).unwrap();
    assert_eq!(runs, [Err(NotRun::Late), Err(NotRun::Late)]);
    let linking = Linking { until: None, ..linking };
    assert!(linking.run(&unit(folder), &[test(1, 0)], LeaveOut::Test).is_err(), "the compiler was asked");
}

#[test]
fn only_the_last_call_may_panic() {
    let stdout = format!("noise\n{MARK} begin 0\n{MARK} value 0 Some(\"a b\")\n{MARK} begin 1\n");
    let stderr = "thread 'main' panicked at src/lib.rs:3:5:\nno room\nnote: run with";
    let read_run = |end, calls, observers| read_run(&finished(end, &stdout, stderr), &test(calls, observers));
    let value: Value = "Some(\"a b\")".parse().unwrap();
    let run = read_run(End::Code(101), 2, 1).unwrap();
    assert_eq!((run.values, run.panics), ([(0, value)].into(), Some("no room".to_owned())));
    assert!(read_run(End::Code(0), 2, 0).unwrap().panics.is_none());
    assert_eq!(
        (read_run(End::Code(101), 3, 0).unwrap().cut, read_run(End::Code(0), 2, 0).unwrap().cut),
        (Some(2), None)
    );
    assert!(read_run(End::Code(101), 1, 1).unwrap().observer_panicked);
    assert!(read_run(End::Code(0), 2, 1).is_err(), "it ended before all was looked at");
    assert!(read_run(End::TimedOut, 2, 0).is_err() && read_run(End::Signal(6), 2, 0).is_err());
}

#[test]
fn errors_are_told_by_test() {
    let modules = [test(1, 0), test(2, 0), test(1, 1)].map(|test| Mended::new(&test).module());
    let text = text(&modules, &[0, 2], false);
    let first = |number: usize| {
        let line = text.source.lines().position(|line| line == format!("mod test_{number} {{"));
        line.unwrap() + 1
    };
    assert_eq!(
        (text.test_at(1), text.test_at(first(0) + 3), text.test_at(first(2) + 1)),
        (None, Some((0, 2)), Some((2, 0)))
    );
    let json = "{\"level\":\"error\",\"message\":\"no\",\"spans\":[{\"is_primary\":true,\"line_start\":7}]}\n\
                {\"level\":\"warning\",\"message\":\"so so\",\"spans\":[]}";
    assert_eq!(errors(json), [(7, "no".to_owned())]);
}

#[test]
fn every_reason_not_to_run_says_what_happened() {
    let refused = NotRun::Refused("cannot find type `S` in this scope".to_owned());
    assert_eq!(refused.to_string(), "rustc does not compile them: cannot find type `S` in this scope");
    let late = "the time for the whole analysis is up; --analysis-timeout gives it more";
    assert_eq!(NotRun::Late.to_string(), late);
    let ends = [
        (End::TimedOut, "a call did not end"),
        (End::Code(3), "their process exited with status 3"),
        (End::Signal(9), "their process was ended by signal 9 (SIGKILL)"),
    ];
    for (end, words) in ends {
        let run = read_run(&finished(end, "", ""), &test(1, 0));
        assert_eq!(run.map_err(|why| why.to_string()), Err(words.to_owned()));
    }
}
