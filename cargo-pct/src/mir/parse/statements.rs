//! Statements, and the assignments among which calls hide.

use super::paths::PathStyle;
use super::{Parsed, Parser};
use crate::mir::{Operand, Place, Rvalue, StatementKind, TerminatorKind};

/// A line of a block.
pub(super) enum Step {
    Statement(StatementKind),
    Terminator(TerminatorKind),
}

/// Statements without effect on values, by their first word.
const INERT: [&str; 8] = [
    "nop",
    "ConstEvalCounter",
    "Coverage::",
    "FakeRead(",
    "PlaceMention(",
    "AscribeUserType(",
    "Retag(",
    "BackwardIncompatibleDropHint(",
];

impl Parser<'_> {
    /// A statement or terminator, up to its semicolon.
    pub(super) fn step(&mut self) -> Parsed<Step> {
        if self.at_place() {
            return self.assignment();
        }
        if let Some(terminator) = self.terminator()? {
            return Ok(Step::Terminator(terminator));
        }
        self.statement().map(Step::Statement)
    }

    // StorageLive(_1)   discriminant((*_15)) = 3   assume(copy _1)
    fn statement(&mut self) -> Parsed<StatementKind> {
        if self.eat("StorageLive(") {
            let local = self.local()?;
            self.expect(")")?;
            return Ok(StatementKind::StorageLive(local));
        }
        if self.eat("StorageDead(") {
            let local = self.local()?;
            self.expect(")")?;
            return Ok(StatementKind::StorageDead(local));
        }
        if self.eat("discriminant(") {
            let place = self.place()?;
            self.expect(")")?;
            self.expect("=")?;
            return Ok(StatementKind::SetDiscriminant(place, self.unsigned()?));
        }
        if self.eat("Deinit(") {
            let place = self.place()?;
            self.expect(")")?;
            return Ok(StatementKind::Deinit(place));
        }
        if self.eat("assume(") {
            let operand = self.operand()?;
            self.expect(")")?;
            return Ok(StatementKind::Assume(operand));
        }
        if self.eat("copy_nonoverlapping(") {
            return self.copy_nonoverlapping();
        }
        self.inert_statement()
    }

    // copy_nonoverlapping(dst = copy _1, src = copy _2, count = copy _3)
    fn copy_nonoverlapping(&mut self) -> Parsed<StatementKind> {
        self.expect("dst =")?;
        let destination = self.operand()?;
        self.expect(", src =")?;
        let source = self.operand()?;
        self.expect(", count =")?;
        let count = self.operand()?;
        self.expect(")")?;
        Ok(StatementKind::CopyNonOverlapping { destination, source, count })
    }

    // ConstEvalCounter   Coverage::VirtualCounter(bcb0)
    fn inert_statement(&mut self) -> Parsed<StatementKind> {
        if !INERT.iter().any(|word| self.at(word)) {
            return Err(self.expected("a statement"));
        }
        let text = self.balanced(b";")?.trim_end().to_owned();
        Ok(StatementKind::Inert(self.intern(&text)))
    }

    // _3 = Add(copy _1, const 1_usize)   _3 = Vec::<u32>::push(copy _1, const 3_u32) -> [return: bb1, unwind continue]
    fn assignment(&mut self) -> Parsed<Step> {
        let destination = self.place()?;
        self.expect("=")?;
        if self.at("yield(") {
            return self.yields(destination).map(Step::Terminator);
        }
        if !self.at_path_rvalue() {
            return self.operand_assignment(destination);
        }
        if let Some(rvalue) = self.layout_rvalue()? {
            return Ok(Step::Statement(StatementKind::Assign(destination, rvalue)));
        }
        self.peek();
        let start = self.position;
        let path = self.path(PathStyle::Value)?;
        if !self.at("(") {
            let rvalue = self.path_rvalue(path, start)?;
            return Ok(Step::Statement(StatementKind::Assign(destination, rvalue)));
        }
        let end = self.position;
        if self.is_call_ahead() {
            self.position = end;
            let callee = Operand::Function(self.function(path, start));
            return self.call(destination, callee).map(Step::Terminator);
        }
        let operands = self.operands()?;
        let rvalue = self.applied_rvalue(path, operands, &destination)?;
        Ok(Step::Statement(StatementKind::Assign(destination, rvalue)))
    }

    /// Whether `-> targets` follow on this line, outside all brackets and strings: an assignment with targets is a call.
    fn is_call_ahead(&mut self) -> bool {
        let start = self.position;
        let found = self.balanced(b";-").is_ok() && self.rest().starts_with("->");
        self.position = start;
        found
    }

    // _6 = copy _19(move _21) -> [return: bb14, unwind continue]   _1 = move _2
    fn operand_assignment(&mut self, destination: Place) -> Parsed<Step> {
        let rvalue = self.rvalue()?;
        match rvalue {
            Rvalue::Use(callee) if self.at("(") => self.call(destination, callee).map(Step::Terminator),
            rvalue => Ok(Step::Statement(StatementKind::Assign(destination, rvalue))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, check_refused};
    use super::*;

    fn statement(parser: &mut Parser<'_>) -> Parsed<StatementKind> {
        match parser.step()? {
            Step::Statement(kind) => Ok(kind),
            Step::Terminator(kind) => Err(parser.error(format!("a terminator: {kind}"))),
        }
    }

    #[test]
    fn statements_print_as_they_are_read() {
        for text in [
            "_3 = const 1_u8",
            "(((*_16) as variant#3).0: u32) = move _4",
            "discriminant((*_16)) = 3",
            "StorageLive(_1)",
            "StorageDead(_1)",
            "Deinit(_1)",
            "assume(copy _1)",
            "copy_nonoverlapping(dst = copy _1, src = copy _2, count = const 3_usize)",
        ] {
            check(text, statement);
        }
    }

    #[test]
    fn statements_without_effect_are_kept_as_text() {
        for text in
            ["nop", "ConstEvalCounter", "Coverage::VirtualCounter(bcb0)", "FakeRead(ForLet(None), _1)"]
        {
            let line = format!("{text};");
            let mut parser = Parser::new(&line, 64);
            let kind = statement(&mut parser).unwrap();
            assert_eq!(kind, StatementKind::Inert(text.into()));
        }
    }

    #[test]
    fn unknown_statements_are_refused() {
        for text in ["StorageLive(x)", "Frobnicate(_1)", "_1 copy _2", "_1 = ", "discriminant(_1) = x"] {
            check_refused(text, statement);
        }
    }
}
