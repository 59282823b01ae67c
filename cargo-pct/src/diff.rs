//! The lines that a change touches, from a diff in the unified format.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use camino::Utf8Path;

/// Lines by file: those that are new or changed in the new version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    files: BTreeMap<String, Vec<RangeInclusive<u32>>>,
    /// The last line in front of each place from which lines were removed.
    gone: BTreeMap<String, BTreeSet<u32>>,
}

/// A diff that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct DiffError {
    line: usize,
    message: String,
}

impl Diff {
    /// Reads a diff as `git diff` and `diff -u` write it. What stands between the parts of single files is skipped; of files
    /// that are removed nothing is left to look at. Fails where a part is cut off, or there is none at all in a text that is not empty.
    pub fn read(text: &str) -> Result<Diff, DiffError> {
        let mut diff = Diff::default();
        let mut lines = text.lines().enumerate().peekable();
        let (mut file, mut is_any) = (None, false);
        while let Some((index, line)) = lines.next() {
            let fail = |message: &str| DiffError { line: index + 1, message: message.to_owned() };
            if line.starts_with("diff ") {
                (file, is_any) = (None, true);
            } else if let Some(name) = line.strip_prefix("+++ ") {
                (file, is_any) = (name_of(name), true);
            } else if let Some(hunk) = line.strip_prefix("@@ ") {
                let (old, new) =
                    hunk_sizes(hunk).ok_or_else(|| fail("the header of a hunk is not as it should be"))?;
                // Of no lines, the header names the one in front.
                let at = if new.1 == 0 { new.0 + 1 } else { new.0 };
                let mut hunk = Hunk { at, old: old.1, new: new.1 };
                while hunk.old > 0 || hunk.new > 0 {
                    let Some((_, line)) = lines.next() else { return Err(fail("the hunk is cut off")) };
                    if let (true, Some(file)) = (line.starts_with('-'), &file) {
                        diff.gone.entry(file.clone()).or_default().insert(hunk.at.saturating_sub(1));
                    }
                    if hunk.take(line).ok_or_else(|| fail("the hunk is not as long as its header says"))?
                        && let Some(file) = &file
                    {
                        diff.add(file, hunk.at - 1);
                    }
                }
            }
        }
        if !is_any && !text.trim().is_empty() {
            return Err(DiffError { line: 1, message: "this is no diff in the unified format".to_owned() });
        }
        Ok(diff)
    }

    fn add(&mut self, file: &str, line: u32) {
        let ranges = self.files.entry(file.to_owned()).or_default();
        match ranges.last_mut() {
            Some(last) if *last.end() + 1 == line => *last = *last.start()..=line,
            _ => ranges.push(line..=line),
        }
    }

    /// The same with paths relative to a folder in the repository; other files are left out.
    #[must_use]
    pub fn within(self, folder: &Utf8Path) -> Diff {
        Diff { files: files_within(self.files, folder), gone: files_within(self.gone, folder) }
    }

    /// The files that the change touches, also those of which it only removes lines.
    pub fn files(&self) -> BTreeSet<&str> {
        self.files.keys().chain(self.gone.keys()).map(String::as_str).collect()
    }

    /// Tells whether all changes to a file are in these stretches of lines. A line that was removed at the end of a stretch counts as in it.
    pub fn is_within(&self, file: &str, stretches: &[RangeInclusive<u32>]) -> bool {
        let mut touched = self.files.get(file).into_iter().flatten().flat_map(Clone::clone);
        let mut gone = self.gone.get(file).into_iter().flatten();
        let is_in = |line: u32| stretches.iter().any(|stretch| stretch.contains(&line));
        touched.all(is_in) && gone.all(|line| is_in(*line) || is_in(line + 1))
    }

    /// Tells whether some of these lines of a file are touched, or lines among or beside them were removed.
    pub fn changes(&self, file: &str, lines: &RangeInclusive<u32>) -> bool {
        let mut gone = self.gone.get(file).into_iter().flatten();
        self.touches(file, lines) || gone.any(|line| lines.contains(line) || lines.contains(&(line + 1)))
    }

    /// Whether any of these lines of a file is touched.
    pub fn touches(&self, file: &str, lines: &RangeInclusive<u32>) -> bool {
        let ranges = self.files.get(file).into_iter().flatten();
        let mut common = ranges.filter(|range| range.start() <= lines.end() && lines.start() <= range.end());
        common.next().is_some()
    }
}

fn files_within<T>(files: BTreeMap<String, T>, folder: &Utf8Path) -> BTreeMap<String, T> {
    let own = files.into_iter().filter_map(|(file, lines)| {
        let own = Utf8Path::new(&file).strip_prefix(folder).ok()?.to_string();
        Some((own, lines))
    });
    own.collect()
}

