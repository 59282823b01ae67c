//! Headers, declarations and blocks of bodies.

use super::paths::PathStyle;
use super::statements::Step;
use super::{Parsed, Parser, SyntaxError, exact};
use crate::ids::{EntityRef, PrimaryMap};
use crate::mir::{
    BasicBlock, Block, Body, BodyKind, DebugInfo, DebugValue, Item, Local, LocalDecl, Mutability, Path,
    Scope, ScopeId, SourceInfo, Statement, Terminator, TrivialConst, Type,
};
use crate::span::Span;

/// The first line of an item.
pub(super) struct Header {
    pub(super) kind: BodyKind,
    pub(super) path: Path,
}

impl Parser<'_> {
    // fn a::f(   static mut M: u32   const K: u32   a::f::{constant#0}: usize
    /// An item's kind and name.
    pub(super) fn header(&mut self) -> Parsed<Header> {
        self.eat("thread_local");
        let kind = if self.eat("fn ") {
            BodyKind::Fn
        } else if self.eat("const ") {
            BodyKind::Const
        } else if self.eat("static ") {
            BodyKind::Static(self.mutability())
        } else {
            BodyKind::InlineConst
        };
        let path = self.path(PathStyle::Value)?;
        // All functions of a dump are the crate's.
        let path = if kind == BodyKind::Fn { self.in_own_module(path) } else { path };
        Ok(Header { kind, path })
    }

    /// What follows an item's name, to its last line; the cursor must be behind the name.
    pub(super) fn item_after(&mut self, header: Header, is_for_ctfe: bool, line: u32) -> Parsed<Item> {
        self.locals.clear();
        let Header { kind, path } = header;
        let arg_count = if kind == BodyKind::Fn { self.signature()? } else { 0 };
        if kind != BodyKind::Fn {
            self.expect(":")?;
            let ty = self.ty()?;
            self.expect("=")?;
            if self.eat("const ") {
                let value = self.constant_kind()?.into();
                self.expect(";")?;
                self.end_of_line()?;
                return Ok(Item::TrivialConst(TrivialConst { kind, path, ty, value, is_for_ctfe, line }));
            }
        }
        self.expect("{")?;
        self.end_of_line()?;
        let mut scopes = PrimaryMap::new();
        scopes.push(Some(Scope { parent: None, inlined: None }));
        let mut debug_info = Vec::new();
        self.declarations(ScopeId::new(0), &mut scopes, &mut debug_info)?;
        let scopes = self.all_scopes(scopes)?;
        let locals = self.all_locals(arg_count)?;
        let blocks = self.blocks()?;
        self.expect("}")?;
        self.end_of_line()?;
        Ok(Item::Body(Body { kind, path, arg_count, locals, debug_info, scopes, blocks, is_for_ctfe, line }))
    }

    // (_1: &mut Vec<T>, _2: T) -> bool
    /// A function's arguments, which are declared, and result type; returns the number of arguments.
    fn signature(&mut self) -> Parsed<usize> {
        self.expect("(")?;
        let mut count = 0;
        while !self.eat(")") {
            let local = self.local()?;
            self.expect(":")?;
            let ty = self.ty()?;
            count += 1;
            if local.index() != count {
                return Err(self.error("the arguments are not in order"));
            }
            self.declare(local, Mutability::Not, ty, ScopeId::new(0), None)?;
            if !self.eat(",") {
                self.expect(")")?;
                break;
            }
        }
        self.expect("->")?;
        self.ty()?;
        Ok(count)
    }

    fn declare(
        &mut self,
        local: Local,
        mutability: Mutability,
        ty: Type,
        scope: ScopeId,
        span: Option<Span>,
    ) -> Parsed<()> {
        let index = local.index();
        if index > 1_000_000 {
            return Err(self.error("a local's number is absurd"));
        }
        if self.locals.len() <= index {
            self.locals.resize(index + 1, None);
        }
        if self.locals[index].is_some() {
            return Err(self.error(format!("{local} is declared twice")));
        }
        self.locals[index] = Some(LocalDecl { mutability, ty, scope, span });
        Ok(())
    }

    /// `debug`, `let` and nested scopes, up to a line that is none of these.
    fn declarations(
        &mut self,
        scope: ScopeId,
        scopes: &mut PrimaryMap<ScopeId, Option<Scope>>,
        debug_info: &mut Vec<DebugInfo>,
    ) -> Parsed<()> {
        loop {
            if self.eat("debug ") {
                debug_info.push(self.debug_line(scope)?);
            } else if self.eat("let ") {
                self.let_line(scope)?;
            } else if self.eat("scope ") {
                let inner = self.scope_header(scope, scopes)?;
                self.declarations(inner, scopes, debug_info)?;
                self.expect("}")?;
                self.end_of_line()?;
            } else {
                return Ok(());
            }
        }
    }

    // debug index => (*(_1.0: &usize));   debug val => const ();   debug ((v: m::Vec).0: u8) => const 1_u8;
    fn debug_line(&mut self, scope: ScopeId) -> Parsed<DebugInfo> {
        let (name, part) = if self.peek() == b'(' {
            let text = self.until(" => ")?;
            let name = text.trim_start_matches('(').split([':', ' ']).next().unwrap_or("");
            (self.intern(name), Some(self.intern(text)))
        } else {
            let name = self.name()?;
            self.expect("=>")?;
            (name, None)
        };
        let value = if self.eat("const ") {
            DebugValue::Constant(self.constant_kind()?)
        } else if self.at_place() {
            DebugValue::Place(self.place()?)
        } else {
            DebugValue::Function(self.path(PathStyle::Value)?)
        };
        self.expect(";")?;
        Ok(DebugInfo { name, part, value, scope, span: self.declaration_comment()? })
    }

    // let mut _2: u32;                     // in scope 0 at src/a.rs:1:2: 1:9
    fn let_line(&mut self, scope: ScopeId) -> Parsed<()> {
        let mutability = self.mutability();
        let start = self.position;
        let local = self.local()?;
        self.expect(":")?;
        let ty = self.ty()?;
        self.expect(";")?;
        let span = self.declaration_comment()?;
        self.declare(local, mutability, ty, scope, span)
            .map_err(|error| SyntaxError { offset: start, message: error.message })
    }

    // scope 1 {   scope 3 (inlined core::option::Option::<T>::map) {
    fn scope_header(
        &mut self,
        parent: ScopeId,
        scopes: &mut PrimaryMap<ScopeId, Option<Scope>>,
    ) -> Parsed<ScopeId> {
        let number: u32 = self.unsigned()?;
        let inlined = if self.eat("(inlined ") {
            let text = self.balanced(b")")?.to_owned();
            self.expect(")")?;
            Some(self.intern(&text))
        } else {
            None
        };
        self.expect("{")?;
        // Optimised dumps say here where the call was.
        self.rest_of_line();
        if number > 1_000_000 {
            return Err(self.error("a scope's number is absurd"));
        }
        let scope = ScopeId::from_u32(number);
        while scopes.len() <= scope.index() {
            scopes.push(None);
        }
        scopes[scope] = Some(Scope { parent: Some(parent), inlined });
        Ok(scope)
    }

    // // in scope 0 at src/a.rs:1:2: 1:9   // return place in scope 0 at src/a.rs:1:2: 1:9
    fn declaration_comment(&mut self) -> Parsed<Option<Span>> {
        if self.peek() != b'/' {
            self.end_of_line()?;
            return Ok(None);
        }
        self.expect("//")?;
        let line = self.rest_of_line();
        match line.split_once(" at ") {
            Some((_, span)) => self.optional_span_from(span),
            None => Err(self.error("a comment without a place")),
        }
    }

    // // scope 0 at src/a.rs:1:2: 1:9
    fn step_comment(&mut self) -> Parsed<Option<SourceInfo>> {
        if self.peek() != b'/' {
            self.end_of_line()?;
            return Ok(None);
        }
        self.expect("//")?;
        self.expect("scope")?;
        let scope = ScopeId::from_u32(self.unsigned()?);
        self.expect("at ")?;
        let line = self.rest_of_line();
        Ok(Some(SourceInfo { scope, span: self.optional_span_from(line)? }))
    }

    fn all_scopes(&self, scopes: PrimaryMap<ScopeId, Option<Scope>>) -> Parsed<PrimaryMap<ScopeId, Scope>> {
        let mut all = PrimaryMap::new();
        for (id, scope) in scopes {
            all.push(scope.ok_or_else(|| self.error(format!("{id} is missing")))?);
        }
        Ok(all)
    }

    fn all_locals(&self, arg_count: usize) -> Parsed<PrimaryMap<Local, LocalDecl>> {
        let mut all = PrimaryMap::new();
        for (index, local) in self.locals.iter().enumerate() {
            let missing = || self.error(format!("_{index} is not declared"));
            all.push(local.clone().ok_or_else(missing)?);
        }
        if all.is_empty() || all.len() <= arg_count {
            return Err(self.error("_0 is not declared"));
        }
        all.shrink_to_fit();
        Ok(all)
    }

    /// The blocks, with the empty lines between.
    fn blocks(&mut self) -> Parsed<PrimaryMap<BasicBlock, Block>> {
        let mut blocks = PrimaryMap::new();
        loop {
            self.blank_lines();
            if self.peek() == b'}' {
                break;
            }
            let number = self.basic_block()?;
            if number.index() != blocks.len() {
                return Err(self.error("the blocks are not in order"));
            }
            blocks.push(self.block()?);
        }
        if blocks.is_empty() {
            return Err(self.error("there are no blocks"));
        }
        blocks.shrink_to_fit();
        Ok(blocks)
    }

    /// Skips lines without text.
    pub(super) fn blank_lines(&mut self) {
        while self.peek() == b'\n' {
            self.position += 1;
        }
    }

    // bb7 (cleanup): {
    /// A block, behind its number.
    fn block(&mut self) -> Parsed<Block> {
        let is_cleanup = self.eat("(cleanup)");
        self.expect(":")?;
        self.expect("{")?;
        self.end_of_line()?;
        let mut statements = Vec::new();
        loop {
            let is_asm = self.at("asm!(");
            let start = self.position;
            let after_comments = if is_asm { 0 } else { self.read_facts()? };
            let step = self.step()?;
            self.expect(";")?;
            let source = self.step_comment()?;
            if is_asm {
                // It may have taken several lines; its constants are kept as text.
                self.skip_comments();
            } else {
                self.finish_facts(start)?;
                self.position = after_comments;
            }
            match step {
                Step::Statement(kind) => statements.push(Statement { kind, source }),
                Step::Terminator(kind) => {
                    self.expect("}")?;
                    self.end_of_line()?;
                    let terminator = Terminator { kind, source };
                    return Ok(Block { is_cleanup, statements: exact(statements), terminator });
                }
            }
        }
    }
}
