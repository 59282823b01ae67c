//! `cargo xtask readme`: the commands in the README do what it says.
//!
//! Every fenced block marked `sh` is run, line by line and in order, the way a newcomer would type it: in an empty
//! folder, starting with the README's own `git clone` (which is made to fetch the *committed* state of this checkout). A line
//! must succeed, or end as its comment `# exits with N` says. Installations go into the same throw-away folder. At
//! last the clone is moved away, and the installed program must still start.
//!
//! Blocks marked `yaml` are for the machines of others and cannot be run here; every command in one must be among those
//! that are.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use crate::error::Error;
use crate::process;
use crate::project::Project;

/// The address that the README clones.
const REPOSITORY: &str = "https://github.com/cargo-pct/cargo-pct";

/// One line of a `sh` block.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    command: String,
    code: i32,
}

/// Runs every command of the README.
pub(crate) fn run(project: &Project) -> Result<(), Error> {
    let file = project.root().join("README.md");
    let text = std::fs::read_to_string(&file).map_err(Error::file("read", &file))?;
    let lines = commands(&text)?;
    if !lines.iter().any(|line| line.command.contains(REPOSITORY)) {
        return Err(Error::Check(format!(
            "no command of README.md clones {REPOSITORY}: nothing would be tested"
        )));
    }
    if let Some(unknown) =
        workflow_commands(&text).iter().find(|run| lines.iter().all(|line| line.command != **run))
    {
        return Err(Error::Check(format!(
            "README.md: `run: {unknown}` is in no block marked sh, so nothing tests it"
        )));
    }
    let newcomer = Newcomer::new(project)?;
    let mut folder = newcomer.home.path().to_path_buf();
    for line in &lines {
        folder = newcomer.type_line(line, &folder)?;
    }
    newcomer.move_clones_away()?;
    let installed = newcomer.installed().join("bin").join("cargo-pct");
    process::step(newcomer.settings(&mut Command::new(installed)).args(["pct", "--version"]))
}

/// All commands of the `sh` blocks, with the exit code that each promises. The text of `cat > FILE <<'END'` belongs to it.
fn commands(markdown: &str) -> Result<Vec<Line>, Error> {
    let blocks = blocks(markdown, "sh");
    let mut lines = blocks.lines();
    let mut commands = Vec::new();
    while let Some(line) = lines.next() {
        let typed = line.trim();
        if typed.is_empty() || typed.starts_with('#') {
            continue;
        }
        let mut command = promised(typed)?;
        if let Some((_, end)) = typed.split_once("<<") {
            let end = end.trim_matches('\'');
            let text = lines.by_ref().take_while(|line| *line != end).map(|line| format!("\n{line}"));
            command = Line { command: format!("{typed}{}\n{end}", text.collect::<String>()), code: 0 };
        }
        commands.push(command);
    }
    Ok(commands)
}

/// What the steps of the `yaml` blocks run.
fn workflow_commands(markdown: &str) -> Vec<String> {
    let blocks = blocks(markdown, "yaml");
    let steps = blocks.lines().map(|line| line.trim().trim_start_matches("- "));
    steps.filter_map(|step| step.strip_prefix("run: ")).map(str::to_owned).collect()
}

/// The text of all fenced blocks in this language, one after the other.
fn blocks(markdown: &str, wanted: &str) -> String {
    let mut inside = false;
    let mut blocks = String::new();
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => inside = &*language == wanted,
            Event::End(TagEnd::CodeBlock) => inside = false,
            Event::Text(text) if inside => blocks.push_str(&text),
            _ => {}
        }
    }
    blocks
}

/// `cargo pct   # exits with 2: a finding` is the command `cargo pct` with the code 2.
fn promised(line: &str) -> Result<Line, Error> {
    let (command, comment) = line.split_once(" #").unwrap_or((line, ""));
    let code = match comment.trim_start().strip_prefix("exits with ") {
        None => 0,
        Some(code) => {
            let digits = code.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            digits.parse().map_err(|_| Error::Check(format!("README.md: no exit code in `{line}`")))?
        }
    };
    Ok(Line { command: command.trim_end().to_owned(), code })
}

