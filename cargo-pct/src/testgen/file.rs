//! Tests as text: one by itself, a file of them, or added to a file that is there.

use std::collections::BTreeSet;

use super::reproduction::function;
use crate::ledger::GeneratedTest;

/// The beginning of a file of tests of confirmed findings. Crates may deny warnings.
pub const FINDINGS: &str = "\
//! Tests that `cargo pct gen` wrote. Each shows a defect, and fails until that is mended.
#![allow(deprecated, unused_must_use, unused_mut)]
";

/// The beginning of a file of tests that reach states.
pub const STATES: &str = "\
//! Tests that `cargo pct gen` wrote. Each reaches states that no test reached before; what it asserts is what the code did
//! then. Whether that is right, nobody has said.
#![allow(deprecated, unused_must_use, unused_mut)]
";

/// One test with what it imports, to be pasted into a file under `tests/`.
pub fn single(test: &GeneratedTest) -> String {
    joined(&test.imports.iter().collect(), &BTreeSet::new(), std::iter::once(test))
}

/// A file of tests with this beginning.
pub fn whole(header: &str, tests: &[&GeneratedTest]) -> String {
    let imports = tests.iter().flat_map(|test| &test.imports).collect();
    let mut inner = clashing(&imports, &BTreeSet::new());
    inner.extend(of_single_tests(tests));
    format!("{header}\n{}", joined(&imports, &inner, tests.iter().copied()))
}

