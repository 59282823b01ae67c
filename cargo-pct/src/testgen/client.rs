//! A client that calls functions of a library at random.

use std::collections::BTreeSet;

use super::call::{OBJECT, Written, implementing, makes, written};
use super::closure;
use super::explored::Library;
use super::imports::{imports_of, imports_of_literal};
use super::instance::{self, Bounds};
use super::instantiation::{instantiated, made_type, peel_references};
use super::naming::import_of_named;
use super::reproduction::{Observers, Reproduction, consumes, object_text};
use crate::lower::{Entry, Subject, SubjectKind};
use crate::mir::{GenericArg, Mutability, Path, Type};
use crate::random::Random;
use crate::symex::types::is_same_declaration;

/// Calls behind the one that makes the object, besides the one that is meant.
const MOST_CALLS: u64 = 6;

/// Calls on an object that is only needed to make another one.
const MOST_CALLS_OF_OWNER: u64 = 6;

/// The name of an object of which a method is called that makes an argument or the object: a container, for its iterator.
const OWNER: &str = "owner";

/// The name of a receiver among parameters.
const RECEIVER: &str = "self";

/// Objects that are made of objects, as an entry is of a map.
const MOST_NESTING: usize = 3;

/// How many constructors are tried to find one that can be instantiated.
const MOST_TRIES: usize = 4;

pub(super) struct Client<'a> {
    library: &'a Library<'a>,
    random: Random,
    imports: BTreeSet<String>,
    /// The class of the object that is at hand.
    object: Option<Type>,
    /// True if a call that makes an argument changes the object.
    changes: bool,
}

/// A class, on whose objects of this name functions are called.
struct On<'c> {
    class: Option<&'c Type>,
    name: &'c str,
    /// True if there is no such object yet.
    first: bool,
}

/// How an object is made.
enum Making<'a> {
    Call(&'a Entry),
    /// Its fields are public.
    Literal,
    /// A method of another class returns it.
    Returned,
}