/// Somebody who follows the README on this machine for the first time.
struct Newcomer {
    /// Where they start; everything they make lies below.
    home: tempfile::TempDir,
    /// The checkout that their `git clone` fetches.
    origin: PathBuf,
}

impl Newcomer {
    fn new(project: &Project) -> Result<Newcomer, Error> {
        let home = tempfile::tempdir().map_err(Error::file("create a folder in", &std::env::temp_dir()))?;
        Ok(Newcomer { home, origin: project.root().to_path_buf() })
    }

    fn installed(&self) -> PathBuf {
        self.home.path().join("installed")
    }

    /// Their environment: the programs that they install are found first, and this process's cargo has left no trace.
    fn settings<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        process::forget_outer_cargo(command);
        let mut path = OsString::from(self.installed().join("bin"));
        if let Some(rest) = std::env::var_os("PATH") {
            path.push(":");
            path.push(rest);
        }
        command
            .env("PATH", path)
            .env("CARGO_INSTALL_ROOT", self.installed())
            .env_remove("CARGO_TARGET_DIR")
            .env("GIT_CONFIG_COUNT", "1")
            .env("GIT_CONFIG_KEY_0", format!("url.{}.insteadOf", self.origin.display()))
            .env("GIT_CONFIG_VALUE_0", REPOSITORY)
    }

    /// Runs one line in `folder`; returns the folder in which the next one is run.
    fn type_line(&self, line: &Line, folder: &Path) -> Result<PathBuf, Error> {
        eprintln!("\nREADME$ {}", line.command.lines().next().unwrap_or_default());
        let kept = self.home.path().join("folder");
        let script = format!("{}\ncode=$?; pwd > \"$FOLDER\"; exit $code", line.command);
        let mut shell = Command::new("bash");
        shell.args(["-c", &script]).current_dir(folder).env("FOLDER", &kept);
        let status = self.settings(&mut shell).status();
        let status = status.map_err(|source| Error::Start { command: line.command.clone(), source })?;
        process::check_code(&line.command, status, line.code)?;
        let next = std::fs::read_to_string(&kept).map_err(Error::file("read", &kept))?;
        Ok(PathBuf::from(next.trim_end()))
    }

    /// Moves every checkout that was cloned, so that nothing installed can lean on it.
    fn move_clones_away(&self) -> Result<(), Error> {
        let home = self.home.path();
        for entry in std::fs::read_dir(home).map_err(Error::file("read", home))? {
            let clone = entry.map_err(Error::file("read", home))?.path();
            if clone.join(".git").exists() {
                let away = clone.with_extension("moved");
                std::fs::rename(&clone, &away).map_err(Error::file("move", &clone))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(markdown: &str, expected: &[(&str, i32)]) {
        let expected: Vec<Line> =
            expected.iter().map(|&(command, code)| Line { command: command.to_owned(), code }).collect();
        assert_eq!(commands(markdown).unwrap(), expected);
    }

    #[test]
    fn only_blocks_marked_sh_are_commands() {
        check(
            "```sh\ncargo a\n\n# a remark\ncargo b\n```\n\n```yaml\n- run: cargo c\n```\n\n    cargo d\n",
            &[("cargo a", 0), ("cargo b", 0)],
        );
    }

    #[test]
    fn a_comment_promises_an_exit_code() {
        check(
            "```sh\ncargo pct  # exits with 2: findings\ncargo pct # fine\n```\n",
            &[("cargo pct", 2), ("cargo pct", 0)],
        );
        assert!(commands("```sh\ncargo pct # exits with an error\n```\n").is_err());
    }

    #[test]
    fn a_file_that_is_typed_in_belongs_to_its_command() {
        check(
            "```sh\ncat > f <<'END'\n# one\n\n  two # exits with 9\nEND\ncargo a\n```\n",
            &[("cat > f <<'END'\n# one\n\n  two # exits with 9\nEND", 0), ("cargo a", 0)],
        );
    }

    #[test]
    fn the_steps_of_a_workflow_are_commands() {
        let markdown = "```yaml\n- uses: x\n- run: cargo a\n  env: y\n- name: z\n  run: cargo b\n```\n";
        assert_eq!(workflow_commands(markdown), ["cargo a", "cargo b"]);
    }
}
