//! Runs the generated functions in three ways and compares.

use crate::generate::{Case, Function, source};
use crate::support::run_rustc;
use cargo_pct::mir;
use cargo_pct::source::Items;
use cargo_pct::symex::segments::Segments;
use cargo_pct::symex::types::Generics;
use cargo_pct::symex::{BodyId, Config, ErrorKind, Outcome, Program, Run, Value, entry, interpret};
use cargo_pct::term::{self, Assignment, IntType, Sort, Term, Var};
use std::collections::BTreeMap;
use std::process::Command;

/// What a run gave: the result's text, or the panic's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Observed {
    Returned(String),
    Panicked(String),
}

/// How the runs ended.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) returned: usize,
    pub(crate) panicked: usize,
    pub(crate) unknown: usize,
    pub(crate) approximate: usize,
    pub(crate) exact: usize,
    /// Why the interpreter or the symbolic execution gave up.
    pub(crate) reasons: BTreeMap<String, usize>,
    /// What did not agree: the first of each function.
    pub(crate) wrong: BTreeMap<usize, String>,
}

pub(crate) struct Differential {
    program: Program,
    bodies: Vec<BodyId>,
    segments: Vec<Segments>,
    native: BTreeMap<(usize, usize), Observed>,
    text: String,
}

const BUDGET: u64 = 20_000;