/// A file with tests added at its end, and their imports above its first item. Fails where the file is no Rust.
///
/// Tests whose names are taken get others. A test that is there already, by whatever name, is not added again.
pub fn added_to(existing: &str, tests: &[&GeneratedTest]) -> Result<String, syn::Error> {
    let file = syn::parse_file(existing)?;
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut bodies: Vec<(String, BTreeSet<String>)> = Vec::new();
    let mut bound: BTreeSet<String> = BTreeSet::new();
    for item in &file.items {
        match item {
            syn::Item::Fn(function) => {
                taken.insert(function.sig.ident.to_string());
                bodies.push(body_and_imports(function));
            }
            syn::Item::Use(import) => {
                let text = quote::quote!(#import).to_string();
                bound.insert(name_bound_by(&text).to_owned());
                known.insert(without_spaces(&text));
            }
            _ => {}
        }
    }
    let is_new = |test: &&&GeneratedTest| {
        let body = body(&test.statements);
        let mut same = bodies.iter().filter(|(own, _)| *own == body);
        !same.any(|(_, inner)| {
            let mut imports = test.imports.iter().map(|import| without_spaces(import));
            imports.all(|import| known.contains(&import) || inner.contains(&import))
        })
    };
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
    let mut inner = clashing(&imports, &bound);
    inner.extend(of_single_tests(&tests));
    inner.retain(|import| !known.contains(&without_spaces(import)));
    let imports = imports.into_iter().filter(|import| !inner.contains(*import)).map(|import| import.as_str());
    let mut text: String = before
        .iter()
        .copied()
        .chain(imports)
        .chain(after.iter().copied())
        .flat_map(|line| [line, "\n"])
        .collect();
    for test in &renamed {
        text += &format!("\n{}", of(test, &inner));
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

/// Names that tests use without an import.
const PRELUDE: [&str; 17] = [
    "Box",
    "Err",
    "None",
    "Ok",
    "Option",
    "Result",
    "Some",
    "String",
    "Vec",
    "assert",
    "assert_eq",
    "drop",
    "format",
    "panic",
    "println",
    "std",
    "vec",
];

/// The imports that do not go together with each other, with names that the file binds already, or with what is not imported. Each stands in the
/// tests that need it.
fn clashing(imports: &BTreeSet<&String>, bound: &BTreeSet<String>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for import in imports {
        let name = name_bound_by(import);
        let others = imports.iter().filter(|other| other != &import);
        let clashes = name != "_" && others.map(|other| name_bound_by(other)).any(|other| other == name);
        if clashes || bound.contains(name) || PRELUDE.contains(&name) {
            found.insert((*import).clone());
        }
    }
    found
}

/// Imports that a test needs without naming what they bind, as it needs a trait whose method it calls. Where not all tests need one, it might make
/// a call of another test ambiguous.
fn of_single_tests(tests: &[&GeneratedTest]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for test in tests {
        for import in &test.imports {
            let name = name_bound_by(import);
            let is_named = test.statements.iter().any(|statement| has_word(statement, name));
            if !is_named && !tests.iter().all(|other| other.imports.contains(import)) {
                found.insert(import.clone());
            }
        }
    }
    found
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').any(|own| own == word)
}

/// `Stack` of `use stack::Stack;`
fn name_bound_by(import: &str) -> &str {
    let path = import.trim().trim_end_matches(';');
    path.rsplit([':', ' ']).find(|word| !word.is_empty()).unwrap_or_default()
}

fn joined<'t>(
    imports: &BTreeSet<&String>,
    inner: &BTreeSet<String>,
    tests: impl Iterator<Item = &'t GeneratedTest>,
) -> String {
    let outer = imports.iter().filter(|import| !inner.contains(**import));
    let mut text: String = outer.flat_map(|import| [import, "\n"]).collect();
    for test in tests {
        if !text.is_empty() {
            text.push('\n');
        }
        text += &of(test, inner);
    }
    text
}

/// A test, with those of its imports that stand in it.
fn of(test: &GeneratedTest, inner: &BTreeSet<String>) -> String {
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
    let own = test.imports.iter().filter(|import| inner.contains(*import));
    let statements: Vec<String> = own.chain(&test.statements).cloned().collect();
    format!("{reaches}{fails}{}", function(&test.name, &panics.unwrap_or_default(), &statements))
}

/// The line of an item's first token, attributes and documentation included; from 1.
fn first_line(item: &syn::Item) -> usize {
    use syn::spanned::Spanned;
    item.span().start().line
}

/// The body of a function, and the imports in it, without spaces.
fn body_and_imports(function: &syn::ItemFn) -> (String, BTreeSet<String>) {
    let (mut statements, mut imports) = (Vec::new(), BTreeSet::new());
    for statement in &function.block.stmts {
        match statement {
            syn::Stmt::Item(syn::Item::Use(import)) => {
                imports.insert(without_spaces(&quote::quote!(#import).to_string()));
            }
            other => statements.push(other),
        }
    }
    (without_spaces(&quote::quote!({ #(#statements)* }).to_string()), imports)
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
    fn imports_that_do_not_go_together_stand_in_their_tests() {
        let (one, other) = (test("a", "use stack::a::Node;"), test("b", "use stack::b::Node;"));
        let text = whole("", &[&one, &other]);
        assert!(text.contains("fn a() {\n    use stack::a::Node;\n    a(1);\n}"), "{text}");
        assert!(text.contains("fn b() {\n    use stack::b::Node;\n    b(1);\n}"), "{text}");
        let text = added_to("use stack::a::Node;\n", &[&one, &other]).unwrap();
        assert!(text.starts_with("use stack::a::Node;\n\n"), "{text}");
        assert!(text.contains("fn a() {\n    a(1);") && text.contains("fn b() {\n    use stack::b::Node;"));
        assert_eq!(added_to(&text, &[&one, &other]).unwrap(), text);
        // One body, and another function of that name.
        let namesake = GeneratedTest { name: "c".to_owned(), ..test("b", "use stack::c::Node;") };
        assert!(added_to(&text, &[&namesake]).unwrap().ends_with("    use stack::c::Node;\n    b(1);\n}\n"));
        assert!(whole("", &[&test("a", "use stack::vec;")]).contains("fn a() {\n    use stack::vec;\n"));
        let traits = [test("a", "use stack::Area;"), test("b", "use stack::Length;")];
        let text = whole("", &[&traits[0], &traits[1]]);
        assert!(text.contains("fn a() {\n    use stack::Area;\n") && !text.starts_with("use"), "{text}");
    }

    #[test]
    fn a_file_keeps_what_is_in_it() {
        let existing = "//! Mine.\n\nuse stack::a;\n\n#[test]\nfn a() {}\n";
        let (one, other) = (test("a", "use stack::a;"), test("b", "use stack::b;"));
        let text = added_to(existing, &[&one, &other]).unwrap();
        let doc = "/// Reaches\n/// - push:entry (line 3), with full\n#[test]\n";
        let expected = format!(
            "//! Mine.\n\nuse stack::b;\nuse stack::a;\n\n#[test]\nfn a() {{}}\n\
             \n{doc}fn a_2() {{\n    a(1);\n}}\n\n{doc}fn b() {{\n    b(1);\n}}\n"
        );
        assert_eq!(text, expected);
        // It is there now, by another name.
        assert_eq!(added_to(&text, &[&one, &other]).unwrap(), text);
        assert_eq!(added_to("", &[&one]).unwrap(), single(&one));
        assert!(added_to("fn {", &[&one]).is_err());
    }
}
