//! Annotating a source file: `#[::pct::predicates]` on its types, impls and functions, as a user would write it.
//!
//! Input and output are texts with the same lines. An attribute is put behind the token in front of its item, where nothing but
//! white space and comments follows on most lines, so that columns stay what they are, too.
//!
//! Left alone is what a user would leave: tests, code of `cfg(test)`, what is annotated already, items inside of functions,
//! constants and macros (impls inside of `const _` are annotated). What cannot be annotated (traits, unions, code that holds a module with a file of its own) is counted.

use std::collections::BTreeSet;
use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Item, ItemImpl, Meta};

use crate::syntax;

/// What is put in.
const ATTRIBUTE: &str = " #[::pct::predicates] ";

/// By so many columns an attribute moves what stands behind it on its line.
pub const ATTRIBUTE_LENGTH: u32 = ATTRIBUTE.len() as u32;

/// A file with its annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Annotated {
    /// The text.
    pub(super) text: String,
    /// How many items were annotated.
    pub(super) annotated: usize,
    /// How many unions and traits with code in them were not.
    pub(super) left: usize,
}

/// What the root file of a crate of edition 2015 needs besides: absolute paths begin at the crate there.
const DECLARATION: &str = " #[allow(unused_extern_crates)] extern crate pct; ";

/// Annotates a file. One that is no file of items (some are included in expressions) is `None`. `is_old_root`: it is the root of
/// a crate of edition 2015. `keeps_columns`: an item is left where an attribute would move what follows on its line.
pub(super) fn annotate(source: &str, is_old_root: bool, keeps_columns: bool) -> Option<Annotated> {
    let (before, code) = source.split_at(code_start(source));
    let strict = syn::parse_file(code).ok();
    let is_strict = strict.is_some();
    let file = match strict {
        Some(file) => file,
        None => syntax::parse(code).ok().filter(|it| it.unread.iter().all(|item| item.is_item))?.file,
    };
    let mut places = Places { source: code, is_strict, keeps_columns, offsets: Vec::new(), left: 0 };
    let begin = places.end_of_attributes(0, &file.attrs);
    places.items(&file.items, begin);
    let mut text = before.to_owned();
    let mut done = 0;
    if is_old_root {
        text += &code[..begin];
        text += DECLARATION;
        done = begin;
    }
    for offset in &places.offsets {
        text += &code[done..*offset];
        text += ATTRIBUTE;
        done = *offset;
    }
    text += &code[done..];
    Some(Annotated { text, annotated: places.offsets.len(), left: places.left })
}

/// Behind a byte order mark and a line `#!/…`, of which spans know nothing.
fn code_start(source: &str) -> usize {
    let mark = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let rest = &source[mark..];
    let is_shebang = rest.starts_with("#!") && !rest["#!".len()..].trim_start().starts_with('[');
    mark + if is_shebang { rest.find('\n').unwrap_or(rest.len()) } else { 0 }
}

/// Where attributes go, as offsets in the order of the text.
struct Places<'s> {
    source: &'s str,
    /// Each item is what `syn` reads, and so what the attributes read.
    is_strict: bool,
    /// Code sees columns: an item is left where an attribute would move what follows on its line.
    keeps_columns: bool,
    offsets: Vec<usize>,
    left: usize,
}

