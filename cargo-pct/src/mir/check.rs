//! The checker: is a body well-formed, as far as its text tells?
//!
//! Input: a body as parsed. Output: all that is wrong with it. A body that fails must not be executed: either the parser
//! misread it, or rustc's format changed its meaning.
//!
//! What must hold:
//! - every block named exists, the entry has no predecessor;
//! - every local used is declared, every scope named exists; an index has type `usize`;
//! - only pointers are dereferenced, as far as types are known;
//! - cleanup blocks end in `resume`, not `return`, unwind nowhere, and lead to cleanup blocks alone; others end in `return`, and lead to
//!   cleanup blocks only by unwinding;
//! - the values of a switch differ;
//! - tuples, arrays and calls have as many operands as their type says, where it is known;
//! - checked operations yield pairs, comparisons and conditions are `bool`, where types are known.

use super::{
    AggregateKind, BasicBlock, BinaryOp, Body, ConstArg, IntType, Operand, Place, Projection, Rvalue,
    SourceInfo, StatementKind, TerminatorKind, Type, Unwind, visit_statement, visit_terminator,
};
use crate::ids::EntityRef;
use std::fmt;

/// One thing that is wrong with a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The block, if it is in one.
    pub block: Option<BasicBlock>,
    /// The statement; the number of statements for the terminator.
    pub statement: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.block {
            Some(block) => write!(f, "{block}[{}]: {}", self.statement, self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// All problems of the body, in its order; none if it is well-formed.
pub fn check(body: &Body) -> Vec<Problem> {
    let mut checker = Checker { body, at: (None, 0), problems: Vec::new() };
    checker.declarations();
    for (id, block) in &body.blocks {
        for (index, statement) in block.statements.iter().enumerate() {
            checker.at = (Some(id), index);
            checker.source(statement.source.as_ref());
            checker.statement(&statement.kind);
        }
        checker.at = (Some(id), block.statements.len());
        checker.source(block.terminator.source.as_ref());
        checker.terminator(&block.terminator.kind, block.is_cleanup);
    }
    checker.problems
}

struct Checker<'a> {
    body: &'a Body,
    at: (Option<BasicBlock>, usize),
    problems: Vec<Problem>,
}

impl Checker<'_> {
    /// Notes a problem unless `holds`.
    fn require(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.problems.push(Problem { block: self.at.0, statement: self.at.1, message: message() });
        }
    }

    fn declarations(&mut self) {
        let body = self.body;
        self.require(body.locals.len() > body.arg_count, || "_0 or an argument is not declared".to_owned());
        for (local, declared) in &body.locals {
            self.require(declared.scope.index() < body.scopes.len(), || format!("{local} is in no scope"));
        }
        for info in &body.debug_info {
            self.require(info.scope.index() < body.scopes.len(), || format!("{} is in no scope", info.name));
            if let super::DebugValue::Place(place) = &info.value {
                self.place(place);
            }
        }
        let leads_to_entry =
            body.blocks.values().any(|block| block.terminator.kind.successors().contains(&body.entry()));
        self.require(!leads_to_entry, || "the entry has a predecessor".to_owned());
    }

    fn source(&mut self, source: Option<&SourceInfo>) {
        if let Some(source) = source {
            let exists = source.scope.index() < self.body.scopes.len();
            self.require(exists, || format!("{} does not exist", source.scope));
        }
    }

    fn place(&mut self, place: &Place) {
        let body = self.body;
        let Some(declared) = body.locals.get(place.local) else {
            return self.require(false, || format!("{} is not declared", place.local));
        };
        let mut before = Place::of(place.local);
        for step in &place.projection {
            let ty = before.ty(&declared.ty);
            match step {
                Projection::Deref => {
                    let is_pointer = ty
                        .is_none_or(|ty| ty.pointee().is_some() || matches!(ty, Type::Path(_) | Type::Infer));
                    self.require(is_pointer, || format!("{before} is dereferenced and no pointer"));
                }
                Projection::Index(local) => {
                    let ty = body.locals.get(*local).map(|declared| &declared.ty);
                    let is_usize = ty == Some(&Type::Int(IntType::Usize));
                    self.require(is_usize, || format!("{local} is an index and no `usize`"));
                }
                _ => {}
            }
            before.projection.push(step.clone());
        }
    }

    fn statement(&mut self, kind: &StatementKind) {
        visit_statement(kind, |place, _| self.place(place));
        match kind {
            StatementKind::Assign(place, rvalue) => self.assignment(place, rvalue),
            StatementKind::StorageLive(local) | StatementKind::StorageDead(local) => {
                self.place(&Place::of(*local));
            }
            _ => {}
        }
    }

    fn assignment(&mut self, place: &Place, rvalue: &Rvalue) {
        let Some(ty) = self.body.place_type(place) else { return };
        match rvalue {
            Rvalue::Binary(
                BinaryOp::AddWithOverflow | BinaryOp::SubWithOverflow | BinaryOp::MulWithOverflow,
                ..,
            ) => {
                let is_pair = matches!(ty, Type::Tuple(parts) if parts.len() == 2 && parts[1] == Type::Bool);
                self.require(is_pair, || format!("a checked operation yields a pair, not {ty}"));
            }
            Rvalue::Binary(
                BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge,
                ..,
            ) => self.require(*ty == Type::Bool, || format!("a comparison yields `bool`, not {ty}")),
            Rvalue::Aggregate(aggregate) => {
                let expected = match (aggregate, ty) {
                    (AggregateKind::Tuple(_), Type::Tuple(parts)) => Some(parts.len() as u64),
                    (
                        AggregateKind::Array(_),
                        Type::Array { length: ConstArg::Integer { value, .. }, .. },
                    ) => value.to_u64(),
                    _ => None,
                };
                let actual = aggregate.operands().len() as u64;
                let agrees = expected.is_none_or(|expected| expected == actual);
                self.require(agrees, || format!("{ty} is built from {actual} parts"));
            }
            _ => {}
        }
    }

    fn terminator(&mut self, kind: &TerminatorKind, is_cleanup: bool) {
        visit_terminator(kind, |place, _| self.place(place));
        self.targets(kind, is_cleanup);
        match kind {
            TerminatorKind::Return | TerminatorKind::TailCall { .. } => {
                self.require(!is_cleanup, || "a cleanup block returns".to_owned());
            }
            TerminatorKind::Resume | TerminatorKind::Terminate(_) => {
                self.require(is_cleanup, || "unwinding goes on outside a cleanup block".to_owned());
            }
            TerminatorKind::SwitchInt { targets, .. } => {
                let mut values: Vec<u128> = targets.iter().map(|(value, _)| *value).collect();
                values.sort_unstable();
                values.dedup();
                self.require(values.len() == targets.len(), || "a switch repeats a value".to_owned());
            }
            TerminatorKind::Assert { condition, .. } => {
                let ty = condition.place().and_then(|place| self.body.place_type(place));
                self.require(ty.is_none_or(|ty| *ty == Type::Bool), || "a condition is no `bool`".to_owned());
            }
            TerminatorKind::Call { callee: Operand::Function(function), args, .. } => {
                let Some(Type::FnDef { signature, .. }) = function.facts.as_ref().map(|facts| &*facts.ty)
                else {
                    return;
                };
                let expected = signature.inputs.len();
                let agrees = expected == args.len() || signature.is_variadic && expected <= args.len();
                self.require(agrees, || format!("{} takes {expected} arguments", function.path));
            }
            _ => {}
        }
    }

    fn targets(&mut self, kind: &TerminatorKind, is_cleanup: bool) {
        let body = self.body;
        for target in kind.normal_successors() {
            match body.blocks.get(target) {
                None => self.require(false, || format!("{target} does not exist")),
                Some(block) => self.require(block.is_cleanup == is_cleanup, || {
                    format!("{target} is {}in cleanup", if block.is_cleanup { "" } else { "not " })
                }),
            }
        }
        match kind.unwind() {
            Some(Unwind::Cleanup(target)) => {
                let is_cleanup_block = body.blocks.get(target).is_some_and(|block| block.is_cleanup);
                self.require(is_cleanup_block, || format!("{target} is no cleanup block to unwind to"));
                self.require(!is_cleanup, || "a cleanup block unwinds".to_owned());
            }
            Some(Unwind::Continue) => self.require(!is_cleanup, || "a cleanup block unwinds".to_owned()),
            Some(Unwind::Unreachable | Unwind::Terminate | Unwind::TerminateAbi) | None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::Item;
    use crate::mir::parse::parse_unchecked;

    /// The problems of a function with these declarations and blocks.
    fn problems(declarations: &str, blocks: &str) -> Vec<String> {
        let text = format!("fn f(_1: u32) -> u32 {{\n    let mut _0: u32;\n{declarations}\n{blocks}\n}}\n");
        match parse_unchecked(&text, 64).items.pop() {
            Some(Item::Body(body)) => check(&body).iter().map(ToString::to_string).collect(),
            other => panic!("{other:?}"),
        }
    }

    const END: &str = "bb1: {\n return;\n }\n bb2 (cleanup): {\n resume;\n }";

    #[test]
    fn a_plain_body_is_well_formed() {
        let blocks = format!("bb0: {{\n _0 = g(copy _1) -> [return: bb1, unwind: bb2];\n }}\n {END}");
        assert_eq!(problems("", &blocks), Vec::<String>::new());
    }

    #[test]
    fn each_line_of_the_checklist_is_checked() {
        for (declarations, line, problem) in [
            ("", "goto -> bb7;", "bb0[0]: bb7 does not exist"),
            ("", "goto -> bb0;", "the entry has a predecessor"),
            ("", "goto -> bb2;", "bb0[0]: bb2 is in cleanup"),
            ("", "resume;", "bb0[0]: unwinding goes on outside a cleanup block"),
            ("", "_0 = g() -> [return: bb1, unwind: bb1];", "bb0[0]: bb1 is no cleanup block to unwind to"),
            ("", "_7 = const 1_u8;\n return;", "bb0[0]: _7 is not declared"),
            ("", "_0 = copy (*_1);\n return;", "bb0[0]: _1 is dereferenced and no pointer"),
            ("let _2: [u8; 2];", "_0 = copy _2[_1];\n return;", "bb0[0]: _1 is an index and no `usize`"),
            (
                "",
                "switchInt(copy _1) -> [1: bb1, 1: bb1, otherwise: bb1];",
                "bb0[0]: a switch repeats a value",
            ),
            (
                "",
                "_0 = AddWithOverflow(copy _1, copy _1);\n return;",
                "bb0[0]: a checked operation yields a pair, not u32",
            ),
            ("", "_0 = Lt(copy _1, copy _1);\n return;", "bb0[0]: a comparison yields `bool`, not u32"),
            ("let _2: (u8, u8);", "_2 = (const 1_u8,);\n return;", "bb0[0]: (u8, u8) is built from 1 parts"),
            ("let _2: [u8; 3];", "_2 = [const 1_u8];\n return;", "bb0[0]: [u8; 3] is built from 1 parts"),
            (
                "",
                "assert(copy _1, \"x\") -> [success: bb1, unwind continue];",
                "bb0[0]: a condition is no `bool`",
            ),
            ("", "_0 = const 1_u32; // scope 3 at no-location\n return;", "bb0[0]: scope3 does not exist"),
        ] {
            let blocks = format!("bb0: {{\n {line}\n }}\n {END}");
            assert_eq!(problems(declarations, &blocks), [problem], "{line}");
        }
    }

    #[test]
    fn cleanup_blocks_neither_return_nor_unwind() {
        let blocks = "bb0: {\n _0 = g() -> [return: bb1, unwind: bb2];\n }\n bb1: {\n return;\n }\n";
        let cleanup = |line: &str| problems("", &format!("{blocks} bb2 (cleanup): {{\n {line}\n }}"));
        assert_eq!(cleanup("return;"), ["bb2[0]: a cleanup block returns"]);
        assert_eq!(cleanup("goto -> bb1;"), ["bb2[0]: bb1 is not in cleanup"]);
        let line = "drop(_1) -> [return: bb2, unwind continue];";
        assert_eq!(cleanup(line), ["bb2[0]: a cleanup block unwinds"]);
    }

    #[test]
    fn a_call_has_as_many_arguments_as_its_callees_type() {
        let comments = "// mir::ConstOperand\n // + span: a.rs:1:1: 1:2\n // + const_: Const { ty: fn(u8, u8) {g}, val: Value(g) }";
        let blocks =
            format!("bb0: {{\n _0 = g(copy _1) -> [return: bb1, unwind: bb2];\n {comments}\n }}\n {END}");
        assert_eq!(problems("", &blocks), ["bb0[0]: g takes 2 arguments"]);
    }
}