/// What is left of a hunk.
struct Hunk {
    /// The next line of the new version.
    at: u32,
    old: u32,
    new: u32,
}

impl Hunk {
    /// Takes a line; whether it is new. None where the header said that there is no such line.
    fn take(&mut self, line: &str) -> Option<bool> {
        match line.as_bytes().first() {
            Some(b'+') => {
                self.new = self.new.checked_sub(1)?;
                self.at += 1;
                Some(true)
            }
            Some(b'-') => {
                self.old = self.old.checked_sub(1)?;
                Some(false)
            }
            Some(b'\\') => Some(false),
            // Some tools drop the blank of an empty line.
            Some(b' ') | None => {
                (self.old, self.new) = (self.old.checked_sub(1)?, self.new.checked_sub(1)?);
                self.at += 1;
                Some(false)
            }
            Some(_) => None,
        }
    }
}

/// `b/src/lib.rs`, without what git and diff add; none for a file that is removed.
fn name_of(text: &str) -> Option<String> {
    let name = text.split('\t').next().unwrap_or_default();
    let name = name.trim_matches('"');
    (name != "/dev/null").then(|| name.strip_prefix("b/").unwrap_or(name).to_owned())
}

/// First line and number of lines, old and new: `-1,2 +3 @@ fn f()`.
fn hunk_sizes(text: &str) -> Option<((u32, u32), (u32, u32))> {
    let mut words = text.split(' ');
    let side = |word: &str, sign: char| {
        let range = word.strip_prefix(sign)?;
        let (first, count) = range.split_once(',').unwrap_or((range, "1"));
        Some((first.parse().ok()?, count.parse().ok()?))
    };
    let (old, new) = (side(words.next()?, '-')?, side(words.next()?, '+')?);
    (words.next() == Some("@@")).then_some((old, new))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIFF: &str = "diff --git a/one/src/lib.rs b/one/src/lib.rs\nindex 1..2 100644\n--- a/one/src/lib.rs\n\
                        +++ b/one/src/lib.rs\n@@ -3,3 +3,5 @@ fn f() {\n a\n-b\n+c\n+--- no header\n+d\n e\n\
                        @@ -20,0 +22 @@\n+x\n\\ No newline at end of file\ndiff --git a/gone b/gone\n--- a/gone\n\
                        +++ /dev/null\n@@ -1 +0,0 @@\n-x\n";

    #[test]
    fn new_lines_are_touched_and_others_are_not() {
        let diff = Diff::read(DIFF).unwrap();
        let touched: Vec<u32> =
            (1..30).filter(|line| diff.touches("one/src/lib.rs", &(*line..=*line))).collect();
        assert_eq!(touched, [4, 5, 6, 22]);
        assert!(diff.touches("one/src/lib.rs", &(7..=22)) && !diff.touches("one/src/lib.rs", &(7..=21)));
        assert!(!diff.touches("gone", &(0..=9)));
        let within = diff.within(Utf8Path::new("one"));
        assert!(within.touches("src/lib.rs", &(4..=4)));
        assert_eq!(within.within(Utf8Path::new("two")), Diff::default());
    }

    #[test]
    fn lines_that_are_gone_change_those_around_them() {
        let diff = Diff::read("+++ b/a.rs\n@@ -8,2 +7,0 @@\n-x\n-y\n@@ -20,1 +18,1 @@\n-u\n+v\n").unwrap();
        let changed: Vec<u32> = (1..30).filter(|line| diff.changes("a.rs", &(*line..=*line))).collect();
        assert_eq!(changed, [7, 8, 17, 18]);
        assert!(!diff.touches("a.rs", &(7..=8)));
        assert!(diff.is_within("a.rs", &[5..=7, 18..=20]) && !diff.is_within("a.rs", &[5..=6, 18..=20]));
        assert!(!diff.is_within("a.rs", &[5..=7, 19..=20]) && diff.is_within("b.rs", &[]));
        assert_eq!(diff.files(), BTreeSet::from(["a.rs"]));
    }

    #[test]
    fn what_is_no_diff_or_is_cut_off_is_an_error() {
        assert_eq!(Diff::read("\n"), Ok(Diff::default()));
        assert!(Diff::read("hello\n").unwrap_err().to_string().contains("no diff"));
        let cut = DIFF.lines().take(7).collect::<Vec<_>>().join("\n");
        assert_eq!(Diff::read(&cut).unwrap_err().to_string(), "line 5: the hunk is cut off");
        assert!(Diff::read("+++ b/x\n@@ -1 +1 @\n").is_err());
        assert!(Diff::read("+++ b/x\n@@ -1 +1 @@\n+a\n+b\n-c").is_err());
    }
}
