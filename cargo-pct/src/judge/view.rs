//! A judgement in the words of the ledger: places of the user's source, literals of Rust, calls as text.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::claims::FindingClaim;
use super::doubts::Doubt;
use super::result::{SubjectResult, Verdicts};
use crate::build::Unit;
use crate::ledger::{self, Assumption, Check, Ending, FindingStatus, Invariant, Literals};
use crate::lower::{Contract, CrateCode, Entry, EntryId, Lowered, Subject, SubjectKind};
use crate::native::effects::Hazard;
use crate::probe::{self, ContractKind, Place};
use crate::replay::{Replays, told};
use crate::report::rust_text::rust_text;
use crate::source::{TypeDef, TypeKind};
use crate::span::Span;
use crate::symex::NoteKind;
use crate::symex::types::plain_name;
use crate::system::{ErrorId, State};
use crate::term::{EnumSort, Part, Term, Var, VarName, variables};
use crate::testgen::{self, Bounds};
use crate::verify::{Finding, Proof, Status, Verification};

/// Results as the ledger takes them.
pub(super) struct View<'a> {
    pub(super) code: &'a CrateCode<'a>,
    pub(super) subject: &'a Subject,
    pub(super) lowered: &'a Lowered,
    pub(super) are_argument_objects_known: bool,
    pub(super) assumed: &'a BTreeSet<Contract>,
    pub(super) probed: &'a probe::Subject,
    pub(super) crate_name: &'a str,
    pub(super) unit: &'a Unit,
    /// Functions that reach the world outside may be run.
    pub(super) allow_effects: bool,
    /// The reasons why entries may not be run, as far as that was asked.
    pub(super) hazards: RefCell<BTreeMap<EntryId, Option<Hazard>>>,
    /// Whether a section *Panics* in the documentation of a function makes its panics expected ones.
    pub(super) heeds_documentation: bool,
}

