//! One call as text.

use super::behaviour;
use super::closure;
use super::instance::Bounds;
use super::literal::{literal, raw};
use super::namesakes::has_namesake;
use super::naming::{spelled, type_name};
use crate::lower::Entry;
use crate::mir::{GenericArg, Mutability, Name, Type};
use crate::source::Owner;
use crate::symex::types::{Rewrite, is_impl_parameter, is_same_declaration, is_unknown_type, plain_name};
use crate::symex::{Config, Executor, Program, State};
use crate::term::{Assignment, Kind, Term};
use crate::verify::Call;
use pct_wire::Value;

/// One call.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Written {
    /// What its references lead to, bound in front of it.
    pub(super) before: Vec<String>,
    /// The call as an expression.
    pub(super) call: String,
    /// What it returns.
    pub(super) result: Type,
    /// Whether it makes the object that the later calls are made on, and what takes it out of the result.
    pub(super) makes: Option<String>,
    /// Whether it needs the object to be mutable.
    pub(super) changes: bool,
    /// Whether it panics, and the client goes on.
    pub(super) unwinds: bool,
    /// True if a test cannot compare its result, but the text that `Debug` writes of it.
    pub(super) has_stable_debug: bool,
}

/// What the leaves of an object's variables are named after.
const SELF: &str = "self";

/// The name of the object in reproductions.
pub(super) const OBJECT: &str = "s";

/// The object that a client builds itself.
pub(super) fn built(program: &Program, class: &Type, object: &Assignment) -> Option<Written> {
    let config = Config::default();
    let any = Executor::new(program, &config).any_value(&mut State::empty(Term::bool(true)), class, SELF);
    Some(Written {
        before: Vec::new(),
        call: literal(program, class, &any, &|term| object.complete(term))?,
        result: class.clone(),
        makes: Some(String::new()),
        changes: false,
        unwinds: false,
        has_stable_debug: false,
    })
}

/// Whether a call needs its object to be mutable.
fn changes(entry: &Entry) -> bool {
    let object = entry.parameters.iter().find(|(name, _)| Some(name.as_str()) == entry.object.as_deref());
    matches!(object, Some((_, Type::Ref { mutability: Mutability::Mut, .. })))
}

/// A call, and what its arguments are.
pub(super) struct Arguments<'c> {
    pub(super) program: &'c Program,
    pub(super) entry: &'c Entry,
    pub(super) call: &'c Call,
    pub(super) bounds: Bounds,
}

impl Arguments<'_> {
    /// The call as text; none where an argument has none. `first`: there is no object yet.
    pub(super) fn call(&self, class: Option<&Type>, first: bool) -> Option<Written> {
        let mut expression = |name: &str, ty: &Type| self.expression(name, ty);
        let call = written(self.program, self.entry, (class, self.bounds), (OBJECT, first), &mut expression)?;
        Some(Written { unwinds: self.call.unwinds, ..call })
    }

    fn expression(&self, name: &str, ty: &Type) -> Option<String> {
        // What a closure gives need not be what it has to give.
        if self.bounds == Bounds::CheckedByRustc
            && let Some(text) = closure::written(self.program, self.entry, ty)
        {
            return Some(text);
        }
        let config = Config::default();
        // The same names as at the function's entry.
        let value =
            Executor::new(self.program, &config).any_value(&mut State::empty(Term::bool(true)), ty, name);
        let value_of = |term: &Term| match term.kind() {
            Kind::Var(var) => self.call.value(var),
            _ => self.call.inputs.complete(term),
        };
        literal(self.program, ty, &value, &value_of)
    }
}

/// A call on an object of this name as text, with expressions for values of its parameters, by name and type; none where one has none. `first`:
/// there is no object yet.
pub(super) fn written(
    program: &Program,
    entry: &Entry,
    (class, bounds): (Option<&Type>, Bounds),
    (object_name, first): (&str, bool),
    expression: &mut dyn FnMut(&str, &Type) -> Option<String>,
) -> Option<Written> {
    if let Some(text) = formatted(program, entry, object_name) {
        return Some(Written {
            before: Vec::new(),
            call: text,
            result: Type::Path(crate::mir::path_of(&["std", "string", "String"])),
            makes: None,
            changes: false,
            unwinds: false,
            has_stable_debug: false,
        });
    }
    let (mut before, mut arguments, mut receiver) = (Vec::new(), Vec::new(), None);
    for (name, ty) in &entry.parameters {
        if Some(name.as_str()) == entry.object.as_deref() {
            continue;
        }
        // A method of another class.
        if name == "self" && entry.object.is_none() && class.is_some() {
            receiver = Some(expression(name, ty)?);
            continue;
        }
        arguments.push(argument(name, ty, &mut before, expression)?);
    }
    let text = text_of(program, entry, (class, bounds), object_name, receiver.as_deref(), &arguments)?;
    let is_compared =
        behaviour::is_unit(&entry.result) || behaviour::question(&text, &entry.result).is_some();
    let has_stable_debug = !is_compared && program.has_stable_debug(&entry.result);
    let is_made = first && entry.object.is_none();
    let makes = class.filter(|_| is_made).and_then(|class| taken_out(&entry.result, class, MOST_NESTED));
    Some(Written {
        before,
        call: text,
        result: entry.result.clone(),
        makes,
        changes: changes(entry),
        unwinds: false,
        has_stable_debug,
    })
}

