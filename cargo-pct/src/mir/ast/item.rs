//! Items: what a dump consists of.

use super::{Body, BodyKind, Constant, Name, Path, Type};
use crate::mir::OwnModules;
use std::collections::BTreeMap;

/// A whole dump.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Program {
    /// In the dump's order, which is the order of the items in the macro-expanded source.
    pub items: Vec<Item>,
    /// The compiler's allocations that bodies mention.
    pub allocations: BTreeMap<AllocationId, Allocation>,
    /// The modules of the crate whose paths have their raw names here.
    pub own_modules: OwnModules,
}

/// One item of a dump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// Code.
    Body(Body),
    /// `const K: u32 = const 3_u32;`
    TrivialConst(TrivialConst),
    /// What could not be read.
    Opaque(OpaqueItem),
}

/// A constant whose value the dump gives in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrivialConst {
    /// `const`, `static`, or no keyword.
    pub kind: BodyKind,
    /// Its name. An enum's explicit discriminant is `E::Variant::{constant#0}`.
    pub path: Path,
    /// Its type.
    pub ty: Type,
    /// Its value.
    pub value: Constant,
    /// A second copy, as of a body.
    pub is_for_ctfe: bool,
    /// Its line in the dump, from 1.
    pub line: u32,
}

/// An item that this parser does not understand, or a body that is not well-formed: to be named in reports, and assumed capable of anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpaqueItem {
    /// Its name, as far as it could be read.
    pub name: Option<Path>,
    /// Whether it is a function, as far as its header could be read.
    pub kind: Option<BodyKind>,
    /// What was wrong.
    pub reason: String,
    /// The line of its header in the dump, from 1.
    pub line: u32,
    /// The line in the dump where reading failed, from 1.
    pub error_line: u32,
    /// A second copy, as of a body.
    pub is_for_ctfe: bool,
    /// Its text.
    pub text: Name,
}

/// The number of an allocation of the compiler; unique within one dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AllocationId(pub u32);

/// An allocation of the compiler: a string, a static, a promoted value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// What it is.
    pub kind: AllocationKind,
    /// Its size in bytes and alignment, where printed.
    pub layout: Option<(u64, u64)>,
    /// Its bytes; `None` where nothing (readable) is printed.
    pub bytes: Option<Vec<AllocationByte>>,
    /// Where pointers to other allocations lie: byte offset, target. The offset into the target is not kept.
    pub pointers: BTreeMap<u64, AllocationId>,
}

/// One byte of an allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllocationByte {
    /// Its value.
    Known(u8),
    /// It has no value.
    Uninit,
    /// It is part of a pointer to another allocation.
    Pointer,
}

/// What an allocation is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AllocationKind {
    /// Memory with contents.
    Memory,
    /// `static: NAME`: a static, with its initial value.
    Static(Name),
    /// `extern static: NAME`: a foreign static; nothing is known of its value.
    ExternStatic(Name),
    /// `fn: path`: a function's address.
    Function(Name),
    /// Any other (vtables, type ids): the text between the parentheses.
    Other(Name),
}

impl Program {
    /// The bodies that run: all but the copies for compile-time evaluation.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        self.items.iter().filter_map(|item| match item {
            Item::Body(body) if !body.is_for_ctfe => Some(body),
            _ => None,
        })
    }

    /// The function bodies that run, in order.
    pub fn functions(&self) -> impl Iterator<Item = &Body> {
        self.bodies().filter(|body| body.kind == BodyKind::Fn)
    }

    /// Sets all lines of the dump to 0, so that programs read from different texts compare.
    pub fn forget_lines(&mut self) {
        for item in &mut self.items {
            match item {
                Item::Body(body) => body.line = 0,
                Item::TrivialConst(constant) => constant.line = 0,
                Item::Opaque(opaque) => (opaque.line, opaque.error_line) = (0, 0),
            }
        }
    }

    /// What could not be read.
    pub fn opaque(&self) -> impl Iterator<Item = &OpaqueItem> {
        self.items.iter().filter_map(|item| match item {
            Item::Opaque(opaque) => Some(opaque),
            _ => None,
        })
    }
}
