//! The file that rustc compiles: the modules of several tests, and where each of them begins.
//!
//! Input: the module of each test. Output: the text, and from rustc's messages the lines of its errors.

use super::MARK;
use super::mended::BEGINS;

/// A file of tests, and the lines where each begins.
pub(super) struct Text {
    pub(super) source: String,
    pub(super) begins: Vec<(usize, usize)>,
}

impl Text {
    /// The test that has a line, and the line of its module, from 0.
    pub(super) fn test_at(&self, line: usize) -> Option<(usize, usize)> {
        let (first, number) = self.begins.iter().rev().find(|(first, _)| *first <= line)?;
        Some((*number, (line - first).checked_sub(1)?))
    }
}

/// The functions that the tests of all modules use.
pub(super) const COMMON: &str = include_str!("common.rs");

/// The function that enters the sandbox of the runtime. Without a sandbox, there is no test.
const SANDBOX: &str = "unsafe extern \"C\" { fn cargo_pct_enter_sandbox(reads_files: bool) -> bool; }
fn enter_sandbox() { if !unsafe { cargo_pct_enter_sandbox(true) } { std::process::abort() } }
";

/// `is_in_sandbox`: each test enters the sandbox first.
pub(super) fn text(modules: &[String], wanted: &[usize], is_in_sandbox: bool) -> Text {
    let (mut source, mut begins) = (format!("const MARK: &str = {MARK:?};\n{COMMON}"), Vec::new());
    if is_in_sandbox {
        source += SANDBOX;
    }
    for number in wanted {
        begins.push((source.lines().count() + 1, *number));
        let module = match is_in_sandbox {
            // On the line, so that all lines stay where they are.
            true => &modules[*number].replacen(BEGINS, &format!("{BEGINS} crate::enter_sandbox();"), 1),
            false => &modules[*number],
        };
        source += &format!("mod test_{number} {{\n{module}}}\n");
    }
    Text { source, begins }
}

/// The errors that rustc tells as JSON: where, and what.
pub(crate) fn errors(text: &str) -> Vec<(usize, String)> {
    let messages = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let errors = messages.filter(|message| message["level"] == "error");
    let places = errors.map(|message| {
        let spans = message["spans"].as_array().cloned().unwrap_or_default();
        let primary = spans.iter().find(|span| span["is_primary"] == true);
        let line = primary.and_then(|span| span["line_start"].as_u64()).unwrap_or(0);
        (usize::try_from(line).unwrap_or(0), message["message"].as_str().unwrap_or_default().to_owned())
    });
    places.collect()
}
