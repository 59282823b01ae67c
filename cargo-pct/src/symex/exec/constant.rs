//! Constants: literals, named constants, promoted values, statics.

mod body;

use crate::mir::{self, AdtFields, ConstArg, ConstantKind, Segment, Type};
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::{InputOrigin, NoteKind};
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::program::structure::Structure;
use crate::symex::program::types::{BYTE, Generics, Rewrite, scalar_sort, unknown_constant};
use crate::symex::program::{BodyId, Constant};
use crate::symex::state::region::Regions;
use crate::symex::state::value::{Closure, Reference, Value};
use crate::symex::state::{Object, Place, Root, State};
use crate::term::{Term, VarName};
use body::limit;
use std::sync::Arc;

/// Strings up to this length have known bytes.
const MOST_BYTES: usize = 64;

impl Executor<'_> {
    /// The value of a constant.
    pub(in crate::symex) fn constant(&mut self, state: &mut State, constant: &mir::Constant) -> Step<Value> {
        let ty = self.constant_type(state, constant).ok();
        self.constant_kind(state, &constant.kind, ty.as_ref())
    }

    /// The type of a constant, normalised.
    pub(in crate::symex) fn constant_type(&mut self, state: &State, constant: &mir::Constant) -> Step<Type> {
        let frame = state.top();
        let normaliser = self.program.normaliser(frame.body, &frame.generics);
        if let Some(facts) = &constant.facts {
            return Ok(normaliser.ty(&facts.ty));
        }
        Ok(match &constant.kind {
            ConstantKind::Bool(_) => Type::Bool,
            ConstantKind::Char(_) => Type::Char,
            ConstantKind::Integer { ty, .. } => Type::Int(*ty),
            ConstantKind::Float { ty, .. } => Type::Float(*ty),
            ConstantKind::Tuple(fields) if fields.is_empty() => Type::UNIT,
            ConstantKind::Path(path) => match path.as_identifier().and_then(|n| frame.generics.constant(n)) {
                Some(ConstArg::Bool(_)) => Type::Bool,
                Some(ConstArg::Char(_)) => Type::Char,
                Some(ConstArg::Integer { ty: Some(ty), .. }) => Type::Int(ty),
                Some(_) => {
                    let ty = path
                        .as_identifier()
                        .and_then(|name| self.program.const_parameters(frame.body).remove(name));
                    return ty.map_or_else(|| refuse("a constant without its type"), Ok);
                }
                None => {
                    let path = normaliser.value_path(path);
                    let ty = self.named_constant_type(&path);
                    return ty.map_or_else(|| refuse("a constant without its type"), Ok);
                }
            },
            ConstantKind::ZeroSized(ty)
            | ConstantKind::Pointer { ty, .. }
            | ConstantKind::WidePointer { ty, .. }
            | ConstantKind::Indirect { ty, .. } => normaliser.ty(ty),
            _ => return refuse("a constant without its type"),
        })
    }

    fn named_constant_type(&self, path: &mir::Path) -> Option<Type> {
        match self.program.constant(path) {
            Some(Constant::Value(_, ty)) => return Some(ty.clone()),
            Some(Constant::Body(body)) => return Some(self.program.code(*body).body.return_type().clone()),
            None => {}
        }
        let of_block = self.program.associated_constant(path).map(|(constant, _)| match constant {
            Constant::Value(_, ty) => ty.clone(),
            Constant::Body(body) => self.program.code(*body).body.return_type().clone(),
        });
        // What names the block's parameters would have to be rewritten.
        let of_block = of_block.filter(|ty| scalar_sort(ty).is_some());
        let of_std = || limit(path).map(|(ty, _)| ty);
        of_block.or_else(of_std).or_else(|| self.program.trait_constant_type(path))
    }

    fn constant_kind(&mut self, state: &mut State, kind: &ConstantKind, ty: Option<&Type>) -> Step<Value> {
        match kind {
            ConstantKind::Bool(value) => Ok(Value::bool(*value)),
            ConstantKind::Char(value) => Ok(Value::Scalar(Term::int(u32::from(*value)))),
            ConstantKind::Integer { value, .. } => Ok(Value::Scalar(Term::int(value.to_bigint()))),
            ConstantKind::Str(text) => Ok(self.text(state, text)),
            ConstantKind::ByteStr { bytes, .. } => Ok(self.byte_string(state, bytes, ty)),
            ConstantKind::Tuple(fields) => {
                let types =
                    ty.filter(|ty| matches!(ty, Type::Tuple(_))).map(Type::children).unwrap_or_default();
                let fields: Step<Vec<_>> = fields
                    .iter()
                    .enumerate()
                    .map(|(index, field)| self.constant_kind(state, field, types.get(index).copied()))
                    .collect();
                Ok(Value::aggregate(fields?))
            }
            ConstantKind::Array(elements) => {
                let element = match ty {
                    Some(ty) => crate::symex::program::pointers::element_type(ty)?,
                    None => elements.first().and_then(literal_type).unwrap_or(Type::UNIT),
                };
                let values: Step<Vec<_>> =
                    elements.iter().map(|value| self.constant_kind(state, value, Some(&element))).collect();
                self.array(state, &Type::Slice(Box::new(element)), values?)
            }
            ConstantKind::Path(path) => self.named_constant(state, path, ty),
            ConstantKind::Adt { path, fields } => self.constant_adt(state, path, fields, ty),
            ConstantKind::ZeroSized(ty) => self.zero_sized(state, ty),
            ConstantKind::Pointer { allocation, offset: 0, .. } => {
                let body = state.top().body;
                let name = match self.program.allocation(body, *allocation).map(|allocation| &allocation.kind)
                {
                    Some(mir::AllocationKind::Static(name)) => name.to_string(),
                    _ => return self.unknown_constant(state, ty),
                };
                self.static_reference(state, &name, ty)
            }
            // `DefId(0:23 ~ odd[8cfd]::a::TABLE)`
            ConstantKind::Static(definition) => {
                let name = definition.split_once("]::").map_or("", |(_, name)| name.trim_end_matches(')'));
                self.static_reference(state, name, ty)
            }
            _ => self.unknown_constant(state, ty),
        }
    }

    /// The code of a static that nothing can change.
    fn frozen_static(&self, name: &str) -> Option<BodyId> {
        let names: Vec<&str> = name.split("::").collect();
        let Some(Constant::Body(id)) = self.program.constant(&crate::symex::program::types::path_of(&names))
        else {
            return None;
        };
        let code = &self.program.code(*id).body;
        let fixed = matches!(code.kind, mir::BodyKind::Static(mir::Mutability::Not));
        (fixed && self.is_frozen(code.return_type(), 6)).then_some(*id)
    }

    /// Whether values of a type hold no cells: numbers, and whatever is made of them alone.
    fn is_frozen(&self, ty: &Type, depth: usize) -> bool {
        let structure = self.program.structure(ty);
        match &*structure {
            Structure::Plain => !matches!(ty, Type::Float(_) | Type::Never),
            Structure::Reference(mir::Mutability::Not, referent) => self.is_frozen(referent, depth),
            Structure::Parts(parts) if ty.as_path().is_none() => {
                parts.iter().all(|part| self.is_frozen(part, depth))
            }
            Structure::Parts(parts) if depth > 0 && self.program.adt(ty).is_some() => {
                parts.iter().all(|part| self.is_frozen(part, depth - 1))
            }
            Structure::Parts(_) | Structure::Reference(..) | Structure::Pointer(_) | Structure::Function => {
                false
            }
            Structure::Cell(_) | Structure::Union(_) | Structure::Code | Structure::Clients => false,
            Structure::Unknown(_) => false,
        }
    }

    /// A reference to a static; to anything of its type where it can change.
    fn static_reference(&mut self, state: &mut State, name: &str, ty: Option<&Type>) -> Step<Value> {
        let Some(body) = self.frozen_static(name) else { return self.unknown_constant(state, ty) };
        let own = Arc::new(self.program.code(body).body.return_type().clone());
        let value = self.constant_body(state, body, Arc::new(Generics::default()), Some(&*own))?;
        let id = VarName::constant(format!("constant static {body}"));
        if !matches!(ty, Some(Type::Ref { .. })) {
            return self.unknown_constant(state, ty);
        }
        let object = Object { value, ty: own.clone(), borrows: Regions::default(), is_external: false };
        state.objects.insert(id.clone(), object);
        Ok(Value::Reference(Arc::new(Reference::to(Place::of(Root::Object(id)), false, own))))
    }

    fn unknown_constant(&mut self, state: &mut State, ty: Option<&Type>) -> Step<Value> {
        let Some(ty) = ty else { return refuse("a constant of a form that is not understood") };
        if self.config.concrete {
            return refuse("a constant of which only the type is known");
        }
        self.note(state, NoteKind::Approximation, "a constant of which only the type is known");
        Ok(self.fresh(state, ty, "constant", InputOrigin::Approximation, &[]))
    }

    fn constant_adt(
        &mut self,
        state: &mut State,
        path: &mir::Path,
        fields: &AdtFields<ConstantKind>,
        ty: Option<&Type>,
    ) -> Step<Value> {
        let frame = state.top();
        let path = self.program.normaliser(frame.body, &frame.generics).value_path(path);
        let program = self.program;
        let Some((instance, variant)) = program.constructor(&path) else {
            return self.unknown_constant(state, ty);
        };
        let mut values = Vec::new();
        for (index, field) in fields.values().into_iter().enumerate() {
            let ty = instance.field_type(variant, index);
            values.push(self.constant_kind(state, field, ty.as_ref())?);
        }
        match self.construct(&path, values) {
            Some(value) => Ok(value),
            None => self.unknown_constant(state, ty),
        }
    }

    fn zero_sized(&mut self, state: &mut State, ty: &Type) -> Step<Value> {
        let generics = state.top().generics.clone();
        if let Type::Closure(closure) = ty {
            let Some(generics) = self.program.generics_of_closure(closure, state.top().body, &generics)
            else {
                return refuse("it is not known what the parameters of a closure stand for");
            };
            let (captures, types) = (Vec::new(), Arc::from([]));
            return Ok(Value::Closure(Arc::new(Closure {
                ty: (**closure).clone(),
                captures,
                types,
                generics,
            })));
        }
        let normaliser = self.program.normaliser(state.top().body, &generics);
        if let Type::FnDef { path, .. } = ty {
            return Ok(Value::Function(Arc::new(normaliser.value_path(path))));
        }
        let ty = normaliser.ty(ty);
        Ok(self.fresh(state, &ty, "zero-sized", InputOrigin::Approximation, &[]))
    }

    fn named_constant(&mut self, state: &mut State, path: &mir::Path, ty: Option<&Type>) -> Step<Value> {
        let frame = state.top();
        let (body, generics) = (frame.body, frame.generics.clone());
        let program = self.program;
        if let Segment::Promoted(index) = path.last() {
            return match program.code(body).promoted.get(index) {
                Some(promoted) => self.constant_body(state, *promoted, generics, ty),
                None => self.unknown_constant(state, ty),
            };
        }
        if let Some(constant) = path.as_identifier().and_then(|name| generics.constant(name)) {
            return match (constant, ty) {
                (ConstArg::Integer { value, .. }, _) => Ok(Value::Scalar(Term::int(value.to_bigint()))),
                (ConstArg::Bool(value), _) => Ok(Value::bool(value)),
                (ConstArg::Char(value), _) => Ok(Value::Scalar(Term::int(u32::from(value)))),
                (ConstArg::Path(path), Some(ty)) => {
                    match path.as_identifier().and_then(|name| unknown_constant(name, ty)) {
                        Some(value) => Ok(Value::Scalar(value)),
                        None => self.unknown_constant(state, Some(ty)),
                    }
                }
                (_, ty) => self.unknown_constant(state, ty),
            };
        }
        let path = program.normaliser(body, &generics).value_path(path);
        match program.constant(&path) {
            Some(Constant::Value(value, _)) => return self.constant_kind(state, &value.kind.clone(), ty),
            Some(Constant::Body(id)) => {
                return self.constant_body(state, *id, Arc::new(Generics::default()), ty);
            }
            None => {}
        }
        if let Some((_, value)) = limit(&path) {
            return Ok(Value::Scalar(value));
        }
        // A variant goes before a constant of its name.
        if let Some(value) = self.construct(&path, Vec::new()) {
            return Ok(value);
        }
        match program.associated_constant(&path) {
            Some((Constant::Value(value, _), _)) => self.constant_kind(state, &value.kind.clone(), ty),
            Some((Constant::Body(id), generics)) => self.constant_body(state, *id, Arc::new(generics), ty),
            None => self.unknown_constant(state, ty),
        }
    }

    /// A reference to a string.
    pub(in crate::symex) fn text(&mut self, state: &mut State, text: &str) -> Value {
        let id = VarName::constant_text(text);
        if !state.objects.contains_key(&id) {
            let value = self.bytes(text.as_bytes());
            state.objects.insert(
                id.clone(),
                Object { value, ty: Arc::new(Type::Str), borrows: Regions::default(), is_external: false },
            );
        }
        Value::Reference(Arc::new(Reference::to(Place::of(Root::Object(id)), false, Arc::new(Type::Str))))
    }

    /// The text of a reference to a constant string.
    pub(in crate::symex) fn text_of(value: &Value) -> Option<String> {
        let Value::Reference(reference) = value else { return None };
        match reference.single() {
            Some(Place { root: Root::Object(id), steps }) if steps.is_empty() => {
                id.constant_string().map(|text| text.to_string())
            }
            _ => None,
        }
    }

    fn byte_string(&mut self, state: &mut State, bytes: &[u8], ty: Option<&Type>) -> Value {
        let value = self.bytes(bytes);
        if matches!(ty, Some(Type::Array { .. })) {
            return value;
        }
        let name: String = bytes.iter().map(|byte| std::ascii::escape_default(*byte).to_string()).collect();
        let length = ConstArg::Integer { value: mir::Integer::new(false, bytes.len() as u128), ty: None };
        let array = Arc::new(Type::Array { element: Box::new(BYTE), length });
        let id = VarName::constant(format!("bytes {name}"));
        state.objects.insert(
            id.clone(),
            Object { value, ty: array.clone(), borrows: Regions::default(), is_external: false },
        );
        Value::Reference(Arc::new(Reference::to(Place::of(Root::Object(id)), false, array)))
    }

    fn bytes(&mut self, bytes: &[u8]) -> Value {
        let sort = crate::term::Sort::Machine(crate::term::IntType::Unsigned(8));
        let length = Term::int(bytes.len());
        if bytes.len() > MOST_BYTES {
            let unknown =
                self.variable(VarName::from("text").elements(), sort.array_of(), InputOrigin::Approximation);
            return Value::sequence(length, Value::Scalar(unknown));
        }
        let mut elements = Term::int(0).filled_array(&sort);
        for (index, byte) in bytes.iter().enumerate() {
            elements = elements.store(&Term::int(index), &Term::int(*byte));
        }
        Value::sequence(length, Value::Scalar(elements))
    }
}

/// The type of a literal that says it.
fn literal_type(kind: &ConstantKind) -> Option<Type> {
    Some(match kind {
        ConstantKind::Bool(_) => Type::Bool,
        ConstantKind::Char(_) => Type::Char,
        ConstantKind::Integer { ty, .. } => Type::Int(*ty),
        _ => return None,
    })
}
