//! Sequences as text, for the tool to read. Nothing is allocated: a process may be about to end.

use std::fmt::{self, Write};

use crate::sequence::Call;
use crate::shape::Value;

/// `3(5, "text"); 4(#0)`
pub(crate) struct Text<'t>(pub(crate) &'t [Call]);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, call) in self.0.iter().enumerate() {
            write!(f, "{}{}(", if number == 0 { "" } else { "; " }, call.function)?;
            list(f, &call.arguments)?;
            f.write_char(')')?;
        }
        Ok(())
    }
}

fn list(f: &mut fmt::Formatter<'_>, values: &[Value]) -> fmt::Result {
    for (number, value) in values.iter().enumerate() {
        if number > 0 {
            f.write_str(", ")?;
        }
        one(f, value)?;
    }
    Ok(())
}

fn one(f: &mut fmt::Formatter<'_>, value: &Value) -> fmt::Result {
    match value {
        Value::Int(value) => write!(f, "{value}"),
        Value::Float(value) => write!(f, "{:#x}f", value.to_bits()),
        Value::Text(text) => write!(f, "{text:?}"),
        Value::Bytes(bytes) => {
            f.write_char('x')?;
            bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
        }
        Value::List(parts) => {
            f.write_char('[')?;
            list(f, parts)?;
            f.write_char(']')
        }
        Value::Choice(choice, parts) => {
            write!(f, "{choice}{{")?;
            list(f, parts)?;
            f.write_char('}')
        }
        Value::Object(number) => write!(f, "#{number}"),
    }
}
