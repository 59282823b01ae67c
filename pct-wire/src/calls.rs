//! Sequences of calls of a library's public functions, as text: what the engine of exploration and `cargo-pct` tell each other.
//!
//! `3(5, "text"); 4(#0)` calls the function of number 3 with two arguments, and that of number 4 with the result of the first call.
//!
//! The engine has this file as a module of its own, because it is compiled by itself.

use std::fmt::{self, Write};

/// An argument, or a part of one. Floats are equal if their bits are: one that is not a number is equal to itself.
#[derive(Clone, Debug)]
pub enum Value {
    /// Of a truth value, a character or an integer.
    Int(i128),
    /// Of a float.
    Float(f64),
    /// Of a text.
    Text(String),
    /// Of bytes.
    Bytes(Vec<u8>),
    /// Of a list.
    List(Vec<Value>),
    /// The number of the choice, and its parts.
    Choice(usize, Vec<Value>),
    /// The number of the call whose result it is, in its sequence.
    Object(usize),
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Int(own), Value::Int(other)) => own == other,
            (Value::Float(own), Value::Float(other)) => own.to_bits() == other.to_bits(),
            (Value::Text(own), Value::Text(other)) => own == other,
            (Value::Bytes(own), Value::Bytes(other)) => own == other,
            (Value::List(own), Value::List(other)) => own == other,
            (Value::Choice(own, parts), Value::Choice(other, others)) => own == other && parts == others,
            (Value::Object(own), Value::Object(other)) => own == other,
            (Value::Int(_) | Value::Float(_) | Value::Text(_) | Value::Bytes(_), _) => false,
            (Value::List(_) | Value::Choice(..) | Value::Object(_), _) => false,
        }
    }
}

/// One call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The number of the function.
    pub function: usize,
    /// Its arguments.
    pub arguments: Vec<Value>,
}

/// Writes a sequence as text. Allocates nothing: a process may be about to end.
pub struct Text<'t>(pub &'t [Call]);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, call) in self.0.iter().enumerate() {
            write!(f, "{}{}(", if number == 0 { "" } else { "; " }, call.function)?;
            write_list(f, &call.arguments)?;
            f.write_char(')')?;
        }
        Ok(())
    }
}

fn write_list(f: &mut fmt::Formatter<'_>, values: &[Value]) -> fmt::Result {
    for (number, value) in values.iter().enumerate() {
        if number > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{value}")?;
    }
    Ok(())
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Int(value) => write!(f, "{value}"),
            Value::Float(value) => write!(f, "{:#x}f", value.to_bits()),
            Value::Text(text) => write!(f, "{text:?}"),
            Value::Bytes(bytes) => {
                f.write_char('x')?;
                bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
            Value::List(parts) => {
                f.write_char('[')?;
                write_list(f, parts)?;
                f.write_char(']')
            }
            Value::Choice(choice, parts) => {
                write!(f, "{choice}{{")?;
                write_list(f, parts)?;
                f.write_char('}')
            }
            Value::Object(number) => write!(f, "#{number}"),
        }
    }
}

/// Reads a sequence as [`Text`] writes it. None where the text is none.
pub fn read_calls(text: &str) -> Option<Vec<Call>> {
    let mut reader = Reader { rest: text };
    let mut calls = Vec::new();
    loop {
        let function = reader.number()?.try_into().ok()?;
        reader.expect('(')?;
        calls.push(Call { function, arguments: reader.list(')')? });
        if reader.rest.is_empty() {
            return Some(calls);
        }
        reader.expect(';')?;
        reader.expect(' ')?;
    }
}

/// Reads one value. None where the text is none.
pub fn read_value(text: &str) -> Option<Value> {
    let mut reader = Reader { rest: text };
    let value = reader.value()?;
    reader.rest.is_empty().then_some(value)
}

