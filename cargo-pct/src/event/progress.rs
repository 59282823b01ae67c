//! Shows events on stderr: in cargo's own manner, one line for each stage, and on a terminal a status line that is
//! rewritten in place while tests run.

use std::io::Write;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};

use super::{Event, Sink};

/// Writes progress to a stream (stderr, stripped of colours by the caller where they are not wanted).
pub struct Progress<W: Write> {
    out: W,
    shown: bool,
    rewrite: bool,
    tests: usize,
    done: usize,
    failed: usize,
    status_shown: bool,
    /// When progress was last told where there is no terminal.
    last_shown: Instant,
}

/// If there is no terminal, a line about the analysis is written once in this time.
const PERIOD: Duration = Duration::from_secs(10);

impl<W: Write> Progress<W> {
    /// `shown`: stages and tests are announced (warnings and failures always are); `rewrite`: `out` is a terminal.
    pub fn new(out: W, shown: bool, rewrite: bool) -> Progress<W> {
        let (tests, done, failed, last_shown) = (0, 0, 0, Instant::now());
        Progress {
            out,
            shown,
            rewrite: shown && rewrite,
            tests,
            done,
            failed,
            status_shown: false,
            last_shown,
        }
    }

    /// A line as cargo writes it. A closed stderr must not end the run: nothing here is a result.
    fn line(&mut self, color: AnsiColor, verb: &str, text: &str) {
        self.clear();
        let style = Style::new().bold().fg_color(Some(color.into()));
        let _ = writeln!(self.out, "{style}{verb:>12}{style:#} {text}");
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.status_shown) {
            let _ = write!(self.out, "\r\x1b[K");
        }
    }

    fn testing(&mut self, last: &str) {
        let failed = if self.failed > 0 { format!(", {} failed", self.failed) } else { String::new() };
        let last: String = last.chars().take(60).collect();
        self.status("Testing", &format!("{}/{}{failed}  {last}", self.done, self.tests));
    }

    /// A line that the next one replaces, on a terminal.
    fn status(&mut self, verb: &str, text: &str) {
        if self.rewrite {
            let _ = write!(self.out, "\r\x1b[K{verb:>12} {text}");
            let _ = self.out.flush();
            self.status_shown = true;
        }
    }

    /// Tells how far the analysis is: at once on a terminal, now and then elsewhere.
    fn judging(&mut self, text: &str) {
        if self.rewrite {
            self.status("Analysing", text);
        } else if self.last_shown.elapsed() >= PERIOD {
            self.last_shown = Instant::now();
            self.line(AnsiColor::Green, "Analysing", text);
        }
    }
}

/// Seconds as cargo prints them.
fn seconds(elapsed: Duration) -> String {
    format!("{:.2}s", elapsed.as_secs_f64())
}

fn count(number: usize, noun: &str, plural: &str) -> String {
    format!("{number} {}", if number == 1 { noun } else { plural })
}

impl<W: Write> Sink for Progress<W> {
    fn emit(&mut self, event: Event) {
        use AnsiColor::{Green, Red, Yellow};
        match event {
            Event::Warning(text) => self.line(Yellow, "warning", &text),
            Event::TestFinished { name, failure, elapsed } => {
                self.done += 1;
                if let Some(failure) = failure {
                    self.failed += 1;
                    self.line(Red, "Failed", &format!("[{}] {name}: {failure}", seconds(elapsed)));
                }
                self.testing(&name);
            }
            _ if !self.shown => {}
            Event::Waiting { folder } => {
                self.line(Green, "Waiting", &format!("for another run of cargo pct in {folder}"));
            }
            Event::Mirrored { files, items, left } => {
                let left = if left > 0 { format!(", {left} cannot be") } else { String::new() };
                let items = count(items, "item", "items");
                self.line(Green, "Annotated", &format!("{items} in {}{left}", count(files, "file", "files")));
            }
            Event::BuildStarted { packages } => {
                self.line(Green, "Building", &format!("{} with probes", packages.join(", ")));
            }
            // Cargo itself tells of these, on the same stream.
            Event::Compiled { .. } => {}
            Event::BuildFinished { compiled: 0, elapsed } => {
                self.line(Green, "Built", &format!("nothing had changed ({})", seconds(elapsed)));
            }
            Event::BuildFinished { compiled, elapsed } => {
                self.line(
                    Green,
                    "Built",
                    &format!("{} in {}", count(compiled, "target", "targets"), seconds(elapsed)),
                );
            }
            Event::TestsStarted { tests, binaries, remembered } => {
                self.tests = tests;
                let (tests, binaries) =
                    (count(tests, "test", "tests"), count(binaries, "binary", "binaries"));
                let known =
                    if remembered > 0 { format!("; {remembered} passed before") } else { String::new() };
                self.line(Green, "Testing", &format!("{tests} in {binaries}{known}"));
            }
            Event::TestsFinished { passed, failed, elapsed } => {
                let color = if failed == 0 { Green } else { Red };
                self.line(
                    color,
                    "Tested",
                    &format!("{passed} passed, {failed} failed in {}", seconds(elapsed)),
                );
            }
            Event::Analysing { krate, subjects } => {
                self.last_shown = Instant::now();
                self.line(
                    Green,
                    "Analysing",
                    &format!("{} of {krate}", count(subjects, "subject", "subjects")),
                );
            }
            Event::Judging { done, all, running, findings, left } => {
                let findings = count(findings, "finding", "findings");
                let left = left.as_secs();
                self.judging(&format!("{done}/{all} subjects, {running} running, {findings}, {left} s left"));
            }
            Event::Written { path } => self.line(Green, "Written", path.as_str()),
        }
    }
}

impl<W: Write> Drop for Progress<W> {
    /// A status line must not stay in front of what is printed next.
    fn drop(&mut self) {
        self.clear();
        let _ = self.out.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(shown: bool, rewrite: bool) -> String {
        let mut out = anstream::StripStream::new(Vec::new());
        let mut progress = Progress::new(&mut out, shown, rewrite);
        let second = Duration::from_secs(1);
        progress.emit(Event::TestsStarted { tests: 2, binaries: 1, remembered: 0 });
        progress.emit(Event::TestFinished { name: "a".into(), failure: None, elapsed: second });
        progress.emit(Event::TestFinished {
            name: "b".into(),
            failure: Some("hung".into()),
            elapsed: second,
        });
        progress.emit(Event::TestsFinished { passed: 1, failed: 1, elapsed: second });
        drop(progress);
        String::from_utf8(out.into_inner()).unwrap()
    }

    #[test]
    fn failures_are_shown_even_when_progress_is_not() {
        assert_eq!(check(false, true), "      Failed [1.00s] b: hung\n");
    }

    #[test]
    fn without_a_terminal_every_line_stays() {
        assert_eq!(
            check(true, false),
            "     Testing 2 tests in 1 binary\n      Failed [1.00s] b: hung\n      Tested 1 passed, 1 failed in 1.00s\n"
        );
    }
}
