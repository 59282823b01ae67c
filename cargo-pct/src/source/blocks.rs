//! The lines inside functions' bodies: what is written there concerns nobody who does not run the function.

use std::ops::RangeInclusive;

use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::Visit;

/// The lines between the braces of each function whose body declares nothing, from one that opens it to one that closes it, both apart. Empty if the text
/// cannot be read.
///
/// Under-approximates: what macros are given is not looked at, and a function with a declaration inside is left out.
pub fn lines_inside_functions(text: &str) -> Vec<RangeInclusive<u32>> {
    let mut blocks = Blocks::default();
    if let Ok(file) = syn::parse_file(text) {
        blocks.visit_file(&file);
    }
    blocks.found
}

/// Tells whether lines that stood together may all have stood inside one function: their braces are in pairs, and they declare nothing.
pub fn may_be_inside_function(lines: &str) -> bool {
    lines.parse().is_ok_and(|tokens: TokenStream| tokens.into_iter().all(|token| declares_nothing(&token)))
}

/// The words with which declarations begin that other code may see.
const DECLARING: [&str; 13] = [
    "const",
    "enum",
    "extern",
    "fn",
    "impl",
    "macro",
    "macro_rules",
    "mod",
    "static",
    "struct",
    "trait",
    "union",
    "use",
];

fn declares_nothing(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(word) => !DECLARING.iter().any(|declaring| word == declaring),
        TokenTree::Group(group) => group.stream().into_iter().all(|token| declares_nothing(&token)),
        TokenTree::Punct(_) | TokenTree::Literal(_) => true,
    }
}

#[derive(Default)]
struct Blocks {
    found: Vec<RangeInclusive<u32>>,
    /// Declarations that were seen.
    declared: usize,
}

impl Blocks {
    fn add(&mut self, block: &syn::Block) {
        let before = self.declared;
        syn::visit::visit_block(self, block);
        let line = |position: proc_macro2::LineColumn| u32::try_from(position.line).unwrap_or(0);
        let (opens, closes) = (line(block.span().start()), line(block.span().end()));
        if self.declared == before && opens + 1 < closes {
            self.found.push(opens + 1..=closes - 1);
        }
    }
}

impl<'ast> Visit<'ast> for Blocks {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        self.declared += 1;
        syn::visit::visit_item(self, item);
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.add(&function.block);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.add(&function.block);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        function.default.iter().for_each(|block| self.add(block));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_between_the_braces_of_a_function_is_inside() {
        let text = "fn f() -> u8 {\n    let x = {\n        1\n    };\n    x\n}\nconst X: u8 = {\n    1\n};\nimpl S {\n    pub fn g(\n        &self,\n    ) {\n        \
                    m! {\n            a\n        }\n    }\n}\ntrait T {\n    fn h() {\n        1;\n    }\n    fn i();\n}\nm! {\n    fn j() {\n        1\n    }\n}\n";
        assert_eq!(lines_inside_functions(text), [2..=5, 14..=16, 21..=21]);
        assert_eq!(lines_inside_functions("fn f() { 1 }\nfn g() {\n}"), []);
        assert_eq!(lines_inside_functions("fn f() {\n    1"), []);
    }

    #[test]
    fn a_function_with_a_declaration_is_left_out() {
        assert_eq!(lines_inside_functions("fn f() {\n    impl Drop for S {}\n    1\n}"), []);
        let text = "fn f() {\n    fn g() {\n        1\n    }\n    g()\n}";
        assert_eq!(lines_inside_functions(text), [3..=3]);
    }

    #[test]
    fn lines_that_close_more_than_they_open_or_declare_were_not_inside() {
        assert!(may_be_inside_function("let x = \"}\"; // }\nif a { b }"));
        for lines in
            ["}", "}\nconst X: u8 = 1;\nfn g() {", "impl Drop for S {}", "if a {", "{ use std::fmt; }"]
        {
            assert!(!may_be_inside_function(lines), "{lines}");
        }
    }
}
