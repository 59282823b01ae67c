//! Terminators and their targets.

use super::{Parsed, Parser};
use crate::mir::{AssertKind, BasicBlock, BinaryOp, Name, Operand, Place, TerminatorKind, Unwind};

/// What stands behind `->`.
#[derive(Default)]
struct Targets {
    /// Label and block, in order; a bare block has an empty label.
    blocks: Vec<(Name, BasicBlock)>,
    /// `unwind continue` and the like, or `unwind: bb3`.
    unwind: Option<Unwind>,
    /// `-> bb3`, without brackets.
    is_bare: bool,
}

impl Targets {
    fn take(&mut self, label: &str) -> Option<BasicBlock> {
        let index = self.blocks.iter().position(|(own, _)| &**own == label)?;
        Some(self.blocks.remove(index).1)
    }
}

impl Parser<'_> {
    /// A terminator other than a call; `None` takes nothing.
    pub(super) fn terminator(&mut self) -> Parsed<Option<TerminatorKind>> {
        let kind = if self.eat("goto") {
            TerminatorKind::Goto { target: self.single_target()? }
        } else if self.eat("return") {
            TerminatorKind::Return
        } else if self.eat("unreachable") {
            TerminatorKind::Unreachable
        } else if self.eat("resume") {
            TerminatorKind::Resume
        } else if self.eat("coroutine_drop") {
            TerminatorKind::CoroutineDrop
        } else if self.eat("terminate(") {
            let reason = self.until(")")?;
            TerminatorKind::Terminate(self.intern(reason))
        } else if self.eat("switchInt(") {
            self.switch()?
        } else if self.eat("drop(") {
            self.drop_place()?
        } else if self.eat("assert(") {
            self.assert()?
        } else if self.eat("asm!(") {
            self.inline_asm()?
        } else if self.eat("tailcall ") {
            self.tail_call()?
        } else if self.eat("falseEdge") {
            self.false_edge(false)?
        } else if self.eat("falseUnwind") {
            self.false_edge(true)?
        } else {
            return Ok(None);
        };
        Ok(Some(kind))
    }

    // -> [return: bb1, unwind: bb3]   -> [0: bb4, otherwise: bb2]   -> bb7   -> unwind continue
    fn targets(&mut self) -> Parsed<Targets> {
        let mut targets = Targets::default();
        if !self.eat("->") {
            return Ok(targets);
        }
        if self.eat("[") {
            while !self.eat("]") {
                self.target(&mut targets)?;
                if !self.eat(",") {
                    self.expect("]")?;
                    break;
                }
            }
        } else if self.at("unwind ") {
            self.target(&mut targets)?;
        } else {
            targets.is_bare = true;
            let label = self.intern("");
            targets.blocks.push((label, self.basic_block()?));
        }
        Ok(targets)
    }

    // return: bb1   4294967295: bb2   unwind continue   unwind: bb3
    fn target(&mut self, targets: &mut Targets) -> Parsed<()> {
        if self.eat("unwind ") {
            targets.unwind = Some(self.unwind_action()?);
            return Ok(());
        }
        let label = self.until(":")?;
        let block = self.basic_block()?;
        if label == "unwind" {
            targets.unwind = Some(Unwind::Cleanup(block));
        } else {
            let label = self.intern(label);
            targets.blocks.push((label, block));
        }
        Ok(())
    }

    // continue   unreachable   terminate(cleanup)
    fn unwind_action(&mut self) -> Parsed<Unwind> {
        for (text, unwind) in [
            ("continue", Unwind::Continue),
            ("unreachable", Unwind::Unreachable),
            ("terminate(cleanup)", Unwind::Terminate),
            ("terminate(abi)", Unwind::TerminateAbi),
        ] {
            if self.eat(text) {
                return Ok(unwind);
            }
        }
        Err(self.expected("an unwind action"))
    }

    fn single_target(&mut self) -> Parsed<BasicBlock> {
        let targets = self.targets()?;
        match (targets.blocks.as_slice(), targets.is_bare) {
            ([(_, block)], true) => Ok(*block),
            _ => Err(self.error("there must be one target")),
        }
    }

    /// The block labelled so, which must be there.
    fn labelled(&self, targets: &mut Targets, label: &str) -> Parsed<BasicBlock> {
        targets.take(label).ok_or_else(|| self.error(format!("there is no target `{label}`")))
    }

    /// The unwind action, which must be there, after all other targets were taken.
    fn unwind_of(&self, targets: &Targets) -> Parsed<Unwind> {
        if let Some((label, _)) = targets.blocks.first() {
            return Err(self.error(format!("unknown target `{label}`")));
        }
        targets.unwind.ok_or_else(|| self.error("there is no unwind action"))
    }

    // switchInt(copy _1) -> [4294967295: bb4, otherwise: bb1]
    fn switch(&mut self) -> Parsed<TerminatorKind> {
        let operand = self.operand()?;
        self.expect(")")?;
        let mut targets = self.targets()?;
        let otherwise = targets.take(if targets.is_bare { "" } else { "otherwise" });
        let mut cases = Vec::new();
        for (label, block) in &targets.blocks {
            let value =
                label.parse().map_err(|_| self.error(format!("`{label}` is no value of a switch")))?;
            cases.push((value, *block));
        }
        if cases.is_empty() && otherwise.is_none() || targets.unwind.is_some() {
            return Err(self.error("a switch needs targets and cannot unwind"));
        }
        Ok(TerminatorKind::SwitchInt { operand, targets: cases, otherwise })
    }

    // drop(_2) -> [return: bb7, unwind terminate(cleanup)]
    fn drop_place(&mut self) -> Parsed<TerminatorKind> {
        let place = self.place()?;
        self.expect(")")?;
        let mut targets = self.targets()?;
        let target = self.labelled(&mut targets, "return")?;
        let drop = targets.take("drop");
        Ok(TerminatorKind::Drop { place, target, unwind: self.unwind_of(&targets)?, drop })
    }

    // (const 1_u8) -> [return: bb1, unwind continue]   (const "…") -> bb18
    /// A call's arguments and targets. A bare block is where unwinding goes: the callee never returns.
    pub(super) fn call(&mut self, destination: Place, callee: Operand) -> Parsed<TerminatorKind> {
        let args = self.operands()?;
        let mut targets = self.targets()?;
        if targets.is_bare {
            targets.unwind = targets.take("").map(Unwind::Cleanup);
        }
        let target = targets.take("return");
        let unwind = self.unwind_of(&targets)?;
        Ok(TerminatorKind::Call { callee, args, destination, target, unwind })
    }

    // tailcall f(copy _1)
    fn tail_call(&mut self) -> Parsed<TerminatorKind> {
        let callee = self.operand()?;
        let args = self.operands()?;
        Ok(TerminatorKind::TailCall { callee, args })
    }

    // asm!("mov {0}, 5", out(reg) _1, options()) -> [return: bb1, unwind unreachable]
    fn inline_asm(&mut self) -> Parsed<TerminatorKind> {
        self.peek();
        let start = self.position;
        self.skip_asm_template()?;
        self.balanced(b")")?;
        let text = self.text[start..self.position].to_owned();
        let text = self.intern(&text);
        self.expect(")")?;
        let mut targets = self.targets()?;
        if targets.is_bare {
            targets.unwind = targets.take("").map(Unwind::Cleanup);
        }
        let blocks = targets.blocks.drain(..).map(|(_, block)| block).collect();
        Ok(TerminatorKind::InlineAsm { text, targets: blocks, unwind: self.unwind_of(&targets)? })
    }

    // yield(move _3) -> [resume: bb1, drop: bb2]
    /// A suspension; its result goes to `resume_place`.
    pub(super) fn yields(&mut self, resume_place: Place) -> Parsed<TerminatorKind> {
        self.expect("yield(")?;
        let value = self.operand()?;
        self.expect(")")?;
        let mut targets = self.targets()?;
        let label = if targets.is_bare { "" } else { "resume" };
        let resume = self.labelled(&mut targets, label)?;
        Ok(TerminatorKind::Yield { value, resume_place, resume, drop: targets.take("drop") })
    }

    // falseEdge -> [real: bb1, imaginary: bb2]
    fn false_edge(&mut self, is_unwind: bool) -> Parsed<TerminatorKind> {
        let mut targets = self.targets()?;
        let label = if targets.is_bare { "" } else { "real" };
        let real = self.labelled(&mut targets, label)?;
        let imaginary = targets.take("imaginary").or(targets.unwind.and_then(Unwind::cleanup));
        Ok(TerminatorKind::FalseEdge { real, is_unwind, imaginary })
    }

    // assert(!move (_3.1: bool), "attempt to compute `{} + {}`, which would overflow", copy _1, const 1_i32) -> […]
    fn assert(&mut self) -> Parsed<TerminatorKind> {
        let expected = !self.eat("!");
        let condition = self.operand()?;
        self.expect(",")?;
        let message = self.string()?;
        let mut operands = Vec::new();
        if self.eat(",") {
            operands = self.operands_until(")")?;
        } else {
            self.expect(")")?;
        }
        let kind = self.assert_kind(&message, operands)?;
        let mut targets = self.targets()?;
        let target = self.labelled(&mut targets, "success")?;
        Ok(TerminatorKind::Assert { condition, expected, kind, target, unwind: self.unwind_of(&targets)? })
    }

    fn assert_kind(&mut self, message: &str, operands: Vec<Operand>) -> Parsed<AssertKind> {
        let [first, second] = {
            let mut operands = operands.iter().cloned();
            [operands.next(), operands.next()]
        };
        let kind = match (AssertKind::operation(message), message, first, second) {
            (Some(op @ (BinaryOp::Shl | BinaryOp::Shr)), _, Some(count), None) => {
                AssertKind::Overflow(op, None, count)
            }
            (Some(op), _, Some(left), Some(right)) => AssertKind::Overflow(op, Some(left), right),
            (None, AssertKind::BOUNDS, Some(length), Some(index)) => {
                AssertKind::BoundsCheck { length, index }
            }
            (None, AssertKind::NEGATE, Some(operand), None) => AssertKind::OverflowNeg(operand),
            (None, AssertKind::DIVIDE, Some(operand), None) => AssertKind::DivisionByZero(operand),
            (None, AssertKind::REMAINDER, Some(operand), None) => AssertKind::RemainderByZero(operand),
            (None, AssertKind::MISALIGNED, Some(required), Some(found)) => {
                AssertKind::MisalignedPointerDereference { required, found }
            }
            (None, AssertKind::NULL, None, None) => AssertKind::NullPointerDereference,
            _ => return Ok(AssertKind::Other { message: self.intern(message), operands }),
        };
        if kind.operands().len() != operands.len() {
            return Err(self.error("a check's message has too many operands"));
        }
        Ok(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::super::statements::Step;
    use super::super::tests::{check, check_refused};
    use super::*;

    fn terminator(parser: &mut Parser<'_>) -> Parsed<TerminatorKind> {
        match parser.step()? {
            Step::Terminator(kind) => Ok(kind),
            Step::Statement(kind) => Err(parser.error(format!("a statement: {kind}"))),
        }
    }

    #[test]
    fn terminators_print_as_they_are_read() {
        for text in [
            "goto -> bb7",
            "return",
            "unreachable",
            "resume",
            "terminate(cleanup)",
            "switchInt(move _3) -> [0: bb4, otherwise: bb2]",
            "switchInt(copy _1) -> [340282366920938463463374607431768211455: bb2, otherwise: bb1]",
            "switchInt(const B) -> [0: bb2, otherwise: bb1]",
            "switchInt(const B) -> bb2",
            "drop(_2) -> [return: bb7, unwind terminate(cleanup)]",
            "drop(((*_2).0: T)) -> [return: bb2, unwind: bb3]",
            "drop(_2) -> [return: bb2, drop: bb4, unwind: bb3]",
            "assert(!move (_3.1: bool), \"attempt to compute `{} + {}`, which would overflow\", copy _1, const 1_i32) -> [success: bb1, unwind continue]",
            "assert(copy _2, \"attempt to shift left by `{}`, which would overflow\", copy _1) -> [success: bb1, unwind: bb2]",
            "assert(const false, \"`async fn` resumed after completion\") -> [success: bb14, unwind continue]",
            "_3 = std::vec::Vec::<u32>::push(copy _1, const 3_u32) -> [return: bb1, unwind continue]",
            "_6 = copy _19(move _21) -> [return: bb14, unwind continue]",
            "_6 = const F(move _21) -> [return: bb14, unwind continue]",
            "_6 = const F() -> [return: bb14, unwind continue]",
            "(*_1) = f() -> unwind continue",
            "_24 = core::panicking::panic(const \"a -> [b\") -> bb18",
            "asm!(\"nop\", out(reg) _1, options()) -> [return: bb1, unwind unreachable]",
            "asm!(\"ud2\", options(NORETURN)) -> unwind unreachable",
            "_1 = yield(move _2) -> [resume: bb1, drop: bb2]",
            "_1 = yield(move _2) -> bb1",
            "coroutine_drop",
            "tailcall f(copy _1)",
            "falseEdge -> [real: bb1, imaginary: bb2]",
            "falseUnwind -> [real: bb1, unwind: bb2]",
        ] {
            check(text, terminator);
        }
    }

    #[test]
    fn what_is_no_terminator_is_refused() {
        for text in [
            "goto",
            "goto -> [return: bb1]",
            "switchInt(copy _1)",
            "switchInt(copy _1) -> [x: bb1]",
            "drop(_1) -> bb2",
            "_1 = f() -> [success: bb1, unwind continue]",
            "_1 = f() -> [return: bb1]",
            "assert(copy _1, \"x\") -> bb1",
        ] {
            check_refused(text, terminator);
        }
    }

    #[test]
    fn a_bare_block_behind_a_call_is_its_cleanup() {
        let call = check("_1 = f() -> bb3", terminator);
        let TerminatorKind::Call { target, unwind, .. } = call else { panic!("{call}") };
        assert_eq!((target, unwind), (None, Unwind::Cleanup(BasicBlock::from_u32(3))));
    }
}
