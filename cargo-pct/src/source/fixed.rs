//! Associated types that a bound gives: `T: Iterator<Item = Token>`.
//!
//! Where code knows `T` alone, its `Item` is a type of which only clients know; yet who calls that code has a bound by which it is the crate's.
//! Input: the syntax tree of a crate. Output: the names of associated types that some bound gives a type which is more than data.
//!
//! Over-approximates: of which trait and for whom is not looked at. Bounds of `dyn` and `impl` do not count: these types name what they are.

use super::names::is_std;
use std::collections::BTreeSet;
use syn::visit::{self, Visit};

/// Types that run no code but std's, and none that fails, where that holds of their arguments.
const DATA: [&str; 26] = [
    "bool",
    "char",
    "str",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "f32",
    "f64",
    "Box",
    "Infallible",
    "Option",
    "Ordering",
    "PhantomData",
    "Result",
    "String",
    "Vec",
    "NonNull",
];

/// The names of associated types that a bound gives.
pub(super) fn fixed(tree: &syn::File) -> BTreeSet<String> {
    let mut collector = Collector::default();
    collector.visit_file(tree);
    let Collector { declared, parameters, bindings } = collector;
    let mut fixed = BTreeSet::new();
    for (name, ty) in bindings {
        let mut check = IsData { declared: &declared, parameters: &parameters, is_data: true };
        check.visit_type(ty);
        if !check.is_data {
            fixed.insert(name);
        }
    }
    fixed
}

/// What types may be called, and what bounds say.
#[derive(Default)]
struct Collector<'ast> {
    /// Names that the crate gives to types.
    declared: BTreeSet<String>,
    /// Names of parameters.
    parameters: BTreeSet<String>,
    bindings: Vec<(String, &'ast syn::Type)>,
}

impl<'ast> Visit<'ast> for Collector<'ast> {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.declared.insert(item.ident.to_string());
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.declared.insert(item.ident.to_string());
        visit::visit_item_enum(self, item);
    }

    fn visit_item_union(&mut self, item: &'ast syn::ItemUnion) {
        self.declared.insert(item.ident.to_string());
        visit::visit_item_union(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast syn::ItemType) {
        self.declared.insert(item.ident.to_string());
        visit::visit_item_type(self, item);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let is_of_std = matches!(&item.tree, syn::UseTree::Path(path) if is_std(&path.ident.to_string()));
        if !is_of_std {
            visit::visit_item_use(self, item);
        }
    }

    fn visit_use_rename(&mut self, item: &'ast syn::UseRename) {
        self.declared.insert(item.rename.to_string());
    }

    fn visit_use_name(&mut self, item: &'ast syn::UseName) {
        // One of another crate may be called like a type of std's.
        self.declared.insert(item.ident.to_string());
    }

    fn visit_type_param(&mut self, parameter: &'ast syn::TypeParam) {
        self.parameters.insert(parameter.ident.to_string());
        visit::visit_type_param(self, parameter);
    }

    fn visit_assoc_type(&mut self, binding: &'ast syn::AssocType) {
        self.bindings.push((binding.ident.to_string(), &binding.ty));
        visit::visit_assoc_type(self, binding);
    }

    fn visit_type_trait_object(&mut self, _: &'ast syn::TypeTraitObject) {}

    fn visit_type_impl_trait(&mut self, _: &'ast syn::TypeImplTrait) {}
}

/// Asks whether a type is data, or one of which only clients know.
struct IsData<'a> {
    declared: &'a BTreeSet<String>,
    parameters: &'a BTreeSet<String>,
    is_data: bool,
}

impl<'ast> Visit<'ast> for IsData<'_> {
    fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
        let first = ty.path.segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let last = ty.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let is_declared = |name: &String| self.declared.contains(name);
        let is_parameter = self.parameters.contains(&first) && !is_declared(&first);
        let is_projection = ty.path.segments.len() > 1 && (is_parameter || first == "Self");
        let is_known = DATA.contains(&&*last) && !is_declared(&last);
        if ty.qself.is_none() && !is_parameter && !is_projection && !is_known {
            self.is_data = false;
        }
        visit::visit_type_path(self, ty);
    }

    fn visit_type_fn_ptr(&mut self, _: &'ast syn::TypeFnPtr) {
        self.is_data = false;
    }

    fn visit_type_trait_object(&mut self, _: &'ast syn::TypeTraitObject) {
        self.is_data = false;
    }

    fn visit_type_impl_trait(&mut self, _: &'ast syn::TypeImplTrait) {
        self.is_data = false;
    }

    fn visit_type_macro(&mut self, _: &'ast syn::TypeMacro) {
        self.is_data = false;
    }

    fn visit_type_infer(&mut self, _: &'ast syn::TypeInfer) {
        self.is_data = false;
    }
}
