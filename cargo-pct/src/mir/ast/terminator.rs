//! Terminators: how a block ends, and where control goes.

use super::{BasicBlock, BinaryOp, Name, Operand, Place, SourceInfo};

/// A terminator and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terminator {
    /// What it does.
    pub kind: TerminatorKind,
    /// Its place; absent without span comments.
    pub source: Option<SourceInfo>,
}

/// What happens when a callee or a drop panics, or a check fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unwind {
    /// `unwind continue`: this body ends, unwinding into its caller.
    Continue,
    /// `unwind unreachable`: it cannot happen, the compiler says (builds that abort on panic, foreign functions).
    Unreachable,
    /// `unwind terminate(cleanup)`: the process aborts.
    Terminate,
    /// `unwind terminate(abi)`: the process aborts, because this body's ABI cannot unwind.
    TerminateAbi,
    /// `unwind: bb3`: control goes to that cleanup block.
    Cleanup(BasicBlock),
}

/// What a terminator does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TerminatorKind {
    /// `goto -> bb1`
    Goto {
        /// The next block.
        target: BasicBlock,
    },
    /// `switchInt(x) -> [0: bb1, otherwise: bb2]`: to the first block whose number equals the operand.
    SwitchInt {
        /// An integer, `bool`, `char` or discriminant.
        operand: Operand,
        /// Number and block. The numbers are the *unsigned* bit patterns of the operand's type: `255` for -1 of `i8`.
        targets: Vec<(u128, BasicBlock)>,
        /// For all other numbers; printed by every dump seen, though an exhaustive switch could lack it.
        otherwise: Option<BasicBlock>,
    },
    /// `return`: the body ends with the value in `_0`.
    Return,
    /// `unreachable`: the compiler knows that control does not get here.
    Unreachable,
    /// `resume`: the cleanup is done, unwinding goes on into the caller.
    Resume,
    /// `terminate(cleanup)`: the process aborts; the reason's text.
    Terminate(Name),
    /// `drop(P) -> [return: bb1, unwind continue]`: runs the destructor of the value, if its type has one.
    Drop {
        /// The value; uninitialised afterwards.
        place: Place,
        /// After it.
        target: BasicBlock,
        /// When the destructor panics.
        unwind: Unwind,
        /// For coroutines: where dropping goes on asynchronously, if printed.
        drop: Option<BasicBlock>,
    },
    /// `_1 = f(a, b) -> [return: bb1, unwind continue]`
    Call {
        /// The function: [`Operand::Function`] for an item, else a value of function pointer type.
        callee: Operand,
        /// The arguments. (A closure is called through `Fn::call` with its arguments in one tuple.)
        args: Vec<Operand>,
        /// Where the result goes.
        destination: Place,
        /// After it; none if the callee never returns. (In the text a bare `-> bb3` is *not* this, it is the unwind's target.)
        target: Option<BasicBlock>,
        /// When the callee panics.
        unwind: Unwind,
    },
    /// `tailcall f(a)`: the body ends with the call.
    TailCall {
        /// The function.
        callee: Operand,
        /// The arguments.
        args: Vec<Operand>,
    },
    /// `assert(!x, "…", a, b) -> [success: bb1, unwind continue]`: panics with the message unless the condition is as expected.
    Assert {
        /// A `bool`.
        condition: Operand,
        /// What it must be: false where the text has `!`.
        expected: bool,
        /// Which check this is, with the operands of its message.
        kind: AssertKind,
        /// When it holds.
        target: BasicBlock,
        /// When it does not, after the panic began.
        unwind: Unwind,
    },
    /// `asm!("…", …) -> [return: bb1, unwind unreachable]`: anything may happen that its constraints allow.
    InlineAsm {
        /// The text between the parentheses.
        text: Name,
        /// After it, and `label` blocks; none if it never returns.
        targets: Vec<BasicBlock>,
        /// When it unwinds.
        unwind: Unwind,
    },
    /// `_1 = yield(x) -> [resume: bb1, drop: bb2]`: suspends a coroutine (dumps from before the state transform).
    Yield {
        /// What is handed out.
        value: Operand,
        /// Where the resume argument goes.
        resume_place: Place,
        /// On resumption.
        resume: BasicBlock,
        /// When dropped while suspended.
        drop: Option<BasicBlock>,
    },
    /// `coroutine_drop`: ends the drop of a suspended coroutine.
    CoroutineDrop,
    /// `falseEdge -> [real: bb1, imaginary: bb2]`, `falseUnwind -> [real: bb1, unwind: bb2]`: a `goto` to the real block; the
    /// rest is for the borrow checker.
    FalseEdge {
        /// Where control goes.
        real: BasicBlock,
        /// `falseUnwind`
        is_unwind: bool,
        /// Where it never goes.
        imaginary: Option<BasicBlock>,
    },
}

