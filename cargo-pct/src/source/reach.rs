//! Whether clients can call a function.

use super::{FunctionId, Items, ModuleId, Owner, PathPart, Reach, Visibility};
use crate::mir::Type;

/// Attributes that hand a function to the linker, whatever its visibility.
const EXPORTING: [&str; 6] =
    ["no_mangle", "export_name", "panic_handler", "global_allocator", "alloc_error_handler", "link_section"];

/// Sets the reach of all functions.
///
/// Over-approximates. A `pub` function in a private module may be re-exported; a `pub` method of a private type may be called on a value that
/// is handed out; a method of a trait impl may be called through the trait. Only functions that are neither `pub`, nor a trait's, nor
/// exported, are private. (That a private function's *pointer* is handed out is for MIR to say.)
pub(super) fn set_reach(items: &mut Items) {
    let ids: Vec<FunctionId> = items.functions.keys().collect();
    for id in ids {
        items.functions[id].reach = reach(items, id);
    }
}

fn reach(items: &Items, id: FunctionId) -> Reach {
    let function = &items.functions[id];
    if function.is_exported {
        return Reach::Public;
    }
    let module = match function.owner {
        Owner::Body(_) => return Reach::Private,
        Owner::Module(module) => module,
        Owner::Trait(_) => return Reach::Possible,
        Owner::Impl(block) if items.impls[block].trait_path.is_some() => return Reach::Possible,
        Owner::Impl(block) => {
            // The type may be known elsewhere by another path: that of the impl says nothing.
            return match function.visibility {
                Visibility::Public if is_public_type(items, &items.impls[block].self_type) => Reach::Public,
                Visibility::Public => Reach::Possible,
                Visibility::Inherited | Visibility::Restricted => Reach::Private,
            };
        }
    };
    match function.visibility {
        Visibility::Public if is_public_module(items, module) => Reach::Public,
        Visibility::Public => Reach::Possible,
        Visibility::Inherited | Visibility::Restricted => Reach::Private,
    }
}

fn is_public_module(items: &Items, module: ModuleId) -> bool {
    let module = &items.modules[module];
    module.visibility == Visibility::Public
        && module.parent.is_none_or(|parent| is_public_module(items, parent))
}

/// Whether all types of that last name are public by their path.
fn is_public_type(items: &Items, ty: &Type) -> bool {
    let Some(name) = ty.as_path().and_then(|path| path.last_name()) else { return false };
    let mut named = items.types.values().filter(|ty| *ty.name == **name).peekable();
    named.peek().is_some()
        && named.all(|ty| {
            let is_in_module = ty.parts.len() == items.modules[ty.module].path.len() + 1;
            is_in_module
                && ty.parts.iter().all(|part| matches!(part, PathPart::Name(_)))
                && ty.visibility == Visibility::Public
                && is_public_module(items, ty.module)
        })
}

/// Whether an attribute makes panics of its function ones of the caller.
pub(super) fn tracks_caller(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("track_caller")
}

/// Whether an attribute hands its function to the linker.
pub(super) fn is_exported(attribute: &syn::Attribute) -> bool {
    let exports = |path: &syn::Path| EXPORTING.iter().any(|name| path.is_ident(name));
    match &attribute.meta {
        // `#[unsafe(no_mangle)]`
        syn::Meta::List(list) if list.path.is_ident("unsafe") => {
            let inner = list.tokens.to_string();
            EXPORTING.iter().any(|name| inner.starts_with(name))
        }
        meta => exports(meta.path()),
    }
}

/// Whether a line begins a sentence that says when a function panics: `**Panics** if …`.
fn is_announcement(line: &str) -> bool {
    let emphasis = ['*', '_'];
    let Some(rest) = line.trim().trim_start_matches(emphasis).strip_prefix("Panics") else { return false };
    let rest = rest.trim_start_matches(emphasis).trim_start_matches(':');
    let next = rest.split_whitespace().next().unwrap_or_default();
    rest.starts_with(' ') && matches!(next, "if" | "when" | "unless" | "on" | "whenever")
}

/// Whether a line of documentation, or a block of it, begins a section *Panics*, or a sentence like *Panics if …*.
pub(super) fn documents_panics(attribute: &syn::Attribute) -> bool {
    let syn::Meta::NameValue(pair) = &attribute.meta else { return false };
    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &pair.value else { return false };
    let is_heading = |line: &str| {
        let line = line.trim();
        let title = line.trim_start_matches('#').trim();
        line.starts_with('#') && matches!(title.to_lowercase().as_str(), "panics" | "panic")
    };
    let announces = |line: &str| is_heading(line) || is_announcement(line);
    attribute.path().is_ident("doc") && text.value().lines().any(announces)
}
