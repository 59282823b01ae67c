//! Finds the code that may run, or be read, where other code runs: by the names in its text.
//!
//! Input: the code of a crate and what its source says. Output: [`Mentions`], which follows names to the bodies that they lead to.
//! Over-approximates: code is what its names lead to. A body comes into play with all names in its text; a type with those of its fields and
//! of the impls for it; a trait with all impls of it. Names are not told apart by module or kind.

mod graph;

use crate::mir::{AllocationId, AllocationKind, GenericArg, Path, Segment, Type};
use crate::source::{FunctionId, ImplDef, Items, Owner};
use crate::symex::{BodyId, Program, shared_firsts};
use graph::{Graph, InPlay, NameId};
use std::collections::{BTreeMap, BTreeSet};

/// Names in code.
pub(super) type Names = BTreeSet<String>;

/// The code of a crate by the names in it.
pub(super) struct Mentions {
    graph: Graph,
    bodies: BTreeMap<BodyId, Named>,
    /// The closures inside each function, and the constants that the compiler took out of its code.
    inside: BTreeMap<BodyId, Vec<BodyId>>,
}

/// The names in a body's text.
struct Named {
    names: Names,
    ids: Vec<NameId>,
}

impl Mentions {
    /// The names in the code of the analysed crates, with more for some bodies.
    pub(super) fn of(program: &Program, items: &Items, more: &BTreeMap<BodyId, Names>) -> Mentions {
        let own: Vec<BodyId> =
            program.bodies().map(|(body, _)| body).filter(|body| program.is_analysed(*body)).collect();
        let mut bodies: BTreeMap<BodyId, Names> =
            own.iter().map(|body| (*body, names_in(program, *body))).collect();
        for (body, names) in more {
            bodies.entry(*body).or_default().extend(names.iter().cloned());
        }
        // What stands inside a function is part of it.
        let mut inside: BTreeMap<BodyId, Vec<BodyId>> = BTreeMap::new();
        for body in &own {
            for outer in program.functions_around(*body) {
                let inner = bodies.get(body).cloned().unwrap_or_default();
                bodies.entry(*outer).or_default().extend(inner);
                inside.entry(*outer).or_default().push(*body);
            }
        }
        let declared = declared(items);
        let mut graph = Graph::default();
        let mut with_ids = |names: Names| Named { ids: graph.ids(&names), names };
        let bodies = bodies.into_iter().map(|(body, names)| (body, with_ids(names))).collect();
        let mut mentions = Mentions { graph, bodies, inside };
        mentions.add_declarations(items, &declared);
        for body in own {
            mentions.add_body(program, items, &declared, body);
        }
        mentions
    }

    /// The names in a body's text.
    pub(super) fn of_body(&self, body: BodyId) -> &Names {
        static NONE: Names = Names::new();
        self.bodies.get(&body).map_or(&NONE, |named| &named.names)
    }

