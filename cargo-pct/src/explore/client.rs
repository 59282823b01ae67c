//! The functions that the engine calls: what each takes, how it is called, and what is kept of its result.

use std::collections::BTreeSet;

use pct_wire::calls::Call;

use super::kept::{Held, Kept, Taken};
use super::making::{Bindings, Lives, Making, object};
use super::objects::Objects;
use super::types::Maker;
use crate::lower::{Entry, Subject, SubjectKind};
use crate::mir::{Bound, GenericArg, Path, Type, path_of};
use crate::symex::types::is_same_declaration;
use crate::symex::{BodyId, Program};
use crate::testgen::{
    self, Bounds, Choice, Library, called, closure_signature, implementing, imports_of, imports_of_literal,
    instances_of, instantiated, is_called_by_format, made_type,
};

/// Instances of one class, or of one function, at most.
const MOST_INSTANCES: usize = 3;

/// Types of objects at most, and functions: what a client has beyond that takes rustc too long.
const MOST_TYPES: usize = 96;
const MOST_FUNCTIONS: usize = 600;

/// A function as the engine calls it.
#[derive(Clone, Debug)]
pub(super) struct Function<'l> {
    /// The subject whose function it is, and the entry there; none for an object that is written with its fields.
    pub(super) of: Option<(&'l Subject, BodyId)>,
    imports: Vec<String>,
    /// How its arguments are made.
    arguments: Vec<Making>,
    how: How,
    /// The object in its result, if that is kept.
    keeps: Option<Kept>,
    /// True if its result, an iterator, is asked for its items.
    pub(super) consumes: bool,
}

/// How a function is called.
#[derive(Clone, Debug)]
enum How {
    /// Its arguments are the fields; there is but one.
    Literal,
    /// A call, with the class on whose object or as whose function it is called, and which parameter that object is.
    Call { entry: Box<Entry>, class: Option<Type>, object: Option<usize> },
}

/// Lists the functions of a crate that clients can call, and those that make the objects for them; and others, each with the reason why it is not called.
/// `consumes`: iterators are asked for their items.
pub(super) fn functions<'l>(library: &'l Library<'l>, consumes: bool) -> (Vec<Function<'l>>, Vec<String>) {
    let (objects, functions, left_out) = (Objects::new(library), Vec::new(), Vec::new());
    let mut listing = Listing { library, consumes, objects, functions, left_out };
    for subject in library.subjects() {
        match subject.kind {
            SubjectKind::Type(_) => listing.add_instances(subject),
            SubjectKind::Function => listing.add_functions(subject),
        }
    }
    for _ in 0..MOST_TYPES {
        let Some((number, ty, subject)) = listing.objects.next() else { break };
        listing.add_methods(&ty, subject, number);
    }
    if listing.functions.len() > MOST_FUNCTIONS {
        let more = listing.functions.len() - MOST_FUNCTIONS;
        listing.left_out.push(format!("{more} functions more: there are too many"));
        listing.functions.truncate(MOST_FUNCTIONS);
    }
    (listing.functions, listing.left_out)
}

struct Listing<'l> {
    library: &'l Library<'l>,
    /// True if iterators that cannot be kept are asked for their items. Nothing says what that does.
    consumes: bool,
    objects: Objects<'l>,
    functions: Vec<Function<'l>>,
    /// Functions that are not called, with the reason.
    left_out: Vec<String>,
}

