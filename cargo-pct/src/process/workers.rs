//! Workers: copies of this process that answer requests, one at a time, each over a pipe of its own.
//!
//! A copy has all that this process has read, without reading it again, and shares the memory until either writes to it. It has the
//! calling thread alone, so no other thread may hold a lock when a worker starts that the worker needs: the thread that starts workers
//! runs while no other one works. A worker leads a process group of its own, is killed with that whole group, and dies when we do
//! (Linux; elsewhere it ends when it next finds its pipe closed).
//!
//! A message is its length, four bytes with the lowest first, and so many bytes.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, WaitOptions, waitpid};

use super::group::{Registered, kill, pid, register_leader};

/// A copy of this process.
#[derive(Debug)]
pub struct Worker {
    leader: u32,
    requests: PipeWriter,
    answers: PipeReader,
    /// What has come of the answer so far.
    received: Vec<u8>,
    _registered: Registered,
}

impl Worker {
    /// Copies this process. The copy answers each request by `serve`, until nobody asks any more, and ends; it never returns from here.
    ///
    /// # Errors
    /// Gives the system's error where there can be no further process.
    #[allow(unsafe_code)]
    pub fn start(mut serve: impl FnMut(&[u8]) -> Vec<u8>) -> io::Result<Worker> {
        let (their_requests, requests) = io::pipe()?;
        let (answers, mut their_answers) = io::pipe()?;
        // SAFETY: this thread is the only one that works, so no lock is held that the copy needs; the copy runs `serve` and ends without
        // running any destructor of ours.
        match unsafe { libc::fork() } {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                drop((requests, answers));
                become_worker();
                let work = || answer_all(their_requests, &mut their_answers, &mut serve);
                let code = match std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)) {
                    Ok(Ok(())) => 0,
                    Ok(Err(_)) | Err(_) => 1,
                };
                // SAFETY: it ends this process.
                unsafe { libc::_exit(code) }
            }
            child => {
                drop((their_requests, their_answers));
                let leader = u32::try_from(child).map_err(io::Error::other)?;
                // Both of us say so: whoever comes first.
                let _ = rustix::process::setpgid(pid(leader), pid(leader));
                let registered = register_leader(leader);
                Ok(Worker { leader, requests, answers, received: Vec::new(), _registered: registered })
            }
        }
    }

    /// Sends a request. The next answer is its.
    ///
    /// # Errors
    /// Gives the system's error where the worker has ended.
    pub fn ask(&mut self, request: &[u8]) -> io::Result<()> {
        send(&mut self.requests, request)
    }

    /// Lets it stand still until [`Worker::resume`].
    pub fn suspend(&self) {
        self.signal(Signal::STOP);
    }

    /// Lets it go on.
    pub fn resume(&self) {
        self.signal(Signal::CONT);
    }

    /// What it started is not stopped: that has limits of its own.
    fn signal(&self, signal: Signal) {
        if let Some(leader) = pid(self.leader) {
            let _ = rustix::process::kill_process(leader, signal);
        }
    }

    /// Bytes in main memory that it has for itself. None where the system does not say.
    pub fn own_memory(&self) -> Option<u64> {
        let told = std::fs::read_to_string(format!("/proc/{}/smaps_rollup", self.leader)).ok()?;
        let own = told.lines().filter_map(|line| line.strip_prefix("Private_")?.split_whitespace().nth(1));
        let kilobytes: u64 = own.filter_map(|number| number.parse::<u64>().ok()).sum();
        Some(kilobytes * 1024)
    }

    /// Reads what has come; the answer, if it is whole. None in it where the worker has ended.
    fn receive(&mut self) -> Option<Option<Vec<u8>>> {
        let mut piece = [0; 1 << 16];
        match self.answers.read(&mut piece) {
            Ok(0) => return Some(None),
            Ok(read) => self.received.extend_from_slice(&piece[..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return None,
            Err(_) => return Some(None),
        }
        let (length, rest) = self.received.split_first_chunk::<4>()?;
        let length = u32::from_le_bytes(*length) as usize;
        if rest.len() < length {
            return None;
        }
        let answer = rest[..length].to_vec();
        self.received.clear();
        Some(Some(answer))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        kill(self.leader);
        if let Some(child) = i32::try_from(self.leader).ok().and_then(Pid::from_raw) {
            while let Err(rustix::io::Errno::INTR) = waitpid(Some(child), WaitOptions::empty()) {}
        }
    }
}

/// Waits until one of the workers has answered or ended, or it is that time. Gives which, and the answer if there is one.
pub fn next_answer<'w>(
    workers: impl IntoIterator<Item = &'w mut Worker>,
    until: Instant,
) -> Option<(usize, Option<Vec<u8>>)> {
    let mut workers: Vec<&mut Worker> = workers.into_iter().collect();
    loop {
        let left = until.saturating_duration_since(Instant::now());
        let mut waited: Vec<PollFd<'_>> =
            workers.iter().map(|worker| PollFd::new(&worker.answers, PollFlags::IN)).collect();
        let limit = Timespec::try_from(left.max(Duration::from_millis(1))).ok();
        let ready = match poll(&mut waited, limit.as_ref()) {
            Ok(0) | Err(_) => None,
            Ok(_) => waited.iter().position(|it| !it.revents().is_empty()),
        };
        drop(waited);
        match ready {
            Some(number) => {
                if let Some(answer) = workers[number].receive() {
                    return Some((number, answer));
                }
            }
            None if left.is_zero() => return None,
            None => {}
        }
    }
}

