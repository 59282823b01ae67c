//! The memory that a process and all processes under it take together, watched while they run.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Memory is looked at so often.
const PERIOD: Duration = Duration::from_millis(200);

/// Runs some work, and gives the most bytes that were seen of a process and those under it meanwhile. What they share counts once. Zero where the
/// system does not tell: it is Linux that does.
pub(super) fn watched<T>(process: u32, work: impl FnOnce() -> T) -> (T, u64) {
    let (is_over, most) = (AtomicBool::new(false), AtomicU64::new(0));
    let watch = || {
        while !is_over.load(Ordering::Relaxed) {
            most.fetch_max(of_all(process), Ordering::Relaxed);
            std::thread::sleep(PERIOD);
        }
    };
    let result = std::thread::scope(|scope| {
        scope.spawn(watch);
        let result = work();
        is_over.store(true, Ordering::Relaxed);
        result
    });
    (result, most.into_inner())
}

fn of_all(process: u32) -> u64 {
    let folder = Path::new("/proc").join(process.to_string());
    let children = folder.join("task").join(process.to_string()).join("children");
    let children = std::fs::read_to_string(children).unwrap_or_default();
    let below = children.split_whitespace().filter_map(|child| child.parse().ok()).map(of_all);
    own(&folder) + below.sum::<u64>()
}

/// The proportional set size: of memory that several processes share, each has its part.
fn own(folder: &Path) -> u64 {
    let text = std::fs::read_to_string(folder.join("smaps_rollup")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("Pss:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    #[test]
    fn memory_that_is_written_to_is_seen() {
        let ((), most) = super::watched(std::process::id(), || {
            let bytes = std::hint::black_box(vec![1_u8; 64 << 20]);
            std::thread::sleep(super::PERIOD * 3);
            drop(bytes);
        });
        assert!(most > 64 << 20, "{most} bytes");
    }
}