impl<'l> Listing<'l> {
    fn program(&self) -> &'l Program {
        self.library.program()
    }

    /// Notes the instances of a class that its constructors make.
    fn add_instances(&mut self, subject: &'l Subject) {
        let SubjectKind::Type(class) = &subject.kind else { return };
        let entries = self.library.callable(subject);
        let makers: Vec<&Entry> = entries
            .into_iter()
            .filter(|entry| entry.object.is_none() && made_type(entry, class).is_some())
            .collect();
        // The bounds of all methods count where types are chosen, so that rustc refuses few methods.
        let methods: Vec<&Entry> =
            self.library.callable(subject).into_iter().filter(|entry| entry.object.is_some()).collect();
        let mut chosen = |maker: Option<&'l Entry>, number: usize| {
            let called = maker.into_iter().chain(methods.iter().copied());
            let instance = testgen::chosen_by(
                self.library.program(),
                subject,
                called,
                None,
                Bounds::CheckedByRustc,
                Choice { number, of: MOST_INSTANCES },
            );
            if let Some(instance) = instance
                && self.objects.instances(class) < MOST_INSTANCES
            {
                self.objects.number(&instance);
            }
        };
        for number in 0..MOST_INSTANCES {
            makers.iter().for_each(|maker| chosen(Some(maker), number));
            if makers.is_empty() {
                chosen(None, number);
            }
        }
    }

    fn add_functions(&mut self, subject: &'l Subject) {
        for entry in self.library.callable(subject) {
            for own in instances_of(self.program(), entry, MOST_INSTANCES) {
                self.add(subject, own, None);
            }
        }
    }

    /// Adds the functions of an instance, and the instance as it is written with its fields.
    fn add_methods(&mut self, class: &Type, subject: Option<&'l Subject>, number: usize) {
        if let Some(subject) = subject {
            for entry in self.library.callable(subject) {
                if let Some(own) = instantiated(self.program(), entry, Some(class)) {
                    self.add(subject, own, Some(class));
                }
            }
        }
        let Ok(number) = u32::try_from(number) else { return };
        let mut maker = Maker {
            program: self.program(),
            library: self.library,
            objects: &mut self.objects,
            mentioned: Vec::new(),
        };
        if let Some(literal) = maker.literal(class) {
            let imports = imports_of_literal(
                self.program(),
                self.library.crate_name(),
                class,
                &literal.read(Lives::AsLongAsTheRun),
            );
            let keeps = Some(Kept { ty: number, taken: Taken::Whole, held: Held::Borrowing });
            self.functions.push(Function {
                of: None,
                imports,
                arguments: vec![literal],
                how: How::Literal,
                keeps,
                consumes: false,
            });
        }
    }

    /// Adds a function, if its arguments can be made and its call can be written.
    fn add(&mut self, subject: &'l Subject, entry: Entry, class: Option<&Type>) -> Option<()> {
        let program = self.program();
        let mut arguments = Vec::new();
        let mut maker =
            Maker { program, library: self.library, objects: &mut self.objects, mentioned: Vec::new() };
        for (name, ty) in &entry.parameters {
            let Some(made) = argument(&mut maker, &entry, (name.as_str(), ty)) else {
                self.left_out.push(format!("{}: clients can make no {ty}", entry.name));
                return None;
            };
            arguments.push(made);
        }
        let mentioned = maker.mentioned;
        let object = entry.object.as_ref().and_then(|object| {
            entry.parameters.iter().position(|(name, _)| name.as_str() == object.as_str())
        });
        let keeps = self.kept(&entry);
        let consumes = self.consumes && keeps.is_none() && is_iterator(program, &entry.result);
        let mut imports: BTreeSet<String> =
            imports_of(program, &entry, self.library.crate_name(), class.is_none(), Bounds::CheckedByRustc)
                .ok()?
                .into_iter()
                .collect();
        let (of, name) = (Some((subject, entry.body)), entry.name.clone());
        let types: Vec<Type> = entry
            .parameters
            .iter()
            .map(|(_, ty)| ty.clone())
            .chain(class.cloned())
            .chain(mentioned)
            .chain(implementing(program, &entry))
            .chain(entry.generics.arguments.values().filter_map(GenericArg::as_type).cloned())
            .chain(entry.parameters.iter().filter_map(|(_, ty)| closure_signature(program, &entry, ty)?.1))
            .collect();
        let how = How::Call { entry: Box::new(entry), class: class.cloned(), object };
        let mut function = Function { of, imports: Vec::new(), arguments, how, keeps, consumes };
        let Some(text) = function.module(program, Lives::AsLongAsTheRun) else {
            self.left_out.push(format!("{name}: its call cannot be written"));
            return None;
        };
        for ty in &types {
            imports.extend(imports_of_literal(program, self.library.crate_name(), ty, &text));
        }
        function.imports = imports.into_iter().collect();
        self.functions.push(function);
        Some(())
    }

    /// Finds the object in a result that is kept, if that is of a class of the crate.
    fn kept(&mut self, entry: &Entry) -> Option<Kept> {
        let inner = |ty: &Type| ty.as_path()?.last().args().iter().find_map(GenericArg::as_type).cloned();
        let is = |names: &[&str]| entry.result.as_path().is_some_and(|path| path.is_std(names));
        let (ty, taken) = match () {
            () if is(&["option", "Option"]) => (inner(&entry.result)?, Taken::FromOption),
            () if is(&["result", "Result"]) => (inner(&entry.result)?, Taken::FromResult),
            () => (entry.result.clone(), Taken::Whole),
        };
        if let Type::Ref { mutability, referent, .. } = ty {
            let ty = self.objects.number(&referent)?;
            return Some(Kept { ty, taken, held: Held::Lent(mutability) });
        }
        let number = self.objects.number(&ty)?;
        let body = &self.program().code(entry.body).body;
        let result = body.locals.values().next().map(|local| &local.ty);
        let held = if result.is_none_or(has_lifetime) { Held::Borrowing } else { Held::Owned };
        Some(Kept { ty: number, taken, held })
    }
}

