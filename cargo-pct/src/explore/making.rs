//! How values of a type are made up: the shape that the engine knows, the code that reads one, and the expression that a test has.

use pct_wire::calls::Value;

use crate::mir::{IntType, Type};
use crate::term;
use crate::testgen::scalar;

/// How an object is handed to a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    Shared,
    Exclusive,
    Moved,
}

/// How long the texts and bytes live that a function is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lives {
    AsLongAsTheRun,
    /// They are `'static`, at the price of memory.
    Forever,
}

impl Lives {
    /// Behind the name of the engine's function that gives them.
    fn suffix(self) -> &'static str {
        match self {
            Lives::AsLongAsTheRun => "",
            Lives::Forever => "_forever",
        }
    }
}

/// How a value is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Making {
    Bool,
    Char,
    Int(IntType),
    /// `f64` or `f32`.
    Float(&'static str),
    /// A `&str`.
    Str,
    /// A `&[u8]`.
    Bytes,
    /// A `Vec`, of any length or of just one.
    List {
        element: Box<Making>,
        length: Option<usize>,
    },
    /// One of several expressions, each over its parts `{0}`, `{1}` and so on.
    Choice(Vec<(String, Vec<Making>)>),
    /// An expression over one part `{0}`.
    Wrapped {
        part: Box<Making>,
        text: String,
    },
    /// A reference to a value.
    Reference {
        part: Box<Making>,
        is_mutable: bool,
        is_slice: bool,
    },
    /// A closure with patterns of its arguments, which gives clones of a value.
    Closure {
        inputs: Vec<&'static str>,
        output: Box<Making>,
    },
    /// An object of a class: the number and the text of its type.
    Object {
        number: u32,
        ty: String,
        access: Access,
    },
}

impl Making {
    /// What is made by one expression alone.
    pub(super) fn fixed(text: impl Into<String>) -> Making {
        Making::Choice(vec![(text.into(), Vec::new())])
    }

    /// What is made of one part.
    pub(super) fn wrapped(part: Making, text: impl Into<String>) -> Making {
        Making::Wrapped { part: Box::new(part), text: text.into() }
    }

    /// Tells whether what the client reads is a reference.
    pub(super) fn is_reference(&self) -> bool {
        match self {
            Making::Str | Making::Bytes | Making::Reference { .. } => true,
            Making::Object { access, .. } => *access != Access::Moved,
            Making::Bool | Making::Char | Making::Int(_) | Making::Float(_) => false,
            Making::List { .. } | Making::Choice(_) | Making::Wrapped { .. } | Making::Closure { .. } => {
                false
            }
        }
    }

    /// The shape, as an expression of the client.
    pub(super) fn shape(&self) -> String {
        match self {
            Making::Bool => "pct_explore::Shape::Bool".to_owned(),
            Making::Char => "pct_explore::Shape::Char".to_owned(),
            Making::Int(int) => {
                format!(
                    "pct_explore::Shape::Int {{ bits: {}, is_signed: {} }}",
                    int.bits(64),
                    int.is_signed()
                )
            }
            Making::Float(_) => "pct_explore::Shape::Float".to_owned(),
            Making::Str => "pct_explore::Shape::Text".to_owned(),
            Making::Bytes => "pct_explore::Shape::Bytes".to_owned(),
            Making::List { element, length } => {
                format!("pct_explore::Shape::List {{ element: &{}, length: {length:?} }}", element.shape())
            }
            Making::Choice(choices) => {
                let parts = |(_, parts): &(String, Vec<Making>)| {
                    format!("&[{}]", parts.iter().map(Making::shape).collect::<Vec<_>>().join(", "))
                };
                format!(
                    "pct_explore::Shape::Choice(&[{}])",
                    choices.iter().map(parts).collect::<Vec<_>>().join(", ")
                )
            }
            Making::Wrapped { part, .. }
            | Making::Reference { part, .. }
            | Making::Closure { output: part, .. } => part.shape(),
            Making::Object { number, .. } => format!("pct_explore::Shape::Object {{ ty: {number} }}"),
        }
    }

