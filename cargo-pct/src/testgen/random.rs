//! Programs of random calls: what the public functions of a subject do, a million times.

use super::call::{callee, makes};
use super::imports::imports_of;
use super::instance::{self, Bounds};
use super::literal::raw;
use super::naming::{import_of_named, type_name};
use crate::lower::{Entry, Subject, SubjectKind};
use crate::mir::{ConstArg, FloatType, GenericArg, Mutability, Path, Type};
use crate::symex::Program;
use std::collections::BTreeSet;

/// Rounds for each call that is wanted.
const MOST_ROUNDS: u64 = 8;

/// Values nested deeper than this are not made.
const MOST_NESTING: usize = 4;

/// The content of a module whose test calls the subject's functions at random, so many times, as far as `may_run` allows it and their
/// arguments can be made up. `conditions` are those that callers of a function promise, as text over its parameters; calls that violate one are
/// left out. It tells how many calls were made: so many, unless most are left out. None where there is nothing to call.
///
/// `timid`: with small numbers only, for code that is brought down by great ones.
pub fn random_calls(
    program: &Program,
    subject: &Subject,
    crate_name: &str,
    (calls, timid): (usize, bool),
    conditions: impl Fn(&Entry) -> Vec<String>,
    may_run: impl Fn(&Entry) -> bool,
) -> Option<String> {
    let class = match &subject.kind {
        SubjectKind::Type(_) => {
            Some(instance::chosen(program, subject, std::iter::empty(), None, Bounds::Met)?)
        }
        SubjectKind::Function => None,
    };
    let (mut imports, mut makers, mut steps) = (BTreeSet::new(), Vec::new(), Vec::new());
    if let Some(class) = &class {
        imports.insert(import_of_named(program, crate_name, class)?);
    }
    for entry in subject.entries.values().filter(|entry| !entry.is_drop && may_run(entry)) {
        let Ok(own) = imports_of(program, entry, crate_name, class.is_none(), Bounds::Met) else {
            continue;
        };
        let conditions = conditions(entry);
        let of_class = class.as_ref().map(|class| instance::entry_of(program, entry, class, Bounds::Met));
        let Some(entry) = of_class.unwrap_or_else(|| Some(entry.clone())) else { continue };
        let Some((text, makes)) = call(program, class.as_ref(), &entry, &conditions) else { continue };
        imports.extend(own);
        if makes { &mut makers } else { &mut steps }.push(text);
    }
    let object = class.as_ref().map_or_else(|| Some("()".to_owned()), |class| type_name(program, class))?;
    if (class.is_some() && makers.is_empty()) || (makers.is_empty() && steps.is_empty()) {
        return None;
    }
    if class.is_none() {
        makers.push("Some(())".to_owned());
    }
    let arms = |texts: &[String], other: &str| {
        let arms =
            texts.iter().enumerate().map(|(number, text)| format!("        {number} => {{ {text} }}\n"));
        format!("{}        _ => {other},\n", arms.collect::<String>())
    };
    let imports: String = imports.iter().flat_map(|import| [import, "\n"]).collect();
    let (make, step) = (arms(&makers, "None"), arms(&steps, "{}"));
    let (all_makers, all_steps) = (makers.len(), steps.len().max(1));
    Some(format!(
        "{imports}\
fn make(r: &mut crate::Random) -> Option<{object}> {{
    match r.below({all_makers}) {{
{make}    }}
}}
fn step(s: &mut Option<{object}>, r: &mut crate::Random) {{
    match r.below({all_steps}) {{
{step}    }}
}}
#[test]
fn test() {{
    std::panic::set_hook(Box::new(|_| {{}}));
    let mut r = crate::Random {{ state: 0, timid: {timid}, calls: 0 }};
    let mut s = None;
    // Some rounds make no call: their arguments are not allowed, or there is no object.
    for _ in 0..{MOST_ROUNDS} * {calls}u64 {{
        if r.calls >= {calls} {{ break; }}
        let is_new = s.is_none() || r.below(16) == 0;
        let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {{
            if is_new {{ s = make(&mut r); }}
            step(&mut s, &mut r);
        }}));
    }}
    crate::tell(0, r.calls);
}}
"
    ))
}

