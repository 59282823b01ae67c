//! What probes see: a formula for each predicate, or why there is none.

use crate::mir;
use crate::symex::program::BodyId;
use crate::symex::state::State;
use crate::term::Term;
use std::collections::BTreeMap;

/// The truth value of each predicate as a formula, or why there is none.
pub type Formulas = BTreeMap<u32, Result<Term, String>>;

/// What a probe evaluates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// The predicates of the object's type, by number.
    pub object: Formulas,
    /// The function's own, by number.
    pub local: Formulas,
}

/// A state at an observed site, with what the probe sees there.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The site.
    pub site: u64,
    /// The state.
    pub state: State,
    /// What is seen, over the variables of the start.
    pub observation: Observation,
}

impl Observation {
    /// The formulas in the order of a valuation's letters: `object` predicates of the type, then `local` ones.
    pub fn in_order(&self, object: usize, local: usize) -> Vec<Result<Term, String>> {
        let get = |formulas: &Formulas, index: usize| {
            let found = u32::try_from(index).ok().and_then(|index| formulas.get(&index).cloned());
            found.unwrap_or_else(|| Err("its code was not found in the probe".to_owned()))
        };
        let of_type = (0..object).map(|index| get(&self.object, index));
        of_type.chain((0..local).map(|index| get(&self.local, index))).collect()
    }
}

/// A probe that is being evaluated.
#[derive(Debug)]
pub(in crate::symex) struct Evaluation {
    pub(in crate::symex) start: State,
    pub(in crate::symex) seen: Observation,
    /// Whether the predicates met now are those of the object's type.
    pub(in crate::symex) in_type: bool,
    /// How many closures of a type were met: those of one probe all stand at one place.
    pub(in crate::symex) closures: BTreeMap<(BodyId, mir::ClosureType), usize>,
}
