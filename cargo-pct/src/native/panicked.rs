//! Reads the message and place of a panic from the output of a process.
//!
//! The text is that of std's default hook (`default_hook` in `library/std/src/panicking.rs`): a line `thread 'main' (7) panicked at
//! src/lib.rs:3:5:`, the lines of the message, and a note or a backtrace. A program with a hook of its own may write anything; then there is no
//! panic here.

use super::linked::{MARK, Panicked};
use crate::probe::Place;

/// The text between a thread's name and a place.
const PANICKED: &str = " panicked at ";

/// The last panic that a process told of.
pub(super) fn last(output: &str) -> Option<Panicked> {
    read(last_lines(output)?)
}

/// The first one.
pub(super) fn first(output: &str) -> Option<Panicked> {
    let lines: Vec<&str> = output.lines().collect();
    let at = lines.iter().position(|line| is_first_line(line))?;
    read(lines_of(&lines, at)?)
}

fn read((place, behind): (&str, Vec<&str>)) -> Option<Panicked> {
    let message: Vec<&str> = behind.into_iter().take_while(|line| !ends_message(line)).collect();
    let message = message.join("\n").trim_end().to_owned();
    Some(Panicked { message, place: read_place(place) })
}

/// `message, src/lib.rs:3:5` of the last panic that a process told of: the first line of the message.
pub(super) fn in_a_line(output: &str) -> Option<String> {
    let (place, behind) = last_lines(output)?;
    Some(format!("{}, {place}", behind.first().copied().unwrap_or_default()))
}

/// The place that the last panic's first line names, and the lines behind it.
fn last_lines(output: &str) -> Option<(&str, Vec<&str>)> {
    let lines: Vec<&str> = output.lines().collect();
    let at = lines.iter().rposition(|line| is_first_line(line))?;
    lines_of(&lines, at)
}

fn is_first_line(line: &str) -> bool {
    line.starts_with("thread '") && line.contains(PANICKED)
}

fn lines_of<'o>(lines: &[&'o str], at: usize) -> Option<(&'o str, Vec<&'o str>)> {
    let (_, place) = lines[at].rsplit_once(PANICKED)?;
    Some((place.trim_end_matches(':'), lines[at + 1..].to_vec()))
}

/// Tells whether a line follows the message.
fn ends_message(line: &str) -> bool {
    line.starts_with("note: ") || line.starts_with("stack backtrace:") || line.starts_with(MARK)
}

/// `src/lib.rs:3:5`
fn read_place(text: &str) -> Option<Place> {
    let mut parts = text.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    let file = parts.next()?.to_owned();
    Some(Place { file, line, column, end_line: line, end_column: column })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_panic_is_read_with_its_whole_message() {
        let output = "thread 'a' (3) panicked at src/lib.rs:1:2:\nfirst\nnote: run with it\n\
                      thread 'test_0::test' (4) panicked at src/lib.rs:7:9:\n\
                      assertion `left == right` failed\n  left: 1\n right: 2\n\
                      note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n";
        let found = last(output).unwrap();
        assert_eq!(found.message, "assertion `left == right` failed\n  left: 1\n right: 2");
        let place = found.place.unwrap();
        assert_eq!((place.file.as_str(), place.line, place.column), ("src/lib.rs", 7, 9));
        assert_eq!(first(output).unwrap().place.unwrap().line, 1);
        assert_eq!(last("no panic"), None);
    }
}