/// A call on an object that stands at `place`, if there is one, with these expressions for the other parameters. None where nobody can write it.
pub(crate) fn called(
    program: &Program,
    entry: &Entry,
    class: Option<&Type>,
    place: Option<&str>,
    arguments: &[String],
) -> Option<String> {
    let place = place.unwrap_or(OBJECT);
    let name = place.trim_start_matches("(*").trim_end_matches(')');
    if let Some(text) = formatted(program, entry, name) {
        return Some(text);
    }
    let has_receiver = class.is_some()
        && entry.object.is_none()
        && entry.parameters.first().is_some_and(|(name, _)| name == "self");
    let (receiver, arguments) = arguments.split_at(usize::from(has_receiver));
    let receiver = receiver.first().map(|text| format!("({text})"));
    text_of(program, entry, (class, Bounds::CheckedByRustc), place, receiver.as_deref(), arguments)
}

/// The text of a call. `receiver`: the object of another class that it is a method of.
fn text_of(
    program: &Program,
    entry: &Entry,
    (class, bounds): (Option<&Type>, Bounds),
    object_name: &str,
    receiver: Option<&str>,
    arguments: &[String],
) -> Option<String> {
    let arguments = arguments.join(", ");
    let function = format!("{}{}", entry.name.rsplit("::").next()?, arguments_of(program, entry));
    Some(match (&entry.object, class) {
        _ if receiver.is_some() => format!("{}.{function}({arguments})", receiver?),
        (Some(_), Some(_)) if entry.is_drop => format!("drop({object_name})"),
        (Some(object), Some(class))
            if object == "self" && (is_conversion(&function) || has_namesake(program, entry, class)) =>
        {
            let (path, sign) = (path_in_front(program, entry)?, sign_of(&entry.parameters.first()?.1));
            let rest = if arguments.is_empty() { String::new() } else { format!(", {arguments}") };
            format!("{path}::{function}({sign}{object_name}{rest})")
        }
        (Some(object), Some(_)) if object == "self" => match borrowed(program, entry) {
            Some(sign) => format!("({sign}{object_name}).{function}({arguments})"),
            None => format!("{object_name}.{function}({arguments})"),
        },
        (None, Some(ty)) => format!("{}({arguments})", callee(program, entry, ty, bounds)?),
        (None, None) => format!("{}({arguments})", callee_of_function(program, entry)?),
        _ => return None,
    })
}

/// Whether the type to which a method converts would have to be told to whoever calls it as a method.
fn is_conversion(function: &str) -> bool {
    ["as_ref", "as_mut", "borrow", "borrow_mut"].contains(&function)
}

/// A method's trait with its arguments: `std::convert::AsRef::<[u8]>`; the class itself where it has none.
fn path_in_front(program: &Program, entry: &Entry) -> Option<String> {
    let (items, function) = program.declared(entry.body)?;
    let block = match function.owner {
        Owner::Impl(block) => block,
        Owner::Trait(declared) => return items.traits[declared].path.rsplit("::").next().map(str::to_owned),
        Owner::Module(_) | Owner::Body(_) => return None,
    };
    let normaliser = program.normaliser(entry.body, &entry.generics);
    let Some(path) = &items.impls[block].trait_path else {
        return Some(format!("<{}>", spelled(program, &implementing(program, entry)?)));
    };
    let path = normaliser.trait_path(path);
    let types = path.last().args().iter().filter_map(|arg| match arg {
        GenericArg::Type(ty) => Some(spelled(program, ty)),
        _ => None,
    });
    let types: Vec<String> = types.collect();
    // A trait of the crate is imported.
    let name = if path.begins_in_std() { plain_name(&path)? } else { path.last_name()?.to_string() };
    Some(if types.is_empty() { name } else { format!("{name}::<{}>", types.join(", ")) })
}

fn sign_of(ty: &Type) -> &'static str {
    match ty {
        Type::Ref { mutability: Mutability::Mut, .. } => "&mut ",
        Type::Ref { .. } => "&",
        _ => "",
    }
}

