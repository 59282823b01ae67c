//! Calls that begin a panic, and those that build its message.
//!
//! A panic's kind is told by the function that begins it where that says enough, and else by the message, which is all that `panic!` and
//! `assert!` leave in MIR. Only here are messages read for that.
//!
//! The code that writes the values of a message runs before anything unwinds. Where it does more than write, it counts as a call that is not
//! known, of which those values are the arguments.

use crate::mir::{Path, Unwind};
use crate::symex::access::executor::Executor;
use crate::symex::access::outcome::ErrorKind;
use crate::symex::access::reach::MOST_REACHED;
use crate::symex::exec::run::Next;
use crate::symex::exec::site::Arguments;
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::state::State;
use crate::symex::state::value::Value;

/// A call that begins a panic.
pub(super) struct Panic {
    kind: ErrorKind,
    message: String,
}

impl Executor<'_> {
    /// Begins a panic: makes its message, and fails.
    pub(super) fn begin_panic(
        &mut self,
        mut state: State,
        path: &Path,
        panic: Panic,
        arguments: &Arguments,
        unwind: Unwind,
    ) -> Step<Vec<Next>> {
        let mut next = Vec::new();
        if !self.message_is_plain(&state, path) {
            next = self.write_message(&mut state, arguments, unwind)?;
        } else if self.is_payload(path, arguments) {
            // Whoever catches the panic has the value.
            self.expose(&mut state, arguments, true);
        }
        next.extend(self.fail(state, panic.kind, panic.message, unwind));
        Ok(next)
    }

    /// Runs code that writes values for a panic's message. A panic in it ends the process, which is an error whatever is documented of the first.
    ///
    /// Over-approximates: the code is not known. A run from given values leaves it out, as it does the text.
    pub(in crate::symex) fn write_message(
        &mut self,
        state: &mut State,
        arguments: &Arguments,
        unwind: Unwind,
    ) -> Step<Vec<Next>> {
        if self.config.concrete {
            return Ok(Vec::new());
        }
        let name = "code that writes a panic's message";
        self.expose(state, arguments, false);
        self.havoc_shown(state, arguments, name)?;
        Ok(self.may_panic(state, name, unwind))
    }

    /// Makes unknown what code may write that formats some values.
    pub(in crate::symex) fn havoc_shown(
        &mut self,
        state: &mut State,
        arguments: &Arguments,
        name: &str,
    ) -> Step<()> {
        let reached = self.reach(state, &arguments.values);
        if reached.len() > MOST_REACHED {
            return refuse(format!("{name} reaches too many places"));
        }
        self.havoc_reached(state, &reached);
        Ok(())
    }

    /// Tells whether a panic's payload is a value other than a text.
    fn is_payload(&self, path: &Path, arguments: &Arguments) -> bool {
        let begins = path.std_names().is_some_and(|names| names.last() == Some(&"begin_panic"));
        begins && arguments.values.first().and_then(Executor::text_of).is_none()
    }

    /// The kind and message of the panic that a call begins; none if it begins none.
    pub(super) fn panic(&self, path: &Path, arguments: &Arguments) -> Option<Panic> {
        let (kind, message) = self.kind_and_message(path, arguments)?;
        Some(Panic { kind, message })
    }

    fn kind_and_message(&self, path: &Path, arguments: &Arguments) -> Option<(ErrorKind, String)> {
        let names = path.std_names()?;
        let text = |index: usize| arguments.values.get(index).and_then(Executor::text_of).unwrap_or_default();
        Some(match names.as_slice() {
            ["panicking", "panic" | "panic_nounwind" | "panic_explicit"] => {
                let message = text(0);
                (panic_kind(&message), message)
            }
            ["panicking", "panic_fmt" | "panic_display" | "panic_str_2015"]
            | ["rt", "panic_fmt" | "panic_display"] => {
                let message = text(0);
                (panic_kind(&message), message)
            }
            ["rt", "begin_panic"] | ["panicking", "begin_panic" | "unreachable_display"] => {
                (ErrorKind::Panic, text(0))
            }
            ["panicking", "assert_failed" | "assert_matches_failed" | "assert_failed_inner"] => {
                (ErrorKind::Assert, comparison_message(arguments))
            }
            ["panicking", "panic_bounds_check"] => (ErrorKind::Index, "index out of bounds".to_owned()),
            ["panicking", other] if other.starts_with("panic_const") || other.starts_with("panic") => {
                (ErrorKind::Panic, (*other).to_owned())
            }
            _ => return None,
        })
    }

    /// Building the text of a message: only the text is kept.
    pub(super) fn formatting(&self, path: &Path, arguments: &Arguments) -> Option<Value> {
        let names = path.std_names()?;
        Some(match names.as_slice() {
            // A width or precision from a variable panics where it exceeds 16 bits.
            ["fmt", "rt", "Argument", name] if *name != "from_usize" => Value::unit(),
            ["fmt", "Arguments", "from_str" | "new_const"] => arguments.values.first()?.clone(),
            ["fmt", "Arguments", "new"] => arguments.values.first()?.clone(),
            _ => return None,
        })
    }
}

/// The message of `assert_eq!` and `assert_ne!`, with the user's own if there is one.
fn comparison_message(arguments: &Arguments) -> String {
    let enumeration = |index: usize| {
        let Some(Value::Enum(value)) = arguments.values.get(index) else { return None };
        Some(value.clone())
    };
    let relation = match enumeration(0).map(|kind| kind.known_variant()) {
        None => "{}",
        Some(Some(0)) => "==",
        Some(Some(1)) => "!=",
        Some(_) => "matches",
    };
    let message = enumeration(3).filter(|message| message.known_variant() == Some(1));
    let own = message.map_or_else(String::new, |message| {
        let text = message.payloads.get(1).and_then(|fields| fields.first()).and_then(Executor::text_of);
        format!(": {}", text.unwrap_or_else(|| "{}".to_owned()))
    });
    format!("assertion `left {relation} right` failed{own}\n  left: {{}}\n right: {{}}")
}

/// The kind of failure that a message tells of. `assertion failed: ` is what rustc puts in front of an asserted condition
/// (`compiler/rustc_builtin_macros/src/assert.rs`), ``assertion `left == right` failed`` is of `core::panicking::assert_failed_inner`. The others
/// are those of `core::panicking::panic_const`, which std's own code panics with as well. A message of the user's that begins so is taken
/// for one of these: the kind is for reports, and for permissions that name it.
fn panic_kind(message: &str) -> ErrorKind {
    if message.starts_with("assertion failed") || message.starts_with("assertion `") {
        ErrorKind::Assert
    } else if message.starts_with("attempt to divide")
        || message.starts_with("attempt to calculate the remainder")
    {
        ErrorKind::Divide
    } else if message.starts_with("attempt to") {
        ErrorKind::Overflow
    } else {
        ErrorKind::Panic
    }
}
