//! One rustc command line of cargo's, as far as the wrapper has to understand it.

use camino::{Utf8Path, Utf8PathBuf};

use super::dependency::Externs;

/// What cargo asks rustc to compile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RustcCall {
    /// The arguments, the compiler's path not among them.
    pub(super) arguments: Vec<String>,
    /// `--crate-name`.
    pub(super) crate_name: Option<String>,
    /// `--crate-type`, all of them.
    pub(super) crate_types: Vec<String>,
    /// The source file.
    pub(super) source: Option<Utf8PathBuf>,
    /// `--out-dir`.
    pub(super) out_dir: Option<Utf8PathBuf>,
    /// `-C extra-filename`, which tells apart builds of one crate.
    pub(super) extra_filename: String,
    /// `--test`: rustc adds the test harness.
    pub(super) harness: bool,
    /// `--cfg test` or `--test`.
    pub(super) test: bool,
    /// `--cap-lints`, which rustc accepts once only.
    pub(super) caps_lints: bool,
}

impl RustcCall {
    /// Reads the arguments.
    pub(super) fn read(arguments: Vec<String>) -> RustcCall {
        let mut call = RustcCall { arguments: arguments.clone(), ..RustcCall::default() };
        let mut rest = arguments.into_iter();
        while let Some(argument) = rest.next() {
            let (name, value) = match argument.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name.to_owned(), Some(value.to_owned())),
                _ => (argument, None),
            };
            match name.as_str() {
                "--crate-name" => call.crate_name = value.or_else(|| rest.next()),
                "--crate-type" => call.crate_types.extend(value.or_else(|| rest.next())),
                "--out-dir" => call.out_dir = value.or_else(|| rest.next()).map(Into::into),
                "--cap-lints" => {
                    call.caps_lints = true;
                    drop(value.or_else(|| rest.next()));
                }
                "--test" => (call.harness, call.test) = (true, true),
                "--cfg" => call.test |= value.or_else(|| rest.next()).as_deref() == Some("test"),
                "-C" | "--codegen" => call.codegen(&value.or_else(|| rest.next()).unwrap_or_default()),
                // Options of cargo's that take their value as an argument of its own, so that no value is read as a source.
                "-L"
                | "-l"
                | "--extern"
                | "--check-cfg"
                | "--emit"
                | "--edition"
                | "--target"
                | "-Z"
                | "-o"
                | "-A"
                | "-W"
                | "-D"
                | "-F"
                | "--error-format"
                | "--json"
                | "--color"
                | "--remap-path-prefix"
                    if value.is_none() =>
                {
                    rest.next();
                }
                other if other.starts_with("-C") => call.codegen(&other["-C".len()..]),
                other if !other.starts_with('-') && other.ends_with(".rs") => {
                    call.source = Some(other.into())
                }
                _ => {}
            }
        }
        call
    }

    fn codegen(&mut self, option: &str) {
        if let Some(extra) = option.strip_prefix("extra-filename=") {
            extra.clone_into(&mut self.extra_filename);
        }
    }

    /// A file-name-safe name that no other build of any crate in the same target folder has.
    pub(super) fn unit(&self) -> Option<String> {
        Some(format!("{}{}", self.crate_name.as_deref()?, self.extra_filename))
    }

    /// Whether this compiles a procedural macro.
    pub(super) fn is_macro(&self) -> bool {
        self.crate_types.iter().any(|kind| kind == "proc-macro")
    }

    /// Whether this can be a member's library, binary or test. A procedural macro runs inside the compiler, where
    /// there is nothing to observe; a build script runs before the build, and its MIR belongs to nobody's tests.
    pub(super) fn is_analysable(&self) -> bool {
        !self.is_macro()
            && self
                .crate_name
                .as_deref()
                .is_some_and(|name| name != "___" && !name.starts_with("build_script_"))
            && self.source.is_some()
    }

    /// The same call for another root file, with more arguments.
    pub(super) fn with_source(&self, source: &Utf8Path, more: Vec<String>) -> RustcCall {
        let is_source = |argument: &&mut String| Some(Utf8Path::new(argument)) == self.source.as_deref();
        let mut call = RustcCall { source: Some(source.to_owned()), ..self.clone() };
        for argument in call.arguments.iter_mut().filter(is_source) {
            source.as_str().clone_into(argument);
        }
        call.arguments.extend(more);
        call
    }

    /// How many pieces rustc makes of a crate by itself; nothing where the user says how many.
    pub(super) fn default_codegen_units(&self) -> Option<&'static str> {
        let has = |option: &str| self.arguments.iter().any(|argument| argument.contains(option));
        let number = if has("incremental=") { "-Ccodegen-units=256" } else { "-Ccodegen-units=16" };
        (!has("codegen-units=")).then_some(number)
    }

    /// The same call, for type and borrow checking only, with all its output in another folder.
    pub(super) fn check_only(&self, out_dir: &Utf8Path) -> Vec<String> {
        let mut arguments = self.without(&["--emit", "--out-dir"]);
        arguments.extend(["--emit=metadata".to_owned(), "--out-dir".to_owned(), out_dir.to_string()]);
        arguments
    }

    /// The libraries that the call names, by the name that its crate knows each by, as the stems of their files.
    pub(super) fn externs(&self) -> Externs {
        let mut found = Externs::new();
        let mut rest = self.arguments.iter();
        while let Some(argument) = rest.next() {
            let value = match argument.as_str() {
                "--extern" => rest.next().map(String::as_str),
                other => other.strip_prefix("--extern="),
            };
            // `priv,noprelude:name=path`
            if let Some((name, path)) = value.and_then(|value| value.split_once('='))
                && let Some(stem) = Utf8Path::new(path).file_stem()
            {
                let name = name.rsplit(':').next().unwrap_or(name);
                found.insert(name.to_owned(), stem.strip_prefix("lib").unwrap_or(stem).to_owned());
            }
        }
        found
    }

    /// The same call, with other output than cargo's.
    pub(super) fn only(&self, wanted: &[&str]) -> Vec<String> {
        let mut arguments = self.without(&["--emit", "--out-dir", "--cap-lints", "-o"]);
        arguments.push("--cap-lints=allow".to_owned());
        arguments.extend(wanted.iter().map(|argument| (*argument).to_owned()));
        arguments
    }

    /// Asks for a library of Rust's alone, whatever other kinds cargo asked for.
    pub(super) fn as_rust_library(&self) -> RustcCall {
        let mut arguments = self.without(&["--crate-type"]);
        arguments.push("--crate-type=rlib".to_owned());
        RustcCall::read(arguments)
    }

    /// The same call, for the text after macro expansion only. Its messages were shown already.
    pub(super) fn expand_only(&self, output: &Utf8Path) -> Vec<String> {
        self.only(&["-Zunpretty=expanded", "-o", output.as_str()])
    }

    /// What the last `-C` option of this name says; one without a value says `on`.
    pub(super) fn codegen_option(&self, name: &str) -> Option<&str> {
        let mut found = None;
        let mut rest = self.arguments.iter();
        while let Some(argument) = rest.next() {
            let option = match argument.as_str() {
                "-C" | "--codegen" => rest.next().map(String::as_str),
                other => other.strip_prefix("--codegen=").or_else(|| other.strip_prefix("-C")),
            };
            match option.map(|option| option.split_once('=').unwrap_or((option, "on"))) {
                Some((own, value)) if own == name => found = Some(value),
                _ => {}
            }
        }
        found
    }

    /// The arguments that say for which target code is generated, and how. Those that name the crate's own files are left out.
    pub(super) fn code_generation(&self) -> Vec<String> {
        let names_files = |option: &str| {
            ["metadata=", "extra-filename=", "incremental="].iter().any(|it| option.starts_with(it))
        };
        let mut arguments = Vec::new();
        let mut rest = self.arguments.iter();
        while let Some(argument) = rest.next() {
            match argument.as_str() {
                "-C" | "--codegen" | "--target" => match rest.next() {
                    Some(value) if names_files(value) => {}
                    value => arguments.extend([argument].into_iter().chain(value).cloned()),
                },
                "-O" => arguments.push(argument.clone()),
                other if other.starts_with("--target=") => arguments.push(argument.clone()),
                other => {
                    let option = other.strip_prefix("--codegen=").or_else(|| other.strip_prefix("-C"));
                    if option.is_some_and(|option| !names_files(option)) {
                        arguments.push(argument.clone());
                    }
                }
            }
        }
        arguments
    }

    /// The arguments without some options, each with its value, and without incremental state: that of the real call
    /// must not be mixed with another's.
    fn without(&self, options: &[&str]) -> Vec<String> {
        let mut arguments = Vec::new();
        let mut rest = self.arguments.iter().peekable();
        while let Some(argument) = rest.next() {
            let name = argument.split_once('=').map_or(argument.as_str(), |(name, _)| name);
            if options.contains(&name) {
                if name == argument {
                    rest.next();
                }
            } else if argument == "-C" && rest.peek().is_some_and(|next| next.starts_with("incremental=")) {
                rest.next();
            } else if !argument.starts_with("-Cincremental=") {
                arguments.push(argument.clone());
            }
        }
        arguments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str) -> RustcCall {
        RustcCall::read(line.split_whitespace().map(str::to_owned).collect())
    }

    #[test]
    fn a_call_of_cargos_is_understood() {
        let call = check(
            "--crate-name a --edition=2024 inner/src/lib.rs --error-format=json --crate-type lib --emit=dep-info,link \
             -C embed-bitcode=no --check-cfg cfg(docsrs,test) -C metadata=1 -C extra-filename=-2 --out-dir /t/deps \
             --extern b=/t/b.rs -L dependency=/t/deps",
        );
        assert_eq!(call.unit().as_deref(), Some("a-2"));
        assert_eq!(call.source.as_deref(), Some(Utf8Path::new("inner/src/lib.rs")));
        assert_eq!((call.harness, call.test, call.is_analysable()), (false, false, true));
    }

    #[test]
    fn tests_are_recognised_with_and_without_harness() {
        let call = check("--crate-name a src/lib.rs --test");
        assert_eq!((call.harness, call.test), (true, true));
        let call = check("--crate-name a tests/a.rs --cfg test --crate-type bin");
        assert_eq!((call.harness, call.test), (false, true));
    }

    #[test]
    fn what_the_compiler_runs_itself_is_left_alone() {
        for other in [
            "-vV",
            "--crate-name ___ - --print=file-names",
            "--crate-name m src/lib.rs --crate-type proc-macro",
            "--crate-name build_script_build build.rs --crate-type bin",
        ] {
            assert!(!check(other).is_analysable(), "{other}");
        }
    }

    #[test]
    fn the_crates_that_a_call_names_are_known_by_the_files_of_their_libraries() {
        let call = check(
            "--crate-name a src/lib.rs --extern b=/t/deps/libb-1.rmeta --extern=priv:c=/t/libd-2.rlib --extern e",
        );
        let expected = [("b", "b-1"), ("c", "d-2")].map(|(name, stem)| (name.to_owned(), stem.to_owned()));
        assert_eq!(call.externs(), Externs::from(expected));
    }

    #[test]
    fn a_check_writes_nothing_where_the_build_does() {
        let call = check(
            "--crate-name a src/lib.rs --emit=dep-info,link -C incremental=/t/i -C opt-level=1 --out-dir /t/deps",
        );
        let expected = "--crate-name a src/lib.rs -C opt-level=1 --emit=metadata --out-dir /tmp/x";
        assert_eq!(call.check_only(Utf8Path::new("/tmp/x")).join(" "), expected);
    }

    #[test]
    fn what_decides_about_the_code_is_known() {
        let call = check(
            "--crate-name a src/lib.rs -C opt-level=3 -C metadata=1 --target t -Coverflow-checks=on --cfg x -Cextra-filename=-2",
        );
        assert_eq!(call.code_generation().join(" "), "-C opt-level=3 --target t -Coverflow-checks=on");
    }

    #[test]
    fn a_crate_is_compiled_in_as_many_pieces_as_without_us() {
        let pieces = |line| check(line).default_codegen_units();
        assert_eq!(pieces("--crate-name a src/lib.rs -C incremental=/t/i"), Some("-Ccodegen-units=256"));
        assert_eq!(pieces("--crate-name a src/lib.rs"), Some("-Ccodegen-units=16"));
        assert_eq!(pieces("--crate-name a src/lib.rs -C codegen-units=1"), None);
    }

    #[test]
    fn an_expansion_keeps_what_decides_the_text() {
        let call = check(
            "--crate-name a src/lib.rs --emit=link --cfg x --cap-lints warn -Cincremental=i --out-dir /t -C a=b",
        );
        let expected =
            "--crate-name a src/lib.rs --cfg x -C a=b --cap-lints=allow -Zunpretty=expanded -o e.rs";
        assert_eq!(call.expand_only(Utf8Path::new("e.rs")).join(" "), expected);
    }
}
