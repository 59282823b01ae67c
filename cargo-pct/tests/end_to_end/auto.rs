//! `--auto`: crates that know nothing of cargo-pct.

use std::collections::BTreeMap;
use std::path::Path;

use crate::support::Fixture;

/// All files of a folder with their content, what a run may write left out.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            let inner = files(&entry.path()).into_iter().filter(|_| name != "out");
            found.extend(inner.map(|(path, content)| (format!("{name}/{path}"), content)));
        } else if name != "Cargo.lock" {
            found.insert(name, std::fs::read(entry.path()).unwrap());
        }
    }
    found
}

#[test]
fn everything_is_watched_and_nothing_of_the_users_changes() {
    let fixture = Fixture::new("auto");
    let before = files(&fixture.path(""));
    let run = fixture.pct("--auto --workspace").exits(2).says("Annotated 11 items in 6 files, 2 cannot be");
    assert_eq!(files(&fixture.path("")), before);
    // The fixture's own tests would fail if a path, a line or a column were not what it is without us.
    assert_eq!(run.report()["totals"]["tests"]["passed"], 5);
    assert_eq!(run.report()["totals"]["annotated"], serde_json::json!({"files": 6, "items": 11, "left": 2}));
    assert_eq!(
        run.subjects(),
        [
            "auto::Basket",
            "auto::add",
            "auto::halves",
            "auto::inner::deep::place",
            "auto::nth",
            "auto::place",
            "old::deep::Switch"
        ]
    );
    // Derived functions are among them; what the attributes make is not.
    let code = &run.report()["totals"]["code"];
    assert_eq!((&code["functions"], &code["modelled"]), (&15.into(), &14.into()), "{code}");
    assert_eq!(code["unmodelled_calls"][0]["callee"], "std::fmt::format");
    let basket = run.subject("auto::Basket");
    assert_eq!(basket["location"], serde_json::json!({"file": "src/lib.rs", "line": 12, "column": 5}));
    let findings = basket["findings"].as_array().unwrap();
    let found: Vec<_> = findings
        .iter()
        .map(|it| (it["status"].as_str().unwrap(), it["method"].as_str().unwrap(), &it["location"]["line"]))
        .collect();
    assert_eq!(found, [("confirmed", "add", &19.into()), ("confirmed", "average", &23.into())]);
    assert_eq!(run.subject("old::deep::Switch")["proof"]["status"], "proved");
    let documented = &run.subject("auto::nth")["findings"][0];
    assert_eq!((&documented["status"], &documented["kind"]), (&"documented".into(), &"index".into()));
}

#[test]
fn kind_8_syntax_of_edition_2015_costs_no_proof() {
    let run = Fixture::new("old-edition").pct("--auto").exits(2);
    assert!(!run.stdout.contains("cannot be read"), "{}", run.stdout);
    run.shows("let mut s = Sum::new(0);")
        .shows("proved        old_edition::gen::half: no panic")
        .shows("proved        old_edition::third: no panic");
}

/// What the attributes make may not hide a name of the prelude from imports: such a type is left alone, and nothing else.
#[test]
fn kind_8_a_type_named_like_one_of_std_costs_no_other() {
    let fixture = Fixture::new("plain");
    let source = "pub mod own {\n    pub enum Option { None, Some(u8) }\n    use Option::*;\n    \
                  pub fn of(n: u8) -> Option { if n > 3 { Some(n) } else { None } }\n}\n\
                  pub fn half(n: u8) -> u8 { n / 2 }\npub fn share(n: u8) -> u8 { 100 / n }\n";
    fixture.write("src/lib.rs", source);
    let run = fixture.pct("--auto").exits(2);
    assert!(!run.stderr.contains("refuses"), "{}", run.stderr);
    assert_eq!(run.subject("plain::half")["proof"]["status"], "proved");
    assert_eq!(run.subject("plain::own::of")["proof"]["status"], "proved");
    assert_eq!(run.subject("plain::share")["findings"][0]["status"], "confirmed");
}