/// Which check an `assert` makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssertKind {
    /// `"index out of bounds: the length is {} but the index is {}"`
    BoundsCheck {
        /// The length.
        length: Operand,
        /// The index.
        index: Operand,
    },
    /// `"attempt to compute `{} + {}`, which would overflow"`, and shifts by too much; `Div` and `Rem` for `MIN / -1`.
    /// For shifts only the count is printed: the left operand is then `None`.
    Overflow(BinaryOp, Option<Operand>, Operand),
    /// `"attempt to negate `{}`, which would overflow"`
    OverflowNeg(Operand),
    /// `"attempt to divide `{}` by zero"`: the operand is the dividend.
    DivisionByZero(Operand),
    /// `"attempt to calculate the remainder of `{}` with a divisor of zero"`: the operand is the dividend.
    RemainderByZero(Operand),
    /// `"misaligned pointer dereference: address must be a multiple of {} but is {}"`
    MisalignedPointerDereference {
        /// The alignment.
        required: Operand,
        /// The address.
        found: Operand,
    },
    /// `"null pointer dereference occurred"`
    NullPointerDereference,
    /// Any other (resumed coroutines, invalid enums): its message with `{}` for the operands.
    Other {
        /// The message.
        message: Name,
        /// Its operands.
        operands: Vec<Operand>,
    },
}

impl AssertKind {
    /// The message of [`AssertKind::BoundsCheck`].
    pub const BOUNDS: &'static str = "index out of bounds: the length is {} but the index is {}";
    /// The message of [`AssertKind::OverflowNeg`].
    pub const NEGATE: &'static str = "attempt to negate `{}`, which would overflow";
    /// The message of [`AssertKind::DivisionByZero`].
    pub const DIVIDE: &'static str = "attempt to divide `{}` by zero";
    /// The message of [`AssertKind::RemainderByZero`].
    pub const REMAINDER: &'static str = "attempt to calculate the remainder of `{}` with a divisor of zero";
    /// The message of [`AssertKind::MisalignedPointerDereference`].
    pub const MISALIGNED: &'static str =
        "misaligned pointer dereference: address must be a multiple of {} but is {}";
    /// The message of [`AssertKind::NullPointerDereference`].
    pub const NULL: &'static str = "null pointer dereference occurred";

