//! Reads values: recursive descent over characters, nested at most 100 deep.

use std::str::FromStr;

use super::{Float, Int, Value};

/// How deep values may nest; a request is made by a tool, and a deeper one is not worth a stack overflow.
const DEPTH: usize = 100;

impl FromStr for Value {
    type Err = String;

    fn from_str(text: &str) -> Result<Value, String> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(DEPTH)?;
        reader.space();
        if reader.rest().is_empty() { Ok(value) } else { Err(reader.expected("the end")) }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn expected(&self, what: &str) -> String {
        format!("expected {what} at `{}`", self.rest().chars().take(20).collect::<String>())
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, token: &str) -> bool {
        self.space();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(&format!("`{token}`"))) }
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn value(&mut self, depth: usize) -> Result<Value, String> {
        let Some(depth) = depth.checked_sub(1) else { return Err("nested too deep".to_owned()) };
        self.space();
        match self.rest().chars().next() {
            Some('-' | '0'..='9') => self.number(),
            Some('\'') => self.quoted('\'').and_then(|text| one_char(&text)).map(Value::Char),
            Some('"') => self.quoted('"').map(Value::Text),
            Some('(') => self.tuple(depth),
            Some('[') => Ok(Value::Array(self.list(depth, "[", "]")?)),
            Some(c) if c.is_alphabetic() || c == '_' => self.named(depth),
            _ => Err(self.expected("a value")),
        }
    }

    /// `-5`, `340282366920938463463374607431768211455`, `-2.5e-9`
    fn number(&mut self) -> Result<Value, String> {
        let start = self.at;
        let negative = self.eat("-");
        let digits = self.take_while(|c| c.is_ascii_digit());
        if self.rest().starts_with(['.', 'e']) {
            self.take_while(|c| c.is_ascii_digit() || matches!(c, '.' | 'e' | '-'));
            let text = &self.text[start..self.at];
            let float: f64 = text.parse().map_err(|error| format!("number `{text}`: {error}"))?;
            return Ok(Value::Float(Float::from(float)));
        }
        let magnitude = digits.parse().map_err(|error| format!("integer `{digits}`: {error}"))?;
        Ok(Value::Int(Int::new(negative, magnitude)))
    }

    /// `()`, `(1,)`, `(1, 2)`; a parenthesis without comma is a tuple too, for no value is printed with one.
    fn tuple(&mut self, depth: usize) -> Result<Value, String> {
        Ok(Value::Tuple(self.list(depth, "(", ")")?))
    }

    fn list(&mut self, depth: usize, open: &str, close: &str) -> Result<Vec<Value>, String> {
        let mut parts = Vec::new();
        self.expect(open)?;
        while !self.eat(close) {
            parts.push(self.value(depth)?);
            if !self.eat(",") {
                self.expect(close)?;
                break;
            }
        }
        Ok(parts)
    }

    /// Anything that starts with a name: `true`, `vec![…]`, `opaque!(…)`, `a::B`, `B(…)`, `B { … }`.
    fn named(&mut self, depth: usize) -> Result<Value, String> {
        let name = self.take_while(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '#'));
        match name {
            "true" => return Ok(Value::Bool(true)),
            "false" => return Ok(Value::Bool(false)),
            "vec" if self.eat("!") => return Ok(Value::Vec(self.list(depth, "[", "]")?)),
            "opaque" if self.eat("!") => return self.opaque(),
            name => {
                if let Some(float) = Float::named(name) {
                    return Ok(Value::Float(float));
                }
            }
        }
        self.space();
        if self.rest().starts_with('(') {
            Ok(Value::Named(name.to_owned(), self.list(depth, "(", ")")?))
        } else if self.eat("{") {
            Ok(Value::Record(name.to_owned(), self.fields(depth)?))
        } else {
            Ok(Value::Named(name.to_owned(), Vec::new()))
        }
    }

    /// `x: 1, y: 2 }`
    fn fields(&mut self, depth: usize) -> Result<Vec<(String, Value)>, String> {
        let mut fields = Vec::new();
        while !self.eat("}") {
            self.space();
            let field = self.take_while(|c| c.is_alphanumeric() || matches!(c, '_' | '#')).to_owned();
            self.expect(":")?;
            fields.push((field, self.value(depth)?));
            if !self.eat(",") {
                self.expect("}")?;
                break;
            }
        }
        Ok(fields)
    }

    /// `("Vec<T>", 3)`
    fn opaque(&mut self) -> Result<Value, String> {
        self.expect("(")?;
        self.space();
        let name = self.quoted('"')?;
        let length = if self.eat(",") {
            self.space();
            let digits = self.take_while(|c| c.is_ascii_digit());
            Some(digits.parse().map_err(|error| format!("length `{digits}`: {error}"))?)
        } else {
            None
        };
        self.expect(")")?;
        Ok(Value::Opaque(name, length))
    }

    /// A literal between quotes, as `{:?}` prints characters and strings.
    fn quoted(&mut self, quote: char) -> Result<String, String> {
        self.expect(&quote.to_string())?;
        let mut out = String::new();
        loop {
            let plain = self.take_while(|c| c != quote && c != '\\');
            out.push_str(plain);
            if self.rest().starts_with(quote) {
                self.at += 1;
                return Ok(out);
            }
            out.push(self.escaped()?);
        }
    }

    /// `\n`, `\'`, `\u{1f600}` …
    fn escaped(&mut self) -> Result<char, String> {
        let mut chars = self.rest().chars().skip(1);
        let c = match chars.next().ok_or("an unfinished literal")? {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '0' => '\0',
            c @ ('\\' | '\'' | '"') => c,
            'u' => return self.unicode(),
            other => return Err(format!("unknown escape `\\{other}`")),
        };
        self.at += 2;
        Ok(c)
    }

    fn unicode(&mut self) -> Result<char, String> {
        self.expect("\\u{")?;
        let digits = self.take_while(|c| c.is_ascii_hexdigit());
        let code = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
        let c = code.ok_or_else(|| format!("`{digits}` is not a character"))?;
        self.expect("}")?;
        Ok(c)
    }
}

fn one_char(text: &str) -> Result<char, String> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) => Ok(c),
        _ => Err(format!("`{text}` is not one character")),
    }
}
