//! stub
use crate::{error::Error, project::Project};
#[derive(clap::Args)]
pub(crate) struct Options {}
pub(crate) fn run(_: &Project, _: &Options) -> Result<(), Error> { Ok(()) }
