//! The test of a copy that is a fuzzer: a program without libtest's harness, which ends after some seconds.

use super::ordinary::Ordinary;
use crate::bench::explore::Fuzzer;

/// The name of the test.
pub(super) const HARNESS: &str = "fuzzer";

/// The variable that tells the test how long to run.
pub(super) const SECONDS: &str = "REACH_SECONDS";

const LIBFUZZER: &str = r#"
use std::ffi::{CString, c_char, c_int};

use libfuzzer_sys as _;

unsafe extern "C" {
    fn LLVMFuzzerRunDriver(
        count: *mut c_int,
        arguments: *mut *mut *mut c_char,
        run: extern "C" fn(*const u8, usize) -> c_int,
    ) -> c_int;
}

/// The library wants a target of its own kind, which is not run.
#[unsafe(no_mangle)]
pub extern "C" fn rust_fuzzer_test_input(_: &[u8]) -> i32 {
    0
}

extern "C" fn run(data: *const u8, size: usize) -> c_int {
    // The library's own hook would end the process.
    static QUIET: std::sync::Once = std::sync::Once::new();
    QUIET.call_once(|| std::panic::set_hook(Box::new(|_| {})));
    let data = if size == 0 { &[][..] } else { unsafe { std::slice::from_raw_parts(data, size) } };
    let _ = std::panic::catch_unwind(|| fuzzed(data));
    0
}

fn main() {
    let arguments = ["fuzzer".to_owned(), format!("-max_total_time={}", seconds()), "-seed=1".to_owned()];
    let arguments = arguments.map(|it| CString::new(it).expect("no zero in it").into_raw());
    let mut arguments: Vec<*mut c_char> = arguments.into_iter().chain([std::ptr::null_mut()]).collect();
    let (mut count, mut first) = (arguments.len() as c_int - 1, arguments.as_mut_ptr());
    unsafe { LLVMFuzzerRunDriver(&mut count, &mut first, run) };
}
"#;

const PROPTEST: &str = r#"
fn main() {
    use proptest::prelude::*;
    use proptest::strategy::ValueTree;
    use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

    std::panic::set_hook(Box::new(|_| {}));
    let end = std::time::Instant::now() + std::time::Duration::from_secs(seconds());
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &[1; 32]));
    let strategy = any::<Input>();
    while std::time::Instant::now() < end {
        let Ok(tree) = strategy.new_tree(&mut runner) else { continue };
        let input = tree.current();
        let _ = std::panic::catch_unwind(|| property(input));
    }
}
"#;

/// A manifest with the fuzzer's test. Code of libFuzzer is optimised, as `cargo fuzz` has it.
pub(super) fn manifest(own: &str, fuzzer: Fuzzer) -> String {
    let profile = match fuzzer {
        Fuzzer::LibFuzzer => "\n[profile.dev]\nopt-level = 3\n",
        Fuzzer::Proptest => "",
    };
    format!(
        "{own}\n[dev-dependencies]\n{}\n\n[[test]]\nname = \"{HARNESS}\"\nharness = false\n{profile}",
        fuzzer.dependency()
    )
}

/// The text of the fuzzer's test.
pub(super) fn program(fuzzer: Fuzzer, ordinary: &Ordinary) -> String {
    let function = |signature: &str, body: &str| format!("\nfn {signature} {{\n    {body}\n}}\n");
    let seconds = format!("std::env::var({SECONDS:?}).ok().and_then(|text| text.parse().ok()).unwrap_or(0)");
    let (pattern, input) = ordinary.input;
    let (main, own) = match fuzzer {
        Fuzzer::LibFuzzer => (LIBFUZZER, function("fuzzed(data: &[u8])", ordinary.fuzzed)),
        Fuzzer::Proptest => {
            let property = function(&format!("property({pattern}: Input)"), ordinary.property);
            (PROPTEST, format!("\ntype Input = {input};\n{property}"))
        }
    };
    format!("{}\n{}{own}{main}", ordinary.items, function("seconds() -> u64", &seconds))
}

#[cfg(test)]
mod tests {
    use super::super::ordinary::ORDINARY;
    use super::*;

    #[test]
    fn each_test_is_rust_and_its_manifest_names_the_fuzzer() {
        for (ordinary, fuzzer) in ORDINARY.iter().flat_map(|it| Fuzzer::ALL.map(|fuzzer| (it, fuzzer))) {
            let program = program(fuzzer, ordinary);
            assert!(syn::parse_file(&program).is_ok(), "{program}");
            let manifest: toml::Table = manifest("[package]\nname = \"a\"\n", fuzzer).parse().unwrap();
            assert_eq!(manifest["test"][0]["name"].as_str(), Some(HARNESS));
            assert_eq!(manifest["dev-dependencies"].as_table().map(toml::Table::len), Some(1));
        }
    }
}
