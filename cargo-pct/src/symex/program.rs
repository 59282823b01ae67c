//! The code and the types of a program: the crates that are executed, which body a path names, and what is known of their types.
//!
//! Input: the text and the source of each crate. Output: a [`Program`], which answers for bodies, declarations, impls and types. Nothing here
//! knows of values.

mod aliases;
mod blocks;
mod captures;
pub(in crate::symex) mod code;
mod constants;
mod crates;
mod declared;
mod destructor;
pub(in crate::symex) mod destructors;
mod extents;
pub(in crate::symex) mod facts;
pub(in crate::symex) mod flow;
mod gaps;
mod headers;
mod implementors;
mod impls;
mod instance;
mod link;
mod misread;
pub(in crate::symex) mod names;
mod normalise;
mod order;
mod overrides;
pub(in crate::symex) mod pointers;
mod reads;
pub(in crate::symex) mod refusal;
mod resolve;
mod rivals;
pub(in crate::symex) mod sites;
pub(in crate::symex) mod sizes;
pub(in crate::symex) mod structure;
pub(in crate::symex) mod torn;
pub mod types;
mod unclear;

pub use crates::{BodyId, Callee, Code, Constant, Program, STD};
use crates::{Crate, Naming, Role, constant_name};
pub use destructor::Destructor;
pub use implementors::InnerTypes;
pub use instance::AdtInstance;
pub use normalise::Normaliser;
pub use unclear::UnclearName;
pub(crate) use unclear::shared_firsts;
