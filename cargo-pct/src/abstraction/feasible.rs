//! Which valuations of a cutpoint's predicates some state has at all, without listing them.
//!
//! Predicates that share no variable, directly or through a fact, are independent: any valuation of the ones goes with any of the others.
//! So a set of valuations is kept as a product of groups. Sixteen independent predicates have 65,536 valuations, and two queries each
//! find them.

use super::observations::observations;
use crate::solver::Solver;
use crate::term::{Kind, Substitution, Term, Var, variables};
use pct_wire::Valuation;
use std::collections::{BTreeSet, HashMap};

/// A set of valuations of some predicates.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Feasible {
    predicates: usize,
    /// The valuations that are in each of these; `None` if these are none.
    product: Option<Vec<Group>>,
    /// Others.
    more: BTreeSet<Valuation>,
}

/// Predicates, and their truth values together.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct Group {
    /// The bits of the predicates.
    mask: u64,
    /// Their truth values, in place.
    values: Vec<u64>,
}

/// Answers about single groups, by facts and formulas.
pub type KnownGroups = HashMap<(Term, Vec<Term>), Option<Vec<u64>>>;

/// Valuations of one group that are enumerated.
const MOST_VALUATIONS: usize = 1024;

impl Feasible {
    /// Every valuation of so many predicates.
    pub fn all(predicates: usize) -> Feasible {
        let group = |index| Group { mask: 1u64 << index, values: vec![0, 1u64 << index] };
        let product = Some((0..predicates).map(group).collect());
        Feasible { predicates, product, more: BTreeSet::new() }
    }

    /// These valuations of so many predicates.
    pub fn listed(valuations: BTreeSet<Valuation>, predicates: usize) -> Feasible {
        Feasible { predicates, product: None, more: valuations }
    }

    /// The valuations of formulas in the states that satisfy a conjunction of facts; `None` where the solver does not know.
    ///
    /// Over-approximates: facts about variables that no formula reads are left out.
    pub fn of(
        facts: &Term,
        formulas: &[Term],
        known: &mut KnownGroups,
        solver: impl Fn() -> Solver,
    ) -> Option<Feasible> {
        let mut groups = Vec::new();
        for independent in Independent::split(facts, formulas) {
            let own = known.entry(independent.canonical(formulas)).or_insert_with_key(|(facts, formulas)| {
                let found = observations(&mut solver(), facts, formulas, MOST_VALUATIONS);
                let mut values: Vec<u64> =
                    found.found.into_keys().map(|it| Valuation::from(it).bits()).collect();
                values.sort_unstable();
                found.is_complete.then_some(values)
            });
            groups.push(independent.group(own.as_ref()?));
        }
        Some(Feasible { predicates: formulas.len(), product: Some(groups), more: BTreeSet::new() })
    }

    /// Of how many predicates these are valuations.
    pub fn predicates(&self) -> usize {
        self.predicates
    }

