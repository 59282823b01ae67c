//! Reading a constant table at an index that is not constant: a decision tree over the index.
//!
//! Z3 reads an array that was stored to a thousand times by asking of each store whether it was that one. A tree asks ten
//! comparisons. Exact, and in terms, so that it serves every lowering.

use crate::term::{Kind, Sort, Term};
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// Arrays with fewer stores are read as they are.
const FEWEST_STORES: usize = 8;
/// Trees with more leaves are not built.
const MOST_LEAVES: usize = 1 << 14;

/// What reading a table gives.
pub(super) struct Decision {
    /// The tree.
    pub(super) choices: Term,
    /// How large it is.
    pub(super) leaves: usize,
}

/// What reading an array gives, as choices between what was stored; none where it was stored to at indices that are not
/// constant, or seldom, or what it holds are arrays.
pub(super) fn decision(array: &Term, index: &Term) -> Option<Decision> {
    let mut leaves = 0;
    if matches!(array.sort(), Sort::Array(element) if matches!(**element, Sort::Array(_))) {
        return None;
    }
    let choices = read(array, index, FEWEST_STORES, &mut leaves)?;
    Some(Decision { choices, leaves })
}

fn read(array: &Term, index: &Term, fewest: usize, leaves: &mut usize) -> Option<Term> {
    match array.kind() {
        // A row of a table of rows.
        Kind::Select(rows, row) => {
            let choices = read(rows, row, 1, leaves)?;
            read_choices(&choices, index, leaves)
        }
        _ => read_table(array, index, fewest, leaves),
    }
}

fn read_choices(rows: &Term, index: &Term, leaves: &mut usize) -> Option<Term> {
    match rows.kind() {
        Kind::Ite(condition, yes, no) => {
            let (yes, no) = (read_choices(yes, index, leaves)?, read_choices(no, index, leaves)?);
            Some(condition.ite(&yes, &no))
        }
        _ => read_table(rows, index, 0, leaves),
    }
}

fn read_table(array: &Term, index: &Term, fewest: usize, leaves: &mut usize) -> Option<Term> {
    let (stored, base) = stores(array)?;
    if stored.len() < fewest {
        return None;
    }
    let else_ = match base.kind() {
        Kind::ConstArray(_, value) => value.clone(),
        // What is no table itself is read as it is.
        _ if stored.is_empty() => return None,
        _ => base.select(index),
    };
    let pieces = pieces(stored, &else_, index);
    *leaves += pieces.len();
    (*leaves <= MOST_LEAVES).then(|| tree(&pieces, index))
}

/// What was stored where, and the array before that.
fn stores(array: &Term) -> Option<(BTreeMap<BigInt, Term>, &Term)> {
    let (mut stored, mut array) = (BTreeMap::new(), array);
    while let Kind::Store(before, at, value) = array.kind() {
        // The last store counts, and it is met first.
        stored.entry(at.as_int()?.clone()).or_insert_with(|| value.clone());
        array = before;
    }
    Some((stored, array))
}

/// The index's range, cut where the value changes: where each piece begins, and its value.
fn pieces(stored: BTreeMap<BigInt, Term>, else_: &Term, index: &Term) -> Vec<(BigInt, Term)> {
    let range = index.range();
    let mut pieces: Vec<(BigInt, Term)> = Vec::new();
    let mut add = |at: BigInt, value: &Term| {
        if pieces.last().is_none_or(|(_, last)| last != value) {
            pieces.push((at, value.clone()));
        }
    };
    // Where the range has no least end, the first piece has none either: no comparison asks where it begins.
    let mut next = range.low.clone();
    for (at, value) in stored {
        let is_outside = range.low.as_ref().is_some_and(|low| at < *low)
            || range.high.as_ref().is_some_and(|high| at > *high);
        if is_outside {
            continue;
        }
        if next.as_ref() != Some(&at) {
            add(next.unwrap_or_else(|| &at - 1), else_);
        }
        next = Some(&at + 1);
        add(at, &value);
    }
    match next {
        Some(next) if range.high.as_ref().is_none_or(|high| next <= *high) => add(next, else_),
        None => add(BigInt::ZERO, else_),
        Some(_) => {}
    }
    pieces
}

