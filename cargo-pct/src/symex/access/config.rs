//! Settings of an execution: its cuts and its limits.

use crate::mir::BasicBlock;
use crate::symex::program::BodyId;
use crate::symex::program::sites::Probes;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Settings of an execution: its cuts and its limits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Blocks to stop at, besides loop heads.
    pub cuts: BTreeSet<(BodyId, BasicBlock)>,
    /// True to stop at every loop head, so that every execution ends. Else loops run as long as the budget lasts.
    pub cut_loops: bool,
    /// How many frames may be on the stack; a call beyond is unmodelled.
    pub most_frames: usize,
    /// True if a function may be on the stack twice.
    pub recursion: bool,
    /// True if the caller of the executor executes recursive calls separately
    /// ([`crate::symex::Outcome::RecursiveCall`]); else such a call is unmodelled.
    pub separates_recursive_calls: bool,
    /// True if every branch must be decided by constants; a branch that is not ends the execution.
    pub concrete: bool,
    /// How many blocks may be run.
    pub budget: u64,
    /// How many states of different shape may meet at a block.
    pub most_shapes: usize,
    /// The probes that have a meaning.
    pub probes: Arc<Probes>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            cuts: BTreeSet::new(),
            cut_loops: true,
            most_frames: 32,
            recursion: false,
            separates_recursive_calls: false,
            concrete: false,
            budget: 100_000,
            most_shapes: 32,
            probes: Arc::default(),
        }
    }
}
