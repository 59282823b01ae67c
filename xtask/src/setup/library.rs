//! One `libz3` on disk: its version, asked of itself, and the name under which the loader will ask for it.

use std::fmt;
use std::path::{Path, PathBuf};

use object::read::elf::{ElfFile, FileHeader};
use object::read::macho::{LoadCommandVariant, MachHeader};
use object::{Endianness, elf, macho};

use super::{FIRST_UNKNOWN, OLDEST};

/// A version of Z3: major, minor, build.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Version(pub(crate) [u32; 3]);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Version([major, minor, build]) = self;
        write!(f, "{major}.{minor}.{build}")
    }
}

/// Why a library cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unsuitable {
    /// There is none.
    #[error("there is no {LINK_NAME} in it")]
    Missing,
    /// It does not load, or is no Z3.
    #[error("{} does not load: {message}", file.display())]
    DoesNotLoad {
        /// The library.
        file: PathBuf,
        /// What the loader said.
        message: String,
    },
    /// It is too old, or too new to be known.
    #[error("{} is Z3 {version}, and one from {OLDEST} to before {FIRST_UNKNOWN} is needed", file.display())]
    Version {
        /// The library.
        file: PathBuf,
        /// What it says it is.
        version: Version,
    },
    /// The name that programs linked to it would ask for is not beside it.
    #[error("programs linked to it would ask for {name}, which is not in it")]
    NoLoaderName {
        /// The name.
        name: String,
    },
}

/// The name that the linker asks for.
pub(crate) const LINK_NAME: &str = if cfg!(target_os = "macos") {
    "libz3.dylib"
} else if cfg!(windows) {
    "libz3.dll"
} else {
    "libz3.so"
};

/// A suitable `libz3`: it loads into a program of this platform, and is of a version that the bindings fit.
#[derive(Debug)]
pub(crate) struct Library {
    /// The file itself, absolute and without symbolic links.
    pub(crate) file: PathBuf,
    /// What it says it is.
    pub(crate) version: Version,
    /// What programs linked to it ask the loader for: the SONAME of ELF, the install name of Mach-O.
    loader_name: Option<String>,
}

impl Library {
    /// The library that the build would find in `folder`, with all the names it needs there.
    pub(crate) fn in_folder(folder: &Path) -> Result<Library, Unsuitable> {
        let link = folder.join(LINK_NAME);
        if !link.exists() {
            return Err(Unsuitable::Missing);
        }
        let library = Library::at(&link)?;
        match library.names().into_iter().find(|name| !folder.join(name).exists()) {
            Some(name) => Err(Unsuitable::NoLoaderName { name }),
            None => Ok(library),
        }
    }

    /// The library in this file.
    pub(crate) fn at(path: &Path) -> Result<Library, Unsuitable> {
        let does_not_load = |message: String| Unsuitable::DoesNotLoad { file: path.to_path_buf(), message };
        let file = path.canonicalize().map_err(|error| does_not_load(error.to_string()))?;
        let version = ask_version(&file).map_err(|error| does_not_load(error.to_string()))?;
        if !(OLDEST..FIRST_UNKNOWN).contains(&version) {
            return Err(Unsuitable::Version { file, version });
        }
        let bytes = std::fs::read(&file).map_err(|error| does_not_load(error.to_string()))?;
        Ok(Library { file, version, loader_name: loader_name(&bytes) })
    }

    /// The file names under which linker and loader ask for it: the first is the linker's.
    ///
    /// An absolute install name (Homebrew's way) asks no folder of ours and is left out.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names = vec![LINK_NAME.to_owned()];
        let relative = self.loader_name.as_deref().map(|name| name.strip_prefix("@rpath/").unwrap_or(name));
        names.extend(relative.filter(|name| !name.contains('/') && *name != LINK_NAME).map(str::to_owned));
        names
    }
}