    /// The expression that reads one from the context `pct_cx`; `?` ends the call where there is none.
    pub(super) fn read(&self, lives: Lives) -> String {
        match self {
            Making::Bool => "pct_cx.bool()?".to_owned(),
            Making::Char => "pct_cx.char()?".to_owned(),
            Making::Int(int) => format!("(pct_cx.int()? as {})", int.name()),
            Making::Float(name) => format!("(pct_cx.float()? as {name})"),
            Making::Str => format!("pct_cx.text{}()?", lives.suffix()),
            Making::Bytes => format!("pct_cx.bytes{}()?", lives.suffix()),
            Making::List { element, .. } => format!("pct_cx.list(|pct_cx| Some({}))?", element.read(lives)),
            Making::Choice(choices) => {
                let arm = |(number, (text, parts)): (usize, &(String, Vec<Making>))| {
                    let bind = |(part, making): (usize, &Making)| {
                        format!("let pct_p{part} = {};", making.read(lives))
                    };
                    let bound: Vec<String> = parts.iter().enumerate().map(bind).collect();
                    let names: Vec<String> = (0..parts.len()).map(|part| format!("pct_p{part}")).collect();
                    format!("{number} => {{ {} {} }}", bound.join(" "), filled(text, &names))
                };
                let arms: Vec<String> = choices.iter().enumerate().map(arm).collect();
                format!(
                    "pct_cx.choice(|pct_cx, pct_choice| Some(match pct_choice {{ {}, _ => return None }}))?",
                    arms.join(", ")
                )
            }
            Making::Wrapped { part, text } => filled(text, &[part.read(lives)]),
            Making::Reference { part, is_mutable, is_slice } => {
                let (mutable, method) = match (is_mutable, is_slice) {
                    (true, true) => ("", ".as_mut_slice()"),
                    (false, true) => ("", ".as_slice()"),
                    (true, false) => ("", ""),
                    (false, false) => ("&*", ""),
                };
                format!("{{ let pct_it = {}; {mutable}pct_cx.leak(pct_it){method} }}", part.read(lives))
            }
            Making::Closure { inputs, output } => {
                let inputs = inputs.join(", ");
                format!("{{ let pct_it = {}; move |{inputs}| pct_it.clone() }}", output.read(lives))
            }
            Making::Object { number, ty, access } => {
                let method = match access {
                    Access::Shared => "shared",
                    Access::Exclusive => "exclusive",
                    Access::Moved => "moved",
                };
                format!("unsafe {{ pct_cx.{method}::<{ty}>({number}) }}?")
            }
        }
    }

    /// The expression of a value in a test; `bindings` are the statements in front of it.
    pub(super) fn text(&self, value: &Value, bindings: &mut Bindings) -> Option<String> {
        match (self, value) {
            (Making::Bool, Value::Int(value)) => Some((value & 1 == 1).to_string()),
            (Making::Char, Value::Int(value)) => {
                Some(format!("{:?}", char::from_u32(u32::try_from(*value).ok()?)?))
            }
            (Making::Int(int), Value::Int(value)) => scalar(&Type::Int(*int), &term::Value::int(*value)),
            (Making::Float(name), Value::Float(value)) => Some(float(*value, name)),
            (Making::Str, Value::Text(text)) => Some(format!("{text:?}")),
            (Making::Bytes, Value::Bytes(bytes)) => Some(format!("&{bytes:?}")),
            (Making::List { element, .. }, Value::List(parts)) => {
                let parts: Option<Vec<String>> =
                    parts.iter().map(|part| element.text(part, bindings)).collect();
                Some(format!("vec![{}]", parts?.join(", ")))
            }
            (Making::Choice(choices), Value::Choice(choice, values)) => {
                let (text, parts) = choices.get(*choice)?;
                let parts: Option<Vec<String>> =
                    parts.iter().zip(values).map(|(part, value)| part.text(value, bindings)).collect();
                Some(filled(text, &parts?))
            }
            (Making::Wrapped { part, text }, value) => Some(filled(text, &[part.text(value, bindings)?])),
            (Making::Reference { part, is_mutable, .. }, value) => {
                let part = part.text(value, bindings)?;
                let name = bindings.bind(&part, *is_mutable);
                Some(format!("&{}{name}", if *is_mutable { "mut " } else { "" }))
            }
            (Making::Closure { inputs, output }, value) => {
                let inputs = inputs.join(", ");
                Some(format!("|{inputs}| {}", output.text(value, bindings)?))
            }
            (Making::Object { access, .. }, Value::Object(number)) => {
                let sign = match access {
                    Access::Shared => "&",
                    Access::Exclusive => "&mut ",
                    Access::Moved => "",
                };
                Some(format!("{sign}{}", object(*number)))
            }
            _ => None,
        }
    }
}

