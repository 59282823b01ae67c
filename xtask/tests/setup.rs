//! `cargo xtask setup`, run as a program on checkouts that hold nothing but their names.
//!
//! The wheel itself is fetched for real by every check on a clean clone; here is what happens when that fails, and the
//! way with a Z3 of the system.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may; the exception in clippy.toml does not reach its helpers")]

use std::ffi::OsStr;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A checkout to set up, with an environment of its own.
struct Checkout {
    folder: tempfile::TempDir,
    environment: Vec<(&'static str, String)>,
}

impl Checkout {
    fn new() -> Checkout {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("cargo-pct")).unwrap();
        std::fs::write(folder.path().join("cargo-pct/Cargo.toml"), "").unwrap();
        std::fs::create_dir(folder.path().join("programs")).unwrap();
        let checkout = Checkout { folder, environment: Vec::new() };
        let programs = checkout.path("programs").display().to_string();
        checkout.with("PATH", programs)
    }

    fn with(mut self, name: &'static str, value: impl Into<String>) -> Checkout {
        self.environment.push((name, value.into()));
        self
    }

    /// A program on the path: a shell script.
    fn with_program(self, name: &str, script: &str) -> Checkout {
        let file = self.path("programs").join(name);
        std::fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        self
    }

    /// The real programs of this machine, pip among them, without the configuration of whoever runs the test.
    fn with_real_programs(self) -> Checkout {
        let path = std::env::var("PATH").unwrap();
        self.with("PATH", path).with("PIP_CONFIG_FILE", "/dev/null").with("PIP_NO_CACHE_DIR", "1")
    }

    fn path(&self, relative: &str) -> PathBuf {
        self.folder.path().join(relative)
    }

    /// Runs the set-up; whether it succeeded, and what it wrote.
    fn set_up<A: AsRef<OsStr>>(&self, arguments: &[A]) -> (bool, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.arg("--project").arg(self.folder.path()).arg("setup").args(arguments);
        command.env_clear().envs(self.environment.iter().map(|(name, value)| (name, value)));
        let output = command.output().unwrap();
        (output.status.success(), String::from_utf8(output.stderr).unwrap())
    }

    /// The set-up with the wheel fails, says `expected`, and leaves nothing behind.
    #[track_caller]
    fn check_failure(&self, expected: &str) {
        let (succeeded, said) = self.set_up(&["--wheel"]);
        assert!(!succeeded, "{said}");
        assert!(said.contains(expected), "no `{expected}` in: {said}");
        let left: Vec<_> =
            std::fs::read_dir(self.path(".z3")).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(left.is_empty(), "{left:?}");
    }
}

/// A Python whose pip fails, saying `said`.
fn python_with_failing_pip(said: &str) -> String {
    format!("case \"$*\" in --version | *'pip --version') exit 0;; esac\necho \"{said}\" >&2\nexit 1")
}

/// The libz3 of the checkout that these tests belong to.
fn real_library() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.z3/lib");
    let folder = std::env::var_os("Z3_LIBRARY_PATH_OVERRIDE").map_or(own, PathBuf::from);
    let name = if cfg!(target_os = "macos") { "libz3.dylib" } else { "libz3.so" };
    folder.join(name).canonicalize().expect("`cargo xtask setup` has been run in this checkout")
}

#[test]
fn without_python_the_other_ways_are_named() {
    let checkout = Checkout::new();
    checkout.check_failure("neither python3 nor python is there");
    checkout.check_failure("--features vendored");
}

#[test]
fn a_python_without_pip_is_named() {
    let script = "case \"$*\" in --version) exit 0;; esac\necho 'No module named pip' >&2\nexit 1";
    Checkout::new().with_program("python3", script).check_failure("python3 has no pip");
}

#[test]
fn without_a_network_the_offline_way_is_named() {
    // The discard port: nobody listens.
    let checkout = Checkout::new().with_real_programs().with("PIP_RETRIES", "0");
    let checkout = checkout.with("PIP_INDEX_URL", "http://127.0.0.1:9/simple");
    checkout.check_failure("is there a network?");
    checkout.check_failure("PIP_FIND_LINKS");
}

