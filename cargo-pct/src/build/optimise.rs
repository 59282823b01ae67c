//! How code with probes is generated: a debug build evaluates predicates so slowly that tests would take several times as long.
//!
//! What a build means stays as the profile says (overflow checks, debug assertions, panics); only how fast it runs changes.
//! MIR is not concerned: the wrapper asks for that of a debug build whatever the level.

use super::rustc_call::RustcCall;
use super::workspace::RUNTIME_PACKAGE;

/// For a dependency: what every probe ends in is optimised in full. Behind cargo's own arguments, these win.
pub(super) fn dependency(package: Option<&str>) -> &'static [&'static str] {
    match package {
        Some(RUNTIME_PACKAGE) => &["-Copt-level=3", "-Coverflow-checks=off", "-Cdebug-assertions=off"],
        _ => &[],
    }
}

/// For a crate that gets probes: the first level, where the profile has none, and of debug information what backtraces need, which
/// makes up for the time that the level takes to compile.
pub(super) fn instrumented(call: &RustcCall) -> Vec<String> {
    let mut arguments = Vec::new();
    let has_level = call.arguments.iter().any(|argument| argument == "-O");
    if !has_level && call.codegen_option("opt-level").is_none() {
        // Their defaults depend on the level.
        let assertions = call.codegen_option("debug-assertions").unwrap_or("on");
        let overflow = call.codegen_option("overflow-checks").unwrap_or(assertions);
        arguments.push("-Copt-level=1".to_owned());
        arguments.push(format!("-Cdebug-assertions={assertions}"));
        arguments.push(format!("-Coverflow-checks={overflow}"));
    }
    if matches!(call.codegen_option("debuginfo"), Some("2" | "full" | "1" | "limited")) {
        arguments.push("-Cdebuginfo=line-tables-only".to_owned());
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str) -> String {
        let call = RustcCall::read(line.split_whitespace().map(str::to_owned).collect());
        instrumented(&call).join(" ")
    }

    #[test]
    fn a_debug_build_keeps_its_checks() {
        assert_eq!(
            check("--crate-name a src/lib.rs -C debuginfo=2"),
            "-Copt-level=1 -Cdebug-assertions=on -Coverflow-checks=on -Cdebuginfo=line-tables-only"
        );
        assert_eq!(
            check("--crate-name a -C debug-assertions=off src/lib.rs"),
            "-Copt-level=1 -Cdebug-assertions=off -Coverflow-checks=off"
        );
        assert_eq!(
            check("--crate-name a -Coverflow-checks=off src/lib.rs --codegen debug-assertions"),
            "-Copt-level=1 -Cdebug-assertions=on -Coverflow-checks=off"
        );
    }

    #[test]
    fn a_level_that_somebody_chose_stays() {
        for level in ["-C opt-level=3", "-Copt-level=0", "-O", "--codegen=opt-level=s"] {
            assert_eq!(check(&format!("--crate-name a src/lib.rs {level}")), "", "{level}");
        }
    }

    #[test]
    fn of_dependencies_only_the_runtime_is_optimised() {
        assert!(dependency(Some("serde")).is_empty() && dependency(None).is_empty());
        assert!(dependency(Some("pct-runtime")).contains(&"-Copt-level=3"));
    }
}
