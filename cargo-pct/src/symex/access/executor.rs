//! What all parts of an execution share: the program, where it stops, what it has yielded, and the names that are taken.

use crate::symex::access::config::Config;
use crate::symex::access::observed::Evaluation;
use crate::symex::access::outcome::{Execution, Input, InputOrigin};
use crate::symex::program::flow::Flow;
use crate::symex::program::{BodyId, Program};
use crate::symex::state::State;
use crate::symex::state::region::KnownRegions;
use crate::term::{Sort, Term, Var, VarName};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Instant;

/// Executes code of a program.
pub struct Executor<'a> {
    pub(in crate::symex) program: &'a Program,
    pub(in crate::symex) config: &'a Config,
    pub(in crate::symex) execution: Execution,
    pub(in crate::symex) names: FxHashMap<VarName, usize>,
    pub(in crate::symex) flows: FxHashMap<BodyId, Arc<Flow>>,
    pub(in crate::symex) evaluation: Option<Evaluation>,
    /// The lists of regions that were made.
    pub(in crate::symex) known_regions: RefCell<KnownRegions>,
    until: Option<Instant>,
}

impl<'a> Executor<'a> {
    /// An executor that has not run yet.
    pub fn new(program: &'a Program, config: &'a Config) -> Executor<'a> {
        Executor {
            program,
            config,
            execution: Execution::default(),
            names: FxHashMap::default(),
            flows: FxHashMap::default(),
            evaluation: None,
            known_regions: RefCell::default(),
            until: None,
        }
    }

    /// Ends the execution at a time, as if its budget of blocks were used up then.
    pub(in crate::symex) fn until(self, until: Option<Instant>) -> Executor<'a> {
        Executor { until, ..self }
    }

    /// Tells whether no further block is to be run.
    pub(in crate::symex) fn is_over(&self) -> bool {
        let is_late = self.until.is_some_and(|until| Instant::now() >= until);
        is_late || self.execution.blocks > self.config.budget
    }

    pub(in crate::symex) fn flow(&mut self, body: BodyId) -> Arc<Flow> {
        let program = self.program;
        self.flows.entry(body).or_insert_with(|| Arc::new(Flow::of(&program.code(body).body))).clone()
    }

    /// Makes sure that new variables and objects are none of the state's.
    pub(in crate::symex) fn know_names(&mut self, state: &State) {
        let mut terms = vec![state.guard.clone()];
        state.map_terms(&mut |term| {
            terms.push(term.clone());
            term.clone()
        });
        for var in crate::term::variables(&terms) {
            self.names.entry(var.name.clone()).or_insert(1);
        }
        for id in state.objects.keys() {
            self.names.entry(id.clone()).or_insert(1);
        }
    }

    /// A variable that was never used before.
    pub(in crate::symex) fn variable(
        &mut self,
        name: impl Into<VarName>,
        sort: Sort,
        origin: InputOrigin,
    ) -> Term {
        let name = self.unique(name);
        let var = Var::new(name, sort);
        self.execution.inputs.push(Input { var: var.clone(), origin });
        var.term()
    }

    /// Over-approximates: either truth value.
    pub(in crate::symex) fn either(&mut self, name: &str) -> Term {
        self.variable(name, Sort::Bool, InputOrigin::Approximation)
    }

    /// A name that was never used before, for objects and calls.
    pub(in crate::symex) fn unique(&mut self, name: impl Into<VarName>) -> VarName {
        let name = name.into();
        loop {
            let count = self.names.entry(name.clone()).or_insert(0);
            *count += 1;
            if *count == 1 {
                return name;
            }
            let numbered = name.numbered(*count);
            if !self.names.contains_key(&numbered) {
                self.names.insert(numbered.clone(), 1);
                return numbered;
            }
        }
    }
}
