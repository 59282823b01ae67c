//! The reasons why a client cannot write calls that seem to lead to a failure or a state.

use std::fmt;

/// The reason why calls are no test of a client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritable {
    /// No arguments are known that the type's parameters can stand for.
    NoInstance {
        /// The type.
        ty: String,
    },
    /// Clients cannot name the type, and do not get its values.
    NoPath {
        /// The type.
        ty: String,
    },
    /// The object that the calls begin with cannot be written: fields are private, or their values are not known.
    NoObject {
        /// The type.
        ty: String,
    },
    /// The function is called on an object that none of the calls returns by itself.
    HiddenObject {
        /// The function.
        function: String,
    },
    /// Clients cannot call the function so.
    NotCallable {
        /// The function.
        function: String,
        /// The cause.
        cause: NotCallable,
    },
    /// The function stands in an impl for other arguments of the type.
    OtherInstance {
        /// The function.
        function: String,
    },
    /// A value that the function gets cannot be written.
    NoArgument {
        /// The function.
        function: String,
    },
}

/// The reason why clients cannot call a function, or why the call cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotCallable {
    /// It has no public path, or is private.
    Private,
    /// Its callers promise something, which is not known.
    Unsafe,
    /// Nothing in the call would have the type that a parameter stands for.
    NotInferred,
}

impl fmt::Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no client can write them down as a test: ")?;
        match self {
            Self::NoInstance { ty } => write!(f, "no test can have {ty} with these constants"),
            Self::NoPath { ty } => write!(f, "{ty} has no public path"),
            Self::NoObject { ty } => write!(f, "{ty} has no literal"),
            Self::HiddenObject { function } => {
                write!(f, "how to get at the object that {function} is called on is not known")
            }
            Self::NotCallable { function, cause: NotCallable::Private } => write!(f, "{function} is private"),
            Self::NotCallable { function, cause: NotCallable::Unsafe } => {
                write!(f, "{function} is unsafe, and what its callers promise is not known")
            }
            Self::NotCallable { function, cause: NotCallable::NotInferred } => {
                write!(f, "rustc could not infer which types {function} is called with")
            }
            Self::OtherInstance { function } => write!(f, "{function} is there for other instances alone"),
            Self::NoArgument { function } => write!(f, "an argument of {function} has no literal"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_names_the_type_or_the_function() {
        let (ty, function) = (|| "Stack".to_owned(), || "Stack::push".to_owned());
        let not_callable = |cause| Unwritable::NotCallable { function: function(), cause };
        let all = [
            (Unwritable::NoInstance { ty: ty() }, "no test can have Stack with these constants"),
            (Unwritable::NoPath { ty: ty() }, "Stack has no public path"),
            (Unwritable::NoObject { ty: ty() }, "Stack has no literal"),
            (
                Unwritable::HiddenObject { function: function() },
                "how to get at the object that Stack::push is called on is not known",
            ),
            (not_callable(NotCallable::Private), "Stack::push is private"),
            (
                not_callable(NotCallable::Unsafe),
                "Stack::push is unsafe, and what its callers promise is not known",
            ),
            (
                not_callable(NotCallable::NotInferred),
                "rustc could not infer which types Stack::push is called with",
            ),
            (
                Unwritable::OtherInstance { function: function() },
                "Stack::push is there for other instances alone",
            ),
            (Unwritable::NoArgument { function: function() }, "an argument of Stack::push has no literal"),
        ];
        for (reason, words) in all {
            assert_eq!(reason.to_string(), format!("no client can write them down as a test: {words}"));
        }
    }
}
