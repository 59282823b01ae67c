//! Children of the project's own commands: started with their output passed through, and judged by their exit code.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, ExitStatus, Output};

use crate::error::Error;
use crate::project::Project;

/// `cargo`, the one that runs this program where there is one, in `folder`.
///
/// What cargo told *this* program about its own package and about the project's configuration is taken away: a
/// cargo that works on another checkout must read that checkout's configuration.
pub(crate) fn cargo(folder: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(folder);
    forget_outer_cargo(&mut command);
    command
}

/// Builds the program as it is installed.
pub(crate) fn build_release(project: &Project) -> Result<(), Error> {
    step(cargo(project.root()).args(["build", "--release", "--package", "cargo-pct", "--locked"]))
}

/// Takes the variables away that an outer `cargo run` or `cargo test` set for this program alone.
pub(crate) fn forget_outer_cargo(command: &mut Command) {
    let ours = |name: &str| {
        let of_package = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_", "DEP_"];
        of_package.iter().any(|prefix| name.starts_with(prefix)) || name == "CARGO_PRIMARY_PACKAGE"
    };
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(ours) {
            command.env_remove(name);
        }
    }
    if std::env::var_os("Z3_LIBRARY_PATH_OVERRIDE")
        .is_some_and(|folder| is_a_checkouts_own(Path::new(&folder)))
    {
        command.env_remove("Z3_LIBRARY_PATH_OVERRIDE");
    }
}

/// Whether a folder of Z3 is the one that some checkout's `.cargo/config.toml` names, rather than the user's choice.
///
/// Cargo hands this program the configuration of the checkout that it was built from; for another checkout it is
/// not an override.
pub(crate) fn is_a_checkouts_own(z3_folder: &Path) -> bool {
    let checkout = z3_folder.ends_with(".z3/lib").then(|| z3_folder.ancestors().nth(2)).flatten();
    checkout.is_some_and(|root| root.join(".cargo").join("config.toml").is_file())
}

/// The command line as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(shown_word).collect::<Vec<_>>().join(" ")
}

fn shown_word(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    if word.is_empty() || word.contains(|c: char| c.is_whitespace() || "'\"$&|;<>(){}*?".contains(c)) {
        format!("'{}'", word.replace('\'', r"'\''"))
    } else {
        word.into_owned()
    }
}

/// Runs a command that must succeed, saying first what is run.
pub(crate) fn step(command: &mut Command) -> Result<(), Error> {
    eprintln!("\n$ {}", shown(command));
    expect_code(command, 0)
}

/// Runs a command that must end with `code`.
pub(crate) fn expect_code(command: &mut Command, code: i32) -> Result<(), Error> {
    let status = command.status().map_err(|source| Error::Start { command: shown(command), source })?;
    check_code(&shown(command), status, code)
}

/// The output of a command, whatever its exit code; `None` where the program does not exist or cannot be started.
pub(crate) fn output(command: &mut Command) -> Option<Output> {
    command.output().ok()
}

/// Fails unless `status` is an ordinary exit with `code`.
pub(crate) fn check_code(command: &str, status: ExitStatus, code: i32) -> Result<(), Error> {
    if status.code() == Some(code) {
        return Ok(());
    }
    let expected = format!("exit status: {code}");
    Err(Error::Status { command: command.to_owned(), status: status.to_string(), expected })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shown_command_can_be_pasted_into_a_shell() {
        let mut command = Command::new("echo");
        command.args(["it's", "a $HOME", "*", ""]);
        let pasted = Command::new("sh").arg("-c").arg(shown(&command)).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&pasted.stdout), "it's a $HOME * \n");
    }

    #[test]
    fn an_unexpected_exit_code_names_the_command() {
        let mut command = Command::new("sh");
        command.args(["-c", "exit 3"]);
        assert!(expect_code(&mut command, 3).is_ok());
        let error = expect_code(&mut command, 0).unwrap_err().to_string();
        assert_eq!(error, "`sh -c 'exit 3'` ended with exit status: 3, expected exit status: 0");
    }
}