impl Differential {
    pub(crate) fn compile(functions: &[Function], cases: &[Vec<Case>]) -> Differential {
        let text = source(functions, cases);
        let folder = tempfile::tempdir().expect("a temporary folder");
        if let Ok(copy) = std::env::var("KEEP_DIFFERENTIAL") {
            std::fs::write(copy, &text).expect("the copy is written");
        }
        std::fs::write(folder.path().join("lib.rs"), &text).expect("the source is written");
        run_rustc(folder.path(), &["--crate-type", "bin", "--emit=link=program"]);
        let dump = std::fs::read_to_string(folder.path().join("out.mir")).expect("rustc wrote the MIR");
        let output = Command::new(folder.path().join("program")).output().expect("the program runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let native = String::from_utf8(output.stdout).expect("text").lines().map(read_line).collect();
        let mut program = crate::support::with_models();
        let expanded = crate::support::expand(folder.path());
        let items = Items::read("<expanded>", &[], &expanded).expect("Rust");
        program.add_crate(mir::parse(&dump, 64), items.into());
        let bodies: Vec<BodyId> =
            (0..functions.len()).map(|number| program.functions_named(&format!("f{number}"))[0]).collect();
        let config = Config::default();
        let segments =
            bodies.iter().map(|body| program.segments(*body, &Generics::default(), &config)).collect();
        Differential { program, bodies, segments, native, text }
    }

    /// What a function did natively on an input.
    pub(crate) fn native(&self, number: usize, index: usize) -> &Observed {
        &self.native[&(number, index)]
    }

    pub(crate) fn segments(&self, number: usize) -> &Segments {
        &self.segments[number]
    }

    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    /// Where the symbolic execution of a function meets something that it does not know: calls without a model, and the like.
    pub(crate) fn unknown_ends(&self, number: usize) -> Vec<String> {
        let executions = &self.segments[number].executions;
        let ends = executions.iter().flat_map(|execution| &execution.outcomes);
        let ends = ends.filter_map(|outcome| match outcome {
            Outcome::Opaque(end) => Some(format!("{} at {:?}", end.reason, end.span)),
            Outcome::Error(error) if error.kind == ErrorKind::Unmodelled => Some(error.message.clone()),
            _ => None,
        });
        ends.collect()
    }

    /// Compares the three results of one function on one input.
    pub(crate) fn compare(&self, number: usize, index: usize, case: &Case, tally: &mut Tally) {
        let native = &self.native[&(number, index)];
        match native {
            Observed::Returned(_) => tally.returned += 1,
            Observed::Panicked(_) => tally.panicked += 1,
        }
        match self.interpreted(number, case) {
            Ok(found) => self.expect(&found, native, number, case, "interpreted", tally),
            Err(reason) => {
                tally.unknown += 1;
                *tally.reasons.entry(reason).or_default() += 1;
            }
        }
        match self.symbolic(number, case) {
            Ok(found) => {
                tally.exact += 1;
                self.expect(&found, native, number, case, "symbolic", tally);
            }
            Err(reason) => {
                tally.approximate += 1;
                *tally.reasons.entry(reason).or_default() += 1;
            }
        }
    }

    fn expect(
        &self,
        found: &Observed,
        native: &Observed,
        number: usize,
        case: &Case,
        how: &str,
        tally: &mut Tally,
    ) {
        let agree = match (found, native) {
            (Observed::Returned(a), Observed::Returned(b)) => a == b,
            (Observed::Panicked(template), Observed::Panicked(message)) => {
                fits(&template.replace('\n', "|"), message)
            }
            _ => false,
        };
        if !agree {
            let header = format!("pub fn f{number}(");
            let start = self.text.find(&header).expect("the function is in the text");
            let end = self.text[start..].find("\n}\n").map_or(self.text.len(), |end| start + end + 2);
            let text = &self.text[start..end];
            let message = format!("{how}: {found:?}\nnative: {native:?}\n{case:?}\n{text}");
            tally.wrong.entry(number).or_insert(message);
        }
    }

    /// Fails if anything did not agree.
    pub(crate) fn expect_agreement(tally: &Tally) {
        let all: Vec<&String> = tally.wrong.values().collect();
        let text = all.iter().map(|text| text.as_str()).collect::<Vec<_>>().join("\n\n");
        assert!(all.is_empty(), "{} functions disagree:\n{text}", all.len());
    }

    fn interpreted(&self, number: usize, case: &Case) -> Result<Observed, String> {
        let state = entry(&self.program, self.bodies[number], &Generics::default(), arguments(case));
        match interpret(&self.program, state, BUDGET) {
            Run::Returned(_, value) => Ok(Observed::Returned(shown(&value))),
            Run::Panicked(error, _) => Ok(Observed::Panicked(error.message)),
            other => Err(format!("{other:?}")),
        }
    }

    /// Follows the segments whose guards hold under the input; every one of them must lead on in one way only.
    fn symbolic(&self, number: usize, case: &Case) -> Result<Observed, String> {
        let segments = &self.segments[number];
        let mut assignment = initial(case);
        let mut at = 0;
        for _ in 0..10_000 {
            let execution = &segments.executions[at];
            let holds = |term: &Term| assignment.eval(term).map(|value| value.as_bool());
            let mut taken = Vec::new();
            for outcome in &execution.outcomes {
                if matches!(outcome, Outcome::Unwind(_)) {
                    continue;
                }
                if holds(outcome.guard()).map_err(|error| error.to_string())? {
                    taken.push(outcome);
                }
            }
            let [outcome] = taken.as_slice() else { return Err(format!("{} outcomes at once", taken.len())) };
            match outcome {
                Outcome::Error(error) => return Ok(Observed::Panicked(error.message.clone())),
                Outcome::Return(_, value) => {
                    let mut unbound = None;
                    let value = value.map(&mut |term| match assignment.eval(term) {
                        Ok(value) => Term::value(&value, term.sort()),
                        Err(error) => {
                            unbound = Some(error.to_string());
                            term.clone()
                        }
                    });
                    return unbound.map_or_else(|| Ok(Observed::Returned(shown(&value))), Err);
                }
                Outcome::Cut(state) => {
                    let (next, bindings) =
                        segments.target(&self.program, state).ok_or("a cut that binds to no shape")?;
                    let mut values = Assignment::new();
                    for (var, term) in bindings {
                        let value = match term {
                            Some(term) => assignment.eval(&term).map_err(|error| error.to_string())?,
                            None => term::Value::simplest(&var.sort),
                        };
                        values.set(var, value);
                    }
                    assignment = values;
                    at = next;
                }
                Outcome::Opaque(end) => return Err(format!("{} at {:?}", end.reason, end.span)),
                other => return Err(format!("{other:?}")),
            }
        }
        Err("no end".to_owned())
    }
}

fn read_line(line: &str) -> ((usize, usize), Observed) {
    let mut parts = line.splitn(4, ' ');
    let mut next = || parts.next().expect("four parts");
    let key = (next().parse().expect("a number"), next().parse().expect("a number"));
    match next() {
        "ok" => (key, Observed::Returned(next().to_owned())),
        _ => (key, Observed::Panicked(next().to_owned())),
    }
}

/// Whether a message is the template with anything for each `{}`.
pub(crate) fn fits(template: &str, message: &str) -> bool {
    let mut rest = message;
    let parts: Vec<&str> = template.split("{}").collect();
    parts.iter().enumerate().all(|(index, part)| match rest.find(part) {
        Some(at) if index > 0 || at == 0 => {
            rest = &rest[at + part.len()..];
            true
        }
        _ => false,
    }) && (parts.last().is_some_and(|last| last.is_empty()) || rest.is_empty())
}

fn arguments(case: &Case) -> Vec<Value> {
    let sort = Sort::Machine(IntType::Signed(32));
    let elements =
        case.v.iter().enumerate().fold(Term::int(0).filled_array(&sort), |array, (index, value)| {
            array.store(&Term::int(index), &Term::int(*value))
        });
    vec![
        Value::Scalar(Term::int(case.a)),
        Value::Scalar(Term::int(case.b)),
        Value::Scalar(Term::int(case.c)),
        Value::bool(case.d),
        Value::sequence(Term::int(case.v.len()), Value::Scalar(elements)),
    ]
}

pub(crate) fn initial(case: &Case) -> Assignment {
    let machine = |ty| Sort::Machine(ty);
    let elements = case
        .v
        .iter()
        .enumerate()
        .fold(term::ArrayValue::filled(term::Value::int(0)), |array, (index, value)| {
            array.with(index.into(), term::Value::int(*value))
        });
    let mut values = Assignment::new();
    values.set(Var::new("a", machine(IntType::Signed(32))), term::Value::int(case.a));
    values.set(Var::new("b", machine(IntType::Unsigned(8))), term::Value::int(case.b));
    values.set(Var::new("c", machine(IntType::Signed(64))), term::Value::int(case.c));
    values.set(Var::new("d", Sort::Bool), term::Value::Bool(case.d));
    values.set(Var::new("v.len()", machine(IntType::Unsigned(64))), term::Value::int(case.v.len()));
    let array = machine(IntType::Signed(32)).array_of();
    values.set(Var::new("v[_]", array), term::Value::Array(elements));
    values
}

/// The result as `Debug` shows it.
fn shown(value: &Value) -> String {
    match value {
        Value::Scalar(term) => match (term.as_bool(), term.as_int()) {
            (Some(value), _) => value.to_string(),
            (_, Some(value)) => value.to_string(),
            _ => format!("<{term}>"),
        },
        Value::Aggregate(fields) => {
            format!("({})", fields.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
        Value::Sequence(sequence) => {
            let length = sequence.length.as_int().and_then(|n| usize::try_from(n).ok()).unwrap_or(0);
            let elements = (0..length).map(|index| shown(&sequence.elements.select(&Term::int(index))));
            format!("[{}]", elements.collect::<Vec<_>>().join(", "))
        }
        other => format!("<{other:?}>"),
    }
}
