//! The short texts and characters that a crate's code mentions: what its functions look for in texts that they are given.

use std::collections::BTreeSet;
use syn::visit::Visit;

/// Longer ones are messages.
const LONGEST: usize = 16;

#[derive(Default)]
struct Texts(BTreeSet<String>);

/// The texts and characters of a file, attributes left aside.
pub(super) fn texts(file: &syn::File) -> BTreeSet<String> {
    let mut texts = Texts::default();
    texts.visit_file(file);
    texts.0
}

impl Texts {
    fn add(&mut self, text: String) {
        if !text.is_empty() && text.len() <= LONGEST {
            self.0.insert(text);
        }
    }
}

impl<'ast> Visit<'ast> for Texts {
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        self.add(literal.value());
    }

    fn visit_lit_char(&mut self, literal: &'ast syn::LitChar) {
        self.add(literal.value().to_string());
    }

    fn visit_lit_byte(&mut self, literal: &'ast syn::LitByte) {
        self.add(char::from(literal.value()).to_string());
    }

    fn visit_lit_byte_str(&mut self, literal: &'ast syn::LitByteStr) {
        self.add(String::from_utf8_lossy(&literal.value()).into_owned());
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn short_texts_are_found_where_code_has_them() {
        let text = "#[doc = \"not this\"] fn f(s: &str) -> bool { match s { \"yes\" => true, _ => s.contains('\\n') && s.as_bytes()[0] == b'x' } }";
        let found = super::texts(&syn::parse_file(text).unwrap());
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["\n", "x", "yes"]);
    }
}
