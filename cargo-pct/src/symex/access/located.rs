//! What a MIR place denotes: places of a state, each under a condition.

use crate::mir::Type;
use crate::symex::state::Place;
use crate::term::Term;

/// What a MIR place denotes.
#[derive(Clone, Debug)]
pub(in crate::symex) struct Located {
    /// As in [`crate::symex::Reference::targets`].
    pub(in crate::symex) targets: Vec<(Term, Place)>,
    pub(in crate::symex) ty: Type,
    /// The place is the inside of a `Box`'s pointer: reading it gives a pointer to what the box owns.
    pub(in crate::symex) box_pointer: bool,
    /// The variant that was downcast to.
    pub(in crate::symex) variant: Option<usize>,
}

impl Located {
    /// The places that a reference leads to.
    pub(in crate::symex) fn at(targets: Vec<(Term, Place)>, ty: Type) -> Located {
        Located { targets, ty, box_pointer: false, variant: None }
    }

    /// The place, if there is only one.
    pub(in crate::symex) fn single(&self) -> Option<&(Term, Place)> {
        if let [target] = self.targets.as_slice() { Some(target) } else { None }
    }
}