/// Elements of a client's type: more than so many are too many however small they are, and fewer may be.
#[test]
fn a_check_that_fails_for_sure_and_may_fail_by_another_path_is_one_finding() {
    let fixture = Fixture::new("plain");
    let source = "pub struct Shelf<T> { books: Vec<T> }\n\nimpl<T> Shelf<T> {\n    \
                  pub fn with_capacity(n: usize) -> Shelf<T> { Shelf { books: Vec::with_capacity(n) } }\n    \
                  pub fn len(&self) -> usize { self.books.len() }\n}\n";
    fixture.write("src/lib.rs", source);
    let run = fixture.pct("--auto").exits(2);
    let findings = run.subject("plain::Shelf")["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0]["status"], "confirmed");
    assert_eq!(findings[0]["message"], "capacity overflow");
    let checks = &run.report.as_ref().unwrap()["totals"]["checks"];
    assert_eq!(checks["answered"], checks["functions"], "{checks}");
}

#[test]
fn a_second_run_builds_nothing_and_what_is_edited_added_or_removed_is_seen() {
    let fixture = Fixture::new("auto");
    fixture.pct("--auto").exits(2);
    fixture.pct("--auto").exits(2).says("nothing had changed");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    let mended = source
        .replace("self.total += price;", "self.total = self.total.wrapping_add(price);")
        .replace("self.prices.len() as u32 }", "(self.prices.len() as u32).max(1) }")
        .replace("mod inner;", "mod inner; pub mod fresh;");
    fixture.write("src/lib.rs", &mended);
    fixture.write("src/fresh.rs", "pub fn halve(n: u8) -> u8 { n / 2 }\n");
    let run = fixture.pct("--auto").exits(0);
    assert_eq!(run.subject("auto::fresh::halve")["proof"]["status"], "proved");
    fixture.write("src/lib.rs", &source);
    std::fs::remove_file(fixture.path("src/fresh.rs")).unwrap();
    assert!(!fixture.pct("--auto").exits(2).subjects().contains(&"auto::fresh::halve"));
    // Another runtime, as another version of ours brings: all that was compiled against the old one is compiled again.
    let library = fixture.build_folder().join("runtime/source/pct-runtime/src/lib.rs");
    let text = std::fs::read_to_string(&library).unwrap();
    std::fs::write(&library, format!("{text}\n// Changed.\n")).unwrap();
    fixture.pct("--auto").exits(2);
}

#[test]
fn a_target_folder_that_an_earlier_run_left_in_the_workspace_is_no_source() {
    let fixture = Fixture::new("auto");
    let kept = fixture.path("target");
    fixture.pct(&format!("--auto --target-dir {}", kept.display())).exits(2);
    assert!(kept.join("pct/runtime/source").is_dir());
    fixture.pct("--auto").exits(2).says("Annotated 11 items in 6 files, 2 cannot be");
}

#[test]
fn errors_are_shown_as_without_us() {
    let fixture = Fixture::new("auto");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    fixture.write("src/lib.rs", &source.replace("self.total += price;", "self.total += prize;"));
    let run = fixture.pct("--auto").exits(4).says("error[E0425]").says("src/lib.rs:19:23");
    assert!(!run.stderr.contains("pct::predicates"), "{}", run.stderr);
}

#[test]
fn attributes_count_as_before_and_the_rest_is_watched_too() {
    let fixture = Fixture::new("simple");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    fixture.write("src/lib.rs", &format!("{source}\npub fn third(n: u8) -> u8 {{ n / 3 }}\n"));
    let plain = fixture.pct("").exits(0);
    let auto = fixture.pct("--auto").exits(0);
    assert_eq!(plain.subject("simple::Gauge")["counts"], auto.subject("simple::Gauge")["counts"]);
    assert!(!plain.subjects().contains(&"simple::third"));
    assert!(auto.subjects().contains(&"simple::third"));
    assert_eq!(fixture.pct("").exits(0).subjects(), plain.subjects());
}

#[test]
fn a_runtime_that_cannot_be_built_is_an_error_that_says_what_to_do() {
    let fixture = Fixture::new("auto");
    let home = tempfile::tempdir().unwrap();
    let target = tempfile::tempdir().unwrap();
    let fixture = fixture.with("CARGO_HOME", home.path().to_str().unwrap());
    let run = fixture.pct(&format!("--auto --target-dir {}", target.path().display()));
    run.exits(1).says("the runtime of cargo-pct cannot be built").says("cargo fetch --manifest-path");
}

#[test]
fn functions_that_no_probe_watches_are_judged_too() {
    let fixture = Fixture::new("simple");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    let more = r"
pub trait Share {
    fn share(&self, among: u32) -> u32;
    fn half(&self, of: u32) -> u32 { 10 / (2 - of.min(1)) }
}
macro_rules! share {
    ($($t:ty)*) => { $(impl Share for $t { fn share(&self, among: u32) -> u32 { u32::from(*self) / among } })* };
}
share!(u8 u16);
";
    fixture.write("src/lib.rs", &format!("{source}{more}"));
    let run = fixture.pct("--auto").exits(2);
    for of_type in ["u8", "u16"] {
        let share = run.subject(&format!("simple::<{of_type} as Share>::share"));
        let ways = run.ways(share["id"].as_str().unwrap());
        assert_eq!(ways[0]["status"], "confirmed", "{share}");
    }
    assert_eq!(run.subject("simple::Share::half")["proof"]["status"], "proved");
    // Who asks for some subjects gets no others.
    assert_eq!(fixture.pct("--auto --filter simple::Gauge").exits(0).subjects(), ["simple::Gauge"]);
}

/// Its check fails in a function of the crate's own, and it only uses a `Lamp`: no type has it among its own functions.
#[test]
fn a_function_that_only_uses_an_object_is_judged_by_itself() {
    let fixture = Fixture::new("simple");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    let more = r"
pub struct Lamp { level: u32 }
impl Lamp {
    pub fn new() -> Lamp { Lamp { level: 1 } }
    pub fn level(&self) -> u32 { self.level }
}
pub trait Shine {
    fn shine(&self, at: usize) -> u32;
}
macro_rules! shine {
    ($t:ty) => { impl Shine for $t { fn shine(&self, at: usize) -> u32 { let lamp = Lamp { level: 2 }; looked_up(at) ^ lamp.level } } };
}
shine!(i8);
fn looked_up(at: usize) -> u32 { [1, 2, 3][at] }
";
    fixture.write("src/lib.rs", &format!("{source}{more}"));
    let run = fixture.pct("--auto").exits(2).shows("<i8 as Shine>::shine(&0, 3);");
    assert_eq!(run.subject("simple::Lamp")["proof"]["status"], "proved");
    let shine = run.subject("simple::<i8 as Shine>::shine");
    assert_eq!(shine["findings"][0]["kind"], "index", "{shine}");
}

/// A broken object is only seen where the message of a panic is written, by a method whose predicate may panic there itself.
#[test]
fn code_that_writes_the_message_of_a_panic_is_followed() {
    let ways = [
        ("unwraps", "Err::<(), Dial>(broken()).unwrap()"),
        ("expects", "Err::<(), Dial>(broken()).expect(\"a dial\")"),
        ("unwraps_error", "drop(Ok::<Dial, ()>(broken()).unwrap_err())"),
        ("holds", "Err::<(), Vec<Option<Dial>>>(vec![Some(broken())]).unwrap()"),
        ("panics", "panic!(\"{:?}\", broken())"),
        ("never_comes_here", "unreachable!(\"{:?} and {}\", broken(), 1)"),
        ("compares", "assert_eq!(broken(), Dial { at: 5, max: 2 })"),
        ("tells", "assert_eq!([1].len(), 2, \"{:?}\", broken())"),
    ];
    let fixture = Fixture::new("simple");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    let modules = ways.map(|(name, panics)| {
        format!(
            r#"
pub mod {name} {{
    #[derive(PartialEq)]
    pub struct Dial {{ at: u32, max: u32 }}
    impl Dial {{
        fn left(&self) -> u32 {{
            if self.at > self.max {{ return 7; }}
            if self.max - self.at == 1 {{ return 9; }}
            self.max
        }}
    }}
    impl std::fmt::Debug for Dial {{
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{
            f.write_str(if self.left() == 0 {{ "end" }} else {{ "way" }})
        }}
    }}
    fn broken() -> Dial {{ Dial {{ at: 3, max: 2 }} }}
    pub fn h() {{ {panics}; }}
    #[test]
    #[should_panic]
    fn t() {{ h(); }}
}}
"#
        )
    });
    fixture.write("src/lib.rs", &format!("{source}{}", modules.concat()));
    // Each `h` panics when it is called, which is seen.
    let run = fixture.pct("--auto").exits(2);
    let tests = &run.report()["totals"]["tests"];
    assert!(tests["failed"].as_array().unwrap().is_empty(), "{tests}");
    for (name, _) in ways {
        let dial = run.subject(&format!("simple::{name}::Dial"));
        assert_ne!(dial["proof"]["status"], "proved", "{name}");
        assert_eq!(dial["cutpoints"][0]["label"], "left:entry", "{dial}");
        let mut states = dial["states"].as_array().unwrap().iter();
        let broken = states.find(|state| state["cutpoint"] == 0 && state["valuation"] == "TF").unwrap();
        assert_ne!(broken["verdict"], "unreachable", "{name}: {dial}");
    }
}

