//! Off Unix no process can be copied: work is done in this one.

use std::time::Instant;

/// No worker.
#[derive(Debug)]
pub enum Worker {}

impl Worker {
    /// Fails.
    ///
    /// # Errors
    /// Always: the caller does the work itself.
    pub fn start(_serve: impl FnMut(&[u8]) -> Vec<u8>) -> std::io::Result<Worker> {
        Err(std::io::ErrorKind::Unsupported.into())
    }

    /// Lets it stand still.
    pub fn suspend(&self) {
        match *self {}
    }

    /// Lets it go on.
    pub fn resume(&self) {
        match *self {}
    }

    /// Bytes in main memory that it has for itself.
    pub fn own_memory(&self) -> Option<u64> {
        match *self {}
    }

    /// Sends a request.
    ///
    /// # Errors
    /// None: there is no worker.
    pub fn ask(&mut self, _request: &[u8]) -> std::io::Result<()> {
        match *self {}
    }
}

/// Nobody answers.
pub fn next_answer<'w>(
    _workers: impl IntoIterator<Item = &'w mut Worker>,
    _until: Instant,
) -> Option<(usize, Option<Vec<u8>>)> {
    None
}
