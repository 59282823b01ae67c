//! What a symbolic state is: frames and objects, the values in them, the places where values live, and how two states become one.
//!
//! Input: values and conditions that others computed. Output: the states that hold them, what is at a place, and the shapes of states. Nothing
//! here runs code.

pub(in crate::symex) mod binding;
pub(in crate::symex) mod frames;
pub(crate) mod heap;
pub(in crate::symex) mod held;
pub(in crate::symex) mod leaves;
pub mod location;
pub(in crate::symex) mod merge;
pub(in crate::symex) mod outliving;
pub(in crate::symex) mod place;
pub(crate) mod region;
pub(in crate::symex) mod tree;
pub mod value;

pub use frames::{Frame, Object, State};
pub use place::{ObjectId, Place, Root, Step};
