//! Refusals: steps that are not understood, and why.

/// Why a path cannot be followed further.
pub(in crate::symex) struct Refusal(pub(in crate::symex) String);

/// The result of a step that may not be understood.
pub(in crate::symex) type Step<T> = Result<T, Refusal>;

/// Says why a path cannot be followed further.
pub(in crate::symex) fn refuse<T>(reason: impl Into<String>) -> Step<T> {
    Err(Refusal(reason.into()))
}
