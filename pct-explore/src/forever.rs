//! Texts and bytes that live to the end of the process, for functions that want `'static` ones.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

/// So many bytes are kept at most: the memory is needed for other things, too.
const MOST_BYTES: usize = 64 << 20;

/// What each takes besides its bytes.
const OVERHEAD: usize = 64;

static KEPT: Mutex<Option<Kept>> = Mutex::new(None);

#[derive(Default)]
struct Kept {
    all: HashSet<&'static [u8]>,
    size: usize,
}

/// The same bytes for good; none if there are too many already.
pub(crate) fn bytes(own: &[u8]) -> Option<&'static [u8]> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let kept = kept.get_or_insert_default();
    if let Some(known) = kept.all.get(own) {
        return Some(known);
    }
    kept.size += own.len() + OVERHEAD;
    if kept.size > MOST_BYTES {
        return None;
    }
    let own: &'static [u8] = Box::leak(Box::from(own));
    kept.all.insert(own);
    Some(own)
}

/// The same text for good; none if there are too many already.
pub(crate) fn text(own: &str) -> Option<&'static str> {
    std::str::from_utf8(bytes(own.as_bytes())?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_kept_once() {
        let (first, second) = (text("ab").expect("there is room"), text("ab").expect("there is room"));
        assert_eq!(first, "ab");
        assert!(std::ptr::eq(first, second));
        assert!(std::ptr::eq(bytes(b"ab").expect("there is room"), first.as_bytes()));
    }
}
