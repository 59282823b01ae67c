//! The user's arguments for test binaries, sorted by what they do: which tests are selected, how each is run, and how
//! many at once. With one process for each test these are three different calls.

/// Options of libtest that are followed by their value.
const VALUED: &[&str] = &[
    "--skip",
    "--test-threads",
    "--logfile",
    "--color",
    "--format",
    "--shuffle-seed",
    "--ensure-time",
    "-Z",
];

/// The arguments, sorted. An option that libtest does not know is passed on, and libtest says so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// As the user wrote them.
    pub(super) all: Vec<String>,
    /// Those that select tests.
    pub(super) selecting: Vec<String>,
    /// Those that say how a test runs, as far as that is not ours to say.
    pub(super) passed_on: Vec<String>,
    /// Whether ignored tests are asked for.
    pub(super) ignored: bool,
    /// `--test-threads`: how many tests the user lets run at once.
    pub threads: Option<usize>,
}

impl Arguments {
    /// Sorts the arguments.
    pub fn new(arguments: &[String]) -> Arguments {
        let mut sorted = Arguments { all: arguments.to_vec(), ..Arguments::default() };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let (name, value) = match argument.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value.to_owned())),
                _ if VALUED.contains(&argument.as_str()) => (argument.as_str(), rest.next().cloned()),
                _ => (argument.as_str(), None),
            };
            match (name, value) {
                ("--skip", Some(value)) => sorted.selecting.extend(["--skip".to_owned(), value]),
                ("--test-threads", value) => sorted.threads = value.and_then(|it| it.parse().ok()),
                ("--exact", _) => sorted.selecting.push(argument.clone()),
                ("--ignored" | "--include-ignored", _) => {
                    sorted.ignored = true;
                    sorted.selecting.push(argument.clone());
                }
                // What a test writes is captured by its process; how results are shown is not libtest's business here.
                (
                    "--nocapture" | "--no-capture" | "--show-output" | "--quiet" | "-q" | "--format"
                    | "--color",
                    _,
                )
                | ("--logfile" | "--shuffle" | "--shuffle-seed" | "--list", _) => {}
                (option, None) if option.starts_with('-') => sorted.passed_on.push(argument.clone()),
                (option, Some(value)) => sorted.passed_on.extend([option.to_owned(), value]),
                (_, None) => sorted.selecting.push(argument.clone()),
            }
        }
        if sorted.ignored {
            // An ignored test that was selected has to be asked for again.
            sorted.passed_on.push("--include-ignored".to_owned());
        }
        sorted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, selecting: &str, passed_on: &str, threads: Option<usize>) {
        let words: Vec<_> = line.split_whitespace().map(str::to_owned).collect();
        let sorted = Arguments::new(&words);
        assert_eq!(
            (sorted.selecting.join(" "), sorted.passed_on.join(" ")),
            (selecting.into(), passed_on.into())
        );
        assert_eq!(sorted.threads, threads);
    }

    #[test]
    fn arguments_are_sorted_by_what_they_do() {
        check("name --skip slow --skip=other --exact", "name --skip slow --skip other --exact", "", None);
        check("--test-threads 1 --nocapture --format json", "", "", Some(1));
        check("--test-threads=2 name", "name", "", Some(2));
        check("--ignored name", "--ignored name", "--include-ignored", None);
        check("--report-time -Z unstable-options", "", "--report-time -Z unstable-options", None);
    }
}
