//! The slow path: an observation that may be new is put into the trace.
//!
//! Nothing here waits for another thread, so that a child forked at any moment can go on: shared state is published by
//! compare-and-exchange, and the file is written with one call a record. The settings are read from the environment once,
//! before tests can change it.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{env, panic, process, ptr, thread};

use super::evaluate::{Inside, has_missed, install_hook};
use super::exploring;
use super::seen::Seen;
use crate::wire::trace::{self, Observation, Record, Sample};
use crate::wire::{Id, Valuation, Value, env as names};

/// How many states of objects a site writes unless the environment says otherwise.
const SAMPLES: u32 = 32;

/// How many records other than a probe's a process writes that have one key.
const MOST_OF_A_KIND: u64 = 4;

/// A site that sees something, perhaps for the first time.
pub(super) struct Seeing<'a> {
    pub(super) site: u64,
    pub(super) module: &'static str,
    pub(super) seen: &'a Seen,
    /// The type's predicates in the low bits, the function's own above.
    pub(super) bits: u64,
}

/// What a site of an annotated type sees besides.
pub(super) struct State<'a> {
    pub(super) subject: u64,
    /// The number of the type's predicates.
    pub(super) count: usize,
    /// Captures the object, where objects are sampled.
    pub(super) capture: Option<&'a dyn Fn() -> Value>,
    /// Whether to sample even if nothing is new.
    pub(super) is_due: bool,
    /// The number of samples so far.
    pub(super) samples: &'a AtomicU32,
}

