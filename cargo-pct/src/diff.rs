//! The lines that a change touches, from a diff in the unified format.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use camino::Utf8Path;

/// Lines by file: those that are new or changed in the new version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    files: BTreeMap<String, Vec<RangeInclusive<u32>>>,
    /// The removed lines, by the last line in front of them.
    gone: BTreeMap<String, BTreeMap<u32, String>>,
    /// Files of which no lines are told: removed or renamed ones, those that are no text, and those that got another mode.
    whole: BTreeSet<String>,
    /// [`Diff::within`] has left files out.
    goes_beyond: bool,
}

/// A diff that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct DiffError {
    line: usize,
    message: String,
}

impl Diff {
    /// Reads a diff as `git diff` and `diff -u` write it. What stands between the parts of single files is skipped. Fails where a part is
    /// cut off, or there is none at all in a text that is not empty.
    pub fn read(text: &str) -> Result<Diff, DiffError> {
        let mut diff = Diff::default();
        let mut lines = text.lines().enumerate().peekable();
        let (mut file, mut is_any) = (None, false);
        // The names in the last header, as long as no lines are told of its file.
        let mut named = BTreeSet::new();
        while let Some((index, line)) = lines.next() {
            let fail = |message: &str| DiffError { line: index + 1, message: message.to_owned() };
            if let Some(header) = line.strip_prefix("diff ") {
                diff.whole.append(&mut named);
                (file, is_any, named) = (None, true, names_of_header(header));
            } else if let Some(name) = line.strip_prefix("--- ") {
                named.extend(name_of(name));
            } else if let Some(name) = line.strip_prefix("+++ ") {
                (file, is_any) = (name_of(name), true);
                if file.is_some() {
                    named.clear();
                }
            } else if let Some(names) = names_without_lines(line) {
                is_any = true;
                diff.whole.extend(names);
            } else if let Some(hunk) = line.strip_prefix("@@ ") {
                let (old, new) =
                    hunk_sizes(hunk).ok_or_else(|| fail("the header of a hunk is not as it should be"))?;
                // Of no lines, the header names the one in front.
                let at = if new.1 == 0 { new.0 + 1 } else { new.0 };
                let mut hunk = Hunk { at, old: old.1, new: new.1 };
                while hunk.old > 0 || hunk.new > 0 {
                    let Some((_, line)) = lines.next() else { return Err(fail("the hunk is cut off")) };
                    if let (true, Some(file)) = (line.starts_with('-'), &file) {
                        diff.remove(file, hunk.at.saturating_sub(1), &line[1..]);
                    }
                    if hunk.take(line).ok_or_else(|| fail("the hunk is not as long as its header says"))?
                        && let Some(file) = &file
                    {
                        diff.add(file, hunk.at - 1);
                    }
                }
            }
        }
        diff.whole.append(&mut named);
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

    fn remove(&mut self, file: &str, at: u32, line: &str) {
        let gone = self.gone.entry(file.to_owned()).or_default().entry(at).or_default();
        gone.push_str(line);
        gone.push('\n');
    }

    /// The same with paths relative to a folder in the repository; other files are left out.
    #[must_use]
    pub fn within(self, folder: &Utf8Path) -> Diff {
        let is_beyond = |file: &str| !Utf8Path::new(file).starts_with(folder);
        let goes_beyond = self.goes_beyond || self.files().into_iter().any(is_beyond);
        let whole = self.whole.iter().map(|file| (file.clone(), ())).collect();
        Diff {
            files: files_within(self.files, folder),
            gone: files_within(self.gone, folder),
            whole: files_within(whole, folder).into_keys().collect(),
            goes_beyond,
        }
    }

    /// The files that the change touches, also those of which it only removes lines or tells none.
    pub fn files(&self) -> BTreeSet<&str> {
        self.files.keys().chain(self.gone.keys()).chain(&self.whole).map(String::as_str).collect()
    }

    /// Tells whether the change is also to files that were left out.
    pub fn goes_beyond(&self) -> bool {
        self.goes_beyond
    }

    /// Tells whether all changes to a file are in these stretches of lines. A line that was removed at the end of a stretch counts as in it.
    pub fn is_within(&self, file: &str, stretches: &[RangeInclusive<u32>]) -> bool {
        if self.whole.contains(file) {
            return false;
        }
        let mut touched = self.files.get(file).into_iter().flatten().flat_map(Clone::clone);
        let mut gone = self.gone.get(file).into_iter().flat_map(BTreeMap::keys);
        let is_in = |line: u32| stretches.iter().any(|stretch| stretch.contains(&line));
        touched.all(is_in) && gone.all(|line| is_in(*line) || is_in(line + 1))
    }

    /// Gives the lines that were removed from a file, those together that stood together.
    pub fn removed(&self, file: &str) -> impl Iterator<Item = &str> {
        self.gone.get(file).into_iter().flat_map(BTreeMap::values).map(String::as_str)
    }

    /// Tells whether some of these lines of a file are touched, or lines among or beside them were removed.
    pub fn changes(&self, file: &str, lines: &RangeInclusive<u32>) -> bool {
        let mut gone = self.gone.get(file).into_iter().flat_map(BTreeMap::keys);
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

/// `b/src/lib.rs`, without what git and diff add; none for a file that there is not.
fn name_of(text: &str) -> Option<String> {
    let name = unquoted(text.split('\t').next().unwrap_or_default());
    let short = name.strip_prefix("a/").or_else(|| name.strip_prefix("b/")).unwrap_or(&name);
    (name != "/dev/null").then(|| short.to_owned())
}

/// `"src/\303\244.rs"`, as git writes names that are not plain.
fn unquoted(text: &str) -> String {
    let Some(inner) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
        return text.to_owned();
    };
    let mut bytes = Vec::new();
    let mut rest = inner.as_bytes();
    while let [first, others @ ..] = rest {
        rest = others;
        let (b'\\', [kind, others @ ..]) = (*first, rest) else {
            bytes.push(*first);
            continue;
        };
        rest = others;
        match (kind, rest) {
            (b'0'..=b'3', [second, third, others @ ..]) => {
                let digit = |byte: u8| byte.wrapping_sub(b'0') & 7;
                bytes.push(digit(*kind) << 6 | digit(*second) << 3 | digit(*third));
                rest = others;
            }
            (b't', _) => bytes.push(b'\t'),
            (b'n', _) => bytes.push(b'\n'),
            _ => bytes.push(*kind),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The names in `--git a/src/lib.rs b/src/lib.rs`, where both are one; a renamed file is named by other lines.
fn names_of_header(header: &str) -> BTreeSet<String> {
    let Some(both) = header.strip_prefix("--git ") else { return BTreeSet::new() };
    let (one, other) = both.split_at_checked(both.len() / 2).unwrap_or((both, ""));
    let names = [Some(one), other.strip_prefix(' ')];
    names.into_iter().flatten().filter_map(name_of).collect()
}

/// The names in a line that tells of files and of none of their lines.
fn names_without_lines(line: &str) -> Option<Vec<String>> {
    const OF_ONE: [&str; 4] = ["rename from ", "rename to ", "copy from ", "copy to "];
    if let Some(name) = OF_ONE.iter().find_map(|before| line.strip_prefix(before)) {
        return Some(vec![unquoted(name)]);
    }
    if let Some((folder, name)) = line.strip_prefix("Only in ").and_then(|line| line.split_once(": ")) {
        return Some(vec![format!("{folder}/{name}")]);
    }
    let both = line.strip_prefix("Binary files ")?.strip_suffix(" differ")?;
    Some(both.split(" and ").filter_map(name_of).collect())
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
        let two = within.within(Utf8Path::new("two"));
        assert_eq!((two.files(), two.goes_beyond()), (BTreeSet::new(), true));
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
    fn files_of_which_no_lines_are_told_are_named() {
        let named = |text: &str| {
            let diff = Diff::read(text).unwrap();
            assert!(!diff.files().into_iter().any(|file| diff.is_within(file, &[0..=99])), "{text}");
            diff.files().into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        let removed = "diff --git a/build.rs b/build.rs\ndeleted file mode 100644\n--- a/build.rs\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
        assert_eq!(named(removed), ["build.rs"]);
        assert_eq!(named("--- a/build.rs\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"), ["build.rs"]);
        assert_eq!(named("diff --git a/e e/f b/e e/f\nnew file mode 100644\nindex 0..e\n"), ["e e/f"]);
        assert_eq!(named("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n"), ["x"]);
        let renamed =
            "diff --git a/a.rs b/b/c.rs\nsimilarity index 100%\nrename from a.rs\nrename to b/c.rs\n";
        assert!(named(renamed).contains(&"a.rs".to_owned()) && named(renamed).contains(&"b/c.rs".to_owned()));
        let no_text = "Binary files a/t.bin and b/t.bin differ\n";
        assert_eq!(named(no_text), ["t.bin"]);
        assert_eq!(named(&format!("diff --git a/t.bin b/t.bin\nindex 1..2 100644\n{no_text}")), ["t.bin"]);
        assert_eq!(named("Only in old/src: a.rs\n"), ["old/src/a.rs"]);
        assert_eq!(named("diff --git \"a/\\303\\244\" \"b/\\303\\244\"\ndeleted file mode 1\n"), ["ä"]);
    }

    #[test]
    fn a_part_of_a_diff_says_that_there_was_more() {
        let diff = Diff::read(DIFF).unwrap();
        assert!(!diff.goes_beyond() && diff.within(Utf8Path::new("one")).goes_beyond());
        let diff = Diff::read(DIFF).unwrap();
        assert!(!diff.within(Utf8Path::new("")).goes_beyond());
    }

    #[test]
    fn names_that_git_quotes_are_read() {
        let diff = Diff::read("+++ \"b/s\\303\\244\\\"\\t.rs\"\n@@ -0,0 +1 @@\n+x\n").unwrap();
        assert!(diff.touches("sä\"\t.rs", &(1..=1)));
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
