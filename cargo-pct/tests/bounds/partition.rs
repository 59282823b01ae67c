//! Ball's partition, run: what its states are when numbers are numbers. Knows nothing of the library.

use std::collections::BTreeSet;

/// A run of the program over an array whose first element has the index `base`.
#[derive(Clone)]
pub(crate) struct Partition {
    pub(crate) is_fixed: bool,
    pub(crate) array: Vec<i64>,
    pub(crate) base: i64,
    pub(crate) lo: i64,
    pub(crate) hi: i64,
    pub(crate) pivot: i64,
}

/// What is seen at every label. `None`: it cannot be seen, and the run ends.
pub(crate) type Observe = fn(&Partition) -> Option<String>;

/// The four predicates where every index has a value: beyond the array nothing is known, and the run ends.
pub(crate) fn in_a_total_array(run: &Partition) -> Option<String> {
    let (low, high) = (run.at(run.lo)?, run.at(run.hi)?);
    Some(letters(&[run.lo < run.hi, run.lo <= run.hi, low <= run.pivot, high > run.pivot]))
}

/// The four predicates where what reads beyond the array is false.
pub(crate) fn in_a_slice(run: &Partition) -> Option<String> {
    let (low, high) = (run.at(run.lo), run.at(run.hi));
    let (low, high) = (low.is_some_and(|it| it <= run.pivot), high.is_some_and(|it| it > run.pivot));
    Some(letters(&[run.lo < run.hi, run.lo <= run.hi, low, high]))
}

/// The seven predicates of slide 50 where every index has a value.
pub(crate) fn refined(run: &Partition) -> Option<String> {
    let (low, high) = (run.at(run.lo)?, run.at(run.hi)?);
    let (before, after) = (run.at(run.lo - 1)?, run.at(run.hi + 1)?);
    let order = [run.lo < run.hi, run.lo <= run.hi, run.lo == run.hi + 1];
    let elements = [low <= run.pivot, high > run.pivot, before <= run.pivot, after > run.pivot];
    Some(letters(&[order.as_slice(), &elements].concat()))
}

fn letters(values: &[bool]) -> String {
    values.iter().map(|value| if *value { 't' } else { 'f' }).collect()
}

impl Partition {
    fn at(&self, index: i64) -> Option<i64> {
        self.array.get(usize::try_from(index - self.base).ok()?).copied()
    }

    /// Whether the element before those to be partitioned belongs there.
    pub(crate) fn is_small_before(&self) -> bool {
        self.at(self.lo - 1).is_some_and(|element| element <= self.pivot)
    }

    /// The same for the element after them.
    pub(crate) fn is_great_after(&self) -> bool {
        self.at(self.hi + 1).is_some_and(|element| element > self.pivot)
    }

    /// Runs to the end, or until an element is read that is not there; such a read ends the run before its label is seen.
    pub(crate) fn run(mut self, observe: Observe, seen: &mut BTreeSet<String>) {
        let mut label = "L0";
        while self.can_go_on(label) {
            let Some(observation) = observe(&self) else { return };
            seen.insert(format!("{label}{observation}"));
            let Some(next) = self.step(label) else { return };
            label = next;
        }
    }

    fn is_inside(&self) -> bool {
        !self.is_fixed || self.lo <= self.hi
    }

    fn can_go_on(&self, label: &str) -> bool {
        match label {
            "L2" => !self.is_inside() || self.at(self.lo).is_some(),
            "L5" => !self.is_inside() || self.at(self.hi).is_some(),
            _ => true,
        }
    }

    fn step(&mut self, label: &str) -> Option<&'static str> {
        let Partition { lo, hi, pivot, .. } = *self;
        Some(match label {
            "L0" if lo <= hi => "L1",
            "L0" => "LC",
            "L1" => "L2",
            "L2" if self.is_inside() && self.at(lo)? <= pivot => "L3",
            "L2" => "L5",
            "L3" => {
                self.lo += 1;
                "L4"
            }
            "L4" => "L2",
            "L5" if self.is_inside() && self.at(hi)? > pivot => "L6",
            "L5" => "L8",
            "L6" => {
                self.hi -= 1;
                "L7"
            }
            "L7" => "L5",
            "L8" if lo < hi => "L9",
            "L8" => "LB",
            "L9" => {
                self.array.swap(usize::try_from(lo - self.base).ok()?, usize::try_from(hi - self.base).ok()?);
                "LA"
            }
            "LA" => "LB",
            "LB" => "L0",
            _ => return None,
        })
    }
}

/// The runs over every array of small and great elements on a window of indices, from every `lo < hi` that is not near its ends.
pub(crate) fn small_runs(is_fixed: bool) -> impl Iterator<Item = Partition> {
    const SIDE: i64 = 4;
    let starts = (1..=3).map(|distance| (0, distance));
    starts.flat_map(move |(lo, hi)| {
        let length = hi + 1 + 2 * SIDE;
        (0..1_u32 << length).map(move |bits| {
            let array = (0..length).map(|index| i64::from(bits >> index & 1)).collect();
            Partition { is_fixed, array, base: -SIDE, lo, hi, pivot: 0 }
        })
    })
}

/// The inputs of slide 45: the pivot comes first, and all elements behind it are partitioned.
pub(crate) const INPUTS: [&[i64]; 10] = [
    &[0, -8, 1],
    &[0, -8, 2, 1],
    &[0, -8, -8, 1],
    &[1, -7, 3, 0],
    &[0, -7, -8],
    &[1, -7, -7, 0],
    &[0, 2, -8, 1],
    &[0, 1, 2],
    &[0, 3, 1, 2],
    &[1, 2, -1, 0],
];

/// The run of one of these inputs.
pub(crate) fn run_of(input: &[i64], is_fixed: bool) -> Partition {
    let hi = i64::try_from(input.len()).expect("inputs are short") - 1;
    Partition { is_fixed, array: input.to_vec(), base: 0, lo: 1, hi, pivot: input[0] }
}
