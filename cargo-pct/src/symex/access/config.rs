//! What an execution stops at, and how far it goes.

use crate::mir::BasicBlock;
use crate::symex::program::BodyId;
use crate::symex::program::sites::Probes;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What an execution stops at, and how far it goes.
#[derive(Clone, Debug)]
pub struct Config {
    /// Blocks to stop at, besides loop heads.
    pub cuts: BTreeSet<(BodyId, BasicBlock)>,
    /// Whether to stop at every loop head: then every execution ends. Else loops run as long as the budget lasts.
    pub cut_loops: bool,
    /// How many frames may be on the stack; a call beyond is unmodelled.
    pub most_frames: usize,
    /// Whether a function may be on the stack twice.
    pub recursion: bool,
    /// Whether whoever collects the outcomes executes calls of functions that are running already
    /// ([`crate::symex::Outcome::RecursiveCall`]); else such a call is unmodelled.
    pub separates_recursive_calls: bool,
    /// Whether every branch must be decided by constants: one that is not ends the execution.
    pub concrete: bool,
    /// How many blocks may be run.
    pub budget: u64,
    /// How many states of different shape may meet at a block.
    pub most_shapes: usize,
    /// Which probes mean something.
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
