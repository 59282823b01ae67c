//! Calls as the statements of a test: of one that fails as a finding says, or of one that reaches abstract states.

use std::collections::BTreeSet;

use super::instance::{self, Bounds};
use super::literal::{literal, type_name};
use super::{behaviour, closure};
use crate::lower::{Entry, Subject, SubjectKind};
use crate::mir::{GenericArg, Mutability, Path, Segment, Type};
use crate::native::linked::{LinkedCall, LinkedRun, LinkedTest};
use crate::source::{Owner, Visibility, in_prelude};
use crate::symex::types::{is_same_declaration, plain_name};
use crate::symex::{Config, Executor, Program, State};
use crate::term::{Assignment, Kind, Term};
use crate::verify::{Call, CallSequence};

/// Calls that a client can write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reproduction {
    /// The calls, in order.
    pub calls: Vec<Written>,
    /// What the test imports.
    pub imports: Vec<String>,
    /// Calls that only look at the object which they leave.
    looks: Vec<Written>,
}

/// One call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// What its references lead to, bound in front of it.
    before: Vec<String>,
    /// The call as an expression.
    call: String,
    /// What it returns.
    result: Type,
    /// Whether it makes the object that the later calls are made on, and what unwraps that.
    makes: Option<&'static str>,
    /// Whether it needs the object to be mutable.
    changes: bool,
    /// Whether it panics, and the client goes on.
    unwinds: bool,
}

/// What the leaves of an object's variables are named after.
const SELF: &str = "self";

/// The name of the object in reproductions.
const OBJECT: &str = "s";

/// More calls than this, behind the others, say no more.
const MOST_LOOKS: usize = 4;

/// Writes a sequence of calls. `crate_name` is the crate's name in paths.
///
/// With open bounds, the calls are only a guess, for rustc may refuse them, and what clients pass to be called may not do what the
/// sequence has it do.
///
/// # Errors
/// Says why no client can write it down: an argument has no literal, or a call is one that only the crate can make.
pub fn reproduction(
    program: &Program,
    subject: &Subject,
    sequence: &CallSequence,
    crate_name: &str,
    bounds: Bounds,
) -> Result<Reproduction, String> {
    let (mut calls, mut imports) = (Vec::new(), BTreeSet::new());
    let class = match &subject.kind {
        SubjectKind::Type(ty) => {
            let import = ty.as_path().and_then(|path| import_of_type(program, crate_name, path));
            imports.insert(import.ok_or_else(|| format!("{ty} has no public path"))?);
            let no_instance = || format!("{ty} has constants for parameters");
            let called = sequence.calls.iter().map(|call| &subject.entries[call.entry]);
            Some(instance::chosen(program, subject, called, bounds).ok_or_else(no_instance)?)
        }
        SubjectKind::Function => None,
    };
    if let (Some(object), Some(class)) = (&sequence.built, &class) {
        let built = built(program, class, object).ok_or_else(|| format!("{class} has no literal"))?;
        imports.extend(imports_of_literal(program, crate_name, class, &built.call));
        calls.push(built);
    }
    for call in &sequence.calls {
        let entry = &subject.entries[call.entry];
        let name = &entry.name;
        let own = imports_of(program, entry, crate_name, class.is_none(), bounds);
        imports.extend(own.ok_or_else(|| format!("{name} is private, unsafe, or generic by itself"))?);
        let of_class = match &class {
            Some(class) => instance::entry_of(program, entry, class, bounds),
            None => Some(instance::function_of(program, entry, bounds)),
        };
        let entry = &of_class.ok_or_else(|| format!("{name} is there for other instances alone"))?;
        let written = written(program, class.as_ref(), entry, call, calls.is_empty());
        let written = written.ok_or_else(|| format!("an argument of {name} has no literal"))?;
        for (_, ty) in &entry.parameters {
            imports.extend(imports_of_literal(program, crate_name, ty, &written.text()));
        }
        calls.push(written);
    }
    Ok(Reproduction { calls, imports: imports.into_iter().collect(), looks: Vec::new() })
}

