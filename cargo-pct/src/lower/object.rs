//! The object that an entry's call is made on: its leaves are the variables of the object's location.

use super::subject::OBJECT;
use super::{Lowerer, contained_objects, object_state, visit_state};
use crate::mir::Type;
use crate::symex::state::ObjectId;
use crate::symex::types::is_same_declaration;
use crate::symex::{State, Value};
use crate::system::LocationId;
use crate::term::{Kind, Substitution, Term, Var, VarName, Version, variables};
use std::collections::BTreeSet;

impl Lowerer<'_> {
    /// The object that a call is made on, if the receiver is a reference.
    pub(super) fn receiver_of(&self, source: LocationId, state: &State) -> Option<ObjectId> {
        let (location, class) = (self.out.object?, self.object.as_ref()?);
        if source != location {
            return None;
        }
        let vars = &self.out.system.locations[location].vars;
        let is_own = |value: &crate::symex::Value| {
            let mut leaves = Vec::new();
            value.visit(&mut |term| leaves.push(term.clone()));
            variables(&leaves).iter().any(|var| vars.contains(var))
        };
        let mut objects =
            state.objects.iter().filter(|(_, object)| is_same_declaration(&object.ty, &class.ty));
        objects.find(|(_, object)| is_own(&object.value)).map(|(id, _)| id.clone())
    }

    /// The leaves of argument objects: of objects of the class in arguments, except the one that the call is made on. They may have any value,
    /// which over-approximates the objects that clients can give.
    pub(super) fn argument_object_leaves(&self, state: &State) -> BTreeSet<Var> {
        let (Some(location), Some(class)) = (self.out.object, &self.object) else {
            return BTreeSet::new();
        };
        let top = state.top();
        let locals = top.types.iter().zip(&top.locals);
        let objects = state.objects.values().map(|object| (&*object.ty, &object.value));
        let mut terms = Vec::new();
        for (ty, value) in locals.chain(objects) {
            if contained_objects::mentions(self.program, ty, &class.ty) {
                value.visit(&mut |term| terms.push(term.clone()));
            }
        }
        let own = &self.out.system.locations[location].vars;
        variables(&terms).into_iter().filter(|var| !own.contains(var)).collect()
    }
}

impl Lowerer<'_> {
    /// The argument objects that are arguments themselves, or their referents: each exists whenever the call begins, in a state that objects
    /// have between calls. Gives the leaves of each in the order of the variables of the object's location.
    pub(super) fn argument_objects(&self, state: &State) -> Vec<Vec<Term>> {
        let (Some(location), Some(class)) = (self.out.object, &self.object) else { return Vec::new() };
        let vars = &self.out.system.locations[location].vars;
        let top = state.top();
        let arguments = self.program.code(top.body).body.args().map(|local| local.as_u32() as usize);
        // Under-approximates: of an object that is not found here, nothing is assumed.
        let object_in = |local: usize| {
            let (ty, tree) = (&top.types[local], state.tree(&top.locals[local]));
            if *ty == class.ty {
                return Some(tree);
            }
            let (Type::Ref { referent, .. }, Value::Boxed(tree)) = (ty, tree) else { return None };
            (**referent == class.ty).then(|| (*tree).clone())
        };
        let objects = arguments.filter_map(object_in);
        let in_order = objects.filter_map(|tree| {
            let tree = object_state::with_const_parameters(self.program, &class.ty, tree);
            corresponding(vars, &class.tree, &tree)
        });
        let is_other = |leaves: &Vec<Term>| variables(leaves).iter().any(|var| !vars.contains(var));
        in_order.filter(is_other).collect()
    }
}

/// The leaves of a tree that stand where another one of the same shape has these variables; none if the shapes differ, or a leaf is more
/// than a variable of that sort.
fn corresponding(vars: &[Var], shape: &Value, tree: &Value) -> Option<Vec<Term>> {
    let leaves = |value: &Value| {
        let mut leaves = Vec::new();
        value.visit(&mut |term| leaves.push(term.clone()));
        leaves
    };
    let (shape, leaves) = (leaves(shape), leaves(tree));
    if shape.len() != leaves.len() {
        return None;
    }
    let leaf_of = |var: &Var| {
        let place = shape.iter().position(|leaf| *leaf == var.term())?;
        let is_variable = matches!(leaves[place].kind(), Kind::Var(_));
        (is_variable && leaves[place].sort() == &var.sort).then(|| leaves[place].clone())
    };
    vars.iter().map(leaf_of).collect()
}

/// The state at an entry with a parameter's part as the object, whose variables are given. Others of such names step aside, those in boxes
/// too; so do leaves that the object of this instance has and the class's has not, which may be anything.
pub(super) fn called_on(state: &State, parameter: &VarName, object: &[Var]) -> State {
    let mut terms = Vec::new();
    visit_state(state, &mut |term| terms.push(term.clone()));
    let own_name = VarName::from(OBJECT);
    let renamed = variables(&terms).into_iter().filter_map(|var| {
        let own = var.name.parts_behind(parameter).map(|parts| own_name.with_parts(parts));
        let own = own.map(|name| Var::new(name, var.sort.clone()));
        let renamed = match own {
            Some(own) if object.contains(&own) => own,
            Some(own) => Var::new(own.name.version(Version::This), own.sort),
            None if var.name.parts_behind(&own_name).is_some() => {
                Var::new(var.name.version(Version::Other), var.sort.clone())
            }
            None => return None,
        };
        Some((var.clone(), renamed.term()))
    });
    state.substitute(&mut Substitution::new(renamed.collect::<Vec<_>>()))
}
