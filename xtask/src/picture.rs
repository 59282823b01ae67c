//! `cargo xtask picture`: the report of a published crate, as the terminal shows it, for the README.

use std::process::Stdio;

use anstyle_svg::Term;

use crate::demo::built_program;
use crate::error::Error;
use crate::process;
use crate::project::Project;
use crate::setup;
use crate::survey::{Pinned, fetch, pinned, write};

/// The crate whose report is shown.
static SHOWN: Pinned = pinned("slab", "0.4.12");

/// The picture.
const FILE: &str = "docs/report.svg";

/// Analyses the crate with colours, and draws what is printed.
pub(crate) fn run(project: &Project) -> Result<(), Error> {
    setup::run(project, &setup::Options::default())?;
    process::build_release(project)?;
    let folder = project.target_folder().join("picture");
    for (pinned, source) in fetch(&folder, &[&SHOWN])? {
        eprintln!("analysing {} {} ...", pinned.name, pinned.version);
        let mut command = std::process::Command::new(built_program(project));
        command.args(["pct", "--auto", "--color", "always"]).current_dir(&source);
        command.arg("--target-dir").arg(folder.join("target")).stdin(Stdio::null()).stderr(Stdio::null());
        process::forget_outer_cargo(&mut command);
        let shown = process::shown(&command);
        let output = command.output().map_err(|source| Error::Start { command: shown, source })?;
        let text = format!("$ cargo pct --auto\n{}", String::from_utf8_lossy(&output.stdout));
        let file = project.root().join(FILE);
        write(&file, &Term::new().render_svg(&text))?;
        eprintln!("written: {}", file.display());
    }
    Ok(())
}
