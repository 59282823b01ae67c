//! Calls as the statements of a test: of one that fails as a finding says, or of one that reaches abstract states.

use std::collections::BTreeSet;

use super::behaviour;
use super::call::{Arguments, OBJECT, Written, built, implementing};
use super::imports::{imports_of, imports_of_literal};
use super::instance::{self, Bounds};
use super::naming::import_of_named;
use super::unwritable::Unwritable;
use crate::lower::{Entry, EntryId, Subject, SubjectKind};
use crate::mir::{Mutability, Type};
use crate::native::linked::{Kept, LinkedCall, LinkedRun, LinkedTest, is_dispensable};
use crate::symex::Program;
use crate::symex::types::plain_name;
use crate::term::Assignment;
use crate::verify::{Call, CallSequence};

/// Calls that a client can write.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Reproduction {
    /// The calls, in order.
    pub calls: Vec<Written>,
    /// The imports of the test.
    pub imports: Vec<String>,
    pub(super) observers: Observers,
}

/// Looks at the object that the calls of a test leave.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Observers {
    /// Calls of methods that only look.
    pub(super) calls: Vec<Written>,
    /// The object itself. A test asserts the text that `Debug` writes of it only if it asserts nothing else.
    pub(super) object: Option<Written>,
}

/// How many observers are called.
const MOST_OBSERVERS: usize = 4;

/// Writes a sequence of calls. `crate_name` is the crate's name in paths.
///
/// If rustc has to check the bounds, the calls are only a guess: rustc may refuse them, and closures that clients pass may behave otherwise
/// than in the sequence.
///
/// # Errors
/// If no client can write it down: an argument has no literal, or a call is one that only the crate can make.
pub fn reproduction(
    program: &Program,
    subject: &Subject,
    sequence: &CallSequence,
    crate_name: &str,
    bounds: Bounds,
) -> Result<Reproduction, Unwritable> {
    let (mut calls, mut imports) = (Vec::new(), BTreeSet::new());
    let class = match &subject.kind {
        SubjectKind::Type(ty) => {
            let class = class_of(program, subject, sequence, bounds)
                .ok_or_else(|| Unwritable::NoInstance { ty: ty.to_string() })?;
            let import = import_of_named(program, crate_name, &class);
            // Methods need no name of the type; other calls are refused by rustc.
            let is_handed_out = || {
                let path = class.as_path().and_then(plain_name);
                path.is_some_and(|path| program.is_handed_out(&path))
            };
            if import.is_none() && !is_handed_out() {
                return Err(Unwritable::NoPath { ty: ty.to_string() });
            }
            imports.extend(import);
            Some(class)
        }
        SubjectKind::Function => None,
    };
    if let (Some(object), Some(class)) = (&sequence.built, &class) {
        let built =
            built(program, class, object).ok_or_else(|| Unwritable::NoObject { ty: class.to_string() })?;
        imports.extend(imports_of_literal(program, crate_name, class, &built.call));
        calls.push(built);
    }
    for call in &sequence.calls {
        let entry = &subject.entries[call.entry];
        let function = entry.name.clone();
        match imports_of(program, entry, crate_name, class.is_none(), bounds) {
            Ok(own) => imports.extend(own),
            Err(cause) => return Err(Unwritable::NotCallable { function, cause }),
        }
        let of_class = match &class {
            Some(class) => instance::entry_of(program, entry, class, bounds),
            None => Some(instance::function_of(program, entry, bounds)),
        };
        let Some(entry) = &of_class else { return Err(Unwritable::OtherInstance { function }) };
        let arguments = Arguments { program, entry, call, bounds };
        let Some(written) = arguments.call(class.as_ref(), calls.is_empty()) else {
            return Err(Unwritable::NoArgument { function });
        };
        if entry.object.is_some() && class.is_some() && !calls.iter().any(|call| call.makes.is_some()) {
            return Err(Unwritable::HiddenObject { function });
        }
        let implementing = implementing(program, entry);
        for ty in entry.parameters.iter().map(|(_, ty)| ty).chain(&class).chain(&implementing) {
            imports.extend(imports_of_literal(program, crate_name, ty, &written.text()));
        }
        calls.push(written);
    }
    Ok(Reproduction { calls, imports: imports.into_iter().collect(), observers: Observers::default() })
}

/// The instance of the class on which the calls are made.
fn class_of(program: &Program, subject: &Subject, sequence: &CallSequence, bounds: Bounds) -> Option<Type> {
    let called = sequence.calls.iter().map(|call| &subject.entries[call.entry]);
    instance::chosen(program, subject, called, Some(&sequence.constants()?), bounds)
}

