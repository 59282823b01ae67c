//! Operands and constants.

use super::paths::PathStyle;
use super::{Parsed, Parser, exact};
use crate::mir::{
    AdtFields, AllocationId, Constant, ConstantKind, FloatType, Function, IntType, Integer, Operand, Path,
};

impl Parser<'_> {
    // copy _1   move (_3.0: u32)   const 5_u8   a::f::<T>   RuntimeChecks(UbChecks)
    /// An operand.
    pub(super) fn operand(&mut self) -> Parsed<Operand> {
        if self.eat("copy ") {
            return Ok(Operand::Copy(self.place()?));
        }
        if self.eat("move ") {
            return Ok(Operand::Move(self.place()?));
        }
        if self.eat("const ") {
            return Ok(Operand::Constant(Box::new(self.constant()?)));
        }
        for check in
            ["UbChecks()", "ContractChecks()", "RuntimeChecks(UbChecks)", "RuntimeChecks(ContractChecks)"]
        {
            if self.eat(check) {
                return Ok(Operand::RuntimeCheck(self.intern(check)));
            }
        }
        self.peek();
        let start = self.position;
        let path = self.path(PathStyle::Value)?;
        Ok(Operand::Function(self.function(path, start)))
    }

    /// Whether an operand other than a bare path comes next.
    pub(super) fn at_operand_word(&mut self) -> bool {
        self.at("copy ") || self.at("move ") || self.at("const ")
    }

    /// The function whose path was read from `start` on, with its comment.
    pub(super) fn function(&mut self, path: Path, start: usize) -> Function {
        let facts = self.facts_for_function(start);
        Function { path, facts }
    }

    // (copy _1, const 3_u32)
    /// Operands between parentheses.
    pub(super) fn operands(&mut self) -> Parsed<Vec<Operand>> {
        self.expect("(")?;
        self.operands_until(")")
    }

    /// Operands and the `closer` behind them; a comma may precede it.
    pub(super) fn operands_until(&mut self, closer: &str) -> Parsed<Vec<Operand>> {
        let mut operands = Vec::new();
        while !self.eat(closer) {
            operands.push(self.operand()?);
            if !self.eat(",") {
                self.expect(closer)?;
                break;
            }
        }
        Ok(exact(operands))
    }

    /// A constant behind its `const`, with its comment.
    pub(super) fn constant(&mut self) -> Parsed<Constant> {
        self.peek();
        let start = self.position;
        let kind = self.constant_kind()?;
        let facts = self.facts_for_constant(&kind, start);
        Ok(Constant { kind, facts })
    }

    // 5_u32   "str"   <T as Tr>::C   Result::<Infallible, core::fmt::Error>::Err(core::fmt::Error)
    /// A constant's value. Inside other constants there is no `const`.
    pub(super) fn constant_kind(&mut self) -> Parsed<ConstantKind> {
        self.nested("a constant", Parser::constant_kind_at_depth)
    }

    fn constant_kind_at_depth(&mut self) -> Parsed<ConstantKind> {
        match self.peek() {
            b'(' => self.constant_tuple(),
            b'[' => self.constant_array(),
            b'"' => {
                let text = self.string()?;
                Ok(ConstantKind::Str(self.intern(&text)))
            }
            b'*' if self.rest().starts_with("*b\"") => self.constant_bytes(2),
            b'b' if self.byte(1) == b'"' => self.constant_bytes(1),
            b'\'' => Ok(ConstantKind::Char(self.character()?)),
            b'0'..=b'9' => self.constant_number(),
            b'+' | b'-' => {
                if self.rest()[1..].starts_with("Inf") || self.rest()[1..].starts_with("NaN") {
                    return self.special_float();
                }
                self.constant_number()
            }
            b'{' if self.closure_kind().is_none() => self.braced_constant(),
            b'&' => {
                self.position += 1;
                Ok(ConstantKind::Ref(Box::new(self.constant_kind()?)))
            }
            _ => self.named_constant(),
        }
    }

    // ()   (A, B)
    fn constant_tuple(&mut self) -> Parsed<ConstantKind> {
        self.expect("(")?;
        Ok(ConstantKind::Tuple(self.constants_until(")")?))
    }

    // []   [A, B]   [A; 3]
    fn constant_array(&mut self) -> Parsed<ConstantKind> {
        self.expect("[")?;
        if self.eat("]") {
            return Ok(ConstantKind::Array(Vec::new()));
        }
        let first = self.constant_kind()?;
        if self.eat(";") {
            let length = self.const_arg(b"]")?;
            self.expect("]")?;
            return Ok(ConstantKind::Repeat(Box::new(first), length));
        }
        let mut elements = vec![first];
        if self.eat(",") {
            elements.extend(self.constants_until("]")?);
        } else {
            self.expect("]")?;
        }
        Ok(ConstantKind::Array(elements))
    }

    fn constants_until(&mut self, closer: &str) -> Parsed<Vec<ConstantKind>> {
        let mut constants = Vec::new();
        while !self.eat(closer) {
            constants.push(self.constant_kind()?);
            if !self.eat(",") {
                self.expect(closer)?;
                break;
            }
        }
        Ok(exact(constants))
    }

    // b"\x04msg \xc0\x00"   *b"abc"
    fn constant_bytes(&mut self, prefix: usize) -> Parsed<ConstantKind> {
        self.position += prefix;
        Ok(ConstantKind::ByteStr { bytes: self.byte_string()?, is_deref: prefix == 2 })
    }

    // 5_u32   -4_i8   1.0E+10f32   0_usize is 0..=9
    fn constant_number(&mut self) -> Parsed<ConstantKind> {
        let number = self.number();
        if let Some(ty) = FloatType::from_name(number.suffix) {
            let sign = if number.is_negative { "-" } else { "" };
            let digits = self.intern(&format!("{sign}{}", number.digits));
            return Ok(ConstantKind::Float { digits, ty });
        }
        let ty =
            IntType::from_name(number.suffix).ok_or_else(|| self.error("a number without a known type"))?;
        let magnitude = number.digits.parse().map_err(|_| self.error("an integer is out of range"))?;
        let value = Integer::new(number.is_negative, magnitude);
        if value < ty.min(self.pointer_bits) || value > ty.max(self.pointer_bits) {
            return Err(self.error("an integer is out of range"));
        }
        let value = ConstantKind::Integer { value, ty };
        if !self.rest().starts_with(" is ") {
            return Ok(value);
        }
        self.expect("is")?;
        Ok(ConstantKind::Pattern { value: Box::new(value), pattern: self.value_pattern() })
    }

    // NaN_f64   +Inf_f32   -Inf_f64
    fn special_float(&mut self) -> Parsed<ConstantKind> {
        self.peek();
        let length = self.rest().find('_').unwrap_or(0);
        let digits = self.rest()[..length].to_owned();
        self.position += length + 1;
        let ty = self.word().and_then(FloatType::from_name);
        let ty = ty.ok_or_else(|| self.expected("a float type"))?;
        Ok(ConstantKind::Float { digits: self.intern(&digits), ty })
    }

    // {alloc4+0x10: &T}   {0x1 as *mut T}   {transmute(0x0001): T}
    fn braced_constant(&mut self) -> Parsed<ConstantKind> {
        self.expect("{")?;
        let constant = if self.rest().starts_with("alloc") || self.rest().starts_with("ALLOC") {
            let allocation = self.allocation_id()?;
            let offset = if self.eat_beginning("+0x") { self.hexadecimal()? } else { 0 };
            self.expect(":")?;
            ConstantKind::Pointer { allocation, offset, ty: self.ty()? }
        } else if self.eat_beginning("transmute(0x") {
            let digits = self.until(")")?;
            let digits = self.intern(digits);
            self.expect(":")?;
            ConstantKind::Bits { digits, ty: self.ty()? }
        } else if self.eat_beginning("0x") {
            let digits = self.word_or_digits();
            let address = u128::from_str_radix(digits, 16).map_err(|_| self.expected("an address"))?;
            self.expect("as")?;
            ConstantKind::Address { address, ty: self.ty()? }
        } else {
            return Err(self.expected("an allocation, an address or bits"));
        };
        self.expect("}")?;
        Ok(constant)
    }

    // alloc12
    /// The number of an allocation.
    pub(super) fn allocation_id(&mut self) -> Parsed<AllocationId> {
        self.peek();
        if !self.rest().starts_with("alloc") && !self.rest().starts_with("ALLOC") {
            return Err(self.expected("an allocation"));
        }
        self.position += "alloc".len();
        Ok(AllocationId(self.unsigned()?))
    }

    fn hexadecimal(&mut self) -> Parsed<u64> {
        let digits = self.word_or_digits();
        u64::from_str_radix(digits, 16).map_err(|_| self.expected("a hexadecimal number"))
    }

    fn word_or_digits(&mut self) -> &str {
        let length = self.rest().bytes().take_while(u8::is_ascii_alphanumeric).count();
        let digits = &self.text[self.position..self.position + length];
        self.position += length;
        digits
    }

    // true   ZeroSized: T   Slice { alloc_id: alloc1, meta: 2 }: &T   u8::MAX   a::B::C   _
    fn named_constant(&mut self) -> Parsed<ConstantKind> {
        if let Some(value) = self.boolean() {
            return Ok(ConstantKind::Bool(value));
        }
        if let Some((value, ty)) = self.extreme_integer() {
            return Ok(ConstantKind::Integer { value, ty });
        }
        if self.eat("<static(") {
            let text = self.until(")>")?;
            return Ok(ConstantKind::Static(self.intern(text)));
        }
        if self.eat("<uninit>") {
            return Ok(ConstantKind::Uninit);
        }
        if self.eat("ZeroSized: ") {
            return Ok(ConstantKind::ZeroSized(self.ty()?));
        }
        if self.eat("Slice { alloc_id: ") {
            return self.wide_pointer();
        }
        if self.eat("Indirect { alloc_id: ") {
            return self.indirect();
        }
        if self.rest().starts_with("NaN_f") {
            return self.special_float();
        }
        if self.at("_") && !self.rest().starts_with("_::") {
            self.position += 1;
            return Ok(ConstantKind::Hole);
        }
        let path = self.path(PathStyle::Value)?;
        self.constant_adt(path)
    }

    // Slice { alloc_id: alloc2521, meta: 1 }: &std::ffi::CStr
    fn wide_pointer(&mut self) -> Parsed<ConstantKind> {
        let allocation = self.allocation_id()?;
        self.expect(", meta:")?;
        let meta = self.unsigned()?;
        self.expect("}")?;
        self.expect(":")?;
        Ok(ConstantKind::WidePointer { allocation, meta, ty: self.ty()? })
    }

    // Indirect { alloc_id: alloc9, offset: Size(0 bytes) }: T
    fn indirect(&mut self) -> Parsed<ConstantKind> {
        let allocation = self.allocation_id()?;
        self.expect(", offset: Size(")?;
        let offset = self.unsigned()?;
        if !self.eat("bytes") {
            self.expect("byte")?;
        }
        self.expect(")")?;
        self.expect("}")?;
        self.expect(":")?;
        Ok(ConstantKind::Indirect { allocation, offset, ty: self.ty()? })
    }

    // CapacityError {{ element: () }}   Some(3_u32)   a::B::C
    fn constant_adt(&mut self, path: Path) -> Parsed<ConstantKind> {
        if self.rest().starts_with(" {{") {
            self.expect("{{")?;
            return self.constant_struct(path);
        }
        if self.byte(0) != b'(' || self.is_call() {
            return Ok(ConstantKind::Path(path));
        }
        self.expect("(")?;
        let fields = AdtFields::Tuple(self.constants_until(")")?);
        Ok(ConstantKind::Adt { path, fields })
    }

    /// Whether the parenthesis here holds a call's arguments: the constant before it is then a function pointer.
    fn is_call(&self) -> bool {
        let inner = &self.rest()[1..];
        ["copy ", "move ", "const ", ") ->"].iter().any(|word| inner.starts_with(word))
    }

    // {{ element: () }}   {{  }}
    fn constant_struct(&mut self, path: Path) -> Parsed<ConstantKind> {
        let mut fields = Vec::new();
        while !self.eat("}}") {
            let name = self.field_name()?;
            self.expect(":")?;
            fields.push((name, self.constant_kind()?));
            if !self.eat(",") {
                self.expect("}}")?;
                break;
            }
        }
        Ok(ConstantKind::Adt { path, fields: AdtFields::Struct(fields) })
    }

    // element   0
    /// A field's name or number.
    pub(super) fn field_name(&mut self) -> Parsed<crate::mir::Name> {
        if self.peek().is_ascii_digit() {
            let index: u32 = self.unsigned()?;
            return Ok(self.intern(&index.to_string()));
        }
        self.name()
    }
}

#[cfg(test)]
mod tests;
