//! `cargo xtask readme`: the commands in the README, and in the pages of `docs`, do what these say.
//!
//! Every fenced block marked `sh` is run, line by line and in order, the way a newcomer would type it: in an empty
//! folder, starting with the README's own `git clone` (which is made to fetch the *committed* state of this checkout). The
//! other pages follow, each from the folder in which the README began; so they find the clone and what earlier pages made.
//! A line must succeed, or end as its comment `# exits with N` says. Installations go into the same throw-away folder. At
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

/// The pages whose commands are run, in this order. A test checks that no page with commands is left out.
const PAGES: [&str; 4] = ["README.md", "docs/attributes.md", "docs/report.md", "docs/ci.md"];

/// The text of one of the [`PAGES`], and what it has the reader type.
struct Page {
    name: &'static str,
    text: String,
    lines: Vec<Line>,
}

/// One line of a `sh` block.
#[derive(Debug, PartialEq, Eq)]
struct Line {
    command: String,
    code: i32,
}

/// Runs every command of the pages.
pub(crate) fn run(project: &Project) -> Result<(), Error> {
    let pages = PAGES.iter().map(|name| read(project, name)).collect::<Result<Vec<Page>, Error>>()?;
    if !pages[0].lines.iter().any(|line| line.command.contains(REPOSITORY)) {
        return Err(Error::Check(format!(
            "no command of {} clones {REPOSITORY}: nothing would be tested",
            pages[0].name
        )));
    }
    for page in &pages {
        let is_typed = |run: &str| pages.iter().flat_map(|page| &page.lines).any(|line| line.command == run);
        if let Some(unknown) = workflow_commands(&page.text).iter().find(|run| !is_typed(run)) {
            let name = page.name;
            return Err(Error::Check(format!(
                "{name}: `run: {unknown}` is in no block marked sh, so nothing tests it"
            )));
        }
    }
    let newcomer = Newcomer::new(project)?;
    for page in &pages {
        let mut folder = newcomer.home.path().to_path_buf();
        for line in &page.lines {
            folder = newcomer.type_line(page.name, line, &folder)?;
        }
    }
    newcomer.move_clones_away()?;
    let installed = newcomer.installed().join("bin").join("cargo-pct");
    process::step(newcomer.settings(&mut Command::new(installed)).args(["pct", "--version"]))
}

fn read(project: &Project, name: &'static str) -> Result<Page, Error> {
    let file = project.root().join(name);
    let text = std::fs::read_to_string(&file).map_err(Error::file("read", &file))?;
    let lines = commands(name, &text)?;
    Ok(Page { name, text, lines })
}

/// All commands of the `sh` blocks, with the exit code that each promises. The text of `cat > FILE <<'END'` belongs to it.
fn commands(page: &str, markdown: &str) -> Result<Vec<Line>, Error> {
    let blocks = blocks(markdown, "sh");
    let mut lines = blocks.lines();
    let mut commands = Vec::new();
    while let Some(line) = lines.next() {
        let typed = line.trim();
        if typed.is_empty() || typed.starts_with('#') {
            continue;
        }
        let mut command = promised(page, typed)?;
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
fn promised(page: &str, line: &str) -> Result<Line, Error> {
    let (command, comment) = line.split_once(" #").unwrap_or((line, ""));
    let code = match comment.trim_start().strip_prefix("exits with ") {
        None => 0,
        Some(code) => {
            let digits = code.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            digits.parse().map_err(|_| Error::Check(format!("{page}: no exit code in `{line}`")))?
        }
    };
    Ok(Line { command: command.trim_end().to_owned(), code })
}

/// Somebody who follows the pages on this machine for the first time.
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
    fn type_line(&self, page: &str, line: &Line, folder: &Path) -> Result<PathBuf, Error> {
        eprintln!("\n{page}$ {}", line.command.lines().next().unwrap_or_default());
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
        assert_eq!(commands("page", markdown).unwrap(), expected);
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
        assert!(commands("page", "```sh\ncargo pct # exits with an error\n```\n").is_err());
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

    /// All Markdown files of a folder and of the folders in it.
    fn markdown_files(folder: &Path) -> Vec<PathBuf> {
        let files = walkdir::WalkDir::new(folder).into_iter().map(|entry| entry.unwrap().into_path());
        files.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
    }

    #[test]
    fn every_page_with_commands_is_run() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for file in markdown_files(&root.join("docs")) {
            let text = std::fs::read_to_string(&file).unwrap();
            let is_run = PAGES.iter().any(|page| file == root.join(page));
            let has_commands = !blocks(&text, "sh").is_empty() || !blocks(&text, "yaml").is_empty();
            assert!(is_run || !has_commands, "add it to PAGES: {}", file.display());
        }
    }
}