/// Chooses observers after a sequence: methods of the class that take only `&self`, return a value that a test can compare, and may
/// be run, as `may_run` tells.
pub fn observers(
    program: &Program,
    subject: &Subject,
    sequence: &CallSequence,
    crate_name: &str,
    may_run: impl Fn(EntryId) -> bool,
) -> Observers {
    let class = class_of(program, subject, sequence, Bounds::CheckedByRustc);
    let is_consumed = sequence.calls.iter().any(|call| consumes(&subject.entries[call.entry]));
    let Some(class) = class.filter(|_| !is_consumed) else { return Observers::default() };
    let object = object_text(program, &class);
    if sequence.calls.len() + usize::from(sequence.built.is_some()) < 2 {
        return Observers { calls: Vec::new(), object };
    }
    let mut calls = Vec::new();
    for (number, entry) in subject.entries.iter() {
        let has_observer_signature =
            matches!(entry.parameters.as_slice(), [(_, Type::Ref { mutability: Mutability::Not, .. })])
                && !entry.is_drop;
        let is_own =
            || imports_of(program, entry, crate_name, false, Bounds::Met).is_ok_and(|it| it.is_empty());
        if !has_observer_signature || !is_own() || !may_run(number) {
            continue;
        }
        let call = Call { entry: number, inputs: Assignment::default(), unwinds: false };
        let of_class = instance::entry_of(program, entry, &class, Bounds::Met);
        let observer = of_class.and_then(|entry| {
            Arguments { program, entry: &entry, call: &call, bounds: Bounds::Met }.call(Some(&class), false)
        });
        calls.extend(
            observer.filter(|observer| behaviour::question(&observer.call, &observer.result).is_some()),
        );
    }
    calls.truncate(MOST_OBSERVERS);
    Observers { calls, object }
}

/// An object of a class, if the text that `Debug` writes of it can be compared.
pub(super) fn object_text(program: &Program, class: &Type) -> Option<Written> {
    program.has_stable_debug(class).then(|| Written {
        before: Vec::new(),
        call: OBJECT.to_owned(),
        result: class.clone(),
        makes: None,
        changes: false,
        unwinds: false,
        has_stable_debug: true,
    })
}

/// Tells whether a call consumes its object: tests call a destructor by `drop(s)`.
pub(super) fn consumes(entry: &Entry) -> bool {
    let object = entry.parameters.iter().find(|(name, _)| Some(name.as_str()) == entry.object.as_deref());
    entry.is_drop || object.is_some_and(|(_, ty)| !matches!(ty, Type::Ref { .. }))
}

impl Reproduction {
    /// A test of statements that are written already, and of a call whose result it asks for, if a test can compare that.
    pub(crate) fn written(
        program: &Program,
        imports: Vec<String>,
        before: Vec<String>,
        (call, result): (String, Type),
    ) -> Reproduction {
        let is_compared = behaviour::is_unit(&result) || behaviour::question(&call, &result).is_some();
        let has_stable_debug = !is_compared && program.has_stable_debug(&result);
        let call =
            Written { before, call, result, makes: None, changes: false, unwinds: false, has_stable_debug };
        Reproduction { calls: vec![call], imports, observers: Observers::default() }
    }

    /// Tells whether the object of the calls is the only one that its constructor returns: nothing was chosen.
    pub fn takes_the_only_object(&self) -> bool {
        let mut made = self.calls.iter().filter_map(|call| call.makes.as_deref());
        made.all(|taken| matches!(taken, "" | ".unwrap()"))
    }

    /// The statements of a test that does what the last call is said to do.
    pub fn statements(&self) -> Vec<String> {
        let statement = |call: &Written| match &call.makes {
            Some(unwrap) => call.after(format!("let mut {OBJECT} = {}{unwrap};", call.call)),
            None if call.unwinds => call.after(caught(&call.call)),
            None => call.after(format!("{};", call.call)),
        };
        repeated(self.calls.iter().map(statement))
    }

    /// The whole test, to be pasted into a file under `tests/`.
    pub fn test(&self, name: &str) -> String {
        let import = if self.imports.is_empty() { String::new() } else { self.imports.join("\n") + "\n\n" };
        format!("{import}{}", function(name, "", &self.statements()))
    }

    /// The test that reports the results of the calls.
    pub fn asking(&self) -> LinkedTest {
        let call = |(index, call): (usize, &Written)| {
            let asked = call.question();
            let (text, reports_value) = match asked {
                _ if self.binds(index) => (self.binding(call), false),
                _ if self.is_caught(index) => (caught(&call.call), false),
                Some(question) => (question, true),
                None => (format!("let _ = {};", call.call), false),
            };
            LinkedCall { before: call.before.clone(), text, reports_value }
        };
        let calls = self.calls.iter().enumerate().map(call).collect();
        let observer = |observer: &Written| LinkedCall {
            before: Vec::new(),
            text: observer.question().unwrap_or_else(|| observer.call.clone()),
            reports_value: true,
        };
        LinkedTest { imports: self.imports.clone(), calls, observers: self.looks().map(observer).collect() }
    }