impl Places<'_> {
    /// The items of a module; `before` is the end of what stands in front of the first.
    fn items(&mut self, items: &[Item], mut before: usize) {
        for item in items {
            match item {
                item if holds_file(item) || hides_std(item) => self.left += 1,
                Item::Struct(it) => self.item(&it.attrs, before..end(item.span())),
                Item::Enum(it) => self.item(&it.attrs, before..end(item.span())),
                Item::Impl(it) if holds_code(it) => self.item(&it.attrs, before..end(item.span())),
                Item::Fn(it) => self.item(&it.attrs, before..end(item.span())),
                Item::Const(it) if may_be_annotated(&it.attrs) => self.impls_in(it),
                Item::Union(it) => self.left += usize::from(may_be_annotated(&it.attrs)),
                Item::Trait(it) => {
                    let has_code = it
                        .items
                        .iter()
                        .any(|item| matches!(item, syn::TraitItem::Fn(f) if f.default.is_some()));
                    self.left += usize::from(has_code && may_be_annotated(&it.attrs));
                }
                Item::Mod(it) if may_be_annotated(&it.attrs) => {
                    if let Some((brace, items)) = &it.content {
                        let inner: Vec<Attribute> =
                            it.attrs.iter().filter(|attr| is_inner(attr)).cloned().collect();
                        let begin = self.end_of_attributes(end(brace.span.open()), &inner);
                        self.items(items, begin);
                    }
                }
                _ => {}
            }
            before = end(item.span());
        }
    }

    /// Annotates the impls for types outside that stand in `const _: () = { … };`, as macros write them.
    fn impls_in(&mut self, constant: &syn::ItemConst) {
        let syn::Expr::Block(block) = &*constant.expr else { return };
        if constant.ident != "_" {
            return;
        }
        let own: BTreeSet<String> = block.block.stmts.iter().flat_map(names_of).collect();
        let is_outside = |it: &ItemImpl| match &*it.self_ty {
            syn::Type::Path(path) => {
                path.path.get_ident().is_none_or(|name| !own.contains(&name.to_string()))
            }
            _ => false,
        };
        let mut before = end(block.block.brace_token.span.open());
        for statement in &block.block.stmts {
            if let syn::Stmt::Item(Item::Impl(it)) = statement
                && holds_code(it)
                && is_outside(it)
            {
                self.item(&it.attrs, before..end(statement.span()));
            }
            before = end(statement.span());
        }
    }

    /// Annotates an item, given the stretch from the end of what stands in front of it. One that only we can read is left as it is.
    fn item(&mut self, attrs: &[Attribute], stretch: Range<usize>) {
        if !may_be_annotated(attrs) {
            return;
        }
        let is_readable = || self.is_strict || syn::parse_str::<Item>(&self.source[stretch.clone()]).is_ok();
        if !(self.keeps_columns && self.moves_code(stretch.start)) && is_readable() {
            self.offsets.push(stretch.start);
        } else {
            self.left += 1;
        }
    }

    /// Tells whether something else than a comment may follow on a line.
    fn moves_code(&self, offset: usize) -> bool {
        let line = self.source[offset..].lines().next().unwrap_or_default().trim_start();
        !line.is_empty() && !line.starts_with("//")
    }

    /// The end of inner attributes; after a comment, the end of its line.
    fn end_of_attributes(&self, begin: usize, attrs: &[Attribute]) -> usize {
        let Some(last) = attrs.last() else { return begin };
        let range = last.span().byte_range();
        let is_line_comment = self.source[range.clone()].starts_with("//");
        match self.source[range.end..].find('\n') {
            Some(length) if is_line_comment => range.end + length + 1,
            _ => range.end,
        }
    }
}

/// The names of types that a statement declares or imports.
fn names_of(statement: &syn::Stmt) -> Vec<String> {
    fn imported(tree: &syn::UseTree, names: &mut Vec<String>) {
        match tree {
            syn::UseTree::Path(path) => imported(&path.tree, names),
            syn::UseTree::Name(name) => names.push(name.ident.to_string()),
            syn::UseTree::Rename(rename) => names.push(rename.rename.to_string()),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| imported(tree, names)),
            syn::UseTree::Glob(_) => {}
        }
    }

    let syn::Stmt::Item(item) = statement else { return Vec::new() };
    match item {
        Item::Struct(it) => vec![it.ident.to_string()],
        Item::Enum(it) => vec![it.ident.to_string()],
        Item::Union(it) => vec![it.ident.to_string()],
        Item::Type(it) => vec![it.ident.to_string()],
        Item::Use(it) => {
            let mut names = Vec::new();
            imported(&it.tree, &mut names);
            names
        }
        _ => Vec::new(),
    }
}