fn tree(pieces: &[(BigInt, Term)], index: &Term) -> Term {
    match pieces {
        [] => unreachable!("a range has a value, and so a piece"),
        [(_, value)] => value.clone(),
        _ => {
            let (low, high) = pieces.split_at(pieces.len() / 2);
            let is_low = index.lt(&Term::int(high[0].0.clone()));
            is_low.ite(&tree(low, index), &tree(high, index))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Encoding, Prover, SolverConfig, Verdict};
    use crate::term::{Assignment, IntType, Value, Var};

    const BYTE: Sort = Sort::Machine(IntType::Unsigned(8));

    /// The tree has the value that the array has at every index from `-2` on, and it was built.
    fn check(array: &Term, index: &Var, most: i64) -> Term {
        let (read, chosen) =
            (array.select(&index.term()), decision(array, &index.term()).expect("a table").choices);
        let least = if index.sort == Sort::Int { -2 } else { 0 };
        for at in least..most {
            let here: Assignment = [(index.clone(), Value::Int(at.into()))].into_iter().collect();
            assert_eq!(here.eval(&chosen), here.eval(&read), "{at}: {chosen}");
        }
        chosen
    }

    fn table(stores: impl IntoIterator<Item = (i64, i64)>) -> Term {
        let empty = Term::int(7).filled_array(&BYTE);
        stores.into_iter().fold(empty, |array, (at, value)| array.store(&Term::int(at), &Term::int(value)))
    }

    #[test]
    fn a_table_is_read_as_it_is_written() {
        let indices = [Sort::Int, Sort::Nat, Sort::Machine(IntType::Unsigned(8))];
        for index in indices.map(|sort| Var::new("i", sort)) {
            check(&table((0..20).map(|at| (at, at * at % 5))), &index, 40);
            check(&table((0..9).map(|at| (at * 3, at))), &index, 40);
            check(&table((0..9).map(|at| (at * 3 % 11 - 2, at))), &index, 40);
            check(&table((0..100).map(|at| (99 - at, at / 40))), &index, 120);
        }
    }

    #[test]
    fn rows_of_a_table_are_chosen_first() {
        let [row, at] = ["row", "at"].map(|name| Var::new(name, Sort::Machine(IntType::Unsigned(8))));
        let empty = table([]).filled_array(table([]).sort());
        let rows = (0..9).fold(empty, |rows, number| {
            rows.store(&Term::int(number), &table((0..9).map(|at| (at, at * number % 4))))
        });
        let read = rows.select(&row.term()).select(&at.term());
        let chosen = decision(&rows.select(&row.term()), &at.term()).expect("a table").choices;
        for (i, j) in (0..12).flat_map(|i| (0..12).map(move |j| (i, j))) {
            let here: Assignment = [(row.clone(), Value::Int(i.into())), (at.clone(), Value::Int(j.into()))]
                .into_iter()
                .collect();
            assert_eq!(here.eval(&chosen), here.eval(&read), "{i} {j}");
        }
    }

    #[test]
    fn what_is_no_constant_table_is_left_alone() {
        let index = Var::new("i", Sort::Int).term();
        let is_left = |array: &Term| decision(array, &index).is_none();
        assert!(is_left(&table([(1, 1), (2, 2)])), "it is short");
        let unknown = table((0..9).map(|at| (at, at))).store(&Var::new("j", Sort::Int).term(), &Term::int(0));
        assert!(is_left(&unknown) && is_left(&Var::new("a", BYTE.array_of()).term()));
    }

    #[test]
    fn every_encoding_reads_a_large_table() {
        let index = Var::new("i", Sort::Machine(IntType::Unsigned(16))).term();
        let read = table((0..100).map(|at| (at, at % 3))).select(&index);
        for encoding in [Encoding::Integers, Encoding::ExactIntegers, Encoding::BitVectors] {
            let prover = Prover::new(SolverConfig { encoding, ..SolverConfig::default() });
            let inside = index.lt(&Term::int(100));
            assert!(matches!(
                prover.prove(std::slice::from_ref(&inside), &read.lt(&Term::int(3))),
                Verdict::Valid(_)
            ));
            let invalid = prover.prove(&[inside], &read.lt(&Term::int(2)));
            assert!(matches!(invalid, Verdict::Invalid(_)), "{encoding:?}: {invalid:?}");
        }
    }
}
