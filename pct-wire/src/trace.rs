//! The trace: what probes saw, one file a process.
//!
//! A file is named `PID-NANOSECONDS.trace` (process id, and the wall clock when the process met its first probe), so
//! that children of any kind do not mix; a forked child notices that its process id is another and starts its own file.
//! The probe runtime writes each record with one unbuffered `write` on a file opened for appending: nothing is lost
//! under threads, panics, aborts and `process::exit`. A process that is killed while it writes may leave a torn last line, which the
//! reader skips and tells of; a line that is torn elsewhere is an error.
//!
//! A record appears once for each *new* observation (new in the process, or in the test when one process runs many,
//! see [`crate::env::IN_PROCESS`]); a reader must still expect repetitions, and merge them.

use std::fmt;
use std::str::FromStr;

use crate::line::{self, LineReader, LineWriter, ReadError};
use crate::{Id, Valuation, Value};

const FORMAT: &str = "pct-trace";

/// The extension of trace files; anything else in the folder is not the reader's.
pub const EXTENSION: &str = "trace";

/// The predicates held so at this cutpoint, at least once.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Observation {
    /// The cutpoint, or the contract (`requires`, `panics`, `assume!`) whose condition was evaluated.
    pub site: Id,
    /// The path of the module that the code stands in, crate first: `bounded_stack::inner`.
    pub module: String,
    /// The predicates of the type of `self` (or of the result), if they were evaluated here and the type has any.
    pub subject: Option<(Id, Valuation)>,
    /// The function's own predicates that are in scope here; a contract's single condition.
    pub local: Valuation,
    /// The test that was running, when one process runs many and the thread is a test's. `None` then means a thread that
    /// the test spawned: *unattributed*.
    pub test: Option<String>,
}

impl Observation {
    /// The abstract state's valuation: the type's predicates, then the function's own.
    ///
    /// `None` when together they exceed 64; the macros cannot see both counts, so the tool has to refuse that.
    pub fn valuation(&self) -> Option<Valuation> {
        self.subject.map_or_else(Valuation::default, |(_, valuation)| valuation).then(self.local)
    }
}

/// The value of an object that was seen at a cutpoint: sampled, never complete.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sample {
    /// The cutpoint, an entry or exit.
    pub site: Id,
    /// The path of the module that the code stands in.
    pub module: String,
    /// The type.
    pub subject: Id,
    /// Its value; parts that cannot be captured are [`Value::Opaque`].
    pub value: Value,
    /// As in [`Observation::test`].
    pub test: Option<String>,
}

/// A panic, caught or not. Few are told of each place, and none that happened before the process met its first probe.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Panic {
    /// Where, as the panic itself says it.
    pub at: Frame,
    /// Its column.
    pub column: u32,
    /// What it says; empty where that is no text.
    pub message: String,
    /// The calls that led there, as far as they are known: the innermost first, paths of files absolute.
    pub calls: Vec<Frame>,
    /// As in [`Observation::test`].
    pub test: Option<String>,
}

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Frame {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl FromStr for Frame {
    type Err = String;

    fn from_str(text: &str) -> Result<Frame, String> {
        let (file, line) = text.rsplit_once(':').ok_or_else(|| format!("`{text}` has no line"))?;
        let line = line.parse().map_err(|error| format!("the line of `{text}`: {error}"))?;
        Ok(Frame { file: file.to_owned(), line })
    }
}

/// One record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Record {
    /// An abstract state was seen.
    Observation(Observation),
    /// An object was sampled.
    Sample(Sample),
    /// Something panicked.
    Panic(Panic),
}

/// One process's trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The version of the runtime that wrote it.
    pub runtime: String,
    /// The process that wrote it.
    pub process: u32,
    /// What it saw, in the order of writing.
    pub records: Vec<Record>,
    /// Whether the last line was torn and skipped: the process was killed while it wrote, or the disk is full.
    pub torn: bool,
}

/// The header line that opens a process's trace.
pub fn header(process: u32) -> String {
    line::header(FORMAT).field(process).finish()
}

