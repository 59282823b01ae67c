//! Names of functions and types in reports.

use crate::mir::{self, GenericArg, Path, Type};

/// The name of a callee in reports, without generic arguments.
pub(in crate::symex) fn callee_name(path: &Path) -> String {
    let segment = |segment: &mir::Segment| match segment {
        mir::Segment::Named { name, .. } => name.to_string(),
        mir::Segment::Qualified { self_type, trait_path } => {
            let own = type_name(self_type);
            match trait_path.as_ref().and_then(|path| path.last_name().cloned()) {
                Some(name) => format!("<{own} as {name}>"),
                None => format!("<{own}>"),
            }
        }
        mir::Segment::Impl { self_type, .. } => format!("<impl {}>", type_name(self_type)),
        other => format!("{other:?}"),
    };
    path.segments.iter().map(segment).collect::<Vec<_>>().join("::")
}

/// A short name of a type, for reports.
pub(in crate::symex) fn type_name(ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::Char => "char".to_owned(),
        Type::Str => "str".to_owned(),
        Type::Never => "!".to_owned(),
        Type::Int(int) => int.name().to_owned(),
        Type::Float(float) => float.name().to_owned(),
        Type::Ref { mutability, referent, .. } => {
            let sign = if *mutability == mir::Mutability::Mut { "&mut " } else { "&" };
            format!("{sign}{}", type_name(referent))
        }
        Type::Slice(element) => format!("[{}]", type_name(element)),
        Type::Array { element, .. } => format!("[{}; _]", type_name(element)),
        Type::Tuple(elements) => {
            format!("({})", elements.iter().map(type_name).collect::<Vec<_>>().join(", "))
        }
        Type::Path(path) => {
            let args: Vec<String> = path.last().args().iter().filter_map(argument_name).collect();
            let name = match path.as_trait_item() {
                Some(_) => callee_name(path),
                None => path.last_name().map_or_else(|| "_".to_owned(), ToString::to_string),
            };
            if args.is_empty() { name } else { format!("{name}<{}>", args.join(", ")) }
        }
        Type::Closure(_) => "closure".to_owned(),
        Type::Dyn(_) => "dyn".to_owned(),
        Type::RawPtr { .. } | Type::FnPtr(_) | Type::FnDef { .. } | Type::FnCoroutine { .. } => {
            "_".to_owned()
        }
        Type::Impl(_) | Type::Pattern { .. } | Type::UnsafeBinder { .. } | Type::Infer => "_".to_owned(),
    }
}

fn argument_name(arg: &GenericArg) -> Option<String> {
    match arg {
        GenericArg::Type(ty) => Some(type_name(ty)),
        GenericArg::Const(mir::ConstArg::Integer { value, .. }) => Some(value.to_string()),
        GenericArg::Const(_) => Some("_".to_owned()),
        _ => None,
    }
}

pub(in crate::symex) fn short_name(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// The name of a type's destructor in reports.
pub(in crate::symex) fn drop_name(ty: &Type) -> String {
    let name = ty.as_path().map_or_else(|| type_name(ty), callee_name);
    format!("drop of {name}")
}