    /// Follows the names in these bodies, and these.
    fn follow(&self, seeds: impl Iterator<Item = BodyId>, names: &Names) -> InPlay<'_> {
        let ids = seeds.filter_map(|body| self.bodies.get(&body)).flat_map(|named| &named.ids).copied();
        self.graph.follow(names, ids)
    }

    /// Tells of each of these sets whether a name of it comes into play with the names in these bodies, and with those of types.
    pub(super) fn meet<'n>(
        &self,
        bodies: impl Iterator<Item = BodyId>,
        types: &Names,
        sets: impl Iterator<Item = &'n Names>,
    ) -> Vec<bool> {
        let in_play = self.follow(bodies, types);
        sets.map(|names| in_play.has_one_of(names)).collect()
    }

    /// The bodies that may run or be read where these are, those among them, when code also deals with types of these names.
    pub(super) fn reached(&self, seeds: impl Iterator<Item = BodyId>, names: &Names) -> BTreeSet<BodyId> {
        let seeds: BTreeSet<BodyId> = seeds.collect();
        let mut found = self.follow(seeds.iter().copied(), names).bodies;
        found.extend(seeds);
        let inside = found.iter().filter_map(|body| self.inside.get(body)).flatten().copied();
        let inside: Vec<BodyId> = inside.collect();
        found.extend(inside);
        found
    }

    /// Types lead to what they are made of, traits and aliases to what they are declared by, impls of traits to all that is in them.
    fn add_declarations(&mut self, items: &Items, declared: &Names) {
        for ty in items.types.values() {
            let fields = ty.variants.iter().flat_map(|variant| &variant.fields).map(|field| &field.ty);
            let names = fields
                .chain(ty.defaults.values().filter_map(GenericArg::as_type))
                .flat_map(in_type)
                .collect();
            self.add_declaration(&[one(&ty.name)], &names);
        }
        for declared in items.traits.values() {
            let names = declared.supertraits.iter().map(ToString::to_string).collect();
            self.add_declaration(&[one(last(&declared.path))], &names);
        }
        for alias in items.aliases.values() {
            self.add_declaration(&[one(last(&alias.path))], &in_type(&alias.ty));
        }
        for block in items.impls.values().filter(|block| block.trait_path.is_some()) {
            self.add_declaration(&needs_of(items, block, declared), &in_head(block));
        }
    }

    fn add_declaration(&mut self, needs: &[Names], names: &Names) {
        let ids = self.graph.ids(names);
        self.graph.add(needs, ids, None);
    }

    fn add_body(&mut self, program: &Program, items: &Items, declared: &Names, body: BodyId) {
        let code = program.code(body);
        let mut ids = self.bodies.get(&body).map_or_else(Vec::new, |named| named.ids.clone());
        let needs = match code.declaration {
            Some(function) => needs_of_function(items, function, declared),
            None if !program.functions_around(body).is_empty() => return,
            // A constant, what stands in one, or a constructor. Whoever names one that stands in a function names that, too.
            None => {
                let outside = match program.functions_outside(body) {
                    [function] => program.code(*function).declaration,
                    _ => None,
                };
                let mut needs =
                    outside.map_or_else(Vec::new, |function| needs_of_function(items, function, declared));
                needs.push(named_by(&code.body.path));
                needs
            }
        };
        if let Some(function) = code.declaration {
            let bounds: Names = items.functions[function].bounds.iter().flat_map(in_bound).collect();
            ids.extend(self.graph.ids(&bounds));
        }
        self.graph.add(&needs, ids, Some(body));
    }
}

/// The names of a crate's types and traits, with those that `type` and `use` give them.
pub(super) fn declared(items: &Items) -> Names {
    let types = items.types.values().map(|ty| ty.name.clone());
    let paths = items.traits.values().map(|it| &it.path).chain(items.aliases.values().map(|it| &it.path));
    let names = types.chain(paths.map(|path| last(path).to_owned())).chain(items.renamed.keys().cloned());
    names.filter(|name| name != "_").collect()
}

/// Lists the names that lead to a function.
fn needs_of_function(items: &Items, function: FunctionId, declared: &Names) -> Vec<Names> {
    let own = &items.functions[function];
    match own.owner {
        Owner::Module(_) | Owner::Body(_) => vec![one(&own.name)],
        Owner::Trait(owner) => vec![one(last(&items.traits[owner].path))],
        Owner::Impl(block) => {
            let block = &items.impls[block];
            let mut needs = needs_of(items, block, declared);
            if block.trait_path.is_none() {
                needs.push(one(&own.name));
            }
            needs
        }
    }
}

/// Lists the names that lead to an impl: its trait, if the crate declares that one; else one of the crate's types in its head.
fn needs_of(items: &Items, block: &ImplDef, declared: &Names) -> Vec<Names> {
    if let Some(name) = block.trait_name()
        && !block.is_of_unclear_trait()
        && items.traits.values().any(|it| last(&it.path) == name)
    {
        return vec![one(name)];
    }
    let mut heads = in_type(&block.self_type);
    heads.extend(block.trait_path.iter().flat_map(in_path));
    let heads: Names = heads.intersection(declared).cloned().collect();
    if heads.is_empty() { Vec::new() } else { vec![heads] }
}

fn in_head(block: &ImplDef) -> Names {
    let types = block.types.values().chain([&block.self_type]).flat_map(in_type);
    let paths = block.trait_path.iter().flat_map(in_path);
    types.chain(paths).chain(block.bounds.iter().flat_map(in_bound)).collect()
}

fn in_bound((ty, bound): &(Type, Path)) -> Names {
    in_type(ty).into_iter().chain(in_path(bound)).collect()
}

pub(super) fn in_type(ty: &Type) -> Names {
    identifiers(&ty.to_string()).collect()
}

