//! What the source says of bodies: their names for people, their parameters, the function around what stands inside one.

use super::{BodyId, Code, Program, Role};
use crate::mir::{self, AnonymousKind, Name, Operand, OwnModules, Path, Segment, TerminatorKind, Type};
use crate::source::{AliasDef, FnDef, ImplDef, Items, Owner};
use crate::symex::program::types::plain_name;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

impl Program {
    /// The bodies of the analysed crates whose last name is this; for tests and command lines.
    pub fn functions_named(&self, name: &str) -> Vec<BodyId> {
        let named = |(id, code): (BodyId, &Arc<Code>)| {
            let matches = code.body.kind == mir::BodyKind::Fn
                && code.body.path.last_name().is_some_and(|own| **own == *name)
                && self.crates[code.krate].role == Role::Analysed;
            matches.then_some(id)
        };
        self.bodies.iter().filter_map(named).collect()
    }

    /// Short texts and characters that the analysed crates mention.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.analysed().flat_map(|krate| &krate.items.texts).map(String::as_str)
    }

    /// The path by which clients know an item of the analysed crates, if they can name it.
    pub fn public_path(&self, path: &str) -> Option<&str> {
        self.analysed().find_map(|krate| krate.items.public.get(path)).map(String::as_str)
    }

    /// Tells whether clients know another type of the analysed crates by the last name of one. `path` is that of its declaration.
    pub fn has_public_namesake(&self, path: &str) -> bool {
        let last = |path: &str| path.rsplit("::").next().unwrap_or_default().to_owned();
        let mut crates = self.analysed();
        crates.any(|krate| {
            let mut types = krate.items.types.values();
            types.any(|it| {
                it.path != path && it.name == last(path) && krate.items.public.contains_key(&it.path)
            })
        })
    }

    /// Tells whether clients may get values of a type that they cannot name. `path` is that of its declaration in the analysed crates.
    pub fn is_handed_out(&self, path: &str) -> bool {
        self.analysed().any(|krate| krate.items.handed_out.contains(path))
    }

    /// The type aliases of the analysed crates that clients can name: the public path of each, its parameters, and what it stands for.
    pub fn public_aliases(&self) -> impl Iterator<Item = (&str, &AliasDef)> {
        let aliases =
            self.analysed().flat_map(|krate| krate.items.aliases.values().map(move |it| (krate, it)));
        aliases.filter_map(|(krate, alias)| Some((krate.items.public.get(&alias.path)?.as_str(), alias)))
    }

    /// What the source says of a body's function, with the items of its crate.
    pub fn declared(&self, body: BodyId) -> Option<(&Items, &FnDef)> {
        let code = self.code(body);
        let items: &Items = &self.crates[code.krate].items;
        code.declaration.map(|id| (items, &items.functions[id]))
    }

    /// Whether the documentation of a body's function announces panics, or that of the trait's function which it implements.
    pub fn documents_panics(&self, body: BodyId) -> bool {
        let Some((items, function)) = self.declared(body) else { return false };
        let Owner::Impl(block) = function.owner else { return function.documents_panics };
        let of_trait = items.impls[block].trait_path.as_ref().and_then(plain_name);
        let announces = |path: String| {
            let declared = items.traits.values().find(|it| it.path == path);
            declared.is_some_and(|it| it.functions.get(&*function.name).copied().unwrap_or(false))
        };
        function.documents_panics || of_trait.is_some_and(announces)
    }

    /// Tells whether the documentation of a body's function announces a failure. Where the function asserts something itself, that is what it announces, and not
    /// the language's checks behind it: an index that was out of bounds in a run although all that was asserted holds.
    /// `is_of_language` tells whether the failing check is the language's, and `failing` is the function that it stands in.
    pub fn documents(&self, body: BodyId, is_of_language: bool, failing: &str) -> bool {
        let is_behind = is_of_language && failing == self.name(body) && self.asserts(body);
        self.documents_panics(body) && !is_behind
    }

    /// Tells whether a function's own code panics on purpose.
    fn asserts(&self, body: BodyId) -> bool {
        const ON_PURPOSE: [&str; 6] =
            ["assert_failed", "begin_panic", "panic", "panic_display", "panic_explicit", "panic_fmt"];
        let panics = |path: &Path| {
            let is_of_panics =
                path.std_names().is_some_and(|names| matches!(names.first(), Some(&"panicking" | &"rt")));
            is_of_panics && path.last_name().is_some_and(|name| ON_PURPOSE.contains(&&**name))
        };
        self.code(body).body.blocks.values().any(|block| match &block.terminator.kind {
            TerminatorKind::Call { callee: Operand::Function(function), .. } => panics(&function.path),
            _ => false,
        })
    }

    /// The body's name for people: module, type and function, and of a closure its number there.
    pub fn name(&self, body: BodyId) -> String {
        OwnModules::plain(&self.name_in_text(body)).to_owned()
    }

    fn name_in_text(&self, body: BodyId) -> String {
        let Some((items, function)) = self.declared(body) else { return self.inner_name(body) };
        match function.owner {
            Owner::Module(_) | Owner::Body(_) => function.full_path(),
            Owner::Impl(id) => {
                let name = items.impls[id].self_type.as_path().and_then(plain_name);
                format!("{}::{}", name.unwrap_or_else(|| "<impl>".to_owned()), function.name)
            }
            Owner::Trait(id) => format!("{}::{}", items.traits[id].path, function.name),
        }
    }

    /// The name of the constant whose code a body is, or is a part of: without the impl block in which it stands.
    fn constant_of(&self, body: BodyId) -> String {
        let segments = &self.code(body).body.path.segments;
        let names: Vec<&str> = segments.iter().filter_map(|segment| Some(&**segment.name()?)).collect();
        if names.is_empty() { format!("{body}") } else { names.join("::") }
    }

    /// The name of code inside a function.
    fn inner_name(&self, body: BodyId) -> String {
        let Some(outer) = self.enclosing(body) else { return self.constant_of(body) };
        let inner = &self.code(body).body.path.segments[self.code(outer).body.path.segments.len()..];
        let inner = inner.iter().map(|segment| match segment {
            Segment::Anonymous { kind: AnonymousKind::Closure, index, .. } => {
                format!("::{{closure#{index}}}")
            }
            Segment::Promoted(number) => format!("::promoted[{number}]"),
            _ => "::_".to_owned(),
        });
        self.name(outer) + &inner.collect::<String>()
    }

    /// The impl block that a body stands in.
    pub(in crate::symex) fn impl_of(&self, body: BodyId) -> Option<&ImplDef> {
        let (items, function) = self.declared(body)?;
        match function.owner {
            Owner::Impl(id) => Some(&items.impls[id]),
            _ => None,
        }
    }

    /// Tells whether a body was added by instrumentation: it reads objects, and changes none.
    pub fn is_instrumentation(&self, body: BodyId) -> bool {
        let is_added = |body: BodyId| self.impl_of(body).is_some_and(|block| block.is_instrumentation);
        is_added(body) || self.functions_around(body).iter().any(|body| is_added(*body))
    }

    /// The type and const parameters of a body and of the impl block around it.
    pub fn parameters(&self, body: BodyId) -> Vec<Name> {
        let Some((items, function)) = self.declared(body) else { return Vec::new() };
        let mut found = function.parameters.clone();
        match function.owner {
            Owner::Impl(id) => found.extend(items.impls[id].parameters.iter().cloned()),
            Owner::Trait(id) => {
                found.extend(items.traits[id].parameters.iter().cloned());
                found.push("Self".into());
            }
            Owner::Module(_) | Owner::Body(_) => {}
        }
        found
    }

    /// The same; for a closure, or what the compiler took out of code, of the functions around it, where these agree. Constants are apart:
    /// who reads one does not run its code.
    pub fn parameters_around(&self, body: BodyId) -> Vec<Name> {
        let is_constant = |segment: &Segment| matches!(segment, Segment::Anonymous { kind, .. } if *kind != AnonymousKind::Closure);
        let path = &self.code(body).body.path;
        let around = if path.segments.iter().any(is_constant) { &[] } else { self.functions_around(body) };
        let mut all = around.iter().map(|function| self.parameters(*function));
        match all.next() {
            Some(first) if all.all(|other| other == first) => first,
            Some(_) => Vec::new(),
            None => self.parameters(body),
        }
    }

    /// The const parameters of a body and of the impl block around it, with their types.
    pub fn const_parameters(&self, body: BodyId) -> BTreeMap<Name, Type> {
        let Some((items, function)) = self.declared(body) else {
            return match self.enclosing(body) {
                Some(outer) => self.const_parameters(outer),
                None => self.const_parameters_of_constant(body),
            };
        };
        let mut found = function.const_parameters.clone();
        if let Owner::Impl(id) = function.owner {
            found.extend(items.impls[id].const_parameters.clone());
        }
        found
    }

    /// The function that code inside one belongs to. Of several with one path it is the first, if all have the same parameters.
    fn enclosing(&self, body: BodyId) -> Option<BodyId> {
        let all = self.functions_around(body);
        let are_alike =
            all.windows(2).all(|two| self.const_parameters(two[0]) == self.const_parameters(two[1]));
        all.first().copied().filter(|_| are_alike)
    }

    /// The function that the code of a closure, or a constant that the compiler took out of code, belongs to; several where those of
    /// impl blocks that one macro made have one path.
    pub fn functions_around(&self, body: BodyId) -> &[BodyId] {
        let code = self.code(body);
        let is_inner =
            |segment: &Segment| matches!(segment, Segment::Promoted(_) | Segment::Anonymous { .. });
        let segments = &code.body.path.segments;
        let inner = segments.iter().rev().take_while(|segment| is_inner(segment)).count();
        if inner == 0 {
            return &[];
        }
        let outer = (code.krate, segments[..segments.len() - inner].into());
        self.summary().by_path.get(&outer).map_or(&[], Vec::as_slice)
    }

    /// The functions in which an item without a declaration of its own stands, as a static does: the innermost ones.
    pub fn functions_outside(&self, body: BodyId) -> &[BodyId] {
        let code = self.code(body);
        let segments = &code.body.path.segments;
        let outer = (1..segments.len()).rev().find_map(|length| {
            let path: (usize, Arc<[Segment]>) = (code.krate, segments[..length].into());
            self.summary().by_path.get(&path)
        });
        outer.map_or(&[], Vec::as_slice)
    }

    pub(super) fn functions_by_path(&self) -> FxHashMap<(usize, Arc<[Segment]>), Vec<BodyId>> {
        let mut found: FxHashMap<_, Vec<BodyId>> = FxHashMap::default();
        for (body, code) in self.bodies().filter(|(_, code)| code.declaration.is_some()) {
            found.entry((code.krate, code.body.path.segments.clone())).or_default().push(body);
        }
        found
    }
}
