//! GitHub's workflow commands, which it shows beside the lines they are about.
//!
//! GitHub shows few annotations of each kind for a step, so failing tests come first, and each place has one.

use std::io::{self, Write};

use crate::ledger::Ledger;

/// Writes one command a line.
pub fn write(ledger: &Ledger, out: &mut impl Write) -> io::Result<()> {
    for test in ledger.failures() {
        let reason = test.failure.as_deref().unwrap_or_default();
        // A panic's place ends the reason: `…, src/lib.rs:3:5`.
        let place = reason.rsplit_once(", ").and_then(|(_, place)| place.split_once(':'));
        let properties = match place.and_then(|(file, rest)| Some((file, rest.split(':').next()?))) {
            Some((file, line)) if line.parse::<u32>().is_ok() => {
                format!("file={},line={line},", property(file))
            }
            _ => String::new(),
        };
        let title = property(&format!("test {}", test.name));
        writeln!(out, "::error {properties}title={title}::{}", message(reason))?;
    }
    for warning in &ledger.warnings {
        writeln!(out, "::warning title=cargo pct::{}", message(warning))?;
    }
    for subject in &ledger.subjects {
        for (index, cutpoint) in subject.probed.cutpoints.iter().enumerate() {
            let counts = subject.cutpoint_counts(index);
            let coverable = counts.feasible.saturating_sub(counts.unreachable);
            if counts.covered < coverable {
                let (file, line, column) =
                    (property(&cutpoint.place.file), cutpoint.place.line, cutpoint.place.column);
                let title = property(&format!("{} {}", subject.probed.id, cutpoint.label));
                let text = format!("{} of {coverable} states are covered by tests", counts.covered);
                writeln!(out, "::notice file={file},line={line},col={column},title={title}::{text}")?;
            }
        }
    }
    Ok(())
}

fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
