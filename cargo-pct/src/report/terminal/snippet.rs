//! A message about a place in the source, rendered as rustc renders its own: the line, underlined, and notes below.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::report::view::Location;

/// The columns that messages take.
const WIDTH: usize = 120;

/// Gives the text of a source file, by its path in reports.
pub trait Sources {
    /// The text, if the file can be read.
    fn text(&self, file: &str) -> Option<String>;
}

impl<F: Fn(&str) -> Option<String>> Sources for F {
    fn text(&self, file: &str) -> Option<String> {
        self(file)
    }
}

/// How bad a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Severity {
    Error,
    Warning,
}

/// A message.
pub(super) struct Message<'m> {
    pub(super) severity: Severity,
    /// A word behind the severity, in brackets.
    pub(super) kind: &'m str,
    pub(super) title: String,
    pub(super) location: &'m Location,
    /// The line and column at which the place ends.
    pub(super) end: (u32, u32),
    pub(super) notes: Vec<String>,
    pub(super) help: Option<String>,
}

impl Message<'_> {
    /// The text, with colours. Without the source it names the place alone.
    pub(super) fn render(&self, sources: &dyn Sources) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(self.title.as_str()).id(self.kind);
        let Location { file, line, column } = self.location;
        let excerpt = sources.text(file).and_then(|text| excerpt(&text, (*line, *column), self.end));
        let mut group: Group<'_> = match excerpt {
            Some((text, span)) => {
                let snippet = Snippet::source(text).path(file.as_str()).line_start(*line as usize);
                title.element(snippet.annotation(AnnotationKind::Primary.span(span)))
            }
            None => {
                title.element(Origin::path(file.as_str()).line(*line as usize).char_column(*column as usize))
            }
        };
        for note in &self.notes {
            group = group.element(Level::NOTE.message(note.as_str()));
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        Renderer::styled().term_width(WIDTH).render(&[group])
    }
}

/// The first line of a place, and the part of it that belongs to the place, in bytes.
fn excerpt(
    text: &str,
    (line, column): (u32, u32),
    end: (u32, u32),
) -> Option<(String, std::ops::Range<usize>)> {
    let shown = text.lines().nth(line.checked_sub(1)? as usize)?;
    let byte_of = |column: u32| {
        let mut bytes = shown.char_indices().map(|(at, _)| at);
        bytes.nth(column.saturating_sub(1) as usize).unwrap_or(shown.len())
    };
    let begin = byte_of(column);
    let own_end = if end.0 == line { byte_of(end.1) } else { shown.trim_end().len() };
    Some((shown.to_owned(), begin..own_end.max(begin)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(end: (u32, u32), source: Option<&str>, expected: &str) {
        let location = Location { file: "src/lib.rs".into(), line: 2, column: 5 };
        let message = Message {
            severity: Severity::Warning,
            kind: "overflow",
            title: "attempt to add with overflow".into(),
            location: &location,
            end,
            notes: vec!["on an object with\nn = 3".into()],
            help: Some("say so".into()),
        };
        let sources = |_: &str| source.map(str::to_owned);
        let shown = anstream::adapter::strip_str(&message.render(&sources)).to_string();
        assert_eq!(shown, expected);
    }

    #[test]
    fn a_message_shows_its_line_and_underlines_its_place() {
        let expected = "\
warning[overflow]: attempt to add with overflow
 --> src/lib.rs:2:5
  |
2 |     ä + n
  |     ^^^^^
  |
  = note: on an object with
          n = 3
  = help: say so";
        check((2, 10), Some("fn f() {\n    ä + n\n}\n"), expected);
        // Of several lines the first is shown.
        check((3, 2), Some("fn f() {\n    ä + n\n}\n"), expected);
    }

    #[test]
    fn without_the_source_it_names_the_place() {
        let expected = "\
warning[overflow]: attempt to add with overflow
--> src/lib.rs:2:5
 = note: on an object with
         n = 3
 = help: say so";
        check((2, 10), None, expected);
        check((2, 10), Some("one line\n"), expected);
    }
}
