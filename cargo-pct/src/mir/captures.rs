//! Captures that the text of closure aggregates leaves out, found again.
//!
//! rustc prints one operand for each captured *variable*; a closure that captures two fields of one variable has more captures than
//! that, and the rest is missing. A capture by reference, though, leaves a trace: `_5 = &((*_1).2: i32);` just before the aggregate,
//! a temporary that nothing reads. And the closure's own body says what the missing captures are: `debug self__max => (*((*_1).1:
//! &i32));`. A list is completed only where both say the same of every missing capture; any other stays incomplete, and the body is
//! refused where it is executed.

use std::collections::BTreeMap;

use super::ast::{
    AggregateKind, AnonymousKind, BasicBlock, Body, BorrowKind, CaptureList, DebugValue, Item, Local, Name,
    Operand, Path, Place, Program, Projection, Rvalue, Segment, Statement, StatementKind,
};
use super::{Access, visit_statement, visit_terminator};

/// Completes the captures of a dump's closures as far as they can be told with certainty.
pub fn restore_captures(program: &mut Program) {
    let captured = captured_names(program);
    for item in &mut program.items {
        if let Item::Body(body) = item {
            restore_in(body, &captured);
        }
    }
}

/// The names of what a closure captures by reference, by capture.
type Captured = BTreeMap<u32, Name>;

/// By the path of a closure's body. Bodies that share their path with another are left out.
fn captured_names(program: &Program) -> BTreeMap<Path, Option<Captured>> {
    let mut found = BTreeMap::new();
    for item in &program.items {
        let Item::Body(body) = item else { continue };
        if body.is_closure() && !body.is_for_ctfe {
            let names = body.debug_info.iter().filter_map(|it| match &it.value {
                DebugValue::Place(place) => Some((captured_by_reference(place)?, it.name.clone())),
                _ => None,
            });
            found
                .entry(body.path.clone())
                .and_modify(|known| *known = None)
                .or_insert_with(|| Some(names.collect()));
        }
    }
    found
}

/// `(*((*_1).2: &i32))`, or `(*(_1.2: &i32))` in a closure that is called by value: the number of the capture.
fn captured_by_reference(place: &Place) -> Option<u32> {
    let is_environment = place.local.as_u32() == 1;
    match place.projection.as_slice() {
        [Projection::Deref, Projection::Field { index, .. }, Projection::Deref]
        | [Projection::Field { index, .. }, Projection::Deref]
            if is_environment =>
        {
            Some(*index)
        }
        _ => None,
    }
}

fn restore_in(body: &mut Body, captured: &BTreeMap<Path, Option<Captured>>) {
    let incomplete = incomplete_closures(body);
    if incomplete.is_empty() {
        return;
    }
    let temporaries = unread_temporaries(body);
    for (block, index) in incomplete {
        let statements = &body.blocks[block].statements;
        let Some(list) = closure_list(&statements[index]) else { continue };
        let path = definition(&body.path, list);
        let Some(names) = path.and_then(|path| captured.get(&path)?.as_ref()) else { continue };
        let Some(missing) = missing_captures(body, list, names, &statements[..index], &temporaries) else {
            continue;
        };
        if let StatementKind::Assign(_, Rvalue::Aggregate(AggregateKind::Closure(list))) =
            &mut body.blocks[block].statements[index].kind
        {
            list.captures.extend(missing);
        }
    }
}

/// Where a body makes closures whose captures the text does not show in full.
fn incomplete_closures(body: &Body) -> Vec<(BasicBlock, usize)> {
    let statements = body
        .blocks
        .iter()
        .flat_map(|(id, block)| block.statements.iter().enumerate().map(move |(index, it)| (id, index, it)));
    let is_incomplete =
        |it: &Statement| closure_list(it).is_some_and(|list| list.is_incomplete() == Some(true));
    statements.filter(|(_, _, it)| is_incomplete(it)).map(|(id, index, _)| (id, index)).collect()
}

fn closure_list(statement: &Statement) -> Option<&CaptureList> {
    match &statement.kind {
        StatementKind::Assign(_, Rvalue::Aggregate(AggregateKind::Closure(list))) => Some(list),
        _ => None,
    }
}

/// The path of a closure's body: that of its maker, and the last part of `DefId(0:82 ~ …::push::{closure#1})`.
fn definition(maker: &Path, list: &CaptureList) -> Option<Path> {
    let (_, last) = list.definition.as_ref()?.rsplit_once("{closure#")?;
    let index = last.strip_suffix('}')?.parse().ok()?;
    let args = super::GenericArgs::NONE;
    Some(maker.with(Segment::Anonymous { kind: AnonymousKind::Closure, index, args }))
}

/// Locals that are written once and never read.
fn unread_temporaries(body: &Body) -> Vec<Local> {
    let mut uses: BTreeMap<Local, (usize, usize)> = BTreeMap::new();
    let mut note = |place: &Place, access: Access| {
        let (writes, reads) = uses.entry(place.local).or_default();
        match access {
            Access::Write if place.as_local().is_some() => *writes += 1,
            _ => *reads += 1,
        }
        place.index_locals().for_each(|local| uses.entry(local).or_default().1 += 1);
    };
    for block in body.blocks.values() {
        block.statements.iter().for_each(|statement| visit_statement(&statement.kind, &mut note));
        visit_terminator(&block.terminator.kind, &mut note);
    }
    uses.into_iter().filter(|(_, uses)| *uses == (1, 0)).map(|(local, _)| local).collect()
}

