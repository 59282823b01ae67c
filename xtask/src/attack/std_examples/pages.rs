//! The pages of the documentation, and the examples in them.
//!
//! rustdoc puts each example into `<div class="example-wrap …">`: its shown lines in `<pre class="rust rust-example-rendered">`, and all of its
//! lines, those that it hides too, in the address of the link that runs it on the playground.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use html5gum::{Token, Tokenizer};
use walkdir::WalkDir;

use crate::error::Error;

/// A page of the documentation.
pub(super) struct Page {
    path: PathBuf,
    /// Its path in the documentation of `std`.
    pub(super) name: String,
}

/// An example of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Example {
    /// The page and the fragment that show it.
    pub(super) place: String,
    /// The function that it is an example of; none for one of a type or a module.
    pub(super) function: Option<String>,
    /// What its block says of how to run it: `should_panic`, `compile_fail`, `ignore`.
    pub(super) classes: Vec<String>,
    /// A program with a function `main`.
    pub(super) code: String,
    pub(super) edition: String,
}

/// What a folder holds, in the order of the names.
pub(super) fn entries(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(Error::file("read", folder))? {
        paths.push(entry.map_err(Error::file("read", folder))?.path());
    }
    paths.sort();
    Ok(paths)
}

/// All pages below a folder.
pub(super) fn pages(folder: &Path) -> Result<Vec<Page>, Error> {
    let mut pages = Vec::new();
    for entry in WalkDir::new(folder) {
        let path = entry.map_err(|error| Error::file("read", folder)(error.into()))?.into_path();
        if path.extension().is_some_and(|extension| extension == "html") {
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
            pages.push(Page { path, name });
        }
    }
    pages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(pages)
}

impl Page {
    /// The module of std at whose top the page stands; the methods of primitive types stand in modules, too.
    pub(super) fn module(&self) -> &str {
        match self.name.strip_prefix("primitive.").and_then(|name| name.strip_suffix(".html")) {
            Some(name) if name.ends_with(|c: char| c.is_ascii_digit()) || name.ends_with("size") => "num",
            Some(name) => name,
            None => self.name.split('/').next().unwrap_or(&self.name),
        }
    }

    /// The type or trait that the page is about.
    pub(super) fn type_name(&self) -> Option<&str> {
        let file = self.name.rsplit('/').next()?;
        let kinds = ["struct.", "enum.", "trait.", "type."];
        kinds.iter().find_map(|kind| file.strip_prefix(kind))?.strip_suffix(".html")
    }

    #[cfg(test)]
    pub(super) fn of_name(name: &str) -> Page {
        Page { path: PathBuf::new(), name: name.to_owned() }
    }

    pub(super) fn examples(&self) -> Result<Vec<Example>, Error> {
        let text = std::fs::read_to_string(&self.path).map_err(Error::file("read", &self.path))?;
        Ok(examples(&self.name, &text))
    }
}

/// The examples of a page's text.
fn examples(page: &str, text: &str) -> Vec<Example> {
    let mut reader =
        Reader { page, fragment: String::new(), classes: Vec::new(), code: None, found: Vec::new() };
    for Ok(token) in Tokenizer::new(text) {
        match token {
            Token::StartTag(tag) => {
                let attributes = tag.attributes.iter().map(|(name, value)| (text_of(name), text_of(value)));
                reader.start(&text_of(&tag.name), &attributes.collect());
            }
            Token::EndTag(tag) if *tag.name == b"pre" => reader.end(),
            Token::String(string) => {
                if let Some(code) = &mut reader.code {
                    code.push_str(&text_of(&string.value));
                }
            }
            _ => {}
        }
    }
    reader.found
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Where the reading of a page has come to.
struct Reader<'a> {
    page: &'a str,
    /// That of the section read last.
    fragment: String,
    /// Those of the block of an example read last.
    classes: Vec<String>,
    /// The text of the example that is being read.
    code: Option<String>,
    found: Vec<Example>,
}

