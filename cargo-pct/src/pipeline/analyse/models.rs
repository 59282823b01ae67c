//! The models of the standard library, read while cargo builds: they depend on the toolchain alone.

use std::thread::{Scope, ScopedJoinHandle};

use super::STACK_BYTES;
use crate::build::models;
use crate::mir;
use crate::pipeline::{RunError, Session};
use crate::symex::{Program, models::SOURCES};

/// The models, being read.
pub(in crate::pipeline) struct Models<'scope>(ScopedJoinHandle<'scope, Result<Program, RunError>>);

impl<'scope> Models<'scope> {
    /// Begins to read them; where this toolchain has not compiled them yet, that comes first.
    pub(in crate::pipeline) fn read<'env>(scope: &'scope Scope<'scope, 'env>, session: &Session) -> Self {
        let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
        let (version, folder) = (session.toolchain.rustc.clone(), session.workspace.folder.join("build"));
        let work = move || {
            let compiled = models::compile(SOURCES, &rustc, &version, &folder)?;
            Program::with_models(mir::parse(&compiled.mir, 64), &compiled.expanded)
                .map_err(|error| RunError::Defect(error.to_string()))
        };
        let thread = std::thread::Builder::new().name("models".to_owned()).stack_size(STACK_BYTES);
        Models(thread.spawn_scoped(scope, work).expect("a thread can be started"))
    }

    /// A program of the models alone.
    pub(super) fn program(self) -> Result<Program, RunError> {
        self.0.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}
