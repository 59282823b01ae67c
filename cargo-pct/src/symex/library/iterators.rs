//! Facts about the types of iterators: whose code they run, and whether more may come of them than there is in memory.
//!
//! Over-approximates: a type that is not understood is foreign and counts. Adaptors of the standard library are as what they adapt.

use crate::mir::{Mutability, Path, Segment, Type, path_of};
use crate::symex::program::sizes::most_elements;
use crate::symex::program::{Callee, Program};

/// Iterators whose parameters are no iterators.
const SOURCES: [&str; 8] =
    ["Empty", "FromFn", "Once", "OnceWith", "Repeat", "RepeatN", "RepeatWith", "Successors"];

/// Those that may yield again behind their end, whatever they go through.
const RESUMING: [&str; 3] = ["FromFn", "MapWhile", "Scan"];

/// Those that yield more than lies in memory.
const COUNTING: [&str; 7] = ["Cycle", "FromFn", "Range", "RangeFrom", "RangeInclusive", "Repeat", "RepeatN"];

/// The source of an iterator's elements, as its type tells it.
enum Source<'t> {
    /// A mutable reference to an iterator.
    MutableReference(&'t Type),
    /// A shared reference.
    SharedReference(&'t Type),
    /// A type of the standard library.
    Std(&'t Path),
    /// Another declared type, or what one calls its own.
    Named,
    /// A function or closure that an adaptor calls.
    Function,
    /// An array of such elements.
    Array(&'t Type),
    /// Another list, or a text.
    List,
    /// A number, which is no iterator.
    Number,
    /// It may be any.
    Unknown,
}

impl Source<'_> {
    fn of(ty: &Type) -> Source<'_> {
        match ty {
            Type::Ref { mutability: Mutability::Mut, referent, .. } => Source::MutableReference(referent),
            Type::Ref { mutability: Mutability::Not, referent, .. } => Source::SharedReference(referent),
            Type::Path(path) if path.begins_in_std() && path.as_trait_item().is_none() => Source::Std(path),
            Type::Path(_) => Source::Named,
            Type::Closure(_) | Type::FnDef { .. } | Type::FnPtr(_) => Source::Function,
            Type::Array { element, .. } => Source::Array(element),
            Type::Tuple(_) | Type::Slice(_) | Type::Str => Source::List,
            Type::Bool | Type::Char | Type::Int(_) | Type::Float(_) | Type::Never => Source::Number,
            Type::RawPtr { .. } | Type::FnCoroutine { .. } | Type::Dyn(_) | Type::Impl(_) => Source::Unknown,
            Type::Pattern { .. } | Type::UnsafeBinder { .. } | Type::Infer => Source::Unknown,
        }
    }
}

impl Program {
    /// Tells whether an iterator of the type, or one in it, is lent, asks code when it ends, or is not the standard library's: it may yield
    /// again after its end, and whoever lent it sees how far it went.
    pub fn may_be_resumed(&self, ty: &Type) -> bool {
        match Source::of(ty) {
            Source::MutableReference(_) | Source::Named | Source::Unknown => true,
            Source::Std(path) => is_resuming(path) || adapted(path).any(|ty| self.may_be_resumed(ty)),
            Source::SharedReference(_) | Source::Array(_) | Source::List => false,
            Source::Function | Source::Number => false,
        }
    }

    /// Tells whether an iterator of the type, if the standard library trusts that it stays at its end, may do anything when it is asked
    /// again: a type of the crate is trusted if it implements `FusedIterator`.
    pub fn may_go_on(&self, ty: &Type) -> bool {
        match Source::of(ty) {
            Source::MutableReference(referent) => self.may_go_on(referent),
            // A pair is lost with each element that has no partner.
            Source::Std(path) if path.is_std(&["iter", "Zip"]) => {
                self.may_hold_code(ty) || adapted(path).any(|ty| self.may_be_resumed(ty))
            }
            Source::Std(path) => adapted(path).any(|ty| self.may_go_on(ty)),
            Source::Named => self.adt(ty).is_none() || self.has_fused_iterators(),
            Source::SharedReference(_) | Source::Array(_) | Source::List | Source::Function => false,
            Source::Number => false,
            Source::Unknown => true,
        }
    }

    /// Tells whether the standard library may know for sure how many elements an iterator of the type yields (`TrustedLen`): one that others
    /// declare says so in vain, for the trait is not theirs to implement.
    pub fn may_be_trusted(&self, ty: &Type) -> bool {
        match Source::of(ty) {
            Source::MutableReference(of) | Source::SharedReference(of) => self.may_be_trusted(of),
            Source::Std(path) => adapted(path).all(|ty| self.may_be_trusted(ty)),
            Source::Named => self.adt(ty).is_none(),
            Source::Array(_) | Source::List | Source::Function | Source::Number | Source::Unknown => true,
        }
    }

    /// Tells whether an iterator of a type may yield, or promise, more elements than there are in memory: it, or one inside it, is a
    /// range, repeats, has elements that may have no size, or is not of the standard library.
    pub fn may_count(&self, ty: &Type) -> bool {
        match Source::of(ty) {
            Source::MutableReference(of) | Source::SharedReference(of) => self.may_count(of),
            Source::Std(path) => {
                let name = path.last_name().map_or("", |name| &**name);
                let mapped = || path.type_args().nth(1);
                COUNTING.contains(&name)
                    || self.holds_elements_without_size(path)
                    || name == "Flatten" && self.elements_may_count(ty)
                    || name == "FlatMap" && mapped().is_none_or(|ty| self.elements_may_count(ty))
                    || adapted(path).any(|ty| self.may_count(ty))
            }
            Source::Array(element) => most_elements(self, element).is_none(),
            Source::Function | Source::Number => false,
            Source::Named | Source::List | Source::Unknown => true,
        }
    }

    /// Of elements without size there may be any number in memory.
    fn holds_elements_without_size(&self, path: &Path) -> bool {
        let Some(["slice" | "vec" | "array" | "vec_deque" | "linked_list" | "collections", ..]) =
            path.std_names().as_deref()
        else {
            return false;
        };
        path.type_args().next().is_some_and(|ty| most_elements(self, ty).is_none())
    }

    /// Tells whether anything that the type of an iterator of iterators names may count: its elements' type is not always named.
    fn elements_may_count(&self, ty: &Type) -> bool {
        let parts_may = || ty.children().into_iter().any(|part| self.elements_may_count(part));
        match Source::of(ty) {
            Source::MutableReference(_) | Source::SharedReference(_) | Source::Array(_) | Source::List => {
                parts_may()
            }
            Source::Std(path) => {
                let name = path.last_name().map_or("", |name| &**name);
                COUNTING.contains(&name) || parts_may()
            }
            Source::Number => false,
            // What a closure returns is not looked into.
            Source::Named | Source::Function | Source::Unknown => true,
        }
    }

    /// Tells whether an iterator of the type may promise more after an element than before: an iterator of iterators goes on to the
    /// next one; a `size_hint` that is not the standard library's may run any code and tell lies.
    pub fn hint_changes(&self, ty: &Type) -> bool {
        match Source::of(ty) {
            Source::MutableReference(of) | Source::SharedReference(of) => self.hint_changes(of),
            Source::Std(path) => {
                let is_flat = path.is_std(&["iter", "Flatten"]) || path.is_std(&["iter", "FlatMap"]);
                is_flat && self.may_count(ty) || adapted(path).any(|ty| self.hint_changes(ty))
            }
            Source::Named | Source::Unknown => match self.resolve(&size_hint(ty)) {
                Callee::Body(body, _) => !self.is_model(body),
                Callee::Intrinsic(..) | Callee::Constructor(_) | Callee::Unknown => true,
            },
            Source::Function | Source::Array(_) | Source::List | Source::Number => false,
        }
    }
}

fn is_resuming(path: &Path) -> bool {
    RESUMING.iter().any(|name| path.is_std(&["iter", name]))
}

/// `<ty as std::iter::Iterator>::size_hint`
fn size_hint(ty: &Type) -> Path {
    let own = path_of(&["std", "iter", "Iterator"]);
    let qualified = Segment::Qualified { self_type: Box::new(ty.clone()), trait_path: Some(Box::new(own)) };
    let named = path_of(&["size_hint"]);
    Path { segments: [qualified].iter().chain(&*named.segments).cloned().collect() }
}

/// The types of what an adaptor adapts, and its closures.
fn adapted(path: &Path) -> impl Iterator<Item = &Type> {
    let adapts = match path.std_names().as_deref() {
        Some(["iter", .., name]) => !SOURCES.contains(name),
        Some(["boxed", "Box"] | ["option" | "result", "Shunt"]) => true,
        _ => false,
    };
    path.type_args().filter(move |_| adapts)
}