impl Reader<'_> {
    fn start(&mut self, tag: &str, attributes: &BTreeMap<String, String>) {
        let attribute = |name: &str| attributes.get(name).map_or("", String::as_str);
        let classes: Vec<&str> = attribute("class").split_whitespace().collect();
        match tag {
            "section" => self.fragment = attribute("id").to_owned(),
            "div" if classes.contains(&"example-wrap") => {
                self.classes = classes.iter().map(|&class| class.to_owned()).collect();
            }
            "pre" if classes.contains(&"rust-example-rendered") => self.code = Some(String::new()),
            "a" if classes.contains(&"test-arrow") => self.playground(attribute("href")),
            _ => {}
        }
    }

    /// The shown lines are the body of a function, unless they hold one.
    fn end(&mut self) {
        let Some(shown) = self.code.take() else { return };
        let code = if shown.contains("fn main()") { shown } else { format!("fn main() {{\n{shown}\n}}\n") };
        self.found.push(Example {
            place: format!("{}#{}", self.page, self.fragment),
            function: function(self.page, &self.fragment),
            classes: std::mem::take(&mut self.classes),
            code,
            edition: "2024".to_owned(),
        });
    }

    /// The address holds all lines of the example that ended last.
    fn playground(&mut self, address: &str) {
        let query = address.split_once('?').map_or("", |(_, query)| query);
        let Some(example) = self.found.last_mut() else { return };
        for (key, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*key {
                "code" => example.code = value.into_owned(),
                "edition" => example.edition = value.into_owned(),
                _ => {}
            }
        }
    }
}

/// The function that a fragment is about, or else a whole page.
fn function(page: &str, fragment: &str) -> Option<String> {
    let of_page = || page.rsplit('/').next()?.strip_prefix("fn.")?.strip_suffix(".html");
    let of_fragment =
        ["method.", "tymethod."].iter().find_map(|kind| fragment.strip_prefix(kind)).map(without_number);
    of_fragment.or_else(of_page).map(str::to_owned)
}

/// `from-2` is the fragment of a page's third function `from`.
fn without_number(name: &str) -> &str {
    name.split('-').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = r##"<section id="main-content"><pre class="rust item-decl"><code>pub struct Up;</code></pre><div class="example-wrap"><pre class="rust rust-example-rendered">
<code>of_the_type()</code></pre></div></section>
<section id="method.first-1"><h4>pub fn first</h4></section><div class="docblock">
<div class="example-wrap should_panic"><pre class="rust rust-example-rendered"><code><span class="kw">let </span>a = <span class="op">&amp;</span>[1 &lt; 2];
first(a);</code></pre><a class="test-arrow" href="https://play.rust-lang.org/?code=use+hidden;%0Afn+main()+%7B+first(1+%3C+2);+%7D&amp;edition=2021"></a></div>
<div class="example-wrap"><pre class="language-text"><code>no Rust</code></pre></div>
<div class="example-wrap"><pre class="rust rust-example-rendered"><code>fn main() { shown(a &amp;&amp; b) }</code></pre></div></div>"##;

    fn example(fragment: &str, classes: &[&str], code: &str, edition: &str) -> Example {
        Example {
            place: format!("made/struct.Up.html#{fragment}"),
            function: fragment.strip_prefix("method.").map(|name| name.replace("-1", "")),
            classes: classes.iter().map(|&class| class.to_owned()).collect(),
            code: code.to_owned(),
            edition: edition.to_owned(),
        }
    }

    #[test]
    fn examples_have_their_function_their_hidden_lines_and_their_classes() {
        let found = examples("made/struct.Up.html", PAGE);
        let of_type = example("main-content", &["example-wrap"], "fn main() {\n\nof_the_type()\n}\n", "2024");
        let run = "use hidden;\nfn main() { first(1 < 2); }";
        let with_link = example("method.first-1", &["example-wrap", "should_panic"], run, "2021");
        let shown = "fn main() { shown(a && b) }";
        assert_eq!(found, [of_type, with_link, example("method.first-1", &["example-wrap"], shown, "2024")]);
    }

    #[test]
    fn a_page_of_one_function_names_it() {
        assert_eq!(function("mem/fn.swap.html", ""), Some("swap".to_owned()));
        assert_eq!(function("mem/index.html", ""), None);
        assert_eq!(function("iter/trait.Iterator.html", "tymethod.next"), Some("next".to_owned()));
    }

    #[test]
    fn primitive_types_have_a_module() {
        let module = |name: &str| Page::of_name(name).module().to_owned();
        assert_eq!(module("primitive.i32.html"), "num");
        assert_eq!(module("primitive.slice.html"), "slice");
        assert_eq!(module("primitive.fn.html"), "fn");
        assert_eq!(module("collections/hash_map/struct.HashMap.html"), "collections");
    }
}
