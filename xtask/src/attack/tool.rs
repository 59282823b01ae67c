//! One run of `cargo pct --auto` on a crate, and its report.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use super::child;
use super::folder::Folder;
use crate::error::Error;
use crate::process;

/// The program and its limits.
#[derive(Clone)]
pub(super) struct Tool {
    pub(super) program: PathBuf,
    /// Seconds for each function.
    pub(super) subject_timeout: u64,
}

/// How a run ended.
pub(super) struct ToolRun {
    /// None if it was ended after its time.
    pub(super) code: Option<i32>,
    /// How it ended, in words.
    pub(super) end: String,
    /// Null if there is none.
    pub(super) report: Value,
    pub(super) stderr: String,
}

/// The exit code of a defect of `cargo pct`.
pub(super) const DEFECT: i32 = 70;

impl Tool {
    /// Analyses the library of a folder, of so many items, with its tests.
    pub(super) fn run(&self, folder: &Folder, items: usize) -> Result<ToolRun, Error> {
        let report = folder.path("target/pct/report.json");
        let _ = std::fs::remove_file(&report);
        // Most items take a fraction of a function's time.
        let analysis = 60 + self.subject_timeout * items as u64;
        let mut command = Command::new(&self.program);
        command.args(["pct", "--auto", "--offline", "--progress", "never", "--color", "never"]);
        command.args(["--message-format", "json", "--timeout", "20s"]);
        command.arg("--subject-timeout").arg(format!("{}s", self.subject_timeout));
        command.arg("--analysis-timeout").arg(format!("{analysis}s"));
        command.arg("--target-dir").arg(folder.path("target"));
        command.current_dir(folder.root()).stdin(Stdio::null()).stderr(Stdio::piped());
        process::forget_outer_cargo(&mut command);
        let output = child::output(&mut command, Duration::from_secs(2 * analysis + 300))?;
        let Some(output) = output else {
            let end = "no end in time".to_owned();
            return Ok(ToolRun { code: None, end, report: Value::Null, stderr: String::new() });
        };
        Ok(ToolRun {
            code: output.status.code(),
            end: child::told(output.status),
            report: read(&report),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        })
    }
}

fn read(report: &Path) -> Value {
    std::fs::read(report).ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
}

impl ToolRun {
    /// The lines that name a defect or another error.
    pub(super) fn errors(&self) -> Vec<&str> {
        let is_error = |line: &&str| line.starts_with("error") || line.contains("panicked at");
        self.stderr.lines().filter(is_error).collect()
    }
}