impl View<'_> {
    pub(super) fn result(&self, verification: &Verification, replays: Replays) -> SubjectResult {
        let all = self.one_of_each(verification, &replays);
        let (undecided, decided): (Vec<&Finding>, Vec<&Finding>) =
            all.into_iter().partition(|finding| self.is_undecided(finding, &replays));
        let mut found: Vec<(ledger::Finding, Option<FindingClaim>)> =
            decided.into_iter().map(|finding| self.finding(finding, &replays)).collect();
        let guessed = undecided.into_iter().filter(|_| !self.is_private()).filter_map(|finding| {
            let (told, guess) = self.finding(finding, &replays);
            Some((told, guess.filter(|guess| guess.is_guess)?))
        });
        // What is expected stands apart.
        found.sort_by_key(|(finding, _)| finding.status == FindingStatus::Documented);
        let (mut findings, mut finding_claims) = (Vec::new(), Vec::new());
        for (finding, claim) in found {
            finding_claims.extend(claim.map(|claim| FindingClaim { finding: findings.len(), ..claim }));
            findings.push(finding);
        }
        SubjectResult {
            proof: self.proof(verification, &replays),
            challenges: 0,
            invariants: self.invariants(verification),
            findings,
            finding_claims,
            guessed: guessed.collect(),
            fabricated: verification.fabricated.len(),
            assumptions: self.assumptions(),
            replays,
            verdicts: Verdicts::default(),
            bounds: None,
            state_claims: Vec::new(),
        }
    }

    fn proof(&self, verification: &Verification, replays: &Replays) -> ledger::Proof {
        let is_required = self.assumed.iter().any(|contract| contract.kind == ContractKind::Requires);
        let mut scope = match self.subject.kind {
            _ if is_required => "arguments meeting requires",
            SubjectKind::Type(_) => "every client",
            SubjectKind::Function => "all arguments",
        }
        .to_owned();
        if self.subject.is_generic(self.code.program) {
            scope.push_str(
                ", and type parameters (and their associated types) that do not panic in their own code, \
                 order their values totally and take 1 byte to 16 MiB",
            );
        }
        // What callers must keep is a part of the scope.
        let is_assumption = |contract: &Contract| contract.kind != ContractKind::Requires;
        match &verification.proof {
            Proof::Proved { .. } if self.assumed.iter().any(is_assumption) => {
                ledger::Proof::ProvedUnderAssumptions { scope }
            }
            Proof::Proved { .. } => ledger::Proof::Proved { scope },
            Proof::NotProved { reason } => {
                let unknown = self.undecided(verification, replays);
                let parts: Vec<String> = [Some(reason.clone()), unknown].into_iter().flatten().collect();
                ledger::Proof::NotProved { reason: parts.join("; ") }
            }
        }
    }

    /// Which checks are no findings and yet not proved, in words.
    fn undecided(&self, verification: &Verification, replays: &Replays) -> Option<String> {
        if self.is_private() {
            let reason = "clients cannot call it, and what its callers pass may exclude this";
            return (!verification.findings.is_empty()).then(|| reason.to_owned());
        }
        let findings = self.one_of_each(verification, replays).into_iter();
        let undecided: Vec<&Finding> =
            findings.filter(|finding| self.is_undecided(finding, replays)).collect();
        let failure = self.lowered.failure(undecided.first()?.error);
        let entry = &self.subject.entries[failure.entry];
        let place = self.place(failure.span.as_ref(), entry);
        let number = match undecided.len() {
            1 => "one of them depends".to_owned(),
            more => format!("{more} of them depend"),
        };
        Some(format!(
            "{number} on what is not known, as `{}` in {} ({}:{})",
            told(&failure.message),
            entry.name,
            place.file,
            place.line
        ))
    }

    /// The strongest finding of each check: several paths may lead to one, and of some of them less is known.
    pub(super) fn one_of_each<'v>(
        &self,
        verification: &'v Verification,
        replays: &Replays,
    ) -> Vec<&'v Finding> {
        let mut kept: Vec<&Finding> = Vec::new();
        for finding in &verification.findings {
            let failure = self.lowered.failure(finding.error);
            match kept.iter_mut().find(|other| self.lowered.failure(other.error).is_same_check(failure)) {
                Some(other) if self.strength(finding, replays) > self.strength(other, replays) => {
                    *other = finding;
                }
                Some(_) => {}
                None => kept.push(finding),
            }
        }
        kept
    }

    /// How much speaks for a finding: that it is one, that clients reach it, that it was seen.
    fn strength(&self, finding: &Finding, replays: &Replays) -> (bool, bool, bool) {
        let has_panicked =
            replays.findings.get(&finding.error).is_some_and(|replay| replay.outcome == Ending::Panicked);
        (!self.is_undecided(finding, replays), finding.status == Status::Confirmed, has_panicked)
    }

    /// Whether it is only the analysis that does not know: what is checked is the result of code that it cannot read, and no run
    /// has failed.
    pub(super) fn is_undecided(&self, finding: &Finding, replays: &Replays) -> bool {
        if self.is_private() {
            return true;
        }
        let has_failed =
            || replays.findings.get(&finding.error).is_some_and(|replay| replay.outcome != Ending::Returned);
        match finding.status {
            Status::Confirmed => false,
            Status::Potential => self.is_unknown(finding.error) && !has_failed(),
            Status::Undecided => true,
        }
    }

    /// Whether more than code that clients write decides an error, and nobody knows what that gives.
    fn is_unknown(&self, error: ErrorId) -> bool {
        self.lowered.error(error).unknown.is_some()
            && !self.lowered.error(error).is_decided_by_clients
            && !(self.are_argument_objects_known && self.lowered.error(error).reads_argument_objects_only)
    }

    /// Whether it is a function that only the crate itself can call: alone, it is called with arguments that it may never get.
    fn is_private(&self) -> bool {
        let is_open = |entry: &Entry| self.code.is_callable_by_clients(entry.body);
        matches!(self.subject.kind, SubjectKind::Function) && !self.subject.entries.values().all(is_open)
    }

    pub(super) fn text(&self, term: &Term) -> String {
        rust_text(term, &|variants, index| self.pattern(variants, index))
    }

    /// A variant as a pattern, with the name of its enumeration if that can be told by the variants' names.
    fn pattern(&self, variants: &EnumSort, index: usize) -> String {
        let has_these = |ty: &&TypeDef| {
            ty.kind == TypeKind::Enum
                && ty.variants.iter().map(|it| &*it.name).eq(variants.iter().map(|it| &**it))
        };
        let mut found = self.code.items.types.values().filter(has_these);
        let name = variants[index].to_string();
        match (found.next(), found.next()) {
            (Some(ty), None) => {
                let fields = if ty.variants[index].fields.is_empty() { "" } else { " { .. }" };
                format!("{}::{name}{fields}", ty.name)
            }
            _ => name,
        }
    }

    /// What the proof needs of an object between calls. Without a proof, what was found to hold is no claim.
    fn invariants(&self, verification: &Verification) -> Vec<Invariant> {
        if !matches!(verification.proof, Proof::Proved { .. }) {
            return Vec::new();
        }
        let at = "after every public method".to_owned();
        let conjuncts = verification.invariant.iter().map(|term| self.text(term));
        conjuncts.map(|expression| Invariant { at: at.clone(), expression }).collect()
    }

    /// A finding, and what is to be run before it counts as confirmed.
    fn finding(&self, finding: &Finding, replays: &Replays) -> (ledger::Finding, Option<FindingClaim>) {
        let failure = self.lowered.failure(finding.error);
        let entry = &self.subject.entries[failure.entry];
        let written = finding.calls.as_ref().map(|calls| {
            let (program, bounds) = (self.code.program, Bounds::Met);
            testgen::reproduction(program, self.subject, calls, self.crate_name, bounds)
        });
        let (reproduction, obstruction) = match written {
            Some(Ok(reproduction)) => (Some(reproduction), None),
            Some(Err(reason)) => (None, Some(reason.to_string())),
            None => (None, None),
        };
        // Calls that no client can write, as with an object whose fields are private, are no confirmation.
        let is_documented = self.heeds_documentation
            && failure.invariant.is_none()
            && self.code.program.documents_panics(entry.body);
        let status = match finding.status {
            _ if is_documented => FindingStatus::Documented,
            Status::Confirmed if reproduction.is_some() => FindingStatus::Confirmed,
            Status::Potential if finding.steps.is_some() => FindingStatus::Remote,
            Status::Confirmed | Status::Potential | Status::Undecided => FindingStatus::Potential,
        };
        let method = entry.name.rsplit("::").next().unwrap_or(&entry.name).to_owned();
        let claim = match status {
            FindingStatus::Confirmed => reproduction.as_ref().map(|test| self.claim(finding, test, replays)),
            FindingStatus::Potential => self.guess(finding),
            FindingStatus::Documented | FindingStatus::Remote => None,
        };
        let doubt = self.doubt(finding, entry);
        let invariant = failure.invariant.and_then(|number| self.probed.type_predicate(number));
        let check = Check {
            place: self.place(failure.span.as_ref(), entry),
            function: failure.function.clone(),
            function_end: self.code.end_of(&failure.function).map(place_of),
            kind: failure.kind.name().to_owned(),
            message: told(&failure.message),
            invariant: invariant.map(|predicate| predicate.expression.clone()),
        };
        let found = ledger::Finding {
            check,
            status,
            is_unlikely: doubt.as_ref().is_some_and(Doubt::is_grave)
                || finding.breaks.as_ref().is_some_and(|condition| !is_of_arguments(condition, entry)),
            doubt: doubt.map(|doubt| doubt.to_string()),
            steps: finding.steps.filter(|_| status == FindingStatus::Remote),
            breaks: finding
                .breaks
                .as_ref()
                .filter(|it| is_told_in_words_of_the_source(it))
                .map(|it| self.text(it)),
            suggestion: self.suggestion(finding),
            method,
            is_of_others: entry.is_of_others,
            state: finding.state.as_ref().map_or_else(Literals::new, |state| self.object(state)),
            arguments: self.arguments(entry, finding, replays),
            replay: replays.findings.get(&finding.error).cloned(),
            reproduction: reproduction
                .as_ref()
                .map_or_else(Vec::new, |reproduction| reproduction.statements()),
            imports: reproduction.map_or_else(Vec::new, |reproduction| reproduction.imports),
            obstruction,
        };
        (found, claim)
    }

    /// The condition that a finding's object breaks, if it is one of the object between calls and Rust compares what it compares: fields that are
    /// integers of one type, or their lengths, and constants.
    fn suggestion(&self, finding: &Finding) -> Option<String> {
        let (condition, state) = (finding.breaks.as_ref()?, finding.state.as_ref()?);
        if Some(state.location) != self.lowered.object() {
            return None;
        }
        let vars = variables([condition]);
        let names: BTreeSet<&VarName> = vars.iter().map(|var| &var.name).collect();
        let mut types = BTreeSet::new();
        for name in &names {
            let of_elements = name.sequence().map(VarName::length);
            if of_elements.is_some_and(|length| !names.contains(&length)) {
                return None;
            }
            // The length of a sequence whose elements are compared is the end of a range.
            let is_range = names.iter().any(|other| other.sequence().is_some_and(|of| **name == of.length()));
            let own = self.type_of_field(name)?;
            if !is_range {
                types.insert(own);
            }
        }
        (types.len() == 1).then(|| self.text(condition))
    }

    /// The type of what a name says of a field of the object, as text. None where Rust would write the name otherwise.
    fn type_of_field(&self, name: &VarName) -> Option<String> {
        let field = own_field(name)?;
        let SubjectKind::Type(class) = &self.subject.kind else { return None };
        let path = plain_name(class.as_path()?)?;
        let definition = self.code.items.types.values().find(|ty| ty.path == path)?;
        let declared = definition.fields()?.iter().find(|declared| *declared.name == *field)?;
        if name.is_length() {
            return Some("usize".to_owned());
        }
        if name.sequence().is_some() {
            return declared.ty.children().first().map(|element| element.to_string());
        }
        Some(declared.ty.to_string())
    }

    /// The object's fields in a state.
    pub(super) fn object(&self, state: &State) -> Literals {
        let SubjectKind::Type(ty) = &self.subject.kind else { return Literals::new() };
        testgen::fields(self.code.program, ty, "self", &self.lowered.system().assignment(state))
    }

    /// The arguments with which a call fails, as far as they are known.
    fn arguments(&self, entry: &Entry, finding: &Finding, replays: &Replays) -> Literals {
        let mut values = replays.arguments.get(&finding.error).cloned().unwrap_or_default();
        // In a loop, say, some are a part of the state.
        if let Some(state) = &finding.state {
            let of_state = self.lowered.system().assignment(state);
            of_state.iter().for_each(|(var, value)| values.set(var.clone(), value.clone()));
        }
        let own = entry.parameters.iter().filter(|(name, _)| Some(name.as_str()) != entry.object.as_deref());
        own.filter_map(|(name, ty)| {
            Some((name.clone(), testgen::named_literal(self.code.program, ty, name, &values)?))
        })
        .collect()
    }

    fn assumptions(&self) -> Vec<Assumption> {
        let is_call = |kind| matches!(kind, NoteKind::UnmodelledCall | NoteKind::ClientCall);
        let notes = self.lowered.notes().iter().filter(|note| is_call(note.kind));
        let assumption = |note: &crate::symex::Note| Assumption {
            kind: "unmodelled_call".to_owned(),
            callee: note.text.clone(),
            place: note.span.as_ref().map_or_else(Place::default, place_of),
        };
        let contracts = self.assumed.iter().map(|contract| Assumption {
            kind: contract.kind.to_string(),
            callee: format!("{}: {}", contract.function, contract.condition),
            place: self.function_place(&contract.function),
        });
        notes.map(assumption).chain(contracts).collect()
    }

    /// Where something fails in the user's source: where the standard library's own text fails, the method.
    fn place(&self, span: Option<&Span>, entry: &Entry) -> Place {
        let own = span.filter(|span| self.unit.owns(&span.file));
        own.map(place_of)
            .unwrap_or_else(|| self.function_place(&format!("{}::{}", self.crate_name, entry.name)))
    }

    /// The first cutpoint of a function, or the subject.
    fn function_place(&self, name: &str) -> Place {
        let cutpoints = self.probed.cutpoints.values();
        let places = cutpoints.filter(|cutpoint| cutpoint.function == name).map(|cutpoint| &cutpoint.place);
        places.min().cloned().unwrap_or_else(|| self.probed.place.clone())
    }
}

