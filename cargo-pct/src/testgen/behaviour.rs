//! What calls did when they were run, as assertions.

use num_bigint::BigInt;
use pct_wire::Value;

use super::literal::scalar;
use crate::mir::{GenericArg, Mutability, Path, Type};
use crate::term;

/// Bytes of a text that a test compares.
const LONGEST_TEXT: usize = 240;

/// What is asked of a call when it is run: an expression whose value can be told, if there is one.
pub(super) fn question(call: &str, result: &Type) -> Option<String> {
    if is_unit(result) {
        None
    } else if is_comparable(result) {
        Some(call.to_owned())
    } else {
        variant(result).map(|(is_it, _)| format!("{call}.{is_it}()"))
    }
}

/// A call as a statement that asserts the answer to [`question`].
pub(super) fn statement(call: &str, result: &Type, answer: Option<&Value>) -> String {
    if is_unit(result) {
        return format!("{call};");
    }
    let assertion = match answer {
        Some(Value::Bool(value)) if *result == Type::Bool => {
            Some(format!("assert!({}{call});", if *value { "" } else { "!" }))
        }
        Some(value) if is_comparable(result) => {
            expected(result, value).map(|expected| format!("assert_eq!({call}, {expected});"))
        }
        Some(Value::Bool(value)) => variant(result).map(|(is_it, is_not)| {
            let asked = if *value { is_it } else { is_not };
            format!("assert!({call}.{asked}());")
        }),
        _ => None,
    };
    assertion.unwrap_or_else(|| format!("let _ = {call};"))
}

/// The text that `Debug` writes of a value, as an expression.
pub(super) fn debug_text(value: &str) -> String {
    let is_name = value.chars().all(|character| character.is_alphanumeric() || character == '_');
    match is_name {
        true => format!("format!(\"{{{value}:?}}\")"),
        false => format!("format!(\"{{:?}}\", {value})"),
    }
}

/// A statement that asserts this text, if it is one that people can read.
pub(super) fn asserts_debug_text(value: &str, text: &Value) -> Option<String> {
    let is_short = matches!(text, Value::Text(_)) && text.to_string().len() <= LONGEST_TEXT;
    is_short.then(|| format!("assert_eq!({}, {text});", debug_text(value)))
}

pub(super) fn is_unit(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(parts) if parts.is_empty()) || *ty == Type::Never
}

/// An expression that equals a captured value; none where the type may not be compared or shown, or could not be inferred.
fn expected(ty: &Type, value: &Value) -> Option<String> {
    match (ty, value) {
        (Type::Bool, Value::Bool(_)) | (Type::Char, Value::Char(_)) => Some(value.to_string()),
        (Type::Int(_), Value::Int(int)) => {
            scalar(ty, &term::Value::Int(int.to_string().parse::<BigInt>().ok()?))
        }
        (Type::Ref { referent, .. }, Value::Text(_)) if **referent == Type::Str => Some(value.to_string()),
        (Type::Ref { referent, .. }, Value::Array(parts) | Value::Vec(parts)) => match &**referent {
            Type::Slice(element) => Some(format!("&[{}][..]", list(element, parts)?)),
            _ => None,
        },
        (Type::Ref { mutability, referent, .. }, value) => {
            let inner = expected(referent, value)?;
            Some(if *mutability == Mutability::Mut { format!("&mut {inner}") } else { format!("&{inner}") })
        }
        (Type::Tuple(types), Value::Tuple(values)) if types.len() == values.len() => {
            let parts: Option<Vec<_>> = types.iter().zip(values).map(|(ty, it)| expected(ty, it)).collect();
            let parts = parts?;
            Some(format!("({}{})", parts.join(", "), if parts.len() == 1 { "," } else { "" }))
        }
        (Type::Array { element, .. }, Value::Array(parts)) => Some(format!("[{}]", list(element, parts)?)),
        (Type::Path(path), value) => of_std(path, value),
        _ => None,
    }
}

/// Of an empty list, the type of the elements would have to be said.
fn list(element: &Type, parts: &[Value]) -> Option<String> {
    let parts: Option<Vec<_>> = parts.iter().map(|part| expected(element, part)).collect();
    parts.filter(|parts| !parts.is_empty()).map(|parts| parts.join(", "))
}

