//! Durations as people write them: `500ms`, `90s`, `2m`, `1h`, or a bare number of seconds.

use std::time::Duration;

use serde::{Deserialize, Deserializer, de::Error};

/// Reads one duration.
pub(super) fn parse(text: &str) -> Result<Duration, String> {
    let duration = parse_or_none(text)?;
    if duration.is_zero() { Err(no_time(text)) } else { Ok(duration) }
}

fn no_time(text: &str) -> String {
    format!("`{text}` is no time; write for example 500ms, 90s, 2m or 1h")
}

/// Reads a duration that may be none: `0`.
pub(super) fn parse_or_none(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let scale = match unit.trim() {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    number
        .parse()
        .ok()
        .and_then(|number: f64| Duration::try_from_secs_f64(number * scale).ok())
        .ok_or_else(|| no_time(text))
}

/// A duration as it is written: a string, or a number of seconds.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Duration")]
pub(super) enum Text {
    Whole(u64),
    Fraction(f64),
    Written(String),
}

/// Reads a duration from a string or a number of seconds.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    parse(&Text::deserialize(from)?.written()).map(Some).map_err(D::Error::custom)
}

/// Reads a duration that may be none.
pub(super) fn deserialize_or_none<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    parse_or_none(&Text::deserialize(from)?.written()).map(Some).map_err(D::Error::custom)
}

impl Text {
    fn written(self) -> String {
        match self {
            Text::Whole(seconds) => seconds.to_string(),
            Text::Fraction(seconds) => seconds.to_string(),
            Text::Written(text) => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        let check = |text, millis| assert_eq!(parse(text), Ok(Duration::from_millis(millis)), "{text}");
        check("500ms", 500);
        check("90", 90_000);
        check("1.5 s", 1_500);
        check("2m", 120_000);
        check("1h", 3_600_000);
        assert_eq!(parse_or_none("0"), Ok(Duration::ZERO));
        for wrong in ["", "s", "-1s", "3 days", "1e400", "0", "99999999999999999999999h"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
