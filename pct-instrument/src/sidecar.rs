//! Records of what was instrumented: ids, collection, and the way into the side-car file.
//!
//! A macro sees code that `cfg` will remove. Records about such code must not be written before the compiler has decided, so
//! they travel inside that code as a call of the hidden macro `pct::__declare!`, which is expanded only if the code stays.

use std::fs::OpenOptions;
use std::io::Write;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, LitStr};

use pct_wire::sites::{self, Record};

use crate::settings::Settings;

/// Collects the records of one item.
#[derive(Default)]
pub struct Sidecar {
    records: Vec<Record>,
}

impl Sidecar {
    /// Adds a record about code that certainly stays.
    pub fn push(&mut self, record: Record) {
        self.records.push(record);
    }

    /// Adds all of another's.
    pub fn append(&mut self, other: Sidecar) {
        self.records.extend(other.records);
    }

    /// The records' lines, in order.
    pub fn lines(&self) -> String {
        self.records.iter().map(Record::to_line).collect()
    }

    /// The tokens that write the records where they are expanded.
    pub fn declaration(&self) -> TokenStream {
        if self.records.is_empty() {
            return TokenStream::new();
        }
        let lines = self.lines();
        quote!(::pct::__declare! { #lines })
    }

    /// Appends the records to the side-car.
    pub fn write(&self, settings: &Settings) -> Result<(), String> {
        append(settings, &self.lines())
    }
}

/// Appends lines to the side-car, behind its header if it is empty. One `write` call, so that they stay together.
pub(crate) fn append(settings: &Settings, lines: &str) -> Result<(), String> {
    let Some(path) = settings.sites.as_ref().filter(|_| !lines.is_empty()) else { return Ok(()) };
    let opened = OpenOptions::new().append(true).create(true).open(path);
    let written = opened.and_then(|mut file| {
        let header = if file.metadata()?.len() == 0 { sites::header() } else { String::new() };
        file.write_all((header + lines).as_bytes())
    });
    written.map_err(|error| format!("cargo-pct cannot write {}: {error}", path.display()))
}

/// What `pct::__declare!` does: its input is a literal of lines.
pub(crate) fn declare(settings: &Settings, input: TokenStream) -> Result<(), String> {
    let lines: LitStr = syn::parse2(input).map_err(|error| error.to_string())?;
    append(settings, &lines.value())
}

/// Whether `cfg` may remove what carries these attributes.
pub(crate) fn is_conditional(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr"))
}
