//! Fingerprints of a dump's items: a hash of each one's text that stays the same while code around the item changes.
//!
//! Input: the text of a dump, and the program that it was read as. Output: [`Fingerprints`]. Code in front of an item moves its lines, the numbers
//! of its allocations, the places of impl blocks in paths and the ids of probes. So lines count from the item's first one, allocations stand for
//! their content, and impl blocks count in the order of the dump; ids have names. What a probe's static holds is left out: its own code says it.
//!
//! Over-approximates changes: texts that are equal but for these numbers have one fingerprint, and any others have two.

mod rewriting;

use super::{Body, Item, Path, Program, Segment};
use rewriting::{Rewriting, code_and_allocations};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A line of a source file, as rustc names it.
pub type SourceLine = (String, u32);

/// The fingerprints of a dump.
#[derive(Clone, Debug, Default)]
pub struct Fingerprints {
    /// By the line of the body's header in the dump.
    bodies: BTreeMap<u32, Fingerprint>,
    /// By the text of its place, the number of each impl block.
    impls: HashMap<String, usize>,
    /// The names of ids.
    ids: BTreeMap<u64, String>,
    /// Of all items that are no bodies and stand in no function.
    pub others: String,
}

/// The fingerprint of a body, with the allocations that are printed behind it, and with the constants of one value that stand in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint {
    /// A hash of the text.
    pub hash: String,
    /// The first line of the source that the text names.
    pub first_line: u32,
    /// All lines of the source that it names.
    pub lines: BTreeSet<SourceLine>,
}

impl Fingerprints {
    /// The fingerprints of a dump with this text, in which these numbers have names.
    pub fn of(text: &str, program: &Program, ids: BTreeMap<u64, String>) -> Fingerprints {
        let mut fingerprints = Fingerprints { impls: impl_blocks(program), ids, ..Fingerprints::default() };
        let starts: Vec<u32> = program.items.iter().map(line_of).collect();
        let texts = texts_between(text, &starts);
        let functions = functions_by_path(program);
        let mut inside: BTreeMap<u32, String> = BTreeMap::new();
        for (item, text) in program.items.iter().zip(texts) {
            let own = fingerprints.of_text(text);
            let path = match item {
                Item::Body(body) => {
                    fingerprints.bodies.insert(body.line, own);
                    continue;
                }
                Item::TrivialConst(constant) => Some(&constant.path),
                Item::Opaque(opaque) => opaque.name.as_ref(),
            };
            let around = path.map_or(&[][..], |path| functions_around(&functions, path));
            for line in around {
                *inside.entry(*line).or_default() += &own.hash;
            }
            if around.is_empty() {
                fingerprints.others += &own.hash;
            }
        }
        for (line, inside) in inside {
            if let Some(own) = fingerprints.bodies.get_mut(&line) {
                own.hash = blake3::hash((own.hash.clone() + &inside).as_bytes()).to_hex().to_string();
            }
        }
        fingerprints
    }

    /// The fingerprint of a body of the dump.
    pub fn body(&self, body: &Body) -> Option<&Fingerprint> {
        self.bodies.get(&body.line)
    }

    /// The path of an item in a form that stays the same while code in front of it changes. Several items may have one.
    pub fn path(&self, path: &Path) -> String {
        let path = path.to_string();
        let mut rewriting = self.rewriting(&path, HashMap::new());
        rewriting.run();
        rewriting.out
    }

    fn of_text(&self, text: &str) -> Fingerprint {
        let (code, allocations) = code_and_allocations(text);
        let mut rewriting = self.rewriting(code, allocations);
        rewriting.run();
        let Rewriting { out, first_line, lines, .. } = rewriting;
        let hash = blake3::hash(out.as_bytes()).to_hex().to_string();
        Fingerprint { hash, first_line: first_line.unwrap_or(0), lines }
    }

    fn rewriting<'a>(&'a self, text: &'a str, allocations: HashMap<&'a str, &'a str>) -> Rewriting<'a> {
        Rewriting {
            text,
            position: 0,
            impls: &self.impls,
            ids: &self.ids,
            allocations,
            contents: HashMap::new(),
            first_line: None,
            lines: BTreeSet::new(),
            out: String::with_capacity(text.len()),
        }
    }
}