#[test]
fn a_wheel_with_another_hash_is_thrown_away() {
    let checkout = Checkout::new().with_real_programs().with("PIP_NO_INDEX", "1");
    for tag in ["manylinux_2_27_x86_64", "manylinux_2_38_aarch64", "macosx_13_0_arm64", "macosx_13_0_x86_64"]
    {
        let name = format!("programs/z3_solver-5.4.0.0-py3-none-{tag}.whl");
        std::fs::write(checkout.path(&name), "not what was pinned").unwrap();
    }
    let wheels = checkout.path("programs").display().to_string();
    checkout.with("PIP_FIND_LINKS", wheels).check_failure("is not the pinned one and was thrown away");
}

#[test]
fn a_full_disk_is_told_from_a_missing_network() {
    let python = python_with_failing_pip("ERROR: Could not install: [Errno 28] No space left on device");
    Checkout::new().with_program("python3", &python).check_failure("no space is left to unpack Z3");
}

#[test]
fn a_failure_of_another_kind_shows_what_pip_said() {
    let python = python_with_failing_pip("ERROR: the moon is in the wrong house");
    Checkout::new().with_program("python3", &python).check_failure("the moon is in the wrong house");
}

#[test]
fn a_z3_of_the_system_is_linked_once_and_again_when_it_is_gone() {
    let checkout = Checkout::new().with_program("z3", "exit 0");
    let library = real_library();
    let installed = checkout.path("lib").join(library.file_name().unwrap());
    std::fs::create_dir(checkout.path("lib")).unwrap();
    std::fs::copy(&library, &installed).unwrap();

    let (succeeded, said) = checkout.set_up::<&str>(&[]);
    assert!(succeeded && said.contains("linked to the system's"), "{said}");
    let (succeeded, said) = checkout.set_up::<&str>(&[]);
    assert!(succeeded && said.contains("already set up"), "{said}");

    // The links dangle now.
    std::fs::rename(&installed, checkout.path("lib/libz3.so.moved")).unwrap();
    let (succeeded, said) = checkout.set_up::<&str>(&[]);
    assert!(succeeded && said.contains("linked to the system's"), "{said}");
}

/// A library that says it is Z3 of this version, and does nothing else.
fn compile_library(file: &Path, version: [u32; 3]) {
    let source = file.with_extension("c");
    let [major, minor, build] = version;
    let body = format!("*a = {major}; *b = {minor}; *c = {build}; *d = 0;");
    let code =
        format!("void Z3_get_version(unsigned *a, unsigned *b, unsigned *c, unsigned *d) {{ {body} }}\n");
    std::fs::write(&source, code).unwrap();
    let soname = format!("-Wl,-soname,{}", file.file_name().unwrap().to_str().unwrap());
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-fPIC", "-o"]).arg(file).arg(&source);
    if cfg!(target_os = "linux") {
        cc.arg(soname);
    }
    assert!(cc.status().unwrap().success());
}

#[test]
fn versions_that_the_bindings_do_not_fit_are_refused_and_the_newest_that_they_do_is_taken() {
    let checkout = Checkout::new().with_program("z3", "exit 0");
    std::fs::create_dir(checkout.path("lib")).unwrap();
    let end = if cfg!(target_os = "macos") { "dylib" } else { "so" };
    let compile = |name: &str, version| compile_library(&checkout.path("lib").join(name), version);
    compile(&format!("libz3.so.4.{end}"), [4, 13, 3]);
    compile(&format!("libz3.so.6.{end}"), [6, 0, 0]);
    let (succeeded, said) = checkout.set_up::<&str>(&[]);
    assert!(!succeeded, "{said}");
    for version in ["4.13.3", "6.0.0"] {
        assert!(
            said.contains(&format!("is Z3 {version}, and one from 5.3.2 to before 5.5.0 is needed")),
            "{said}"
        );
    }

    compile(&format!("libz3.so.51.{end}"), [5, 3, 2]);
    compile(&format!("libz3.so.52.{end}"), [5, 4, 99]);
    compile(&format!("libz3.so.53.{end}"), [5, 4, 0]);
    let (succeeded, said) = checkout.set_up::<&str>(&[]);
    assert!(succeeded && said.contains("Z3 5.4.99"), "{said}");
    assert!(
        checkout.path(".z3/lib").join(format!("libz3.so.52.{end}")).exists() || cfg!(target_os = "macos")
    );
}

