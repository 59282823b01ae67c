use crate::{error::Error, project::Project};
pub(crate) fn run(_: &Project) -> Result<(), Error> { Ok(()) }
