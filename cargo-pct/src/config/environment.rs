//! The layer of the environment: `CARGO_PCT_TIMEOUT=90s` says what `timeout = "90s"` says in the file.

use toml::{Table, Value};

use super::{ConfigError, Layer};

const PREFIX: &str = "CARGO_PCT_";

/// Variables that cargo-pct sets for its own children; a nested run sees them and they are not settings.
const OWN: &[&str] = &[
    "TRACE",
    "SITES",
    "FINGERPRINT",
    "INSTRUMENT",
    "DROPPED",
    "SAMPLES",
    "PANICS",
    "REQUESTS",
    "ANSWERS",
    "WRAPPER",
];

/// Settings that cargo-pct also passes on to its children under the same name; inside such a child they are its own.
const SHARED: &[&str] = &["GRANULARITY", "IN_PROCESS"];

/// Reads the layer from the process's variables (those with another prefix are skipped).
pub fn from_environment(variables: impl IntoIterator<Item = (String, String)>) -> Result<Layer, ConfigError> {
    let variables: Vec<_> = variables.into_iter().filter(|(name, _)| name.starts_with(PREFIX)).collect();
    let nested = variables.iter().any(|(name, _)| name == "CARGO_PCT_TRACE");
    let mut layer = Layer::default();
    for (name, value) in variables {
        let key = &name[PREFIX.len()..];
        if OWN.contains(&key) || (nested && SHARED.contains(&key)) {
            continue;
        }
        let key = key.to_lowercase().replace('_', "-");
        let read = |value| Table::from_iter([(key.clone(), value)]).try_into::<Layer>();
        // A value that is no TOML by itself (`90s`, `src::*`) is a string; so is one
        // whose key wants a string, or a list of strings.
        let literal = format!("v={value}").parse::<Table>().ok().and_then(|mut table| table.remove("v"));
        let text = Value::String(value);
        let one = Value::Array(vec![text.clone()]);
        let found = literal
            .and_then(|literal| read(literal).ok())
            .map_or_else(|| read(text.clone()).or_else(|error| read(one).map_err(|_| error)), Ok)
            .map_err(|error| ConfigError::Environment { name, message: error.message().to_owned() })?;
        layer = layer.or(found);
    }
    Ok(layer)
}
