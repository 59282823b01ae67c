//! States: the frames of a call stack and the objects that references from outside point to.

use crate::mir;
use crate::symex::program::BodyId;
use crate::symex::program::types::Generics;
use crate::symex::state::place::{ObjectId, Root};
use crate::symex::state::region::Regions;
use crate::symex::state::value::Value;
use crate::term::Term;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A symbolic state, valid where its guard holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// What is known of the way here, from the start of the execution.
    pub guard: Term,
    /// The call stack, the running function last.
    pub frames: Vec<Frame>,
    /// What references from outside point to, constants, and statics.
    pub objects: BTreeMap<ObjectId, Object>,
}

/// One function on the call stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its code.
    pub body: BodyId,
    /// What its generic parameters stand for.
    pub generics: Arc<Generics>,
    /// The types of its locals, normalised.
    pub types: Arc<Vec<mir::Type>>,
    /// The values of its locals.
    pub locals: Vec<Value>,
    /// The block that runs, or whose call is not finished.
    pub block: mir::BasicBlock,
}

/// A value outside the stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its value.
    pub value: Value,
    /// Its type, normalised.
    pub ty: Arc<mir::Type>,
    /// What it may be a part of: a write to it may change these too, and their change may change it.
    pub borrows: Regions,
    /// Whether it was there at the start, so that whoever called sees what becomes of it.
    pub is_external: bool,
}

impl State {
    /// The state without frames or objects, where the guard holds.
    pub fn empty(guard: Term) -> State {
        State { guard, frames: Vec::new(), objects: BTreeMap::new() }
    }

    /// The running function.
    ///
    /// # Panics
    /// If no function runs: the executor never lets that happen between pushing the first frame and its return.
    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a function runs")
    }

    /// The running function.
    ///
    /// # Panics
    /// As [`State::top`].
    pub fn top_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a function runs")
    }

    /// The index of the running function's frame.
    pub fn depth(&self) -> usize {
        self.frames.len() - 1
    }

    /// The state where a condition holds too.
    pub fn assume(&mut self, condition: &Term) {
        self.guard = self.guard.and(condition);
    }

    /// Whether no execution gets here, as far as a look at the guard tells.
    pub fn is_infeasible(&self) -> bool {
        self.guard.as_bool() == Some(false)
    }

    /// The value of a root.
    pub fn root(&self, root: &Root) -> Option<&Value> {
        match root {
            Root::Local(depth, local) => self.frames.get(*depth)?.locals.get(local.as_u32() as usize),
            Root::Object(id) => self.objects.get(id).map(|object| &object.value),
        }
    }

    /// The value of a root, to be changed.
    pub fn root_mut(&mut self, root: &Root) -> Option<&mut Value> {
        match root {
            Root::Local(depth, local) => self.frames.get_mut(*depth)?.locals.get_mut(local.as_u32() as usize),
            Root::Object(id) => self.objects.get_mut(id).map(|object| &mut object.value),
        }
    }
}
