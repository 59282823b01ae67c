//! What a body's own statements and terminators do, calls apart.

use std::collections::BTreeSet;

use super::types::{is_frozen, mentions_dyn};
use super::{Frame, Guard, Hazard, Safe};
use crate::mir::{
    self, AggregateKind, CastKind, ConstantKind, Operand, Place, Projection, Rvalue, StatementKind,
    TerminatorKind, Type,
};
use crate::symex::types::{Rewrite, plain_name};

impl Guard<'_> {
    pub(super) fn statement(&mut self, frame: &Frame<'_>, kind: &StatementKind) -> Safe {
        let mut places = Vec::new();
        mir::visit_statement(kind, |place, _| places.push(place.clone()));
        for place in &places {
            self.place(frame, place)?;
        }
        match kind {
            StatementKind::Assign(_, rvalue) => self.rvalue(frame, rvalue),
            StatementKind::CopyNonOverlapping { .. } if !frame.is_model => {
                self.unsafety("it copies raw memory")
            }
            _ => Ok(()),
        }
    }

    fn rvalue(&mut self, frame: &Frame<'_>, rvalue: &Rvalue) -> Safe {
        for operand in rvalue.operands() {
            self.operand(frame, operand)?;
        }
        match rvalue {
            Rvalue::ThreadLocalRef(_) => self.unknown("it uses a thread-local static"),
            Rvalue::Cast { kind: CastKind::Transmute, operand, .. } if !frame.is_model => {
                // Code of the compiler's own: it takes a box apart to reach what it owns.
                let is_box = operand.place().is_some_and(is_box_pointer);
                if is_box { Ok(()) } else { self.unsafety("it transmutes a value") }
            }
            // From here on calls may come through `dyn`, so everything that its traits can reach counts as called.
            Rvalue::Cast { kind: CastKind::Unsize, operand, ty } if mentions_dyn(ty) => {
                let from = operand.place().and_then(|place| self.whole_type(frame, place));
                match from {
                    Some(ty) => self.check_implementations(&ty, 0),
                    None => self.unknown("it makes a trait object of an unknown type"),
                }
            }
            Rvalue::Aggregate(AggregateKind::Closure(list)) => {
                for (_, operand) in &list.captures {
                    if let Some(ty) = operand.place().and_then(|place| self.whole_type(frame, place)) {
                        self.drop(&ty, 0)?;
                    }
                }
                self.closure(frame, &list.closure)
            }
            _ => Ok(()),
        }
    }

    pub(super) fn terminator(&mut self, frame: &Frame<'_>, kind: &TerminatorKind) -> Safe {
        let mut places = Vec::new();
        mir::visit_terminator(kind, |place, _| places.push(place.clone()));
        for place in &places {
            self.place(frame, place)?;
        }
        match kind {
            TerminatorKind::Call { callee, args, .. } | TerminatorKind::TailCall { callee, args } => {
                for operand in args {
                    self.operand(frame, operand)?;
                }
                match callee {
                    Operand::Function(function) => self.function(frame, function),
                    _ => self.unknown("it calls through a function pointer"),
                }
            }
            TerminatorKind::Drop { place, .. } => match self.whole_type(frame, place) {
                Some(ty) => self.drop(&ty, 0),
                None => self.unknown("it drops a value of an unknown type"),
            },
            TerminatorKind::Assert { condition, .. } => self.operand(frame, condition),
            TerminatorKind::SwitchInt { operand, .. } => self.operand(frame, operand),
            TerminatorKind::InlineAsm { .. } => Err(Hazard::Unsafe("it contains assembly".to_owned())),
            TerminatorKind::Yield { .. } | TerminatorKind::CoroutineDrop => {
                self.unknown("it suspends itself")
            }
            _ => Ok(()),
        }
    }

    /// A place behind a raw pointer is the business of unsafe code, unless the pointer is that of a box.
    fn place(&self, frame: &Frame<'_>, place: &Place) -> Safe {
        let derefs = place.projection.first() == Some(&Projection::Deref);
        let is_raw = matches!(frame.types.get(place.local.as_u32() as usize), Some(Type::RawPtr { .. }));
        let deeper = place.projection.windows(2).any(|pair| {
            matches!(pair, [Projection::Field { ty: Type::RawPtr { .. }, .. }, Projection::Deref])
        });
        if !frame.is_model && ((derefs && is_raw && !frame.boxes.contains(&place.local)) || deeper) {
            self.unsafety(format!("{} goes through a raw pointer", self.program.name(frame.id)))?;
        }
        Ok(())
    }

    fn operand(&mut self, frame: &Frame<'_>, operand: &Operand) -> Safe {
        match operand {
            Operand::Function(function) => self.function(frame, function),
            Operand::Constant(constant) => self.constant(frame, constant),
            Operand::Copy(_) | Operand::Move(_) | Operand::RuntimeCheck(_) => Ok(()),
        }
    }

    fn constant(&mut self, frame: &Frame<'_>, constant: &mir::Constant) -> Safe {
        let declared = constant.facts.as_ref().map(|facts| &*facts.ty);
        // A closure without captures is a constant.
        if let ConstantKind::ZeroSized(ty) = &constant.kind {
            self.mention(frame, ty)?;
        }
        if let Some(ty) = declared {
            self.mention(frame, ty)?;
        }
        let (allocation, ty) = match &constant.kind {
            ConstantKind::Static(text) => {
                let name =
                    text.split_once("]::").map_or(&**text, |(_, name)| name.trim_end_matches([')', '>']));
                return match declared {
                    Some(ty) => self.address_of_static(frame, ty, format!("it uses the static {name}")),
                    None => self.unknown(format!("it uses the static {name}")),
                };
            }
            ConstantKind::Address { .. } if !frame.is_model => {
                return self.unsafety("it uses a numeric address");
            }
            ConstantKind::Pointer { allocation, ty, .. } => (allocation, ty),
            _ => return Ok(()),
        };
        let what = match self.program.allocation(frame.id, *allocation).map(|found| &found.kind) {
            Some(mir::AllocationKind::Static(name)) => format!("it uses the static {name}"),
            Some(mir::AllocationKind::ExternStatic(name)) => {
                return self.unknown(format!("it uses the foreign static {name}"));
            }
            Some(mir::AllocationKind::Memory) => return Ok(()),
            _ => "it uses memory that is not known".to_owned(),
        };
        self.address_of_static(frame, ty, what)
    }

    /// A static that nobody can change is a constant.
    fn address_of_static(&self, frame: &Frame<'_>, ty: &Type, what: String) -> Safe {
        let ty = self.program.normaliser(frame.id, frame.generics).ty(ty);
        if let Type::Ref { mutability: mir::Mutability::Not, referent, .. } = &ty {
            let name = ty.peel_pointers().as_path().and_then(plain_name);
            let is_ours = name.is_some_and(|name| name.starts_with("pct::"));
            if is_ours || is_frozen(referent) {
                return Ok(());
            }
        }
        // A test of a client has a process of its own, whose statics end with it.
        if self.trusts_unsafe && !mentions_dyn(&ty) {
            return Ok(());
        }
        self.unknown(what)
    }

    /// The type of a place's local, references and raw pointers left aside: what is in the place is a part of a value of it.
    fn whole_type(&self, frame: &Frame<'_>, place: &Place) -> Option<Type> {
        frame.types.get(place.local.as_u32() as usize).map(|ty| ty.peel_pointers().clone())
    }
}

