//! Rvalues.
//!
//! `Add(copy _1, copy _2)` is an operation, a tuple struct named `Add`, or, with targets behind it, a call of a function
//! named `Add`. What is assigned to decides: operations never yield a value of a type of that name.

use super::paths::PathStyle;
use super::{Parsed, Parser, exact};
use crate::mir::{
    AdtFields, AggregateKind, BinaryOp, BorrowKind, CaptureList, CastKind, Name, Operand, Path, Place,
    RawPtrKind, Rvalue, Type, UnaryOp,
};

impl Parser<'_> {
    /// The right side of an assignment to `destination`, unless it begins with a bare path: see
    /// [`Parser::path_rvalue`].
    pub(super) fn rvalue(&mut self) -> Parsed<Rvalue> {
        match self.peek() {
            b'&' => return self.borrow(),
            b'[' => return self.array(),
            b'(' => return self.tuple(),
            b'*' => return self.raw_pointer_from_parts(),
            b'{' if self.closure_kind().is_some() => return self.closure(),
            _ => {}
        }
        // no_retag copy (_1.0: &u32)
        self.eat("no_retag");
        if self.at_operand_word() {
            let operand = self.operand()?;
            return self.perhaps_cast(operand);
        }
        if self.eat("deref_copy ") {
            return Ok(Rvalue::CopyForDeref(self.place()?));
        }
        if let Some(inspected) = self.inspection()? {
            return Ok(inspected);
        }
        Err(self.expected("a value"))
    }

    /// Whether what comes next is not an rvalue by [`Parser::rvalue`] but begins with a bare path.
    pub(super) fn at_path_rvalue(&mut self) -> bool {
        let begins_otherwise = matches!(self.peek(), b'&' | b'[' | b'(' | b'*')
            || self.closure_kind().is_some()
            || self.at("no_retag")
            || self.at("deref_copy ")
            || self.at_operand_word();
        !begins_otherwise && !self.at_inspection()
    }

    // &(*_1)   &mut _7   &raw const (fake) (*_25)   &/*tls*/ A::VAL
    fn borrow(&mut self) -> Parsed<Rvalue> {
        self.expect("&")?;
        if self.eat("/*tls*/") {
            return Ok(Rvalue::ThreadLocalRef(self.path(PathStyle::Value)?));
        }
        for (words, kind) in [
            ("raw const (fake)", RawPtrKind::FakeForMetadata),
            ("raw const", RawPtrKind::Const),
            ("raw mut", RawPtrKind::Mut),
        ] {
            if self.eat(words) {
                return Ok(Rvalue::RawPtr(kind, self.place()?));
            }
        }
        let kind = if self.eat("mut") {
            BorrowKind::Mut
        } else if self.eat("fake shallow") || self.eat("fake") {
            BorrowKind::Fake
        } else {
            BorrowKind::Shared
        };
        Ok(Rvalue::Ref(kind, self.place()?))
    }

    // [move _2, move _3]   [const 0_u8; 1024]   []
    fn array(&mut self) -> Parsed<Rvalue> {
        self.expect("[")?;
        if self.eat("]") {
            return Ok(Rvalue::Aggregate(AggregateKind::Array(Vec::new())));
        }
        let first = self.operand()?;
        if self.eat(";") {
            let length = self.const_arg(b"]")?;
            self.expect("]")?;
            return Ok(Rvalue::Repeat(first, length));
        }
        let mut operands = vec![first];
        if self.eat(",") {
            operands.extend(self.operands_until("]")?);
        } else {
            self.expect("]")?;
        }
        Ok(Rvalue::Aggregate(AggregateKind::Array(operands)))
    }

    // (move _6, move _7)   (move _18,)   ()
    fn tuple(&mut self) -> Parsed<Rvalue> {
        Ok(Rvalue::Aggregate(AggregateKind::Tuple(self.operands()?)))
    }

    // *const [T] from (copy _1, copy _2)
    fn raw_pointer_from_parts(&mut self) -> Parsed<Rvalue> {
        let ty = self.ty()?;
        self.expect("from")?;
        let [data, metadata]: [Operand; 2] =
            self.operands()?.try_into().map_err(|_| self.error("a wide pointer has two parts"))?;
        Ok(Rvalue::RawPtrFromParts { ty, data, metadata })
    }

    // {closure@src/a.rs:374:29: 374:31} { index: move _5, self: move _6 }
    fn closure(&mut self) -> Parsed<Rvalue> {
        let closure = self.closure_type()?;
        let mut captures = Vec::new();
        if self.eat("{") {
            while !self.eat("}") {
                let label = self.field_name()?;
                self.expect(":")?;
                captures.push((label, self.operand()?));
                if !self.eat(",") {
                    self.expect("}")?;
                    break;
                }
            }
        }
        let (definition, capture_types) = self.closure_facts();
        let list = CaptureList { closure, captures, definition, capture_types };
        Ok(Rvalue::Aggregate(AggregateKind::Closure(Box::new(list))))
    }

    // move _4 as i64 (IntToInt)
    fn perhaps_cast(&mut self, operand: Operand) -> Parsed<Rvalue> {
        if !self.eat("as") {
            return Ok(Rvalue::Use(operand));
        }
        let ty = self.ty()?;
        self.expect("(")?;
        let text = self.balanced(b")")?;
        self.expect(")")?;
        let kind = match CastKind::from_text(text) {
            Some(kind) => kind,
            None => CastKind::Other(self.intern(text)),
        };
        Ok(Rvalue::Cast { kind, operand, ty })
    }

    fn at_inspection(&mut self) -> bool {
        ["discriminant(", "Len("].into_iter().any(|word| {
            let found = self.at(word);
            if found {
                let inner = self.rest()[word.len()..].trim_start_matches(['(', '*']);
                return inner.starts_with('_') && inner[1..].starts_with(|c: char| c.is_ascii_digit());
            }
            false
        })
    }

    // discriminant((*_1))   Len((*_1))
    fn inspection(&mut self) -> Parsed<Option<Rvalue>> {
        if !self.at_inspection() {
            return Ok(None);
        }
        let is_discriminant = self.eat("discriminant");
        if !is_discriminant {
            self.expect("Len")?;
        }
        self.expect("(")?;
        let place = self.place()?;
        self.expect(")")?;
        Ok(Some(if is_discriminant { Rvalue::Discriminant(place) } else { Rvalue::Len(place) }))
    }

    // Option::<u32>::None   plus as fn(u32) -> u32 (PointerCoercion(ReifyFnPointer(Safe), Implicit))   P { x: move _2 }
    /// The rvalue that begins with `path`, read from `start` on, and is not followed by parentheses.
    pub(super) fn path_rvalue(&mut self, path: Path, start: usize) -> Parsed<Rvalue> {
        if self.at("as ") {
            let function = Operand::Function(self.function(path, start));
            return self.perhaps_cast(function);
        }
        if self.eat("{") {
            return self.struct_aggregate(path);
        }
        if let Some(facts) = self.facts_for_function(start) {
            return Ok(Rvalue::Use(Operand::Function(crate::mir::Function { path, facts: Some(facts) })));
        }
        Ok(Rvalue::Aggregate(AggregateKind::Adt { path, fields: AdtFields::Unit }))
    }

    // P { x: move _2, y: const 3_u8 }
    fn struct_aggregate(&mut self, path: Path) -> Parsed<Rvalue> {
        let mut fields: Vec<(Name, Operand)> = Vec::new();
        while !self.eat("}") {
            let name = self.field_name()?;
            self.expect(":")?;
            fields.push((name, self.operand()?));
            if !self.eat(",") {
                self.expect("}")?;
                break;
            }
        }
        Ok(Rvalue::Aggregate(AggregateKind::Adt { path, fields: AdtFields::Struct(exact(fields)) }))
    }

    // AddWithOverflow(copy _1, const 1_u32)   Not(copy _2)   Option::<T>::Some(move _3)
    /// The rvalue of a path and the operands between parentheses behind it.
    pub(super) fn applied_rvalue(
        &mut self,
        path: Path,
        mut operands: Vec<Operand>,
        destination: &Place,
    ) -> Parsed<Rvalue> {
        let operation = path.as_identifier().cloned().filter(|name| !self.is_type_named(destination, name));
        if let Some(name) = operation {
            if let Some(op) = BinaryOp::from_name(&name)
                && operands.len() == 2
            {
                let right = operands.pop().expect("there are two operands");
                let left = operands.pop().expect("there are two operands");
                return Ok(Rvalue::Binary(op, left, right));
            }
            if let Some(op) = UnaryOp::from_name(&name)
                && operands.len() == 1
            {
                let operand = operands.pop().expect("there is one operand");
                return Ok(Rvalue::Unary(op, operand));
            }
        }
        Ok(Rvalue::Aggregate(AggregateKind::Adt { path, fields: AdtFields::Tuple(operands) }))
    }

    /// Whether the place's type is a path that ends in `name`.
    fn is_type_named(&self, place: &Place, name: &Name) -> bool {
        match self.place_type(place) {
            Some(Type::Path(path)) => path.last_name() == Some(name),
            _ => false,
        }
    }

    // SizeOf(T)   OffsetOf(T, [(0, 1)])   ShallowInitBox(move _1, T)
    /// The rvalues of older compilers whose arguments are types; `None` takes nothing.
    pub(super) fn layout_rvalue(&mut self) -> Parsed<Option<Rvalue>> {
        self.peek();
        let start = self.position;
        let word =
            ["SizeOf(", "AlignOf(", "OffsetOf(", "ShallowInitBox("].into_iter().find(|word| self.at(word));
        let Some(word) = word else { return Ok(None) };
        self.position += word.len();
        if word == "ShallowInitBox(" {
            let operand = self.operand()?;
            self.expect(",")?;
            if !self.at_operand_word() {
                let ty = self.ty()?;
                self.expect(")")?;
                return Ok(Some(Rvalue::ShallowInitBox(operand, ty)));
            }
        } else if !self.at_operand_word() {
            self.balanced(b")")?;
            self.expect(")")?;
            let text = self.text[start..self.position].to_owned();
            return Ok(Some(Rvalue::Layout(self.intern(&text))));
        }
        self.position = start;
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::statements::Step;
    use super::super::tests::{check, check_refused};
    use super::*;
    use crate::mir::StatementKind;

    /// The right side of `_1 = …`.
    fn rvalue(parser: &mut Parser<'_>) -> Parsed<Rvalue> {
        let text = format!("_1 = {};", parser.rest());
        let mut inner = Parser::new(&text, 64);
        let step = inner.step()?;
        inner.expect(";")?;
        parser.rest_of_line();
        match step {
            Step::Statement(StatementKind::Assign(_, rvalue)) => Ok(rvalue),
            _ => Err(parser.error("no assignment")),
        }
    }

    #[test]
    fn rvalues_print_as_they_are_read() {
        for text in [
            "copy _1",
            "&(*_1)",
            "&mut _7",
            "&raw const (*_7)",
            "&raw mut (*_7)",
            "&raw const (fake) (*_25)",
            "&/*tls*/ TL::{constant#0}::VAL",
            "AddWithOverflow(copy _1, const 1_u32)",
            "Shl(copy _1, copy _2)",
            "Not(copy _1)",
            "PtrMetadata(copy _2)",
            "discriminant((*_1))",
            "Len((*_1))",
            "move _4 as i64 (IntToInt)",
            "copy _1 as *const u8 (SomethingNew(Really))",
            "plus as fn(u32) -> u32 (PointerCoercion(ReifyFnPointer))",
            "(move _6, move _7)",
            "(move _18,)",
            "()",
            "[move _2, move _3]",
            "[]",
            "[const 0_u8; 1024]",
            "[move _2; N]",
            "P::<T> { x: move _2, 0: const 3_u8 }",
            "std::option::Option::<u32>::Some(move _3)",
            "E::A",
            "{closure@src/a.rs:374:29: 374:31} { index: move _5, self: move _6 }",
            "{coroutine@odd.rs:59:33: 59:79 (#0)} { x: copy _1 }",
            "{closure@src/a.rs:374:29: 374:31}",
            "deref_copy (*_1)",
            "*const [T] from (copy _1, copy _2)",
            "ShallowInitBox(move _1, T)",
            "SizeOf(std::vec::Vec<u8>)",
            "<S as Tr>::Unit",
        ] {
            check(text, rvalue);
        }
    }

    #[test]
    fn what_is_no_rvalue_is_refused() {
        for text in [
            "",
            "copy x",
            "&",
            "Add(copy _1, copy _2",
            "P { x move _1 }",
            "copy _1 as u8",
            "{closure@x}",
            "5_u8",
        ] {
            check_refused(text, rvalue);
        }
    }

    #[test]
    fn newer_compilers_prefix_uses() {
        let mut parser = Parser::new("no_retag copy (_1.0: &u32)", 64);
        assert_eq!(rvalue(&mut parser).unwrap().to_string(), "copy (_1.0: &u32)");
    }
}
