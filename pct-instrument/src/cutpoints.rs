//! The cutpoints of one function: names them, records them, and makes their probes, as far as they are not dropped.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{ReceiverKind, Signature, Type};

use pct_wire::Id;
use pct_wire::dropped::Dropped;
use pct_wire::sites::{
    Contract, ContractKind, Cutpoint, CutpointKind, Evaluates, Extent, Origin, Place, Record, Unprobed,
};

use crate::predicate::{Condition, Predicate};
use crate::probe::Probe;
use crate::scope::Scope;
use crate::settings::Settings;
use crate::sidecar::Sidecar;
use crate::span;

/// Why a probe is missing that the list of dropped ones names.
const REFUSED: &str = "the compiler refuses the probe here (a value is moved, or mutably borrowed)";

/// The value whose type's predicates a cutpoint evaluates.
#[derive(Clone)]
pub(crate) enum Object {
    /// None.
    Nothing,
    /// `self`, if the function has it.
    Receiver,
    /// The value that this expression borrows, taken out of the function's result.
    Result(TokenStream),
}

/// A function that is being instrumented.
pub(crate) struct Cutpoints<'a> {
    /// How to instrument.
    pub settings: &'a Settings,
    /// Where records go.
    pub sidecar: &'a mut Sidecar,
    /// The function.
    pub function: Id,
    name: String,
    predicates: Vec<(Id, &'a Predicate)>,
    receiver: Option<(Ident, bool)>,
    counters: BTreeMap<CutpointKind, u32>,
}

impl<'a> Cutpoints<'a> {
    /// No cutpoints yet.
    pub(crate) fn new(
        settings: &'a Settings,
        sidecar: &'a mut Sidecar,
        function: Id,
        signature: &Signature,
        predicates: Vec<(Id, &'a Predicate)>,
    ) -> Cutpoints<'a> {
        let name = signature.ident.to_string();
        Cutpoints {
            settings,
            sidecar,
            function,
            name,
            predicates,
            receiver: receiver(signature),
            counters: BTreeMap::new(),
        }
    }

    /// The probe of a cutpoint that is numbered among its kind: `push:loop1`.
    pub(crate) fn numbered(
        &mut self,
        kind: CutpointKind,
        site: Span,
        scope: &Scope,
        conditional: bool,
    ) -> TokenStream {
        let number = self.counters.entry(kind).or_insert(0);
        *number += 1;
        let label = format!("{kind}{number}");
        self.named(kind, &label, site, Object::Receiver, scope, conditional)
    }

