//! Panics go into the trace, with the calls that led there: the tool compares them with what it proved.
//!
//! The calls come from a backtrace. Its addresses are collected in the thread that panics, where unwinding needs as much stack; names and lines
//! are looked up in a thread of its own, because a thread that a test spawned may have little stack.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::{env, thread};

use super::evaluate::Inside;
use super::record;
use crate::wire::Id;
use crate::wire::trace::{Frame, Panic, Record};

/// How many bytes of a message are kept.
const MOST_OF_A_MESSAGE: usize = 400;

/// Records a panic, from the hook. Does not panic: that would end the process.
pub(super) fn record(info: &PanicHookInfo<'_>) {
    if !record::tells_panics() {
        return;
    }
    let Some(_inside) = Inside::enter() else { return };
    let Some(location) = info.location() else { return };
    let place = Id::of(&[location.file(), &location.line().to_string(), &location.column().to_string()]);
    record::tell(place.0, |test| {
        Record::Panic(Panic {
            at: Frame { file: location.file().to_owned(), line: location.line() },
            column: location.column(),
            message: message(info),
            calls: calls(),
            test,
        })
    });
}

fn message(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or_default();
    text.chars().take(MOST_OF_A_MESSAGE).collect()
}

/// The calls that led to the panic, the innermost first; none where they are not known.
fn calls() -> Vec<Frame> {
    let trace = Backtrace::force_capture();
    if trace.status() != BacktraceStatus::Captured {
        return Vec::new();
    }
    let look_up = move || {
        let _inside = Inside::enter();
        let text = trace.to_string();
        let folder = env::current_dir().unwrap_or_default();
        read(&text, &folder)
    };
    let thread = thread::Builder::new().spawn(look_up);
    thread.ok().and_then(|thread| thread.join().ok()).unwrap_or_default()
}

/// Reads a printed backtrace from where the panic begins on. A call of unknown place has an empty one. Paths relative to `folder` are made
/// absolute.
///
/// ```text
///    3: std::panicking::panic_with_hook
///              at /rustc/01f6…/library/std/src/panicking.rs:844:13
/// ```
fn read(text: &str, folder: &Path) -> Vec<Frame> {
    let mut calls: Vec<(bool, Frame)> = Vec::new();
    for line in text.lines().map(str::trim_start) {
        if let Some(place) = line.strip_prefix("at ") {
            if let (Some((_, call)), Some(frame)) = (calls.last_mut(), read_place(place, folder)) {
                *call = frame;
            }
        } else if let Some((_, name)) = line.split_once(": ") {
            calls.push((name.contains("panic_with_hook"), Frame { file: String::new(), line: 0 }));
        }
    }
    let begins = calls.iter().rposition(|(is_begin, _)| *is_begin).map_or(calls.len(), |at| at + 1);
    calls.drain(begins..).map(|(_, frame)| frame).collect()
}

/// `./src/lib.rs:3:5`
fn read_place(text: &str, folder: &Path) -> Option<Frame> {
    let (rest, _) = text.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    let file = file.strip_prefix("./").map_or_else(|| PathBuf::from(file), |file| folder.join(file));
    Some(Frame { file: file.to_str()?.to_owned(), line: line.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calls_behind_the_hook_are_read() {
        let text = "   0: pct::probe::panicked::calls\n             at /pct/src/probe/panicked.rs:40:17\n   \
                    1: std::panicking::panic_with_hook\n   2: core::panicking::panic_fmt\n             \
                    at /rustc/01/library/core/src/panicking.rs:80:14\n   3: demo::Stack::push\n             \
                    at ./src/lib.rs:9:5\n   4: <unknown>\n";
        let calls = read(text, Path::new("/demo"));
        let calls: Vec<String> = calls.iter().map(Frame::to_string).collect();
        assert_eq!(calls, ["/rustc/01/library/core/src/panicking.rs:80", "/demo/src/lib.rs:9", ":0"]);
        assert!(read("   0: demo::push\n             at ./src/lib.rs:9:5\n", Path::new("/")).is_empty());
    }
}
