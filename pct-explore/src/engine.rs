//! The loop: choose a goal, make up or change a sequence, run it, keep it or tell what it did.

use std::time::{Duration, Instant};

use crate::called;
use crate::calls::Text;
use crate::care::{Care, keep_to};
use crate::corpus::Corpus;
use crate::coverage;
use crate::end;
use crate::given::Given;
use crate::maker::{Maker, users};
use crate::output;
use crate::productivity::Goals;
use crate::random::Random;
use crate::sandbox;
use crate::sequence::{self, Function, Panic, Sequence, run};
use crate::shrink::shrunk;
use crate::splice::Spares;
use crate::states::{self, Forget, Others, State, tell};
use crate::substitute::substituted;
use crate::texts;
use crate::words::Words;

/// What is explored.
#[derive(Clone, Copy, Debug)]
pub struct Library {
    /// The functions that clients can call.
    pub functions: &'static [Function],
    /// True if the system is to refuse what reaches beyond the process.
    pub is_in_sandbox: bool,
    /// Lets probes forget what they have seen, if the library has probes and they tell [`crate::observed`].
    pub forget: Option<Forget>,
}

/// Exploration ends before its time after so many runs, and this many times as many as there were when something new was found last, without
/// anything new.
const LEAST_RUNS: u64 = 200_000;
const PATIENCE: u64 = 4;

/// What a run costs besides what it compares.
const EFFORT_OF_A_RUN: u64 = 100;

/// Runs that make a panicking sequence smaller.
const MOST_SHORTENINGS: usize = 3000;

/// Runs that make a sequence smaller that reaches a state first.
const MOST_SHORTENINGS_OF_STATES: usize = 100;

/// Comparisons of all runs that make one sequence smaller, and how long they may take in any case: each may be long.
const MOST_WORK_OF_SHORTENING: usize = 50_000_000;
const MOST_TIME_OF_SHORTENING: Duration = Duration::from_secs(1);

/// What is left for making a sequence smaller.
struct Allowance {
    work: usize,
    end: Instant,
}

impl Allowance {
    fn new() -> Allowance {
        Allowance { work: MOST_WORK_OF_SHORTENING, end: Instant::now() + MOST_TIME_OF_SHORTENING }
    }

    fn is_spent(&self) -> bool {
        self.work == 0 || Instant::now() >= self.end
    }

    /// Counts a run.
    fn spend(&mut self) {
        self.work = self.work.saturating_sub(coverage::work());
    }
}

/// Explores as the arguments of the process say: for so many seconds, from a seed on, with what a file gives (`Given`), the functions of these numbers,
/// with care where there is an `s` behind the number.
///
/// Prints a line for each place where a panic was seen first, with the calls, and another one with the shortest calls found; for each sequence that passed an edge first; one if the process
/// ends in the middle of calls; one at the end; or nothing but one if there is no sandbox.
pub fn main(library: &Library) {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(1.0);
    let seed = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(0);
    let given = arguments.next().and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or_default();
    let Given { words, samples, kept } = Given::read(&given, library.functions);
    called::count(library.functions.len());
    let (goals, cares) = Care::read(arguments, library.functions.len());
    std::panic::set_hook(Box::new(sequence::note_panic));
    end::watch(Duration::from_secs_f64(seconds));
    let Some(file) = output::keep() else { return };
    if library.is_in_sandbox && !sandbox::enter(false, Some(file)) {
        output::tell(format_args!("unprotected"));
        return;
    }
    let started = Instant::now();
    let mut engine = Engine {
        functions: library.functions,
        forget: library.forget,
        cares,
        users: users(library.functions),
        words: Words::new(words, samples),
        goals: Goals::new(&goals),
        corpus: Corpus::new(),
        random: Random::new(seed),
        panics: Vec::new(),
        runs: 0,
        calls: 0,
        effort: 0,
        last_news: 0,
        started,
    };
    engine.resume(kept, &goals);
    engine.explore(started + Duration::from_secs_f64(seconds));
    let why = if engine.is_exhausted() { "exhausted" } else { "time" };
    let Engine { runs, calls, corpus, .. } = engine;
    let (kept, features, edges) = (corpus.len(), corpus.features(), coverage::edges());
    called::tell();
    output::tell(format_args!("end\t{runs}\t{calls}\t{kept}\t{features}\t{edges}\t{why}"));
}

struct Engine {
    functions: &'static [Function],
    forget: Option<Forget>,
    cares: Vec<Care>,
    users: Vec<Vec<usize>>,
    words: Words,
    goals: Goals,
    corpus: Corpus,
    random: Random,
    panics: Vec<Panic>,
    runs: u64,
    calls: u64,
    /// Comparisons of all runs, and something for each run.
    effort: u64,
    /// The number of the run that found something new last.
    last_news: u64,
    started: Instant,
}

