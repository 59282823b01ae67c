//! Records of compiled units: what the wrapper leaves for `build` beside the MIR and the side-car.
//!
//! Cargo does not call the wrapper for a unit that is fresh, so each record stays until the unit is compiled again.
//! Records lie in cargo's build folder and vanish with it. A record is written last, after rustc succeeded.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};

use super::auto::MirroredFolder;
use super::dependency::Externs;

/// One compiled unit: a library or binary, or the tests of one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Unit {
    /// The cargo-pct that made the record; another one may ask rustc for other things.
    pub made_by: String,
    /// The name of the crate, as paths in its MIR begin.
    pub crate_name: String,
    /// The crates that it uses.
    pub externs: Externs,
    /// The crate's root file, absolute.
    pub source: Utf8PathBuf,
    /// Where rustc put its output.
    pub out_dir: Utf8PathBuf,
    /// Where else what it depends on is found.
    pub dependencies: Vec<Utf8PathBuf>,
    /// The stem of the output files, without `lib` and extension.
    pub stem: String,
    /// Whether it was compiled with `cfg(test)`.
    pub test: bool,
    /// Whether it has rustc's test harness.
    pub harness: bool,
    /// The side-car of its probes; none if it is not instrumented (an integration test, say).
    pub sites: Option<Utf8PathBuf>,
    /// Its MIR; none for tests.
    pub mir: Option<Utf8PathBuf>,
    /// Its text after macro expansion, in which functions stand in the order of the MIR's bodies; like the MIR.
    pub expanded: Option<Utf8PathBuf>,
    /// What its target and its flags say; none for tests.
    pub target: Option<Target>,
    /// The folders whose files stand for the user's, with `--auto`.
    pub mirrored: Vec<MirroredFolder>,
    /// The folder of what its package's build script writes, if it has one: `OUT_DIR`.
    pub generated: Option<Utf8PathBuf>,
    /// Why it has no probes although something in it is annotated: what the compiler says against them.
    pub refused: Option<String>,
}

/// What a proof depends on that the MIR does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Target {
    /// The bits of a pointer, and of `usize`.
    pub pointer_width: u32,
    /// Whether arithmetic that overflows panics.
    pub overflow_checks: bool,
}

impl Target {
    /// From what `rustc --print cfg` prints.
    pub(super) fn read(printed: &str) -> Option<Target> {
        let width = printed.lines().find_map(|line| line.strip_prefix("target_pointer_width=\""))?;
        Some(Target {
            pointer_width: width.trim_end_matches('"').parse().ok()?,
            overflow_checks: printed.lines().any(|line| line == "overflow_checks"),
        })
    }
}

impl Unit {
    /// Whether the files that the record names are there.
    pub(super) fn is_complete(&self) -> bool {
        self.sites.iter().chain(&self.mir).chain(&self.expanded).all(|file| file.is_file())
    }

    /// Why nothing can be proved for its target: `usize` is analysed as 64 bits.
    pub fn other_width(&self) -> Option<String> {
        match self.target.map(|target| target.pointer_width) {
            Some(64) => None,
            Some(width) => Some(format!("it is built for {width} bits, and `usize` is analysed as 64")),
            None => Some("how many bits `usize` has is not known".to_owned()),
        }
    }

    /// Whether a file is the package's own, by the name that rustc gives it: not the standard library's, nor another crate's.
    pub fn owns(&self, file: &str) -> bool {
        let is_in = |folder: &Utf8PathBuf| Utf8Path::new(file).starts_with(folder);
        !file.starts_with('/') || self.generated.as_ref().is_some_and(is_in)
    }

    /// The source files that rustc read, by the names that it gives them: relative to the workspace's root, which
    /// `root` is. From rustc's own list of dependencies; files that are gone are left out.
    pub fn source_files(&self, root: &Utf8Path) -> std::io::Result<BTreeMap<String, String>> {
        let texts = self
            .source_names()?
            .into_iter()
            .filter_map(|name| Some((name.clone(), std::fs::read_to_string(root.join(&name)).ok()?)));
        Ok(texts.collect())
    }

    /// Their names, those of files that are gone as well.
    pub fn source_names(&self) -> std::io::Result<BTreeSet<String>> {
        let list = std::fs::read_to_string(self.out_dir.join(format!("{}.d", self.stem)))?;
        let names = dependencies(&list).into_iter().filter(|name| name.ends_with(".rs"));
        Ok(names.map(|name| self.original(&name).into_string()).collect())
    }

    /// Tells whether this unit or one that was built beside it may contain a file's text, the file being named relative to `root`.
    ///
    /// Over-approximates: a build script may read what it likes.
    pub fn may_include(&self, file: &str, root: &Utf8Path) -> bool {
        let Ok(folder) = self.out_dir.read_dir_utf8() else { return true };
        let mut lists = folder.flatten().filter(|entry| entry.path().extension() == Some("d"));
        self.generated.is_some() || lists.any(|entry| self.is_listed(entry.path(), file, root))
    }

    /// Tells whether rustc read a file for this unit, the file being named relative to `root`.
    ///
    /// Over-approximates: as [`Unit::may_include`].
    pub fn may_read(&self, file: &str, root: &Utf8Path) -> bool {
        let list = self.out_dir.join(format!("{}.d", self.stem));
        self.generated.is_some() || self.is_listed(&list, file, root)
    }

    /// Tells whether a list of dependencies has a file, or cannot be read.
    fn is_listed(&self, list: &Utf8Path, file: &str, root: &Utf8Path) -> bool {
        let place = without_parents(&root.join(file));
        let is_it = |read: &String| without_parents(&root.join(self.original(read))) == place;
        std::fs::read_to_string(list).map_or(true, |list| dependencies(&list).iter().any(is_it))
    }

