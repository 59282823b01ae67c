//! Lines of tab-separated fields: escaping, and a reader that knows where it is.

use std::fmt;
use std::str::FromStr;

/// Why a file could not be read: the line, from 1, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// What was expected, and what stands there.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReadError {}

/// Escapes a field: the result holds no tab and no line end.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_escaped(&mut out, text);
    out
}

/// Appends [`escape`]d text.
pub(crate) fn push_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            _ => out.push(c),
        }
    }
}

/// Undoes [`escape`]; an unknown escape is an error.
pub fn unescape(text: &str) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        out.push(match chars.next() {
            Some('\\') => '\\',
            Some('t') => '\t',
            Some('n') => '\n',
            Some('r') => '\r',
            other => {
                return Err(format!("unknown escape `\\{}`", other.map(String::from).unwrap_or_default()));
            }
        });
    }
    Ok(out)
}

/// Writes one record: its tag, then its fields.
pub(crate) struct LineWriter {
    text: String,
}

impl LineWriter {
    pub(crate) fn new(tag: &str) -> LineWriter {
        LineWriter { text: tag.to_owned() }
    }

    /// Appends a field.
    pub(crate) fn field(mut self, value: impl fmt::Display) -> LineWriter {
        self.text.push('\t');
        push_escaped(&mut self.text, &value.to_string());
        self
    }

    /// Appends a field that may be absent: `-`, and a present `-` is told apart by an escape in front.
    pub(crate) fn optional(mut self, value: Option<&str>) -> LineWriter {
        self.text.push('\t');
        match value {
            None => self.text.push('-'),
            Some(text) => {
                self.text.push('+');
                push_escaped(&mut self.text, text);
            }
        }
        self
    }

    /// The finished line, its end included.
    pub(crate) fn finish(mut self) -> String {
        self.text.push('\n');
        self.text
    }
}

/// Reads one record, field by field.
pub(crate) struct LineReader<'a> {
    line: usize,
    tag: &'a str,
    fields: std::str::Split<'a, char>,
}

impl<'a> LineReader<'a> {
    pub(crate) fn new(line: usize, text: &'a str) -> LineReader<'a> {
        let mut fields = text.split('\t');
        let tag = fields.next().unwrap_or("");
        LineReader { line, tag, fields }
    }

    pub(crate) fn tag(&self) -> &'a str {
        self.tag
    }

    pub(crate) fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError { line: self.line, message: message.into() }
    }

    fn raw(&mut self, what: &str) -> Result<&'a str, ReadError> {
        self.fields.next().ok_or_else(|| self.error(format!("`{}` lacks its {what}", self.tag)))
    }

    /// The next field as text.
    pub(crate) fn text(&mut self, what: &str) -> Result<String, ReadError> {
        let raw = self.raw(what)?;
        unescape(raw).map_err(|message| self.error(format!("{what}: {message}")))
    }

    /// The next field, parsed.
    pub(crate) fn parse<T: FromStr>(&mut self, what: &str) -> Result<T, ReadError>
    where
        T::Err: fmt::Display,
    {
        let text = self.text(what)?;
        text.parse().map_err(|error| self.error(format!("{what} `{text}`: {error}")))
    }

    /// The next field, written by [`LineWriter::optional`].
    pub(crate) fn optional(&mut self, what: &str) -> Result<Option<String>, ReadError> {
        let raw = self.raw(what)?;
        match raw.strip_prefix('+') {
            Some(text) => {
                unescape(text).map(Some).map_err(|message| self.error(format!("{what}: {message}")))
            }
            None if raw == "-" => Ok(None),
            None => Err(self.error(format!("{what}: `{raw}` is neither `-` nor `+text`"))),
        }
    }

    /// All further fields as text.
    pub(crate) fn rest(&mut self) -> Result<Vec<String>, ReadError> {
        let mut all = Vec::new();
        for raw in self.fields.by_ref() {
            all.push(unescape(raw).map_err(|message| ReadError { line: self.line, message })?);
        }
        Ok(all)
    }

    /// Insists that no field is left: a longer record comes from another version.
    pub(crate) fn end(mut self) -> Result<(), ReadError> {
        match self.fields.next() {
            None => Ok(()),
            Some(extra) => Err(self.error(format!("`{}` has one field too many: `{extra}`", self.tag))),
        }
    }
}

/// Writes a format's header line.
pub(crate) fn header(format: &str) -> LineWriter {
    LineWriter::new(format).field(crate::VERSION).field(crate::CRATE_VERSION)
}

/// Reads a format's header line up to the crate version, which it returns; another format version is an error.
pub(crate) fn read_header<'a>(format: &str, text: &'a str) -> Result<(String, LineReader<'a>), ReadError> {
    let mut reader = LineReader::new(1, text);
    if reader.tag() != format {
        return Err(reader.error(format!("expected a `{format}` header, found `{}`", reader.tag())));
    }
    let version: u32 = reader.parse("format version")?;
    let crate_version = reader.text("crate version")?;
    if version != crate::VERSION {
        return Err(reader.error(format!(
            "format version {version} (pct-runtime {crate_version}) meets a reader of version {} ({})",
            crate::VERSION,
            crate::CRATE_VERSION
        )));
    }
    Ok((crate_version, reader))
}
