//! Messages: what `format_args!` expands to, where a writer or a panic gets it.

use crate::mir::{GenericArg, Operand, Path, StatementKind, TerminatorKind, Type};
use crate::symex::library::writing::{Call, Limits};
use crate::symex::program::Program;
use crate::symex::program::sites::Probes;
use crate::symex::program::types::Rewrite;

impl Program {
    /// Tells whether a call that begins a panic makes its message without code of the crate other than such that only writes.
    pub(in crate::symex) fn panics_plainly(&self, call: &Call<'_>, path: &Path, probes: &Probes) -> bool {
        let limits = Limits::for_clients(probes);
        let are_plain = |trait_name: &str| path.type_args().all(|ty| self.is_plain(ty, trait_name, limits));
        match path.std_names().as_deref().and_then(<[_]>::last) {
            Some(&"panic_fmt") => {
                let is_text = call.args.first().is_some_and(|message| message.place().is_none());
                is_text || self.is_plain_message(call, 0, limits)
            }
            Some(&("panic_display" | "unreachable_display")) => are_plain("Display"),
            Some(name) if name.starts_with("assert_") => {
                are_plain("Debug") && self.makes_plain_parts(call, limits)
            }
            // The others are given a text, or a value that is not shown.
            _ => true,
        }
    }

    /// Tells whether a call that makes a part of a message leads to no code of the crate other than such that only writes.
    pub(in crate::symex) fn shows_part_plainly(&self, path: &Path, probes: &Probes) -> bool {
        self.argument_is_plain(path, Limits::for_clients(probes))
    }

    /// Tells whether every part of a message that a body makes is plain.
    fn makes_plain_parts(&self, call: &Call<'_>, limits: Limits<'_>) -> bool {
        let normaliser = self.normaliser(call.body, call.generics);
        let calls = self.code(call.body).body.blocks.values();
        let paths = calls.filter_map(|block| match &block.terminator.kind {
            TerminatorKind::Call { callee: Operand::Function(function), .. } => {
                Some(normaliser.value_path(&function.path))
            }
            _ => None,
        });
        let mut parts = paths.filter(makes_message);
        parts.all(|path| self.argument_is_plain(&path, limits))
    }

    /// `f.write_fmt(message)`: whether the message, which is the argument with this number, is made here, and everything that is
    /// written here is plain.
    pub(super) fn is_plain_message(&self, call: &Call<'_>, argument: usize, limits: Limits<'_>) -> bool {
        let message = call.args.get(argument).and_then(Operand::place).and_then(|place| place.as_local());
        let Some(message) = message else { return false };
        let normaliser = self.normaliser(call.body, call.generics);
        let mut is_made_here = false;
        for block in self.code(call.body).body.blocks.values() {
            for statement in &block.statements {
                if matches!(&statement.kind, StatementKind::Assign(place, _) if place.local == message) {
                    return false;
                }
            }
            let TerminatorKind::Call { callee, destination, .. } = &block.terminator.kind else { continue };
            let path = match callee {
                Operand::Function(function) => Some(normaliser.value_path(&function.path)),
                _ => None,
            };
            let makes = path.as_ref().is_some_and(makes_message);
            if destination.local == message {
                if !makes {
                    return false;
                }
                is_made_here = true;
            }
            if let Some(path) = path.filter(|_| makes)
                && !self.argument_is_plain(&path, limits)
            {
                return false;
            }
        }
        is_made_here
    }

    /// `Argument::new_display::<T>`
    fn argument_is_plain(&self, path: &Path, limits: Limits<'_>) -> bool {
        let trait_name = match path.std_names().as_deref() {
            Some(["fmt", "rt", "Argument", name]) => match *name {
                "new_display" => "Display",
                "new_debug" => "Debug",
                "new_lower_hex" => "LowerHex",
                "new_upper_hex" => "UpperHex",
                "new_binary" => "Binary",
                "new_octal" => "Octal",
                "new_lower_exp" => "LowerExp",
                "new_upper_exp" => "UpperExp",
                "none" => return true,
                // Of a pointer, the address is shown.
                "new_pointer" => {
                    return path.type_args().all(|ty| matches!(ty, Type::Ref { .. } | Type::RawPtr { .. }));
                }
                _ => return false,
            },
            _ => return true,
        };
        path.last().args().iter().all(|arg| match arg {
            GenericArg::Type(ty) => self.is_plain(ty, trait_name, limits),
            _ => true,
        })
    }
}

/// Tells whether a function makes a message or a part of one.
pub(super) fn makes_message(path: &Path) -> bool {
    matches!(
        path.std_names().as_deref(),
        Some(["fmt", "rt", "Argument", name]) if *name != "from_usize"
    ) || matches!(path.std_names().as_deref(), Some(["fmt", "Arguments", "new" | "from_str" | "new_const"]))
}