    /// The user's file that rustc read one of this name for.
    fn original(&self, name: &str) -> Utf8PathBuf {
        let original = self.mirrored.iter().find_map(|folder| folder.name_of(Utf8Path::new(name)));
        original.unwrap_or_else(|| Utf8PathBuf::from(name))
    }

    /// Whether `artifact` is an output of this unit: by its name, or because cargo linked or copied it from there.
    fn made(&self, artifact: &Utf8Path) -> bool {
        let stem = artifact.file_stem().unwrap_or_default();
        let is_named_so = stem == self.stem || stem.strip_prefix("lib") == Some(&self.stem);
        // The folder may be spelled otherwise than when the record was made.
        let folder = artifact.parent().unwrap_or(artifact);
        if is_named_so && super::workspace::canonical(folder) == super::workspace::canonical(&self.out_dir) {
            return true;
        }
        // The output of a dynamic library has no number in its name: what is linked elsewhere is named as it is.
        let extension = artifact.extension().map(|it| format!(".{it}")).unwrap_or_default();
        ["", "lib"].iter().any(|prefix| {
            let original = self.out_dir.join(format!("{prefix}{}{extension}", self.stem));
            original.is_file() && same_content(&original, artifact)
        })
    }
}

/// A path in which no `..` is left, but at its beginning.
fn without_parents(path: &Utf8Path) -> Utf8PathBuf {
    let mut out = Utf8PathBuf::new();
    for component in path.components() {
        match component {
            Utf8Component::ParentDir if out.file_name().is_some() => drop(out.pop()),
            Utf8Component::CurDir => {}
            component => out.push(component),
        }
    }
    out
}

/// The files of a list of dependencies in make's form, `target: one two\ with\ space`. Rustc gives the files of all
/// targets in the first rule.
fn dependencies(list: &str) -> Vec<String> {
    let rule = list.lines().find_map(|line| line.split_once(": ")).map_or("", |(_, files)| files);
    let (mut files, mut file) = (Vec::new(), String::new());
    let mut characters = rule.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' if characters.next_if_eq(&' ').is_some() => file.push(' '),
            ' ' => files.push(std::mem::take(&mut file)),
            other => file.push(other),
        }
    }
    files.push(file);
    files.retain(|file| !file.is_empty());
    files
}

#[cfg(unix)]
fn same_file(one: &std::fs::Metadata, other: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn same_file(_: &std::fs::Metadata, _: &std::fs::Metadata) -> bool {
    false
}

/// Whether two files are one (cargo links where it can) or equal (where it had to copy).
fn same_content(one: &Utf8Path, other: &Utf8Path) -> bool {
    let (Ok(left), Ok(right)) = (one.metadata(), other.metadata()) else { return false };
    same_file(&left, &right)
        || (left.len() == right.len()
            && matches!((std::fs::read(one), std::fs::read(other)), (Ok(left), Ok(right)) if left == right))
}

/// Names this cargo-pct, and what it asks rustc for.
pub(super) fn maker() -> String {
    format!(
        "{} {} target externs members macros generated",
        env!("CARGO_PKG_VERSION"),
        pct_wire::Id::of(super::wrapper::MIR_FLAGS)
    )
}

/// Whether a folder has records that another cargo-pct made, which may not have noted all that this one reads, of dependencies either.
pub(super) fn has_others(folder: &Utf8Path) -> bool {
    let files = folder.read_dir_utf8().into_iter().flatten().filter_map(Result::ok);
    let records = files.filter(|file| file.path().extension() == Some("json"));
    let maker = |file: &Utf8Path| -> Option<String> {
        let record: serde_json::Value = serde_json::from_slice(&std::fs::read(file).ok()?).ok()?;
        Some(record.get("made_by")?.as_str()?.to_owned())
    };
    records.filter_map(|file| maker(file.path())).any(|own| own != self::maker())
}

/// Reads all records of a folder, in the order of their names. Unreadable ones and those of another cargo-pct are as
/// good as missing: the unit will be compiled again.
pub(super) fn read_all(folder: &Utf8Path) -> Vec<Unit> {
    let Ok(entries) = folder.read_dir_utf8() else { return Vec::new() };
    let files: BTreeSet<_> = entries.filter_map(Result::ok).map(|entry| entry.into_path()).collect();
    let records = files.iter().filter(|file| file.extension() == Some("json"));
    let units = records.filter_map(|file| serde_json::from_slice(&std::fs::read(file).ok()?).ok());
    units.filter(|unit: &Unit| unit.made_by == maker()).collect()
}

/// The unit that an artifact of cargo's comes from.
pub(super) fn find<'a>(
    units: &'a [Unit],
    source: &Utf8Path,
    test: bool,
    files: &[Utf8PathBuf],
) -> Option<&'a Unit> {
    let candidates = units.iter().filter(|unit| unit.test == test && unit.source == source);
    candidates.into_iter().find(|unit| files.iter().any(|file| unit.made(file)))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_target_is_read() {
        let target =
            super::Target::read("overflow_checks\ntarget_pointer_width=\"32\"\n").expect("it is there");
        assert_eq!((target.pointer_width, target.overflow_checks), (32, true));
        assert_eq!(super::Target::read("unix\n"), None);
    }

    #[test]
    fn a_list_of_dependencies_is_read() {
        let list = "/t/a.d: src/lib.rs src/with\\ space.rs\n\n/t/liba.rlib: src/lib.rs\n\nsrc/lib.rs:\n";
        assert_eq!(super::dependencies(list), ["src/lib.rs", "src/with space.rs"]);
    }
}