fn end(span: Span) -> usize {
    span.byte_range().end
}

fn is_inner(attr: &Attribute) -> bool {
    matches!(attr.style, syn::AttrStyle::Inner(_))
}

fn holds_code(item: &ItemImpl) -> bool {
    item.items.iter().any(|item| matches!(item, syn::ImplItem::Fn(_)))
}

/// Tells whether a module with a file of its own stands in the code of an item: attributes may not be given such code.
fn holds_file(item: &Item) -> bool {
    struct Files(bool);

    impl<'ast> Visit<'ast> for Files {
        fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
            self.0 |= module.content.is_none();
            visit::visit_item_mod(self, module);
        }
    }

    let mut files = Files(false);
    if !matches!(item, Item::Mod(_)) {
        files.visit_item(item);
    }
    files.0
}

/// The types that are known everywhere.
const PRELUDE: [&str; 5] = ["Box", "Option", "Result", "String", "Vec"];

/// Tells whether a type has the name of one that is known everywhere: what an attribute makes may not hide such a name from imports (E0659).
fn hides_std(item: &Item) -> bool {
    match item {
        Item::Struct(it) => PRELUDE.iter().any(|name| it.ident == name),
        Item::Enum(it) => PRELUDE.iter().any(|name| it.ident == name),
        _ => false,
    }
}

/// Tells whether an item with these attributes, or items inside, may be annotated.
fn may_be_annotated(attrs: &[Attribute]) -> bool {
    !attrs.iter().any(|attr| is_ours(attr) || is_test(attr) || is_special(attr))
}

fn is_ours(attr: &Attribute) -> bool {
    attr.path().segments.first().is_some_and(|first| first.ident == "pct")
}

/// `#[test]`, `#[tokio::test]`, `#[bench]`, `#[cfg(test)]`, `#[cfg(all(test, …))]`.
fn is_test(attr: &Attribute) -> bool {
    let last = attr.path().segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    match (&attr.meta, last.as_str()) {
        (Meta::List(list), "cfg") => {
            let condition = list.tokens.to_string();
            let mut words = condition.split(|c: char| !c.is_alphanumeric() && c != '_');
            words.any(|word| word == "test") && !condition.contains("not") && !condition.contains("any")
        }
        (_, name) => matches!(name, "test" | "bench" | "rstest" | "test_case" | "proptest" | "quickcheck"),
    }
}

