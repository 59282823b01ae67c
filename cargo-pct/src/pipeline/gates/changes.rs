//! The changes that `--in-diff` names: a file, or what git says since a revision.

use std::process::Command;

use camino::Utf8Path;

use crate::diff::Diff;

/// Reads a diff; its paths become those of rustc's diagnostics, relative to the workspace.
pub(super) fn read(value: &str, root: &Utf8Path) -> Result<Diff, String> {
    let is_file = Utf8Path::new(value).is_file();
    let text = match is_file {
        true => std::fs::read_to_string(value).map_err(|error| error.to_string())?,
        // The merge base: what others have changed since is not a part of the change. The user's own settings of git do not count.
        false => git(
            root,
            &[
                "diff",
                "--no-color",
                "--no-ext-diff",
                "--unified=0",
                "--no-relative",
                "--src-prefix=a/",
                "--dst-prefix=b/",
                "--merge-base",
                value,
                "--",
            ],
        )
        .map_err(|error| format!("it is no file, and git knows no such revision: {error}"))?,
    };
    let diff = Diff::read(&text).map_err(|error| error.to_string())?;
    // Outside a repository, paths are taken as they are.
    let prefix = git(root, &["rev-parse", "--show-prefix"]).ok();
    Ok(match prefix.as_deref().map(str::trim) {
        Some(prefix) if !prefix.is_empty() => diff.within(Utf8Path::new(prefix)),
        _ => diff,
    })
}

fn git(root: &Utf8Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git").current_dir(root).args(arguments).output();
    let output = output.map_err(|error| format!("git: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => {
            let stderr = String::from_utf8_lossy(&output.stderr);
            Err(stderr.lines().next().unwrap_or("git failed").to_owned())
        }
    }
}