/// Code that nobody should write: deep, wide, and endless.
fn unreasonable() -> String {
    let nested =
        (0..80).fold("x".to_owned(), |inner, n| format!("({inner}).wrapping_mul({n}).wrapping_add(1)"));
    let arms: String = (0..400).map(|n| format!("{n} => {},", n * 7 % 1000)).collect();
    let branches: String =
        (0..250).map(|n| format!("if x.len() > {n} && x[{n}] == {n} {{ total += 1; }}")).collect();
    let table: String = (0..4096).map(|n| format!("{n},")).collect();
    let loops = |each: &dyn Fn(u32) -> String| (0..6).map(each).collect::<String>();
    format!(
        "pub fn deep(x: u64) -> u64 {{ {nested} }}
         pub fn wide(x: u32) -> u32 {{ match x {{ {arms} _ => 0 }} }}
         pub fn many(x: &[u32]) -> u32 {{ let mut total: u32 = 0; {branches} total }}
         pub fn large(at: usize) -> u8 {{ let bytes = [0u8; 1 << 20]; bytes[at] }}
         pub const TABLE: [u64; 4096] = [{table}];
         pub fn looked_up(at: usize) -> u64 {{ TABLE[at] }}
         pub fn even(n: u32) -> bool {{ n == 0 || odd(n - 1) }}
         pub fn odd(n: u32) -> bool {{ n != 0 && even(n - 1) }}
         pub fn ackermann(m: u64, n: u64) -> u64 {{
             if m == 0 {{ n + 1 }} else if n == 0 {{ ackermann(m - 1, 1) }} else {{ ackermann(m - 1, ackermann(m, n - 1)) }}
         }}
         pub fn loops(n: u32) -> u32 {{ let mut t = 0u32; {} t += 1; {} t }}
         #[test] fn one_is_odd() {{ assert!(odd(1)); }}",
        loops(&|depth| format!("for _i{depth} in 0..n {{")),
        loops(&|_| "}".to_owned()),
    )
}