/// Calls that only look at what a sequence leaves: methods of the class itself that take `&self` alone and return something that can
/// be told, as far as they may be run.
pub fn looks(
    program: &Program,
    subject: &Subject,
    sequence: &CallSequence,
    crate_name: &str,
    may_run: impl Fn(&Entry) -> bool,
) -> Vec<Written> {
    let consumes = |call: &Call| {
        let entry = &subject.entries[call.entry];
        let object = entry.parameters.iter().find(|(name, _)| Some(name) == entry.object.as_ref());
        object.is_some_and(|(_, ty)| !matches!(ty, Type::Ref { .. }))
    };
    let called = sequence.calls.iter().map(|call| &subject.entries[call.entry]);
    let Some(class) = instance::chosen(program, subject, called, Bounds::Open) else { return Vec::new() };
    let makes_only = sequence.calls.len() + usize::from(sequence.built.is_some()) < 2;
    if makes_only || sequence.calls.iter().any(consumes) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (number, entry) in subject.entries.iter().enumerate() {
        let only_looks =
            matches!(entry.parameters.as_slice(), [(_, Type::Ref { mutability: Mutability::Not, .. })])
                && !entry.is_drop;
        let is_own =
            || imports_of(program, entry, crate_name, false, Bounds::Met).is_some_and(|it| it.is_empty());
        if !only_looks || !is_own() || !may_run(entry) {
            continue;
        }
        let call = Call { entry: number, ..Call::default() };
        let of_class = instance::entry_of(program, entry, &class, Bounds::Met);
        let look = of_class.and_then(|entry| written(program, Some(&class), &entry, &call, false));
        found.extend(look.filter(|look| behaviour::question(&look.call, &look.result).is_some()));
    }
    found.truncate(MOST_LOOKS);
    found
}

/// The object that a client builds itself.
fn built(program: &Program, class: &Type, object: &Assignment) -> Option<Written> {
    let config = Config::default();
    let any = Executor::new(program, &config).any_value(&mut State::empty(Term::bool(true)), class, SELF);
    Some(Written {
        before: Vec::new(),
        call: literal(program, class, &any, &|term| object.complete(term))?,
        result: class.clone(),
        makes: Some(""),
        changes: false,
        unwinds: false,
    })
}

/// The imports of the types that a literal names, of those that are parts of its type.
fn imports_of_literal(program: &Program, crate_name: &str, ty: &Type, text: &str) -> Vec<String> {
    let mut types = Vec::new();
    parts(program, ty, &mut types);
    let is_named = |path: &&Path| {
        let name = path.last_name().map_or("", |name| &**name);
        let mut words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        words.any(|word| word == name)
    };
    let imports = types.iter().filter_map(Type::as_path).filter(is_named);
    imports.filter_map(|path| import_of_type(program, crate_name, path)).collect()
}

/// The types of the crate that are parts of a type, and itself.
fn parts(program: &Program, ty: &Type, found: &mut Vec<Type>) {
    match ty {
        Type::Ref { referent: inner, .. } | Type::Slice(inner) | Type::Array { element: inner, .. } => {
            parts(program, inner, found);
        }
        Type::Tuple(types) => types.iter().for_each(|ty| parts(program, ty, found)),
        Type::Path(path) if !found.contains(ty) => {
            let arguments = path.segments.iter().flat_map(Segment::args);
            for argument in arguments {
                if let GenericArg::Type(ty) = argument {
                    parts(program, ty, found);
                }
            }
            let Some(instance) = program.adt(ty).filter(|_| !path.begins_in_std()) else { return };
            found.push(ty.clone());
            for (number, variant) in instance.variants().iter().enumerate() {
                let fields = (0..variant.fields.len()).filter_map(|field| instance.field_type(number, field));
                fields.collect::<Vec<_>>().iter().for_each(|ty| parts(program, ty, found));
            }
        }
        _ => {}
    }
}

