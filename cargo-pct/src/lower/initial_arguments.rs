//! Remembers the values that the arguments of a call had when it began. Earlier calls left the objects of the class
//! inside them, and those objects were checked then. So a call that leaves them unchanged inside another object leaves nothing new.

use super::contained_objects;
use crate::mir::Type;
use crate::symex::Program;
use crate::symex::State;
use crate::symex::value::Value;
use crate::term::Term;

/// Values of the arguments, and what lies in them, as far as objects of the class may lie there.
#[derive(Debug, Default)]
pub(crate) struct InitialArguments(Vec<(Type, Value)>);

/// How many are remembered.
const MOST: usize = 200;

static NONE: InitialArguments = InitialArguments(Vec::new());

impl InitialArguments {
    /// No value at all.
    pub(super) const NOTHING: &InitialArguments = &NONE;

    /// Collects the values of the arguments from the state in which a call begins.
    pub(super) fn at(program: &Program, class: &Type, state: &State) -> InitialArguments {
        let mut values = InitialArguments::default();
        for frame in &state.frames {
            let locals = frame.types.iter().zip(&frame.locals);
            locals.for_each(|(ty, value)| values.add(program, class, ty, value));
        }
        for object in state.objects.values() {
            values.add(program, class, &object.ty, &object.value);
        }
        values
    }

    /// Adds a value and its parts. Leaves out values with references: the places that these lead to may change while the value does not.
    /// Of a sequence, adds the whole only.
    fn add(&mut self, program: &Program, class: &Type, ty: &Type, value: &Value) {
        let mut roots = Vec::new();
        value.roots(&mut roots);
        if self.0.len() >= MOST || !contained_objects::mentions(program, ty, class) {
            return;
        }
        if roots.is_empty() {
            self.0.push((ty.clone(), value.clone()));
        }
        if matches!(value, Value::Sequence(_)) {
            return;
        }
        for part in contained_objects::parts(program, ty, value, &Term::int(0)).unwrap_or_default() {
            self.add(program, class, &part.ty, &part.value);
        }
    }

    /// Tells whether this was among it, unchanged.
    pub(super) fn contains(&self, ty: &Type, value: &Value) -> bool {
        self.0.iter().any(|(own, initial)| initial == value && own == ty)
    }
}
