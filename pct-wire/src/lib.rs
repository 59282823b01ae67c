//! The formats that instrumented code, the macros of `cargo-pct` and `cargo-pct` itself speak, version first.
//!
//! | Format | Written by | Read by | Module |
//! |---|---|---|---|
//! | environment | `cargo-pct` | macros, probes, drivers | [`mod@env`] |
//! | dropped probes | `cargo-pct` | macros | [`dropped`] |
//! | side-car of sites | macros, while rustc expands | `cargo-pct` | [`sites`] |
//! | trace | probes, while tests run | `cargo-pct` | [`trace`] |
//! | requests and answers | `cargo-pct`, hidden drivers | each other | [`request`] |
//! | calls | `cargo-pct`, the engine of exploration | each other | [`calls`] |
//! | values (in traces, requests, reports) | all | all | [`value`] |
//!
//! Every file is text: a header line that names the format and its version, then one record a line, fields separated
//! by tabs, with `\\`, `\t`, `\n` and `\r` escaped. Reader and writer of a format stand side by side, and writing then
//! reading is the identity. This crate depends on nothing, because it is linked into the user's tests.

pub mod calls;
pub mod dropped;
pub mod env;
mod line;
pub mod request;
pub mod sites;
pub mod trace;
mod valuation;
pub mod value;

pub use line::{ReadError, escape, unescape};
pub use valuation::Valuation;
pub use value::Value;

use std::fmt;
use std::str::FromStr;

/// The version of all formats here; a file of another version is refused, naming both.
pub const VERSION: u32 = 1;

/// The version of the crates, which `cargo-pct` compares with its own: runtime and tool must be equal.
pub const CRATE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// A stable 64-bit name of a site, function, subject or predicate: FNV-1a over the parts that [`Id::of`] is given.
///
/// It prints as 16 hexadecimal digits. The same source gives the same ids in every build of it (library, its unit
/// tests, another machine); an edit that moves a function changes them, so nothing may be kept under an id for longer
/// than the source stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Id(pub u64);

impl Id {
    /// Hashes the parts, each closed by a byte that UTF-8 text cannot hold, so that `["ab", "c"]` is not `["a", "bc"]`.
    pub fn of(parts: &[&str]) -> Id {
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        for part in parts {
            for byte in part.bytes().chain([0xff]) {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
        }
        Id(hash)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Id {
    type Err = String;

    fn from_str(text: &str) -> Result<Id, String> {
        if text.len() != 16 {
            return Err(format!("an id has 16 hexadecimal digits, not `{text}`"));
        }
        u64::from_str_radix(text, 16).map(Id).map_err(|_| format!("`{text}` is not an id"))
    }
}
