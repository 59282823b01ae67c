//! Types, bounds, signatures and type-level constants.

mod generic_args;

use super::paths::PathStyle;
use super::{Parsed, Parser, exact};
use crate::mir::{Bound, ClosureKind, ClosureType, FloatType, FnSignature, IntType, Mutability, Name, Type};

/// What is nested deeper than this is refused, so that no input exhausts the stack.
const MAX_DEPTH: usize = 400;

impl Parser<'_> {
    // &mut std::vec::Vec<T>
    /// Any type.
    pub(super) fn ty(&mut self) -> Parsed<Type> {
        self.nested("a type", Parser::ty_at_depth)
    }

    /// A production that may contain itself.
    pub(super) fn nested<T>(
        &mut self,
        what: &str,
        production: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error(format!("{what} is nested too deeply")));
        }
        self.depth += 1;
        let parsed = production(self);
        self.depth -= 1;
        parsed
    }

    fn ty_at_depth(&mut self) -> Parsed<Type> {
        match self.peek() {
            b'&' => self.reference_type(),
            b'*' => self.raw_pointer_type(),
            b'[' => self.as_output(false, Parser::sequence_type),
            b'(' => self.as_output(false, Parser::tuple_type),
            b'{' => self.braced_type(),
            b'<' => Ok(Type::Path(self.path(PathStyle::Type)?)),
            b'!' => {
                self.position += 1;
                Ok(Type::Never)
            }
            b'#' => self.fn_type(),
            _ => self.named_type(),
        }
    }

    // usize   dyn std::fmt::Debug   impl Fn(u8)   for<'a> fn(&'a T)   a::B<T>   _
    fn named_type(&mut self) -> Parsed<Type> {
        let start = self.position;
        let Some(word) = self.word() else { return Err(self.expected("a type")) };
        let is_path = self.rest().starts_with("::") || self.byte(0) == b'<';
        match word {
            "dyn" if self.byte(0) == b' ' => return Ok(Type::Dyn(self.bounds()?)),
            "impl" if self.byte(0) == b' ' => return Ok(Type::Impl(self.bounds()?)),
            "for" if is_path => {
                self.position = start;
                return self.fn_type();
            }
            "fn" if self.byte(0) == b'(' => {
                self.position = start;
                return self.fn_type();
            }
            "extern" if self.byte(0) == b' ' => {
                self.position = start;
                return self.fn_type();
            }
            "unsafe" if self.byte(0) == b'<' => return self.unsafe_binder(),
            "unsafe" if self.byte(0) == b' ' => {
                self.position = start;
                return self.fn_type();
            }
            "_" if !is_path => return Ok(Type::Infer),
            _ => {}
        }
        if !is_path && let Some(ty) = primitive(word) {
            return self.perhaps_pattern(ty);
        }
        self.position = start;
        Ok(Type::Path(self.path(PathStyle::Type)?))
    }

    // &'a mut T
    fn reference_type(&mut self) -> Parsed<Type> {
        self.expect("&")?;
        let lifetime = self.lifetime();
        let mutability = self.mutability();
        Ok(Type::Ref { lifetime, mutability, referent: Box::new(self.ty()?) })
    }

    // *const T
    fn raw_pointer_type(&mut self) -> Parsed<Type> {
        self.expect("*")?;
        let mutability = if self.eat("mut") {
            Mutability::Mut
        } else {
            self.expect("const")?;
            Mutability::Not
        };
        Ok(Type::RawPtr { mutability, pointee: Box::new(self.ty()?) })
    }

    /// `mut` or nothing.
    pub(super) fn mutability(&mut self) -> Mutability {
        if self.eat("mut") { Mutability::Mut } else { Mutability::Not }
    }

    // [T]   [T; 4]   [usize; CAP + 1]
    fn sequence_type(&mut self) -> Parsed<Type> {
        self.expect("[")?;
        let element = Box::new(self.ty()?);
        if self.eat("]") {
            return Ok(Type::Slice(element));
        }
        self.expect(";")?;
        let length = self.const_arg(b"]")?;
        self.expect("]")?;
        Ok(Type::Array { element, length })
    }

    // ()   (A,)   (A, B)   (dyn Tr + 'a)   (u32) is 1..=9
    fn tuple_type(&mut self) -> Parsed<Type> {
        self.expect("(")?;
        let mut elements = Vec::new();
        while !self.eat(")") {
            elements.push(self.ty()?);
            if self.eat(",") {
                continue;
            }
            self.expect(")")?;
            if elements.len() == 1 {
                let ty = elements.pop().expect("there is one element");
                return self.perhaps_pattern(ty);
            }
            break;
        }
        Ok(Type::Tuple(elements))
    }

    // u32 is 1..=9
    fn perhaps_pattern(&mut self, base: Type) -> Parsed<Type> {
        if !self.rest().starts_with(" is ") {
            return Ok(base);
        }
        self.expect("is")?;
        let pattern = self.value_pattern();
        Ok(Type::Pattern { base: Box::new(base), pattern })
    }

    /// `0..=9 | 12..`, the pattern of a pattern type.
    pub(super) fn value_pattern(&mut self) -> Name {
        let is_part = |c: char| c.is_alphanumeric() || "_.=:| -".contains(c);
        let length = match self.peek() {
            b'(' => self.rest().find(')').map_or(1, |length| length + 1),
            _ => self.rest().find(|c| !is_part(c)).unwrap_or(self.rest().len()),
        };
        let text = self.rest()[..length].trim_end();
        self.position += text.len();
        self.intern(text)
    }

    // {closure@src/a.rs:1:2: 1:9}   {async fn body of a::f<T>()}
    fn braced_type(&mut self) -> Parsed<Type> {
        let content = self.rest().split(['@', '\n']).next().unwrap_or("");
        let Some((keyword, _)) = content[1..].split_once(" of ") else {
            return Ok(Type::Closure(Box::new(self.closure_type()?)));
        };
        if !keyword.bytes().all(|byte| byte == b' ' || byte == b'-' || byte.is_ascii_lowercase()) {
            return Err(self.expected("a type"));
        }
        self.position += 1 + keyword.len() + " of ".len();
        let keyword = self.intern(keyword);
        let path = self.path(PathStyle::Type)?;
        if self.eat("(") {
            self.expect(")")?;
        }
        self.expect("}")?;
        Ok(Type::FnCoroutine { keyword, path })
    }

    // {coroutine@src/a.rs:1:2: 1:9 (#0)}
    /// The type of a closure or coroutine, by its place.
    pub(super) fn closure_type(&mut self) -> Parsed<ClosureType> {
        let Some((kind, length)) = self.closure_kind() else { return Err(self.expected("a type")) };
        self.position += length;
        let mut text = self.until("}")?;
        let mut expansion = None;
        if let Some((before, after)) = text.rsplit_once(" (#")
            && let Some(number) = after.strip_suffix(')')
        {
            expansion = number.parse().ok();
            text = before;
        }
        Ok(ClosureType { kind, location: self.span_from(text)?, expansion })
    }

    /// The kind of closure that begins here, and the length of `{kind@`.
    pub(super) fn closure_kind(&mut self) -> Option<(ClosureKind, usize)> {
        if self.peek() != b'{' {
            return None;
        }
        let (word, _) = self.rest()[1..].split_once('@')?;
        let kind = ClosureKind::from_name(word)?;
        Some((kind, word.len() + 2))
    }

    // for<'a> unsafe extern "C" fn(&'a T, ...) -> U   fn(A) {a::path::<T>}
    fn fn_type(&mut self) -> Parsed<Type> {
        let mut has_target_features = self.eat("#[target_features]");
        let binder = self.binder()?;
        has_target_features |= self.eat("#[target_features]");
        let is_unsafe = self.eat("unsafe");
        let abi = if self.eat("extern") {
            let abi = self.string()?;
            Some(self.intern(&abi))
        } else {
            None
        };
        self.expect("fn")?;
        self.expect("(")?;
        let (inputs, is_variadic) = self.as_output(false, Parser::fn_inputs)?;
        let output = if self.eat("->") { self.as_output(true, Parser::ty)? } else { Type::UNIT };
        let signature = Box::new(FnSignature {
            binder,
            has_target_features,
            is_unsafe,
            abi,
            inputs,
            is_variadic,
            output,
        });
        let is_item = !self.is_output && self.peek() == b'{' && !matches!(self.byte(1), b'\n' | b' ');
        if !is_item {
            return Ok(Type::FnPtr(signature));
        }
        self.expect("{")?;
        let path = self.path(PathStyle::Value)?;
        self.expect("}")?;
        Ok(Type::FnDef { signature, path })
    }

    pub(super) fn fn_inputs(&mut self) -> Parsed<(Vec<Type>, bool)> {
        let mut inputs = Vec::new();
        let mut is_variadic = false;
        while !self.eat(")") {
            if self.eat("...") {
                is_variadic = true;
            } else {
                inputs.push(self.ty()?);
            }
            if !self.eat(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok((exact(inputs), is_variadic))
    }

    /// Parses as the result type of a function, or as something between brackets, where that does not matter. In `fn() -> fn()
    /// {f}` the item belongs to the outer signature.
    pub(super) fn as_output<T>(
        &mut self,
        is_output: bool,
        production: impl FnOnce(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        let outer = std::mem::replace(&mut self.is_output, is_output);
        let result = production(self);
        self.is_output = outer;
        result
    }

    // unsafe<'a> &'a T
    fn unsafe_binder(&mut self) -> Parsed<Type> {
        let binder = self.lifetimes()?;
        Ok(Type::UnsafeBinder { binder, inner: Box::new(self.ty()?) })
    }

    // for<'a, 'b>
    /// The lifetimes of `for<…>`, or none.
    pub(super) fn binder(&mut self) -> Parsed<Vec<Name>> {
        if self.at("for<") {
            self.expect("for")?;
            return self.lifetimes();
        }
        Ok(Vec::new())
    }

    fn lifetimes(&mut self) -> Parsed<Vec<Name>> {
        self.expect("<")?;
        let mut lifetimes = Vec::new();
        while !self.eat(">") {
            lifetimes.push(self.lifetime().ok_or_else(|| self.expected("a lifetime"))?);
            if !self.eat(",") {
                self.expect(">")?;
                break;
            }
        }
        Ok(lifetimes)
    }

    // Obj + std::marker::Send + 'a
    /// Bounds of `dyn` or `impl`.
    pub(super) fn bounds(&mut self) -> Parsed<Vec<Bound>> {
        let mut bounds = vec![self.bound()?];
        while self.eat("+") {
            bounds.push(self.bound()?);
        }
        Ok(bounds)
    }

    // for<'a> Fn(&'a T) -> u32   ?Sized   (for<'a> Tr<'a>)   'a
    fn bound(&mut self) -> Parsed<Bound> {
        if let Some(lifetime) = self.lifetime() {
            return Ok(Bound::Lifetime(lifetime));
        }
        if self.eat("(") {
            let bound = self.bound()?;
            self.expect(")")?;
            return Ok(bound);
        }
        let is_relaxed = self.eat("?");
        let binder = self.binder()?;
        let path = self.path(PathStyle::Type)?;
        Ok(Bound::Trait { binder, is_relaxed, path })
    }

    fn at_fn_coroutine(&self) -> bool {
        let content = self.rest().split(['@', '}', '\n']).next().unwrap_or("");
        content[1..].split_once(" of ").is_some_and(|(keyword, _)| keyword.ends_with("body"))
    }
}

fn primitive(word: &str) -> Option<Type> {
    Some(match word {
        "bool" => Type::Bool,
        "char" => Type::Char,
        "str" => Type::Str,
        _ => match IntType::from_name(word) {
            Some(ty) => Type::Int(ty),
            None => Type::Float(FloatType::from_name(word)?),
        },
    })
}

#[cfg(test)]
mod tests;