#[test]
fn no_code_makes_it_hang_and_what_is_not_proved_has_a_reason() {
    let fixture = Fixture::new("plain");
    fixture.write("src/lib.rs", &unreasonable());
    let run = fixture.pct("--auto --subject-timeout 2s --analysis-timeout 60s");
    assert!(matches!(run.code, Some(0 | 2)), "{run:?}");
    let report = run.report.as_ref().unwrap();
    let subjects = report["subjects"].as_array().unwrap();
    assert_eq!(subjects.len(), 9);
    for subject in subjects {
        let proof = &subject["proof"];
        let has_reason = proof["reason"].as_str().is_some_and(|reason| !reason.is_empty());
        assert!(proof["status"] == "proved" || has_reason, "{}: {proof}", subject["id"]);
    }
    assert!(report["milliseconds"]["analysis"].as_u64().unwrap() < 120_000, "{}", report["milliseconds"]);
    let reason = &report["incomplete"]["reason"];
    assert_eq!(reason, "the time of 2 s for a function is up; --subject-timeout gives more");
}

/// Clients write what a public trait lets them: what that makes fail is a finding. Where only the crate implements a trait, or whoever
/// does promises more than its signatures say, nobody knows.
#[test]
fn what_clients_own_code_decides_is_no_unknown() {
    let fixture = Fixture::new("simple");
    let source = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    let more = r"
pub trait Weigh { fn weight(&self) -> u32; }
mod sealed { pub trait Sealed {} }
pub trait OwnWeigh: sealed::Sealed { fn weight(&self) -> u32; }
pub unsafe trait SureWeigh { fn weight(&self) -> u32; }
pub fn share<W: Weigh>(w: &W) -> u32 { 10 / w.weight() }
pub fn own_share<W: OwnWeigh>(w: &W) -> u32 { 10 / w.weight() }
pub fn sure_share<W: SureWeigh>(w: &W) -> u32 { 10 / w.weight() }
pub fn called_share(f: impl Fn() -> u32) -> u32 { 10 / f() }
";
    fixture.write("src/lib.rs", &format!("{source}{more}"));
    let run = fixture.pct("--auto").exits(2).shows("called_share(|| 0);");
    let of = |name: &str| {
        let findings = run.subject(&format!("simple::{name}"))["findings"].as_array().unwrap();
        let texts =
            findings.iter().map(|it| (it["status"].as_str().unwrap(), it["message"].as_str().unwrap()));
        texts.map(|(status, message)| format!("{status}: {message}")).collect::<Vec<_>>()
    };
    assert_eq!(of("share"), ["potential: attempt to divide by zero"]);
    let doubt = &run.subject("simple::share")["findings"][0]["doubt"];
    assert_eq!(doubt, "as a client's `weight` may have it");
    assert_eq!(of("called_share"), ["confirmed: attempt to divide by zero"]);
    assert_eq!(of("own_share"), Vec::<String>::new());
    assert_eq!(of("sure_share"), Vec::<String>::new());
    let open = run.report()["totals"]["checks"]["open"].clone();
    assert_eq!(open[0]["functions"], 2, "{open}");
}

