//! Requests to a hidden driver test, and its answers.
//!
//! The tool runs one test binary with `--exact PATH_OF_DRIVER`, [`crate::env::REQUESTS`] and [`crate::env::ANSWERS`].
//! The driver answers the requests in order, each on a thread of its own, each line of an answer written at once. A request
//! whose answer lacks its `end` ended the process (abort, stack overflow, `exit`, a limit): the tool starts again behind it.
//! Observations made on the way go to the trace as always; with [`crate::env::IN_PROCESS`] they bear the thread's name
//! ([`thread_name`]) where otherwise a test's stands.

use crate::line::{self, LineReader, LineWriter, ReadError};
use crate::{Id, Valuation, Value};

const REQUESTS: &str = "pct-requests";
const ANSWERS: &str = "pct-answers";

/// One call in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function, one of the driver's.
    pub function: Id,
    /// Its arguments, without `self`.
    pub arguments: Vec<Value>,
}

/// Build an object, then call functions on it one after the other.
///
/// The object is `state`, or what an associated function (without `self`) among the calls returned: the type itself, or the
/// type inside an `Option`, `Result` or `Box`. A call that panics ends the sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Chosen by the tool; the answer repeats it.
    pub number: u64,
    /// The object to begin with.
    pub state: Option<Value>,
    /// What to call.
    pub calls: Vec<Call>,
}

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It returned this, as far as it can be captured.
    Returned(Value),
    /// It unwound.
    Panicked {
        /// The panic's message.
        message: String,
        /// Where: `file:line:column`, empty if unknown.
        location: String,
    },
    /// It could not be made, for this reason (an argument does not fit, no object to call it on).
    Refused(String),
}

/// One call of a request, answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// How it ended.
    pub outcome: Outcome,
    /// The object afterwards and the truth values of its type's predicates; after a panic too, since clients may catch it.
    /// `None` if the call consumed it.
    pub after: Option<(Value, Valuation)>,
}

/// A request's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The request's number.
    pub number: u64,
    /// The object's predicates before the first call, if a state was asked for; or why it cannot be built.
    pub built: Option<Result<Valuation, String>>,
    /// The calls, as far as they were reached.
    pub steps: Vec<Step>,
    /// Whether the answer is complete; otherwise the process ended in the call behind the last step.
    pub complete: bool,
}

/// The name of the thread that answers the request of this number.
pub fn thread_name(number: u64) -> String {
    format!("pct-request-{number}")
}

/// The content of a file of requests.
pub fn write_requests<'r>(requests: impl IntoIterator<Item = &'r Request>) -> String {
    let mut text = line::header(REQUESTS).finish();
    for request in requests {
        let state = request.state.as_ref().map(Value::to_string);
        text += &LineWriter::new("request").field(request.number).optional(state.as_deref()).finish();
        for call in &request.calls {
            let line = LineWriter::new("call").field(call.function);
            text += &call.arguments.iter().fold(line, |line, argument| line.field(argument)).finish();
        }
    }
    text
}

/// Reads what [`write_requests`] wrote.
pub fn read_requests(text: &str) -> Result<Vec<Request>, ReadError> {
    let mut lines = text.lines().enumerate();
    let (_, first) = lines.next().unwrap_or((0, ""));
    line::read_header(REQUESTS, first)?.1.end()?;
    let mut requests: Vec<Request> = Vec::new();
    for (index, text) in lines {
        let mut line = LineReader::new(index + 1, text);
        match (line.tag(), requests.last_mut()) {
            ("request", _) => {
                let number = line.parse("number")?;
                let state = line.optional("state")?.map(|text| parse_value(&line, &text)).transpose()?;
                line.end()?;
                requests.push(Request { number, state, calls: Vec::new() });
            }
            ("call", Some(request)) => {
                let function = line.parse("function")?;
                let texts = line.rest()?;
                let arguments =
                    texts.iter().map(|text| parse_value(&line, text)).collect::<Result<_, _>>()?;
                request.calls.push(Call { function, arguments });
            }
            (other, _) => return Err(line.error(format!("unexpected record `{other}`"))),
        }
    }
    Ok(requests)
}

fn parse_value(line: &LineReader<'_>, text: &str) -> Result<Value, ReadError> {
    text.parse().map_err(|error: String| line.error(error))
}

/// The header line of a file of answers.
pub fn answers_header() -> String {
    line::header(ANSWERS).finish()
}

/// The line that opens an answer.
pub fn begin_line(number: u64) -> String {
    LineWriter::new("begin").field(number).finish()
}

/// The line that tells whether the state could be built.
pub fn built_line(built: &Result<Valuation, String>) -> String {
    match built {
        Ok(valuation) => LineWriter::new("built").field(valuation),
        Err(reason) => LineWriter::new("unbuildable").field(reason),
    }
    .finish()
}

/// The line of one call.
pub fn step_line(step: &Step) -> String {
    let line = match &step.outcome {
        Outcome::Returned(value) => LineWriter::new("returned").field(value),
        Outcome::Panicked { message, location } => LineWriter::new("panicked").field(message).field(location),
        Outcome::Refused(reason) => LineWriter::new("refused").field(reason),
    };
    match &step.after {
        Some((value, valuation)) => line.field(value).field(valuation),
        None => line,
    }
    .finish()
}

/// The line that closes an answer.
pub fn end_line(number: u64) -> String {
    LineWriter::new("end").field(number).finish()
}

/// Reads a file of answers; a torn last line is skipped.
pub fn read_answers(text: &str) -> Result<Vec<Answer>, ReadError> {
    let whole = text.rfind('\n').map_or("", |end| &text[..=end]);
    let mut lines = whole.lines().enumerate();
    let Some((_, first)) = lines.next() else { return Ok(Vec::new()) };
    line::read_header(ANSWERS, first)?.1.end()?;
    let mut answers: Vec<Answer> = Vec::new();
    for (index, text) in lines {
        let mut line = LineReader::new(index + 1, text);
        if line.tag() == "begin" {
            let number = line.parse("number")?;
            line.end()?;
            answers.push(Answer { number, built: None, steps: Vec::new(), complete: false });
            continue;
        }
        let Some(answer) = answers.last_mut().filter(|answer| !answer.complete) else {
            return Err(line.error(format!("`{}` outside an answer", line.tag())));
        };
        read_answer_line(line, answer)?;
    }
    Ok(answers)
}

fn read_answer_line(mut line: LineReader<'_>, answer: &mut Answer) -> Result<(), ReadError> {
    match line.tag() {
        "built" => answer.built = Some(Ok(line.parse("valuation")?)),
        "unbuildable" => answer.built = Some(Err(line.text("reason")?)),
        "end" => {
            let number: u64 = line.parse("number")?;
            if number != answer.number {
                return Err(line.error(format!("answer {} is closed as {number}", answer.number)));
            }
            answer.complete = true;
        }
        tag @ ("returned" | "panicked" | "refused") => {
            let outcome = match tag {
                "returned" => Outcome::Returned(line.parse("value")?),
                "panicked" => {
                    Outcome::Panicked { message: line.text("message")?, location: line.text("location")? }
                }
                _ => Outcome::Refused(line.text("reason")?),
            };
            let after = match line.rest()?.as_slice() {
                [] => None,
                [value, valuation] => {
                    let valuation = valuation.parse().map_err(|error: String| line.error(error))?;
                    Some((parse_value(&line, value)?, valuation))
                }
                _ => return Err(line.error("an object and its valuation, or nothing")),
            };
            answer.steps.push(Step { outcome, after });
        }
        other => return Err(line.error(format!("unknown record `{other}`"))),
    }
    line.end()
}
