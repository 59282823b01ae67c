//! Places and locals.

use super::{Parsed, Parser};
use crate::ids::EntityRef;
use crate::mir::{BasicBlock, Local, Place, Projection, Type, VariantRef};

impl Parser<'_> {
    // _7
    /// A local.
    pub(super) fn local(&mut self) -> Parsed<Local> {
        if !self.at_local() {
            return Err(self.expected("a local"));
        }
        self.position += 1;
        Ok(Local::from_u32(self.unsigned()?))
    }

    /// Whether a local comes next.
    pub(super) fn at_local(&mut self) -> bool {
        self.peek() == b'_' && self.byte(1).is_ascii_digit()
    }

    /// Whether a place comes next; places begin like tuples, so what is inside the parentheses decides.
    pub(super) fn at_place(&mut self) -> bool {
        self.peek();
        let inner = self.rest().trim_start_matches(['(', '*']);
        inner.starts_with('_') && inner[1..].starts_with(|c: char| c.is_ascii_digit())
    }

    // bb7
    /// A block.
    pub(super) fn basic_block(&mut self) -> Parsed<BasicBlock> {
        if !(self.peek() == b'b' && self.rest().starts_with("bb")) {
            return Err(self.expected("a block"));
        }
        self.position += 2;
        Ok(BasicBlock::from_u32(self.unsigned()?))
    }

    // (((*_1).0: u32)
    /// A place.
    pub(super) fn place(&mut self) -> Parsed<Place> {
        let mut place = match self.at_local() {
            true => Place::of(self.local()?),
            false => self.nested("a place", Parser::parenthesized_place)?,
        };
        while self.byte(0) == b'[' {
            let step = self.index()?;
            extend(&mut place, step);
        }
        Ok(place)
    }

    // (*P)   (P.0: T)   (P as Some)
    fn parenthesized_place(&mut self) -> Parsed<Place> {
        self.expect("(")?;
        if self.eat("*") {
            let mut place = self.place()?;
            self.expect(")")?;
            extend(&mut place, Projection::Deref);
            return Ok(place);
        }
        let mut place = self.place()?;
        let step = if self.eat(".") {
            let index = self.unsigned()?;
            self.expect(":")?;
            Projection::Field { index, ty: self.ty()? }
        } else {
            self.expect("as")?;
            self.downcast()?
        };
        self.expect(")")?;
        extend(&mut place, step);
        Ok(place)
    }

    // Some   variant#3   subtype &'a T   T
    fn downcast(&mut self) -> Parsed<Projection> {
        if self.eat("subtype") {
            return Ok(Projection::Subtype(self.ty()?));
        }
        self.peek();
        if self.rest().starts_with("variant#") {
            self.position += "variant#".len();
            return Ok(Projection::Downcast(VariantRef::Index(self.unsigned()?)));
        }
        let start = self.position;
        if let Some(word) = self.word()
            && self.byte(0) == b')'
        {
            return Ok(Projection::Downcast(VariantRef::Name(self.intern(word))));
        }
        self.position = start;
        Ok(Projection::OpaqueCast(self.ty()?))
    }

    // [_2]   [1 of 3]   [-1 of 3]   [1:]   [:-2]   [1:-2]   [2..4]
    fn index(&mut self) -> Parsed<Projection> {
        self.expect("[")?;
        let step = if self.at_local() {
            Projection::Index(self.local()?)
        } else if self.eat("-") {
            self.constant_index(true)?
        } else if self.eat(":") {
            self.subslice_from_end(0)?
        } else {
            let start = self.position;
            let from = self.unsigned()?;
            if self.eat(":") {
                self.subslice_from_end(from)?
            } else if self.eat("..") {
                Projection::Subslice { from, to: self.unsigned()?, from_end: false }
            } else {
                self.position = start;
                self.constant_index(false)?
            }
        };
        self.expect("]")?;
        Ok(step)
    }

    fn constant_index(&mut self, from_end: bool) -> Parsed<Projection> {
        let offset = self.unsigned()?;
        self.expect("of")?;
        Ok(Projection::ConstantIndex { offset, min_length: self.unsigned()?, from_end })
    }

    fn subslice_from_end(&mut self, from: u64) -> Parsed<Projection> {
        let to = if self.eat("-") { self.unsigned()? } else { 0 };
        Ok(Projection::Subslice { from, to, from_end: true })
    }

    /// The type of a place, as far as declarations and the text of its fields tell.
    pub(super) fn place_type<'t>(&'t self, place: &'t Place) -> Option<&'t Type> {
        place.ty(&self.locals.get(place.local.index())?.as_ref()?.ty)
    }
}

/// One step further. Nearly all places have one step or two.
fn extend(place: &mut Place, step: Projection) {
    place.projection.reserve_exact(1);
    place.projection.push(step);
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, check_refused};
    use super::*;

    #[test]
    fn places_print_as_they_are_read() {
        for text in [
            "_0",
            "(*_1)",
            "((*_1).0: a::S<T>)",
            "((_12 as Some).0: &T)",
            "((*_14) as variant#3)",
            "(((*_16) as variant#3).0: std::future::Ready<u32>)",
            "(*_7)[_12]",
            "_1[0 of 5]",
            "(*_2)[-1 of 1]",
            "(*_6)[1:]",
            "(*_5)[:-1]",
            "(*_5)[1:-2]",
            "_1[2..4]",
            "(*((*_1).0: &usize))",
            "(_1 as subtype &u8)",
            "(_1 as std::option::Option<u8>)",
        ] {
            check(text, Parser::place);
        }
    }

    #[test]
    fn what_is_no_place_is_refused() {
        for text in ["", "_x", "(*_1", "(_1.0)", "_1[", "_1[a]", "(_1 as )", "x"] {
            check_refused(text, Parser::place);
        }
    }

    #[test]
    fn a_places_type_is_what_its_last_step_says() {
        let place = check("((*_1).0: &mut [u8])", Parser::place);
        let inner = check("(*((*_1).0: &mut [u8]))[_2]", Parser::place);
        let local = Type::Path(Parser::new("S", 64).path(super::super::paths::PathStyle::Type).unwrap());
        assert_eq!(place.ty(&local), None, "a path cannot be dereferenced for its type");
        let local =
            Type::Ref { lifetime: None, mutability: crate::mir::Mutability::Not, referent: Box::new(local) };
        assert_eq!(place.ty(&local).unwrap().to_string(), "&mut [u8]");
        assert_eq!(inner.ty(&local).unwrap().to_string(), "u8");
    }
}
