//! Places: where a value lives, a root and the way from there.

use crate::mir;
use crate::term::{Term, VarName};

/// The name of an object; readable, unique in an execution.
pub type ObjectId = VarName;

/// Where a value lives: a root and the way from there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// Where the way begins.
    pub root: Root,
    /// The steps.
    pub steps: Vec<Step>,
}

/// Where a place begins.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Root {
    /// A local of the frame at this depth, from 0.
    Local(usize, mir::Local),
    /// An object.
    Object(ObjectId),
}

/// One step into a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// A field of a tuple, struct or closure.
    Field(usize),
    /// A field of an enum's variant.
    Payload(usize, usize),
    /// What a box owns.
    Unbox,
    /// An element.
    Element(Term),
    /// The part of a sequence that begins at `.0` and has `.1` elements.
    Part(Term, Term),
}

impl Place {
    /// The whole of a root.
    pub fn of(root: Root) -> Place {
        Place { root, steps: Vec::new() }
    }

    /// One step further. A part of a part, and an element of one, are those of the whole sequence.
    pub fn step(&self, step: Step) -> Place {
        let mut place = self.clone();
        match (place.steps.last(), step) {
            (Some(Step::Part(from, _)), Step::Element(index)) => {
                let index = sum(from, &index);
                place.steps.pop();
                place.steps.push(Step::Element(index));
            }
            (Some(Step::Part(from, _)), Step::Part(start, length)) => {
                let start = sum(from, &start);
                place.steps.pop();
                place.steps.push(Step::Part(start, length));
            }
            (_, step) => place.steps.push(step),
        }
        place
    }

    /// Whether the way goes into a sequence, whose elements cannot hold references.
    pub fn is_in_sequence(&self) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Element(_) | Step::Part(..)))
    }

    /// Applies a function to every index.
    pub fn map(&self, f: &mut dyn FnMut(&Term) -> Term) -> Place {
        let steps = self.steps.iter().map(|step| match step {
            Step::Element(index) => Step::Element(f(index)),
            Step::Part(from, length) => Step::Part(f(from), f(length)),
            step => step.clone(),
        });
        Place { root: self.root.clone(), steps: steps.collect() }
    }
}

/// An index behind an offset; within the sequence, so within `usize`.
fn sum(from: &Term, index: &Term) -> Term {
    from.plus(index).assume_in(crate::term::IntType::Unsigned(64))
}