/// How the object is borrowed for a method of a reference to the class (`impl IntoIterator for &List`): the class may have one of that name, too.
fn borrowed(program: &Program, entry: &Entry) -> Option<&'static str> {
    let (items, function) = program.declared(entry.body)?;
    let Owner::Impl(block) = function.owner else { return None };
    Some(sign_of(&items.impls[block].self_type)).filter(|sign| !sign.is_empty())
}

/// A call of a method of `Debug`, `Display` and their like: nobody calls them but by a format.
fn formatted(program: &Program, entry: &Entry, object_name: &str) -> Option<String> {
    const FORMATS: [(&str, &str); 4] =
        [("Debug", ":?"), ("Display", ""), ("LowerHex", ":x"), ("UpperHex", ":X")];
    let (items, function) = program.declared(entry.body)?;
    let Owner::Impl(block) = function.owner else { return None };
    let path = items.impls[block].trait_path.as_ref()?;
    let (_, format) = FORMATS.iter().find(|(name, _)| path.is_std(&["fmt", name]))?;
    entry.object.as_ref()?;
    let is_name = object_name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    Some(match is_name {
        true => format!("format!(\"{{{object_name}{format}}}\")"),
        false => format!("format!(\"{{{format}}}\", {object_name})"),
    })
}

/// Tells whether a function is only called by a format, which makes its formatter.
pub(crate) fn is_called_by_format(program: &Program, entry: &Entry) -> bool {
    formatted(program, entry, OBJECT).is_some()
}

/// An argument's expression; what a reference points to is bound before the call.
fn argument(
    name: &str,
    ty: &Type,
    before: &mut Vec<String>,
    expression: &mut dyn FnMut(&str, &Type) -> Option<String>,
) -> Option<String> {
    let Type::Ref { mutability, referent, .. } = ty else { return expression(name, ty) };
    let inner = expression(name, referent)?;
    let name = if name == "self" { "receiver".to_owned() } else { raw(name) };
    Some(match mutability {
        Mutability::Mut => {
            before.push(format!("let mut {name} = {inner};"));
            format!("&mut {name}")
        }
        // A literal of text is a reference already.
        Mutability::Not if **referent == Type::Str => inner,
        Mutability::Not => format!("&{inner}"),
    })
}

/// How a function is named that is called on no object: one of the class, or one that stands in a module. Which instance of another type
/// is meant would have to be said.
pub(super) fn callee(program: &Program, entry: &Entry, class: &Type, bounds: Bounds) -> Option<String> {
    let (items, function) = program.declared(entry.body)?;
    match function.owner {
        Owner::Impl(block) if is_same_declaration(&items.impls[block].self_type, class) => {
            let arguments = arguments_of(program, entry);
            Some(format!("{}::{}{arguments}", type_name(program, class)?, function.name))
        }
        Owner::Trait(id) if entry.is_provided => {
            let of_trait = &items.traits[id];
            let arguments = written_arguments(program, entry, &of_trait.parameters);
            let of_trait = format!("{}{arguments}", of_trait.path.rsplit("::").next()?);
            let (class, own) = (spelled(program, class), arguments_of(program, entry));
            Some(format!("<{class} as {of_trait}>::{}{own}", function.name))
        }
        Owner::Module(_) => Some(format!("{}{}", function.name, arguments_of(program, entry))),
        Owner::Impl(_) if bounds == Bounds::CheckedByRustc => callee_of_function(program, entry),
        _ => None,
    }
}

/// How a function is named that belongs to no class.
fn callee_of_function(program: &Program, entry: &Entry) -> Option<String> {
    match implementing(program, entry) {
        Some(own) if has_unknown(&own) => None,
        Some(own) => {
            let (items, function) = program.declared(entry.body)?;
            let Owner::Impl(block) = function.owner else { return None };
            // A type may have functions of one name in several traits, and of its own.
            let of_trait = match items.impls[block].trait_path {
                Some(_) => format!(" as {}", path_in_front(program, entry)?),
                None => String::new(),
            };
            let (own, arguments) = (spelled(program, &own), arguments_of(program, entry));
            Some(format!("<{own}{of_trait}>::{}{arguments}", function.name))
        }
        None => Some(format!("{}{}", entry.name.rsplit("::").next()?, arguments_of(program, entry))),
    }
}

/// The type of the impl block that a function stands in.
pub(crate) fn implementing(program: &Program, entry: &Entry) -> Option<Type> {
    let (items, function) = program.declared(entry.body)?;
    let Owner::Impl(block) = function.owner else { return None };
    Some(program.normaliser(entry.body, &entry.generics).ty(&items.impls[block].self_type))
}