    /// The probe of a cutpoint with a label of its own: `push:entry`, `push:L3`.
    pub(crate) fn named(
        &mut self,
        kind: CutpointKind,
        label: &str,
        site: Span,
        object: Object,
        scope: &Scope,
        conditional: bool,
    ) -> TokenStream {
        let id = Id::of(&[&self.function.to_string(), label]);
        let place = span::place(site, site);
        let mut records = Vec::new();
        if self.settings.dropped.contains(&Dropped::Cutpoint(id)) {
            records.push(self.unprobed(id, Extent::Cutpoint, REFUSED, &place));
            return self.hand_over(records, conditional, site);
        }
        let (evaluates, object) = self.object(id, object, site, &place, &mut records);
        let in_scope = self.in_scope(id, scope, &place, &mut records);
        let (ids, conditions): (Vec<Id>, Vec<&Condition>) = in_scope.into_iter().unzip();
        let derived = !ids.is_empty() && self.predicates.iter().any(|(_, it)| it.origin != Origin::User);
        records.push(Record::Cutpoint(Cutpoint {
            id,
            function: self.function,
            kind,
            label: format!("{}:{label}", self.name),
            evaluates,
            predicates: ids,
            place,
        }));
        let sampled =
            matches!(kind, CutpointKind::Entry | CutpointKind::Exit) && evaluates != Evaluates::Nothing;
        let probe = Probe { id, site, object, sampled, conditions: &conditions, derived }.tokens(scope);
        let declaration = self.hand_over(records, conditional, site);
        quote!(#declaration #probe)
    }

    /// Records a cutpoint of the user's that stands in a closure or async block.
    pub(crate) fn unreached(&mut self, label: &str, site: Span) {
        let id = Id::of(&[&self.function.to_string(), label]);
        let reason =
            format!("the cutpoint `{label}` stands in a closure or `async` block, which cannot hold probes");
        let record = self.unprobed(id, Extent::Cutpoint, &reason, &span::place(site, site));
        self.sidecar.push(record);
    }

    /// The probe of a contract's condition.
    pub(crate) fn contract(
        &mut self,
        kind: ContractKind,
        id: Id,
        condition: &Condition,
        site: Span,
        scope: &Scope,
        conditional: bool,
    ) -> TokenStream {
        let place = span::place_of(&condition.tokens());
        let contract =
            Contract { id, owner: self.function, kind, texts: vec![condition.text()], place: place.clone() };
        let mut records = vec![Record::Contract(contract)];
        let probe = if self.settings.dropped.contains(&Dropped::Cutpoint(id)) {
            records.push(self.unprobed(id, Extent::Cutpoint, REFUSED, &place));
            TokenStream::new()
        } else {
            Probe { id, site, object: None, sampled: false, conditions: &[condition], derived: false }
                .tokens(scope)
        };
        let declaration = self.hand_over(records, conditional, site);
        quote!(#declaration #probe)
    }

    /// A record of something that has no probe.
    pub(crate) fn unprobed(&self, id: Id, extent: Extent, reason: &str, place: &Place) -> Record {
        Record::Unprobed(Unprobed {
            id,
            function: self.function,
            extent,
            reason: reason.to_owned(),
            place: place.clone(),
        })
    }

    /// Keeps the records, or returns the tokens that will, if the code may be removed by `cfg`.
    fn hand_over(&mut self, records: Vec<Record>, conditional: bool, site: Span) -> TokenStream {
        if !conditional {
            records.into_iter().for_each(|record| self.sidecar.push(record));
            return TokenStream::new();
        }
        let mut inner = Sidecar::default();
        records.into_iter().for_each(|record| inner.push(record));
        let declaration = inner.declaration();
        quote_spanned!(span::generated(site)=> #declaration)
    }

    /// The expression of the object, unless its predicates are dropped here.
    fn object(
        &self,
        id: Id,
        object: Object,
        site: Span,
        place: &Place,
        records: &mut Vec<Record>,
    ) -> (Evaluates, Option<TokenStream>) {
        let (evaluates, tokens) = match (object, &self.receiver) {
            (Object::Result(tokens), _) => (Evaluates::Result, tokens),
            (Object::Receiver, Some((name, by_value))) => {
                let name = Ident::new("self", name.span().located_at(site));
                let at = span::generated(site);
                let tokens =
                    if *by_value { quote_spanned!(at=> &#name) } else { quote_spanned!(at=> &*#name) };
                (Evaluates::Receiver, tokens)
            }
            _ => return (Evaluates::Nothing, None),
        };
        if self.settings.dropped.contains(&Dropped::SelfPredicates(id)) {
            records.push(self.unprobed(id, Extent::SelfPredicates, REFUSED, place));
            return (Evaluates::Nothing, None);
        }
        (evaluates, Some(tokens))
    }

    /// The function's own predicates whose variables are all in scope and that are not dropped here.
    fn in_scope(
        &self,
        cutpoint: Id,
        scope: &Scope,
        place: &Place,
        records: &mut Vec<Record>,
    ) -> Vec<(Id, &'a Condition)> {
        let mut found = Vec::new();
        for (predicate, written) in &self.predicates {
            if !written.condition.variables.iter().all(|variable| scope.has(variable)) {
                continue;
            }
            if self.settings.dropped.contains(&Dropped::Predicate { cutpoint, predicate: *predicate }) {
                // Nobody asked for the others.
                if written.origin == Origin::User {
                    records.push(Record::Unprobed(Unprobed {
                        id: *predicate,
                        function: self.function,
                        extent: Extent::Predicate,
                        reason: REFUSED.to_owned(),
                        place: place.clone(),
                    }));
                }
                continue;
            }
            found.push((*predicate, &written.condition));
        }
        found
    }
}

/// The `self` token of a method, and whether it holds the object itself rather than something that points to it.
fn receiver(signature: &Signature) -> Option<(Ident, bool)> {
    let receiver = signature.receiver()?;
    let by_value = match &receiver.kind {
        ReceiverKind::Value => true,
        ReceiverKind::Typed(_, ty) => matches!(&**ty, Type::Path(path) if path.path.is_ident("Self")),
        _ => false,
    };
    Some((Ident::new("self", receiver.self_token.span), by_value))
}