/// Writes the observation if it is new, and a sample of the object if that is wanted.
#[cold]
#[inline(never)]
pub(super) fn observe(seeing: &Seeing<'_>, local: usize, state: Option<&State<'_>>) {
    let is_due = state.is_some_and(|state| state.is_due);
    if PER_TEST.load(Ordering::Relaxed) && !is_due && with_recent(key(seeing), Cell::get) == key(seeing) {
        return;
    }
    if has_missed() {
        return;
    }
    let Some(_inside) = Inside::enter() else { return };
    if exploring::tell(seeing) {
        return;
    }
    let Some(settings) = settings() else { return seeing.seen.close() };
    install_hook();
    let is_new = if settings.per_test { is_new_here(seeing) } else { seeing.seen.insert(seeing.bits) };
    let test = || settings.per_test.then(thread_name).flatten();
    if is_new {
        let count = state.map_or(0, |state| state.count);
        let own = seeing.bits.checked_shr(count as u32).unwrap_or(0);
        settings.write(&Record::Observation(Observation {
            site: Id(seeing.site),
            module: seeing.module.to_owned(),
            subject: state.map(|state| (Id(state.subject), Valuation::new(seeing.bits, count))),
            local: Valuation::new(own, local),
            test: test(),
        }));
    }
    let Some(state) = state.filter(|state| is_new || state.is_due) else { return };
    let Some(capture) = state.capture else { return };
    // Capturing takes some stack. Tests and `main` have enough; a thread that a test spawned may have little.
    if thread_name().is_none() {
        return;
    }
    if state.samples.fetch_add(1, Ordering::Relaxed) < settings.samples {
        settings.write(&Record::Sample(Sample {
            site: Id(seeing.site),
            module: seeing.module.to_owned(),
            subject: Id(state.subject),
            value: capture(),
            test: test(),
        }));
    } else {
        state.samples.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Tells whether the trace has panics.
pub(super) fn tells_panics() -> bool {
    settings().is_some_and(|settings| settings.panics)
}

/// Writes a record that is not a probe's. `key`: what makes it new in its process, or in its test.
pub(super) fn tell(key: u64, record: impl FnOnce(Option<String>) -> Record) {
    static TOLD: Seen = Seen::new();
    let Some(settings) = settings() else { return };
    let test = settings.per_test.then(thread_name).flatten();
    let key = Id::of(&[&key.to_string(), test.as_deref().unwrap_or_default()]).0;
    // The first few: what is told of one may differ from call to call.
    if (0..MOST_OF_A_KIND).any(|number| TOLD.insert(key.wrapping_add(number) | 1 << 63)) {
        settings.write(&record(test));
    }
}

/// The thread's name. Late in a thread's life, when its locals are gone, the standard library panics instead: no name.
fn thread_name() -> Option<String> {
    panic::catch_unwind(|| thread::current().name().map(str::to_owned)).unwrap_or(None)
}

/// Whether this thread, which is one test's or was spawned by one, sees this for the first time.
fn is_new_here(seeing: &Seeing<'_>) -> bool {
    thread_local! {
        static SEEN: RefCell<HashSet<(usize, u64)>> = RefCell::new(HashSet::new());
    }
    let key = key(seeing);
    with_recent(key, |recent| recent.set(key));
    // While the thread's locals are being destroyed there is no set: then it is told again, which readers merge.
    SEEN.try_with(|seen| seen.borrow_mut().insert(key)).unwrap_or(true)
}

/// Whether one process runs many tests, so that every probe comes here.
static PER_TEST: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// What this thread told last, by hash: loops repeat themselves.
    static RECENT: [Cell<(usize, u64)>; 64] = const { [const { Cell::new((0, 0)) }; 64] };
}

/// What an observation is known by in its process.
fn key(seeing: &Seeing<'_>) -> (usize, u64) {
    (ptr::from_ref(seeing.seen).addr(), seeing.bits)
}

/// Gives the place among the recent ones where the key is, if it is there.
fn with_recent<T>(key: (usize, u64), work: impl FnOnce(&Cell<(usize, u64)>) -> T) -> T {
    let hash = (key.0 as u64 ^ key.1.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    RECENT.with(|recent| work(&recent[(hash >> 58) as usize]))
}

struct Settings {
    folder: PathBuf,
    per_test: bool,
    samples: u32,
    panics: bool,
}

/// Opens this process's file, if tracing is on: later it may no longer be allowed to.
/// Returns its descriptor, where files have one.
pub(crate) fn begin_to_write() -> Option<i32> {
    let writer = Writer::of_this_process(&settings()?.folder).ok()?;
    descriptor(&writer.file)
}

#[cfg(unix)]
fn descriptor(file: &File) -> Option<i32> {
    Some(std::os::fd::AsRawFd::as_raw_fd(file))
}

#[cfg(not(unix))]
fn descriptor(_file: &File) -> Option<i32> {
    None
}

/// The settings, or `None` if tracing is off.
fn settings() -> Option<&'static Settings> {
    static SETTINGS: AtomicPtr<Option<Settings>> = AtomicPtr::new(ptr::null_mut());
    let known = SETTINGS.load(Ordering::Acquire);
    let pointer = if known.is_null() {
        let read = Box::into_raw(Box::new(read_settings()));
        // A thread that lost the race leaves its copy behind: a few bytes, once.
        match SETTINGS.compare_exchange(ptr::null_mut(), read, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => read,
            Err(other) => other,
        }
    } else {
        known
    };
    // SAFETY: not null, from `Box::into_raw`, published with release ordering, never freed.
    unsafe { &*pointer }.as_ref()
}

fn read_settings() -> Option<Settings> {
    let folder = PathBuf::from(env::var_os(names::TRACE).filter(|folder| !folder.is_empty())?);
    let per_test = env::var_os(names::IN_PROCESS).is_some_and(|value| value == "1");
    PER_TEST.store(per_test, Ordering::Relaxed);
    let samples = env::var(names::SAMPLES).ok().and_then(|text| text.parse().ok()).unwrap_or(SAMPLES);
    let panics = env::var_os(names::PANICS).is_none_or(|value| value != "0");
    Some(Settings { folder, per_test, samples, panics })
}

impl Settings {
    /// Appends one record to this process's file; says so once on stderr if that fails.
    fn write(&self, record: &Record) {
        let written = Writer::of_this_process(&self.folder)
            .and_then(|writer| writer.with_file(|mut file| file.write_all(record.to_line().as_bytes())));
        if let Err(error) = written {
            static TOLD: AtomicBool = AtomicBool::new(false);
            if !TOLD.swap(true, Ordering::Relaxed) {
                let folder = self.folder.display();
                let _ = writeln!(
                    io::stderr(),
                    "cargo-pct: observations are lost: cannot write to {folder}: {error}"
                );
            }
        }
    }
}

/// One process's trace file.
struct Writer {
    process: u32,
    path: PathBuf,
    file: File,
    identity: Option<(u64, u64)>,
}

impl Writer {
    /// The writer of this process, created at first use; a forked child finds its parent's and makes its own.
    fn of_this_process(folder: &Path) -> io::Result<&'static Writer> {
        static WRITER: AtomicPtr<Writer> = AtomicPtr::new(ptr::null_mut());
        loop {
            let current = WRITER.load(Ordering::Acquire);
            // SAFETY: null, or from `Box::into_raw` below, published with release ordering, never freed.
            if let Some(writer) = unsafe { current.as_ref() }
                && writer.process == process::id()
            {
                return Ok(writer);
            }
            let created = Box::into_raw(Box::new(Writer::create(folder)?));
            if WRITER.compare_exchange(current, created, Ordering::AcqRel, Ordering::Acquire).is_err() {
                // SAFETY: `created` came from `Box::into_raw` above and was not published.
                let lost = unsafe { Box::from_raw(created) };
                let _ = fs::remove_file(&lost.path);
            }
        }
    }

    fn create(folder: &Path) -> io::Result<Writer> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let process = process::id();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{process}-{}.{}", now + u128::from(number), trace::EXTENSION));
            match OpenOptions::new().append(true).create_new(true).open(&path) {
                Ok(mut file) => {
                    file.write_all(trace::header(process).as_bytes())?;
                    let identity = identity(&file);
                    return Ok(Writer { process, path, file, identity });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Gives the file to `write`. A program may close file descriptors that it did not open, and the number may then be
    /// another file's: the file is opened again rather than foreign content spoilt.
    fn with_file(&self, write: impl FnOnce(&File) -> io::Result<()>) -> io::Result<()> {
        if identity(&self.file) == self.identity {
            write(&self.file)
        } else {
            write(&OpenOptions::new().append(true).open(&self.path)?)
        }
    }
}

/// What tells an open file from all others, where the platform can say.
#[cfg(unix)]
fn identity(file: &File) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    file.metadata().ok().map(|data| (data.dev(), data.ino()))
}

/// What tells an open file from all others, where the platform can say.
#[cfg(not(unix))]
fn identity(_: &File) -> Option<(u64, u64)> {
    None
}
