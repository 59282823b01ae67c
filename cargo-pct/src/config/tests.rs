use super::*;

#[track_caller]
fn check(file: &str, environment: &[(&str, &str)], flags: Layer) -> Result<Settings, String> {
    let environment = environment.iter().map(|(name, value)| (name.to_string(), value.to_string()));
    let layers = || {
        let file = parse(Utf8Path::new(FILE), file)?;
        Settings::resolve([flags, from_environment(environment)?, file])
    };
    layers().map_err(|error| error.to_string())
}

#[test]
fn flags_override_the_environment_and_the_environment_overrides_the_file() {
    let file = "fail-under = 10\ntimeout = '2m'\nin-process = true\nfilter = ['a::*']";
    let environment = [("CARGO_PCT_FAIL_UNDER", "20.5"), ("CARGO_PCT_TIMEOUT", "500ms"), ("PATH", "x")];
    let flags = Layer { fail_under: Some(30.0), ..Layer::default() };
    let settings = check(file, &environment, flags).unwrap();
    assert_eq!(settings.fail_under, Some(30.0));
    assert_eq!(settings.timeout, Duration::from_millis(500));
    assert_eq!((settings.in_process, settings.filter), (true, vec!["a::*".to_owned()]));
}

#[test]
fn an_unknown_key_is_an_error_at_its_place() {
    let message = check("timeout = 3\n\n  fail-undr = 3", &[], Layer::default()).unwrap_err();
    assert!(message.starts_with(".config/pct.toml:3:3: unknown field `fail-undr`"), "{message}");
    let message = check("", &[("CARGO_PCT_FAIL_UNDR", "3")], Layer::default()).unwrap_err();
    assert!(message.starts_with("environment variable CARGO_PCT_FAIL_UNDR: unknown field"), "{message}");
}

#[test]
fn a_wrong_value_is_an_error_at_its_place() {
    let message = check("granularity = 'lines'", &[], Layer::default()).unwrap_err();
    assert!(message.starts_with(".config/pct.toml:1:15: unknown variant `lines`"), "{message}");
    let message = check("", &[("CARGO_PCT_TIMEOUT", "soon")], Layer::default()).unwrap_err();
    assert!(message.contains("CARGO_PCT_TIMEOUT") && message.contains("`soon`"), "{message}");
    let message = check("fail-under = 130", &[], Layer::default()).unwrap_err();
    assert_eq!(message, "fail-under: 130 is not a percentage between 0 and 100");
}

#[test]
fn variables_that_cargo_pct_sets_for_itself_are_no_settings() {
    let settings = check("", &[("CARGO_PCT_TRACE", "/tmp/x")], Layer::default()).unwrap();
    assert_eq!(settings, Settings::resolve([]).unwrap());
}
