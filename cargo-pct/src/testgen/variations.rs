//! Other tests of the same calls: clients choose what becomes of a call's result.
//!
//! An execution of calls says nothing of results. A client may keep one from being dropped, as a guard that opens a lock; or go on with one that
//! is an object of the class, as a clone. Of several objects that one holds, a client may take any.

use super::Reproduction;
use super::call::{FIRST, LAST, Written, makes};
use crate::mir::Type;
use crate::symex::Program;

impl Reproduction {
    /// The same calls with other uses of the results. Empty where there is no choice.
    pub fn variations(&self, program: &Program) -> Vec<Reproduction> {
        let class =
            self.calls.iter().find(|call| call.makes.as_deref() == Some("")).map(|call| call.result.clone());
        let becomes = |call: &Written| class.as_ref().is_some_and(|class| call.result == *class);
        let can_be_forgotten = |call: &Written| program.needs_drop(&call.result);
        let uses: [&dyn Fn(&mut Written); 3] = [
            &|call| forget(call, can_be_forgotten(call)),
            &|call| go_on(call, class.as_ref(), becomes(call)),
            &|call| match becomes(call) {
                true => go_on(call, class.as_ref(), true),
                false => forget(call, can_be_forgotten(call)),
            },
        ];
        let mut found: Vec<Reproduction> = Vec::new();
        for of_result in uses {
            let mut other = self.clone();
            let others = other.calls.len().saturating_sub(1);
            let free = other.calls[..others].iter_mut().filter(|call| call.makes.is_none() && !call.unwinds);
            free.for_each(of_result);
            if other != *self && !found.contains(&other) {
                found.push(other);
            }
        }
        found.extend(self.with_another_element());
        found
    }

    /// The same calls on the last one of several objects that a call returns.
    fn with_another_element(&self) -> Option<Reproduction> {
        let mut other = self.clone();
        let mut makes = other.calls.iter_mut().filter_map(|call| call.makes.as_mut());
        let taken = makes.find(|taken| taken.contains(FIRST))?;
        *taken = taken.replace(FIRST, LAST);
        Some(other)
    }
}

fn forget(call: &mut Written, is_wanted: bool) {
    if is_wanted {
        call.call = format!("std::mem::forget({})", call.call);
        call.result = Type::Tuple(Vec::new());
        call.has_stable_debug = false;
    }
}

fn go_on(call: &mut Written, class: Option<&Type>, is_wanted: bool) {
    if is_wanted && class.is_some_and(|class| makes(&call.result, class)) {
        call.makes = Some(String::new());
    }
}
