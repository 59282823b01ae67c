//! What the leaves of a value are called, and what holds of each by its type.

use crate::mir::{ConstArg, Type};
use crate::symex::program::types::unknown_constant;
use crate::term::{EnumSort, Term, VarName};
use std::sync::Arc;

/// The name of what is in a field. That of a model's only field of this name is the whole's: nobody else knows the field.
pub(in crate::symex) fn field_name(name: &VarName, field: &str) -> VarName {
    match field {
        "pct_whole" => name.clone(),
        field => name.field(field),
    }
}

/// The sort that names the variants of an enum.
pub(in crate::symex) fn variant_names(variants: &[crate::source::Variant]) -> EnumSort {
    variants.iter().map(|variant| Arc::<str>::from(&*variant.name)).collect()
}

/// Characters are no surrogates.
pub(in crate::symex) fn no_surrogate(term: &Term) -> Term {
    term.lt(&Term::int(0xD800)).or(&Term::int(0xDFFF).lt(term))
}

/// A length that is a number, or a parameter.
pub(in crate::symex) fn const_length(length: &ConstArg) -> Option<Term> {
    match length {
        ConstArg::Integer { value, .. } => Some(Term::int(value.to_bigint())),
        ConstArg::Path(path) => {
            let usize_type = Type::Int(crate::mir::IntType::Usize);
            path.as_identifier().and_then(|name| unknown_constant(name, &usize_type))
        }
        _ => None,
    }
}