/// Tells whether a condition speaks of a call's arguments themselves: clients choose them, and executions try few.
fn is_of_arguments(condition: &Term, entry: &Entry) -> bool {
    let is_argument = |var: &Var| entry.parameters.iter().any(|(name, _)| name.as_str() == var.name.as_str());
    variables([condition]).iter().any(is_argument)
}

/// Tells whether all variables of a condition are named as in the source. Those of loops within calls and of what iterators hold are not.
fn is_told_in_words_of_the_source(condition: &Term) -> bool {
    variables([condition]).iter().all(|var| !var.name.as_str().contains([':', '|', '#']))
}

/// The field of `self` that a name is, or is the length, the elements or the variant of. The parts of a variant are not written so in Rust, deeper fields may be
/// private, and keywords are written otherwise.
fn own_field(name: &VarName) -> Option<&str> {
    let (root, parts) = name.way();
    let [Part::Field(field), looks @ ..] = parts.as_slice() else { return None };
    let is_look = |part: &&Part| matches!(part, Part::Length | Part::Elements | Part::VariantIndex);
    let is_plain = !field.contains('.') && testgen::raw(field) == **field;
    (root.as_str() == "self" && is_plain && looks.iter().all(is_look)).then_some(field)
}

/// A place as the ledger takes it.
pub fn place_of(span: &Span) -> Place {
    Place {
        file: span.file.to_string(),
        line: span.start.line,
        column: span.start.column,
        end_line: span.end.line,
        end_column: span.end.column,
    }
}

#[cfg(test)]
mod tests {
    use super::own_field;
    use crate::term::VarName;

    #[test]
    fn what_is_suggested_speaks_of_fields_alone() {
        let own = |text: &&str| own_field(&VarName::read(text)).is_some();
        let fields = ["self.size", "self.0", "self.slots.len()", "self.place.variant", "self.slots[_]"];
        assert!(fields.iter().all(own));
        let others =
            ["self", "size", "self.head.Some.0", "self.inner.front", "self.type", "*self.next", "N?"];
        assert!(!others.iter().any(own));
    }
}