/// The items that an iterator is asked for.
const MOST_ITEMS: usize = 64;

/// Tells whether a result is an iterator, as far as the code at hand says it.
fn is_iterator(program: &Program, ty: &Type) -> bool {
    let names_iterator = |path: &Path| path.last_name().is_some_and(|name| name.ends_with("Iterator"));
    match ty {
        Type::Impl(bounds) => bounds.iter().any(|bound| match bound {
            Bound::Trait { path, .. } => names_iterator(path),
            Bound::Lifetime(_) => false,
        }),
        Type::Path(path) if path.begins_in_std() => path
            .std_names()
            .is_some_and(|names| matches!(names.as_slice(), ["iter", name] if *name != "Empty")),
        Type::Path(_) => {
            let implementors = program.implementors(&path_of(&["std", "iter", "Iterator"]));
            implementors.iter().any(|(own, _)| is_same_declaration(own, ty))
        }
        _ => false,
    }
}

/// The name of an argument in the client. The crate has none that begins so.
fn local(number: usize) -> String {
    format!("pct_a{number}")
}

/// How an argument is made.
fn argument(maker: &mut Maker<'_, '_>, entry: &Entry, (name, ty): (&str, &Type)) -> Option<Making> {
    if Some(name) != entry.object.as_deref() && is_called_by_format(maker.program, entry) {
        // The format makes its formatter.
        return Some(Making::fixed("()"));
    }
    if let Some((inputs, output)) = closure_signature(maker.program, entry, ty) {
        let output = match output {
            Some(output) => maker.of(&output)?,
            None => Making::fixed("()"),
        };
        return Some(Making::Closure { inputs, output: Box::new(output) });
    }
    maker.of(ty)
}

/// Tells whether a type as MIR prints it may borrow.
fn has_lifetime(ty: &Type) -> bool {
    ty.any_part(&mut |part| match part {
        Type::Ref { .. } | Type::Dyn(_) | Type::Impl(_) | Type::Infer => true,
        Type::Path(path) => {
            path.segments.iter().flat_map(|it| it.args()).any(|arg| matches!(arg, GenericArg::Lifetime(_)))
        }
        Type::Bool | Type::Char | Type::Str | Type::Never | Type::Int(_) | Type::Float(_) => false,
        Type::RawPtr { .. } | Type::Slice(_) | Type::Array { .. } | Type::Tuple(_) => false,
        Type::FnPtr(_) | Type::FnDef { .. } | Type::Closure(_) | Type::FnCoroutine { .. } => true,
        Type::Pattern { .. } | Type::UnsafeBinder { .. } => true,
    })
}