/// Whether a part of a type is one that only clients know.
pub(crate) fn has_unknown(ty: &Type) -> bool {
    let args = || ty.as_path().map(|path| path.last().args()).unwrap_or_default();
    is_unknown_type(ty)
        || args().iter().any(|arg| matches!(arg, GenericArg::Type(ty) if has_unknown(ty)))
        || matches!(ty, Type::Ref { referent: inner, .. } if has_unknown(inner))
}

/// What a function's own parameters stand for, where that is known, as it is written behind its name: nobody could infer it of one that no argument
/// tells.
fn arguments_of(program: &Program, entry: &Entry) -> String {
    let Some((_, function)) = program.declared(entry.body) else { return String::new() };
    let named = function.parameters.iter().filter(|name| !is_impl_parameter(name));
    written_arguments(program, entry, named)
}

/// The arguments of some parameters, as they are written behind a name.
fn written_arguments<'n>(
    program: &Program,
    entry: &Entry,
    names: impl IntoIterator<Item = &'n Name>,
) -> String {
    let argument = |name: &Name| match entry.generics.arguments.get(name) {
        Some(GenericArg::Type(ty)) if !is_unknown_type(ty) => spelled(program, ty),
        Some(GenericArg::Const(constant)) => constant.to_string(),
        _ => "_".to_owned(),
    };
    let arguments: Vec<String> = names.into_iter().map(argument).collect();
    match arguments.iter().all(|text| text == "_") {
        true => String::new(),
        false => format!("::<{}>", arguments.join(", ")),
    }
}

/// Whether a result is the object, or an `Option` or `Result` of it.
pub(super) fn makes(result: &Type, class: &Type) -> bool {
    is_same_declaration(result, class)
        || result.as_path().is_some_and(|path| {
            let inner = path.last().args().first();
            (path.is_std(&["option", "Option"]) || path.is_std(&["result", "Result"]))
                && matches!(inner, Some(GenericArg::Type(ty)) if is_same_declaration(ty, class))
        })
}

/// How deep an object is looked for in a result.
const MOST_NESTED: usize = 3;

/// What takes the first one of several elements, and what takes the last one.
pub(super) const FIRST: &str = ".into_iter().next().unwrap()";
pub(super) const LAST: &str = ".into_iter().last().unwrap()";

/// What takes an object out of a result: itself, or what is in an `Option`, a `Result`, a tuple or a sequence. Methods are called on a box as on
/// what is in it. None where there is no object, or it cannot be told how to take it out.
fn taken_out(result: &Type, class: &Type, depth: usize) -> Option<String> {
    if is_same_declaration(result, class) {
        return Some(String::new());
    }
    let inside = |ty: &Type| taken_out(ty, class, depth.checked_sub(1)?);
    match result {
        Type::Tuple(parts) => {
            let mut parts = parts.iter().enumerate();
            parts.find_map(|(number, part)| Some(format!(".{number}{}", inside(part)?)))
        }
        Type::Array { element, .. } => Some(format!("{FIRST}{}", inside(element)?)),
        Type::Path(path) => {
            let GenericArg::Type(first) = path.last().args().first()? else { return None };
            match path.std_names()?.as_slice() {
                ["boxed", "Box"] => inside(first),
                ["option", "Option"] | ["result", "Result"] => Some(format!(".unwrap(){}", inside(first)?)),
                ["vec", "Vec"] | ["collections", "VecDeque" | "BTreeSet" | "BinaryHeap" | "LinkedList"] => {
                    Some(format!("{FIRST}{}", inside(first)?))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

impl Written {
    pub(super) fn text(&self) -> String {
        format!("{} {}", self.before.join(" "), self.call)
    }

    /// Returns an expression whose value says what the call did, if there is one.
    pub(super) fn question(&self) -> Option<String> {
        if self.has_stable_debug {
            return Some(behaviour::debug_text(&self.call));
        }
        behaviour::question(&self.call, &self.result)
    }

    /// The call as a statement that asserts the answer.
    pub(super) fn asserting(&self, answer: Option<&Value>) -> String {
        self.asserts_text(answer).unwrap_or_else(|| behaviour::statement(&self.call, &self.result, answer))
    }

    /// A statement that compares the text that `Debug` writes.
    pub(super) fn asserts_text(&self, text: Option<&Value>) -> Option<String> {
        if !self.has_stable_debug {
            return None;
        }
        behaviour::asserts_debug_text(&self.call, text?)
    }

    pub(super) fn after(&self, statement: String) -> Vec<String> {
        self.before.iter().cloned().chain([statement]).collect()
    }
}
