//! Dependencies: their code is read, and what is not known of it is taken for anything.

use crate::support::{Fixture, Run};

#[test]
fn an_unsafe_trait_of_a_dependency_may_make_objects() {
    let fixture = Fixture::new("dependent");
    let library = std::fs::read_to_string(fixture.path("outside/arith/src/lib.rs")).unwrap();
    let zeroed = "pub unsafe trait Plain: Sized {
            fn zeroed() -> Self { unsafe { std::mem::zeroed() } }
        }";
    fixture.write("outside/arith/src/lib.rs", &format!("{library}\n{zeroed}\n"));
    let class = |name: &str| {
        format!(
            "pub struct {name} {{ x: u8 }}
            impl {name} {{
                pub fn new(n: u8) -> {name} {{ {name} {{ x: n | 1 }} }}
                pub fn share(&self) -> u8 {{ 100 / self.x }}
            }}\n"
        )
    };
    let promises = "unsafe impl arith::Plain for Made {}
        pub struct Around { pub inside: Inside }
        unsafe impl arith::Plain for Around {}
        unsafe impl Send for Kept {}\n";
    let classes: String = ["Made", "Inside", "Kept"].map(class).concat();
    fixture.write("src/lib.rs", &format!("{classes}{promises}"));
    fixture.write(
        "tests/clients.rs",
        "#[test]
        fn both_are_zero() {
            use arith::Plain;
            assert!(std::panic::catch_unwind(|| dependent::Made::zeroed().share()).is_err());
            assert!(std::panic::catch_unwind(|| dependent::Around::zeroed().inside.share()).is_err());
        }\n",
    );
    let run = fixture.pct("--auto").exits(0);
    assert!(run.failures().is_empty(), "{:?}", run.failures());
    let status = |name: &str| &run.subject(&format!("dependent::{name}"))["proof"]["status"];
    assert_eq!((status("Made"), status("Inside")), (&"not_proved".into(), &"not_proved".into()));
    assert_eq!(status("Kept"), "proved");
}

#[test]
fn a_function_of_a_dependency_runs_on_a_made_up_object_if_it_is_safe() {
    let fixture = Fixture::new("dependent");
    let library = std::fs::read_to_string(fixture.path("outside/arith/src/lib.rs")).unwrap();
    let shares = "
        pub fn share(n: u32) -> u32 { 9 / n }
        /// # Safety
        /// The caller promises nothing.
        pub unsafe fn unchecked_share(n: u32) -> u32 { 9 / n }";
    fixture.write("outside/arith/src/lib.rs", &format!("{library}{shares}\n"));
    fixture.write(
        "src/lib.rs",
        "pub struct Made { n: u32 }
        impl Made {
            pub fn new(n: u32) -> Made { Made { n: n | 1 } }
            pub fn step(&mut self) { self.n = words() }
            pub fn share(&self) -> u32 { arith::share(self.n) }
            pub fn unchecked_share(&self) -> u32 { unsafe { arith::unchecked_share(self.n) } }
        }
        fn words() -> u32 { if std::any::type_name::<Made>().len() == 3 { 0 } else { 7 } }\n",
    );
    let run = fixture.pct("--auto").exits(0);
    let findings = run.subject("dependent::Made")["findings"].as_array().unwrap();
    let runner = |function: &str| {
        let finding = findings.iter().find(|it| it["function"] == format!("Made::{function}"));
        finding.unwrap_or_else(|| panic!("{findings:?}"))["replay"]["runner"].clone()
    };
    assert_eq!((runner("share"), runner("unchecked_share")), ("native".into(), "interpreter".into()));
}

#[test]
fn the_code_of_dependencies_is_read() {
    let fixture = Fixture::new("dependent");
    let run = fixture.pct("--auto").exits(2);
    for proved in ["ratio", "evened", "first_or_zero", "Metres", "speed"] {
        assert_eq!(run.subject(&format!("dependent::{proved}"))["proof"]["status"], "proved", "{proved}");
    }
    // What fails there is found where the user's code calls it.
    let share = &run.subject("dependent::share")["findings"][0];
    let found = (&share["status"], &share["kind"], &share["location"]["line"]);
    assert_eq!(found, (&"confirmed".into(), &"divide".into(), &16.into()), "{share}");
    // A type's own functions say what it holds, and nobody else.
    assert_ne!(run.subject("dependent::next")["proof"]["status"], "proved");
    let again = fixture.pct("--auto").exits(2).says("nothing had changed");
    assert_eq!(again.report()["totals"]["code"], run.report()["totals"]["code"]);
    // Compiled again, it is read again.
    let library = std::fs::read_to_string(fixture.path("outside/arith/src/lib.rs")).unwrap();
    fixture.write(
        "outside/arith/src/lib.rs",
        &library.replace("part * 100 / whole", "part * 100 / whole.max(1)"),
    );
    let run = fixture.pct("--auto").exits(0);
    assert_eq!(run.subject("dependent::share")["proof"]["status"], "proved");
    // One with a profile of its own is read as it is compiled: what overflows there wraps around.
    let manifest = std::fs::read_to_string(fixture.path("Cargo.toml")).unwrap();
    fixture
        .write("Cargo.toml", &format!("{manifest}\n[profile.dev.package.arith]\noverflow-checks = false\n"));
    let library = std::fs::read_to_string(fixture.path("outside/arith/src/lib.rs")).unwrap();
    let own = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    let next = "pub fn successor(n: u8) -> u8 { n + 1 }";
    fixture.write("outside/arith/src/lib.rs", &format!("{library}\n{next}\n"));
    let wrapped = "pub fn wrapped(n: u8) -> u8 { 100 / arith::successor(n) }";
    fixture.write("src/lib.rs", &format!("{own}\n{wrapped}\n"));
    let run = fixture.pct("--auto").exits(2);
    assert_eq!(run.subject("dependent::ratio")["proof"]["status"], "proved");
    let finding = &run.subject("dependent::wrapped")["findings"][0];
    assert_eq!((&finding["status"], &finding["kind"]), (&"confirmed".into(), &"divide".into()), "{finding}");
    fixture.write("Cargo.toml", &manifest);
    fixture.write("outside/arith/src/lib.rs", &library);
    // Paths do not tell a crate from a module of its name.
    let confusing = "pub mod arith { pub fn percent(_: u32, _: u32) -> u32 { 0 } }
        pub fn share(n: u32) -> u32 { ::arith::percent(n, 7).min(9) }";
    fixture.write("src/lib.rs", confusing);
    let run = fixture.pct("--auto").exits(0);
    let reason = run.subject("dependent::share")["proof"].to_string();
    assert!(reason.contains("a module is called as the crate `arith`"), "{reason}");
}