impl Function<'_> {
    /// The module of the client that calls it: a constant `FUNCTION`. None if its call cannot be written.
    pub(super) fn module(&self, program: &Program, lives: Lives) -> Option<String> {
        let mut lines: Vec<String> = self.imports.clone();
        lines.push(
            "fn pct_run<'r>(pct_cx: &mut pct_explore::Context<'r>) -> std::option::Option<()> {".to_owned(),
        );
        for (number, argument) in self.arguments.iter().enumerate() {
            lines.push(format!("    let {} = {};", local(number), argument.read(lives)));
        }
        let names: Vec<String> = (0..self.arguments.len()).map(local).collect();
        let call = self.call(program, &names, true)?;
        lines.push("    pct_cx.call();".to_owned());
        lines.push(format!("    let pct_it = {call};"));
        lines.push("    pct_cx.returned();".to_owned());
        lines.push(match self.keeps.map(|kept| (kept.taken, kept.call())) {
            None => "    drop(pct_it);".to_owned(),
            Some((Taken::Whole, keep)) => format!("    {keep};"),
            Some((Taken::FromOption, keep)) => format!("    if let Some(pct_it) = pct_it {{ {keep} }}"),
            Some((Taken::FromResult, keep)) => format!("    if let Ok(pct_it) = pct_it {{ {keep} }}"),
        });
        lines.push("    Some(())".to_owned());
        lines.push("}".to_owned());
        let shapes: Vec<String> = self.arguments.iter().map(Making::shape).collect();
        let result = self.keeps.map(|kept| kept.ty);
        lines.push(format!(
            "pub const FUNCTION: pct_explore::Function = pct_explore::Function {{ parameters: &[{}], result: {result:?}, run: pct_run }};",
            shapes.join(", ")
        ));
        Some(lines.join("\n") + "\n")
    }

    /// The call with these expressions for arguments. `is_read`: objects are references.
    fn call(&self, program: &Program, arguments: &[String], is_read: bool) -> Option<String> {
        let How::Call { entry, class, object } = &self.how else { return arguments.first().cloned() };
        let place = object.map(|number| {
            let name = arguments[number].trim_start_matches("&mut ").trim_start_matches('&');
            if is_read && self.arguments[number].is_reference() {
                format!("(*{name})")
            } else {
                name.to_owned()
            }
        });
        let others: Vec<String> = arguments
            .iter()
            .enumerate()
            .filter(|(number, _)| Some(*number) != *object)
            .map(|(_, text)| text.clone())
            .collect();
        let call = called(program, entry, class.as_ref(), place.as_deref(), &others)?;
        Some(if self.consumes { format!("{call}.take({MOST_ITEMS}).count()") } else { call })
    }

    /// The statements of a call in a test: what is bound in front of it, and the call. The object that it makes has the name of its number, if a
    /// later call uses that.
    pub(super) fn statements(
        &self,
        program: &Program,
        (number, call): (usize, &Call),
        bindings: &mut Bindings,
        is_used: bool,
    ) -> Option<(Vec<String>, String)> {
        let mut texts = Vec::new();
        for (making, value) in self.arguments.iter().zip(&call.arguments) {
            texts.push(making.text(value, bindings)?);
        }
        let text = self.call(program, &texts, false)?;
        let before = std::mem::take(&mut bindings.statements);
        let taken = match self.keeps.map(|kept| kept.taken) {
            Some(Taken::FromOption | Taken::FromResult) => ".unwrap()",
            Some(Taken::Whole) | None => "",
        };
        let name = object(number);
        Some(match self.keeps {
            Some(_) if is_used => (before, format!("let mut {name} = {text}{taken};")),
            _ => (before, format!("let _ = {text};")),
        })
    }

    /// A call in a test as an expression: what is bound in front of it, the call, and the type of what it returns. None for an object that is written with
    /// its fields.
    pub(super) fn expression(
        &self,
        program: &Program,
        call: &Call,
        bindings: &mut Bindings,
    ) -> Option<(Vec<String>, String, Type)> {
        let How::Call { entry, .. } = &self.how else { return None };
        let mut texts = Vec::new();
        for (making, value) in self.arguments.iter().zip(&call.arguments) {
            texts.push(making.text(value, bindings)?);
        }
        let text = self.call(program, &texts, false)?;
        let result = match is_called_by_format(program, entry) {
            true => Type::Path(path_of(&["std", "string", "String"])),
            false => entry.result.clone(),
        };
        Some((std::mem::take(&mut bindings.statements), text, result))
    }

    pub(super) fn imports(&self) -> &[String] {
        &self.imports
    }
}
