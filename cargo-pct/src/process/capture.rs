//! Bounded capture of a child's stream: the first and the last part are kept, the bytes between are counted.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Instant;

/// Bytes kept of the beginning, and as many of the end, where the caller does not say.
pub(super) const HALF: usize = 256 * 1024;

struct Captured {
    half: usize,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    left_out: u64,
}

impl Captured {
    fn new(half: usize) -> Captured {
        Captured { half, head: Vec::new(), tail: VecDeque::new(), left_out: 0 }
    }

    fn push(&mut self, bytes: &[u8]) {
        let (head, rest) = bytes.split_at(bytes.len().min(self.half - self.head.len()));
        self.head.extend(head);
        self.tail.extend(rest);
        let excess = self.tail.len().saturating_sub(self.half);
        self.tail.drain(..excess);
        self.left_out += excess as u64;
    }

    fn text(&self) -> String {
        let mut text = String::from_utf8_lossy(&self.head).into_owned();
        if self.left_out > 0 {
            text.push_str(&format!("\n… {} bytes left out …\n", self.left_out));
        }
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        text.push_str(&String::from_utf8_lossy(&tail));
        text
    }
}

/// A thread that reads one stream to its end.
pub(super) struct Reader {
    captured: Arc<Mutex<Captured>>,
    ended: mpsc::Receiver<()>,
}

impl Reader {
    pub(super) fn start(stream: Option<impl Read + Send + 'static>, half: usize) -> Reader {
        let captured = Arc::new(Mutex::new(Captured::new(half)));
        let (sender, ended) = mpsc::channel();
        let sink = Arc::clone(&captured);
        std::thread::spawn(move || {
            let Some(mut stream) = stream else { return };
            let mut buffer = [0; 16 * 1024];
            loop {
                match stream.read(&mut buffer) {
                    Ok(0) => break,
                    Ok(length) => {
                        sink.lock().unwrap_or_else(PoisonError::into_inner).push(&buffer[..length]);
                    }
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                    Err(_) => break,
                }
            }
            // Nobody may be waiting any more: the deadline has passed.
            let _ = sender.send(());
        });
        Reader { captured, ended }
    }

    /// The text that came until the stream's end, or until `deadline` if somebody keeps it open.
    pub(super) fn finish(self, deadline: Instant) -> String {
        let _ = self.ended.recv_timeout(deadline.saturating_duration_since(Instant::now()));
        self.captured.lock().unwrap_or_else(PoisonError::into_inner).text()
    }
}
