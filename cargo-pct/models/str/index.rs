//! Parts of text: ranges of bytes, from one boundary of characters to another.

use crate::ops::{Index, IndexMut, RangeInclusive};
use crate::pct;
use std::ops::{Range, RangeFrom, RangeFull, RangeTo, RangeToInclusive};

/// The panic of a range that selects no part of the text.
pub fn fail(text: &str, range: Range<usize>) -> ! {
    let length = pct::len(text);
    if range.start <= length && range.end <= length && range.start > range.end {
        pct::fail("index", "begin {} end ({}) when slicing `{}`");
    }
    pct::fail("index", "{}byte index {}")
}

/// What a part of a text is selected by.
pub trait StrIndex {
    /// The bytes that are selected, part of the text or not.
    fn range(self, text: &str) -> Range<usize>;
}

/// Whether a range selects a part of the text.
pub fn is_part(text: &str, range: &Range<usize>) -> bool {
    range.start <= range.end && pct::is_boundary(text, range.start) && pct::is_boundary(text, range.end)
}

/// The bounds of a range, and indexing with it.
macro_rules! indexed {
    ($($Range:ty, |$range:pat_param, $length:ident| $start:expr, $end:expr;)*) => { $(
        impl StrIndex for $Range {
            fn range(self, text: &str) -> Range<usize> {
                let ($range, $length) = (self, pct::len(text));
                Range { start: $start, end: $end }
            }
        }

        impl Index<$Range> for str {
            type Output = str;
            fn index(&self, range: $Range) -> &str {
                let range = range.range(self);
                if !is_part(self, &range) {
                    fail(self, range);
                }
                pct::part(self, range.start, pct::exact_sub(range.end, range.start))
            }
        }

        impl IndexMut<$Range> for str {
            fn index_mut(&mut self, range: $Range) -> &mut str {
                let range = range.range(&*self);
                if !is_part(&*self, &range) {
                    fail(&*self, range);
                }
                pct::part_mut(self, range.start, pct::exact_sub(range.end, range.start))
            }
        }

        impl Index<$Range> for String {
            type Output = str;
            fn index(&self, range: $Range) -> &str {
                <str as Index<$Range>>::index(pct::part(self, 0, pct::len(self)), range)
            }
        }
    )* };
}
indexed! {
    Range<usize>, |range, length| range.start, range.end;
    RangeFrom<usize>, |range, length| range.start, length;
    RangeTo<usize>, |range, length| 0, range.end;
    RangeFull, |_, length| 0, length;
    // What is behind every text stands for an end that is no number.
    RangeInclusive<usize>, |range, length| if range.exhausted { after(range.end) } else { range.start },
        after(range.end);
    RangeToInclusive<usize>, |range, length| 0, after(range.end);
}

fn after(end: usize) -> usize {
    if end == usize::MAX { end } else { end + 1 }
}
