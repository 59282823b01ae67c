//! Reads the lines of the engine, and decides with which functions its next process takes care.

use std::collections::{BTreeMap, BTreeSet};

use pct_wire::calls::{Call, Text, Value, kind_of, read_calls};

use super::program::Program;
use crate::probe::Place;

/// The greatest numbers that a function is given after it ended a process once, twice, three times. After that it is not called any more.
pub(super) const MOST_AFTER_ENDS: [i128; 3] = [1000, 50, 8];

/// A panic that the engine saw.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    pub(super) place: Option<Place>,
    pub(super) message: String,
    /// The calls; their functions have the numbers of the list.
    pub(super) calls: Vec<Call>,
}

/// Abstract states that no calls had reached before, and calls that did.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct States {
    /// The sites of the probes, and the bits of the predicates that held.
    pub(super) states: BTreeSet<(u64, u64)>,
    /// The calls; their functions have the numbers of the list.
    pub(super) calls: Vec<Call>,
}

/// The outcome of a run of the engine, as its processes told it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Told {
    pub(super) panics: Vec<Seen>,
    pub(super) states: Vec<States>,
    /// How often each function was called.
    pub(super) called: BTreeMap<usize, u64>,
    /// How many processes did not end by themselves, and how often each function was taken for the reason.
    pub(super) ended: usize,
    pub(super) ends: BTreeMap<usize, usize>,
    /// Sequences that were kept, a line each, as the engine tells them and is given them. A process tells those again that it was given.
    pub(super) kept: BTreeSet<String>,
    /// Calls and sequences that were run.
    pub(super) calls: u64,
    pub(super) runs: u64,
    /// The engine ended by itself.
    pub(super) is_over: bool,
    /// It did so before its time: nothing new was expected.
    pub(super) is_exhausted: bool,
    /// The system has no sandbox for it.
    pub(super) is_unprotected: bool,
}

impl Told {
    /// Adds what a process printed. Lines that are the code's own output are none of ours.
    pub(super) fn read(&mut self, output: &str, program: &Program) {
        let calls = |text: &str| {
            let mut calls = read_calls(text)?;
            for call in &mut calls {
                call.function = *program.functions.get(call.function)?;
            }
            Some(calls)
        };
        for line in output.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            match fields.as_slice() {
                ["panic", _, _, place, message, text] => {
                    let message = syn::parse_str::<syn::LitStr>(message).map(|it| it.value());
                    if let (Ok(message), Some(calls)) = (message, calls(text)) {
                        self.add(Seen { place: read_place(place), message, calls });
                    }
                }
                ["states", states, text] => {
                    if let (Some(states), Some(calls)) = (read_states(states), calls(text)) {
                        self.add_states(states, calls);
                    }
                }
                ["called", counts @ ..] => self.add_called(counts, program),
                ["kept", _, _] => drop(self.kept.insert(line.to_owned())),
                ["abort" | "hang", made, text] => {
                    self.calls += made.parse::<u64>().unwrap_or(0);
                    if let Some(calls) = calls(text) {
                        self.blame(&calls);
                    }
                }
                ["cut", made] => {
                    self.calls += made.parse::<u64>().unwrap_or(0);
                    self.is_over = true;
                }
                // Once is enough.
                ["unprotected"] => self.is_unprotected = true,
                ["effect", _, text] => {
                    if let Some(last) = calls(text).as_ref().and_then(|calls| calls.last()) {
                        self.ended += 1;
                        self.ends.insert(last.function, usize::MAX);
                    }
                }
                ["end", runs, calls, ..] => {
                    self.runs += runs.parse::<u64>().unwrap_or(0);
                    self.calls += calls.parse::<u64>().unwrap_or(0);
                    self.is_over = true;
                    self.is_exhausted = fields.last() == Some(&"exhausted");
                }
                _ => {}
            }
        }
    }

    /// How often a function was taken for the reason that a process did not end by itself.
    pub(super) fn ends_by(&self, function: usize) -> usize {
        self.ends.get(&function).copied().unwrap_or(0)
    }

    /// Finds the reason that a process did not end by itself: the functions that were given numbers so great that they would not be given them again,
    /// or else the last one.
    fn blame(&mut self, calls: &[Call]) {
        self.ended += 1;
        let has_great_number = |call: &&Call| {
            let next = MOST_AFTER_ENDS.get(self.ends_by(call.function)).copied().unwrap_or(0);
            call.arguments.iter().any(|argument| has_number_beyond(next, argument))
        };
        let blamed: BTreeSet<usize> =
            calls.iter().filter(has_great_number).map(|call| call.function).collect();
        for function in &blamed {
            let ends = self.ends.entry(*function).or_default();
            *ends = ends.saturating_add(1);
        }
        if let (true, Some(last)) = (blamed.is_empty(), calls.last()) {
            let ends = self.ends.entry(last.function).or_default();
            // The first limit that would have kept it from these arguments; none may.
            let helps =
                |most: &i128| last.arguments.iter().any(|argument| has_number_beyond(*most, argument));
            let next = MOST_AFTER_ENDS.iter().position(helps).unwrap_or(MOST_AFTER_ENDS.len() - 1);
            *ends = ends.saturating_add(1).max(next + 1);
        }
    }

    /// Adds how often functions were called: `3:57`.
    fn add_called(&mut self, counts: &[&str], program: &Program) {
        for (function, count) in counts.iter().filter_map(|count| count.split_once(':')) {
            let function = function.parse().ok().and_then(|number: usize| program.functions.get(number));
            if let (Some(function), Ok(count)) = (function, count.parse::<u64>()) {
                *self.called.entry(*function).or_default() += count;
            }
        }
    }

    /// Adds calls if no others are known to reach one of these states. An earlier process may have told of them.
    fn add_states(&mut self, mut states: BTreeSet<(u64, u64)>, calls: Vec<Call>) {
        let is_known = |state: &(u64, u64)| self.states.iter().any(|known| known.states.contains(state));
        states.retain(|state| !is_known(state));
        if !states.is_empty() {
            self.states.push(States { states, calls });
        }
    }

    /// Adds a panic, if it is the first one of its kind at its place, or needs fewer calls, or as many that are no longer to read.
    fn add(&mut self, seen: Seen) {
        let is_known = |known: &&mut Seen| {
            known.place == seen.place && kind_of(&known.message) == kind_of(&seen.message)
        };
        match self.panics.iter_mut().find(is_known) {
            Some(known) if size(&known.calls) >= size(&seen.calls) => *known = seen,
            Some(_) => {}
            None => self.panics.push(seen),
        }
    }
}

