//! The modules of a file that rustc is given, until it refuses none of them.

use std::collections::{BTreeMap, BTreeSet};

use super::file::Text;
use super::{Ended, NotRun};

/// Mends the text of a module, which is given by its number and has errors in these lines, counted from 0. None leaves the module out.
pub(super) type Mend<'m> = dyn FnMut(usize, &BTreeSet<usize>) -> Option<String> + 'm;

/// Modules, and what became of each.
pub(super) struct Modules {
    pub(super) texts: Vec<String>,
    /// Those that are not left out.
    pub(super) left: Vec<usize>,
    pub(super) results: Vec<Result<Ended, NotRun>>,
}

impl Modules {
    pub(super) fn new(texts: Vec<String>) -> Modules {
        let why = || Err(NotRun::Otherwise("they do not compile".to_owned()));
        let (left, results) = ((0..texts.len()).collect(), texts.iter().map(|_| why()).collect());
        Modules { texts, left, results }
    }

    /// Notes of those that are left why they are not run.
    pub(super) fn give_up(&mut self, why: &NotRun) {
        for number in &self.left {
            self.results[*number] = Err(why.clone());
        }
    }

    /// Mends those that have errors, or leaves them out. Returns whether rustc is to be asked again.
    pub(super) fn mend(&mut self, text: &Text, errors: &[(usize, String)], mend: &mut Mend<'_>) -> bool {
        let mut refused: BTreeMap<usize, (&str, BTreeSet<usize>)> = BTreeMap::new();
        for (line, message) in errors {
            if let Some((number, line)) = text.test_at(*line) {
                refused.entry(number).or_insert_with(|| (message, BTreeSet::new())).1.insert(line);
            }
        }
        let other = errors.first().map_or("for no reason", |(_, message)| message.as_str());
        for number in &self.left {
            let why = refused.get(number).map_or(other, |(why, _)| why);
            self.results[*number] = Err(NotRun::Refused(why.to_owned()));
        }
        for (number, (_, lines)) in &refused {
            match mend(*number, lines) {
                Some(module) => self.texts[*number] = module,
                None => self.left.retain(|left| left != number),
            }
        }
        !refused.is_empty() && !self.left.is_empty()
    }
}