fn in_path(path: &Path) -> Names {
    identifiers(&path.to_string()).collect()
}

/// The names in a body's text and in the allocations that it mentions; left out are its own name, variables and texts.
fn names_in(program: &Program, body: BodyId) -> Names {
    let body_of = &program.code(body).body;
    let text = body_of.to_string().replacen(&body_of.path.to_string(), "", 1);
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("debug "));
    let mut found: Names =
        lines.flat_map(|line| identifiers(&without_texts(line)).collect::<Names>()).collect();
    let mut seen = BTreeSet::new();
    let mut waiting: Vec<AllocationId> = found.iter().filter_map(|name| allocation(name)).collect();
    while let Some(id) = waiting.pop() {
        let Some(allocation) = program.allocation(body, id).filter(|_| seen.insert(id)) else { continue };
        waiting.extend(allocation.pointers.values());
        match &allocation.kind {
            AllocationKind::Memory => {}
            AllocationKind::Static(text)
            | AllocationKind::ExternStatic(text)
            | AllocationKind::Function(text)
            | AllocationKind::Other(text) => found.extend(identifiers(text)),
        }
    }
    found
}

/// `alloc4`
fn allocation(name: &str) -> Option<AllocationId> {
    name.strip_prefix("alloc")?.parse().ok().map(AllocationId)
}

/// A line of a body without what stands between quotation marks; from one that is not closed on, all is kept.
fn without_texts(line: &str) -> String {
    let line = line.replace("'\"'", "");
    let (mut kept, mut rest) = (String::new(), line.as_str());
    while let Some((before, after)) = rest.split_once('"') {
        let mut is_escaped = false;
        let end = after.find(|sign| {
            let is_end = sign == '"' && !is_escaped;
            is_escaped = sign == '\\' && !is_escaped;
            is_end
        });
        let Some(end) = end else { break };
        kept += before;
        kept.push(' ');
        rest = &after[end + 1..];
    }
    kept + rest
}

/// The identifiers in a text; raw ones with their `r#`. Of paths that may be another crate's, the first two are one name besides.
fn identifiers(text: &str) -> impl Iterator<Item = String> + '_ {
    let pairs = shared_firsts().flat_map(|first| pairs(text, first));
    words(text).chain(pairs)
}

/// `core::mem` for each path in a text that begins so.
fn pairs<'a>(text: &'a str, first: &'a str) -> impl Iterator<Item = String> + 'a {
    let is_part = |sign: char| sign.is_alphanumeric() || matches!(sign, '_' | '#' | ':');
    text.match_indices(first).filter_map(move |(at, _)| {
        let second = text[at + first.len()..].strip_prefix("::")?;
        let second = words(second).next().filter(|word| second.starts_with(word.as_str()))?;
        (!text[..at].ends_with(is_part)).then(|| format!("{first}::{second}"))
    })
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    let is_part = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '#';
    let words = text.split(move |sign: char| !is_part(sign)).map(|word| word.trim_end_matches('#'));
    let words = words.filter(|word| *word != "_");
    words
        .filter(|word| word.starts_with(|first: char| first.is_alphabetic() || first == '_'))
        .map(str::to_owned)
}

/// The last name of a path; all of them where it ends without one.
fn named_by(path: &Path) -> Names {
    match path.last() {
        Segment::Named { name, .. } => one(name),
        _ => path.segments.iter().filter_map(Segment::name).map(ToString::to_string).collect(),
    }
}

pub(super) fn last(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

pub(super) fn one(name: &str) -> Names {
    Names::from([name.to_owned()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_from_code_and_not_from_texts() {
        let check = |line: &str, expected: &[&str]| {
            assert_eq!(identifiers(&without_texts(line)).collect::<Vec<_>>(), expected, "{line}");
        };
        check(
            "_1 = a::r#try::<B>(const \"text\", const 5_u8) -> bb1;",
            &["_1", "a", "r#try", "B", "const", "const", "bb1"],
        );
        check(r#"f(const "a \" b \\", const '"', S, const '\'')"#, &["f", "const", "const", "S", "const"]);
        check("f(const \"open S", &["f", "const", "open", "S"]);
        check("core::mem::drop(a::core::b)", &["core", "mem", "drop", "a", "core", "b", "core::mem"]);
    }
}
