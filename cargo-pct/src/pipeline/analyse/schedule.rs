//! The order in which the subjects of a crate are judged, how long each may take, and the processes that do it.
//!
//! A part of the time is divided evenly first, by the number of functions, so that every subject is judged a little and none waits for
//! another's worst question. Subjects that time cut are judged again with several times as much, those first that are expected to tell the
//! most in it, until nothing is cut, each had all that a subject may have, or the time is up. Each subject is judged in a copy of this process
//! ([`Worker`]), which is suspended if it does not keep to its time. A copy that was cut waits for its next turn, because it has lowered the
//! subject already, or a part of it.
//!
//! What a subject is judged to be does not depend on the others, nor on how many are judged at once, but where time cuts it.

mod times;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::{Duration, Instant};

use super::remembered::Judged;
use super::turn::{Answer, Failed, answer, judge_within, request};
use crate::judge::{Judge, SubjectAnalysis, SubjectResult, Task};
use crate::lower::{AheadLimits, Subject};
use crate::native::NativeError;
use crate::process::{Worker, next_answer};
use crate::solver::SolverConfig;
use crate::symex::BodyId;
pub(super) use times::for_confirming;

/// Worker processes that wait for another turn have so many bytes for themselves together; those of further subjects end, and lower their
/// subject again.
const MOST_WAITING: u64 = 600_000_000;

/// What a worker is taken to have where the system does not say.
const USUAL_MEMORY: u64 = 100_000_000;

/// A worker may exceed its time by this part of it, and by [`GRACE`], before it is suspended or killed.
const EXCESS: f64 = 0.1;

/// See [`EXCESS`].
const GRACE: Duration = Duration::from_millis(700);

/// Whoever listens hears from the schedule at least this often.
const TICK: Duration = Duration::from_millis(500);

/// With less time than this nothing begins.
const TOO_SHORT: Duration = Duration::from_millis(20);

/// What the analysis may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Subjects that are judged at once.
    pub(super) jobs: usize,
    /// When the claims have to be confirmed.
    pub(super) end: Instant,
    /// The time that is kept for confirming at most; with few claims, it is less.
    pub(super) confirming: Duration,
    /// Whether no subjects are added once the first ones are judged.
    pub(super) are_all_known: bool,
    /// The longest time for a function; a type may take as much for each of its functions.
    pub(super) subject_timeout: Duration,
    /// Settings of the solvers; time and steps are set for each subject.
    pub(super) solver: SolverConfig,
}

/// A subject that is judged.
pub(super) struct Job {
    /// Its task and its code.
    pub(super) subject: Rc<(Task, Subject)>,
    /// The number of its functions: see [`Subject::weight`].
    functions: usize,
    /// The time that its last turn had, and what that took of it: its passes have parts of the time, so most turns take less.
    last_time: Duration,
    took: Duration,
    /// How many turns in a row answered for no more functions than those before.
    in_vain: i32,
    /// What is known.
    pub(super) known: Option<SubjectAnalysis>,
    /// The process that judged it, if that waits for another turn.
    waiting: Option<Waiting>,
    /// Why the last attempt gave nothing, if so.
    pub(super) failed: Option<String>,
    /// Whether what is known is remembered from an earlier run.
    pub(super) is_remembered: bool,
    /// What an earlier run found out, which this one is to find out again.
    expected: Option<SubjectAnalysis>,
}

/// A process that waits for its next turn.
struct Waiting {
    worker: Worker,
    /// The bytes that it has for itself.
    own_memory: u64,
    /// It was suspended, and still owes the answer of its last turn.
    owes_answer: bool,
}

/// A job that is being done.
struct Running {
    job: usize,
    worker: Worker,
    began: Instant,
    time: Duration,
    /// When it is suspended, or killed.
    stop_at: Instant,
    /// Whether the next answer is that of an earlier turn, for which its time was too short.
    owes_answer: bool,
}

/// How far it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Standing {
    /// Subjects of which something is known, and that are not to be judged again.
    pub(super) done: usize,
    /// Subjects.
    pub(super) all: usize,
    /// Subjects that are being judged.
    pub(super) running: usize,
}

