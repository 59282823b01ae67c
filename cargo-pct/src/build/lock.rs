//! Our folder, and one run at a time in it: a build of other features would replace what the tests of this one are about to run.

use std::fs::{File, TryLockError};

use camino::Utf8Path;

use super::BuildError;
use crate::event::{Event, Sink};

/// Holds a folder until it is dropped, or the process ends in whatever way.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

/// What marks a folder as one that can be made again: who makes backups leaves it out, and so do we where sources are looked for.
/// See <https://bford.info/cachedir/>.
pub(super) const CACHE_TAG: &str = "CACHEDIR.TAG";
const CACHE_SIGNATURE: &str = "Signature: 8a477f597d28d172789f06886806bc55\n# Made by cargo-pct.\n";

/// Makes the folder and waits until no other run uses it. A file system without locks has none to wait for.
pub fn lock(folder: &Utf8Path, sink: &mut dyn Sink) -> Result<Lock, BuildError> {
    let path = folder.join(".lock");
    let failed = |source| BuildError::Io { path: path.clone(), source };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let tag = folder.join(CACHE_TAG);
    if !tag.exists() {
        std::fs::write(tag, CACHE_SIGNATURE).map_err(failed)?;
    }
    let file = File::create(&path).map_err(failed)?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        sink.emit(Event::Waiting { folder: folder.to_owned() });
        file.lock().map_err(failed)?;
    }
    Ok(Lock { _file: file })
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    struct Told(mpsc::Sender<()>);

    impl Sink for Told {
        fn emit(&mut self, event: Event) {
            assert!(matches!(event, Event::Waiting { .. }), "{event:?}");
            self.0.send(()).unwrap();
        }
    }

    #[test]
    fn the_second_run_waits_for_the_first_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Utf8Path::from_path(folder.path()).unwrap();
        let (waiting, told) = mpsc::channel();
        let (sender, done) = mpsc::channel();
        let first = lock(folder, &mut Told(waiting.clone())).unwrap();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let _second = lock(folder, &mut Told(waiting)).unwrap();
                sender.send(()).unwrap();
            });
            told.recv_timeout(Duration::from_secs(20)).unwrap();
            assert!(done.try_recv().is_err());
            drop(first);
            done.recv_timeout(Duration::from_secs(20)).unwrap();
        });
    }
}