/// What a client imports to call a function; `None` if no client can write the call. `of_function`: no object is at hand.
pub(super) fn imports_of(
    program: &Program,
    entry: &Entry,
    crate_name: &str,
    of_function: bool,
    bounds: Bounds,
) -> Option<Vec<String>> {
    let (items, function) = program.declared(entry.body)?;
    // Who calls an unsafe function promises something, which is not known.
    if function.is_unsafe {
        return None;
    }
    // Which type a parameter stands for could not be inferred where nothing has that type.
    if bounds == Bounds::Met && function.parameters.iter().any(|name| !name.starts_with("impl ")) {
        return None;
    }
    let is_public = function.visibility == Visibility::Public;
    match function.owner {
        Owner::Module(_) => Some(vec![import(program, crate_name, &function.full_path())?]),
        // Which type's method is meant would have to be said.
        Owner::Impl(_) if of_function => None,
        Owner::Impl(block) => match &items.impls[block].trait_path {
            None => is_public.then(Vec::new),
            Some(path) if path.begins_in_std() => {
                let name = plain_name(path)?;
                Some(if in_prelude(&name) { Vec::new() } else { vec![format!("use {name};")] })
            }
            Some(path) => Some(vec![import(program, crate_name, &plain_name(path)?)?]),
        },
        Owner::Body(_) | Owner::Trait(_) => None,
    }
}

/// The import of a type of the crate.
pub(super) fn import_of_type(program: &Program, crate_name: &str, path: &Path) -> Option<String> {
    import(program, crate_name, &plain_name(path)?)
}

/// The import of an item of the crate, by the path that clients know, under its own name.
fn import(program: &Program, crate_name: &str, path: &str) -> Option<String> {
    let public = program.public_path(path)?;
    let last = |path: &str| path.rsplit("::").next().unwrap_or_default().to_owned();
    let renamed = if last(public) == last(path) { String::new() } else { format!(" as {}", last(path)) };
    Some(format!("use {crate_name}::{public}{renamed};"))
}

/// Whether a call needs its object to be mutable.
fn changes(entry: &Entry) -> bool {
    let object = entry.parameters.iter().find(|(name, _)| Some(name) == entry.object.as_ref());
    matches!(object, Some((_, Type::Ref { mutability: Mutability::Mut, .. })))
}

fn written(
    program: &Program,
    class: Option<&Type>,
    entry: &Entry,
    call: &Call,
    first: bool,
) -> Option<Written> {
    let mut before = Vec::new();
    let mut arguments = Vec::new();
    for (name, ty) in &entry.parameters {
        if Some(name) == entry.object.as_ref() {
            continue;
        }
        arguments.push(argument(program, entry, call, (name, ty), &mut before)?);
    }
    let arguments = arguments.join(", ");
    let function = entry.name.rsplit("::").next()?.to_owned();
    let text = match (&entry.object, class) {
        (Some(_), Some(_)) if entry.is_drop => format!("drop({OBJECT})"),
        (Some(object), Some(_)) if object == "self" => format!("{OBJECT}.{function}({arguments})"),
        (None, Some(ty)) => format!("{}({arguments})", callee(program, entry, ty)?),
        (None, None) => format!("{function}({arguments})"),
        _ => return None,
    };
    let is_made = first && entry.object.is_none();
    let makes = class.filter(|ty| is_made && makes(&entry.result, ty));
    Some(Written {
        before,
        call: text,
        result: entry.result.clone(),
        makes: makes.map(|ty| if entry.result == *ty { "" } else { ".unwrap()" }),
        changes: changes(entry),
        unwinds: call.unwinds,
    })
}

/// How a function is named that is called on no object: one of the class, or one that stands in a module. Which instance of another type
/// is meant would have to be said.
pub(super) fn callee(program: &Program, entry: &Entry, class: &Type) -> Option<String> {
    let (items, function) = program.declared(entry.body)?;
    match function.owner {
        Owner::Impl(block) if is_same_declaration(&items.impls[block].self_type, class) => {
            Some(format!("{}::{}", type_name(class)?, function.name))
        }
        Owner::Module(_) => Some(function.name.to_string()),
        _ => None,
    }
}

/// Whether a result is the object, or an `Option` or `Result` of it.
pub(super) fn makes(result: &Type, class: &Type) -> bool {
    result == class
        || result.as_path().is_some_and(|path| {
            let inner = path.last().args().first();
            (path.is_std(&["option", "Option"]) || path.is_std(&["result", "Result"]))
                && matches!(inner, Some(crate::mir::GenericArg::Type(ty)) if ty == class)
        })
}

