//! Constants whose value is the result of code, and the limits of number types.
//!
//! Over-approximates: a constant whose code is not understood may have any value of its type.

use crate::mir::{self, Segment, Type};
use crate::symex::access::executor::Executor;
use crate::symex::program::BodyId;
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::program::types::{Generics, int_type};
use crate::symex::state::outliving::{locals_of, outlive};
use crate::symex::state::value::Value;
use crate::symex::state::{Object, ObjectId, State};
use crate::term::{Term, VarName};
use std::sync::Arc;

impl Executor<'_> {
    /// Runs the code of a constant. It has no inputs, so it gives one value; if not, anything of its type.
    pub(super) fn constant_body(
        &mut self,
        state: &mut State,
        body: BodyId,
        generics: Arc<Generics>,
        ty: Option<&Type>,
    ) -> Step<Value> {
        let id = VarName::constant(format!("constant {body} {:?}", generics.arguments));
        if state.frames.len() >= self.config.most_frames
            || state.frames.iter().any(|frame| frame.body == body)
        {
            return self.unknown_result(state, body, ty);
        }
        let outcomes = self.execution.outcomes.len();
        let mut inner = state.clone();
        self.push_frame(&mut inner, body, generics.clone());
        let entry = inner.top().block;
        let mut exits = self.run(vec![(entry, inner)], true);
        let clean = self.execution.outcomes.len() == outcomes && exits.unwinds.is_empty();
        self.execution.outcomes.truncate(outcomes);
        let (Some(mut done), true, true) = (exits.returns.pop(), exits.returns.is_empty(), clean) else {
            return self.unknown_result(state, body, ty);
        };
        let value = done.top().locals[0].clone();
        let result = done.top().types[0].clone();
        let is_new = |(id, _): &(&ObjectId, &Object)| !state.objects.contains_key(*id);
        let objects_lead_there = done
            .objects
            .iter()
            .filter(is_new)
            .any(|(_, object)| locals_of(&object.value, done.depth()).next().is_some());
        if objects_lead_there {
            return self.unknown_result(state, body, ty.or(Some(&result)));
        }
        match outlive(&mut done, &value, &id) {
            Some(value) => {
                done.frames.pop();
                *state = done;
                Ok(value)
            }
            None => self.unknown_result(state, body, ty.or(Some(&result))),
        }
    }

    /// The value of a constant whose code is not understood. Those with names are judged by themselves, where they make objects of the
    /// analysed crates; of what is promoted, only the code around it knows.
    fn unknown_result(&mut self, state: &mut State, body: BodyId, ty: Option<&Type>) -> Step<Value> {
        let is_promoted = matches!(self.program.code(body).body.path.last(), Segment::Promoted(_));
        if is_promoted && ty.is_none_or(|ty| self.program.may_lead_to_own(ty)) {
            return refuse("a promoted constant that is not understood");
        }
        self.unknown_constant(state, ty)
    }
}

/// `std::num::<impl u32>::MAX`, and the same of old modules, `std::u32::MAX`: its type and value. A crate may have a module or type
/// that is called `u32`, too.
pub(super) fn limit(path: &mir::Path) -> Option<(Type, Term)> {
    if !path.begins_in_std() {
        return None;
    }
    let name = path.last_name()?;
    let ty = match &*path.segments {
        [.., Segment::Impl { self_type, trait_path: None }, _] => (**self_type).clone(),
        [.., Segment::Named { name, .. }, _] => Type::Int(mir::IntType::from_name(name)?),
        _ => return None,
    };
    let int = int_type(&ty)?;
    Some(match &**name {
        "MAX" => (ty, Term::int(int.max())),
        "MIN" => (ty, Term::int(int.min())),
        "BITS" => (Type::Int(mir::IntType::U32), Term::int(int.bits())),
        _ => return None,
    })
}