    /// The messages of [`AssertKind::Overflow`].
    const OVERFLOWS: [(BinaryOp, &'static str); 7] = [
        (BinaryOp::Add, "attempt to compute `{} + {}`, which would overflow"),
        (BinaryOp::Sub, "attempt to compute `{} - {}`, which would overflow"),
        (BinaryOp::Mul, "attempt to compute `{} * {}`, which would overflow"),
        (BinaryOp::Div, "attempt to compute `{} / {}`, which would overflow"),
        (BinaryOp::Rem, "attempt to compute the remainder of `{} % {}`, which would overflow"),
        (BinaryOp::Shl, "attempt to shift left by `{}`, which would overflow"),
        (BinaryOp::Shr, "attempt to shift right by `{}`, which would overflow"),
    ];

    /// The operation whose overflow the message reports.
    pub fn operation(message: &str) -> Option<BinaryOp> {
        AssertKind::OVERFLOWS.iter().find(|(_, own)| *own == message).map(|(op, _)| *op)
    }

    /// The message, with `{}` for the operands.
    pub fn message(&self) -> &str {
        match self {
            AssertKind::BoundsCheck { .. } => AssertKind::BOUNDS,
            AssertKind::Overflow(op, ..) => {
                let known = AssertKind::OVERFLOWS.iter().find(|(own, _)| own == op);
                known.map(|(_, message)| *message).expect("overflow is checked of these operations only")
            }
            AssertKind::OverflowNeg(_) => AssertKind::NEGATE,
            AssertKind::DivisionByZero(_) => AssertKind::DIVIDE,
            AssertKind::RemainderByZero(_) => AssertKind::REMAINDER,
            AssertKind::MisalignedPointerDereference { .. } => AssertKind::MISALIGNED,
            AssertKind::NullPointerDereference => AssertKind::NULL,
            AssertKind::Other { message, .. } => message,
        }
    }

    /// Whether a build without overflow checks leaves it out, as rustc's code generation does.
    pub fn may_be_left_out(&self) -> bool {
        match self {
            AssertKind::Overflow(op, ..) => !matches!(op, BinaryOp::Div | BinaryOp::Rem),
            AssertKind::OverflowNeg(_) => true,
            AssertKind::BoundsCheck { .. }
            | AssertKind::DivisionByZero(_)
            | AssertKind::RemainderByZero(_)
            | AssertKind::MisalignedPointerDereference { .. }
            | AssertKind::NullPointerDereference
            | AssertKind::Other { .. } => false,
        }
    }

    /// The operands of the message, in order.
    pub fn operands(&self) -> Vec<&Operand> {
        match self {
            AssertKind::BoundsCheck { length, index } => vec![length, index],
            AssertKind::Overflow(_, left, right) => left.iter().chain([right]).collect(),
            AssertKind::OverflowNeg(operand)
            | AssertKind::DivisionByZero(operand)
            | AssertKind::RemainderByZero(operand) => vec![operand],
            AssertKind::MisalignedPointerDereference { required, found } => vec![required, found],
            AssertKind::NullPointerDereference => Vec::new(),
            AssertKind::Other { operands, .. } => operands.iter().collect(),
        }
    }
}

impl Unwind {
    /// The cleanup block, if control goes to one.
    pub fn cleanup(self) -> Option<BasicBlock> {
        match self {
            Unwind::Cleanup(block) => Some(block),
            _ => None,
        }
    }
}

impl TerminatorKind {
    /// The blocks where control may go, without unwinding; in the text's order, possibly repeated.
    pub fn normal_successors(&self) -> Vec<BasicBlock> {
        match self {
            TerminatorKind::Goto { target }
            | TerminatorKind::Assert { target, .. }
            | TerminatorKind::FalseEdge { real: target, .. } => vec![*target],
            TerminatorKind::Drop { target, drop, .. } => std::iter::once(*target).chain(*drop).collect(),
            TerminatorKind::SwitchInt { targets, otherwise, .. } => {
                targets.iter().map(|(_, block)| *block).chain(*otherwise).collect()
            }
            TerminatorKind::Call { target, .. } => target.iter().copied().collect(),
            TerminatorKind::InlineAsm { targets, .. } => targets.clone(),
            TerminatorKind::Yield { resume, drop, .. } => std::iter::once(*resume).chain(*drop).collect(),
            TerminatorKind::Return
            | TerminatorKind::Unreachable
            | TerminatorKind::Resume
            | TerminatorKind::Terminate(_)
            | TerminatorKind::TailCall { .. }
            | TerminatorKind::CoroutineDrop => Vec::new(),
        }
    }

    /// What happens on unwinding, where it can start here.
    pub fn unwind(&self) -> Option<Unwind> {
        match self {
            TerminatorKind::Drop { unwind, .. }
            | TerminatorKind::Call { unwind, .. }
            | TerminatorKind::Assert { unwind, .. }
            | TerminatorKind::InlineAsm { unwind, .. } => Some(*unwind),
            _ => None,
        }
    }

    /// All blocks where control may go, the cleanup block last.
    pub fn successors(&self) -> Vec<BasicBlock> {
        let mut blocks = self.normal_successors();
        blocks.extend(self.unwind().and_then(Unwind::cleanup));
        blocks
    }
}