/// One call as a block; and whether its value is an object, or none.
fn call(
    program: &Program,
    class: Option<&Type>,
    entry: &Entry,
    conditions: &[String],
) -> Option<(String, bool)> {
    let mut before = Vec::new();
    for (number, (name, ty)) in entry.parameters.iter().enumerate() {
        if Some(name.as_str()) == entry.object.as_deref() {
            continue;
        }
        before.extend(bound(&format!("v{number}"), &parameter(name, number), ty)?);
    }
    let arguments = entry
        .parameters
        .iter()
        .enumerate()
        .filter(|(_, (name, _))| Some(name.as_str()) != entry.object.as_deref());
    let arguments: Vec<String> = arguments.map(|(number, (name, _))| parameter(name, number)).collect();
    let arguments = arguments.join(", ");
    let is_made = class.is_some_and(|class| entry.object.is_none() && makes(&entry.result, class));
    let refuse = if is_made { "return None;" } else { "return;" };
    before.extend(conditions.iter().map(|condition| format!("if !({condition}) {{ {refuse} }}")));
    let function = entry.name.rsplit("::").next()?;
    if entry.object.is_none() {
        before.push("r.calls += 1;".to_owned());
    }
    let text = match (&entry.object, class) {
        (Some(object), Some(_)) if object == "self" => {
            let by_value = entry
                .parameters
                .iter()
                .any(|(name, ty)| object == name.as_str() && !matches!(ty, Type::Ref { .. }));
            let take = if by_value { "take" } else { "as_mut" };
            format!("if let Some(s) = s.{take}() {{ r.calls += 1; let _ = s.{function}({arguments}); }}")
        }
        (None, Some(class)) => {
            let made = format!("{}({arguments})", callee(program, entry, class, Bounds::Met)?);
            match &entry.result {
                _ if !is_made => format!("let _ = {made};"),
                result if result == class => format!("Some({made})"),
                result if result.as_path()?.is_std(&["result", "Result"]) => format!("{made}.ok()"),
                _ => made,
            }
        }
        (None, None) => format!("let _ = {function}({arguments});"),
        _ => return None,
    };
    before.push(text);
    Some((before.join(" "), is_made))
}

/// The variable of a parameter: its name, so that conditions are about it.
fn parameter(name: &str, number: usize) -> String {
    let plain = name.strip_prefix("r#").unwrap_or(name);
    let is_name = plain.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') && plain != "_";
    if is_name && plain != "r" && plain != "s" { raw(name) } else { format!("p{number}") }
}

/// Binds a random argument to a name; what a reference leads to is bound in front.
fn bound(owned: &str, name: &str, ty: &Type) -> Option<Vec<String>> {
    let Type::Ref { mutability, referent, .. } = ty else {
        return Some(vec![format!("let {name} = {};", random(ty, 0)?)]);
    };
    let reference = if *mutability == Mutability::Mut { "&mut " } else { "&" };
    let (value, slice) = match &**referent {
        Type::Slice(element) => (list(element, 0)?, "[..]"),
        Type::Str => ("r.text()".to_owned(), "[..]"),
        referent => (random(referent, 0)?, ""),
    };
    Some(vec![format!("let mut {owned} = {value};"), format!("let {name} = {reference}{owned}{slice};")])
}

/// An expression with a random value of a type; none where clients cannot be imitated.
fn random(ty: &Type, depth: usize) -> Option<String> {
    if depth > MOST_NESTING {
        return None;
    }
    match ty {
        Type::Bool => Some("(r.below(2) == 0)".to_owned()),
        Type::Int(int) => Some(format!("(r.int() as {})", Type::Int(*int))),
        Type::Char => Some("(char::from_u32(r.int() as u32 % 0x11_0000).unwrap_or('x'))".to_owned()),
        Type::Float(FloatType::F64) => Some("(r.int() as f64 / 4.0)".to_owned()),
        Type::Float(FloatType::F32) => Some("(r.int() as f32 / 4.0)".to_owned()),
        Type::Tuple(types) => {
            let parts: Option<Vec<String>> = types.iter().map(|ty| random(ty, depth + 1)).collect();
            let parts = parts?;
            Some(format!("({}{})", parts.join(", "), if parts.len() == 1 { "," } else { "" }))
        }
        Type::Array { element, length: ConstArg::Integer { .. } } => {
            Some(format!("std::array::from_fn(|_| {})", random(element, depth + 1)?))
        }
        Type::Path(path) => of_std(path, depth),
        _ => None,
    }
}

fn list(element: &Type, depth: usize) -> Option<String> {
    Some(format!("(0..r.below(6)).map(|_| {}).collect::<Vec<_>>()", random(element, depth + 1)?))
}

fn of_std(path: &Path, depth: usize) -> Option<String> {
    let argument = |index: usize| match path.last().args().get(index) {
        Some(GenericArg::Type(ty)) => Some(ty),
        _ => None,
    };
    if path.is_std(&["string", "String"]) {
        Some("r.text()".to_owned())
    } else if path.is_std(&["vec", "Vec"]) {
        list(argument(0)?, depth)
    } else if path.is_std(&["option", "Option"]) {
        let inner = random(argument(0)?, depth + 1)?;
        Some(format!("(if r.below(3) == 0 {{ None }} else {{ Some({inner}) }})"))
    } else if path.is_std(&["boxed", "Box"]) {
        Some(format!("Box::new({})", random(argument(0)?, depth + 1)?))
    } else {
        None
    }
}
