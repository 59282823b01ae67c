//! Values as the engine tells them: of a shape, which the tool knows.

/// A value; see `pct_explore::Value`.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Int(i128),
    Float(f64),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<Value>),
    Choice(usize, Vec<Value>),
    /// The number of the call whose result it is.
    Object(usize),
}

/// One call, with the number of its function.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Call {
    pub(super) function: usize,
    pub(super) arguments: Vec<Value>,
}

/// Reads a sequence: `3(5, "text"); 4(#0)`. None where it is none.
pub(super) fn sequence(text: &str) -> Option<Vec<Call>> {
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
        if self.rest.starts_with('"') {
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

    fn text(&mut self) -> Option<Value> {
        // Rust's own literal: `{:?}` wrote it.
        let mut is_escaped = false;
        let is_end = |(_, letter): &(usize, char)| {
            let ends = *letter == '"' && !is_escaped;
            is_escaped = *letter == '\\' && !is_escaped;
            ends
        };
        let (end, _) = self.rest.char_indices().skip(1).find(is_end)?;
        let (literal, rest) = self.rest.split_at(end + 1);
        self.rest = rest;
        Some(Value::Text(syn::parse_str::<syn::LitStr>(literal).ok()?.value()))
    }
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_are_read_as_the_engine_writes_them() {
        let text = r#"0(); 12(-5, "a\"\\\u{80}", x00ff, [1, 2], 1{#0}, 0x3ff8000000000000f, 0{})"#;
        let calls = sequence(text).unwrap();
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
        for wrong in ["", "1", "1(", "1(2", "1(2);", "1(\"a)", "1(x0g)"] {
            assert_eq!(sequence(wrong), None, "{wrong}");
        }
    }
}