fn of_std(path: &Path, value: &Value) -> Option<String> {
    let argument = |index: usize| match path.last().args().get(index) {
        Some(GenericArg::Type(ty)) => Some(ty),
        _ => None,
    };
    match value {
        Value::Text(_) if path.is_std(&["string", "String"]) => Some(format!("{value}.to_owned()")),
        // `Debug` shows a vector as it shows an array.
        Value::Vec(parts) | Value::Array(parts) if path.is_std(&["vec", "Vec"]) => {
            Some(format!("vec![{}]", list(argument(0)?, parts)?))
        }
        Value::Named(name, parts) if path.is_std(&["option", "Option"]) => {
            let inner = argument(0).filter(|ty| is_comparable(ty))?;
            match parts.as_slice() {
                [] => Some(name.clone()),
                [part] => Some(format!("{name}({})", expected(inner, part)?)),
                _ => None,
            }
        }
        Value::Named(name, parts) if path.is_std(&["result", "Result"]) => {
            let both = [argument(0)?, argument(1)?];
            let inner = both[usize::from(name == "Err")];
            let [part] = parts.as_slice() else { return None };
            let is_unit = matches!(part, Value::Tuple(parts) if parts.is_empty());
            let part = if is_unit { "()".to_owned() } else { expected(inner, part)? };
            both.into_iter().all(is_comparable).then(|| format!("{name}({part})"))
        }
        _ => None,
    }
}

/// Whether values of a type can be compared, and shown where they differ, as far as the type itself says so.
fn is_comparable(ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Char | Type::Str | Type::Int(_) => true,
        Type::Ref { referent, .. } => is_comparable(referent),
        Type::Slice(element) | Type::Array { element, .. } => is_comparable(element),
        Type::Tuple(parts) => parts.iter().all(is_comparable),
        Type::Path(path) => {
            let known: [&[&str]; 4] =
                [&["string", "String"], &["vec", "Vec"], &["option", "Option"], &["result", "Result"]];
            known.iter().any(|name| path.is_std(name))
                && path.last().args().iter().all(|arg| match arg {
                    GenericArg::Type(ty) => is_comparable(ty),
                    _ => true,
                })
        }
        _ => false,
    }
}

/// How the variant of what cannot be compared as a whole is asked for, and the opposite.
fn variant(result: &Type) -> Option<(&'static str, &'static str)> {
    let path = result.as_path()?;
    if path.is_std(&["option", "Option"]) {
        Some(("is_some", "is_none"))
    } else {
        path.is_std(&["result", "Result"]).then_some(("is_ok", "is_err"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir;

    fn result(ty: &str) -> Type {
        let body =
            format!("fn f() -> {ty} {{\n    let mut _0: {ty};\n\n    bb0: {{\n        return;\n    }}\n}}\n");
        let program = mir::parse(&body, 64);
        let body = program.bodies().next().unwrap();
        body.locals.values().next().unwrap().ty.clone()
    }

    #[test]
    fn what_was_returned_is_asserted_as_far_as_it_can_be_compared() {
        let check = |ty: &str, value: &str, expected: &str| {
            let value: Value = value.parse().unwrap();
            assert_eq!(statement("s.f()", &result(ty), Some(&value)), expected);
        };
        check("()", "()", "s.f();");
        check("bool", "false", "assert!(!s.f());");
        check("usize", "18446744073709551615", "assert_eq!(s.f(), usize::MAX);");
        check("std::option::Option<i32>", "None", "assert_eq!(s.f(), None);");
        check("std::option::Option<&i32>", "Some(3)", "assert_eq!(s.f(), Some(&3));");
        check("std::option::Option<Own>", "true", "assert!(s.f().is_some());");
        check("std::option::Option<Own>", "false", "assert!(s.f().is_none());");
        check("std::result::Result<(), std::string::String>", "Ok(())", "assert_eq!(s.f(), Ok(()));");
        check("std::result::Result<u8, Own>", "true", "assert!(s.f().is_ok());");
        check("&[u8]", "[1, 2]", "assert_eq!(s.f(), &[1, 2][..]);");
        check("&[u8]", "[]", "let _ = s.f();");
        check("std::vec::Vec<u8>", "[1]", "assert_eq!(s.f(), vec![1]);");
        check("(bool, &str)", "(true, \"a\")", "assert_eq!(s.f(), (true, \"a\"));");
        check("Own", "Own { x: 1 }", "let _ = s.f();");
        check("f64", "1.5", "let _ = s.f();");
    }

    #[test]
    fn only_what_can_be_told_is_asked() {
        let question = |ty| question("f()", &result(ty));
        assert_eq!(question("()"), None);
        assert_eq!(question("Own"), None);
        assert_eq!(question("bool").unwrap(), "f()");
        assert_eq!(question("std::option::Option<Own>").unwrap(), "f().is_some()");
        assert_eq!(statement("f()", &result("bool"), None), "let _ = f();");
    }

    #[test]
    fn what_debug_writes_is_compared_unless_it_is_long() {
        let text = |length| Value::Text("x".repeat(length));
        assert_eq!(asserts_debug_text("s", &text(2)).unwrap(), "assert_eq!(format!(\"{s:?}\"), \"xx\");");
        assert_eq!(
            asserts_debug_text("S::f(1)", &text(1)).unwrap(),
            "assert_eq!(format!(\"{:?}\", S::f(1)), \"x\");"
        );
        assert_eq!(asserts_debug_text("s", &text(300)), None);
        assert_eq!(asserts_debug_text("s", &Value::Bool(true)), None);
    }
}