/// The number of each impl block that items stand in, by the text of its place.
fn impl_blocks(program: &Program) -> HashMap<String, usize> {
    let mut found = HashMap::new();
    let paths = program.items.iter().filter_map(|item| match item {
        Item::Body(body) => Some(&body.path),
        Item::TrivialConst(constant) => Some(&constant.path),
        Item::Opaque(opaque) => opaque.name.as_ref(),
    });
    for segment in paths.flat_map(|path| path.segments.iter()) {
        if let Segment::ImplAt(span) = segment {
            let number = found.len();
            let text = format!("{}:{}: {}", span.file, span.start, span.end);
            found.entry(text).or_insert(number);
        }
    }
    found
}

/// The lines of the functions of each path.
fn functions_by_path(program: &Program) -> HashMap<&[Segment], Vec<u32>> {
    let mut found: HashMap<&[Segment], Vec<u32>> = HashMap::new();
    for body in program.functions() {
        found.entry(&body.path.segments).or_default().push(body.line);
    }
    found
}

/// The lines of the innermost functions in which something of this path may stand.
fn functions_around<'f>(functions: &'f HashMap<&[Segment], Vec<u32>>, path: &Path) -> &'f [u32] {
    let segments = &path.segments;
    let around = (1..segments.len()).rev().find_map(|length| functions.get(&segments[..length]));
    around.map_or(&[], Vec::as_slice)
}

fn line_of(item: &Item) -> u32 {
    match item {
        Item::Body(body) => body.line,
        Item::TrivialConst(constant) => constant.line,
        Item::Opaque(opaque) => opaque.line,
    }
}

/// The text from each of these lines, which are in order, to the next.
fn texts_between<'a>(text: &'a str, starts: &[u32]) -> Vec<&'a str> {
    let mut offsets = Vec::with_capacity(starts.len() + 1);
    let mut lines = text.split_inclusive('\n');
    let (mut line, mut offset) = (1, 0);
    for start in starts {
        while line < *start {
            offset += lines.next().map_or(0, str::len);
            line += 1;
        }
        offsets.push(offset);
    }
    offsets.push(text.len());
    offsets.windows(2).map(|two| &text[two[0]..two[1]]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mir::parse;

    const BODY: &str = "fn <impl at src/lib.rs:LINE:1: LINE:9>::get(_1: &S) -> u8 {
    let mut _0: u8;                      // return place in scope 0 at src/lib.rs:NEXT:27: NEXT:29
    let mut _2: &str;                    // in scope 0 at src/lib.rs:NEXT:9: NEXT:12

    bb0: {
        _2 = const {allocONE: &str}; // scope 0 at src/lib.rs:NEXT:9: NEXT:12
        _0 = const 7_u8;                 // scope 0 at src/lib.rs:NEXT:9: NEXT:12
        return;                          // scope 0 at src/lib.rs:NEXT:30: NEXT:30
    }
}