/// Functions that the compiler treats as something else.
fn is_special(attr: &Attribute) -> bool {
    ["panic_handler", "proc_macro", "proc_macro_attribute", "proc_macro_derive", "naked"]
        .iter()
        .any(|name| attr.path().is_ident(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Annotates, with `@` for the attribute.
    #[track_caller]
    fn check(source: &str, expected: &str) {
        let annotated = annotate(source, false, false).expect("it is Rust");
        assert_eq!(annotated.text.replace(ATTRIBUTE, "@"), expected);
        assert_eq!(annotated.text.lines().count(), source.lines().count());
        assert!(syn::parse_file(&annotated.text).is_ok(), "the result is Rust");
        assert_eq!(annotated.annotated, expected.matches('@').count());
    }

    #[test]
    fn types_impls_and_functions_are_annotated_without_moving_anything() {
        check(
            "use std::fmt; // at the end\n\n/// A stack.\n#[derive(Clone)]\npub struct Stack { n: u8 }\n\nimpl Stack {\n    fn f() {}\n}\n",
            "use std::fmt;@ // at the end\n\n/// A stack.\n#[derive(Clone)]\npub struct Stack { n: u8 }@\n\nimpl Stack {\n    fn f() {}\n}\n",
        );
        check("enum A { B }\nfn f() { struct Inner; }\n", "@enum A { B }@\nfn f() { struct Inner; }\n");
    }

    #[test]
    fn what_stands_in_front_of_the_first_item_stays_there() {
        check("//! Docs.\nfn f() {}\n", "//! Docs.\n@fn f() {}\n");
        check("#![no_std]\nfn f() {}\n", "#![no_std]@\nfn f() {}\n");
        check("#!/usr/bin/env run\nfn f() {}\n", "#!/usr/bin/env run@\nfn f() {}\n");
        check("\u{feff}fn f() {}\n", "\u{feff}@fn f() {}\n");
        check("mod m { //! Docs.\n fn f() {} }\n", "mod m { //! Docs.\n@ fn f() {} }\n");
        check("/* ä */ fn f() {}\n", "@/* ä */ fn f() {}\n");
    }

    #[test]
    fn items_on_one_line_are_left_where_code_sees_columns() {
        let source = "fn f() {} fn g() {}\nfn h() {} // one\nfn i() {}\n";
        let annotated = annotate(source, false, true).expect("it is Rust");
        let expected = "fn f() {} fn g() {}@\nfn h() {}@ // one\nfn i() {}\n";
        assert_eq!(annotated.text.replace(ATTRIBUTE, "@"), expected);
        assert_eq!(annotated.left, 2);
    }

    #[test]
    fn an_old_root_declares_the_crate() {
        let annotated = annotate("#![no_std]\nfn f() {}\n", true, false).expect("it is Rust");
        assert_eq!(annotated.text, format!("#![no_std]{DECLARATION}{ATTRIBUTE}\nfn f() {{}}\n"));
    }

    #[test]
    fn tests_macros_and_annotated_items_are_left_alone() {
        for source in [
            "#[test]\nfn t() {}\n",
            "#[cfg(test)]\nmod tests { fn helper() {} }\n",
            "#[cfg(all(test, unix))]\nfn helper() {}\n",
            "macro_rules! m { () => { struct S; } }\nm! {}\n",
            "#[pct::predicates]\nstruct S;\n",
            "impl Send for S {}\n",
            "trait T { fn f(&self); }\n",
        ] {
            check(source, source);
        }
        check(
            "enum Option { None }\nuse Option::*;\nfn f() {}\n",
            "enum Option { None }\nuse Option::*;@\nfn f() {}\n",
        );
        check(
            "const _: () = {\n    use a::B; // here\n    impl S { fn f() {} }\n    fn g() {}\n    impl Copy for S {}\n};\n",
            "const _: () = {\n    use a::B;@ // here\n    impl S { fn f() {} }\n    fn g() {}\n    impl Copy for S {}\n};\n",
        );
        check(
            "const _: () = { struct S; impl S { fn f() {} } };\n",
            "const _: () = { struct S; impl S { fn f() {} } };\n",
        );
        check("const C: () = { impl S { fn f() {} } };\n", "const C: () = { impl S { fn f() {} } };\n");
        check("#[cfg(not(test))]\nfn f() {}\n", "@#[cfg(not(test))]\nfn f() {}\n");
        // A keyword of later editions, and a parameter without a name.
        let annotated =
            annotate("trait T { fn f(&self, u8); }\nfn f(async: u8) {}\nfn g() {}\n", false, false)
                .expect("it is Rust");
        assert_eq!(
            annotated.text.replace(ATTRIBUTE, "@"),
            "trait T { fn f(&self, u8); }\nfn f(async: u8) {}@\nfn g() {}\n"
        );
        check("mod m;\nfn f() { mod file; }\nfn g() {}\n", "mod m;\nfn f() { mod file; }@\nfn g() {}\n");
        let left = |source| annotate(source, false, false).map(|it| it.left);
        assert_eq!(left("union U { a: u8 }\ntrait T { fn f() {} }\n"), Some(2));
        assert_eq!(left("[1, 2, 3]\n"), None);
    }
}
