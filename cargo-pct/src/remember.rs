//! What earlier runs found out, by what it depends on.
//!
//! An entry is named by a hash of everything that it depends on ([`Key`]), and is never changed: what depends on something else has another name.
//! An entry is a file, written whole or not at all, that begins with a hash of its content. A file that does not is none: whatever
//! happened to it, a run finds the answer again. So concurrent runs, kills and full disks lose entries at most.

use std::time::{Duration, SystemTime};

use camino::{Utf8Path, Utf8PathBuf};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Entries that no run asked for in so long are removed.
const AGE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The file that counts uses.
const USES: &str = "uses";

/// The bytes of a hash.
const HASH: usize = 32;

/// A hash of all that an entry depends on.
#[derive(Clone, Debug, Default)]
pub struct Key(blake3::Hasher);

impl Key {
    /// A key of an entry of this kind, made by this program.
    pub fn of_kind(kind: &str) -> Key {
        let mut key = Key::default();
        key.add(kind.as_bytes());
        key.add(program().as_bytes());
        key
    }

    /// Adds something that the entry depends on. Its length is added, too, so that what follows is not taken for a part of it.
    pub fn add(&mut self, part: &[u8]) {
        self.0.update(&(part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// Adds a value as it prints for debugging: that tells all its fields.
    pub fn add_value(&mut self, value: &impl std::fmt::Debug) {
        self.add(format!("{value:?}").as_bytes());
    }

    /// Adds the content of a file; of one that cannot be read, that it cannot.
    pub fn add_file(&mut self, file: &Utf8Path) {
        match std::fs::read(file) {
            Ok(content) => self.add(&content),
            Err(error) => self.add(error.kind().to_string().as_bytes()),
        }
    }

    /// The name of the entry.
    pub fn name(&self) -> String {
        self.0.finalize().to_hex().to_string()
    }
}

/// This program, by its version and its file: another build of one version may judge otherwise.
fn program() -> String {
    let file = std::env::current_exe().and_then(std::fs::metadata);
    let of_file = file.map(|file| (file.len(), file.modified().ok())).ok();
    format!("{} {of_file:?}", env!("CARGO_PKG_VERSION"))
}

/// A folder of entries.
#[derive(Clone, Debug)]
pub struct Memory {
    /// None where nothing is to be remembered.
    folder: Option<Utf8PathBuf>,
}

impl Memory {
    /// The entries of a folder; without one, nothing is remembered.
    pub fn of(folder: Option<Utf8PathBuf>) -> Memory {
        Memory { folder }
    }

    /// Whether entries are kept at all.
    pub fn is_active(&self) -> bool {
        self.folder.is_some()
    }

    /// Reads an entry. None where there is none that is whole.
    pub fn load<T: DeserializeOwned>(&self, key: &Key) -> Option<T> {
        let file = self.folder.as_ref()?.join(key.name());
        // Reading from what is no file might wait for ever.
        let content = file.is_file().then(|| std::fs::read(&file).ok())??;
        let (hash, content) = content.split_at_checked(HASH)?;
        if blake3::hash(content).as_bytes() != hash {
            return None;
        }
        // It was asked for: it is kept longer.
        let _ = std::fs::File::options()
            .append(true)
            .open(&file)
            .and_then(|it| it.set_modified(SystemTime::now()));
        postcard::from_bytes(content).ok()
    }

    /// Writes an entry. What fails is forgotten: the next run finds it out again.
    pub fn store<T: Serialize>(&self, key: &Key, entry: &T) {
        let Some(folder) = &self.folder else { return };
        let Ok(content) = postcard::to_stdvec(entry) else { return };
        let hash = blake3::hash(&content);
        let _ = write(folder, &key.name(), &[hash.as_bytes(), &content]);
    }

    /// Counts a use of the folder; the uses before it.
    pub fn count_use(&self) -> u64 {
        let Some(folder) = &self.folder else { return 0 };
        let file = folder.join(USES);
        let before =
            std::fs::read_to_string(&file).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        let _ = write(folder, USES, &[(before + 1).to_string().as_bytes()]);
        before
    }

    /// Removes entries that no run asked for in a long time.
    pub fn forget_old(&self) {
        let Some(folder) = &self.folder else { return };
        for file in folder.read_dir_utf8().into_iter().flatten().flatten() {
            let age = file.metadata().and_then(|it| it.modified()).ok().and_then(|it| it.elapsed().ok());
            if age.is_some_and(|age| age > AGE) {
                let _ = std::fs::remove_file(file.path());
            }
        }
    }
}

/// Writes a file under another name first. It need not reach the disk: its hash tells whether it did.
fn write(folder: &Utf8Path, name: &str, parts: &[&[u8]]) -> std::io::Result<()> {
    use std::io::Write;
    std::fs::create_dir_all(folder)?;
    let mut temporary = tempfile::Builder::new().prefix(".new-").tempfile_in(folder)?;
    for part in parts {
        temporary.write_all(part)?;
    }
    temporary.persist(folder.join(name))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(parts: &[&str]) -> Key {
        let mut key = Key::of_kind("test");
        parts.iter().for_each(|part| key.add(part.as_bytes()));
        key
    }

    #[test]
    fn an_entry_is_found_by_all_that_it_depends_on_and_by_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let memory = Memory::of(Utf8PathBuf::from_path_buf(folder.path().to_owned()).ok());
        memory.store(&key(&["ab", "c"]), &7_u32);
        assert_eq!(memory.load(&key(&["ab", "c"])), Some(7_u32));
        assert_eq!(memory.load::<u32>(&key(&["a", "bc"])), None);
        assert_eq!(memory.load::<u32>(&key(&["ab"])), None);
        assert_eq!(Memory::of(None).load::<u32>(&key(&["ab", "c"])), None);
    }

    #[test]
    fn a_file_that_is_torn_or_changed_is_no_entry() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Utf8PathBuf::from_path_buf(folder.path().to_owned()).unwrap();
        let (memory, key) = (Memory::of(Some(folder.clone())), key(&["a"]));
        memory.store(&key, &"some text".to_owned());
        let file = folder.join(key.name());
        let whole = std::fs::read(&file).unwrap();
        for length in 0..whole.len() {
            std::fs::write(&file, &whole[..length]).unwrap();
            assert_eq!(memory.load::<String>(&key), None, "{length} bytes");
        }
        for at in 0..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            std::fs::write(&file, changed).unwrap();
            assert_eq!(memory.load::<String>(&key), None, "byte {at}");
        }
        std::fs::write(&file, whole).unwrap();
        assert_eq!(memory.load::<String>(&key).as_deref(), Some("some text"));
    }
}