/// Makes a copy a worker: it leads a group, ends with its parent, and is ended by signals as any process is.
#[allow(unsafe_code)]
fn become_worker() {
    let _ = rustix::process::setpgid(None, None);
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(Signal::KILL));
    for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
        // SAFETY: the handler that is replaced belongs to a thread that the copy does not have.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    // The parent may have been writing to it when it was copied.
    std::panic::set_hook(Box::new(|_| {}));
}

fn answer_all(
    mut requests: PipeReader,
    answers: &mut PipeWriter,
    serve: &mut dyn FnMut(&[u8]) -> Vec<u8>,
) -> io::Result<()> {
    let mut length = [0; 4];
    loop {
        match requests.read_exact(&mut length) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            read => read?,
        }
        let mut request = vec![0; u32::from_le_bytes(length) as usize];
        requests.read_exact(&mut request)?;
        send(answers, &serve(&request))?;
    }
}

fn send(pipe: &mut PipeWriter, message: &[u8]) -> io::Result<()> {
    let length = u32::try_from(message.len()).map_err(io::Error::other)?;
    pipe.write_all(&length.to_le_bytes())?;
    pipe.write_all(message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(60)
    }

    #[test]
    fn a_worker_answers_one_request_after_the_other_with_what_this_process_has_read() {
        let read = vec![7_u8; 1 << 20];
        let mut worker = Worker::start(|request| [request, &read].concat()).unwrap();
        for request in [b"one".as_slice(), b"", b"three"] {
            worker.ask(request).unwrap();
            let (number, answer) = next_answer([&mut worker], soon()).unwrap();
            assert_eq!((number, answer), (0, Some([request, &read].concat())));
        }
    }

    #[test]
    fn a_worker_that_ends_is_told_from_one_that_answers() {
        let mut dying = Worker::start(|_| std::process::abort()).unwrap();
        let mut panicking = Worker::start(|_| panic!("on purpose")).unwrap();
        let mut answering = Worker::start(<[u8]>::to_vec).unwrap();
        let mut told = Vec::new();
        let mut workers = vec![&mut dying, &mut panicking, &mut answering];
        workers.iter_mut().for_each(|worker| worker.ask(b"?").unwrap());
        while !workers.is_empty() {
            let (number, answer) = next_answer(workers.iter_mut().map(|it| &mut **it), soon()).unwrap();
            workers.remove(number);
            told.push(answer);
        }
        told.sort();
        assert_eq!(told, [None, None, Some(b"?".to_vec())]);
    }

    #[test]
    fn a_worker_that_stood_still_answers_when_it_goes_on() {
        let mut worker = Worker::start(|request| {
            std::thread::sleep(Duration::from_millis(20));
            request.to_vec()
        })
        .unwrap();
        worker.suspend();
        worker.ask(b"?").unwrap();
        assert_eq!(next_answer([&mut worker], Instant::now() + Duration::from_millis(200)), None);
        worker.resume();
        assert_eq!(next_answer([&mut worker], soon()), Some((0, Some(b"?".to_vec()))));
        worker.suspend();
        let leader = worker.leader;
        drop(worker);
        assert!(!super::super::is_alive(leader));
    }

    #[test]
    fn nobody_waits_for_a_worker_longer_than_asked_and_a_dropped_one_is_gone() {
        let mut worker = Worker::start(|_| {
            loop {
                std::thread::park()
            }
        })
        .unwrap();
        worker.ask(b"?").unwrap();
        let began = Instant::now();
        assert_eq!(next_answer([&mut worker], began + Duration::from_millis(50)), None);
        assert!(began.elapsed() >= Duration::from_millis(50));
        let leader = worker.leader;
        drop(worker);
        assert!(!super::super::is_alive(leader));
    }
}
