//! Values of types that are known only when code runs: trait objects and function pointers.

use super::making::Making;
use super::types::Maker;
use crate::mir::{Bound, FnSignature, GenericArgs, IntType, Path, Segment, Type};
use crate::testgen::{argument_pattern, has_unknown, witness_for_bounds};

/// Traits of std that a number implements, of those that objects are made of.
const OF_NUMBERS: [&[&str]; 6] = [
    &["any", "Any"],
    &["fmt", "Binary"],
    &["fmt", "Debug"],
    &["fmt", "Display"],
    &["fmt", "LowerHex"],
    &["fmt", "UpperHex"],
];

impl Maker<'_, '_> {
    /// A value whose type implements the traits of a trait object: of std, or the first one of the crate.
    pub(super) fn dynamic(&mut self, bounds: &[Bound], depth: usize) -> Option<Making> {
        let traits: Vec<&Path> = bounds
            .iter()
            .filter_map(|bound| match bound {
                Bound::Trait { path, .. } => Some(path),
                Bound::Lifetime(_) => None,
            })
            .collect();
        let first = *traits.first()?;
        if let Some(Segment::Named { args: GenericArgs::Parenthesized { inputs, output }, .. }) =
            first.segments.last()
        {
            let output = match output {
                Some(output) => self.value(output, depth + 1)?,
                None => Making::fixed("()"),
            };
            let inputs = inputs.iter().map(argument_pattern).collect();
            return Some(Making::Closure { inputs, output: Box::new(output) });
        }
        if OF_NUMBERS.iter().any(|names| first.is_std(names)) {
            return Some(Making::Int(IntType::I32));
        }
        if let Some(witness) = witness_for_bounds(&traits, &Type::clone) {
            return self.value(&witness, depth + 1);
        }
        let implementors = self.program.implementors(first);
        for (ty, _) in implementors.iter().filter(|(ty, _)| !has_unknown(ty)) {
            if let Some(value) = self.value(ty, depth + 1) {
                self.mentioned.push(ty.clone());
                return Some(value);
            }
        }
        None
    }
}

/// A function that gives the default of what it returns.
pub(super) fn function(signature: &FnSignature) -> Making {
    let inputs = signature.inputs.iter().map(argument_pattern).collect::<Vec<_>>().join(", ");
    Making::fixed(format!("|{inputs}| Default::default()"))
}