    /// How many there are.
    pub fn len(&self) -> u128 {
        self.in_product() + self.more.len() as u128
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn in_product(&self) -> u128 {
        let groups = self.product.as_ref();
        groups.map_or(0, |groups| groups.iter().map(|group| group.values.len() as u128).product())
    }

    /// Whether this is one.
    pub fn contains(&self, valuation: &Valuation) -> bool {
        let is_in = |group: &Group| group.values.contains(&(valuation.bits() & group.mask));
        self.more.contains(valuation) || self.product.as_ref().is_some_and(|groups| groups.iter().all(is_in))
    }

    /// Adds one.
    pub fn insert(&mut self, valuation: Valuation) {
        if !self.contains(&valuation) {
            self.more.insert(valuation);
        }
    }

    /// Adds those of another set of valuations of the same predicates; whether that could be done.
    #[must_use]
    pub fn extend(&mut self, other: &Feasible) -> bool {
        if self.product == other.product {
            self.more.extend(&other.more);
            return true;
        }
        let is_short = other.len() <= MOST_VALUATIONS as u128;
        if is_short {
            other.iter().for_each(|valuation| self.insert(valuation));
        }
        is_short
    }

    /// All of them, one after the other. There may be very many.
    pub fn iter(&self) -> impl Iterator<Item = Valuation> {
        let groups = self.product.as_deref().unwrap_or_default();
        let product = (0..self.in_product()).map(move |mut number| {
            let mut bits = 0;
            for Group { values, .. } in groups {
                // A remainder by a length is smaller than it.
                bits |= values[(number % values.len() as u128) as usize];
                number /= values.len() as u128;
            }
            Valuation::new(bits, self.predicates)
        });
        product.chain(self.more.iter().copied())
    }

    /// How many [`Feasible::iter`] gives in front of this one; `None` if it is none of them.
    pub fn position(&self, valuation: &Valuation) -> Option<u128> {
        let in_product = |groups: &Vec<Group>| {
            let (mut position, mut step) = (0, 1);
            for Group { mask, values } in groups {
                let own = values.iter().position(|it| *it == valuation.bits() & mask)?;
                position += own as u128 * step;
                step *= values.len() as u128;
            }
            Some(position)
        };
        self.product.as_ref().and_then(in_product).or_else(|| {
            let more = self.more.iter().position(|it| it == valuation)?;
            Some(self.in_product() + more as u128)
        })
    }

    /// The states whose valuation is one of these.
    pub fn states(&self, formulas: &[Term]) -> Term {
        let in_group = |group: &Group| match group.values.len() == 1 << group.mask.count_ones() {
            true => Term::bool(true),
            false => Term::any(group.values.iter().map(|values| literals(formulas, group.mask, *values))),
        };
        let product = self.product.as_ref().map(|groups| Term::all(groups.iter().map(in_group)));
        let more = self.more.iter().map(|valuation| literals(formulas, u64::MAX, valuation.bits()));
        Term::any(product.into_iter().chain(more))
    }
}

/// The states in which the predicates of a mask have these truth values.
fn literals(formulas: &[Term], mask: u64, values: u64) -> Term {
    let own = formulas.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1);
    Term::all(own.map(|(index, formula)| match values >> index & 1 {
        1 => formula.clone(),
        _ => formula.not(),
    }))
}

/// Predicates that share variables, and what is known of these.
struct Independent {
    /// By position, in ascending order.
    predicates: Vec<usize>,
    variables: BTreeSet<Var>,
    facts: Vec<Term>,
}

impl Independent {
    /// The groups of some formulas, in the order of their first members.
    fn split(facts: &Term, formulas: &[Term]) -> Vec<Independent> {
        let mut groups: Vec<Independent> = Vec::new();
        for (index, formula) in formulas.iter().enumerate() {
            let own =
                Independent { predicates: vec![index], variables: variables([formula]), facts: Vec::new() };
            join(&mut groups, own);
        }
        let conjuncts = match facts.kind() {
            Kind::And(facts) => facts.clone(),
            _ => vec![facts.clone()],
        };
        for fact in conjuncts {
            let variables = variables([&fact]);
            if groups.iter().any(|group| !group.variables.is_disjoint(&variables)) {
                join(&mut groups, Independent { predicates: Vec::new(), variables, facts: vec![fact] });
            }
        }
        groups.sort_by_key(|group| group.predicates[0]);
        groups
    }

    /// The question, in a form that does not depend on names: two groups with the same formulas over variables of the same sorts are one.
    fn canonical(&self, formulas: &[Term]) -> (Term, Vec<Term>) {
        let (facts, formulas) =
            (Term::all(self.facts.iter().cloned()), self.predicates.iter().map(|it| &formulas[*it]));
        let mut names: Vec<Var> = Vec::new();
        for term in formulas.clone().chain([&facts]) {
            let new = variables([term]).into_iter().filter(|var| !names.contains(var)).collect::<Vec<_>>();
            names.extend(new);
        }
        let renamed = names.into_iter().enumerate().map(|(index, var)| {
            let sort = var.sort.clone();
            (var, Var::new(format!("v{index}"), sort).term())
        });
        let mut renaming = Substitution::new(renamed.collect::<Vec<_>>());
        (renaming.apply(&facts), formulas.map(|formula| renaming.apply(formula)).collect())
    }

    /// With truth values, of which bit `n` is the group's predicate `n`.
    fn group(&self, values: &[u64]) -> Group {
        let in_place = |values: u64| {
            let own = self.predicates.iter().enumerate();
            own.fold(0, |bits, (number, index)| bits | (values >> number & 1) << index)
        };
        Group { mask: in_place(u64::MAX), values: values.iter().map(|it| in_place(*it)).collect() }
    }
}

