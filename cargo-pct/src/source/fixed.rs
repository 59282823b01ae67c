//! Associated types that a bound gives: `T: Iterator<Item = Token>`.
//!
//! Code that has `T` alone takes `T::Item` for a type of clients, though its caller may have such a bound, by which it is the crate's. Input: the
//! syntax tree of a crate. Output: the names of associated types that some bound gives a type which is more than data.
//!
//! Over-approximates: the trait and the type in front of the bound are not looked at. Only bounds of `dyn` and of returned `impl` do not count:
//! these types name what they are.

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
    let Collector { declared, parameters, bindings, .. } = collector;
    let mut fixed = BTreeSet::new();
    loop {
        let before = fixed.len();
        for (name, ty) in &bindings {
            let mut check =
                IsData { declared: &declared, parameters: &parameters, fixed: &fixed, is_data: true };
            check.visit_type(ty);
            if !check.is_data {
                fixed.insert(name.clone());
            }
        }
        // `T: Of<Out = U::Item>` is as much as `Item` turns out to be.
        if fixed.len() == before {
            return fixed;
        }
    }
}

/// Names of types, and bounds.
#[derive(Default)]
struct Collector<'ast> {
    /// Names that the crate gives to types.
    declared: BTreeSet<String>,
    /// Names of parameters.
    parameters: BTreeSet<String>,
    /// Associated types, each with the type that a bound gives it.
    bindings: Vec<(String, &'ast syn::Type)>,
    /// The `use` that is being read names items of std.
    is_of_std: bool,
    /// The type that is being read is returned.
    is_returned: bool,
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
        self.is_of_std = matches!(&item.tree, syn::UseTree::Path(path) if is_std(&path.ident.to_string()));
        visit::visit_item_use(self, item);
    }

    fn visit_use_rename(&mut self, item: &'ast syn::UseRename) {
        self.declared.insert(item.rename.to_string());
    }

    fn visit_use_name(&mut self, item: &'ast syn::UseName) {
        // A type of another crate may have the name of one of std.
        if !self.is_of_std {
            self.declared.insert(item.ident.to_string());
        }
    }

    fn visit_type_param(&mut self, parameter: &'ast syn::TypeParam) {
        self.parameters.insert(parameter.ident.to_string());
        visit::visit_type_param(self, parameter);
    }

    fn visit_assoc_type(&mut self, binding: &'ast syn::AssocType) {
        self.bindings.push((binding.ident.to_string(), &binding.ty));
        visit::visit_assoc_type(self, binding);
    }

    fn visit_return_type(&mut self, returned: &'ast syn::ReturnType) {
        let outer = std::mem::replace(&mut self.is_returned, true);
        visit::visit_return_type(self, returned);
        self.is_returned = outer;
    }

    fn visit_type_impl_trait(&mut self, ty: &'ast syn::TypeImplTrait) {
        if !self.is_returned {
            visit::visit_type_impl_trait(self, ty);
        }
    }

    fn visit_type_trait_object(&mut self, _: &'ast syn::TypeTraitObject) {}
}

/// Asks whether a type is data, or one of which only clients know.
struct IsData<'a> {
    declared: &'a BTreeSet<String>,
    parameters: &'a BTreeSet<String>,
    /// Associated types that are known to be more than data.
    fixed: &'a BTreeSet<String>,
    is_data: bool,
}

impl<'ast> Visit<'ast> for IsData<'_> {
    fn visit_type_path(&mut self, ty: &'ast syn::TypePath) {
        let first = ty.path.segments.first().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let last = ty.path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default();
        let is_declared = |name: &String| self.declared.contains(name);
        let is_parameter = self.parameters.contains(&first) && !is_declared(&first);
        let is_single = ty.path.segments.len() == 1;
        let is_projection = ty.qself.is_some() || !is_single && (is_parameter || first == "Self");
        self.is_data &= match is_projection {
            true => !self.fixed.contains(&last),
            false => is_single && is_parameter || DATA.contains(&&*last) && !is_declared(&last),
        };
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
