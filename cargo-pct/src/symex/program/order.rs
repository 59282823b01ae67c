//! Whether the values of a type have a total order: the standard library may panic where it sorts values that have none.

use crate::mir::{GenericArgs, Operand, Path, Rvalue, Segment, StatementKind, TerminatorKind, Type};
use crate::symex::program::structure::Structure;
use crate::symex::program::types::path_of;
use crate::symex::program::{BodyId, Callee, Program};

impl Program {
    /// Tells whether the order of a type's values is a total one: that of the standard library's types, and what `derive` makes of such.
    /// What clients choose counts too: they promise it.
    ///
    /// Under-approximates: an order that the crate writes itself may be none.
    pub(in crate::symex) fn is_ordered(&self, ty: &Type) -> bool {
        self.orders(ty, &mut Vec::new())
    }

    /// `around`: the types that this one is a part of.
    fn orders(&self, ty: &Type, around: &mut Vec<Type>) -> bool {
        if around.contains(ty) {
            return true;
        }
        around.push(ty.clone());
        let structure = self.structure(ty);
        let is_ordered = match (&*structure, ty.as_path()) {
            (Structure::Plain, _) => !matches!(ty, Type::Float(_)),
            (Structure::Function | Structure::Pointer(_) | Structure::Clients, _) => true,
            (Structure::Code, _) | (Structure::Unknown(_), None) => false,
            (_, Some(path)) if !path.begins_in_std() => {
                let compares = |trait_path: [&str; 3], function: &str| {
                    self.derived(ty, trait_path, function).is_some_and(|body| self.only_compares(body))
                };
                let is_derived = compares(["std", "cmp", "Ord"], "cmp")
                    && compares(["std", "cmp", "PartialOrd"], "partial_cmp");
                is_derived && self.fields_are_ordered(ty, around)
            }
            (Structure::Reference(..) | Structure::Parts(_) | Structure::Cell(_), _)
            | (Structure::Union(_) | Structure::Unknown(_), _) => {
                ty.children().into_iter().all(|part| self.orders(part, around))
            }
        };
        around.pop();
        is_ordered
    }

    fn fields_are_ordered(&self, ty: &Type, around: &mut Vec<Type>) -> bool {
        let Some(instance) = self.adt(ty) else { return false };
        instance.field_types().all(|ty| ty.is_some_and(|ty| self.orders(&ty, around)))
    }

    /// Finds the function of a type's impl of a trait of std, if `derive` made that impl: the compiler says that the impl stands where the trait
    /// is named, where no other has room.
    pub(in crate::symex) fn derived(
        &self,
        ty: &Type,
        trait_path: [&str; 3],
        function: &str,
    ) -> Option<BodyId> {
        let trait_name = trait_path[2];
        let trait_path = Some(Box::new(path_of(&trait_path)));
        let own = Segment::Qualified { self_type: Box::new(ty.clone()), trait_path };
        let function = Segment::Named { name: function.into(), args: GenericArgs::NONE };
        let Callee::Body(body, _) = self.resolve(&Path { segments: [own, function].into() }) else {
            return None;
        };
        let [.., Segment::ImplAt(span), Segment::Named { .. }] = &*self.code(body).body.path.segments else {
            return None;
        };
        let width = u32::try_from(trait_name.len()).unwrap_or(u32::MAX);
        let is_named = span.start.line == span.end.line && span.start.column + width == span.end.column;
        (is_named && !self.is_model(body)).then_some(body)
    }

    /// Tells whether a body calls nothing but comparisons of `std::cmp`, and computes nothing.
    fn only_compares(&self, body: BodyId) -> bool {
        let is_harmless = |function: &Path| {
            let compares = |path: &Path| path.is_std(&["cmp", "Ord"]) || path.is_std(&["cmp", "PartialOrd"]);
            function.as_trait_item().is_some_and(|item| compares(item.trait_path))
                || function.is_std(&["intrinsics", "discriminant_value"])
        };
        self.code(body).body.blocks.values().all(|block| {
            let computes = |kind: &StatementKind| {
                matches!(kind, StatementKind::Assign(_, Rvalue::Binary(..) | Rvalue::Unary(..)))
            };
            let is_call_of_another = match &block.terminator.kind {
                TerminatorKind::Call { callee: Operand::Function(function), .. } => {
                    !is_harmless(&function.path)
                }
                TerminatorKind::Call { .. } => true,
                _ => false,
            };
            !is_call_of_another && !block.statements.iter().any(|statement| computes(&statement.kind))
        })
    }
}