/// Loads the library into this program and calls its `Z3_get_version`.
fn ask_version(file: &Path) -> Result<Version, libloading::Error> {
    type GetVersion = unsafe extern "C" fn(*mut u32, *mut u32, *mut u32, *mut u32);
    let [mut major, mut minor, mut build, mut revision] = [0; 4];
    // SAFETY: loading runs the library's initialisers, as every program linked to it does; the signature of
    // `Z3_get_version` has been this one in all releases, and the four integers outlive the call.
    unsafe {
        let library = libloading::Library::new(file)?;
        let get_version = library.get::<GetVersion>(b"Z3_get_version")?;
        get_version(&mut major, &mut minor, &mut build, &mut revision);
        // Never unloaded: destructors of a C++ library that run early are a risk without a gain.
        std::mem::forget(library);
    }
    Ok(Version([major, minor, build]))
}

/// The SONAME or install name; `None` where the file has none (its path is asked for then) or is of another format.
fn loader_name(bytes: &[u8]) -> Option<String> {
    elf_soname::<elf::FileHeader64<Endianness>>(bytes)
        .or_else(|| elf_soname::<elf::FileHeader32<Endianness>>(bytes))
        .or_else(|| macho_install_name(bytes))
}

fn elf_soname<Elf: FileHeader<Endian = Endianness>>(bytes: &[u8]) -> Option<String> {
    let dynamic = ElfFile::<Elf>::parse(bytes).ok()?.elf_dynamic_table().ok()?;
    let soname = dynamic.iter().find(|entry| entry.tag == elf::DT_SONAME)?;
    Some(String::from_utf8_lossy(dynamic.string(soname).ok()?).into_owned())
}

fn macho_install_name(bytes: &[u8]) -> Option<String> {
    let header = macho::MachHeader64::<Endianness>::parse(bytes, 0).ok()?;
    let endian = header.endian().ok()?;
    let mut commands = header.load_commands(endian, bytes, 0).ok()?;
    while let Some(command) = commands.next().ok()? {
        if let LoadCommandVariant::IdDylib(id) = command.variant().ok()? {
            return Some(String::from_utf8_lossy(command.string(endian, id.dylib.name).ok()?).into_owned());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A Mach-O library of nothing but its header and this install name.
    fn macho(install_name: &str) -> Vec<u8> {
        let mut name = install_name.as_bytes().to_vec();
        name.resize((name.len() / 8 + 1) * 8, 0);
        let command = [macho::LC_ID_DYLIB.0, 24 + name.len() as u32, 24, 0, 0, 0];
        let header = [macho::MH_MAGIC_64, 0x0100_000c, 0, macho::MH_DYLIB.0, 1, command[1], 0, 0];
        let words = header.iter().chain(&command).flat_map(|word| word.to_le_bytes());
        words.chain(name).collect()
    }

    #[test]
    fn the_loaders_name_is_read_from_elf_and_macho() {
        let check = |name: &str, bytes: &[u8]| assert_eq!(loader_name(bytes).as_deref(), Some(name));
        check("@rpath/libz3.dylib", &macho("@rpath/libz3.dylib"));
        // A library that every program on Linux is linked to.
        if cfg!(all(target_os = "linux", target_env = "gnu")) {
            let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
            let libc = maps.split_whitespace().find(|word| word.ends_with("/libc.so.6")).unwrap();
            check("libc.so.6", &std::fs::read(libc).unwrap());
        }
        assert_eq!(loader_name(b"no library"), None);
    }

    #[test]
    fn a_library_is_asked_for_by_the_linkers_name_and_by_its_own() {
        let names = |loader_name: Option<&str>| {
            let loader_name = loader_name.map(str::to_owned);
            Library { file: PathBuf::new(), version: OLDEST, loader_name }.names()
        };
        assert_eq!(names(Some("libz3.so.5.4")), [LINK_NAME, "libz3.so.5.4"]);
        assert_eq!(names(Some(&format!("@rpath/{LINK_NAME}"))), [LINK_NAME]);
        assert_eq!(names(Some("/opt/homebrew/opt/z3/lib/libz3.5.4.dylib")), [LINK_NAME]);
        assert_eq!(names(None), [LINK_NAME]);
    }

    #[test]
    fn something_that_is_no_z3_does_not_load() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(matches!(Library::at(file.path()), Err(Unsuitable::DoesNotLoad { .. })));
    }
}
