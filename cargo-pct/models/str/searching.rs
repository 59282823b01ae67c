//! Searching in text.
//!
//! Over-approximates: what matches is found anywhere, or nothing is. What a pattern that is a closure does is run any number of times.

use super::pattern::Pattern;
use crate::iter::{DoubleEndedIterator, Iterator};
use crate::pct;

pub trait PatternMethods {
    fn contains<P: Pattern>(&self, pat: P) -> bool;
    fn starts_with<P: Pattern>(&self, pat: P) -> bool;
    fn ends_with<P: Pattern>(&self, pat: P) -> bool;
    fn find<P: Pattern>(&self, pat: P) -> Option<usize>;
    fn rfind<P: Pattern>(&self, pat: P) -> Option<usize>;
    fn split_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)>;
    fn rsplit_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)>;
    fn strip_prefix<P: Pattern>(&self, prefix: P) -> Option<&str>;
    fn strip_suffix<P: Pattern>(&self, suffix: P) -> Option<&str>;
    fn trim_matches<P: Pattern>(&self, pat: P) -> &str;
    fn trim_start_matches<P: Pattern>(&self, pat: P) -> &str;
    fn trim_end_matches<P: Pattern>(&self, pat: P) -> &str;
    fn split<P: Pattern>(&self, pat: P) -> super::Split<'_, P>;
    fn rsplit<P: Pattern>(&self, pat: P) -> super::RSplit<'_, P>;
    fn splitn<P: Pattern>(&self, n: usize, pat: P) -> super::SplitN<'_, P>;
    fn split_terminator<P: Pattern>(&self, pat: P) -> super::SplitTerminator<'_, P>;
    fn trim(&self) -> &str;
    fn trim_start(&self) -> &str;
    fn trim_end(&self) -> &str;
    fn replace<P: Pattern>(&self, from: P, to: &str) -> String;
}

/// Any boundary of a character.
fn boundary(text: &str) -> usize {
    let index: usize = pct::any();
    pct::assume(index <= pct::len(text));
    pct::assume(pct::is_boundary(text, index));
    index
}

/// The bytes from one boundary on, before another one that is not before it.
fn between(text: &str, start: usize, end: usize) -> &str {
    pct::assume(start <= end);
    pct::part(text, start, pct::exact_sub(end, start))
}

/// Any part of a text, at boundaries of characters.
fn somewhere(text: &str) -> &str {
    between(text, boundary(text), boundary(text))
}

/// Where a match lies, if there is one: its first byte, and what follows its last one.
fn found<P: Pattern>(text: &str, mut pattern: P) -> Option<(usize, usize)> {
    pattern.again();
    if pct::any() {
        return None;
    }
    let (start, end) = (boundary(text), boundary(text));
    pct::assume(start <= end);
    pct::assume(pattern.matches(text, start, end));
    Some((start, end))
}

/// Where a match at the beginning ends, if there is one.
fn prefix<P: Pattern>(text: &str, mut pattern: P) -> Option<usize> {
    pattern.again();
    if pct::any() {
        return None;
    }
    let end = boundary(text);
    pct::assume(pattern.matches(text, 0, end));
    Some(end)
}

/// Where a match at the end begins, if there is one.
fn suffix<P: Pattern>(text: &str, mut pattern: P) -> Option<usize> {
    pattern.again();
    if pct::any() {
        return None;
    }
    let start = boundary(text);
    pct::assume(pattern.matches(text, start, pct::len(text)));
    Some(start)
}

impl PatternMethods for str {
    fn contains<P: Pattern>(&self, pat: P) -> bool {
        pat.run();
        pct::any()
    }

    fn starts_with<P: Pattern>(&self, pat: P) -> bool {
        prefix(self, pat).is_some()
    }

    fn ends_with<P: Pattern>(&self, pat: P) -> bool {
        suffix(self, pat).is_some()
    }

    fn find<P: Pattern>(&self, pat: P) -> Option<usize> {
        match found(self, pat) {
            Some((start, _)) => Some(start),
            None => None,
        }
    }

    fn rfind<P: Pattern>(&self, pat: P) -> Option<usize> {
        PatternMethods::find(self, pat)
    }

    fn split_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)> {
        match found(self, delimiter) {
            Some((start, end)) => Some((between(self, 0, start), between(self, end, pct::len(self)))),
            None => None,
        }
    }

    fn rsplit_once<P: Pattern>(&self, delimiter: P) -> Option<(&str, &str)> {
        PatternMethods::split_once(self, delimiter)
    }

    fn strip_prefix<P: Pattern>(&self, pat: P) -> Option<&str> {
        match prefix(self, pat) {
            Some(end) => Some(between(self, end, pct::len(self))),
            None => None,
        }
    }

    fn strip_suffix<P: Pattern>(&self, pat: P) -> Option<&str> {
        match suffix(self, pat) {
            Some(start) => Some(between(self, 0, start)),
            None => None,
        }
    }

    fn trim_matches<P: Pattern>(&self, pat: P) -> &str {
        pat.run();
        somewhere(self)
    }

    fn trim_start_matches<P: Pattern>(&self, pat: P) -> &str {
        pat.run();
        between(self, boundary(self), pct::len(self))
    }

    fn trim_end_matches<P: Pattern>(&self, pat: P) -> &str {
        pat.run();
        between(self, 0, boundary(self))
    }

    fn split<P: Pattern>(&self, pat: P) -> super::Split<'_, P> {
        super::Split { text: self, pattern: pat }
    }

    fn rsplit<P: Pattern>(&self, pat: P) -> super::RSplit<'_, P> {
        super::RSplit { text: self, pattern: pat }
    }

    fn splitn<P: Pattern>(&self, n: usize, pat: P) -> super::SplitN<'_, P> {
        super::SplitN { text: self, pattern: pat }
    }

    fn split_terminator<P: Pattern>(&self, pat: P) -> super::SplitTerminator<'_, P> {
        super::SplitTerminator { text: self, pattern: pat }
    }

    fn trim(&self) -> &str {
        somewhere(self)
    }

    fn trim_start(&self) -> &str {
        between(self, boundary(self), pct::len(self))
    }

    fn trim_end(&self) -> &str {
        between(self, 0, boundary(self))
    }

    fn replace<P: Pattern>(&self, from: P, to: &str) -> String {
        from.run();
        pct::any()
    }
}

/// What the parts of a text are: any, and any number of them.
macro_rules! parts {
    ($($Parts:ident)*) => { $(
        impl<'a, P: Pattern> Iterator for super::$Parts<'a, P> {
            type Item = &'a str;

            fn next(&mut self) -> Option<&'a str> {
                self.pattern.again();
                if pct::any() { Some(somewhere(self.text)) } else { None }
            }
        }

        impl<'a, P: Pattern> DoubleEndedIterator for super::$Parts<'a, P> {
            fn next_back(&mut self) -> Option<&'a str> {
                Iterator::next(self)
            }
        }
    )* };
}
parts!(Split RSplit SplitN SplitTerminator);