impl Engine {
    fn maker(&mut self) -> Maker<'_> {
        Maker {
            functions: self.functions,
            cares: &self.cares,
            users: &self.users,
            words: &self.words,
            random: &mut self.random,
            spares: Spares::default(),
        }
    }

    /// Runs what an earlier process kept for functions that are called now.
    fn resume(&mut self, kept: Vec<(usize, Sequence)>, goals: &[usize]) {
        for (goal, sequence) in kept {
            if goals.contains(&goal) {
                self.run(sequence, goal);
            }
        }
    }

    fn explore(&mut self, end: Instant) {
        let mut turn = 0;
        while !self.goals.is_empty() {
            if turn % 64 == 0 && (Instant::now() >= end || self.is_exhausted()) {
                return;
            }
            turn += 1;
            let next = self.goals.next(&mut self.random);
            let effort = self.effort;
            let news = self.try_goal(self.goals.function(next.0));
            self.goals.note(next, news, self.effort - effort);
        }
    }

    /// Tells whether nothing new has been found for so long that nothing is expected.
    fn is_exhausted(&self) -> bool {
        self.runs > LEAST_RUNS + PATIENCE * self.last_news
    }

    /// Tries one sequence for a function, new or changed. Returns how much was new.
    fn try_goal(&mut self, goal: usize) -> usize {
        let is_new = self.random.once_in(8);
        let chosen = if is_new { None } else { self.corpus.choose(goal, &mut self.random) };
        let Some(number) = chosen else {
            let Some(sequence) = self.maker().sequence_for(goal) else {
                // Else it would be tried over and over, for it costs nothing.
                self.effort += EFFORT_OF_A_RUN;
                return 0;
            };
            return self.run(sequence, goal);
        };
        if !self.corpus.get(number).is_substituted {
            return self.substitute(number, goal);
        }
        let mut sequence = self.corpus.get(number).sequence.clone();
        let mut other = Sequence::new();
        if self.random.once_in(4) {
            let number = self.random.below(self.corpus.len());
            other.clone_from(&self.corpus.get(number).sequence);
        }
        self.maker().mutate(&mut sequence, &other);
        self.run(sequence, goal)
    }

    /// Puts in what a kept sequence compares, for what it is compared with. Returns how much was new.
    fn substitute(&mut self, number: usize, goal: usize) -> usize {
        self.corpus.get(number).is_substituted = true;
        let sequence = self.corpus.get(number).sequence.clone();
        coverage::keep_comparisons(true);
        let _ = run(self.functions, &sequence);
        coverage::keep_comparisons(false);
        let _ = states::found();
        let (comparisons, compared) = (coverage::comparisons().to_vec(), texts::compared().to_vec());
        self.words.learn(&comparisons, &compared, &Text(&sequence).to_string());
        let changed = substituted(self.functions, &sequence, &comparisons, &compared);
        changed.into_iter().map(|it| self.run(it, goal)).sum()
    }

    /// Runs a sequence. Returns how much was new.
    fn run(&mut self, mut sequence: Sequence, goal: usize) -> usize {
        self.effort += EFFORT_OF_A_RUN;
        if sequence.is_empty() || !keep_to(&self.cares, self.functions, &mut sequence) {
            return 0;
        }
        let outcome = run(self.functions, &sequence);
        self.runs += 1;
        self.calls += outcome.calls as u64;
        self.effort += coverage::work() as u64;
        let reached = states::found();
        let new_states = reached.len();
        match outcome.panic {
            None => {
                let news = self.corpus.add(&sequence, goal, new_states);
                if news.has_edge || new_states > 0 {
                    self.last_news = self.runs;
                    output::tell(format_args!("kept\t{goal}\t{}", Text(&sequence)));
                }
                self.tell_states(sequence, reached);
                news.features
            }
            Some((last, panic)) => {
                let is_new = !self.panics.iter().any(|known| known.is_at(&panic));
                sequence.truncate(last + 1);
                self.tell_states(sequence.clone(), reached);
                if is_new {
                    // The process may end while a shorter one is looked for.
                    self.tell_panic(&panic, &sequence);
                    let (shortest, panic) = self.shortened(sequence, panic);
                    self.tell_panic(&panic, &shortest);
                    self.panics.push(panic);
                    self.last_news = self.runs;
                }
                usize::from(is_new) + new_states
            }
        }
    }

    /// Tells of the states that a sequence reached first, with a shorter one that reaches them, if there is one.
    fn tell_states(&mut self, sequence: Sequence, reached: Vec<State>) {
        let Some(forget) = self.forget.filter(|_| !reached.is_empty()) else { return };
        let (functions, mut runs, mut others) = (self.functions, 0, Others::default());
        let mut allowance = Allowance::new();
        let mut shows = |changed: &mut Sequence| {
            if allowance.is_spent() {
                return false;
            }
            runs += 1;
            reached.iter().for_each(|state| state.forget(forget));
            if let Some((last, _)) = run(functions, changed).panic {
                changed.truncate(last + 1);
            }
            allowance.spend();
            let found = states::found();
            others.add(&found, &reached, changed);
            reached.iter().all(|state| found.contains(state))
        };
        let shortest = shrunk(sequence, &mut self.maker(), &mut shows, MOST_SHORTENINGS_OF_STATES);
        // The last try may have reached less.
        shows(&mut shortest.clone());
        self.runs += runs;
        tell(&reached, &shortest);
        others.tell();
    }

    fn tell_panic(&self, panic: &Panic, sequence: &Sequence) {
        let Panic { file, line, column, message } = panic;
        let (time, runs, text) = (self.started.elapsed().as_millis(), self.runs, Text(sequence));
        output::tell(format_args!("panic\t{time}\t{runs}\t{file}:{line}:{column}\t{message:?}\t{text}"));
    }

    /// The shortest sequence found that panics at the same place, and its panic.
    fn shortened(&mut self, sequence: Sequence, panic: Panic) -> (Sequence, Panic) {
        let (functions, mut runs, mut latest) = (self.functions, 0, panic.clone());
        let (mut others, mut allowance) = (Others::default(), Allowance::new());
        let mut shows = |changed: &mut Sequence| {
            runs += 1;
            if allowance.is_spent() {
                return false;
            }
            let outcome = run(functions, changed);
            allowance.spend();
            others.add(&states::found(), &[], changed);
            match outcome.panic {
                Some((last, other)) if other.is_at(&panic) => {
                    changed.truncate(last + 1);
                    latest = other;
                    true
                }
                _ => false,
            }
        };
        let sequence = shrunk(sequence, &mut self.maker(), &mut shows, MOST_SHORTENINGS);
        self.runs += runs;
        others.tell();
        (sequence, latest)
    }
}
