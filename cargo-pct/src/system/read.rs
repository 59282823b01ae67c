//! Reading systems from their textual form.
//!
//! ```text
//! (system counter)                          ; its name
//! (var n Int)                               ; a variable of every location that lists none of its own
//! (predicate zero (= n 0))                  ; a predicate at every location whose variables it reads
//! (location L (var n Int) (predicate …))    ; a location; its own variables and predicates are optional
//! (initial L (= n 0))                       ; executions begin at L where this holds
//! (edge L M (input k Int) (when (< n k)) (set n (+ n 1)))   ; variables that are not set keep their values
//! (edge L M (havoc n))                      ; n becomes anything
//! (edge L M (when (> n 9)) (goal many))     ; a test is to take this edge, or another one with this goal
//! (error L "message" (when (>= n 500)))     ; fails here
//! (test L (n 0))                            ; a state to execute from; the rest has its simplest value
//! ```

use super::{Edge, EdgeId, ErrorEdge, Goal, Initial, Location, LocationId, Predicate, State, System};
use crate::term::{
    Reader, SExpr, Sort, SyntaxError, Term, Value, Var, VarName, parse_all, read_sort, read_value, variables,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a system file holds.
#[derive(Clone, Debug, Default)]
pub struct SystemFile {
    /// The system.
    pub system: System,
    /// The states that its tests begin in.
    pub tests: Vec<State>,
}

/// Reads a system file. The system is not checked yet: see [`super::check()`].
///
/// # Errors
/// Says where and what was expected.
pub fn read(text: &str) -> Result<SystemFile, SyntaxError> {
    let forms = parse_all(text)?;
    let mut file = FileReader::default();
    // Declarations first, so that their order in the file does not matter to what uses them.
    for form in &forms {
        file.declare(form)?;
    }
    file.complete_locations(&forms)?;
    for form in &forms {
        file.add(form)?;
    }
    Ok(file.result)
}

#[derive(Default)]
struct FileReader {
    result: SystemFile,
    vars: Vec<Var>,
}

impl FileReader {
    fn declare(&mut self, form: &SExpr) -> Result<(), SyntaxError> {
        match form.form()? {
            ("system", [name]) => self.result.system.name = name.atom()?.to_string(),
            ("var", [name, sort]) => self.vars.push(Var::new(VarName::read(name.atom()?), read_sort(sort)?)),
            ("location", [name, rest @ ..]) => {
                let name = name.atom()?.to_string();
                let mut vars = Vec::new();
                for part in rest {
                    match part.form()? {
                        ("var", [name, sort]) => {
                            vars.push(Var::new(VarName::read(name.atom()?), read_sort(sort)?))
                        }
                        ("predicate", [_, _]) => {}
                        _ => {
                            return Err(
                                part.error("`(var NAME SORT)` or `(predicate NAME TERM)` was expected")
                            );
                        }
                    }
                }
                self.result.system.locations.push(Location { name, vars, predicates: Vec::new() });
            }
            ("predicate", [_, _]) | ("initial" | "edge" | "error" | "test", _) => {}
            (head, _) => {
                let known = "system, var, predicate, location, initial, edge, error, test";
                return Err(
                    form.error(format!("`({head} …)` is no form of this many parts; known are {known}"))
                );
            }
        }
        Ok(())
    }

    /// Gives locations the common variables and predicates.
    fn complete_locations(&mut self, forms: &[SExpr]) -> Result<(), SyntaxError> {
        for location in self.result.system.locations.values_mut() {
            if location.vars.is_empty() {
                location.vars.clone_from(&self.vars);
            }
        }
        for form in forms {
            match form.form()? {
                ("predicate", [name, formula]) => self.add_common_predicate(name, formula)?,
                ("location", [name, rest @ ..]) => {
                    let id = self.location(name)?;
                    for part in rest {
                        if let ("predicate", [name, formula]) = part.form()? {
                            let formula = self.reader(id, &[]).read_at(formula, &Sort::Bool)?;
                            let predicate = Predicate { name: name.atom()?.to_string(), formula };
                            self.result.system.locations[id].predicates.push(predicate);
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn add_common_predicate(&mut self, name: &SExpr, formula: &SExpr) -> Result<(), SyntaxError> {
        let formula = Reader::new(&self.vars).read_at(formula, &Sort::Bool)?;
        let predicate = Predicate { name: name.atom()?.to_string(), formula };
        let read = variables([&predicate.formula]);
        for location in self.result.system.locations.values_mut() {
            if read.iter().all(|var| location.vars.contains(var)) {
                location.predicates.push(predicate.clone());
            }
        }
        Ok(())
    }

    fn add(&mut self, form: &SExpr) -> Result<(), SyntaxError> {
        match form.form()? {
            ("initial", [location, constraint @ ..]) => {
                let location = self.location(location)?;
                let constraint = match constraint {
                    [] => Term::bool(true),
                    [constraint] => self.reader(location, &[]).read_at(constraint, &Sort::Bool)?,
                    _ => return Err(form.error("`(initial LOCATION TERM)` was expected")),
                };
                self.result.system.initial.push(Initial { location, constraint });
            }
            ("edge", [source, target, parts @ ..]) => self.add_edge(source, target, parts)?,
            ("error", [source, SExpr::Text(_, message), parts @ ..]) => {
                let source = self.location(source)?;
                let Parts { inputs, guard, set, goals } = self.parts(source, parts)?;
                if let Some((place, ..)) = set.first() {
                    return Err(place.error("an error ends the execution: nothing can be set"));
                }
                if let Some((place, _)) = goals.first() {
                    return Err(place.error("a goal is an edge between locations, not an error"));
                }
                let message = message.to_string();
                self.result.system.errors.push(ErrorEdge { source, inputs, guard, message, span: None });
            }
            ("error", _) => return Err(form.error("`(error LOCATION \"message\" …)` was expected")),
            ("edge", _) => return Err(form.error("`(edge SOURCE TARGET …)` was expected")),
            ("test", [location, values @ ..]) => self.add_test(location, values)?,
            _ => {}
        }
        Ok(())
    }

    fn add_edge(&mut self, source: &SExpr, target: &SExpr, parts: &[SExpr]) -> Result<(), SyntaxError> {
        let (source, target_id) = (self.location(source)?, self.location(target)?);
        let Parts { mut inputs, guard, set, goals } = self.parts(source, parts)?;
        let system = &self.result.system;
        let mut updates = Vec::new();
        for var in &system.locations[target_id].vars {
            let update = match set.iter().find(|(_, name, _)| name[..] == *var.name) {
                Some((_, _, Some(value))) => self.reader(source, &inputs).read_at(value, &var.sort)?,
                Some((_, name, None)) => {
                    let fresh = Var::new(format!("{name}'"), var.sort.clone());
                    inputs.push(fresh.clone());
                    fresh.term()
                }
                None if system.locations[source].vars.contains(var) => var.term(),
                None => {
                    return Err(target.error(format!("`{}` is not set and has no value before", var.name)));
                }
            };
            updates.push(update);
        }
        if let Some((place, name, _)) = set
            .iter()
            .find(|(_, name, _)| !system.locations[target_id].vars.iter().any(|var| *var.name == ***name))
        {
            return Err(place.error(format!("the target has no variable `{name}`")));
        }
        let twice =
            set.iter().enumerate().find(|(index, it)| set[..*index].iter().any(|other| other.1 == it.1));
        if let Some((_, (place, name, _))) = twice {
            return Err(place.error(format!("`{name}` is set twice")));
        }
        let edge = self.result.system.edges.push(Edge { source, target: target_id, inputs, guard, updates });
        goals.iter().for_each(|(_, name)| self.add_goal(name, edge));
        Ok(())
    }

    /// Adds an edge to the goal of this name, which may have other edges already.
    fn add_goal(&mut self, name: &str, edge: EdgeId) {
        let goals = &mut self.result.system.goals;
        match goals.values_mut().find(|goal| goal.name == name) {
            Some(goal) => {
                goal.edges.insert(edge);
            }
            None => {
                goals.push(Goal { name: name.to_owned(), edges: BTreeSet::from([edge]) });
            }
        }
    }

    fn parts<'e>(&self, source: LocationId, parts: &'e [SExpr]) -> Result<Parts<'e>, SyntaxError> {
        let (mut inputs, mut conditions, mut set) = (Vec::new(), Vec::new(), Vec::new());
        let mut goals = Vec::new();
        for part in parts {
            match part.form()? {
                ("input", [name, sort]) => {
                    inputs.push(Var::new(VarName::read(name.atom()?), read_sort(sort)?))
                }
                ("when", [condition]) => conditions.push(condition),
                ("set", [name, value]) => set.push((part, name.atom()?, Some(value))),
                ("goal", [name]) => goals.push((part, name.atom()?)),
                ("havoc", names) => {
                    for name in names {
                        set.push((part, name.atom()?, None));
                    }
                }
                _ => return Err(part.error(
                    "`(input NAME SORT)`, `(when TERM)`, `(set NAME TERM)`, `(havoc NAME)` or `(goal NAME)` was expected",
                )),
            }
        }
        let mut reader = self.reader(source, &inputs);
        let guards: Result<Vec<_>, _> = conditions.iter().map(|c| reader.read_at(c, &Sort::Bool)).collect();
        Ok(Parts { inputs, guard: Term::all(guards?), set, goals })
    }

    fn add_test(&mut self, location: &SExpr, values: &[SExpr]) -> Result<(), SyntaxError> {
        let id = self.location(location)?;
        let vars = &self.result.system.locations[id].vars;
        let mut state: Vec<Value> = vars.iter().map(|var| Value::simplest(&var.sort)).collect();
        for pair in values {
            let [name, value] = pair.list()? else { return Err(pair.error("`(NAME VALUE)` was expected")) };
            let position = vars.iter().position(|var| name.atom().is_ok_and(|name| **name == *var.name));
            let position = position.ok_or_else(|| name.error("the location has no such variable"))?;
            state[position] = read_value(value, &vars[position].sort)?;
        }
        self.result.tests.push(State { location: id, values: state });
        Ok(())
    }

    fn location(&self, name: &SExpr) -> Result<LocationId, SyntaxError> {
        let found = self.result.system.location_named(name.atom()?);
        found.ok_or_else(|| name.error("there is no such location"))
    }

    fn reader(&self, location: LocationId, inputs: &[Var]) -> Reader {
        Reader::new(self.result.system.locations[location].vars.iter().chain(inputs))
    }
}

/// The parts of an edge: its inputs, the conjunction of its conditions, what it sets (or leaves open), and its goals.
struct Parts<'e> {
    inputs: Vec<Var>,
    guard: Term,
    set: Vec<(&'e SExpr, &'e Arc<str>, Option<&'e SExpr>)>,
    goals: Vec<(&'e SExpr, &'e Arc<str>)>,
}
