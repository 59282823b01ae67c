//! The JSON Schema (draft 2020-12) of the settings file, generated from the [`Layer`].

use schemars::Schema;
use schemars::generate::SchemaSettings;

use super::Layer;

/// The schema, as text.
pub fn schema() -> String {
    schema_text(&SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Layer>())
}

/// A schema as it is printed and stored.
pub fn schema_text(schema: &Schema) -> String {
    let mut text = serde_json::to_string_pretty(schema).expect("its keys are text");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    #[test]
    fn the_schema_has_the_keys_of_the_file_and_refuses_others() {
        let schema: Value = serde_json::from_str(&super::schema()).unwrap();
        assert_eq!(schema["additionalProperties"], false);
        let properties = schema["properties"].as_object().unwrap();
        for key in ["fail-under", "timeout", "deny", "granularity", "in-diff"] {
            assert!(properties[key]["description"].is_string(), "{key}");
        }
        // Nothing has to be set.
        assert_eq!(schema.get("required"), None);
    }
}
