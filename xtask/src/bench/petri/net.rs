//! A simulator of a Petri net as a system file, generated from a table.
//!
//! It is made like `nsichneu` of the Mälardalen benchmarks, on which Daca, Gupta and Henzinger measured (VMCAI 2016): a loop of so many rounds over all
//! transitions in order. A transition moves three tokens if its source has them and its target has space, and if members of the source compare
//! as its row says; then two of the members go to the target, to the places behind its last token. The paper replaced the arrays of members by variables, and so
//! does this: the place is found by comparing. Inputs are all markings and members. Both sides of each comparison are goals.

use std::fmt::Write;

/// The places of the net, by name.
const PLACES: usize = 3;
/// The members of a place: it holds so many tokens.
const MEMBERS: usize = 6;
/// The tokens that a transition moves.
const MOVED: usize = 3;

/// Transitions from one place to another: a row of the table.
#[derive(Clone, Copy)]
pub(super) struct Row {
    source: usize,
    target: usize,
    /// How many: each takes the next three different members of the source, in lexical order.
    transitions: usize,
}

/// A net.
#[derive(Clone, Copy)]
pub(super) struct Net {
    pub(super) name: &'static str,
    rows: &'static [Row],
    /// So many transitions, the first ones, compare once more where the second member goes; the others leave out the last comparison.
    long: usize,
}

/// As large as the paper's: 250 transitions, 5,786 branches.
pub(super) const FULL: Net = Net {
    name: "petri",
    rows: &[
        Row { source: 0, target: 2, transitions: 84 },
        Row { source: 1, target: 2, transitions: 83 },
        Row { source: 2, target: 0, transitions: 83 },
    ],
    long: 142,
};

/// Three transitions.
#[cfg(test)]
pub(super) const SMALL: Net = Net {
    name: "petri-small",
    rows: &[
        Row { source: 0, target: 2, transitions: 1 },
        Row { source: 1, target: 2, transitions: 1 },
        Row { source: 2, target: 0, transitions: 1 },
    ],
    long: 1,
};

impl Net {
    /// The system file of so many rounds.
    pub(super) fn system(self, rounds: usize) -> String {
        let mut text = format!("(system {}-{rounds})\n(var round Int)\n", self.name);
        for place in 0..PLACES {
            let _ = write!(text, "(var p{place} Int)");
            (0..MEMBERS).for_each(|member| {
                let _ = write!(text, " (var m{place}_{member} Int)");
            });
            text.push('\n');
        }
        let mut edges = Edges { locations: Vec::new(), text: String::new() };
        edges.branch("Head", &format!("(< round {rounds})"), ("T0", "(set round (+ round 1))"), ("End", ""));
        edges.locations.push("End".to_owned());
        let all = self.transitions();
        for (number, (row, members)) in all.iter().enumerate() {
            let next = if number + 1 == all.len() { "Head".to_owned() } else { format!("T{}", number + 1) };
            edges.transition(number, *row, *members, number < self.long, &next);
        }
        edges.locations.iter().for_each(|name| {
            let _ = writeln!(text, "(location {name})");
        });
        text + "(initial Head (= round 0))\n" + &edges.text
    }

    /// All transitions, each with the members that it compares.
    fn transitions(self) -> Vec<(Row, [usize; 3])> {
        let of_row = |row: &Row| {
            permutations()
                .into_iter()
                .take(row.transitions)
                .map(|members| (*row, members))
                .collect::<Vec<_>>()
        };
        self.rows.iter().flat_map(of_row).collect()
    }
}

/// Three different members in all orders, lexically.
fn permutations() -> Vec<[usize; 3]> {
    let all = || 0..MEMBERS;
    let pairs = all().flat_map(|a| all().map(move |b| (a, b)));
    let triples = pairs.flat_map(|(a, b)| all().map(move |c| [a, b, c]));
    triples.filter(|[a, b, c]| a != b && b != c && a != c).collect()
}

/// Edges so far, and the locations that they leave.
struct Edges {
    locations: Vec<String>,
    text: String,
}

impl Edges {
    /// The two sides of a comparison, each with its target and what it sets.
    fn branch(&mut self, at: &str, guard: &str, then: (&str, &str), otherwise: (&str, &str)) {
        self.locations.push(at.to_owned());
        let ((yes, set_then), (no, set_otherwise)) = (then, otherwise);
        let _ = writeln!(self.text, "(edge {at} {yes} (when {guard}) {set_then} (goal {at}))");
        let _ = writeln!(self.text, "(edge {at} {no} (when (not {guard})) {set_otherwise} (goal not-{at}))");
    }

    fn transition(&mut self, number: usize, row: Row, [a, b, c]: [usize; 3], is_long: bool, next: &str) {
        let Row { source, target, .. } = row;
        let member = |index: usize| format!("m{source}_{index}");
        let guards = [
            format!("(<= {MOVED} p{source})"),
            format!("(<= (+ p{target} {MOVED}) {MEMBERS})"),
            format!("(= {} {})", member(b), member(c)),
            // No two transitions of a row have one guard.
            format!("({} {} {})", if b < c { "<" } else { ">" }, member(a), member(b)),
        ];
        let name = |step: usize| if step == 0 { format!("T{number}") } else { format!("T{number}_{step}") };
        let first_write = guards.len();
        for (step, guard) in guards.iter().enumerate() {
            self.branch(&name(step), guard, (&name(step + 1), ""), (next, ""));
        }
        // The target has at most so many tokens then that the first member goes to one of these.
        let slots = MEMBERS - MOVED + 1;
        let second_write = first_write + slots;
        for slot in 0..slots {
            let guard = format!("(= p{target} {slot})");
            let set = format!("(set m{target}_{slot} {})", member(a));
            let after = if slot + 1 == slots { second_write } else { first_write + slot + 1 };
            self.branch(&name(first_write + slot), &guard, (&name(second_write), &set), (&name(after), ""));
        }
        let moved = format!("(set p{source} (- p{source} {MOVED})) (set p{target} (+ p{target} {MOVED}))");
        let last = if is_long { slots } else { slots - 1 };
        for slot in 0..last {
            let guard = format!("(= p{target} {slot})");
            let set = format!("{moved} (set m{target}_{} {})", slot + 1, member(b));
            let here = name(second_write + slot);
            let is_last = slot + 1 == last;
            let (after, else_set) =
                if is_last { (next.to_owned(), moved.as_str()) } else { (name(second_write + slot + 1), "") };
            self.branch(&here, &guard, (next, &set), (&after, else_set));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_net_has_the_papers_size() {
        assert_eq!(FULL.transitions().len(), 250);
        assert_eq!(FULL.system(2).matches("(goal ").count(), 5_786);
    }

    /// The tests of `cargo-pct` explore it.
    #[test]
    fn the_small_net_is_the_fixture() {
        let fixture = include_str!("../../../../cargo-pct/tests/concolic/petri-small.sys");
        assert_eq!(SMALL.system(2), fixture);
    }
}