impl Record {
    /// The record's line, its end included.
    pub fn to_line(&self) -> String {
        match self {
            Record::Observation(seen) => {
                let (subject, valuation) = match seen.subject {
                    Some((id, valuation)) => (id.to_string(), valuation.to_string()),
                    None => (String::new(), String::new()),
                };
                LineWriter::new("o")
                    .field(seen.site)
                    .field(&seen.module)
                    .field(subject)
                    .field(valuation)
                    .field(seen.local)
                    .optional(seen.test.as_deref())
                    .finish()
            }
            Record::Sample(sample) => LineWriter::new("s")
                .field(sample.site)
                .field(&sample.module)
                .field(sample.subject)
                .field(&sample.value)
                .optional(sample.test.as_deref())
                .finish(),
            Record::Panic(panic) => {
                let calls: Vec<String> = panic.calls.iter().map(Frame::to_string).collect();
                LineWriter::new("p")
                    .field(&panic.at)
                    .field(panic.column)
                    .field(&panic.message)
                    .field(calls.join("\n"))
                    .optional(panic.test.as_deref())
                    .finish()
            }
        }
    }
}

/// Reads a trace file's content. A file that was created but holds no complete line is a torn, empty trace.
pub fn read(text: &str) -> Result<Trace, ReadError> {
    let torn = !text.ends_with('\n');
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let mut lines = whole.split_terminator('\n').enumerate();
    let Some((_, first)) = lines.next() else {
        return Ok(Trace {
            runtime: crate::CRATE_VERSION.to_owned(),
            process: 0,
            records: Vec::new(),
            torn: true,
        });
    };
    let (runtime, mut header) = line::read_header(FORMAT, first)?;
    let process = header.parse("process id")?;
    header.end()?;
    let records =
        lines.map(|(index, text)| read_record(LineReader::new(index + 1, text))).collect::<Result<_, _>>()?;
    Ok(Trace { runtime, process, records, torn })
}

/// Reads a trace file's bytes: like [`read`], but a last line that was torn inside a character is skipped too.
pub fn read_bytes(bytes: &[u8]) -> Result<Trace, ReadError> {
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let text = std::str::from_utf8(&bytes[..end]).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        ReadError { line, message: "not UTF-8".to_owned() }
    })?;
    let mut trace = read(text)?;
    trace.torn |= end != bytes.len();
    Ok(trace)
}

fn read_record(mut line: LineReader<'_>) -> Result<Record, ReadError> {
    let record = match line.tag() {
        "o" => Record::Observation(Observation {
            site: line.parse("site")?,
            module: line.text("module")?,
            subject: read_subject(&mut line)?,
            local: line.parse("valuation")?,
            test: line.optional("test")?,
        }),
        "s" => Record::Sample(Sample {
            site: line.parse("site")?,
            module: line.text("module")?,
            subject: line.parse("subject")?,
            value: line.parse("value")?,
            test: line.optional("test")?,
        }),
        "p" => Record::Panic(Panic {
            at: line.parse("place")?,
            column: line.parse("column")?,
            message: line.text("message")?,
            calls: read_calls(&mut line)?,
            test: line.optional("test")?,
        }),
        other => return Err(line.error(format!("unknown record `{other}`"))),
    };
    line.end()?;
    Ok(record)
}

/// One a line.
fn read_calls(line: &mut LineReader<'_>) -> Result<Vec<Frame>, ReadError> {
    let text = line.text("calls")?;
    text.lines().map(|call| call.parse().map_err(|error: String| line.error(error))).collect()
}

fn read_subject(line: &mut LineReader<'_>) -> Result<Option<(Id, Valuation)>, ReadError> {
    let id = line.text("subject")?;
    let valuation: Valuation = line.parse("subject's valuation")?;
    if id.is_empty() {
        return if valuation.is_empty() {
            Ok(None)
        } else {
            Err(line.error("a valuation without its subject"))
        };
    }
    let id = id.parse().map_err(|error: String| line.error(error))?;
    Ok(Some((id, valuation)))
}