#[test]
fn kind_8_checks_may_be_left_out_of_what_a_crate_without_them_has_made() {
    let fixture = Fixture::new("unchecked");
    // The fixture's own tests see natively what may happen, with the code that was analysed.
    let run = fixture.pct("--auto").exits(2);
    assert_eq!(run.report()["totals"]["tests"]["passed"], 3);
    let divides = |run: &Run, subject: &str| -> Vec<u64> {
        let findings = run.subject(subject)["findings"].as_array().unwrap().clone();
        let divides = findings.iter().filter(|finding| finding["kind"] == "divide");
        divides.map(|finding| finding["location"]["line"].as_u64().unwrap()).collect()
    };
    assert_eq!(divides(&run, "unchecked::Weights"), [24]);
    assert_eq!(divides(&run, "unchecked::Steps"), [46]);
    assert!(divides(&run, "unchecked::Own").is_empty());
    // Tests are linked with what they alone depend on, too.
    let manifest = std::fs::read_to_string(fixture.path("Cargo.toml")).unwrap();
    let lists = "lists = { path = \"outside/lists\" }\n";
    let dev = manifest.replace(lists, "") + "\n[dev-dependencies]\n" + lists;
    fixture.write("Cargo.toml", &dev);
    let library = std::fs::read_to_string(fixture.path("src/lib.rs")).unwrap();
    fixture.write("src/lib.rs", &library.replace("use lists as _;", "#[cfg(test)] use lists as _;"));
    let run = fixture.pct("--auto").exits(2);
    assert_eq!(run.report()["totals"]["tests"]["passed"], 3);
    assert_eq!(
        (divides(&run, "unchecked::Weights"), divides(&run, "unchecked::Steps")),
        (vec![24], vec![46])
    );
    // With the checks, only they fail: the divisors are never zero.
    fixture.write("Cargo.toml", &manifest.replace("overflow-checks = false", "overflow-checks = true"));
    fixture
        .write("src/lib.rs", &library.replace("attempt to divide by zero", "attempt to add with overflow"));
    let run = fixture.pct("--auto").exits(2);
    assert_eq!(run.report()["totals"]["tests"]["passed"], 3);
    for subject in ["unchecked::Weights", "unchecked::Steps", "unchecked::Own"] {
        assert!(divides(&run, subject).is_empty(), "{subject}");
    }
}

/// What the probes' code of `Gone` calls is refused, as `drop` may not be called: the impl does not say that it is std's `Drop`.
#[test]
fn a_dependency_with_probes_is_found_where_probes_are_left_out() {
    let fixture = Fixture::new("plain");
    let manifest = std::fs::read_to_string(fixture.path("Cargo.toml")).unwrap();
    let manifest = manifest.replace("[dependencies]\n", "[dependencies]\nflags = { path = \"flags\" }\n");
    fixture.write("Cargo.toml", &manifest);
    let of_flags = "[package]\nname = \"flags\"\nversion = \"0.1.0\"\nedition = \"2021\"\n";
    std::fs::create_dir_all(fixture.path("flags/src")).unwrap();
    fixture.write("flags/Cargo.toml", of_flags);
    fixture.write(
        "flags/src/lib.rs",
        "pub use core::ops::Drop as Dropper;\npub fn ends(n: u32) -> u32 { n / 2 }\n",
    );
    fixture.write(
        "src/lib.rs",
        "pub struct Gone;
impl flags::Dropper for Gone { fn drop(&mut self) { panic!(\"gone\") } }
pub fn ends(n: u32) -> u32 { let _gone = Gone; if n > 3 { flags::ends(n) } else { 0 } }
#[test] fn t() { assert_eq!(flags::ends(6), 3); }
",
    );
    let run = fixture.pct("--auto").exits(2);
    assert!(run.report()["totals"]["tests"]["unbuilt"].is_null(), "{}", run.stdout);
    assert_eq!(run.report()["totals"]["tests"]["passed"], 1);
    run.shows("error[panic]: gone").shows("ends(");
}