/// The locals of raw pointer type that are only ever given the pointers of boxes, as the compiler does to reach what a box owns.
pub(super) fn boxes(body: &mir::Body) -> BTreeSet<mir::Local> {
    let (mut found, mut others) = (BTreeSet::new(), BTreeSet::new());
    for block in body.blocks.values() {
        for statement in &block.statements {
            if let StatementKind::Assign(place, rvalue) = &statement.kind
                && let Some(local) = place.as_local()
            {
                let is_box = matches!(rvalue, Rvalue::Cast { kind: CastKind::Transmute, operand, .. }
                    if operand.place().is_some_and(is_box_pointer));
                if is_box {
                    found.insert(local)
                } else {
                    others.insert(local)
                };
            }
        }
        if let TerminatorKind::Call { destination, .. } = &block.terminator.kind {
            others.insert(destination.local);
        }
    }
    found.difference(&others).copied().collect()
}

/// `((_1.0: std::ptr::Unique<T>).0: std::ptr::NonNull<T>)`: only the box has a field of that type that can be named.
fn is_box_pointer(place: &Place) -> bool {
    place.projection.iter().any(|step| {
        let Projection::Field { ty, .. } = step else { return false };
        ty.as_path().is_some_and(|path| path.is_std(&["ptr", "Unique"]))
    })
}
