//! Types that clients cannot name and whose values they get nevertheless: as results, in public fields, or by associated types.
//!
//! Input: the items of a crate. Output: the paths of these types.
//!
//! Over-approximates: types are told apart by their last names, and an impl for another crate's type is taken for one that clients use.

use std::collections::BTreeSet;

use super::{FnDef, ImplDef, Items, Owner, TypeDef, TypeKind, Visibility};
use crate::mir::{Name, Type};

/// The paths of the types whose values clients get, and which have no public path.
pub(super) fn handed_out(items: &Items) -> BTreeSet<String> {
    let is_named = |ty: &TypeDef| items.public.contains_key(&ty.path);
    let mut names = BTreeSet::new();
    loop {
        let known = Known { items, names: &names };
        let types = items.types.values().filter(|ty| !is_named(ty));
        let mentioned = known.mentioned();
        let new: Vec<&TypeDef> =
            types.filter(|ty| mentioned.contains(&*ty.name) && !names.contains(&ty.name)).collect();
        if new.is_empty() {
            let handed = items.types.values().filter(|ty| !is_named(ty) && names.contains(&ty.name));
            return handed.map(|ty| ty.path.clone()).collect();
        }
        names.extend(new.into_iter().map(|ty| ty.name.clone()));
    }
}

/// The types that clients are known to get, while more are looked for.
struct Known<'a> {
    items: &'a Items,
    /// The last names of types that are handed out.
    names: &'a BTreeSet<String>,
}

impl Known<'_> {
    /// The last names of all types whose values clients get.
    fn mentioned(&self) -> BTreeSet<Name> {
        let mut mentioned = BTreeSet::new();
        for function in self.items.functions.values().filter(|it| self.is_for_clients(it)) {
            mentioned.extend(function.result_names.iter().cloned());
        }
        let mut add = |ty: &Type| {
            ty.any_part(&mut |part| {
                mentioned.extend(part.as_path().and_then(|path| path.last_name()).cloned());
                false
            });
        };
        for ty in self.items.types.values().filter(|ty| self.has(ty)) {
            let fields = ty.variants.iter().flat_map(|variant| &variant.fields);
            let is_open = |visibility| ty.kind == TypeKind::Enum || visibility == Visibility::Public;
            fields.filter(|field| is_open(field.visibility)).for_each(|field| add(&field.ty));
        }
        for block in self.items.impls.values().filter(|block| self.is_of_known(block)) {
            block.types.values().for_each(&mut add);
        }
        mentioned
    }

    fn has(&self, ty: &TypeDef) -> bool {
        self.items.public.contains_key(&ty.path) || self.names.contains(&ty.name)
    }

    /// Tells whether clients get values of the type that an impl is for.
    fn is_of_known(&self, block: &ImplDef) -> bool {
        let Some(name) = block.self_type.as_path().and_then(|path| path.last_name()) else { return true };
        let mut own = self.items.types.values().filter(|ty| *ty.name == **name).peekable();
        own.peek().is_none() || own.any(|ty| self.has(ty))
    }

    fn is_for_clients(&self, function: &FnDef) -> bool {
        match function.owner {
            Owner::Module(_) => self.items.public.contains_key(&function.full_path()),
            Owner::Impl(block) => {
                let block = &self.items.impls[block];
                let is_public = function.visibility == Visibility::Public || block.trait_path.is_some();
                is_public && self.is_of_known(block)
            }
            Owner::Trait(_) => true,
            Owner::Body(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::source::Items;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let items = Items::read("lib.rs", &[], text).unwrap();
        assert_eq!(items.handed_out.iter().map(String::as_str).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn results_of_public_functions_are_handed_out() {
        check("mod a { pub struct S; pub struct T; } pub fn make() -> Option<a::S> { None }", &["a::S"]);
        check("mod a { pub struct S; } fn make() -> a::S { a::S }", &[]);
        check("mod a { pub struct S; pub fn make() -> S { S } }", &[]);
        check("mod a { pub struct S; } pub struct P; impl P { pub fn s(&self) -> a::S { a::S } }", &["a::S"]);
        check("mod a { pub struct S; } pub struct P; impl P { fn s(&self) -> a::S { a::S } }", &[]);
    }

    #[test]
    fn what_is_handed_out_hands_out_more() {
        let build = "mod a { pub struct B; pub struct S; impl B { pub fn build(self) -> S { S } } }";
        check(&format!("{build} pub fn builder() -> a::B {{ a::B }}"), &["a::B", "a::S"]);
        check(build, &[]);
    }

    #[test]
    fn fields_and_associated_types_hand_out() {
        check("mod a { pub struct S; } pub struct P { pub s: a::S }", &["a::S"]);
        check("mod a { pub struct S; } pub struct P { s: a::S }", &[]);
        check("mod a { pub struct S; } pub enum E { A(Vec<a::S>) }", &["a::S"]);
        let iterator =
            "impl Iterator for P { type Item = a::S; fn next(&mut self) -> Option<Self::Item> { None } }";
        check(&format!("mod a {{ pub struct S; }} pub struct P; {iterator}"), &["a::S"]);
    }

    #[test]
    fn named_types_are_not_listed() {
        check("pub struct S; pub fn make() -> S { S }", &[]);
    }
}
