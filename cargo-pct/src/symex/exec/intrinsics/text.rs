//! The characters of texts, which are their bytes in UTF-8.
//!
//! What is read of a text is exact: terms over its bytes, linear ones. That the bytes are well-formed is assumed where a character is
//! decoded: a `str` that is not well-formed is undefined behaviour, which no safe code meets.

use super::sequences::stepped;
use crate::symex::access::executor::Executor;
use crate::symex::access::located::Located;
use crate::symex::exec::site::Arguments;
use crate::symex::program::refusal::{Step, refuse};
use crate::symex::program::types::{BYTE, USIZE};
use crate::symex::state::State;
use crate::symex::state::value::Value;
use crate::term::Term;

/// Bytes below this one are characters by themselves.
const ASCII_END: u32 = 0x80;
/// Those from here to before [`LEAD_OF_TWO`] go on with a character.
const LEAD_OF_TWO: u32 = 0xC0;
const LEAD_OF_THREE: u32 = 0xE0;
const LEAD_OF_FOUR: u32 = 0xF0;

/// A text, and how many bytes it has.
struct Text {
    located: Located,
    length: Term,
}

/// A character as the text has it.
struct Decoded {
    code: Term,
    length: Term,
    /// Whether its bytes, and what follows, are as UTF-8 has them.
    is_well_formed: Term,
}

impl Executor<'_> {
    /// `is_boundary(text, index)`
    pub(super) fn is_boundary(&mut self, state: &mut State, arguments: &Arguments) -> Step<Value> {
        let text = self.text_of_call(state, arguments)?;
        let index = self.number(state, arguments, 1)?;
        Ok(Value::Scalar(self.boundary(state, &text, &index)?))
    }

    /// `decoded(text, index)`: the character that begins there, and its length.
    pub(super) fn decoded(&mut self, state: &mut State, arguments: &Arguments) -> Step<Value> {
        let text = self.text_of_call(state, arguments)?;
        let index = self.number(state, arguments, 1)?;
        let decoded = self.decode(state, &text, &index)?;
        Ok(self.delivered(state, decoded))
    }

    /// `decoded_before(text, index)`: the character that ends there, and its length.
    pub(super) fn decoded_before(&mut self, state: &mut State, arguments: &Arguments) -> Step<Value> {
        let text = self.text_of_call(state, arguments)?;
        let end = self.number(state, arguments, 1)?;
        let length = self.length_before(state, &text, &end)?;
        let decoded = self.decode(state, &text, &end.minus(&length).assume_in(USIZE))?;
        state.assume(&decoded.length.equals(&length));
        Ok(self.delivered(state, decoded))
    }

    fn delivered(&mut self, state: &mut State, decoded: Decoded) -> Value {
        state.assume(&decoded.is_well_formed);
        let character = self.character(state, &decoded.code);
        Value::aggregate(vec![Value::Scalar(character), Value::Scalar(decoded.length)])
    }

    fn text_of_call(&mut self, state: &mut State, arguments: &Arguments) -> Step<Text> {
        let located = self.argument_target(state, arguments, 0)?;
        let length = self.length(state, &located)?;
        Ok(Text { located, length })
    }

    /// The byte at an index; anything where the text has none there.
    fn byte(&mut self, state: &mut State, text: &Text, index: &Term) -> Step<Term> {
        let located = stepped(&text.located, index, &BYTE);
        let Value::Scalar(byte) = self.read(state, &located) else {
            return refuse("a byte of a text that is no scalar");
        };
        Ok(byte)
    }

    /// Whether a character begins, or the text ends, at an index.
    fn boundary(&mut self, state: &mut State, text: &Text, index: &Term) -> Step<Term> {
        let is_end = index.equals(&Term::int(0)).or(&index.equals(&text.length));
        if is_end.as_bool() == Some(true) {
            return Ok(is_end);
        }
        let begins = goes_on(&self.byte(state, text, index)?).not();
        Ok(is_end.or(&index.lt(&text.length).and(&begins)))
    }

    /// The character that begins at an index.
    fn decode(&mut self, state: &mut State, text: &Text, index: &Term) -> Step<Decoded> {
        let first = self.byte(state, text, index)?;
        let length = length_from(&first);
        let mut code = Term::int(0);
        let mut is_well_formed = vec![is_first(&first)];
        for bytes in 1..=4 {
            let is_so_long = length.equals(&Term::int(bytes));
            if is_so_long.as_bool() == Some(false) {
                continue;
            }
            let (so_long, goes_on) = self.decode_by(state, text, index, bytes)?;
            code = is_so_long.ite(&so_long, &code);
            is_well_formed.push(is_so_long.implies(&goes_on));
        }
        let end = index.plus(&length).assume_in(USIZE);
        is_well_formed.push(end.le(&text.length));
        is_well_formed.push(self.boundary(state, text, &end)?);
        Ok(Decoded { code, length, is_well_formed: Term::all(is_well_formed) })
    }

    /// The character that begins at an index if it has so many bytes, and whether they are those of one.
    fn decode_by(&mut self, state: &mut State, text: &Text, index: &Term, bytes: u32) -> Step<(Term, Term)> {
        // How much of the first byte tells the length, and the least character that needs so many bytes.
        let (mark, least) = match bytes {
            1 => (0, 0),
            2 => (LEAD_OF_TWO, 0x80),
            3 => (LEAD_OF_THREE, 0x800),
            _ => (LEAD_OF_FOUR, 0x1_0000),
        };
        let mut code = self.byte(state, text, index)?.minus(&Term::int(mark));
        let mut holds = Vec::new();
        for offset in 1..bytes {
            let at = index.plus(&Term::int(offset)).assume_in(USIZE);
            let byte = self.byte(state, text, &at)?;
            holds.push(goes_on(&byte));
            // Six bits a byte.
            code = code.times(&Term::int(64)).plus(&byte.minus(&Term::int(ASCII_END)));
        }
        let is_surrogate = Term::int(0xD800).le(&code).and(&code.lt(&Term::int(0xE000)));
        holds.push(Term::int(least).le(&code));
        holds.push(code.lt(&Term::int(0x11_0000)));
        holds.push(is_surrogate.not());
        Ok((code, Term::all(holds)))
    }

    /// How many bytes the character has that ends before an index: the last byte that does not go on with one is its first.
    fn length_before(&mut self, state: &mut State, text: &Text, end: &Term) -> Step<Term> {
        let mut length = Term::int(4);
        for bytes in (1..4).rev() {
            let at = end.minus(&Term::int(bytes)).assume_in(USIZE);
            let byte = self.byte(state, text, &at)?;
            length = goes_on(&byte).ite(&length, &Term::int(bytes));
        }
        Ok(length)
    }
}

/// Whether a byte goes on with a character.
fn goes_on(byte: &Term) -> Term {
    Term::int(ASCII_END).le(byte).and(&byte.lt(&Term::int(LEAD_OF_TWO)))
}

/// Whether a character begins with a byte.
fn is_first(byte: &Term) -> Term {
    goes_on(byte).not().and(&byte.lt(&Term::int(0xF5)))
}

/// How many bytes a character has that begins with a byte.
fn length_from(first: &Term) -> Term {
    let shorter_than = |lead: u32, length: u32, otherwise: &Term| {
        first.lt(&Term::int(lead)).ite(&Term::int(length), otherwise)
    };
    let length = shorter_than(LEAD_OF_FOUR, 3, &Term::int(4));
    let length = shorter_than(LEAD_OF_THREE, 2, &length);
    shorter_than(ASCII_END, 1, &length)
}