/// How many calls there are, and how long they are to read.
fn size(calls: &[Call]) -> (usize, usize) {
    (calls.len(), Text(calls).to_string().len())
}

/// Tells whether a value has a number that is greater, whatever its sign is.
fn has_number_beyond(most: i128, value: &Value) -> bool {
    match value {
        Value::Int(number) => number.unsigned_abs() > most.unsigned_abs(),
        Value::List(parts) | Value::Choice(_, parts) => {
            parts.iter().any(|part| has_number_beyond(most, part))
        }
        Value::Float(_) | Value::Text(_) | Value::Bytes(_) | Value::Object(_) => false,
    }
}

/// `1f:0,2a:3`, in hexadecimal.
fn read_states(text: &str) -> Option<BTreeSet<(u64, u64)>> {
    let read = |state: &str| {
        let (site, bits) = state.split_once(':')?;
        Some((u64::from_str_radix(site, 16).ok()?, u64::from_str_radix(bits, 16).ok()?))
    };
    text.split(',').map(read).collect()
}

/// `src/lib.rs:3:5`
fn read_place(text: &str) -> Option<Place> {
    let (rest, column) = text.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    let (line, column) = (line.parse().ok()?, column.parse().ok()?);
    Some(Place { file: file.to_owned(), line, column, end_line: line, end_column: column + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What lines tell of a client of the functions 4 and 7.
    fn told(lines: &str) -> Told {
        let program = Program { file: "client".into(), functions: vec![4, 7] };
        let mut told = Told::default();
        told.read(lines, &program);
        told
    }

    fn called(calls: &[Call]) -> Vec<usize> {
        calls.iter().map(|call| call.function).collect()
    }

    #[test]
    fn functions_have_the_numbers_of_the_list_and_other_lines_are_passed_over() {
        let told =
            told("called\t0:3\t1:2\t9:1\nstates\t1f:0,2a:3\t0(5); 1(#0)\nhello\tworld\nstates\t1f:0\t1(2)\n");
        assert_eq!(told.called, BTreeMap::from([(4, 3), (7, 2)]));
        let [states] = told.states.as_slice() else { panic!("{told:?}") };
        assert_eq!(states.states, BTreeSet::from([(0x1f, 0), (0x2a, 3)]));
        assert_eq!(called(&states.calls), [4, 7]);
    }

    #[test]
    fn of_two_ways_to_a_panic_the_shorter_one_is_kept() {
        let line = |calls: &str| format!("panic\t1\t1\tsrc/lib.rs:3:5\t\"index 7\"\t{calls}\n");
        let told = told(&(line("0(500); 1(#0)") + &line("1(500)") + &line("1(0)") + &line("0(77); 1(#0)")));
        let [seen] = told.panics.as_slice() else { panic!("{told:?}") };
        assert_eq!(seen.calls[0].arguments, [Value::Int(0)]);
        assert_eq!(seen.place.as_ref().map(|place| (place.line, place.column)), Some((3, 5)));
    }

    #[test]
    fn whoever_ends_a_process_is_given_smaller_numbers_if_these_may_help() {
        // The first limit that would have kept it from 20 is the last one.
        assert_eq!(told("hang\t1\t0(20)\n").ends_by(4), 3);
        assert_eq!(told("hang\t1\t0(2000); 1(3)\n").ends, BTreeMap::from([(4, 1)]));
        // No limit helps.
        assert_eq!(told("hang\t1\t0()\nabort\t1\t0()\n").ends_by(4), MOST_AFTER_ENDS.len() + 1);
        assert_eq!(told("effect\t1\t0(); 1()\n").ends_by(7), usize::MAX);
    }
}
