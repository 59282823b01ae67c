//! Runs the calls that are to reproduce a finding: the compiled code must panic where the finding says.
//!
//! For findings of types, because what an item's `run` does is not all that clients can do. Calls that are no Rust are not
//! judged here.

use std::path::Path;

use super::folder::Folder;
use super::item::Item;
use super::judge::{Claim, happens};
use super::native::{self, Native};
use crate::error::Error;

/// The claims whose calls compile, end, and do not panic as they should.
pub(super) fn refuted(root: &Path, items: &[Item], claims: Vec<Claim>) -> Result<Vec<Claim>, Error> {
    if claims.is_empty() {
        return Ok(claims);
    }
    let clients: Vec<Item> = claims.iter().map(|claim| client(&items[claim.item.0], claim)).collect();
    let folder = Folder::write(root.join("reproduced"), &clients)?;
    let outcomes = native::run(&folder, &clients)?;
    let is_refuted = |outcome: &Native, claim: &Claim| match outcome {
        Native::Ran { panics, .. } => !happens(&claim.finding, panics),
        Native::Rejected | Native::Unknown => false,
    };
    let pairs = claims.into_iter().zip(&outcomes);
    Ok(pairs.filter(|(claim, outcome)| is_refuted(outcome, claim)).map(|(claim, _)| claim).collect())
}

/// The item with a claim's calls for its `run`. Lines keep their numbers.
fn client(item: &Item, claim: &Claim) -> Item {
    let calls = claim.finding["reproduction"].as_array().into_iter().flatten();
    let calls = calls.filter_map(|call| call.as_str()).map(|call| {
        let is_own = call.starts_with("run(") || call.contains(" run(");
        let call = if is_own { call.replacen("run(", "item_run(", 1) } else { call.to_owned() };
        format!("    {call}\n")
    });
    let calls: String = calls.collect();
    let source = item.source.replace("pub fn run(", "pub fn item_run(");
    Item {
        kind: item.kind.clone(),
        source: format!("{source}\npub fn run(n: u8) -> u8 {{\n{calls}    0\n}}\n"),
    }
}
