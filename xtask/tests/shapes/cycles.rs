//! Functions of one source that call themselves or each other.

use std::collections::BTreeSet;

use super::{Found, Kind};

/// How a function is named where it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum How {
    /// `f(…)`
    Alone,
    /// `Self::f(…)`, with what stands before the name; `<T as Trait>::f(…)`, with nothing.
    Qualified(Option<String>),
    /// `value.f(…)`
    Method,
}

/// What was seen of one function.
#[derive(Debug)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) line: usize,
    pub(super) is_method: bool,
    /// The type or trait that it is a function of.
    pub(super) owner: Option<String>,
    /// A type or value is among what it is given.
    pub(super) is_given_shapes: bool,
    /// Its result is written with a type or value.
    pub(super) gives_shapes: bool,
    /// It answers yes or no.
    pub(super) answers: bool,
    /// It looks for some shapes of a type or value, and names no others.
    pub(super) asks_for_shapes: bool,
    /// A pattern takes a part out of a type or value.
    pub(super) takes_parts: bool,
    /// A pattern names the shape of a type or value.
    pub(super) names_shapes: bool,
    pub(super) calls: Vec<(String, How)>,
    /// What may be functions that others call: `any(f)`.
    pub(super) handed_on: Vec<(String, How)>,
    pub(super) variables: BTreeSet<String>,
}

impl Function {
    /// Tells whether it may be meant where a function is named so.
    ///
    /// Over-approximates: of methods only the name is compared.
    fn is_meant(&self, (name, how): &(String, How)) -> bool {
        let may_be = match how {
            How::Alone => self.owner.is_none(),
            How::Qualified(Some(before)) if before.starts_with(char::is_uppercase) => {
                before == "Self" || self.owner.as_ref() == Some(before)
            }
            How::Qualified(_) => true,
            How::Method => self.is_method,
        };
        may_be && self.name == *name
    }

    /// Whether it looks at the shape of what it is given, and may give parts of that.
    fn gives_parts(&self) -> bool {
        self.is_given_shapes && self.gives_shapes && self.names_shapes
    }

    /// Whether it may call another function, or itself.
    fn may_call(&self, other: &Function) -> bool {
        let is_variable = |(name, how): &(String, How)| *how == How::Alone && self.variables.contains(name);
        let handed_on = self.handed_on.iter().filter(|named| !is_variable(named));
        self.calls.iter().chain(handed_on).any(|named| other.is_meant(named))
    }

    /// Whether it gets parts of what it is given from another function.
    fn is_helped(&self, functions: &[Function]) -> bool {
        functions.iter().any(|one| !std::ptr::eq(one, self) && one.gives_parts() && self.may_call(one))
    }
}

/// The functions that call themselves and take types or values apart, alone or with the help of another one, and the groups of those that do
/// so by calling each other. A function that is in such a group is not found by itself, too.
pub(super) fn walks(functions: &[Function]) -> Vec<Found> {
    let given: Vec<&Function> = functions.iter().filter(|function| function.is_given_shapes).collect();
    let mut walks = groups(&given);
    walks.retain(|group| group.iter().any(|function| function.names_shapes || function.is_helped(functions)));
    let is_alone = |function: &&Function| !walks.iter().flatten().any(|one| std::ptr::eq(*one, *function));
    let is_walk =
        |one: &&Function| one.may_call(one) && (one.takes_parts || one.is_helped(functions)) && is_alone(one);
    let alone: Vec<&Function> = functions.iter().filter(is_walk).collect();
    walks.extend(alone.into_iter().map(|function| vec![function]));
    walks.iter().map(|group| walk(group)).collect()
}

fn walk(functions: &[&Function]) -> Found {
    let names: Vec<&str> = functions.iter().map(|function| &*function.name).collect();
    let of = names.join(", ");
    let what = format!("`{of}` {}", if names.len() == 1 { "walks" } else { "walk" });
    Found { line: functions[0].line, of, what, kind: Kind::Walk }
}

/// The groups of two or more functions of which each may reach all others by calls, in the order of the source.
fn groups<'f>(functions: &[&'f Function]) -> Vec<Vec<&'f Function>> {
    let reached: Vec<BTreeSet<usize>> = (0..functions.len()).map(|at| reached(functions, at)).collect();
    let mut groups = BTreeSet::new();
    for (at, from_here) in reached.iter().enumerate() {
        let back = from_here.iter().copied().filter(|other| reached[*other].contains(&at));
        groups.insert(back.collect::<BTreeSet<usize>>());
    }
    let several = groups.into_iter().filter(|group| group.len() > 1);
    several.map(|group| group.into_iter().map(|at| functions[at]).collect()).collect()
}

/// The functions to which calls lead from one.
fn reached(functions: &[&Function], from: usize) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        let called = (0..functions.len()).filter(|other| functions[at].may_call(functions[*other]));
        open.extend(called.filter(|other| reached.insert(*other)));
    }
    reached
}