impl<'a> Client<'a> {
    pub(super) fn new(library: &'a Library<'a>, subject: &Subject) -> Client<'a> {
        let seed =
            subject.id.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
        let random = Random::new(seed);
        Client { library, random, imports: BTreeSet::new(), object: None, changes: false }
    }

    /// Calls of a subject, one of them of this function, the others at random; none where one has no text.
    pub(super) fn test(&mut self, subject: &'a Subject, meant: &'a Entry) -> Option<Reproduction> {
        (self.imports, self.object) = (BTreeSet::new(), None);
        let (mut calls, mut is_consumed) = (Vec::new(), false);
        match &subject.kind {
            SubjectKind::Function => {
                calls.push(self.call(meant, &On { class: None, name: OBJECT, first: true }, 0)?);
            }
            SubjectKind::Type(_) => {
                let (class, first) = self.first(subject, Some(meant), None, (OBJECT, 0))?;
                calls.push(first);
                self.object = Some(class.clone());
                if meant.object.is_none() && made_type(meant, &class).is_none() {
                    calls.extend(self.call(
                        meant,
                        &On { class: Some(&class), name: OBJECT, first: false },
                        0,
                    ));
                }
                for entry in self.methods(subject, Some(meant), MOST_CALLS) {
                    is_consumed |= consumes(entry);
                    // What has no text is left out.
                    calls.extend(self.call(
                        entry,
                        &On { class: Some(&class), name: OBJECT, first: false },
                        0,
                    ));
                }
            }
        }
        let imports = std::mem::take(&mut self.imports).into_iter().collect();
        let mut observers = Observers::default();
        if let Some(class) = &self.object
            && !is_consumed
        {
            observers.object = object_text(self.library.program, class);
        }
        Some(Reproduction { calls, imports, observers })
    }

    /// Chooses type arguments and a constructor, so that `meant` can be called and the type is `wanted`, where given.
    fn class(
        &mut self,
        subject: &'a Subject,
        meant: Option<&'a Entry>,
        wanted: Option<&Type>,
    ) -> Option<(Type, Making<'a>)> {
        let program = self.library.program;
        let SubjectKind::Type(generic_class) = &subject.kind else { return None };
        let entries = self.library.callable(subject);
        let is_maker = |entry: &&&Entry| entry.object.is_none() && made_type(entry, generic_class).is_some();
        let makers: Vec<&Entry> = entries.iter().filter(is_maker).copied().collect();
        let meant_makes = meant.filter(|meant| makers.iter().any(|maker| maker.body == meant.body));
        for _ in 0..MOST_TRIES {
            let is_literal = meant_makes.is_none() && self.random.below(makers.len() as u64 + 1) == 0;
            let maker = match (meant_makes, is_literal) {
                (Some(maker), _) => Some(maker),
                (None, true) => None,
                (None, false) => self.random.one_of(&makers).copied(),
            };
            let called: Vec<&Entry> = maker.into_iter().chain(meant).collect();
            let class = match wanted {
                Some(wanted) => wanted.clone(),
                None => instance::chosen(program, subject, called.into_iter(), None, Bounds::CheckedByRustc)?,
            };
            let making = match maker {
                Some(maker) if instantiated(program, maker, Some(&class)).is_none() => continue,
                Some(maker) => Making::Call(maker),
                None if self.library.expressions.of(&mut self.random, &class).is_some() => Making::Literal,
                None => Making::Returned,
            };
            return Some((class, making));
        }
        None
    }

    /// Chooses methods to call on an object; `meant` is among them, if it is a method.
    fn methods(&mut self, subject: &'a Subject, meant: Option<&'a Entry>, most: u64) -> Vec<&'a Entry> {
        let entries = self.library.callable(subject);
        let methods: Vec<&Entry> = entries.iter().filter(|entry| entry.object.is_some()).copied().collect();
        let kept: Vec<&Entry> = methods.iter().filter(|entry| !consumes(entry)).copied().collect();
        let meant = meant.filter(|meant| meant.object.is_some());
        let before = self.random.below(most + 1);
        // What leads somewhere is what changes the object.
        let changing: Vec<&Entry> = kept.iter().filter(|entry| changes(entry)).copied().collect();
        let mut call_before = || match self.random.below(4) {
            0 => self.random.one_of(&kept).copied(),
            _ => self.random.one_of(&changing).or_else(|| self.random.one_of(&kept)).copied(),
        };
        let mut calls: Vec<&Entry> = (0..before).filter_map(|_| call_before()).collect();
        calls.extend(meant);
        if !meant.is_some_and(consumes) && self.random.below(2) == 0 {
            let after = self.random.below(3);
            calls.extend((0..after).filter_map(|_| self.random.one_of(&kept).copied()));
            calls.extend(self.random.one_of(&methods).copied());
        }
        calls
    }

    /// Chooses an instance of a class, and writes the call that makes an object of it.
    fn first(
        &mut self,
        subject: &'a Subject,
        meant: Option<&'a Entry>,
        wanted: Option<&Type>,
        (name, depth): (&str, usize),
    ) -> Option<(Type, Written)> {
        for _ in 0..MOST_TRIES {
            let (class, making) = self.class(subject, meant, wanted)?;
            if let Some(made) = self.made(&class, &making, name, depth) {
                return Some((class, made));
            }
        }
        None
    }

    /// Writes the call or literal that makes an object of this name.
    fn made(&mut self, class: &Type, making: &Making, name: &str, depth: usize) -> Option<Written> {
        let Library { program, crate_name, .. } = *self.library;
        match making {
            Making::Call(entry) => self.call(entry, &On { class: Some(class), name, first: true }, depth),
            Making::Returned => self.handed(class, name, depth),
            Making::Literal => {
                let text = self.library.expressions.of(&mut self.random, class)?;
                self.imports.extend(imports_of_literal(program, crate_name, class, &text));
                Some(Written {
                    before: Vec::new(),
                    call: text,
                    result: class.clone(),
                    makes: Some(String::new()),
                    changes: false,
                    unwinds: false,
                    has_stable_debug: false,
                })
            }
        }
    }

    /// Writes a call of another class's method that returns an object.
    fn handed(&mut self, class: &Type, name: &str, depth: usize) -> Option<Written> {
        let mut made = Vec::new();
        self.returned(name, class, &mut made, depth)?;
        let last = made.pop()?;
        let call = last.strip_prefix(&format!("let {name} = "))?.strip_suffix(';')?.to_owned();
        Some(Written {
            before: made,
            call,
            result: class.clone(),
            makes: Some(String::new()),
            changes: false,
            unwinds: false,
            has_stable_debug: false,
        })
    }

    /// A call with random arguments.
    fn call(&mut self, entry: &Entry, on: &On, depth: usize) -> Option<Written> {
        let Library { program, crate_name, .. } = *self.library;
        let own = instantiated(program, entry, on.class)?;
        let imports =
            imports_of(program, entry, crate_name, on.class.is_none(), Bounds::CheckedByRustc).ok()?;
        let mut made = Vec::new();
        let outer = std::mem::take(&mut self.changes);
        let mut expression = |name: &str, ty: &Type| self.argument(&own, (name, ty), &mut made, depth);
        let call =
            written(program, &own, (on.class, Bounds::CheckedByRustc), (on.name, on.first), &mut expression);
        let changes = std::mem::replace(&mut self.changes, outer);
        let call = call?;
        self.imports.extend(imports);
        let is_named = on.class.filter(|class| makes(&own.result, class) && own.object.is_none());
        self.imports.extend(is_named.and_then(|class| import_of_named(program, crate_name, class)));
        let implementing = implementing(program, &own);
        for ty in own.parameters.iter().map(|(_, ty)| ty).chain(on.class).chain(&implementing) {
            self.imports.extend(imports_of_literal(program, crate_name, ty, &call.text()));
        }
        Some(Written { before: [made, call.before].concat(), changes: call.changes || changes, ..call })
    }

    /// An argument as an expression. What has to be made for it is `made` in front of the call.
    fn argument(
        &mut self,
        entry: &Entry,
        (name, ty): (&str, &Type),
        made: &mut Vec<String>,
        depth: usize,
    ) -> Option<String> {
        let program = self.library.program;
        let (random, expressions) = (&mut self.random, &self.library.expressions);
        if let Some(text) = closure::giving(program, entry, ty, &mut |output| expressions.of(random, output))
        {
            return Some(text);
        }
        if let Some(text) = closure::written(program, entry, ty) {
            return Some(text);
        }
        if name == RECEIVER {
            let changes = matches!(ty, Type::Ref { mutability: Mutability::Mut, .. });
            // The object at hand is not given away.
            let at_hand = matches!(ty, Type::Ref { .. }).then(|| self.object.clone()).flatten();
            let at_hand = std::mem::replace(&mut self.object, at_hand);
            let object = self.object(OWNER, peel_references(ty), changes, made, depth);
            self.object = at_hand;
            // A method of a crate's trait may be one of a number or a text.
            if object.is_some() || self.library.class(peel_references(ty)).is_some() {
                return object;
            }
        }
        if ty.as_path().is_some_and(|path| !path.begins_in_std())
            && self.random.below(2) == 0
            && let Some(object) = self.object(name, ty, false, made, depth)
        {
            return Some(object);
        }
        match self.library.expressions.of(&mut self.random, ty) {
            Some(text) => Some(text),
            None => self.object(name, peel_references(ty), false, made, depth),
        }
    }

    /// The name of a value of a type without functions of its own, or of a reference to one, as it is to what has no size: what a method
    /// returns is `made` it.
    fn returned(&mut self, name: &str, ty: &Type, made: &mut Vec<String>, depth: usize) -> Option<String> {
        let library = self.library;
        let methods = library.subjects.iter().copied().flat_map(|subject| {
            let own = library.callable(subject).into_iter().filter(|entry| entry.object.is_some());
            let own = own.filter(|entry| {
                library.result(subject, entry).is_some_and(|result| returns(peel_references(&result), ty))
            });
            own.map(move |entry| (subject, entry))
        });
        let all: Vec<(&Subject, &Entry)> = methods.collect();
        // More can be called on what may be changed.
        let is_shared = |(subject, entry): &(&Subject, &Entry)| {
            let result = library.result(subject, entry);
            matches!(result, Some(Type::Ref { mutability: Mutability::Not, .. }))
        };
        let others: Vec<(&Subject, &Entry)> = all.iter().copied().filter(|it| !is_shared(it)).collect();
        let (subject, entry) = *self.random.one_of(&others).or_else(|| self.random.one_of(&all))?;
        let SubjectKind::Type(class) = &subject.kind else { return None };
        let changes = entry
            .parameters
            .iter()
            .any(|(_, ty)| matches!(ty, Type::Ref { mutability: Mutability::Mut, .. }));
        let receiver = self.object(OWNER, class, changes, made, depth + 1)?;
        let class =
            instance::chosen(library.program, subject, [entry].into_iter(), None, Bounds::CheckedByRustc)?;
        let call = self.call(entry, &On { class: Some(&class), name: &receiver, first: false }, depth + 1)?;
        let is_result = call.result.as_path().is_some_and(|path| path.is_std(&["result", "Result"]));
        let unwrap = match is_same_declaration(peel_references(&call.result), ty) {
            true => "",
            // What an error is need not be shown.
            false if is_result => ".ok().unwrap()",
            false => ".unwrap()",
        };
        made.extend(call.after(format!("let {name} = {}{unwrap};", call.call)));
        Some(name.to_owned())
    }

    /// The name of an object of a class: the one at hand, or one that is `made` for it.
    fn object(
        &mut self,
        name: &str,
        ty: &Type,
        changes: bool,
        made: &mut Vec<String>,
        depth: usize,
    ) -> Option<String> {
        let is_own = |own: &Type| is_same_declaration(own, ty);
        if name == OWNER && self.object.as_ref().is_some_and(is_own) {
            self.changes |= changes;
            return Some(OBJECT.to_owned());
        }
        if depth >= MOST_NESTING {
            return None;
        }
        let Some(subject) = self.library.class(ty) else { return self.returned(name, ty, made, depth) };
        let wanted = (!instance::has_unchosen_parameters(ty)).then_some(ty);
        let (class, maker) = self.first(subject, None, wanted, (name, depth + 1))?;
        let most = if name == OWNER { MOST_CALLS_OF_OWNER } else { 0 };
        let mutable = if name == OWNER { "mut " } else { "" };
        let mut statements = maker.after(format!(
            "let {mutable}{name} = {}{};",
            maker.call,
            maker.makes.as_deref().unwrap_or_default()
        ));
        let methods = if most > 0 { self.methods(subject, None, most) } else { Vec::new() };
        for entry in methods.into_iter().filter(|entry| !consumes(entry)) {
            let on = On { class: Some(&class), name, first: false };
            if let Some(call) = self.call(entry, &on, depth + 1) {
                statements.extend(call.after(format!("let _ = {};", call.call)));
            }
        }
        made.extend(statements);
        Some(name.to_owned())
    }
}

/// Tells whether a result is of this type, or an `Option` or `Result` of it.
fn returns(result: &Type, ty: &Type) -> bool {
    let inner = || match result.as_path()?.last().args().first()? {
        GenericArg::Type(inner) => Some(inner),
        _ => None,
    };
    let is_wrapped = |path: &Path| path.is_std(&["option", "Option"]) || path.is_std(&["result", "Result"]);
    is_same_declaration(result, ty)
        || result.as_path().is_some_and(is_wrapped)
            && inner().is_some_and(|inner| is_same_declaration(inner, ty))
}

/// Tells whether a call may change its object.
fn changes(entry: &Entry) -> bool {
    object(entry).is_some_and(|ty| matches!(ty, Type::Ref { mutability: Mutability::Mut, .. }))
}

/// The type of the parameter that is the object.
fn object(entry: &Entry) -> Option<&Type> {
    let object = entry.parameters.iter().find(|(name, _)| Some(name.as_str()) == entry.object.as_deref());
    object.map(|(_, ty)| ty)
}
