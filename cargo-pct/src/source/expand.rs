//! How to get the macro-expanded text of a crate from the command line that compiled it.

/// The environment variable, and its value, that lets a stable compiler take `-Z`. Set it for that one call of rustc.
pub const EXPANSION_ENVIRONMENT: (&str, &str) = ("RUSTC_BOOTSTRAP", "1");

/// Options that say what is to be made, where, and how messages look; each with a value, in the same or the next argument.
const REPLACED: [&str; 7] =
    ["--emit", "--error-format", "--json", "--out-dir", "-o", "--diagnostic-width", "--color"];

/// The arguments with which rustc writes the macro-expanded text to `output`, from those with which it compiled the crate (without the compiler's
/// own path).
///
/// Everything that decides what the text is (`cfg`s, edition, dependencies, `--test`) stays. What is made, incremental state and messages do not:
/// warnings were shown by the compilation, and would be shown twice.
pub fn expansion_arguments(arguments: &[String], output: &str) -> Vec<String> {
    let mut kept = Vec::new();
    let mut rest = arguments.iter().peekable();
    while let Some(argument) = rest.next() {
        if REPLACED.contains(&argument.as_str()) {
            rest.next();
            continue;
        }
        let is_replaced = REPLACED
            .iter()
            .any(|name| argument.strip_prefix(name).is_some_and(|value| value.starts_with('=')));
        let is_codegen = argument == "-C" || argument == "--codegen";
        if is_codegen && rest.peek().is_some_and(|value| is_incremental(value)) {
            rest.next();
            continue;
        }
        let joined = argument.strip_prefix("-C").or_else(|| argument.strip_prefix("--codegen="));
        let is_cap = argument.starts_with("--cap-lints");
        if is_cap && argument == "--cap-lints" {
            rest.next();
        }
        if !is_replaced && !is_cap && !joined.is_some_and(is_incremental) {
            kept.push(argument.clone());
        }
    }
    kept.extend(["--cap-lints=allow", "-Zunpretty=expanded", "-o", output].map(str::to_owned));
    kept
}

fn is_incremental(option: &str) -> bool {
    option.starts_with("incremental=")
}

#[cfg(test)]
mod tests {
    use super::expansion_arguments;

    fn check(arguments: &str, expected: &str) {
        let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        assert_eq!(expansion_arguments(&arguments, "out.rs").join(" "), expected);
    }

    #[test]
    fn what_decides_the_text_stays() {
        check(
            "--crate-name a --edition=2024 src/lib.rs --error-format=json --json=artifacts --crate-type lib --emit=dep-info,metadata,link \
             -C embed-bitcode=no --cfg feature=\"x\" --test -C incremental=target/i -C metadata=1 --out-dir target/d -L dependency=deps \
             --extern b=libb.rlib --cap-lints warn -Cincremental=x",
            "--crate-name a --edition=2024 src/lib.rs --crate-type lib -C embed-bitcode=no --cfg feature=\"x\" --test -C metadata=1 \
             -L dependency=deps --extern b=libb.rlib --cap-lints=allow -Zunpretty=expanded -o out.rs",
        );
    }
}
