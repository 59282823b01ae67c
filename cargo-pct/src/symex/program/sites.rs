//! Where probes stand in code: the sites by number, and which of them mean something.

use crate::mir::{self, BasicBlock, ConstArg, GenericArg, Local, Operand, Path, TerminatorKind};
use crate::symex::program::types::is_probe;
use std::collections::{BTreeMap, BTreeSet};

/// Which probes mean something, by the ids of their sites; all others are passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Probes {
    /// Executions stop here, like at a loop head.
    pub cut: BTreeSet<u64>,
    /// What is seen here is noted in [`crate::symex::Execution::observed`].
    pub observed: BTreeSet<u64>,
    /// The condition of a function's arguments is taken for granted from here on, if clients call the function. Inside
    /// other code it is not: who calls it there may violate it.
    pub required: BTreeSet<u64>,
    /// The condition is taken for granted from here on.
    pub assumed: BTreeSet<u64>,
    /// Where the condition holds, a panic of the function from here on is documented.
    pub documented: BTreeSet<u64>,
}

impl Probes {
    /// Whether a call is one that the attributes inserted, and means nothing here.
    pub(in crate::symex) fn are_idle_at(&self, path: &Path) -> bool {
        let Some(site) = site_of(path) else { return is_probe(path) };
        let named = [&self.cut, &self.observed, &self.required, &self.assumed, &self.documented];
        named.iter().all(|sites| !sites.contains(&site))
    }
}

/// The site of a call of `pct::probe::at`, and the local that takes its answer, by the block in which it is looked at.
pub(in crate::symex) fn probed_blocks(body: &mir::Body) -> BTreeMap<BasicBlock, (u64, Local)> {
    let calls = body.blocks.values().filter_map(|block| match &block.terminator.kind {
        TerminatorKind::Call {
            callee: Operand::Function(function),
            destination,
            target: Some(target),
            ..
        } => Some((*target, (site_of(&function.path)?, destination.as_local()?))),
        _ => None,
    });
    calls.collect()
}

/// The sites that stand in a body itself, its callees left aside.
pub fn sites_in(body: &mir::Body) -> BTreeSet<u64> {
    probed_blocks(body).into_values().map(|(site, _)| site).collect()
}

/// The same and those whose answer nobody looks at.
pub(in crate::symex) fn sites_named_in(body: &mir::Body) -> impl Iterator<Item = u64> {
    body.blocks.values().filter_map(|block| match &block.terminator.kind {
        TerminatorKind::Call { callee: Operand::Function(function), .. } => site_of(&function.path),
        _ => None,
    })
}

/// The blocks of a body in which a site is called, and those in which its answer is looked at.
pub fn blocks_of(body: &mir::Body, site: u64) -> BTreeSet<BasicBlock> {
    let is_call = |block: &mir::Block| {
        matches!(&block.terminator.kind, TerminatorKind::Call { callee: Operand::Function(function), .. }
            if site_of(&function.path) == Some(site))
    };
    let calls = body.blocks.iter().filter(|(_, block)| is_call(block));
    calls.flat_map(|(at, block)| block.terminator.kind.normal_successors().into_iter().chain([at])).collect()
}

pub(in crate::symex) fn function_of_probes(path: &Path) -> Option<&str> {
    match path.names()?.as_slice() {
        ["pct", "probe", name] => Some(name),
        _ => None,
    }
}

fn site_of(path: &Path) -> Option<u64> {
    if function_of_probes(path) == Some("at") { number(path) } else { None }
}

/// The one const argument of `at::<…>`, `bit::<…>`.
pub(in crate::symex) fn number(path: &Path) -> Option<u64> {
    match path.last().args() {
        [GenericArg::Const(ConstArg::Integer { value, .. })] => value.to_u64(),
        _ => None,
    }
}
