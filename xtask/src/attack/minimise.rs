//! Makes an item shorter while a contradiction of its sort stays.

use super::crates::Bench;
use super::item::{Item, Number};
use super::judge::{Contradiction, Sort};
use crate::error::Error;

/// Rounds in which lines are dropped; each is one crate.
const MOST_ROUNDS: usize = 12;

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
    let alone = bench.examine(std::slice::from_ref(item))?;
    let shown = |it: &&Contradiction| it.sort == sort;
    let Some(found) = alone.judgement.contradictions.iter().find(shown) else { return Ok(None) };
    let mut best = (item.clone(), found.clone());
    for _ in 0..MOST_ROUNDS {
        let shorter = candidates(&best.0);
        let Some(next) = first(bench, &shorter, sort)? else { break };
        best = next;
    }
    Ok(Some(best))
}

/// The first candidate that still shows a contradiction. All are one crate, unless defects of the tool hide each other.
fn first(bench: &Bench, candidates: &[Item], sort: Sort) -> Result<Option<(Item, Contradiction)>, Error> {
    let examined = bench.examine(candidates)?;
    let found = |number: Number| {
        let is_it = |it: &&Contradiction| it.sort == sort && it.item == Some(number);
        examined.judgement.contradictions.iter().find(is_it)
    };
    let named =
        (0..candidates.len()).find_map(|at| Some((candidates[at].clone(), found(Number(at))?.clone())));
    Ok(named)
}

/// The item without one line, or one block, or a block's ends: the largest pieces first.
fn candidates(item: &Item) -> Vec<Item> {
    let lines: Vec<&str> = item.source.lines().collect();
    let mut cuts: Vec<Vec<usize>> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if line.trim().is_empty() || line.contains("pub fn run(") {
            continue;
        }
        if line.ends_with('{') {
            if let Some(end) = end_of(&lines, at) {
                cuts.push((at..=end).collect());
                cuts.push(vec![at, end]);
            }
        } else if !line.trim_start().starts_with('}') {
            cuts.push(vec![at]);
        }
    }
    cuts.sort_by_key(|cut| std::cmp::Reverse(cut.len()));
    let without = |cut: &Vec<usize>| {
        let kept = lines.iter().enumerate().filter(|(at, _)| !cut.contains(at));
        let source = kept.map(|(_, line)| format!("{line}\n")).collect();
        Item { kind: item.kind.clone(), source }
    };
    cuts.iter().map(without).collect()
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
        let candidates = candidates(&Item { kind: "slots".into(), source: source.into() });
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
