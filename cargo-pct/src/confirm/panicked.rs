//! Panics of tests inside functions that are proved free of panics: each is a defect of ours.
//!
//! A panic's calls say which function of the crate was called from outside it. If every check in calls of this function is proved, for any
//! client, a test that does nothing but what a client can do contradicts the proof. Under-approximates: whatever is not sure (a call of
//! unknown place, a line on which several functions have code) contradicts nothing.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use pct_wire::trace::{Frame, Panic};

use crate::build::Unit;
use crate::judge::Freedom;
use crate::lower::CrateCode;
use crate::mir::BodyKind;
use crate::native::UNATTRIBUTED;
use crate::native::white_box::WhiteBox;
use crate::symex::census::functions;
use crate::symex::{BodyId, Program};

/// What tests panicked with, and which of them count.
#[derive(Debug)]
pub struct Panics<'a> {
    /// Each with the test.
    pub panics: &'a BTreeSet<(String, Panic)>,
    /// Tests that violate a precondition.
    pub violating: BTreeSet<String>,
    /// Tests that use more than the public interface.
    pub white_box: &'a WhiteBox,
    /// The workspace's folder: files below it that are none of the crate's are its clients'.
    pub root: Utf8PathBuf,
}

/// The contradictions, in words.
pub(super) fn contradictions(
    unit: &Unit,
    code: &CrateCode<'_>,
    freedom: &Freedom,
    panics: &Panics<'_>,
) -> Vec<String> {
    let mut found = BTreeMap::new();
    if panics.panics.is_empty() || freedom.is_empty() {
        return Vec::new();
    }
    let (lines, closed) = (Lines::of(unit, code, &panics.root), closed(code));
    let has_statics = has_statics(code.program);
    for (test, panic) in panics.panics {
        let Some(body) = lines.called(&panic.calls).filter(|body| freedom.is_free(*body)) else { continue };
        let is_shared = has_statics || freedom.is_shared(body);
        let is_kept = panics.white_box.keeps_to_interfaces(test, &unit.source, &closed, is_shared);
        if panics.violates(test) || !is_kept {
            continue;
        }
        let name = code.program.name(body);
        let text = format!(
            "{}::{name} is proved free of panics, and the test {test} panicked in it at {}:{}: {}",
            unit.crate_name, panic.at, panic.column, panic.message
        );
        found.entry((body, &panic.at)).or_insert(text);
    }
    found.into_values().collect()
}

/// Whether a crate has statics other than those of probes.
fn has_statics(program: &Program) -> bool {
    program
        .bodies()
        .filter(|(body, _)| program.is_analysed(*body))
        .any(|(body, code)| matches!(code.body.kind, BodyKind::Static(_)) && !is_of_probes(program, body))
}

/// Tells whether a body belongs to a probe. Such bodies stand on the line of the function that has the probe.
fn is_of_probes(program: &Program, body: BodyId) -> bool {
    let segments = &program.code(body).body.path.segments;
    segments.iter().any(|segment| segment.name().is_some_and(|name| name.starts_with("PCT_")))
}

impl Panics<'_> {
    /// Whether a test may have violated a precondition.
    fn violates(&self, test: &str) -> bool {
        let binary = |name: &str| name.split_once(' ').map(|(binary, _)| binary.to_owned());
        let (own, is_known) = (binary(test), !test.ends_with(UNATTRIBUTED));
        self.violating.iter().any(|other| match is_known && !other.ends_with(UNATTRIBUTED) {
            true => other == test,
            false => binary(other) == own,
        })
    }
}

/// Names that functions have which only the crate itself can call, and no other function.
fn closed(code: &CrateCode<'_>) -> BTreeSet<String> {
    let (mut callable, mut closed) = (BTreeSet::new(), BTreeSet::new());
    for body in functions(code.program) {
        let name = code.program.name(body);
        let name = name.rsplit("::").next().unwrap_or(&name).to_owned();
        if code.is_callable_by_clients(body) { &mut callable } else { &mut closed }.insert(name);
    }
    closed.difference(&callable).cloned().collect()
}

/// On which lines the functions of a crate make calls and checks.
struct Lines<'a> {
    root: &'a Utf8Path,
    /// The crate's own files, by the names that rustc gives them.
    own: BTreeSet<String>,
    functions: BTreeMap<(String, u32), BTreeSet<BodyId>>,
}

/// Whose code a call stands in.
enum Caller {
    Crate(BodyId),
    Client,
    /// The standard library's or a dependency's.
    Other,
    Unknown,
}

impl<'a> Lines<'a> {
    fn of(unit: &Unit, code: &CrateCode<'_>, root: &'a Utf8Path) -> Lines<'a> {
        let mut functions: BTreeMap<(String, u32), BTreeSet<BodyId>> = BTreeMap::new();
        let program = code.program;
        // Constants and statics are computed while the crate is compiled. Those of probes stand on a function's first line.
        let is_function = |body: &BodyId| {
            let is_run = matches!(program.code(*body).body.kind, BodyKind::Fn);
            is_run && program.is_analysed(*body) && !is_of_probes(program, *body)
        };
        for (body, own) in program.bodies().filter(|(body, _)| is_function(body)) {
            let around = program.functions_around(body);
            let bodies = if around.is_empty() { vec![body] } else { around.to_vec() };
            let spans =
                own.body.blocks.values().filter_map(|it| it.terminator.source.as_ref()?.span.as_ref());
            for span in spans.filter(|span| unit.owns(&span.file)) {
                for line in span.start.line..=span.end.line {
                    functions.entry((span.file.to_string(), line)).or_default().extend(&bodies);
                }
            }
        }
        Lines { root, own: unit.source_names().unwrap_or_default(), functions }
    }

    /// The function of the crate that was called from outside it last, of the calls that led to a panic.
    fn called(&self, calls: &[Frame]) -> Option<BodyId> {
        let mut outermost = None;
        for call in calls {
            match self.caller(call) {
                Caller::Crate(body) => outermost = Some(body),
                Caller::Client => return outermost,
                Caller::Other => {}
                Caller::Unknown => return None,
            }
        }
        None
    }

    fn caller(&self, call: &Frame) -> Caller {
        if call.file.is_empty() {
            return Caller::Unknown;
        }
        let path = Utf8Path::new(&call.file);
        let inner = path.strip_prefix(self.root).ok();
        let name = inner.map_or(call.file.as_str(), Utf8Path::as_str);
        if !self.own.contains(name) {
            return if inner.is_some() { Caller::Client } else { Caller::Other };
        }
        let here = self.functions.get(&(name.to_owned(), call.line));
        match here.map(Vec::from_iter).as_deref() {
            Some([body]) => Caller::Crate(**body),
            Some(_) => Caller::Unknown,
            // What a build of tests adds to the crate.
            None => Caller::Client,
        }
    }
}
