//! The crates of the survey, and their versions.

/// A crate at one version.
pub(crate) struct Pinned {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
}

/// A crate at a version.
pub(crate) const fn pinned(name: &'static str, version: &'static str) -> Pinned {
    Pinned { name, version }
}

/// Small and middling crates of many kinds: containers, numbers, texts, state machines.
pub(super) const CRATES: [Pinned; 30] = [
    pinned("arrayvec", "0.7.8"),
    pinned("bit-vec", "0.10.1"),
    pinned("bounded-vec-deque", "0.1.1"),
    pinned("circular-buffer", "2.0.1"),
    pinned("edit-distance", "2.2.2"),
    pinned("either", "1.19.0"),
    pinned("fixedbitset", "0.5.7"),
    pinned("generational-arena", "0.2.9"),
    pinned("heapless", "0.9.3"),
    pinned("hex", "0.4.3"),
    pinned("humantime", "2.4.0"),
    pinned("id-arena", "2.3.0"),
    pinned("intervaltree", "0.2.7"),
    pinned("itoa", "1.0.18"),
    // The last version that was published with its tests.
    pinned("linked-hash-map", "0.5.4"),
    pinned("lru", "0.19.0"),
    pinned("luhn", "1.0.2"),
    pinned("num-integer", "0.1.47"),
    pinned("priority-queue", "2.7.0"),
    pinned("rangemap", "1.8.0"),
    pinned("roman", "0.2.2"),
    pinned("rust-fsm", "0.8.0"),
    pinned("semver", "1.0.28"),
    pinned("shlex", "2.0.1"),
    pinned("slab", "0.4.12"),
    pinned("smallvec", "1.16.5"),
    pinned("strsim", "0.11.1"),
    pinned("textwrap", "0.16.4"),
    pinned("unicode-width", "0.2.3"),
    pinned("vec_map", "0.8.2"),
];