/// The schedule of one crate.
pub(super) struct Schedule<'a> {
    judge: Judge<'a>,
    limits: Limits,
    started: Instant,
    pub(super) jobs: Vec<Job>,
    /// Jobs that wait.
    pending: BTreeSet<usize>,
    running: Vec<Running>,
    /// Where this program failed.
    pub(super) defects: Vec<String>,
}

/// Told of each result as it comes, and now and then.
pub(super) trait Listener {
    /// A subject was judged in so much time, perhaps not for the last time.
    fn judged(&mut self, task: &Task, time: Duration, analysis: &SubjectAnalysis);
    /// Time has passed.
    fn tick(&mut self, standing: Standing);
}

impl<'a> Schedule<'a> {
    /// A schedule without subjects, whose time begins now.
    pub(super) fn new(judge: Judge<'a>, limits: Limits) -> Schedule<'a> {
        let (jobs, pending, running, defects) = Default::default();
        Schedule { judge, limits, started: Instant::now(), jobs, pending, running, defects }
    }

    /// Adds a subject, with what an earlier run found out. If that is to be compared, the subject is judged again.
    pub(super) fn add(
        &mut self,
        task: Task,
        subject: Subject,
        remembered: Option<Judged>,
        is_compared: bool,
    ) {
        let functions = subject.weight();
        let number = self.jobs.len();
        let is_compared = is_compared
            && remembered.as_ref().is_some_and(|it| !it.analysis.is_cut_by_time && !it.is_of_other_tests);
        let (last_time, known) = remembered.map_or((Duration::ZERO, None), |it| (it.time, Some(it.analysis)));
        let (last_time, known, expected) =
            if is_compared { (Duration::ZERO, None, known) } else { (last_time, known, None) };
        self.jobs.push(Job {
            subject: Rc::new((task, subject)),
            functions,
            last_time,
            took: last_time,
            in_vain: 0,
            is_remembered: known.is_some(),
            known,
            waiting: None,
            failed: None,
            expected,
        });
        let is_to_go_on = self.jobs[number].known.as_ref().is_none_or(|it| it.is_cut_by_time);
        if is_to_go_on && last_time < self.most(number) {
            self.pending.insert(number);
        }
    }

    /// Takes the job that is next. Those that were not judged yet come first, and of them those with the most functions: a long turn that began last
    /// would leave the other processors without work. Then comes the one that is expected to tell the most in its time.
    fn take_pending(&mut self) -> Option<usize> {
        let in_reverse = || self.pending.iter().rev();
        let is_new = |number: &&usize| self.jobs[**number].last_time.is_zero();
        let longest = in_reverse().filter(is_new).max_by_key(|number| self.jobs[**number].functions);
        let most = || in_reverse().max_by(|a, b| self.yield_of(**a).total_cmp(&self.yield_of(**b)));
        let next = longest.or_else(most).copied()?;
        self.pending.remove(&next);
        Some(next)
    }

    /// Judges until nothing is left to do, or until a subject may be missing: `first_round` ends when each subject was judged once.
    ///
    /// # Errors
    /// Tells why tests could not be run at all.
    pub(super) fn run(&mut self, first_round: bool, listener: &mut dyn Listener) -> Result<(), NativeError> {
        self.execute_shared_calls();
        loop {
            self.begin_jobs(listener)?;
            let at_work = self.running.iter().map(|running| &running.job);
            let is_first_over =
                !self.pending.iter().chain(at_work).any(|number| self.jobs[*number].last_time.is_zero());
            if self.running.is_empty() || (first_round && is_first_over) {
                return Ok(());
            }
            let stop_at = self.running.iter().map(|running| running.stop_at).min();
            let wake = stop_at.unwrap_or_else(Instant::now).min(Instant::now() + TICK);
            match next_answer(self.running.iter_mut().map(|running| &mut running.worker), wake) {
                Some((number, answer)) => self.take_answer(number, answer, listener),
                None => self.stop_late_ones(),
            }
            listener.tick(self.standing());
        }
    }

    /// Executes what several subjects call before their processes begin, which are copies of this one.
    fn execute_shared_calls(&self) {
        let left = self.until().saturating_duration_since(Instant::now());
        let waiting = self.pending.iter().map(|number| &*self.jobs[*number].subject);
        let Some(contracts) = waiting.clone().next().map(|(task, _)| task.probed.contracts_only()) else {
            return;
        };
        let limits = AheadLimits {
            processes: self.limits.jobs,
            time_for_one: times::SHARED_CALL,
            until: Instant::now() + left.mul_f64(times::SHARED_CALLS),
        };
        let subjects = waiting.map(|(_, subject)| subject);
        self.judge.code.execute_shared_calls(subjects, contracts, limits);
    }

    /// Functions that are entries of others everywhere, so that no subject has their checks, and that may run into one.
    pub(super) fn entries_of_others_alone(&self) -> Vec<BodyId> {
        let code = self.judge.code;
        let entries = || self.jobs.iter().flat_map(|job| job.subject.1.entries.values());
        let own: BTreeSet<BodyId> =
            entries().filter(|entry| !entry.is_of_others).map(|entry| entry.body).collect();
        let mut others: BTreeSet<BodyId> =
            entries().filter(|entry| entry.is_of_others).map(|entry| entry.body).collect();
        others.retain(|body| !own.contains(body));
        let may_fail = |body: &BodyId| {
            let slice = code.slice(&code.function_of("", *body));
            slice.iter().any(|body| code.panicking().contains_key(body))
        };
        others.into_iter().filter(may_fail).collect()
    }

    /// How far it is.
    fn standing(&self) -> Standing {
        let (all, running) = (self.jobs.len(), self.running.len());
        Standing { done: all - running - self.pending.len(), all, running }
    }

    fn begin_jobs(&mut self, listener: &mut dyn Listener) -> Result<(), NativeError> {
        while self.running.len() < self.limits.jobs {
            let left = self.until().saturating_duration_since(Instant::now());
            if left < TOO_SHORT {
                return Ok(());
            }
            let Some(number) = self.take_pending() else { return Ok(()) };
            let Some(time) = self.next_time(number, left) else { continue };
            match self.worker_of(number) {
                Some((mut worker, owes_answer)) => {
                    let began = Instant::now();
                    let stop_at = began + (time + time.mul_f64(EXCESS)).min(left) + GRACE;
                    let is_at_work = if owes_answer {
                        worker.resume();
                        true
                    } else {
                        worker.ask(&request(time)).is_ok()
                    };
                    if is_at_work {
                        let running = Running { job: number, worker, began, time, stop_at, owes_answer };
                        self.running.push(running);
                    } else {
                        self.fail(number, time, "its process has ended");
                    }
                }
                None => {
                    let analysis = self.judge_here(number, time)?;
                    self.jobs[number].took = time;
                    self.know(number, time, analysis, None, listener);
                }
            }
        }
        Ok(())
    }

    /// The process of a subject: the one that waits, and whether it owes an answer, or a new one; none where no process can be copied.
    fn worker_of(&mut self, number: usize) -> Option<(Worker, bool)> {
        if let Some(Waiting { worker, owes_answer, .. }) = self.jobs[number].waiting.take() {
            return Some((worker, owes_answer));
        }
        let (judge, limits, subject) = (self.judge, self.limits, Rc::clone(&self.jobs[number].subject));
        let functions = self.jobs[number].functions;
        let judging = judge.begin(&subject.0, &subject.1);
        let serve = |request: &[u8]| {
            judge.code.program.note_reads();
            let answer = answer(&judging, limits.solver, functions, request);
            postcard::to_stdvec(&answer).expect("an analysis is plain data")
        };
        Worker::start(serve).ok().map(|worker| (worker, false))
    }

    fn judge_here(&self, number: usize, time: Duration) -> Result<SubjectAnalysis, NativeError> {
        let job = &self.jobs[number];
        let judging = self.judge.begin(&job.subject.0, &job.subject.1);
        judge_within(&judging, self.limits.solver, job.functions, time)
    }

    fn take_answer(&mut self, number: usize, answer: Option<Vec<u8>>, listener: &mut dyn Listener) {
        let mut running = self.running.swap_remove(number);
        let answer: Option<Answer> = answer.and_then(|bytes| postcard::from_bytes(&bytes).ok());
        // What was cut by an earlier turn's end is asked again for what is left of this one.
        if let (true, Some(Ok(SubjectAnalysis { is_cut_by_time: true, .. }))) = (running.owes_answer, &answer)
        {
            let left = running.time.saturating_sub(running.began.elapsed());
            if left >= TOO_SHORT && running.worker.ask(&request(left)).is_ok() {
                running.owes_answer = false;
                self.running.push(running);
                return;
            }
        }
        let Running { job, worker, time, began, .. } = running;
        self.jobs[job].took = began.elapsed();
        match answer {
            Some(Ok(analysis)) => self.know(job, time, analysis, Some(worker), listener),
            Some(Err(Failed::Run(reason))) => self.fail(job, time, &reason),
            Some(Err(Failed::Panicked(message))) => {
                let id = &self.jobs[job].subject.0.subject.id;
                self.defects.push(format!("{id}: its analysis panicked: {message}"));
                self.fail(job, time, "its analysis panicked");
            }
            None => self.fail(job, time, "its process ended before it answered"),
        }
    }

    /// Takes what was found out about a subject in so much time.
    fn know(
        &mut self,
        number: usize,
        time: Duration,
        mut analysis: SubjectAnalysis,
        worker: Option<Worker>,
        listener: &mut dyn Listener,
    ) {
        let known = self.jobs[number].known.take();
        let answers_more =
            known.as_ref().is_none_or(|known| known.answered_functions() < analysis.answered_functions());
        self.jobs[number].in_vain = if answers_more { 0 } else { self.jobs[number].in_vain + 1 };
        if let (true, Some(earlier)) = (analysis.is_cut_by_time, known) {
            analysis.add_states_of(earlier);
        }
        listener.judged(&self.jobs[number].subject.0, time, &analysis);
        self.compare(number, &analysis);
        let is_to_go_on = analysis.is_cut_by_time && time < self.most(number);
        let job = &mut self.jobs[number];
        job.last_time = time;
        job.known = Some(analysis);
        job.failed = None;
        job.is_remembered = false;
        if is_to_go_on {
            if let Some(worker) = worker {
                self.keep(number, worker, false);
            }
            self.pending.insert(number);
        }
    }

    /// Keeps a process for the next turn of its subject, unless those that wait have too much memory.
    fn keep(&mut self, number: usize, worker: Worker, owes_answer: bool) {
        let waiting = self.jobs.iter().filter_map(|job| job.waiting.as_ref());
        let memory: u64 = waiting.map(|waiting| waiting.own_memory).sum();
        let own_memory = worker.own_memory().unwrap_or(USUAL_MEMORY);
        if memory + own_memory <= MOST_WAITING {
            self.jobs[number].waiting = Some(Waiting { worker, own_memory, owes_answer });
        }
    }

    /// Compares what was found out with what an earlier run found out. A difference is a defect of ours.
    fn compare(&mut self, number: usize, analysis: &SubjectAnalysis) {
        let Some(expected) = self.jobs[number].expected.take() else { return };
        // What runs of compiled code did may differ from run to run, and so may times.
        let told = |it: &SubjectAnalysis| {
            let SubjectResult { proof, invariants, verdicts, .. } = &it.result;
            postcard::to_stdvec(&(proof, invariants, verdicts))
        };
        if expected.is_repeatable && analysis.is_repeatable && told(&expected) != told(analysis) {
            let id = &self.jobs[number].subject.0.subject.id;
            self.defects.push(format!("{id}: what an earlier run found out is not what this one does"));
        }
    }

    /// Notes that an attempt gave nothing.
    fn fail(&mut self, number: usize, time: Duration, reason: &str) {
        let job = &mut self.jobs[number];
        (job.last_time, job.took) = (time, time);
        job.failed = Some(reason.to_owned());
    }

    /// Suspends the processes that do not keep to their time, or ends them if they get no further turn.
    fn stop_late_ones(&mut self) {
        let now = Instant::now();
        let (late, rest) =
            std::mem::take(&mut self.running).into_iter().partition(|running| running.stop_at <= now);
        self.running = rest;
        for Running { job, worker, time, .. } in late {
            self.fail(job, time, &format!("its time of {:.1} s is up", time.as_secs_f64()));
            if time < self.most(job) {
                worker.suspend();
                self.keep(job, worker, true);
                self.pending.insert(job);
            }
        }
    }
}