#[test]
fn set_ups_at_the_same_time_do_not_disturb_each_other() {
    let checkout = Checkout::new().with_program("z3", "exit 0");
    std::fs::create_dir(checkout.path("lib")).unwrap();
    let library = real_library();
    symlink(&library, checkout.path("lib").join(library.file_name().unwrap())).unwrap();
    std::thread::scope(|scope| {
        let set_ups: Vec<_> = (0..8).map(|_| scope.spawn(|| checkout.set_up::<&str>(&[]))).collect();
        for set_up in set_ups {
            let (succeeded, said) = set_up.join().unwrap();
            assert!(succeeded, "{said}");
        }
    });
    let left: Vec<_> =
        std::fs::read_dir(checkout.path(".z3")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["lib"]);
}

#[test]
fn what_a_killed_set_up_left_is_removed_once_it_is_old() {
    let checkout = Checkout::new();
    for name in ["stage-old", "stage-young", "lib-of-mine"] {
        std::fs::create_dir_all(checkout.path(".z3").join(name)).unwrap();
    }
    let two_hours_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(2 * 60 * 60);
    for old in ["stage-old", "lib-of-mine"] {
        let folder = std::fs::File::open(checkout.path(".z3").join(old)).unwrap();
        folder.set_modified(two_hours_ago).unwrap();
    }
    assert!(!checkout.set_up(&["--wheel"]).0, "there is no Python");
    let mut left: Vec<_> =
        std::fs::read_dir(checkout.path(".z3")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["lib-of-mine", "stage-young"]);
}

#[test]
fn a_damaged_set_up_is_replaced() {
    let checkout = Checkout::new().with_program("z3", "exit 0");
    std::fs::create_dir(checkout.path("lib")).unwrap();
    let library = real_library();
    symlink(&library, checkout.path("lib").join(library.file_name().unwrap())).unwrap();
    std::fs::create_dir_all(checkout.path(".z3/lib")).unwrap();
    for name in ["libz3.so", "libz3.dylib"] {
        std::fs::write(checkout.path(".z3/lib").join(name), "half a library").unwrap();
    }
    let (succeeded, said) = checkout.set_up::<&str>(&[]);
    assert!(succeeded && said.contains("linked to the system's"), "{said}");
}

#[test]
fn the_users_own_folder_is_used_or_refused_but_never_replaced() {
    let empty = Checkout::new();
    let folder = empty.path("programs").display().to_string();
    let (succeeded, said) = empty.with("Z3_LIBRARY_PATH_OVERRIDE", folder).set_up::<&str>(&[]);
    assert!(!succeeded && said.contains("Z3_LIBRARY_PATH_OVERRIDE names"), "{said}");

    let checkout = Checkout::new();
    let library = real_library();
    for name in [library.file_name().unwrap().to_str().unwrap(), "libz3.so", "libz3.dylib"] {
        symlink(&library, checkout.path("programs").join(name)).ok();
    }
    let folder = checkout.path("programs").display().to_string();
    let checkout = checkout.with("Z3_LIBRARY_PATH_OVERRIDE", folder);
    let (succeeded, said) = checkout.set_up::<&str>(&[]);
    assert!(succeeded && said.contains("from Z3_LIBRARY_PATH_OVERRIDE"), "{said}");
    assert!(!checkout.path(".z3").exists());
}

#[test]
fn a_folder_that_is_no_checkout_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    let output = command.arg("--project").arg(folder.path()).arg("setup").output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("is not a checkout of cargo-pct"));
}
