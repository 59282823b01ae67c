//! The compiler's allocations: hex dumps with text beside them.

use super::{Parsed, Parser};
use crate::mir::{Allocation, AllocationByte, AllocationId, AllocationKind};
use std::collections::BTreeMap;

impl<'a> Parser<'a> {
    // alloc92 (size: 40, align: 1) {   alloc10 (static: M, size: 4, align: 4) {   alloc106 (extern static: EXTS)
    /// An allocation. It is printed after each body that mentions it; later prints are skipped.
    pub(super) fn allocation(&mut self) -> Parsed<()> {
        let id = self.allocation_id()?;
        self.expect("(")?;
        let line = self.rest_of_line();
        let lines = if line.ends_with(" {") { self.allocation_lines() } else { Vec::new() };
        let description = line.trim_end_matches([' ', '{', '}']);
        let description = description.strip_suffix(')').ok_or_else(|| self.expected("an allocation"))?;
        if self.allocations.contains_key(&id) {
            return Ok(());
        }
        let (kind, layout) = self.allocation_header(description);
        let (bytes, pointers) = match read_contents(&lines, layout) {
            Some((bytes, pointers)) => (Some(bytes), pointers),
            None => (None, BTreeMap::new()),
        };
        self.allocations.insert(id, Allocation { kind, layout, bytes, pointers });
        Ok(())
    }

    // static: MUTABLE, size: 4, align: 4
    fn allocation_header(&mut self, text: &str) -> (AllocationKind, Option<(u64, u64)>) {
        let (before, layout) = match text.rsplit_once("size: ") {
            Some((before, layout)) => (before.trim_end_matches(", "), layout),
            None => (text, ""),
        };
        let layout = layout.split_once(", align: ");
        let layout = layout.and_then(|(size, align)| Some((size.parse().ok()?, align.parse().ok()?)));
        let kind = if before.is_empty() {
            AllocationKind::Memory
        } else if let Some(name) = before.strip_prefix("static: ") {
            AllocationKind::Static(self.intern(name))
        } else if let Some(name) = before.strip_prefix("extern static: ") {
            AllocationKind::ExternStatic(self.intern(name))
        } else if let Some(name) = before.strip_prefix("fn: ") {
            AllocationKind::Function(self.intern(name))
        } else {
            AllocationKind::Other(self.intern(before))
        };
        (kind, layout)
    }

    fn allocation_lines(&mut self) -> Vec<&'a str> {
        let mut lines = Vec::new();
        while self.position < self.text.len() {
            let start = self.position;
            let length = self.rest_of_line().len();
            let line = &self.text[start..start + length];
            if line == "}" {
                break;
            }
            lines.push(line);
        }
        lines
    }
}

type Contents = (Vec<AllocationByte>, BTreeMap<u64, AllocationId>);

// 0x10 │ 00 ff __ ╾──alloc10──╼ │ …
/// The bytes and pointers of a hex dump; `None` if it cannot be read, or its size is not `layout`'s.
fn read_contents(lines: &[&str], layout: Option<(u64, u64)>) -> Option<Contents> {
    let mut bytes: Vec<AllocationByte> = Vec::new();
    let mut pointers = BTreeMap::new();
    for line in lines {
        let mut columns = line.split('│');
        let first = columns.next()?.trim();
        let hex = if first.starts_with("0x") { columns.next()? } else { first };
        for word in hex.split_whitespace() {
            if word == "__" {
                bytes.push(AllocationByte::Uninit);
            } else if word.chars().count() == 2 && word.is_ascii() {
                bytes.push(AllocationByte::Known(u8::from_str_radix(word, 16).ok()?));
            } else {
                let target = word.trim_matches(['╾', '─', '╼']).strip_prefix("alloc")?;
                let digits = target.bytes().take_while(u8::is_ascii_digit).count();
                pointers.insert(bytes.len() as u64, AllocationId(target[..digits].parse().ok()?));
                // `╾` to `╼` covers three characters a byte, less the blank.
                let width = word.chars().count() + 1;
                bytes.extend(std::iter::repeat_n(AllocationByte::Pointer, width / 3));
            }
        }
    }
    let (size, _) = layout?;
    (bytes.len() as u64 == size).then_some((bytes, pointers))
}
