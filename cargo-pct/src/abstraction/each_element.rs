//! Candidates that speak of each element of a sequence: `self.free[i] < self.slots.len()` for all `i` below the length.
//!
//! The elements of a sequence are variables of sort array, one for each leaf of an element, named after it: `self.slots[_].Free.0`. A leaf that
//! is there in one variant only is compared where the element is of that variant.

use crate::system::{LocationId, System};
use crate::term::{Form, IntType, Kind, Part, Pattern, Sort, Term, TermRefs, Var, VarName};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// So many leaves of elements a location are spoken of.
const MOST_LEAVES: usize = 8;

/// So many numbers each is compared with.
const MOST_NUMBERS: usize = 24;

/// Tells whether a variable is set to what an element says, or an error depends on one.
pub fn has_elements(system: &System) -> bool {
    let errors = system.errors.values().map(|error| &error.guard);
    let updates = system.edges.values().flat_map(|edge| {
        let targets = &system.locations[edge.target].vars;
        let own = targets.iter().zip(&edge.updates).filter(|(var, _)| var.sort.is_integer());
        own.map(|(_, update)| update)
    });
    reads_element(errors.chain(updates).collect())
}

fn reads_element(mut pending: Vec<&Term>) -> bool {
    let mut seen = TermRefs::default();
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let Kind::Select(array, _) = term.kind()
            && matches!(array.kind(), Kind::Var(_))
            && is_leaf(term.sort())
        {
            return true;
        }
        pending.extend(term.operands());
    }
    false
}

/// Tells whether elements of this sort are no arrays themselves.
fn is_leaf(sort: &Sort) -> bool {
    !matches!(sort, Sort::Array(_))
}

/// The candidates at a location; `constants` are those that its code names.
pub(super) fn candidates(
    system: &System,
    at: LocationId,
    integers: &[Term],
    constants: &BTreeSet<BigInt>,
) -> Vec<Term> {
    let vars = &system.locations[at].vars;
    let leaves = vars.iter().filter_map(|var| Leaf::of(var, vars)).take(MOST_LEAVES);
    let constants = constants.iter().map(|constant| Term::int(constant.clone()));
    let numbers: Vec<Term> = integers.iter().cloned().chain(constants).take(MOST_NUMBERS).collect();
    leaves.flat_map(|leaf| leaf.candidates(&numbers)).collect()
}

/// One number, truth value or variant that each element of a sequence has.
struct Leaf<'v> {
    own: &'v Var,
    sort: &'v Sort,
    /// An element has the leaf where each of these arrays has this variant.
    variants: Vec<(&'v Var, Term)>,
    /// How long the sequence is.
    length: Term,
}

impl<'v> Leaf<'v> {
    fn of(own: &'v Var, vars: &'v [Var]) -> Option<Leaf<'v>> {
        let Sort::Array(sort) = &own.sort else { return None };
        let sequence = own.name.sequence()?;
        // Arrays have no variable for their length: all that is in one is spoken of, and what is beyond its end was filled when it was.
        let all = || Term::int(BigInt::from(1) << Pattern::INDEX.bits());
        let length = sequence.length();
        let length = vars.iter().find(|var| var.name == length).map_or_else(all, Var::term);
        let variants = vars.iter().filter_map(|var| Some((var, variant_that_has(var, &own.name)?)));
        is_leaf(sort).then(|| Leaf { own, sort, variants: variants.collect(), length })
    }

    fn candidates(&self, numbers: &[Term]) -> Vec<Term> {
        match self.sort {
            Sort::Bool => {
                [true, false].map(|value| self.each(self.sort, &Term::bool(value), Term::equals)).to_vec()
            }
            Sort::Enum(variants) => {
                let is = |index: usize| self.each(self.sort, &Term::variant(variants, index), Term::equals);
                (0..variants.len()).map(is).collect()
            }
            Sort::Int | Sort::Nat | Sort::Machine(_) => {
                let compared = numbers.iter().flat_map(|number| {
                    let own = number.sort().clone();
                    let sort =
                        if number.as_int().is_some() { Sort::Machine(IntType::Signed(64)) } else { own };
                    let [lt, le, ge] = [Term::lt, Term::le, |a: &Term, b: &Term| b.le(a)];
                    [self.each(&sort, number, lt), self.each(&sort, number, le), self.each(&sort, number, ge)]
                });
                compared.collect()
            }
            Sort::Array(_) => Vec::new(),
        }
    }

    /// Each element that has the leaf compares with a value in this way.
    fn each(&self, sort: &Sort, value: &Term, compares: impl Fn(&Term, &Term) -> Term) -> Term {
        let index = Var::new("i", Sort::Machine(Pattern::INDEX));
        let own = Var::new("own", self.own.sort.clone());
        let other = Var::new("other", sort.clone());
        let mut body = compares(&own.term().select(&index.term()), &other.term());
        let mut parameters = vec![own, other];
        let mut arguments = vec![self.own.term(), value.clone()];
        for (number, (array, variant)) in self.variants.iter().enumerate().rev() {
            let parameter = Var::new(format!("variant{number}"), array.sort.clone());
            body = parameter.term().select(&index.term()).equals(variant).implies(&body);
            parameters.push(parameter);
            arguments.push(array.term());
        }
        let pattern =
            Pattern::new(index, parameters, body).expect("elements are compared, not calculated with");
        pattern.holds_below(&self.length, &arguments)
    }
}

/// The variant that an element has to be of for a part of it to be there: `Free` of `self.slots[_].variant` for `.Free.0`.
fn variant_that_has(var: &Var, own: &VarName) -> Option<Term> {
    let Sort::Array(sort) = &var.sort else { return None };
    let Sort::Enum(variants) = &**sort else { return None };
    let Form::Part(enumeration, Part::VariantIndex) = var.name.form() else { return None };
    let name = own.wholes().find_map(|(whole, part)| match part {
        Part::Field(name) if whole == enumeration => Some(name),
        _ => None,
    })?;
    let index = variants.iter().position(|variant| variant == name)?;
    Some(Term::variant(variants, index))
}
