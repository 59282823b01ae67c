//! Asking drivers: build an object, call functions on it.
//!
//! Requests run in processes with limits on time, memory and the size of files, in empty temporary folders. Those that are asked
//! together share a process as long as all goes well, each on a thread of its own, so that every observation has its request. One
//! that ends its process (an abort, a stack overflow, an endless loop, a crash) is asked once more alone, and costs that request
//! only. Which requests may be made at all is decided by [`crate::native::effects`], not here: what may run touches nothing that
//! outlives it, so that sharing a process changes no answer.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use camino::Utf8Path;
use pct_wire::request::{self, Answer, Outcome, Request, Step};
use pct_wire::trace::{Record, Trace};
use pct_wire::{Id, Valuation, env};

use super::Driver;
use crate::native::{NativeError, command, limits_of_calls, output, trace};
use crate::process::{End, Launcher};

/// Time for requests that share a process, usually some milliseconds. What takes longer gets the whole of its time alone.
const SHARED_TIME: Duration = Duration::from_secs(1);

/// What requests may share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// A process: what they run touches nothing that outlives it.
    Process,
    /// Nothing: effects are allowed.
    Nothing,
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// How building the object went, if a state was asked for: the predicates of its type, or why it cannot be built.
    pub built: Option<Result<Valuation, String>>,
    /// The calls that ended, in order.
    pub steps: Vec<Step>,
    /// How the process ended in the call behind the last step, if it did.
    pub died: Option<Death>,
    /// The abstract states that the probes saw.
    pub seen: BTreeSet<(Id, Valuation)>,
}

/// How a process ended in a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Death {
    /// Its time was up: an endless loop, or too slow.
    Hangs,
    /// By a signal or an exit; in words.
    Ended(String),
}

impl Driver<'_> {
    /// Runs requests in one process as far as it comes; what ends it runs alone.
    pub(super) fn together(
        &self,
        mut requests: &[&Request],
        time: Duration,
        launcher: &Launcher,
        ran: &mut BTreeMap<u64, Ran>,
    ) -> Result<(), NativeError> {
        while let [first, rest @ ..] = requests {
            if rest.is_empty() {
                ran.insert(first.number, self.run_in_own_process(first, time, launcher)?);
                return Ok(());
            }
            let asked = self.ask(requests, time.min(SHARED_TIME), launcher)?;
            let complete = asked.answers.iter().take_while(|answer| answer.complete).count();
            let (done, left) = requests.split_at(complete);
            for (request, answer) in done.iter().zip(asked.answers) {
                let own = request::thread_name(request.number);
                let seen = seen(&asked.traces, |test| test == Some(&own));
                ran.insert(
                    request.number,
                    Ran { built: answer.built, steps: answer.steps, died: None, seen },
                );
            }
            let Some((culprit, remaining)) = left.split_first() else { return Ok(()) };
            ran.insert(culprit.number, self.run_in_own_process(culprit, time, launcher)?);
            requests = remaining;
        }
        Ok(())
    }

    /// Runs a request in a process of its own.
    pub(super) fn run_in_own_process(
        &self,
        request: &Request,
        time: Duration,
        launcher: &Launcher,
    ) -> Result<Ran, NativeError> {
        let Asked { answers, end, output, traces } = self.ask(&[request], time, launcher)?;
        let Some(answer) = answers.into_iter().next() else {
            let why = format!("{end}\n{}", output.trim_end());
            return Err(NativeError::Answers { driver: self.test.clone(), why });
        };
        Ok(ran(answer, end, seen(&traces, |_| true)))
    }

    fn ask(&self, requests: &[&Request], time: Duration, launcher: &Launcher) -> Result<Asked, NativeError> {
        let folder = tempfile::tempdir().map_err(in_folder("a temporary folder"))?;
        let work = folder.path().join("work");
        std::fs::create_dir(&work).map_err(in_folder("a temporary folder"))?;
        let traces = Utf8Path::from_path(folder.path()).map(trace::Folder::make);
        let Some(traces) = traces.transpose()? else {
            return Err(in_folder("a temporary folder")(std::io::Error::other("its path is not UTF-8")));
        };
        let trace = traces.fresh()?;
        let (asked, answers) = (folder.path().join("requests"), folder.path().join("answers"));
        std::fs::write(&asked, request::write_requests(requests.iter().copied()))
            .map_err(in_folder("a file of requests"))?;
        let mut command = command(self.binary);
        command.args(["--exact", "--nocapture", "--test-threads", "1", "--", &self.test]);
        command.current_dir(&work).env("TMPDIR", &work).env("HOME", &work);
        command.env(env::REQUESTS, &asked).env(env::ANSWERS, &answers);
        command.env(env::TRACE, trace.path()).env(env::SAMPLES, "0").env(env::IN_PROCESS, "1");
        command.env(env::PANICS, "0").env("RUST_BACKTRACE", "0");
        let limits = limits_of_calls(time);
        let finished = launcher.run(command, limits)?;
        let text = std::fs::read(&answers).unwrap_or_default();
        let answers = request::read_answers(&String::from_utf8_lossy(&text))
            .map_err(|error| NativeError::Answers { driver: self.test.clone(), why: error.to_string() })?;
        Ok(Asked { answers, end: finished.end, output: output(&finished), traces: trace.read()? })
    }
}

/// How a process went that was asked.
struct Asked {
    answers: Vec<Answer>,
    end: End,
    output: String,
    traces: Vec<Trace>,
}

/// What the probes saw on threads of such names.
fn seen(traces: &[Trace], is_own: impl Fn(Option<&String>) -> bool) -> BTreeSet<(Id, Valuation)> {
    let records = traces.iter().flat_map(|trace| &trace.records);
    let seen = records.filter_map(|record| match record {
        Record::Observation(seen) if is_own(seen.test.as_ref()) => Some((seen.site, seen.valuation()?)),
        _ => None,
    });
    seen.collect()
}

fn ran(answer: Answer, end: End, seen: BTreeSet<(Id, Valuation)>) -> Ran {
    let died = (!answer.complete).then(|| match end {
        End::TimedOut => Death::Hangs,
        End::Signal(_) => Death::Ended(format!("crashed by {end}")),
        End::Code(code) => Death::Ended(format!("exited with status {code}")),
    });
    Ran { built: answer.built, steps: answer.steps, died, seen }
}

fn in_folder(path: &str) -> impl FnOnce(std::io::Error) -> NativeError + '_ {
    move |source| NativeError::Folder { path: path.into(), source }
}

impl Ran {
    /// Why a call could not be made, if one could not.
    pub fn refusal(&self) -> Option<&str> {
        if let Some(Err(reason)) = &self.built {
            return Some(reason);
        }
        self.steps.iter().find_map(|step| match &step.outcome {
            Outcome::Refused(reason) => Some(reason.as_str()),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_that_ends_the_process_is_told_from_one_that_returned() {
        let check = |complete, end| {
            let steps = vec![Step { outcome: Outcome::Returned(pct_wire::Value::int(1)), after: None }];
            let answer = Answer { number: 1, built: None, steps, complete };
            ran(answer, end, BTreeSet::new()).died
        };
        assert_eq!(check(true, End::Code(0)), None);
        assert_eq!(check(false, End::TimedOut), Some(Death::Hangs));
        let aborted = Death::Ended("crashed by signal 6 (SIGABRT)".to_owned());
        assert_eq!(check(false, End::Signal(6)), Some(aborted));
        let exited = Death::Ended("exited with status 3".to_owned());
        assert_eq!(check(false, End::Code(3)), Some(exited));
    }
}
