//! The comment blocks below a line: types and places of its constants, definitions and captures of its closures.
//!
//! The blocks stand in the order of the line's constants, but constants of simple types have none, and the text of a named
//! constant does not show its type. Blocks are handed out in order to constants that they fit. If that leaves a block
//! over, or if another way of handing them out fits too, the comments cannot be trusted and the body becomes opaque.

use super::{Parsed, Parser, SyntaxError};
use crate::mir::{AnonymousKind, ConstantFacts, ConstantKind, ConstantOrigin, Name, Segment, Type};
use std::collections::VecDeque;
use std::sync::Arc;

/// The comments of one line, while it is parsed.
#[derive(Default)]
pub(super) struct Facts<'a> {
    /// Blocks not yet handed out.
    constants: VecDeque<(ConstantFacts, &'a str)>,
    closures: VecDeque<(Name, Vec<Name>)>,
    /// What could have a block, in order, and whether each block (as numbered from the front) would fit it.
    candidates: Vec<Vec<bool>>,
    /// All blocks, to compare with.
    all: Vec<(ConstantFacts, &'a str)>,
}

impl<'a> Parser<'a> {
    /// Reads the comments below the line at the cursor, and returns where they end; the cursor stays.
    pub(super) fn read_facts(&mut self) -> Parsed<usize> {
        let line_start = self.position;
        self.rest_of_line();
        self.facts = Facts::default();
        while self.at_comment() {
            let start = self.position;
            self.position += "//".len();
            match self.rest_of_line().trim() {
                "mir::ConstOperand" => self.constant_facts()?,
                "closure" | "coroutine" | "coroutine-closure" => self.closure_comment()?,
                "adt" => self.adt_comment()?,
                other => {
                    self.position = start;
                    return Err(self.error(format!("unknown comment `{other}`")));
                }
            }
        }
        let end = self.position;
        self.position = line_start;
        self.facts.all = self.facts.constants.iter().cloned().collect();
        Ok(end)
    }

    /// Skips lines that hold only comments.
    pub(super) fn skip_comments(&mut self) {
        while self.at_comment() {
            self.rest_of_line();
        }
    }

    /// Whether a line that holds only a comment comes next.
    fn at_comment(&mut self) -> bool {
        let start = self.position;
        let found = self.peek() == b'/' && self.byte(1) == b'/';
        if !found {
            self.position = start;
        }
        found
    }

    /// The rest of a comment line that begins with `key`, if the next one does.
    fn comment_line(&mut self, key: &str) -> Option<&'a str> {
        let start = self.position;
        if self.at_comment() {
            self.position += "//".len();
            let line = self.rest_of_line().trim_start();
            if let Some(rest) = line.strip_prefix(key) {
                return Some(rest.trim());
            }
        }
        self.position = start;
        None
    }

    fn required_comment(&mut self, key: &str) -> Parsed<&'a str> {
        self.comment_line(key).ok_or_else(|| self.expected(&format!("a comment `{key}`")))
    }

    // + span: src/a.rs:1:2: 1:9   + user_ty: UserType(1)   + const_: Const { ty: fn() {f}, val: Value(f) }
    fn constant_facts(&mut self) -> Parsed<()> {
        let span = self.required_comment("+ span: ")?;
        let span = self.optional_span_from(span)?;
        let user_type = match self.comment_line("+ user_ty: UserType(") {
            Some(number) => {
                Some(number.trim_end_matches(')').parse().map_err(|_| self.error("no type number"))?)
            }
            None => None,
        };
        if !self.at_comment() {
            return Err(self.expected("a comment `+ const_:`"));
        }
        self.expect("//")?;
        self.expect("+ const_: Const { ty:")?;
        let ty = self.ty()?;
        let ty = self.shared(ty);
        self.expect(", val: ")?;
        let text = self.rest_of_line();
        let text = text.strip_suffix(" }").ok_or_else(|| self.error("a constant's comment does not end"))?;
        let origin = match (inner(text, "Value("), inner(text, "Unevaluated("), text.strip_prefix("ty::")) {
            (Some(_), _, _) => ConstantOrigin::Value,
            (_, Some(inner), _) => ConstantOrigin::Unevaluated(self.intern(inner)),
            (_, _, Some(inner)) => ConstantOrigin::TypeSystem(self.intern(inner)),
            _ => return Err(self.error(format!("unknown origin of a constant, `{text}`"))),
        };
        let value = inner(text, "Value(").unwrap_or("");
        self.facts.constants.push_back((ConstantFacts { span, user_type, ty, origin }, value));
        Ok(())
    }

    /// The type, as the one that stood in a comment before if it is equal.
    fn shared(&mut self, ty: Type) -> Arc<Type> {
        if let Some(known) = self.types.get(&ty) {
            return known.clone();
        }
        let ty = Arc::new(ty);
        self.types.insert(ty.clone());
        ty
    }

    // + def_id: DefId(0:12 ~ a[385e]::f::{closure#0})   + args: [ … (&A, &B), ]   + kind: Some(Desugared(Async, Fn))
    fn closure_comment(&mut self) -> Parsed<()> {
        let definition = self.required_comment("+ def_id: DefId(")?;
        let definition = self.intern(definition.strip_suffix(')').unwrap_or(definition));
        let first = self.required_comment("+ args: [")?;
        let mut last = first.trim_end_matches(']');
        if !first.ends_with(']') {
            loop {
                let line = self.required_comment("")?;
                if line == "]" {
                    break;
                }
                last = line.trim_end_matches(',');
            }
        }
        self.comment_line("+ kind: ");
        let types = self.tuple_elements(last)?;
        self.facts.closures.push_back((definition, types));
        Ok(())
    }

    /// The elements of a tuple type in the compiler's debugging format.
    fn tuple_elements(&mut self, text: &'a str) -> Parsed<Vec<Name>> {
        match inner(text, "(").and_then(split_top_level) {
            Some(elements) => Ok(elements.into_iter().map(|element| self.intern(element)).collect()),
            None => Err(self.error(format!("the captures' types are no tuple, `{text}`"))),
        }
    }

    // + user_ty: UserType(1)
    fn adt_comment(&mut self) -> Parsed<()> {
        self.required_comment("+ user_ty: ").map(|_| ())
    }

    /// The block for the function whose path was read from `start` on.
    pub(super) fn facts_for_function(&mut self, start: usize) -> Option<Box<ConstantFacts>> {
        let text = self.text[start..self.position].trim_end();
        self.facts.hand_out(|facts, value| matches!(*facts.ty, Type::FnDef { .. }) && value == text)
    }

    /// The block for the constant that was read from `start` on.
    pub(super) fn facts_for_constant(
        &mut self,
        kind: &ConstantKind,
        start: usize,
    ) -> Option<Box<ConstantFacts>> {
        let text = self.text[start..self.position].trim_end();
        if matches!(
            kind,
            ConstantKind::Bool(_)
                | ConstantKind::Char(_)
                | ConstantKind::Integer { .. }
                | ConstantKind::Float { .. }
        ) {
            return None;
        }
        self.facts.hand_out(|facts, value| match &facts.origin {
            ConstantOrigin::Value => value == text,
            ConstantOrigin::Unevaluated(inner) => is_named_by(kind, inner),
            ConstantOrigin::TypeSystem(inner) => match inner.strip_prefix("Param(") {
                Some(name) => name.strip_suffix(')') == Some(text),
                None => matches!(kind, ConstantKind::Path(_)) || inner.contains(text),
            },
        })
    }

    /// The definition and capture types of the closure just read.
    pub(super) fn closure_facts(&mut self) -> (Option<Name>, Option<Vec<Name>>) {
        match self.facts.closures.pop_front() {
            Some((definition, types)) => (Some(definition), Some(types)),
            None => (None, None),
        }
    }

    /// Checks that all comments of the line at `offset` were used, and could not have been used otherwise.
    pub(super) fn finish_facts(&mut self, offset: usize) -> Parsed<()> {
        let facts = std::mem::take(&mut self.facts);
        let message = if !facts.constants.is_empty() || !facts.closures.is_empty() {
            "a comment fits no constant of its line"
        } else if facts.is_ambiguous() {
            "a comment fits several constants of its line"
        } else {
            return Ok(());
        };
        Err(SyntaxError { offset, message: message.to_owned() })
    }
}