    /// Adds calls of observers after these calls.
    #[must_use]
    pub fn with_observers(self, observers: Observers) -> Reproduction {
        Reproduction { observers, ..self }
    }

    /// All observers. An object that a single call makes can only be looked at if it is the whole result.
    fn looks(&self) -> impl Iterator<Item = &Written> {
        let is_there = match self.calls.as_slice() {
            [only] => only.makes.as_deref() == Some(""),
            calls => calls.iter().any(|call| call.makes.is_some()),
        };
        self.observers.calls.iter().chain(self.observers.object.iter().filter(move |_| is_there))
    }

    /// Keeps some of the calls and imports, by number.
    pub fn keep(&mut self, kept: &Kept) {
        if kept.is_without_observers {
            self.observers = Observers::default();
        }
        let call = |number: &usize| {
            let whole = &self.calls[*number];
            Written { before: kept.before(*number, &whole.before), ..whole.clone() }
        };
        self.calls = kept.calls.iter().map(call).collect();
        self.imports = kept.imports.iter().map(|number| self.imports[*number].clone()).collect();
    }

    /// Keeps the calls that had begun; if none had, drops the first call's dispensable setup.
    pub fn cut(&mut self, begun: usize) {
        match begun {
            0 => self.calls.iter_mut().take(1).for_each(|call| call.before.retain(|it| !is_dispensable(it))),
            begun => self.calls.truncate(begun),
        }
    }

    /// The statements of a test that asserts what the calls did. A panic of the last one is for the test's attributes to say.
    pub fn asserting(&self, run: &LinkedRun) -> Vec<String> {
        let statement = |(index, call): (usize, &Written)| {
            let panics = run.panics.is_some() && index + 1 == self.calls.len();
            call.after(match () {
                () if panics => format!("{};", call.call),
                () if self.binds(index) => self.binding(call),
                () if self.is_caught(index) => caught(&call.call),
                () => call.asserting(run.values.get(&index)),
            })
        };
        let first = self.calls.len();
        let last = self.calls.last().map(|call| call.call.as_str());
        let observers = self.observers.calls.iter().enumerate().filter_map(|(index, observer)| {
            // What the last call did need not be done again.
            if last == Some(&observer.call) {
                return None;
            }
            let value = run.values.get(&(first + index))?;
            Some(observer.asserting(Some(value)))
        });
        let mut statements = repeated(self.calls.iter().enumerate().map(statement));
        statements.extend(observers);
        let asserts = statements.iter().any(|statement| statement.trim_start().starts_with("assert"));
        if !asserts && let Some(object) = &self.observers.object {
            statements.extend(object.asserts_text(run.values.get(&(first + self.observers.calls.len()))));
        }
        statements
    }

    /// Tells whether later calls are made on the result of a call.
    fn binds(&self, index: usize) -> bool {
        self.calls[index].makes.is_some() && index + 1 < self.calls.len() + self.looks().count()
    }

    fn is_caught(&self, index: usize) -> bool {
        self.calls[index].unwinds && index + 1 < self.calls.len()
    }

    fn binding(&self, call: &Written) -> String {
        let mutable = if self.calls.iter().any(|call| call.changes) { "mut " } else { "" };
        format!("let {mutable}{OBJECT} = {}{};", call.call, call.makes.as_deref().unwrap_or_default())
    }
}

/// Equal calls in a row are told once.
const FEW: usize = 3;

/// Statements of calls, one call after the other; many equal ones become a loop.
fn repeated(calls: impl Iterator<Item = Vec<String>>) -> Vec<String> {
    let calls: Vec<Vec<String>> = calls.collect();
    let mut statements = Vec::new();
    for equal in calls.chunk_by(|one, other| one == other) {
        if equal.len() <= FEW {
            statements.extend(equal.iter().flatten().cloned());
            continue;
        }
        statements.push(format!("for _ in 0..{} {{", equal.len()));
        statements.extend(equal[0].iter().map(|line| format!("    {line}")));
        statements.push("}".to_owned());
    }
    statements
}

/// A call whose panic the client survives.
fn caught(call: &str) -> String {
    format!("let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {{ {call}; }}));")
}

/// A test's text.
pub(super) fn function(name: &str, attributes: &str, statements: &[String]) -> String {
    let body: String = statements.iter().map(|statement| format!("    {statement}\n")).collect();
    format!("#[test]\n{attributes}fn {name}() {{\n{body}}}\n")
}

#[cfg(test)]
mod tests {
    use super::repeated;

    #[test]
    fn many_equal_calls_become_a_loop() {
        let calls = |text: &str| text.split(' ').map(|call| vec![call.to_owned()]).collect::<Vec<_>>();
        assert_eq!(repeated(calls("a b b b a").into_iter()), ["a", "b", "b", "b", "a"]);
        assert_eq!(repeated(calls("a b b b b a").into_iter()), ["a", "for _ in 0..4 {", "    b", "}", "a"]);
    }
}