/// The missing captures, if each of them is an unread temporary just before that borrows what the closure's body names.
fn missing_captures(
    body: &Body,
    list: &CaptureList,
    names: &Captured,
    before: &[Statement],
    temporaries: &[Local],
) -> Option<Vec<(Name, Operand)>> {
    let known = list.captures.len();
    let missing = list.capture_types.as_ref()?.len().checked_sub(known)?;
    let before = before.get(before.len().checked_sub(missing)?..)?;
    let capture = |(number, statement): (usize, &Statement)| {
        let StatementKind::Assign(target, Rvalue::Ref(kind, place)) = &statement.kind else { return None };
        let local = target.as_local().filter(|local| temporaries.contains(local))?;
        let name = names.get(&u32::try_from(number).ok()?)?;
        let ty = list.capture_types.as_ref()?.get(number)?.strip_prefix('&')?;
        let is_mutable = ty.strip_prefix("'{erased} ").unwrap_or(ty).starts_with("mut ");
        let of_kind = *kind == if is_mutable { BorrowKind::Mut } else { BorrowKind::Shared };
        (of_kind && is_named(body, place, name)).then(|| (name.clone(), Operand::Move(Place::of(local))))
    };
    (known..).zip(before).map(capture).collect()
}

/// Whether a closure calls this place by this name: `self__0__max` for `((*_1).0: T).2`, where `self` is `_1`.
fn is_named(body: &Body, place: &Place, name: &str) -> bool {
    body.debug_info.iter().any(|it| {
        let DebugValue::Place(root) = &it.value else { return false };
        let Some(fields) = place.projection.strip_prefix(root.projection.as_slice()) else { return false };
        let Some(parts) = name.strip_prefix(&*it.name) else { return false };
        let fields: Vec<u32> = fields
            .iter()
            .filter_map(|step| match step {
                Projection::Field { index, .. } => Some(*index),
                _ => None,
            })
            .collect();
        let parts: Vec<&str> = parts.split("__").collect();
        // A tuple's field is named by its number; what number a named one has is not in the text.
        let fits =
            |(part, field): (&&str, &u32)| part.parse::<u32>().map_or(!part.is_empty(), |it| it == *field);
        root.local == place.local
            && parts[0].is_empty()
            && parts.len() == fields.len() + 1
            && parts[1..].iter().zip(&fields).all(fits)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A function whose closure captures two fields of `self`, with these statements before the aggregate and this name of the second
    /// capture.
    fn check(before: &str, second: &str, expected: usize) {
        let text = format!(
            "fn S::f(_1: &S) -> () {{
    debug self => _1;
    let mut _0: ();
    let mut _2: {{closure@src/lib.rs:2:9: 2:11}};
    let mut _3: &i32;
    let mut _4: &i32;
    let mut _5: &i32;

    bb0: {{
{before}        _2 = {{closure@src/lib.rs:2:9: 2:11}} {{ self: move _3 }}; // scope 0 at src/lib.rs:2:9: 2:11
        // closure
        // + def_id: DefId(0:9 ~ krate[1]::S::f::{{closure#0}})
        // + args: [
        //     i8,
        //     Binder {{ value: extern \"rust-call\" fn(()) -> bool, bound_vars: [] }},
        //     (&'{{erased}} i32, &'{{erased}} i32),
        // ]
        return;
    }}
}}

fn S::f::{{closure#0}}(_1: &{{closure@src/lib.rs:2:9: 2:11}}) -> bool {{
    debug self__size => (*((*_1).0: &i32));
    debug {second} => (*((*_1).1: &i32));
    let mut _0: bool;

    bb0: {{
        _0 = const true;
        return;
    }}
}}
"
        );
        let mut program = crate::mir::parse(&text, 64);
        restore_captures(&mut program);
        let Item::Body(body) = &program.items[0] else { panic!("{:?}", program.items[0]) };
        let statements = &body.blocks.values().next().unwrap().statements;
        let list = closure_list(statements.last().unwrap()).unwrap();
        assert_eq!(list.captures.len(), expected, "{before}");
        if expected == 2 {
            assert_eq!(list.captures[1].1, Operand::Move(Place::of(body.locals.keys().nth(4).unwrap())));
        }
    }

    const FIRST: &str = "        _3 = &((*_1).0: i32);\n";
    const SECOND: &str = "        _4 = &((*_1).1: i32);\n";

    #[test]
    fn a_borrow_that_nothing_reads_is_the_missing_capture() {
        check(&format!("{FIRST}{SECOND}"), "self__max", 2);
    }

    #[test]
    fn what_could_be_something_else_stays_missing() {
        check(FIRST, "self__max", 1);
        check(&format!("{FIRST}{SECOND}"), "other__max", 1);
        check(&format!("{FIRST}{SECOND}"), "self__inner__max", 1);
        check(&format!("{FIRST}{SECOND}        _5 = copy _4;\n"), "self__max", 1);
        check(&format!("{FIRST}        _4 = copy _3;\n"), "self__max", 1);
    }
}
