//! The lexical level: a cursor over the dump, words, literals, spans and interned names.
//!
//! The text is machine-made, so tokens are matched where they are expected rather than cut beforehand: the same `>>` closes
//! two generic lists, and paths of files stand unquoted inside `<impl at …>`. Every method skips blanks, never line ends.

use super::{Parsed, Parser, SyntaxError};
use crate::mir::Name;
use crate::span::{Position, Span};
use std::sync::Arc;

/// A number, before its meaning is known.
pub(super) struct Number<'a> {
    pub(super) is_negative: bool,
    /// Digits with fraction and exponent.
    pub(super) digits: &'a str,
    /// `u32` in `5_u32`, `f64` in `1.5f64`.
    pub(super) suffix: &'a str,
}

/// Whether a byte can be part of an identifier; all non-ASCII bytes can.
pub(super) fn is_word_byte(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric() || !byte.is_ascii()
}

impl<'a> Parser<'a> {
    /// What is left of the text.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    /// The byte at `offset` from here; 0 past the end.
    pub(super) fn byte(&self, offset: usize) -> u8 {
        self.text.as_bytes().get(self.position + offset).copied().unwrap_or(0)
    }

    /// Skips blanks, and returns the first byte after them.
    pub(super) fn peek(&mut self) -> u8 {
        while self.byte(0) == b' ' {
            self.position += 1;
        }
        self.byte(0)
    }

    /// Whether `token` comes next; a token that ends like a word must end there.
    pub(super) fn at(&mut self, token: &str) -> bool {
        self.peek();
        let bytes = token.as_bytes();
        self.text.as_bytes()[self.position..].starts_with(bytes)
            && !(is_word_byte(bytes[bytes.len() - 1]) && is_word_byte(self.byte(bytes.len())))
    }

    /// Takes `token` if it comes next.
    pub(super) fn eat(&mut self, token: &str) -> bool {
        let found = self.at(token);
        if found {
            self.position += token.len();
        }
        found
    }

    /// Takes `token` if it comes next, even if the word goes on behind it: `0x` of `0x10`.
    pub(super) fn eat_beginning(&mut self, token: &str) -> bool {
        self.peek();
        let found = self.rest().starts_with(token);
        if found {
            self.position += token.len();
        }
        found
    }