/// The name of the object that the call of a number returned.
pub(super) fn object(number: usize) -> String {
    format!("s{number}")
}

/// Statements in front of a call, which bind what references lead to.
#[derive(Debug, Default)]
pub(super) struct Bindings {
    pub(super) statements: Vec<String>,
    /// How many names there are in the whole test.
    pub(super) names: usize,
}

impl Bindings {
    fn bind(&mut self, expression: &str, is_mutable: bool) -> String {
        let name = format!("a{}", self.names);
        self.names += 1;
        let mutable = if is_mutable { "mut " } else { "" };
        self.statements.push(format!("let {mutable}{name} = {expression};"));
        name
    }
}

/// A text with its parts put in. Braces in the parts are nothing but text.
fn filled(text: &str, parts: &[String]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        let place = behind
            .split_once('}')
            .and_then(|(number, rest)| Some((parts.get(number.parse::<usize>().ok()?)?, rest)));
        out += before;
        match place {
            Some((part, behind)) => {
                out += part;
                rest = behind;
            }
            None => {
                out.push('{');
                rest = behind;
            }
        }
    }
    out + rest
}

fn float(value: f64, name: &str) -> String {
    let value = if name == "f32" { f64::from(value as f32) } else { value };
    match value {
        value if value.is_nan() => format!("{name}::NAN"),
        f64::INFINITY => format!("{name}::INFINITY"),
        f64::NEG_INFINITY => format!("{name}::NEG_INFINITY"),
        value if name == "f32" => format!("{:?}", value as f32),
        value => format!("{value:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_test_has_is_what_the_client_reads() {
        let option = Making::Choice(vec![
            ("None".to_owned(), Vec::new()),
            ("Some({0})".to_owned(), vec![Making::Int(IntType::U8)]),
        ]);
        let list = Making::List { element: Box::new(option), length: None };
        let slice = Making::Reference { part: Box::new(list), is_mutable: false, is_slice: true };
        assert_eq!(
            slice.shape(),
            "pct_explore::Shape::List { element: &pct_explore::Shape::Choice(&[&[], &[pct_explore::Shape::Int { bits: 8, is_signed: false }]]), length: None }"
        );
        let value = Value::List(vec![Value::Choice(0, Vec::new()), Value::Choice(1, vec![Value::Int(3)])]);
        let mut bindings = Bindings::default();
        assert_eq!(slice.text(&value, &mut bindings).as_deref(), Some("&a0"));
        assert_eq!(bindings.statements, ["let a0 = vec![None, Some(3)];"]);
        assert!(
            slice
                .read(Lives::AsLongAsTheRun)
                .contains("0 => {  None }, 1 => { let pct_p0 = (pct_cx.int()? as u8); Some(pct_p0) }")
        );
    }

    #[test]
    fn braces_of_parts_are_text() {
        let parts = ["\"{1}\"".to_owned(), "2".to_owned()];
        assert_eq!(filled("Pair { a: {0}, b: {1} }", &parts), "Pair { a: \"{1}\", b: 2 }");
    }

    #[test]
    fn floats_are_written_so_that_they_are_read_again() {
        let texts = [0.1, -0.0, f64::NAN, f64::INFINITY, 1e300].map(|value| float(value, "f64"));
        assert_eq!(texts, ["0.1", "-0.0", "f64::NAN", "f64::INFINITY", "1e300"]);
        assert_eq!(float(0.1, "f32"), "0.1");
    }
}
