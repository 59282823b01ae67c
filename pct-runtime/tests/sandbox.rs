//! The sandbox: what it refuses ends the process, and what only computes goes on.
#![cfg(all(target_os = "linux", target_arch = "x86_64"))]
// A panic in a test is how it fails.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::ffi::c_long;
use std::fs::File;
use std::io::Write;
use std::mem::ManuallyDrop;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Instant;

/// The variable that tells a child what to do.
const ACTION: &str = "PCT_SANDBOX_ACTION";

/// The signal of a refused system call, and that of an abort.
const REFUSED: i32 = 31;
const ABORTED: i32 = 6;

unsafe extern "C" {
    fn syscall(number: c_long, ...) -> c_long;
}

/// Runs this test program anew: it enters the sandbox and does one thing.
fn run(action: &str, file: &File) -> ExitStatus {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "child", "--nocapture", "--test-threads", "1"]).env(ACTION, action);
    command.env("PCT_SANDBOX_FILE", file.as_raw_fd().to_string()).env("RUST_BACKTRACE", "1");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().unwrap()
}

#[test]
fn what_reaches_beyond_the_process_ends_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = File::create(folder.path().join("inherited")).unwrap();
    // Open in children, too: std closes it there otherwise.
    // SAFETY: clears a flag of a descriptor that is ours (`F_SETFD`).
    unsafe { syscall(72, c_long::from(file.as_raw_fd()), 2 as c_long, 0 as c_long) };
    for action in [
        "writes a file",
        "removes a file",
        "connects",
        "starts a process",
        "writes to what is open",
        "kills its parent",
        "signals a thread of its parent",
        "sets a limit of its parent",
        "sets a limit above 4 GB",
        "shares memory",
    ] {
        assert_eq!(run(action, &file).signal(), Some(REFUSED), "{action}");
    }
    assert_eq!(file.metadata().unwrap().len(), 0);
}

#[test]
fn what_computes_waits_and_tells_the_time_goes_on() {
    let file = tempfile::tempfile().unwrap();
    for action in ["hashes", "waits", "starts a thread", "allocates much", "panics with a backtrace"] {
        assert!(run(action, &file).success(), "{action}");
    }
    assert_eq!(run("aborts", &file).signal(), Some(ABORTED));
}

/// Does what its parent, one of the tests above, asks for; nothing by itself.
#[test]
fn child() {
    let Ok(action) = std::env::var(ACTION) else { return };
    let file: i32 = std::env::var("PCT_SANDBOX_FILE").unwrap().parse().unwrap();
    let parent = c_long::from(std::os::unix::process::parent_id());
    assert!(pct::sandbox::cargo_pct_enter_sandbox(true));
    match action.as_str() {
        "writes a file" => drop(File::create("/tmp/pct-left-by-a-sandbox")),
        "removes a file" => drop(std::fs::remove_file("/tmp/pct-left-by-a-sandbox")),
        "connects" => drop(std::net::TcpStream::connect("127.0.0.1:9")),
        "starts a process" => drop(Command::new("true").status()),
        "writes to what is open" => {
            // SAFETY: the parent keeps the descriptor open, and nobody closes it here.
            let mut file = ManuallyDrop::new(unsafe { File::from_raw_fd(file) });
            let _ = file.write_all(b"text");
        }
        // SAFETY: numbers alone, no memory.
        "kills its parent" => drop(unsafe { syscall(62, parent, 0 as c_long) }),
        // SAFETY: as above; `tgkill` with no signal.
        "signals a thread of its parent" => drop(unsafe { syscall(234, parent, parent, 0 as c_long) }),
        // SAFETY: as above; `prlimit64` that sets and tells nothing.
        "sets a limit of its parent" => {
            unsafe { syscall(302, parent, 7 as c_long, 0 as c_long, 0 as c_long) };
        }
        // SAFETY: as above, with a pointer that is not read.
        "sets a limit above 4 GB" => {
            unsafe { syscall(302, parent, 7 as c_long, 1i64 << 32, 0 as c_long) };
        }
        // SAFETY: new memory that nobody knows.
        "shares memory" => {
            unsafe {
                syscall(
                    9,
                    0 as c_long,
                    4096 as c_long,
                    3 as c_long,
                    0x21 as c_long,
                    -1 as c_long,
                    0 as c_long,
                )
            };
        }
        "hashes" => assert_eq!(HashMap::from([(1, 2)])[&1], 2),
        "waits" => {
            let before = Instant::now();
            std::thread::sleep(std::time::Duration::from_millis(2));
            assert!(before < Instant::now());
        }
        "starts a thread" => assert_eq!(std::thread::spawn(|| 3).join().unwrap(), 3),
        "allocates much" => {
            assert_eq!(vec![1u8; 50 << 20].iter().map(|it| u64::from(*it)).sum::<u64>(), 50 << 20)
        }
        "panics with a backtrace" => assert!(std::panic::catch_unwind(|| panic!("told")).is_err()),
        "aborts" => std::process::abort(),
        other => panic!("{other}: nothing is known of this"),
    }
}
