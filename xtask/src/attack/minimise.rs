//! Makes an item shorter while a contradiction of its sort stays.

use std::collections::BTreeSet;

use super::crates::Bench;
use super::item::{Item, Number};
use super::judge::{Contradiction, Sort};
use crate::error::Error;

/// Rounds in which lines are dropped; each is one crate or two.
const MOST_ROUNDS: usize = 5;

/// One of these items with which the tool fails without saying where: found by halving.
pub(super) fn guilty(bench: &Bench, mut suspects: Vec<Item>, sort: Sort) -> Result<Item, Error> {
    while suspects.len() > 1 {
        let second = suspects.split_off(suspects.len() / 2);
        let examined = bench.examine(&suspects)?;
        if !examined.judgement.contradictions.iter().any(|it| it.sort == sort && it.item.is_none()) {
            suspects = second;
        }
    }
    Ok(suspects.remove(0))
}

/// The shortest item found, and its contradiction. None if the contradiction does not show in a crate of its own.
pub(super) fn minimise(
    bench: &Bench,
    item: &Item,
    sort: Sort,
) -> Result<Option<(Item, Contradiction)>, Error> {
    let isolated = bench.examine(std::slice::from_ref(item))?;
    let shown = |it: &&Contradiction| it.sort == sort;
    let Some(found) = isolated.judgement.contradictions.iter().find(shown) else { return Ok(None) };
    let mut best = (item.clone(), found.clone());
    for _ in 0..MOST_ROUNDS {
        let cuts = cuts(&best.0);
        let single: Vec<Item> = cuts.iter().map(|cut| without(&best.0, cut)).collect();
        let shown = showing(bench, &single, sort)?;
        let Some((first, found)) = shown.first() else { break };
        let next = (single[*first].clone(), found.clone());
        // What can be left out alone can often be left out together.
        let mut together: Vec<Item> = Vec::new();
        let mut cut = BTreeSet::new();
        for (at, _) in &shown {
            cut.extend(cuts[*at].iter().copied());
            together.push(without(&best.0, &cut));
        }
        let shown = showing(bench, &together, sort)?;
        best = shown.last().map_or(next, |(at, found)| (together[*at].clone(), found.clone()));
    }
    Ok(Some(best))
}

/// The candidates that show a contradiction of a sort. All are one crate.
fn showing(bench: &Bench, candidates: &[Item], sort: Sort) -> Result<Vec<(usize, Contradiction)>, Error> {
    let examined = bench.examine(candidates)?;
    let contradictions = &examined.judgement.contradictions;
    let found = |at: &usize| contradictions.iter().find(|it| it.sort == sort && it.item == Some(Number(*at)));
    Ok((0..candidates.len()).filter_map(|at| Some((at, found(&at)?.clone()))).collect())
}

/// Lines that may be left out: a line, a block, or a block's ends; the largest first.
fn cuts(item: &Item) -> Vec<BTreeSet<usize>> {
    let lines: Vec<&str> = item.source.lines().collect();
    let mut cuts: Vec<BTreeSet<usize>> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if line.trim().is_empty() || line.contains("pub fn run(") {
            continue;
        }
        if line.ends_with('{') {
            if let Some(end) = end_of(&lines, at) {
                cuts.push((at..=end).collect());
                cuts.push([at, end].into());
            }
        } else if !line.trim_start().starts_with('}') {
            cuts.push([at].into());
        }
    }
    cuts.sort_by_key(|cut| std::cmp::Reverse(cut.len()));
    cuts
}

fn without(item: &Item, cut: &BTreeSet<usize>) -> Item {
    let lines = item.source.lines().enumerate();
    let kept = lines.filter(|(at, _)| !cut.contains(at)).map(|(_, line)| format!("{line}\n"));
    Item { kind: item.kind.clone(), source: kept.collect() }
}

/// The line that closes the block that begins at a line.
fn end_of(lines: &[&str], begin: usize) -> Option<usize> {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let depth = indentation(lines[begin]);
    let closes = |line: &str| indentation(line) == depth && line.trim_start().starts_with('}');
    (begin + 1..lines.len()).find(|at| closes(lines[*at]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_candidate_lacks_a_line_or_a_block() {
        let source = "pub fn run(n: u8) -> u8 {\n    if n > 1 {\n        f();\n    }\n    100 / n\n}\n";
        let item = Item { kind: "slots".into(), source: source.into() };
        let candidates: Vec<Item> = cuts(&item).iter().map(|cut| without(&item, cut)).collect();
        let sources: Vec<&str> = candidates.iter().map(|item| item.source.as_str()).collect();
        assert_eq!(
            sources,
            [
                "pub fn run(n: u8) -> u8 {\n    100 / n\n}\n",
                "pub fn run(n: u8) -> u8 {\n        f();\n    100 / n\n}\n",
                "pub fn run(n: u8) -> u8 {\n    if n > 1 {\n    }\n    100 / n\n}\n",
                "pub fn run(n: u8) -> u8 {\n    if n > 1 {\n        f();\n    }\n}\n",
            ]
        );
    }
}
