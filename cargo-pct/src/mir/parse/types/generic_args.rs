//! Generic arguments and type-level constants.

use crate::mir::parse::paths::PathStyle;
use crate::mir::parse::{Parsed, Parser};
use crate::mir::{ConstArg, GenericArg, IntType, Integer, Type};

impl Parser<'_> {
    // 4   CAP   a::B::<T>::C   CAP + 1   { N * 2 }   _
    /// A type-level constant, before one of the `closers`.
    pub(in crate::mir::parse) fn const_arg(&mut self, closers: &[u8]) -> Parsed<ConstArg> {
        self.peek();
        let start = self.position;
        if let Ok(arg) = self.simple_const_arg()
            && closers.contains(&self.peek())
        {
            return Ok(arg);
        }
        self.position = start;
        let text = self.balanced(closers)?.trim_end();
        if text.is_empty() {
            return Err(self.expected("a constant"));
        }
        Ok(ConstArg::Expression(self.intern(text)))
    }

    fn simple_const_arg(&mut self) -> Parsed<ConstArg> {
        match self.peek() {
            b'0'..=b'9' | b'-' => {
                let (value, ty) = self.integer_arg()?;
                Ok(ConstArg::Integer { value, ty })
            }
            b'\'' => Ok(ConstArg::Char(self.character()?)),
            _ => {
                if let Some((value, ty)) = self.extreme_integer() {
                    return Ok(ConstArg::Integer { value, ty: Some(ty) });
                }
                if let Some(value) = self.boolean() {
                    return Ok(ConstArg::Bool(value));
                }
                if self.at("_") && !self.rest().starts_with("_::") {
                    self.position += 1;
                    return Ok(ConstArg::Infer);
                }
                Ok(ConstArg::Path(self.path(PathStyle::Value)?))
            }
        }
    }

    fn integer_arg(&mut self) -> Parsed<(Integer, Option<IntType>)> {
        let number = self.number();
        let magnitude = number.digits.parse().map_err(|_| self.expected("an integer"))?;
        let ty = match number.suffix {
            "" => None,
            suffix => Some(IntType::from_name(suffix).ok_or_else(|| self.expected("an integer type"))?),
        };
        Ok((Integer::new(number.is_negative, magnitude), ty))
    }

    // u8::MAX   isize::MIN
    /// An extreme value, which rustc prints by name.
    pub(in crate::mir::parse) fn extreme_integer(&mut self) -> Option<(Integer, IntType)> {
        self.peek();
        let start = self.position;
        let ty = IntType::from_name(self.word()?);
        if let Some(ty) = ty {
            if self.eat("::MAX") && !self.rest().starts_with("::") {
                return Some((ty.max(self.pointer_bits), ty));
            }
            if self.eat("::MIN") && !self.rest().starts_with("::") {
                return Some((ty.min(self.pointer_bits), ty));
            }
        }
        self.position = start;
        None
    }

    /// `true` or `false`, not as the beginning of a path.
    pub(in crate::mir::parse) fn boolean(&mut self) -> Option<bool> {
        let value = self.at("true");
        if !value && !self.at("false") || self.rest()[if value { 4 } else { 5 }..].starts_with("::") {
            return None;
        }
        self.position += if value { 4 } else { 5 };
        Some(value)
    }

    // 'a   T   3   { N + 1 }   Item = U
    /// One generic argument, before `,` or `>`.
    pub(in crate::mir::parse) fn generic_arg(&mut self) -> Parsed<GenericArg> {
        if let Some(lifetime) = self.lifetime() {
            return Ok(GenericArg::Lifetime(lifetime));
        }
        let is_expression = self.peek() == b'{' && self.closure_kind().is_none() && !self.at_fn_coroutine();
        if is_expression || matches!(self.peek(), b'0'..=b'9' | b'-' | b'\'') {
            return Ok(GenericArg::Const(self.const_arg(b",>")?));
        }
        if let Some((value, ty)) = self.extreme_integer() {
            return Ok(GenericArg::Const(ConstArg::Integer { value, ty: Some(ty) }));
        }
        if let Some(value) = self.boolean() {
            return Ok(GenericArg::Const(ConstArg::Bool(value)));
        }
        let ty = self.ty()?;
        if !self.at("= ") {
            return Ok(GenericArg::Type(ty));
        }
        self.associated_type(ty)
    }

    // Item<'a> = U
    fn associated_type(&mut self, left: Type) -> Parsed<GenericArg> {
        let Type::Path(path) = left else { return Err(self.error("the left of `=` is no name")) };
        let [crate::mir::Segment::Named { name, args }] = &*path.segments else {
            return Err(self.error("the left of `=` is no name"));
        };
        self.expect("=")?;
        Ok(GenericArg::AssociatedType { name: name.clone(), args: args.angle().to_vec(), ty: self.ty()? })
    }
}