/// The beginning of a panic's message, in front of what differs from run to run.
pub fn kind_of(message: &str) -> &str {
    let is_end =
        |letter: char| letter.is_ascii_digit() || matches!(letter, '\'' | '"' | '`' | ':' | '=' | '\n');
    message.split(is_end).next().unwrap_or_default()
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn expect(&mut self, wanted: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(wanted)?;
        Some(())
    }

    fn takes(&mut self, wanted: char) -> bool {
        self.expect(wanted).is_some()
    }

    /// The longest beginning whose characters are all of a kind.
    fn word(&mut self, is_part: impl Fn(char) -> bool) -> &str {
        let end = self.rest.find(|letter| !is_part(letter)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    fn number(&mut self) -> Option<i128> {
        self.word(|letter| letter == '-' || letter.is_ascii_digit()).parse().ok()
    }

    fn list(&mut self, end: char) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        while !self.takes(end) {
            if !values.is_empty() {
                self.expect(',')?;
                self.expect(' ')?;
            }
            values.push(self.value()?);
        }
        Some(values)
    }

    fn value(&mut self) -> Option<Value> {
        if self.takes('#') {
            return Some(Value::Object(self.number()?.try_into().ok()?));
        }
        if self.takes('[') {
            return Some(Value::List(self.list(']')?));
        }
        if self.takes('x') {
            return Some(Value::Bytes(bytes(self.word(|letter| letter.is_ascii_hexdigit()))?));
        }
        if self.takes('"') {
            return self.text();
        }
        if let Some(bits) = self.rest.strip_prefix("0x") {
            self.rest = bits;
            let bits = self.word(|letter| letter.is_ascii_hexdigit());
            // The mark of a float looks like a digit.
            let bits = bits.strip_suffix('f')?;
            return Some(Value::Float(f64::from_bits(u64::from_str_radix(bits, 16).ok()?)));
        }
        let number = self.number()?;
        match self.takes('{') {
            true => Some(Value::Choice(number.try_into().ok()?, self.list('}')?)),
            false => Some(Value::Int(number)),
        }
    }

    /// A text behind its first quote, with the escapes of `{:?}`.
    fn text(&mut self) -> Option<Value> {
        let mut text = String::new();
        let mut letters = self.rest.chars();
        loop {
            match letters.next()? {
                '"' => break,
                '\\' => text.push(escaped(&mut letters)?),
                letter => text.push(letter),
            }
        }
        self.rest = letters.as_str();
        Some(Value::Text(text))
    }
}

/// The character that an escape stands for, behind its backslash.
fn escaped(letters: &mut std::str::Chars<'_>) -> Option<char> {
    Some(match letters.next()? {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        '0' => '\0',
        letter @ ('"' | '\'' | '\\') => letter,
        'u' => {
            let (code, rest) = letters.as_str().strip_prefix('{')?.split_once('}')?;
            let letter = char::from_u32(u32::from_str_radix(code, 16).ok()?)?;
            *letters = rest.chars();
            letter
        }
        _ => return None,
    })
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_are_read_as_they_are_written() {
        let text = r#"0(); 12(-5, "a\"\\\u{80}", x00ff, [1, 2], 1{#0}, 0x3ff8000000000000f, 0{})"#;
        let calls = read_calls(text).unwrap();
        let arguments = vec![
            Value::Int(-5),
            Value::Text("a\"\\\u{80}".to_owned()),
            Value::Bytes(vec![0, 255]),
            Value::List(vec![Value::Int(1), Value::Int(2)]),
            Value::Choice(1, vec![Value::Object(0)]),
            Value::Float(1.5),
            Value::Choice(0, Vec::new()),
        ];
        let expected = [Call { function: 0, arguments: Vec::new() }, Call { function: 12, arguments }];
        assert_eq!(calls, expected);
        assert_eq!(Text(&calls).to_string(), text);
        for wrong in ["", "1", "1(", "1(2", "1(2);", "1(\"a)", "1(x0g)", "1(\"\\q\")", "1(\"\\u{110000}\")"] {
            assert_eq!(read_calls(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn every_character_comes_back() {
        for code in (0..0x3000).chain([0xfeff, 0x1_f600, 0x10_ffff]) {
            let Some(letter) = char::from_u32(code) else { continue };
            let value = Value::Text(format!("a{letter}{letter}\""));
            assert_eq!(read_value(&value.to_string()), Some(value));
        }
    }
}
