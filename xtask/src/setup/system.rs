//! Where a Z3 of the system may lie.
//!
//! A candidate is only a path; [`Library::at`] decides whether it is suitable. What is looked at: what pkg-config
//! says, what the loader's cache lists, the folders of common package managers, and the folders beside a `z3`
//! program on the `PATH`.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::library::Library;
use crate::process;

/// The newest suitable Z3 of the system, the first found where several are equally new.
pub(super) fn newest() -> Option<Library> {
    let mut newest: Option<Library> = None;
    for file in candidates() {
        match Library::at(&file) {
            Ok(library) if newest.as_ref().is_none_or(|best| best.version < library.version) => {
                newest = Some(library)
            }
            Ok(_) => {}
            Err(reason) => eprintln!("not usable: {reason}"),
        }
    }
    newest
}

/// All files that look like a `libz3`, each once, in the order of the places.
fn candidates() -> Vec<PathBuf> {
    let mut files = loader_cache();
    for folder in folders() {
        files.extend(libraries_in(&folder));
    }
    let mut distinct = Vec::new();
    for file in files.into_iter().filter_map(|file| file.canonicalize().ok()) {
        if !distinct.contains(&file) {
            distinct.push(file);
        }
    }
    distinct
}

fn folders() -> Vec<PathBuf> {
    let mut folders = Vec::new();
    if let Some(output) = process::output(Command::new("pkg-config").args(["--variable=libdir", "z3"])) {
        folders.push(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    }
    let programs =
        std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    folders.extend(beside_programs(programs));
    let common =
        ["/opt/homebrew/lib", "/opt/homebrew/opt/z3/lib", "/usr/local/lib", "/opt/local/lib", "/usr/lib64"];
    folders.extend(common.map(PathBuf::from));
    folders.push(PathBuf::from("/usr/lib").join(format!("{}-linux-gnu", std::env::consts::ARCH)));
    folders.push(PathBuf::from("/usr/lib"));
    // Relative ones would mean something else wherever this program is run from.
    folders.retain(|folder| folder.is_absolute());
    folders
}

/// The library folders of the installations whose `z3` program is on the `PATH`; release archives keep both in `bin`.
fn beside_programs(path: Vec<PathBuf>) -> Vec<PathBuf> {
    let with_z3 = path.into_iter().filter(|folder| folder.join("z3").is_file());
    with_z3.flat_map(|bin| [bin.join("..").join("lib"), bin]).collect()
}

/// Files named `libz3.so`, `libz3.so.5.4`, `libz3.dylib`, `libz3.5.4.dylib` in a folder, in the order of their names.
fn libraries_in(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .filter(|entry| entry.file_name().to_str().is_some_and(is_library_name))
        .map(|entry| entry.path())
        .collect();
    files.sort();
    files
}

fn is_library_name(name: &str) -> bool {
    let of_macos = name.starts_with("libz3.") && name.ends_with(".dylib");
    name == "libz3.so" || name.starts_with("libz3.so.") || of_macos
}

/// What the dynamic loader of Linux knows by the name of `libz3`.
fn loader_cache() -> Vec<PathBuf> {
    if !cfg!(target_os = "linux") {
        return Vec::new();
    }
    // Not on the PATH of ordinary users on Debian.
    let listed = ["ldconfig", "/sbin/ldconfig"].iter().find_map(|ldconfig| {
        process::output(Command::new(ldconfig).arg("-p")).filter(|output| output.status.success())
    });
    let listed =
        listed.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    listed_libraries(&listed)
}

/// Reads lines such as `\tlibz3.so.4 (libc6,x86-64) => /lib/x86_64-linux-gnu/libz3.so.4`.
fn listed_libraries(listed: &str) -> Vec<PathBuf> {
    let entries = listed.lines().filter_map(|line| line.trim().split_once(" => "));
    entries
        .filter(|(name, _)| is_library_name(name.split(' ').next().unwrap_or(name)))
        .map(|(_, path)| path.into())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loader_cache_is_read_for_libz3_alone() {
        let listed = "2 libs found in cache `/etc/ld.so.cache'\n\
            \tlibz3.so.4 (libc6,x86-64) => /lib/x86_64-linux-gnu/libz3.so.4\n\
            \tlibz.so.1 (libc6,x86-64) => /lib/x86_64-linux-gnu/libz.so.1\n\
            \tlibz3java.so (libc6,x86-64) => /lib/x86_64-linux-gnu/libz3java.so\n";
        assert_eq!(listed_libraries(listed), [PathBuf::from("/lib/x86_64-linux-gnu/libz3.so.4")]);
    }

    #[test]
    fn a_library_is_known_by_its_name_on_linux_and_macos() {
        for name in ["libz3.so", "libz3.so.5.4", "libz3.dylib", "libz3.5.4.dylib"] {
            assert!(is_library_name(name), "{name}");
        }
        for name in ["libz3.a", "libz3java.so", "libz30.so", "z3.so"] {
            assert!(!is_library_name(name), "{name}");
        }
    }

    #[test]
    fn an_installation_is_found_beside_its_program() {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("bin");
        std::fs::create_dir(&bin).unwrap();
        assert!(beside_programs(vec![bin.clone()]).is_empty());
        std::fs::write(bin.join("z3"), "").unwrap();
        assert_eq!(beside_programs(vec![bin.clone()]), [bin.join("../lib"), bin]);
    }
}