/// Adds a group, together with those that it shares variables with.
fn join(groups: &mut Vec<Independent>, mut own: Independent) {
    let (shared, others): (Vec<_>, Vec<_>) =
        std::mem::take(groups).into_iter().partition(|group| !group.variables.is_disjoint(&own.variables));
    *groups = others;
    for group in shared.into_iter().rev() {
        own.predicates.splice(0..0, group.predicates);
        own.facts.splice(0..0, group.facts);
        own.variables.extend(group.variables);
    }
    own.predicates.sort_unstable();
    groups.push(own);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Prover, SolverConfig};
    use crate::term::{IntType, Sort};

    fn numbers(count: usize) -> Vec<Term> {
        let sort = Sort::Machine(IntType::Unsigned(8));
        (0..count).map(|it| Var::new(format!("x{it}"), sort.clone()).term()).collect()
    }

    fn feasible(facts: &Term, formulas: &[Term]) -> (Feasible, u64) {
        let prover = Prover::new(SolverConfig::default());
        let found = Feasible::of(facts, formulas, &mut KnownGroups::new(), || prover.solver()).unwrap();
        (found, prover.statistics().queries)
    }

    /// What the product says is what enumerating all predicates together says.
    fn check(facts: &Term, formulas: &[Term]) -> Feasible {
        let (found, _) = feasible(facts, formulas);
        let prover = Prover::new(SolverConfig::default());
        let all = observations(&mut prover.solver(), facts, formulas, usize::MAX);
        let all: BTreeSet<Valuation> = all.found.into_keys().map(Valuation::from).collect();
        assert_eq!((found.iter().collect::<BTreeSet<_>>(), found.len()), (all.clone(), all.len() as u128));
        for bits in 0..1 << formulas.len() {
            let valuation = Valuation::new(bits, formulas.len());
            assert_eq!(found.contains(&valuation), all.contains(&valuation));
        }
        for (index, valuation) in found.iter().enumerate() {
            assert_eq!(found.position(&valuation), Some(index as u128));
        }
        // And so does the formula of its states.
        let states =
            observations(&mut prover.solver(), &facts.and(&found.states(formulas)), formulas, usize::MAX);
        assert_eq!(states.found.len(), all.len());
        found
    }

    #[test]
    fn predicates_that_share_variables_depend_on_each_other() {
        let [x, y, z] = numbers(3).try_into().unwrap();
        let (small, smaller) = (x.lt(&Term::int(9)), x.lt(&Term::int(3)));
        let zero = y.equals(&Term::int(0));
        let found = check(&Term::bool(true), &[small.clone(), zero.clone(), smaller.clone()]);
        assert_eq!(found.len(), 6);
        // A fact makes the two groups one, also by way of a variable that no predicate reads.
        assert_eq!(check(&x.le(&y), &[small.clone(), zero.clone(), smaller.clone()]).len(), 4);
        assert_eq!(check(&x.le(&z).and(&z.le(&y)), &[small, zero, smaller]).len(), 4);
        assert_eq!(check(&Term::bool(true), &[]).len(), 1);
        assert_eq!(check(&Term::bool(true), &[Term::bool(false), x.le(&y)]).len(), 2);
    }

    #[test]
    fn independent_predicates_are_not_enumerated_together() {
        let formulas: Vec<Term> = numbers(40).iter().map(|x| x.lt(&Term::int(5))).collect();
        let (found, queries) = feasible(&Term::bool(true), &formulas);
        assert_eq!((found.len(), queries), (1 << 40, 3), "all are one question");
        assert_eq!(found, Feasible::all(40));
        assert!(found.contains(&Valuation::new(0b1011, 40)) && found.states(&formulas) == Term::bool(true));
    }

    #[test]
    fn a_union_has_the_members_of_both() {
        let [x, y] = numbers(2).try_into().unwrap();
        let formulas = [x.lt(&Term::int(9)), y.lt(&Term::int(9))];
        let (mut one, _) = feasible(&x.equals(&Term::int(0)), &formulas);
        let (other, _) = feasible(&y.equals(&Term::int(0)), &formulas);
        assert!(one.extend(&other) && one.len() == 3);
        assert!(!one.contains(&Valuation::new(0, 2)));
        one.insert(Valuation::new(0, 2));
        assert_eq!(one.len(), 4);
        let mut listed = Feasible::listed([Valuation::new(1, 2)].into(), 2);
        assert!(!listed.is_empty() && listed.extend(&one) && listed.len() == 4);
    }
}