impl Facts<'_> {
    /// Gives the next block to the constant at hand, if it fits.
    fn hand_out(&mut self, fits: impl Fn(&ConstantFacts, &str) -> bool) -> Option<Box<ConstantFacts>> {
        if self.all.is_empty() {
            return None;
        }
        self.candidates.push(self.all.iter().map(|(facts, value)| fits(facts, value)).collect());
        let (facts, value) = self.constants.front()?;
        if !fits(facts, value) {
            return None;
        }
        self.constants.pop_front().map(|(facts, _)| Box::new(facts))
    }

    /// Whether handing blocks out from the back would give them to other constants.
    fn is_ambiguous(&self) -> bool {
        let count = self.all.len();
        if count == self.candidates.len() {
            return false;
        }
        let mut forward = 0;
        let from_front: Vec<bool> = self
            .candidates
            .iter()
            .map(|fits| {
                let taken = forward < count && fits[forward];
                forward += usize::from(taken);
                taken
            })
            .collect();
        let mut backward = count;
        let from_back = self.candidates.iter().rev().map(|fits| {
            let taken = backward > 0 && fits[backward - 1];
            backward -= usize::from(taken);
            taken
        });
        from_back.ne(from_front.into_iter().rev())
    }
}

/// What stands between `prefix`, which ends in a parenthesis, and the last character.
fn inner<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    text.strip_prefix(prefix)?.strip_suffix(')')
}

/// Whether a constant is the one that `Unevaluated(path, [args], promoted)` names, as far as last names tell.
fn is_named_by(kind: &ConstantKind, unevaluated: &str) -> bool {
    let ConstantKind::Path(path) = kind else { return false };
    let definition = unevaluated.rsplit_once(", [").map_or(unevaluated, |(path, _)| path);
    let definition = definition.split_once(", [").map_or(definition, |(path, _)| path);
    match path.last() {
        Segment::Named { name, .. } => definition.rsplit("::").next() == Some(name),
        Segment::Promoted(index) => unevaluated.ends_with(&format!("Some(promoted[{index}])")),
        Segment::Anonymous { kind: AnonymousKind::Constant, index, .. } => {
            definition.ends_with(&format!("{{constant#{index}}}"))
        }
        _ => false,
    }
}

/// The parts between commas that stand outside all brackets; none if the brackets do not match.
fn split_top_level(text: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let (mut depth, mut start, mut previous) = (0i32, 0, ' ');
    for (offset, char) in text.char_indices() {
        match char {
            '(' | '[' | '{' | '<' => depth += 1,
            '>' if previous == '-' || previous == '=' => {}
            ')' | ']' | '}' | '>' if depth == 0 => return None,
            ')' | ']' | '}' | '>' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..offset].trim());
                start = offset + 1;
            }
            _ => {}
        }
        previous = char;
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    (depth == 0).then_some(parts)
}
