//! The library of the `z3-solver` wheel: fetched by pip, pinned by version and by hash, unpacked by Python.
//!
//! pip is what knows of proxies, mirrors and certificates on the user's machine; the pinned hash makes it unimportant
//! where the file comes from. Only the one library is taken out of the wheel.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use super::library::{LINK_NAME, Library};
use super::{SetupError, symlink};
use crate::error::Error;
use crate::process;

/// The pinned version of the `z3-solver` package.
const VERSION: &str = "5.4.0.0";

/// One wheel of the pinned version.
struct Wheel {
    /// `std::env::consts::OS` and `ARCH` of the platforms that it is for.
    platform: (&'static str, &'static str),
    /// The platform in the wheel's name.
    tag: &'static str,
    /// The sha256 of the file, in hexadecimal.
    sha256: &'static str,
}

/// Windows has wheels too, but they lack the import library that the linker needs.
const WHEELS: [Wheel; 5] = [
    Wheel {
        platform: ("linux", "x86_64"),
        tag: "manylinux_2_27_x86_64",
        sha256: "0549ffad554178a59480ba41b5279cfbb27053ed5a2da269ae1a48214d5db34b",
    },
    Wheel {
        platform: ("linux", "aarch64"),
        tag: "manylinux_2_38_aarch64",
        sha256: "fffb36861d4da1f9584d0fd4a80dbf247fdfbebb04b5c31a90b460b14c86cab0",
    },
    Wheel {
        platform: ("linux", "riscv64"),
        tag: "manylinux_2_38_riscv64",
        sha256: "672ffb01d3502b24f5d05f264043dfc979019735cc8c5b124e0773b3a0da835c",
    },
    Wheel {
        platform: ("macos", "aarch64"),
        tag: "macosx_13_0_arm64",
        sha256: "a1b36f0dd038c030d88711474c93b95e863c30a22e9def53ad5965c6092c92a7",
    },
    Wheel {
        platform: ("macos", "x86_64"),
        tag: "macosx_13_0_x86_64",
        sha256: "407522390c4d11696b10d43c76d22d4e60b7f11d75d9defe6f064e073edd904f",
    },
];

impl Wheel {
    /// The wheel for this machine.
    fn of_this_platform() -> Result<&'static Wheel, SetupError> {
        let platform = (std::env::consts::OS, std::env::consts::ARCH);
        // The wheels for Linux are linked to glibc.
        let libc = if cfg!(target_env = "musl") { " with musl" } else { "" };
        let known = WHEELS.iter().find(|wheel| wheel.platform == platform && libc.is_empty());
        known.ok_or_else(|| SetupError::NoWheel(format!("{} on {}{libc}", platform.0, platform.1)))
    }

    fn name(&self) -> String {
        format!("z3_solver-{VERSION}-py3-none-{}.whl", self.tag)
    }
}

/// Leaves the library in `folder` under all its names; returns where it came from. Works within `scratch`.
pub(super) fn fetch(scratch: &Path, folder: &Path) -> Result<String, Error> {
    let wheel = Wheel::of_this_platform()?;
    let python = python()?;
    eprintln!("fetching {} (about 40 MB) ...", wheel.name());
    let file = download(&python, wheel, scratch)?;
    let unpacked = folder.join(LINK_NAME);
    unpack(&python, &file, &unpacked, scratch)?;
    let library =
        Library::at(&unpacked).map_err(|reason| SetupError::Unusable { wheel: wheel.name(), reason })?;
    // The linker's name becomes a link to the loader's, so that the library lies there once.
    if let Some(name) = library.names().get(1) {
        let renamed = folder.join(name);
        std::fs::rename(&unpacked, &renamed).map_err(Error::file("rename", &unpacked))?;
        symlink(Path::new(name), &unpacked).map_err(Error::file("link", &unpacked))?;
    }
    Ok(format!("from {}", wheel.name()))
}

/// A Python that has pip.
fn python() -> Result<String, SetupError> {
    let mut without_pip = None;
    for python in ["python3", "python"] {
        let Some(version) = process::output(Command::new(python).arg("--version")) else { continue };
        if !version.status.success() {
            continue;
        }
        match process::output(Command::new(python).args(["-m", "pip", "--version"])) {
            Some(pip) if pip.status.success() => return Ok(python.to_owned()),
            _ => without_pip = without_pip.or(Some(python)),
        }
    }
    Err(match without_pip {
        Some(python) => SetupError::NoPip { python: python.to_owned() },
        None => SetupError::NoPython,
    })
}

fn download(python: &str, wheel: &Wheel, scratch: &Path) -> Result<PathBuf, Error> {
    let requirements = scratch.join("requirements.txt");
    let pinned = format!("z3-solver=={VERSION} --hash=sha256:{}\n", wheel.sha256);
    std::fs::write(&requirements, pinned).map_err(Error::file("write", &requirements))?;
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check"])
        .args(["--require-hashes", "--no-deps", "--only-binary=:all:", "--platform", wheel.tag])
        .arg("--dest")
        .arg(scratch)
        .arg("--requirement")
        .arg(&requirements);
    let output = pip.output().map_err(|source| Error::Start { command: process::shown(&pip), source })?;
    if !output.status.success() {
        return Err(pip_failure(wheel, &output, scratch).into());
    }
    Ok(scratch.join(wheel.name()))
}

/// Tells the ways apart in which pip fails; it has one exit code for all of them.
fn pip_failure(wheel: &Wheel, output: &Output, scratch: &Path) -> SetupError {
    let message = last_lines(output);
    let has = |signs: &[&str]| signs.iter().any(|sign| message.contains(sign));
    if has(&["DO NOT MATCH THE HASHES", "Expected sha256"]) {
        SetupError::HashMismatch { wheel: wheel.name(), message }
    } else if has(&["No space left on device", "Errno 28"]) {
        SetupError::DiskFull(scratch.to_path_buf())
    } else if has(&[
        "connection",
        "Connection",
        "resolve",
        "timed out",
        "Max retries",
        "No matching distribution",
    ]) {
        SetupError::NoNetwork { wheel: wheel.name(), message }
    } else {
        SetupError::Fetch { doing: "pip download", message }
    }
}

/// Takes the one library out of the wheel. (`python -m zipfile -e` would unpack all of it, twice the size.)
fn unpack(python: &str, wheel: &Path, to: &Path, scratch: &Path) -> Result<(), Error> {
    const SCRIPT: &str = "\
import shutil, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel, wheel.open(sys.argv[2]) as member, open(sys.argv[3], 'wb') as file:
    shutil.copyfileobj(member, file)
";
    let mut unpack = Command::new(python);
    unpack.args(["-c", SCRIPT]).arg(wheel).arg(format!("z3/lib/{LINK_NAME}")).arg(to);
    let output =
        unpack.output().map_err(|source| Error::Start { command: process::shown(&unpack), source })?;
    if output.status.success() {
        return Ok(());
    }
    let message = last_lines(&output);
    if message.contains("No space left on device") || message.contains("Errno 28") {
        return Err(SetupError::DiskFull(scratch.to_path_buf()).into());
    }
    Err(SetupError::Fetch { doing: "unpacking the wheel", message }.into())
}

/// The last lines that a program wrote to its standard error.
fn last_lines(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(12)..].join("\n")
}