#[test]
fn kind_8_an_item_that_cannot_be_read_costs_what_may_meet_it() {
    let run =
        Fixture::new("unread").with("RUSTC_BOOTSTRAP", "1").pct("--auto").exits(2).shows("s.reset(None);");
    assert_eq!(run.report()["totals"]["tests"]["passed"], 1);
    let status = |subject: &str| run.subject(subject)["proof"]["status"].clone();
    for proved in ["half", "Lamp"] {
        assert_eq!(status(&format!("unread::{proved}")), "proved", "{proved}");
    }
    for subject in ["unread::part", "unread::grow", "unread::Counter"] {
        assert_ne!(status(subject), "proved", "{subject}");
        let reason = run.subject(subject)["proof"].to_string();
        assert!(reason.contains("an item of its source that cannot be read"), "{subject}: {reason}");
    }
}

#[test]
fn kind_8_included_code_keeps_its_file_and_line() {
    let fixture = Fixture::new("plain");
    fixture.write(
        "build.rs",
        "fn main() {
            let folder = std::env::var(\"OUT_DIR\").unwrap();
            let code = \"/// A table.\\npub fn power(i: usize) -> u16 {\\n    [1, 10, 100][i]\\n}\\npub fn half(n: u8) -> u8 { 9 / (n / 2 + 1) }\\n\";
            std::fs::write(std::path::Path::new(&folder).join(\"table.rs\"), code).unwrap();
            println!(\"cargo:rerun-if-changed=build.rs\");
        }",
    );
    let including = "pub mod made { include!(concat!(env!(\"OUT_DIR\"), \"/table.rs\")); }
        pub fn third(n: u8) -> u8 { 9 / (n / 3 + 1) }\n";
    fixture.write("src/lib.rs", including);
    let run = fixture.pct("--auto").exits(2);
    let power = run.subject("plain::made::power");
    for place in [&power["location"], &power["findings"][0]["location"]] {
        let file = place["file"].as_str().unwrap();
        assert!(file.ends_with("/out/table.rs"), "{file}");
        assert_eq!(place["line"], 3, "{place}");
    }
    let run = run.shows("/out/table.rs:3");
    assert_eq!(run.report()["totals"]["checks"]["answered"], 3);
}

#[test]
fn kind_8_what_async_code_checks_is_open() {
    let fixture = Fixture::new("plain");
    let source = "pub async fn left(n: u32) -> u32 { 100 / n }
        pub fn half(n: u8) -> u8 { 9 / (n / 2 + 1) }
        pub fn later(n: u8) -> impl Future<Output = u8> { async move { 100 / n } }
        pub struct Limit { left: u32 }
        impl Limit {
            pub async fn take(&mut self, n: u32) { self.left = 100 / n }
            pub fn share(&self) -> u32 { 100 / (self.left / 2 + 1) }
        }\n";
    fixture.write("src/lib.rs", source);
    let run = fixture.pct("--auto").exits(0);
    let checks = &run.report()["totals"]["checks"];
    assert_eq!((&checks["functions"], &checks["answered"]), (&5.into(), &2.into()), "{checks}");
    let open = &checks["open"][0];
    assert_eq!(open["functions"], 3, "{checks}");
    assert!(open["reason"].as_str().unwrap().contains("`async` runs code later"), "{checks}");
    assert_eq!(run.subject("plain::half")["proof"]["status"], "proved");
    for subject in ["plain::left", "plain::later", "plain::Limit"] {
        assert_ne!(run.subject(subject)["proof"]["status"], "proved", "{subject}");
    }
}

#[test]
fn a_function_of_ever_larger_types_keeps_no_other_from_its_answer() {
    let fixture = Fixture::new("plain");
    fixture.write(
        "src/lib.rs",
        "pub trait Level { fn level(&self) -> u8; }
        impl Level for u8 { fn level(&self) -> u8 { *self } }
        impl<T: Level> Level for (T,) { fn level(&self) -> u8 { self.0.level() } }
        #[allow(dead_code)]
        fn deeper<T: Level>(n: u8, t: T) -> u8 { if n == 0 { t.level() } else { deeper(n - 1, (t,)) } }
        pub fn third(n: u8) -> u8 { 9 / (n / 3 + 1) }\n",
    );
    let run = fixture.pct("--auto --lib --analysis-timeout 60s").exits(0);
    assert_eq!(run.subject("plain::third")["proof"]["status"], "proved");
}

/// A type itself has no code: its path is that of methods beside it, and not of those that stand in modules within its own.
#[test]
fn a_type_with_methods_in_modules_within_its_own_is_one_subject() {
    let fixture = Fixture::new("simple");
    let operators = ["Add", "Sub", "Mul", "Div", "Rem", "BitAnd", "BitOr", "BitXor"];
    let inner = |name: &&str| {
        let method = name.to_lowercase();
        format!(
            "impl {name} for Number {{ type Output = Number; fn {method}(self, other: Number) -> Number {{ if self.0 > 3 {{ self }} else {{ other }} }} }}\n"
        )
    };
    let inner: String = operators.iter().map(inner).collect();
    fixture.write(
        "src/lib.rs",
        &format!(
            "#[derive(Clone, Copy)]\npub struct Number(u8);\nimpl Number {{ pub fn new(it: u8) -> Number {{ if it > 9 {{ Number(9) }} else {{ Number(it) }} }} }}\n\
             mod operators {{\nuse std::ops::*;\nuse crate::Number;\n{}}}\n",
            inner
        ),
    );
    let run = fixture.pct("--auto --effort quick").exits(0);
    assert_eq!(run.subjects(), ["simple::Number"]);
}
