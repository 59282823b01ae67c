//! The textual form of systems.

use super::{Location, State, System};
use crate::term::{DisplayValue, Term, Var, quote_symbol};
use std::fmt::{self, Write};

/// The system as [`super::read()`] reads it. Every location lists its own variables and predicates.
pub fn print(system: &System) -> String {
    let mut out = String::new();
    write_system(&mut out, system).expect("writing to a string does not fail");
    out
}

fn write_system(out: &mut String, system: &System) -> fmt::Result {
    writeln!(out, "(system {})", quote_symbol(&system.name))?;
    for location in system.locations.values() {
        write!(out, "\n(location {}", quote_symbol(&location.name))?;
        for var in &location.vars {
            write!(out, "\n  (var {})", declaration(var))?;
        }
        for predicate in &location.predicates {
            write!(out, "\n  (predicate {} {})", quote_symbol(&predicate.name), predicate.formula)?;
        }
        writeln!(out, ")")?;
    }
    out.push('\n');
    for initial in &system.initial {
        let location = quote_symbol(&system.locations[initial.location].name);
        writeln!(out, "(initial {location} {})", initial.constraint)?;
    }
    for (id, edge) in system.edges.iter() {
        let (source, target) = (&system.locations[edge.source], &system.locations[edge.target]);
        write!(out, "(edge {} {}", quote_symbol(&source.name), quote_symbol(&target.name))?;
        write_guard(out, &edge.inputs, &edge.guard)?;
        for (var, update) in target.vars.iter().zip(&edge.updates) {
            if *update != var.term() {
                write!(out, "\n  (set {} {update})", quote_symbol(&var.name))?;
            }
        }
        for goal in system.goals_of(id) {
            write!(out, "\n  (goal {})", quote_symbol(&system.goals[goal].name))?;
        }
        writeln!(out, ")")?;
    }
    for error in system.errors.values() {
        let source = quote_symbol(&system.locations[error.source].name);
        write!(out, "(error {source} \"{}\"", error.message.replace('"', "'"))?;
        write_guard(out, &error.inputs, &error.guard)?;
        writeln!(out, ")")?;
    }
    Ok(())
}

fn write_guard(out: &mut String, inputs: &[Var], guard: &Term) -> fmt::Result {
    for input in inputs {
        write!(out, "\n  (input {})", declaration(input))?;
    }
    if guard.as_bool() != Some(true) {
        write!(out, "\n  (when {guard})")?;
    }
    Ok(())
}

fn declaration(var: &Var) -> String {
    format!("{} {}", quote_symbol(&var.name), var.sort)
}

/// A state as people read it: `push:loop {index: 0, self.size: 2}`.
pub struct DisplayState<'a>(pub &'a System, pub &'a State);

impl fmt::Display for DisplayState<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Location { name, vars, .. } = &self.0.locations[self.1.location];
        write!(f, "{name} {{")?;
        for (index, (var, value)) in vars.iter().zip(&self.1.values).enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{}: {}", var.name, DisplayValue(value, &var.sort))?;
        }
        f.write_str("}")
    }
}
