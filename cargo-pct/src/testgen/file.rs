//! Tests as text: one by itself, a file of them, or added to a file that is there.

use std::collections::BTreeSet;

use super::reproduction::function;
use crate::ledger::GeneratedTest;

/// The beginning of a file of tests of confirmed findings.
pub const FINDINGS: &str = "\
//! Tests that `cargo pct gen` wrote. Each shows a defect, and fails until that is mended.
";

/// The beginning of a file of tests that reach states.
pub const STATES: &str = "\
//! Tests that `cargo pct gen` wrote. Each reaches states that no test reached before; what it asserts is what the code did
//! then. Whether that is right, nobody has said.
";

/// One test with what it imports, to be pasted into a file under `tests/`.
pub fn single(test: &GeneratedTest) -> String {
    joined(&test.imports.iter().collect(), std::iter::once(test))
}

/// A file of tests with this beginning.
pub fn whole(header: &str, tests: &[&GeneratedTest]) -> String {
    let imports = tests.iter().flat_map(|test| &test.imports).collect();
    format!("{header}\n{}", joined(&imports, tests.iter().copied()))
}

/// A file with tests added at its end, and their imports above its first item. Fails where the file is no Rust.
///
/// Tests whose names are taken get others. A test that is there already, by whatever name, is not added again.
pub fn added_to(existing: &str, tests: &[&GeneratedTest]) -> Result<String, syn::Error> {
    let file = syn::parse_file(existing)?;
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut bodies: BTreeSet<String> = BTreeSet::new();
    for item in &file.items {
        match item {
            syn::Item::Fn(function) => {
                taken.insert(function.sig.ident.to_string());
                let body = &function.block;
                bodies.insert(without_spaces(&quote::quote!(#body).to_string()));
            }
            syn::Item::Use(import) => {
                known.insert(without_spaces(&quote::quote!(#import).to_string()));
            }
            _ => {}
        }
    }
    let is_new = |test: &&&GeneratedTest| !bodies.contains(&body(&test.statements));
    let tests: Vec<&GeneratedTest> = tests.iter().filter(is_new).copied().collect();
    let renamed = tests.iter().map(|test| {
        let name = unique(&test.name, &mut taken);
        GeneratedTest { name, ..(**test).clone() }
    });
    let renamed: Vec<GeneratedTest> = renamed.collect();
    let imports: BTreeSet<&String> = tests
        .iter()
        .flat_map(|test| &test.imports)
        .filter(|import| !known.contains(&without_spaces(import)))
        .collect();
    let first = file.items.first().map_or(existing.lines().count(), |item| first_line(item) - 1);
    let lines: Vec<&str> = existing.lines().collect();
    let (before, after) = lines.split_at(first.min(lines.len()));
    let imports = imports.into_iter().map(|import| import.as_str());
    let mut text: String = before
        .iter()
        .copied()
        .chain(imports)
        .chain(after.iter().copied())
        .flat_map(|line| [line, "\n"])
        .collect();
    for test in &renamed {
        text += &format!("\n{}", of(test));
    }
    Ok(text)
}

/// A name that is not taken yet; then it is.
pub fn unique(name: &str, taken: &mut BTreeSet<String>) -> String {
    let mut own = name.to_owned();
    let mut number = 2;
    while !taken.insert(own.clone()) {
        own = format!("{name}_{number}");
        number += 1;
    }
    own
}

fn joined<'t>(imports: &BTreeSet<&String>, tests: impl Iterator<Item = &'t GeneratedTest>) -> String {
    let mut text: String = imports.iter().flat_map(|import| [import, "\n"]).collect();
    for test in tests {
        if !text.is_empty() {
            text.push('\n');
        }
        text += &of(test);
    }
    text
}

fn of(test: &GeneratedTest) -> String {
    let reaches: String = test.reaches.iter().map(|line| format!("/// - {line}\n")).collect();
    let reaches = if reaches.is_empty() { reaches } else { format!("/// Reaches\n{reaches}") };
    let fails = test.fails.as_ref().map(|failure| format!("/// Fails: {failure}\n")).unwrap_or_default();
    let panics = test.panics.as_ref().map(|message| {
        let first = message.lines().next().unwrap_or_default();
        match first {
            "" => "#[should_panic]\n".to_owned(),
            first => format!("#[should_panic(expected = {first:?})]\n"),
        }
    });
    format!("{reaches}{fails}{}", function(&test.name, &panics.unwrap_or_default(), &test.statements))
}

/// The line of an item's first token, attributes and documentation included; from 1.
fn first_line(item: &syn::Item) -> usize {
    use syn::spanned::Spanned;
    item.span().start().line
}

/// The body of a test without spaces.
fn body(statements: &[String]) -> String {
    let text = format!("{{ {} }}", statements.join(" "));
    let tokens: Result<proc_macro2::TokenStream, _> = text.parse();
    without_spaces(&tokens.map_or(text, |tokens| tokens.to_string()))
}

fn without_spaces(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(name: &str, import: &str) -> GeneratedTest {
        GeneratedTest {
            krate: "stack".to_owned(),
            name: name.to_owned(),
            reaches: vec!["push:entry (line 3), with full".to_owned()],
            imports: vec![import.to_owned()],
            statements: vec![format!("{name}(1);")],
            panics: None,
            fails: None,
        }
    }

    #[test]
    fn a_test_by_itself_says_what_it_reaches() {
        let panics = Some("no \"room\"\nat all".to_owned());
        let text = single(&GeneratedTest { panics, ..test("a", "use stack::f;") });
        let expected = "use stack::f;\n\n/// Reaches\n/// - push:entry (line 3), with full\n#[test]\n\
             #[should_panic(expected = \"no \\\"room\\\"\")]\nfn a() {\n    a(1);\n}\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_file_keeps_what_is_in_it() {
        let existing = "//! Mine.\n\nuse stack::f;\n\n#[test]\nfn a() {}\n";
        let (one, other) = (test("a", "use stack::f;"), test("b", "use stack::g;"));
        let text = added_to(existing, &[&one, &other]).unwrap();
        let doc = "/// Reaches\n/// - push:entry (line 3), with full\n#[test]\n";
        let expected = format!(
            "//! Mine.\n\nuse stack::g;\nuse stack::f;\n\n#[test]\nfn a() {{}}\n\
             \n{doc}fn a_2() {{\n    a(1);\n}}\n\n{doc}fn b() {{\n    b(1);\n}}\n"
        );
        assert_eq!(text, expected);
        // It is there now, by another name.
        assert_eq!(added_to(&text, &[&one, &other]).unwrap(), text);
        assert_eq!(added_to("", &[&one]).unwrap(), single(&one));
        assert!(added_to("fn {", &[&one]).is_err());
    }
}
