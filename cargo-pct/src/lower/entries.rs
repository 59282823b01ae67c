//! The course of a lowering: the locations between calls, and the execution of each entry from its beginning and from each loop head.

use super::initial_arguments::InitialArguments;
use super::{
    Class, EntryId, Lowerer, SubjectKind, client_steps, object, object_state, subject, variables_in_order,
    visit_state,
};
use crate::probe::CutpointId;
use crate::symex::probes::sites_in;
use crate::symex::segments::Segments;
use crate::symex::{BodyId, Executor, InputOrigin, State};
use crate::system::{Initial, Location, LocationId};
use crate::term::{Term, Var, variables};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Lowerer<'_> {
    pub(super) fn add_boundary_locations(&mut self) {
        let location = |name: &str, vars| Location { name: name.to_owned(), vars, predicates: Vec::new() };
        let outside = self.out.system.locations.push(location("outside", Vec::new()));
        self.out.outside = Some(outside);
        self.out.system.initial.push(Initial { location: outside, constraint: Term::bool(true) });
        if let SubjectKind::Type(ty) = &self.subject.kind {
            let mut state = State::empty(Term::bool(true));
            let value = Executor::new(self.program, self.config).any_value(&mut state, ty, subject::OBJECT);
            let tree = object_state::with_const_parameters(self.program, ty, state.tree(&value));
            let vars = variables_in_order(|f| tree.visit(f));
            self.out.object = Some(self.out.system.locations.push(location("object", vars)));
            self.out.object_facts = Some(state.guard);
            self.object = Some(Class { ty: ty.clone(), value, tree });
        }
    }

    /// Notes that all calls of a function are a part of the analysis, and so all that its cutpoints can show.
    pub(super) fn stands_for_all_calls(&mut self, body: BodyId) {
        let sites = sites_in(&self.program.code(body).body);
        self.out
            .cutpoints
            .in_known_calls
            .extend(sites.into_iter().filter_map(|site| self.probed.cutpoint_at(site)));
    }

    /// Executes a function: from its entry, and from each loop head that is reached.
    pub(super) fn entry(&mut self, id: EntryId) {
        let entry = &self.subject.entries[id];
        self.out.entered.entry(id).or_default().insert(entry.body);
        if !entry.is_provided {
            self.stands_for_all_calls(entry.body);
        }
        let mut state = Executor::new(self.program, self.config).entry_state(entry.body, &entry.generics);
        self.frozen = client_steps::frozen(&state);
        let source = match (&entry.object, self.out.object) {
            (Some(parameter), Some(object)) => {
                state = object::called_on(&state, parameter, &self.out.system.locations[object].vars);
                object
            }
            _ => self.out.outside.expect("the boundary locations were added"),
        };
        let values = state.objects.iter().map(|(id, object)| (id.clone(), object.value.clone()));
        self.initial_referents = values.collect();
        let class = self.object.as_ref().map(|class| &class.ty);
        self.initial_arguments = class.map_or_else(InitialArguments::default, |class| {
            InitialArguments::at(self.program, class, &state)
        });
        let leaves = self.argument_object_leaves(&state);
        let in_order = self.argument_objects(&state);
        self.argument_object_vars = variables(in_order.iter().flatten());
        if !in_order.is_empty() {
            self.out.argument_objects.of_entries.insert(id, in_order);
        }
        let constants = self.constants(id);
        self.receiver = self.receiver_of(source, &state);
        let segments = match entry.object {
            Some(_) => Arc::new(self.program.segments_from(state, self.config)),
            None => self.ahead.segments(self.program, (entry.body, &entry.generics), state, self.config),
        };
        let name = entry.name.clone();
        self.segments(id, source, &name, &segments, &constants, &leaves);
        // Which calls within calls there are is known when those before were executed.
        let mut position = 0;
        while position < self.recursive_functions.len() {
            self.execute_recursive_function(id, position);
            position += 1;
        }
        self.recursive_functions.clear();
    }

    /// Adds the steps of executions from a location and from the cutpoints after it. `kept` are variables of all these locations that no step
    /// changes; `leaves` are the variables at the start that are leaves of argument objects.
    pub(super) fn segments(
        &mut self,
        entry: EntryId,
        source: LocationId,
        prefix: &str,
        segments: &Segments,
        kept: &[Var],
        leaves: &BTreeSet<Var>,
    ) {
        let mut locations = vec![source];
        for (number, start) in segments.starts.iter().enumerate().skip(1) {
            let mut vars = variables_in_order(|f| visit_state(&start.shape, f));
            vars.extend(kept.iter().filter(|var| !vars.contains(var)).cloned().collect::<Vec<_>>());
            let cutpoint = self.cutpoint_at(&start.shape);
            let name = self.location_name(prefix, number, segments, cutpoint.as_ref().map(|it| it.0));
            let (cutpoint, predicates) = cutpoint.unzip();
            let predicates = predicates.unwrap_or_else(|| self.predicates_at_head(&start.shape));
            let location = self.out.system.locations.push(Location { name, vars, predicates });
            self.out.cutpoints.at.extend(cutpoint.map(|cutpoint| (location, cutpoint)));
            if self.program.is_model(start.shape.top().body) {
                self.out.in_models.insert(location);
            }
            locations.push(location);
        }
        for (number, execution) in segments.executions.iter().enumerate() {
            let is_known = |origin| matches!(origin, InputOrigin::Initial | InputOrigin::Derived);
            let unknown = execution.inputs.iter().filter(|input| !is_known(input.origin));
            self.unknown = unknown.map(|input| input.var.clone()).chain(leaves.iter().cloned()).collect();
            let of_origin = |origin: InputOrigin| {
                let inputs = execution.inputs.iter().filter(move |input| input.origin == origin);
                inputs.map(|input| input.var.clone()).collect()
            };
            self.by_clients = of_origin(InputOrigin::Client);
            self.passed_by_clients = of_origin(InputOrigin::ClientOrOther);
            self.out.gaps.notes.extend(execution.notes.iter().cloned());
            let entered = execution.entered.iter().copied();
            self.out
                .entered
                .entry(entry)
                .or_default()
                .extend(entered.filter(|body| self.program.is_analysed(*body)));
            self.observations(entry, locations[number], execution);
            for outcome in &execution.outcomes {
                self.outcome(entry, locations[number], &locations, segments, outcome);
            }
        }
    }

    /// The values of an entry's const parameters: they do not change during the call.
    pub(super) fn constants(&self, entry: EntryId) -> Vec<Var> {
        let entry = &self.subject.entries[entry];
        self.constants_of(entry.body, &entry.generics)
    }

    /// `push:loop bb3` or the cutpoint's label, with the function where it is another one's, and a number where a place has
    /// several shapes.
    fn location_name(
        &self,
        prefix: &str,
        number: usize,
        segments: &Segments,
        cutpoint: Option<CutpointId>,
    ) -> String {
        let start = &segments.starts[number];
        let before =
            segments.starts[1..number].iter().filter(|other| other.location == start.location).count();
        let suffix = if before == 0 { String::new() } else { format!("#{}", before + 1) };
        let top = start.shape.top();
        let inside = match start.location.len() {
            1 => String::new(),
            _ => format!(" in {}", self.program.name(top.body)),
        };
        match cutpoint {
            Some(id) => format!("{prefix}: {}{inside}{suffix}", self.probed.cutpoints[id].label),
            None => format!("{prefix}:loop {}{inside}{suffix}", top.block),
        }
    }
}
