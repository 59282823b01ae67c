//! The text of an execution, for tests and `--emit`.

use crate::mir::Local;
use crate::symex::access::outcome::{Execution, Outcome};
use crate::symex::program::Program;
use crate::symex::state::State;
use crate::symex::state::value::Value;
use crate::term::Term;
use std::fmt::Write;

/// The leaves of a value: names below `name`, and terms.
pub fn leaves(value: &Value, name: &str, found: &mut Vec<(String, Term)>) {
    match value {
        Value::Scalar(term) => found.push((name.to_owned(), term.clone())),
        Value::Aggregate(fields) => {
            for (index, field) in fields.iter().enumerate() {
                leaves(field, &format!("{name}.{index}"), found);
            }
        }
        Value::Enum(value) => {
            found.push((format!("{name}.variant"), value.variant.clone()));
            for (variant, fields) in value.payloads.iter().enumerate() {
                for (index, field) in fields.iter().enumerate() {
                    leaves(field, &format!("{name}.{variant}.{index}"), found);
                }
            }
        }
        Value::Sequence(sequence) => {
            found.push((format!("{name}.len"), sequence.length.clone()));
            leaves(&sequence.elements, &format!("{name}[_]"), found);
        }
        Value::Boxed(inner) => leaves(inner, &format!("*{name}"), found),
        Value::Closure(closure) => {
            for (index, capture) in closure.captures.iter().enumerate() {
                leaves(capture, &format!("{name}.{index}"), found);
            }
        }
        Value::Opaque(opaque) => found.push((format!("{name} (opaque)"), opaque.identity.clone())),
        Value::Reference(_) | Value::Function(_) | Value::Uninit => {}
    }
}

/// The leaves of a state: the locals of its frames by their names in the source, then its objects.
pub fn state_leaves(program: &Program, state: &State) -> Vec<(String, Term)> {
    let mut found = Vec::new();
    for frame in &state.frames {
        let body = &program.code(frame.body).body;
        for (index, value) in frame.locals.iter().enumerate() {
            leaves(value, &body.local_name(Local::from_u32(index as u32)), &mut found);
        }
    }
    for (id, object) in &state.objects {
        leaves(&object.value, id, &mut found);
    }
    found
}

impl Execution {
    /// The outcomes with their guards and what differs from a variable of the same name; then the notes.
    pub fn display(&self, program: &Program) -> String {
        let mut text = String::new();
        for outcome in &self.outcomes {
            // Writing into a string does not fail.
            let _ = write_outcome(&mut text, program, outcome);
        }
        for note in &self.notes {
            let place = note.span.as_ref().map_or_else(String::new, |span| format!(" at {span}"));
            let _ = writeln!(text, "note: {:?}: {}{place}", note.kind, note.text);
        }
        text
    }
}

fn write_outcome(text: &mut String, program: &Program, outcome: &Outcome) -> std::fmt::Result {
    match outcome {
        Outcome::Cut(state) => {
            let stack: Vec<String> = state
                .frames
                .iter()
                .map(|frame| format!("{}:{}", program.name(frame.body), frame.block))
                .collect();
            write!(text, "cut {}", stack.join(" / "))?;
        }
        Outcome::Return(..) => text.push_str("return"),
        Outcome::Unwind(_) => text.push_str("unwind"),
        Outcome::Error(error) => {
            let place = error.span.as_ref().map_or_else(String::new, |span| format!(" at {span}"));
            write!(text, "error {} `{}` in {}{place}", error.kind.name(), error.message, error.function)?;
        }
        Outcome::RecursiveCall(call) => write!(text, "called {}", program.name(call.body))?,
        Outcome::Exposed(_) => text.push_str("exposed"),
        Outcome::Diverge(_) => text.push_str("diverge"),
        Outcome::Opaque(end) => {
            let place = end.span.as_ref().map_or_else(String::new, |span| format!(" at {span}"));
            write!(text, "opaque `{}` in {}{place}", end.reason, end.function)?;
        }
    }
    writeln!(text, "\n  if {}", outcome.guard())?;
    let mut found = Vec::new();
    match outcome {
        Outcome::Cut(state) | Outcome::Unwind(state) | Outcome::Diverge(state) => {
            found = state_leaves(program, state);
        }
        Outcome::Return(state, value) => {
            leaves(value, "result", &mut found);
            found.extend(state_leaves(program, state));
        }
        Outcome::RecursiveCall(call) => {
            call.arguments.iter().for_each(|argument| leaves(argument, "argument", &mut found));
        }
        Outcome::Exposed(exposed) => {
            exposed.values.iter().for_each(|visible| leaves(&visible.value, "seen", &mut found));
        }
        Outcome::Error(_) | Outcome::Opaque(_) => {}
    }
    for (name, term) in found {
        let shown = term.to_string();
        if shown != name {
            writeln!(text, "  {name} = {shown}")?;
        }
    }
    Ok(())
}
