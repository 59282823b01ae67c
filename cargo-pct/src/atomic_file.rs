//! Files that are written whole or not at all: a run that is killed, or a disk that is full, leaves the old content.

use std::io::Write;

use camino::Utf8Path;

/// Replaces a file's content; folders on the way are made. The content is on disk before the name points to it.
pub fn write(file: &Utf8Path, content: &[u8]) -> std::io::Result<()> {
    let folder = file.parent().filter(|it| !it.as_str().is_empty()).unwrap_or(Utf8Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut temporary = tempfile::Builder::new().prefix(".pct-").tempfile_in(folder)?;
    temporary.write_all(content)?;
    // A temporary file is private to the user; a report is as readable as any other file that a build makes.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        temporary.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    temporary.as_file().sync_data()?;
    temporary.persist(file)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = Utf8Path::from_path(folder.path()).unwrap().join("a/b.json");
        write(&file, b"one").unwrap();
        write(&file, b"two").unwrap();
        assert_eq!(std::fs::read(&file).unwrap(), b"two");
        assert_eq!(file.parent().unwrap().read_dir().unwrap().count(), 1);
    }
}
