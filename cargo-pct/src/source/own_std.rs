//! Modules of a crate's root that are called like the standard library: `mod core`.
//!
//! MIR writes `core::Word` for a type of such a module as it writes `core::mem::swap` for what the standard library has. Here the module gets its
//! raw name, `r#core`, which it has as well, and `core` becomes a name for it. [`mir::OwnModules`](crate::mir::OwnModules) then gives what stands
//! in it that name in MIR, as far as the text is clear.

use super::Items;
use super::items::PathPart;
use crate::mir::OwnModules;
use syn::Item;
use syn::parse_quote;

/// Gives such modules their raw names.
pub(super) fn give_raw_names(file: &mut syn::File) {
    let mut names: Vec<Item> = Vec::new();
    for item in &mut file.items {
        let Item::Mod(module) = item else { continue };
        let name = module.ident.clone();
        if !OwnModules::is_shared(&name.to_string()) {
            continue;
        }
        module.ident = syn::Ident::new_raw(&name.to_string(), name.span());
        let (visibility, raw) = (&module.vis, &module.ident);
        names.push(parse_quote!(#visibility use self::#raw as #name;));
    }
    file.items.extend(names);
}

impl Items {
    /// The modules that have raw names, with what stands in them.
    pub fn own_modules(&self) -> OwnModules {
        let mut own = OwnModules::default();
        for module in self.modules.values() {
            if let [PathPart::Name(name)] = &*module.path {
                own.add_module(name);
            }
        }
        for function in self.functions.values() {
            if let [PathPart::Name(module), PathPart::Name(name)] = &*function.path {
                own.add_function(module, name);
            }
        }
        own
    }
}