allocONE (size: 3, align: 1) {
    6d 61 78                                        │ max
}
";

    fn fingerprint(changes: &[(&str, &str)]) -> Fingerprint {
        let text = changes.iter().fold(BODY.to_owned(), |text, (from, to)| text.replace(from, to));
        let program = parse(&text, 64);
        let body = program.bodies().next().expect("a body");
        Fingerprints::of(&text, &program, BTreeMap::new()).body(body).expect("its fingerprint").clone()
    }

    #[test]
    fn what_stands_in_front_of_a_body_does_not_change_its_fingerprint() {
        let plain = fingerprint(&[("LINE", "3"), ("NEXT", "4"), ("ONE", "7")]);
        let moved = fingerprint(&[("LINE", "30"), ("NEXT", "41"), ("ONE", "123")]);
        assert_eq!((&plain.hash, plain.first_line, moved.first_line), (&moved.hash, 4, 41));
        assert_eq!(moved.lines, BTreeSet::from([("src/lib.rs".to_owned(), 41)]));
    }

    #[test]
    fn any_change_of_a_body_or_of_its_allocations_changes_its_fingerprint() {
        let numbers = [("LINE", "3"), ("NEXT", "4"), ("ONE", "7")];
        let plain = fingerprint(&numbers);
        let changes =
            [("7_u8", "8_u8"), ("6d 61 78", "6d 61 79"), ("size: 3", "size: 4"), ("NEXT:30", "5:30")];
        for change in changes {
            let changed = fingerprint(&[&[change][..], &numbers].concat());
            assert_ne!(plain.hash, changed.hash, "{change:?}");
        }
    }

    #[test]
    fn allocations_stand_for_their_content() {
        let block = |number: u32, byte: &str| {
            format!("alloc{number} (size: 1, align: 1) {{\n    {byte}  │ .\n}}\n\n")
        };
        let item = |first: u32, second: u32, blocks: &str| {
            format!("const K: &str = {{alloc{first}}} {{alloc{second}}};\n\n{blocks}")
        };
        let fingerprints = Fingerprints::default();
        let hash = |text: &str| fingerprints.of_text(text).hash;
        let plain = hash(&item(1, 2, &(block(1, "61") + &block(2, "62"))));
        assert_eq!(plain, hash(&item(9, 5, &(block(5, "62") + &block(9, "61")))));
        assert_ne!(plain, hash(&item(1, 2, &(block(1, "62") + &block(2, "61")))));
        assert_eq!(
            hash(&item(1, 1, &block(1, "61"))),
            hash(&item(3, 4, &(block(4, "61") + &block(3, "61"))))
        );
        // One that leads to itself.
        let cyclic = |number: u32| block(number, &format!("alloc{number}"));
        assert_eq!(hash(&item(1, 1, &cyclic(1))), hash(&item(2, 2, &cyclic(2))));
    }

    #[test]
    fn texts_and_characters_stay_as_they_are() {
        let fingerprints =
            Fingerprints { ids: BTreeMap::from([(7, "seven".to_owned())]), ..Default::default() };
        let hash = |literal: &str| {
            fingerprints.of_text(&format!("fn f() {{\n _1 = const {literal};  // x\n}}\n")).hash
        };
        let pairs = [
            (r#""a  // b""#, r#""a       // b""#),
            (r#""alloc1""#, r#""alloc2""#),
            (r#""──""#, r#""─""#),
            (r#""a.rs:1:2""#, r#""a.rs:2:2""#),
            (r#""DefId(0:1""#, r#""DefId(0:2""#),
            (r#""7""#, r#""seven""#),
            (r#""\" alloc1""#, r#""\" alloc2""#),
            (r#"b"\\\" alloc1""#, r#"b"\\\" alloc2""#),
            (r#"'─'"#, r#"' '"#),
            (r#"'"'; "alloc1""#, r#"'"'; "alloc2""#),
            (r#"'\''; "alloc1""#, r#"'\''; "alloc2""#),
            (r#"'\u{301}'; "alloc1""#, r#"'\u{301}'; "alloc2""#),
            (r#"&'a str; "alloc1""#, r#"&'a str; "alloc2""#),
        ];
        for (one, other) in pairs {
            assert_ne!(hash(one), hash(other), "{one} {other}");
        }
        assert_eq!(hash("\"alloc1\", alloc1"), hash("\"alloc1\", alloc2"));
        assert_eq!(hash("&'a str, alloc1, &'b"), hash("&'a str, alloc2, &'b"));
    }

    #[test]
    fn paths_name_impl_blocks_by_their_order() {
        let text = BODY.replace("LINE", "3").replace("NEXT", "4").replace("ONE", "7");
        let text = text.clone() + &text.replace("lib.rs:3:1: 3:9", "lib.rs:20:1: 20:9");
        let program = parse(&text, 64);
        let fingerprints = Fingerprints::of(&text, &program, BTreeMap::new());
        let paths: Vec<String> = program.bodies().map(|body| fingerprints.path(&body.path)).collect();
        assert_eq!(paths, ["<impl 0>::get", "<impl 1>::get"]);
    }
}
