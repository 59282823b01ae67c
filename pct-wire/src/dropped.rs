//! The list of probes that must be left out, because with them the user's function does not compile.
//!
//! `cargo-pct` writes it from rustc's diagnostics and builds again, to a fixed point. A diagnostic belongs to a probe when
//! one of its spans *starts* where the side-car says that the cutpoint stands (a brace, or a statement's first token; the
//! user's own errors rarely start there, and one that does comes again without the probe). The ladder:
//!
//! 1. the named probe's part that uses the variable which the message names: the predicates of `self` together, or one
//!    of the function's own by [`crate::sites::Predicate::variables`]. After a *move* (E0382) the same part of all cutpoints
//!    of the function behind the place of the move, for rustc tells of the first use only;
//! 2. the whole probe;
//! 3. if no span starts at a cutpoint, but some span lies in an instrumented function: its exit (the body was wrapped);
//! 4. all probes of the function.
//!
//! A diagnostic that starts at the place of a driver ([`crate::sites::Driver::place`]) drops that driver, one that starts in
//! the place of a subject (and not in one of its predicates) what builds its objects. What remains is the user's.

use std::fmt;

use crate::line::{self, LineReader, LineWriter, ReadError};
use crate::{Id, sites};

const FORMAT: &str = "pct-dropped";

/// One thing to leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dropped {
    /// The predicates of the type of `self` at this cutpoint; the function's own ones stay.
    SelfPredicates(Id),
    /// One of the function's own predicates at this cutpoint.
    Predicate {
        /// The cutpoint.
        cutpoint: Id,
        /// The predicate.
        predicate: Id,
    },
    /// The whole probe of this cutpoint.
    Cutpoint(Id),
    /// The closure around the body of this function, and with it all observation of its exit.
    Exit(Id),
    /// Every probe of this function: it is compiled as the user wrote it.
    Function(Id),
    /// This driver, or what builds and captures objects of this subject: the instance of a generic type does not compile, or
    /// a type has no size.
    Driver(Id),
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = match *self {
            Dropped::SelfPredicates(id) => LineWriter::new("self").field(id),
            Dropped::Predicate { cutpoint, predicate } => {
                LineWriter::new("predicate").field(cutpoint).field(predicate)
            }
            Dropped::Cutpoint(id) => LineWriter::new("cutpoint").field(id),
            Dropped::Exit(id) => LineWriter::new("exit").field(id),
            Dropped::Function(id) => LineWriter::new("function").field(id),
            Dropped::Driver(id) => LineWriter::new("driver").field(id),
        };
        f.write_str(&line.finish())
    }
}

/// The content of a file that drops these.
pub fn write<'a>(dropped: impl IntoIterator<Item = &'a Dropped>) -> String {
    let mut text = line::header(FORMAT).finish();
    for one in dropped {
        text.push_str(&one.to_string());
    }
    text
}

/// Reads what [`write()`] wrote.
pub fn read(text: &str) -> Result<Vec<Dropped>, ReadError> {
    let mut lines = text.lines().enumerate();
    let (_, first) = lines.next().unwrap_or((0, ""));
    line::read_header(FORMAT, first)?.1.end()?;
    lines.map(|(index, text)| read_line(LineReader::new(index + 1, text))).collect()
}

fn read_line(mut line: LineReader<'_>) -> Result<Dropped, ReadError> {
    let id = line.parse(sites::ID)?;
    let dropped = match line.tag() {
        "self" => Dropped::SelfPredicates(id),
        "predicate" => Dropped::Predicate { cutpoint: id, predicate: line.parse("predicate")? },
        "cutpoint" => Dropped::Cutpoint(id),
        "exit" => Dropped::Exit(id),
        "function" => Dropped::Function(id),
        "driver" => Dropped::Driver(id),
        other => return Err(line.error(format!("unknown record `{other}`"))),
    };
    line.end()?;
    Ok(dropped)
}
