//! Symbolic expressions: the syntax in which terms are written, with positions.

use crate::span::Position;
use std::sync::Arc;

/// What a text breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position}: {message}")]
pub struct SyntaxError {
    /// Where the offending expression begins.
    pub position: Position,
    /// What is wrong with it and what was expected.
    pub message: String,
}

/// A symbolic expression with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SExpr {
    /// A symbol, number or keyword; bars around a symbol are taken off.
    Atom(Position, Arc<str>),
    /// A text in double quotes.
    Text(Position, Arc<str>),
    /// A list in parentheses.
    List(Position, Vec<SExpr>),
}

impl SExpr {
    /// Where the expression begins.
    pub fn position(&self) -> Position {
        match self {
            SExpr::Atom(position, _) | SExpr::Text(position, _) | SExpr::List(position, _) => *position,
        }
    }

    /// The error that this expression breaks a rule.
    pub fn error(&self, message: impl Into<String>) -> SyntaxError {
        SyntaxError { position: self.position(), message: message.into() }
    }

    /// The symbol.
    ///
    /// # Errors
    /// If it is none.
    pub fn atom(&self) -> Result<&Arc<str>, SyntaxError> {
        if let SExpr::Atom(_, text) = self { Ok(text) } else { Err(self.error("a name was expected")) }
    }

    /// The items of a list.
    ///
    /// # Errors
    /// If it is none.
    pub fn list(&self) -> Result<&[SExpr], SyntaxError> {
        if let SExpr::List(_, items) = self { Ok(items) } else { Err(self.error("a list was expected")) }
    }

    /// The head symbol of a list, and the rest.
    ///
    /// # Errors
    /// If it is no list that begins with a symbol.
    pub fn form(&self) -> Result<(&str, &[SExpr]), SyntaxError> {
        match self.list()? {
            [SExpr::Atom(_, head), rest @ ..] => Ok((head, rest)),
            _ => Err(self.error("a list that begins with a name was expected")),
        }
    }
}

/// Deeper lists than this are refused, so that no input exhausts the stack.
const MOST_NESTING: usize = 400;

/// All expressions of a text; `;` begins a comment that ends with its line.
///
/// # Errors
/// If parentheses, bars or quotes do not match.
pub fn parse_all(text: &str) -> Result<Vec<SExpr>, SyntaxError> {
    let mut tokens = Tokens { rest: text, position: Position { line: 1, column: 1 } };
    let mut unclosed: Vec<(Position, Vec<SExpr>)> = Vec::new();
    let mut top = Vec::new();
    loop {
        tokens.skip_blank();
        let position = tokens.position;
        let fail = |message: &str| Err(SyntaxError { position, message: message.to_owned() });
        let item = match tokens.peek() {
            None => break,
            Some('(') if unclosed.len() >= MOST_NESTING => return fail("this is nested too deeply"),
            Some('(') => {
                tokens.next();
                unclosed.push((position, Vec::new()));
                continue;
            }
            Some(')') => {
                tokens.next();
                let Some((start, items)) = unclosed.pop() else { return fail("this `)` closes nothing") };
                SExpr::List(start, items)
            }
            Some(quote @ ('|' | '"')) => {
                tokens.next();
                let Some(inner) = tokens.take_until(quote) else { return fail("this quote is never closed") };
                if quote == '|' {
                    SExpr::Atom(position, inner.into())
                } else {
                    SExpr::Text(position, inner.into())
                }
            }
            Some(_) => SExpr::Atom(position, tokens.take_atom().into()),
        };
        unclosed.last_mut().map_or(&mut top, |(_, items)| items).push(item);
    }
    match unclosed.pop() {
        None => Ok(top),
        Some((position, _)) => Err(SyntaxError { position, message: "this `(` is never closed".to_owned() }),
    }
}

struct Tokens<'a> {
    rest: &'a str,
    position: Position,
}

impl<'a> Tokens<'a> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        if c == '\n' {
            self.position = Position { line: self.position.line + 1, column: 1 };
        } else {
            self.position.column += 1;
        }
        Some(c)
    }

    fn skip_blank(&mut self) {
        while let Some(c) = self.peek() {
            if c == ';' {
                while self.peek().is_some_and(|c| c != '\n') {
                    self.next();
                }
            } else if c.is_whitespace() {
                self.next();
            } else {
                break;
            }
        }
    }

    fn take_until(&mut self, end: char) -> Option<&'a str> {
        let start = self.rest;
        loop {
            let length = start.len() - self.rest.len();
            if self.next()? == end {
                return Some(&start[..length]);
            }
        }
    }

    fn take_atom(&mut self) -> &'a str {
        let start = self.rest;
        while self.peek().is_some_and(|c| !c.is_whitespace() && !"();\"|".contains(c)) {
            self.next();
        }
        &start[..start.len() - self.rest.len()]
    }
}
