//! Errors that executions are searched into.

use crate::system::ErrorId;
use std::collections::{BTreeMap, BTreeSet};

/// Errors to be reached, in groups: an execution into one error of a group is enough for all of them. For example, one abstract state is
/// an error at the end of each segment that may show it.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    unreached: BTreeSet<ErrorId>,
    /// The errors that an error shares its group with; none if the error is a group of its own.
    groups: BTreeMap<ErrorId, BTreeSet<ErrorId>>,
}

impl Targets {
    /// Errors each of which is to be reached.
    pub fn each(errors: impl IntoIterator<Item = ErrorId>) -> Targets {
        Targets { unreached: errors.into_iter().collect(), groups: BTreeMap::new() }
    }

    /// Adds a group.
    pub fn add_group(&mut self, group: &BTreeSet<ErrorId>) {
        self.unreached.extend(group);
        self.groups.extend(group.iter().map(|error| (*error, group.clone())));
    }

    /// Removes the group of an error, because an execution into it was found. Returns whether it was still to be reached.
    pub fn remove(&mut self, error: ErrorId) -> bool {
        let was_unreached = self.unreached.remove(&error);
        for other in self.groups.get(&error).into_iter().flatten() {
            self.unreached.remove(other);
        }
        was_unreached
    }

    /// The errors that are still to be reached.
    pub fn unreached(&self) -> &BTreeSet<ErrorId> {
        &self.unreached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::EntityRef;

    #[test]
    fn one_error_of_a_group_is_enough() {
        let [a, b, c] = [0, 1, 2].map(ErrorId::new);
        let mut targets = Targets::each([a]);
        targets.add_group(&BTreeSet::from([b, c]));
        assert!(targets.remove(c) && !targets.remove(b));
        assert_eq!(targets.unreached(), &BTreeSet::from([a]));
    }
}