    /// Takes `token`, which must come next.
    pub(super) fn expect(&mut self, token: &str) -> Parsed<()> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(&format!("`{token}`"))) }
    }

    /// An error here, saying what was expected and what is there.
    pub(super) fn expected(&self, what: &str) -> SyntaxError {
        let line = self.rest().lines().next().unwrap_or("");
        let found: String = line.chars().take(40).collect();
        self.error(format!("expected {what}, found `{found}`"))
    }

    /// An error here.
    pub(super) fn error(&self, message: impl Into<String>) -> SyntaxError {
        SyntaxError { offset: self.position, message: message.into() }
    }

    /// Takes what comes before `end` on this line, and `end`.
    pub(super) fn until(&mut self, end: &str) -> Parsed<&'a str> {
        let line = self.rest().split('\n').next().unwrap_or("");
        match line.find(end) {
            Some(length) => {
                self.position += length + end.len();
                Ok(&line[..length])
            }
            None => Err(self.expected(&format!("`{end}` on this line"))),
        }
    }

    /// The rest of the line, without the line end, which is taken.
    pub(super) fn rest_of_line(&mut self) -> &'a str {
        let rest = self.rest();
        let length = memchr_newline(rest);
        self.position += (length + 1).min(rest.len());
        &rest[..length]
    }

    /// The line end, perhaps after blanks.
    pub(super) fn end_of_line(&mut self) -> Parsed<()> {
        match self.peek() {
            b'\n' => {
                self.position += 1;
                Ok(())
            }
            0 if self.position == self.text.len() => Ok(()),
            _ => Err(self.expected("the end of the line")),
        }
    }

    /// An identifier: `push`, `r#type`, `_`, `一`. `None` takes nothing.
    pub(super) fn word(&mut self) -> Option<&'a str> {
        let first = self.peek();
        if !is_word_byte(first) || first.is_ascii_digit() {
            return None;
        }
        let prefix = if self.rest().starts_with("r#") { 2 } else { 0 };
        let length = prefix
            + self.text.as_bytes()[self.position + prefix..].iter().take_while(|b| is_word_byte(**b)).count();
        let word = &self.text[self.position..self.position + length];
        self.position += length;
        Some(word)
    }

    /// An identifier that must come next.
    pub(super) fn name(&mut self) -> Parsed<Name> {
        match self.word() {
            Some(word) => Ok(self.intern(word)),
            None => Err(self.expected("a name")),
        }
    }

    /// The shared copy of a name.
    pub(super) fn intern(&mut self, text: &str) -> Name {
        if let Some(name) = self.names.get(text) {
            return name.clone();
        }
        let name: Name = Arc::from(text);
        self.names.insert(name.clone());
        name
    }

    /// `'a`, `'_`, `'{erased}`; not the beginning of a character literal. `None` takes nothing.
    pub(super) fn lifetime(&mut self) -> Option<Name> {
        if self.peek() != b'\'' {
            return None;
        }
        let bytes = &self.text.as_bytes()[self.position + 1..];
        let raw = if bytes.starts_with(b"r#") { 2 } else { 0 };
        let length = 1 + raw + bytes[raw..].iter().take_while(|b| is_word_byte(**b)).count();
        if length == 1 + raw || self.byte(length) == b'\'' {
            return None;
        }
        let text = &self.text[self.position..self.position + length];
        self.position += length;
        Some(self.intern(text))
    }

    /// Decimal digits that fit.
    pub(super) fn unsigned<T: std::str::FromStr>(&mut self) -> Parsed<T> {
        self.peek();
        let length = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        match self.rest()[..length].parse() {
            Ok(number) => {
                self.position += length;
                Ok(number)
            }
            Err(_) => Err(self.expected("a number")),
        }
    }

    /// `5_u32`, `-1.5f64`, `1.0E+10f32`, `3`; the cursor must be at a digit or sign.
    pub(super) fn number(&mut self) -> Number<'a> {
        self.peek();
        let is_negative = self.byte(0) == b'-';
        if is_negative || self.byte(0) == b'+' {
            self.position += 1;
        }
        let start = self.position;
        self.digits();
        if self.byte(0) == b'.' && self.byte(1).is_ascii_digit() {
            self.position += 1;
            self.digits();
        }
        if matches!(self.byte(0), b'e' | b'E') {
            self.position += 1;
            if matches!(self.byte(0), b'+' | b'-') {
                self.position += 1;
            }
            self.digits();
        }
        let digits = &self.text[start..self.position];
        if self.byte(0) == b'_' && self.byte(1).is_ascii_alphabetic() {
            self.position += 1;
        }
        let suffix = if is_word_byte(self.byte(0)) { self.word().unwrap_or("") } else { "" };
        Number { is_negative, digits, suffix }
    }

    fn digits(&mut self) {
        while self.byte(0).is_ascii_digit() {
            self.position += 1;
        }
    }

    /// `"a\n"`: the text it stands for; the cursor must be at the quote.
    pub(super) fn string(&mut self) -> Parsed<String> {
        self.expect("\"")?;
        let mut value = String::new();
        loop {
            let rest = self.rest();
            let plain = rest.bytes().take_while(|b| !matches!(b, b'"' | b'\\' | b'\n')).count();
            value.push_str(&rest[..plain]);
            self.position += plain;
            match self.byte(0) {
                b'"' => {
                    self.position += 1;
                    return Ok(value);
                }
                b'\\' => value.push(self.escape()?),
                _ => return Err(self.expected("the end of the string")),
            }
        }
    }

    /// `b"\x00a"`: the bytes it stands for; the cursor must be behind the `b`, at the quote.
    pub(super) fn byte_string(&mut self) -> Parsed<Vec<u8>> {
        self.expect("\"")?;
        let mut value = Vec::new();
        loop {
            match self.byte(0) {
                b'"' => {
                    self.position += 1;
                    return Ok(value);
                }
                b'\\' if self.byte(1) == b'x' => {
                    let digits = self.rest().get(2..4).and_then(|digits| u8::from_str_radix(digits, 16).ok());
                    value.push(digits.ok_or_else(|| self.expected("two hexadecimal digits"))?);
                    self.position += 4;
                }
                b'\\' => {
                    let char = self.escape()?;
                    value.push(u8::try_from(char).map_err(|_| self.error("a byte is out of range"))?);
                }
                b'\n' | 0 => return Err(self.expected("the end of the byte string")),
                byte => {
                    value.push(byte);
                    self.position += 1;
                }
            }
        }
    }

    /// `'x'`, `'\u{301}'`: the character; the cursor must be at the quote.
    pub(super) fn character(&mut self) -> Parsed<char> {
        self.expect("'")?;
        let value = if self.byte(0) == b'\\' {
            self.escape()?
        } else {
            let char = self.rest().chars().next().ok_or_else(|| self.expected("a character"))?;
            self.position += char.len_utf8();
            char
        };
        if self.byte(0) != b'\'' {
            return Err(self.expected("the end of the character"));
        }
        self.position += 1;
        Ok(value)
    }

    /// `\n`, `\u{301}`: the cursor must be at the backslash.
    fn escape(&mut self) -> Parsed<char> {
        let kind = self.byte(1);
        self.position += 2;
        match kind {
            b'n' => Ok('\n'),
            b'r' => Ok('\r'),
            b't' => Ok('\t'),
            b'0' => Ok('\0'),
            b'\\' | b'"' | b'\'' => Ok(char::from(kind)),
            b'u' => {
                self.expect("{")?;
                let digits = self.until("}")?;
                let value = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                value.ok_or_else(|| self.error(format!("`\\u{{{digits}}}` is no character")))
            }
            _ => Err(self.error("unknown escape")),
        }
    }

    /// `src/a.rs:1:2: 3:4`, all of `text`. The file may contain anything, so it is read from the end.
    pub(super) fn span_from(&mut self, text: &str) -> Parsed<Span> {
        let span = (|| {
            let (rest, end_column) = text.rsplit_once(':')?;
            let (rest, end_line) = rest.rsplit_once(": ")?;
            let (rest, start_column) = rest.rsplit_once(':')?;
            let (file, start_line) = rest.rsplit_once(':')?;
            let start = Position { line: start_line.parse().ok()?, column: start_column.parse().ok()? };
            let end = Position { line: end_line.parse().ok()?, column: end_column.parse().ok()? };
            Some((file, start, end))
        })();
        let (file, start, end) = span.ok_or_else(|| self.error(format!("`{text}` is no source position")))?;
        Ok(Span { file: self.intern(file), start, end })
    }

    /// `src/a.rs:1:2: 3:4` or `no-location`, all of `text`.
    pub(super) fn optional_span_from(&mut self, text: &str) -> Parsed<Option<Span>> {
        if text == "no-location" { Ok(None) } else { self.span_from(text).map(Some) }
    }

    /// `"mov rax, rbx` … `"`: skips the template of `asm!`, which is printed with its line ends, unescaped.
    pub(super) fn skip_asm_template(&mut self) -> Parsed<()> {
        self.expect("\"")?;
        match self.rest().find('"') {
            Some(length) => {
                self.position += length + 1;
                Ok(())
            }
            None => Err(self.expected("the end of the template")),
        }
    }

    /// Takes text up to a `closer` outside all brackets and strings, which is not taken.
    pub(super) fn balanced(&mut self, closers: &[u8]) -> Parsed<&'a str> {
        let start = self.position;
        let mut depth = 0usize;
        loop {
            let byte = self.byte(0);
            if depth == 0 && closers.contains(&byte) {
                return Ok(&self.text[start..self.position]);
            }
            match byte {
                b'(' | b'[' | b'{' | b'<' => depth += 1,
                b'>' if matches!(self.text.as_bytes()[self.position - 1], b'-' | b'=') => {}
                b')' | b']' | b'}' | b'>' if depth > 0 => depth -= 1,
                b'"' => {
                    self.string()?;
                    continue;
                }
                b'\'' if self.lifetime().is_none() => {
                    self.character()?;
                    continue;
                }
                b'\'' => continue,
                b')' | b']' | b'}' | b'>' | b'\n' | 0 => return Err(self.expected("a balanced text")),
                _ => {}
            }
            self.position += 1;
        }
    }
}

fn memchr_newline(text: &str) -> usize {
    text.bytes().position(|byte| byte == b'\n').unwrap_or(text.len())
}