/// An argument's expression; what a reference points to is bound before the call.
fn argument(
    program: &Program,
    entry: &Entry,
    call: &Call,
    (name, ty): (&str, &Type),
    before: &mut Vec<String>,
) -> Option<String> {
    if let Type::Ref { mutability, referent, .. } = ty {
        let inner = expression(program, entry, call, (name, referent))?;
        return Some(match mutability {
            Mutability::Mut => {
                before.push(format!("let mut {name} = {inner};"));
                format!("&mut {name}")
            }
            // A literal of text is a reference already.
            Mutability::Not if **referent == Type::Str => inner,
            Mutability::Not => format!("&{inner}"),
        });
    }
    expression(program, entry, call, (name, ty))
}

fn expression(program: &Program, entry: &Entry, call: &Call, (name, ty): (&str, &Type)) -> Option<String> {
    if let Some(text) = closure::written(program, entry, ty) {
        return Some(text);
    }
    let config = Config::default();
    // The same names as at the function's entry.
    let value = Executor::new(program, &config).any_value(&mut State::empty(Term::bool(true)), ty, name);
    let value_of = |term: &Term| match term.kind() {
        Kind::Var(var) => call.value(var),
        _ => call.inputs.complete(term),
    };
    literal(program, ty, &value, &value_of)
}

impl Reproduction {
    /// The statements of a test that does what the last call is said to do.
    pub fn statements(&self) -> Vec<String> {
        let statement = |call: &Written| match call.makes {
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

    /// The text that tells what the calls do.
    pub fn asking(&self) -> LinkedTest {
        let call = |(index, call): (usize, &Written)| {
            let asked = behaviour::question(&call.call, &call.result);
            let (text, tells) = match asked {
                _ if self.binds(index) => (self.binding(call), false),
                _ if self.is_caught(index) => (caught(&call.call), false),
                Some(question) => (question, true),
                None => (format!("let _ = {};", call.call), false),
            };
            LinkedCall { before: call.before.clone(), text, tells }
        };
        let calls = self.calls.iter().enumerate().map(call).collect();
        let look = |look: &Written| LinkedCall {
            before: Vec::new(),
            text: behaviour::question(&look.call, &look.result).unwrap_or_else(|| look.call.clone()),
            tells: true,
        };
        LinkedTest { imports: self.imports.clone(), calls, looks: self.looks.iter().map(look).collect() }
    }

    /// The same calls, and others that look at what they leave.
    #[must_use]
    pub fn looking(self, looks: Vec<Written>) -> Reproduction {
        Reproduction { looks, ..self }
    }

    /// The statements of a test that asserts what the calls did. A panic of the last one is for the test's attributes to say.
    pub fn asserting(&self, run: &LinkedRun) -> Vec<String> {
        let statement = |(index, call): (usize, &Written)| {
            let panics = run.panics.is_some() && index + 1 == self.calls.len();
            call.after(match () {
                () if self.binds(index) => self.binding(call),
                () if self.is_caught(index) => caught(&call.call),
                () if panics => format!("{};", call.call),
                () => behaviour::statement(&call.call, &call.result, run.values.get(&index)),
            })
        };
        let first = self.calls.len();
        let last = self.calls.last().map(|call| call.call.as_str());
        let looks = self.looks.iter().enumerate().filter_map(|(index, look)| {
            // What the last call did need not be done again.
            if last == Some(&look.call) {
                return None;
            }
            let value = run.values.get(&(first + index))?;
            Some(behaviour::statement(&look.call, &look.result, Some(value)))
        });
        let mut statements = repeated(self.calls.iter().enumerate().map(statement));
        statements.extend(looks);
        statements
    }

    /// Whether later calls are made on what a call returns.
    fn binds(&self, index: usize) -> bool {
        self.calls[index].makes.is_some() && index + 1 < self.calls.len() + self.looks.len()
    }

    fn is_caught(&self, index: usize) -> bool {
        self.calls[index].unwinds && index + 1 < self.calls.len()
    }

    fn binding(&self, call: &Written) -> String {
        let mutable = if self.calls.iter().any(|call| call.changes) { "mut " } else { "" };
        format!("let {mutable}{OBJECT} = {}{};", call.call, call.makes.unwrap_or_default())
    }
}

impl Written {
    fn text(&self) -> String {
        format!("{} {}", self.before.join(" "), self.call)
    }

    fn after(&self, statement: String) -> Vec<String> {
        self.before.iter().cloned().chain([statement]).collect()
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
