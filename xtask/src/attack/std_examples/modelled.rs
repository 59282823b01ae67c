//! The functions of the standard library that have a model, by the names that the models' sources declare.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::pages::Page;
use crate::error::Error;

/// The names in the models' sources, by the module of std that they stand in, `option` or `collections`.
pub(super) struct Modelled(BTreeMap<String, Names>);

#[derive(Default)]
struct Names {
    functions: BTreeSet<String>,
    /// Everything that is named, types among it.
    all: BTreeSet<String>,
}

/// Files that stand for no module of the standard library.
const HELPERS: [&str; 4] = ["lib", "pct", "capacity", "layouts"];

impl Modelled {
    /// Reads the sources in the folder of the models.
    pub(super) fn read(folder: &Path) -> Result<Modelled, Error> {
        let mut modelled = Modelled(BTreeMap::new());
        for path in super::pages::entries(folder)? {
            let module = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if !HELPERS.contains(&&*module) {
                modelled.add(&path, &module)?;
            }
        }
        Ok(modelled)
    }

    fn add(&mut self, path: &Path, module: &str) -> Result<(), Error> {
        if path.is_dir() {
            return super::pages::entries(path)?.iter().try_for_each(|path| self.add(path, module));
        }
        let text = std::fs::read_to_string(path).map_err(Error::file("read", path))?;
        let names = self.0.entry(module.to_owned()).or_default();
        names.functions.extend(declared(&text));
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        names.all.extend(words.map(str::to_owned));
        Ok(())
    }

    /// True if there may be models for a page's functions: nothing is modelled of a type that no model names.
    pub(super) fn knows(&self, page: &Page) -> bool {
        let names = self.0.get(page.module());
        names.is_some_and(|names| page.type_name().is_none_or(|name| names.all.contains(name)))
    }

    /// Over-approximates: a function of this name of another type of the module satisfies it, too. The interpreter then says
    /// of the example that it does not know.
    pub(super) fn contains(&self, page: &Page, function: &str) -> bool {
        self.0.get(page.module()).is_some_and(|names| names.functions.contains(function))
    }
}

/// The names behind `fn`, those in macros included.
fn declared(text: &str) -> impl Iterator<Item = String> {
    text.split("fn ").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
        (end > 0).then(|| rest[..end].to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_those_that_the_models_declare() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("vec")).unwrap();
        std::fs::write(folder.path().join("vec.rs"), "pub fn push(x: i32) {}\n").unwrap();
        std::fs::write(folder.path().join("vec/drain.rs"), "impl A { unsafe fn drain<T>() {} }\n").unwrap();
        std::fs::write(folder.path().join("pct.rs"), "pub fn unknown() {}\n").unwrap();
        let modelled = Modelled::read(folder.path()).unwrap();
        let page = Page::of_name("vec/struct.A.html");
        assert!(modelled.contains(&page, "push") && modelled.contains(&page, "drain"));
        assert!(!modelled.contains(&page, "pop") && !modelled.contains(&page, "unknown"));
        let known = ["vec/struct.A.html", "vec/index.html", "vec/struct.B.html", "pct/index.html"];
        assert_eq!(known.map(|name| modelled.knows(&Page::of_name(name))), [true, true, false, false]);
    }
}
