//! Bodies: the code of a function, constant, static or promoted constant.

use super::{BasicBlock, ConstantKind, Local, Mutability, Name, Path, Place, Statement, Terminator, Type};
use crate::ids::PrimaryMap;
use crate::span::Span;

crate::define_id! {
    /// A lexical scope of a body; `scope0` is the whole body.
    ScopeId, "scope";
}

/// One body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// What it is the code of.
    pub kind: BodyKind,
    /// Its name. Not unique: bodies that one macro made can share all of it, and differ by their order alone.
    pub path: Path,
    /// How many locals after `_0` are arguments.
    pub arg_count: usize,
    /// `_0` (the result), arguments, variables, temporaries.
    pub locals: PrimaryMap<Local, LocalDecl>,
    /// Names of the source's variables, in the dump's order; includes a closure's captures.
    pub debug_info: Vec<DebugInfo>,
    /// The lexical scopes.
    pub scopes: PrimaryMap<ScopeId, Scope>,
    /// The code; never empty.
    pub blocks: PrimaryMap<BasicBlock, Block>,
    /// The second copy of a `const fn` or constructor, from which the compiler evaluates constants. The first copy is the
    /// code that runs.
    pub is_for_ctfe: bool,
    /// The line of its header in the dump, from 1.
    pub line: u32,
}

/// What a body is the code of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BodyKind {
    /// `fn`: functions, methods, closures, async bodies, constructors of tuple structs and variants.
    Fn,
    /// `const`: a constant, or a promoted one (its path then ends in [`Segment::Promoted`](super::Segment::Promoted)).
    Const,
    /// `static`, `static mut`, and thread-local ones.
    Static(Mutability),
    /// No keyword: an inline or anonymous constant, `a::B::{constant#0}: usize = {`
    InlineConst,
}

/// `let mut _2: u32;`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalDecl {
    /// Whether it is assigned more than once; `_0` and temporaries are always `mut`.
    pub mutability: Mutability,
    /// Its type.
    pub ty: Type,
    /// The scope that declares it.
    pub scope: ScopeId,
    /// Where it is declared; absent for arguments, and without span comments.
    pub span: Option<Span>,
}

/// `debug x => _1;`: a variable of the source and where its value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DebugInfo {
    /// The variable. A capture of a part is named `s__0__field` by the compiler.
    pub name: Name,
    /// The part of the variable, where it was split up (optimised dumps): the text after the name.
    pub part: Option<Name>,
    /// Where its value is.
    pub value: DebugValue,
    /// The scope in which it is visible.
    pub scope: ScopeId,
    /// Where it is declared; absent without span comments.
    pub span: Option<Span>,
}

/// Where a variable's value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DebugValue {
    /// In a place, as long as it is live.
    Place(Place),
    /// The variable was folded away.
    Constant(ConstantKind),
    /// The variable was folded away; it held a function item.
    Function(Path),
}

/// A lexical scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The enclosing scope; none for the whole body.
    pub parent: Option<ScopeId>,
    /// `inlined f::<T>`: the function whose body was inlined here (optimised dumps); the text.
    pub inlined: Option<Name>,
}

/// A basic block: statements in order, then one terminator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Runs only while unwinding.
    pub is_cleanup: bool,
    /// The steps.
    pub statements: Vec<Statement>,
    /// The end.
    pub terminator: Terminator,
}

/// `scope 3 at src/a.rs:1:2: 1:9`
///
/// Inside a macro's expansion the span is the innermost: inside the macro's definition, perhaps of another crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceInfo {
    /// The scope.
    pub scope: ScopeId,
    /// The place; none for `no-location`.
    pub span: Option<Span>,
}

impl Body {
    /// The entry block.
    pub fn entry(&self) -> BasicBlock {
        self.blocks.keys().next().expect("a body has blocks")
    }

    /// The arguments, in order.
    pub fn args(&self) -> impl Iterator<Item = Local> + '_ {
        self.locals.keys().skip(1).take(self.arg_count)
    }

    /// The place of the result, `_0`.
    pub fn return_local(&self) -> Local {
        self.locals.keys().next().expect("a body has _0")
    }

    /// The type of a place, as far as the text tells: see [`Place::ty`].
    pub fn place_type<'t>(&'t self, place: &'t Place) -> Option<&'t Type> {
        place.ty(&self.locals.get(place.local)?.ty)
    }

    /// The name that the source gives to a local.
    pub fn source_name(&self, local: Local) -> Option<&Name> {
        let is_of =
            |value: &DebugValue| matches!(value, DebugValue::Place(place) if place.as_local() == Some(local));
        self.debug_info.iter().find(|info| is_of(&info.value)).map(|info| &info.name)
    }

    /// The same for people: `_7` for one without a name.
    pub fn local_name(&self, local: Local) -> String {
        self.source_name(local).map_or_else(|| local.to_string(), ToString::to_string)
    }

    /// The type of the result.
    pub fn return_type(&self) -> &Type {
        &self.locals[self.return_local()].ty
    }

    /// Whether it is a closure's body, or an async function's after the state transform.
    pub fn is_closure(&self) -> bool {
        self.kind == BodyKind::Fn
            && matches!(
                self.path.last(),
                super::Segment::Anonymous { kind: super::AnonymousKind::Closure, .. }
            )
    }

    /// The closure that it is the body of, by the type of its first argument.
    pub fn closure(&self) -> Option<super::ClosureType> {
        let first = self.args().next().filter(|_| self.is_closure())?;
        let own = &self.locals[first].ty;
        let ty = if let Type::Ref { referent, .. } = own { referent } else { own };
        let Type::Closure(closure) = ty else { return None };
        Some((**closure).clone())
    }
}
