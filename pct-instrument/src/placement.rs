//! Walks a function's body and puts probes where cutpoints are.
//!
//! Closures, async blocks and nested items are left alone: a probe inside would change what they capture, and they are
//! functions of their own. Code that `cfg` may remove declares its own cutpoints ([`crate::sidecar`]).

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{Arm, Attribute, Block, Expr, ExprIf, Stmt, token};

use pct_wire::Id;
use pct_wire::sites::{ContractKind, CutpointKind};

use crate::attribute::Errors;
use crate::cutpoints::{Cutpoints, Object};
use crate::inline::{self, Inline};
use crate::kind::{self, Kind};
use crate::predicate::Condition;
use crate::scope::Scope;
use crate::settings::Granularity;
use crate::{exit, sidecar};

/// Places the probes of a body. Errors are those of `pct::cutpoint!` and `pct::assume!`.
pub(crate) fn place(body: &mut Block, scope: Scope, cutpoints: &mut Cutpoints<'_>) -> syn::Result<()> {
    let mut placer = Placer { cutpoints, scope, conditional: 0, assumptions: 0, errors: Errors::default() };
    // The entry's probe stands in front of the first statement.
    placer.stmts(body, Vec::new(), true);
    placer.errors.finish(())
}

struct Placer<'a, 'b> {
    cutpoints: &'a mut Cutpoints<'b>,
    scope: Scope,
    /// How many enclosing pieces of code carry a `cfg`.
    conditional: usize,
    assumptions: u32,
    errors: Errors,
}

impl Placer<'_, '_> {
    fn granularity(&self) -> Granularity {
        self.cutpoints.settings.granularity
    }

    fn probe(&mut self, kind: CutpointKind, site: Span) -> Option<Stmt> {
        let wanted = match kind {
            CutpointKind::Branch => self.granularity() >= Granularity::Branches,
            CutpointKind::Statement => self.granularity() >= Granularity::Statements,
            _ => true,
        };
        wanted.then(|| statement(self.cutpoints.numbered(kind, site, &self.scope, self.conditional > 0)))
    }

    /// A block; `head` says which cutpoint stands in front of its first statement.
    fn block(&mut self, block: &mut Block, head: Option<CutpointKind>) {
        let head = head.and_then(|kind| self.probe(kind, block.brace_token.span.open()));
        let is_covered = head.is_some();
        self.stmts(block, Vec::from_iter(head), is_covered);
    }

    /// A block's statements, put behind those that are `placed`; `is_covered` if a probe stands right in front of them.
    fn stmts(&mut self, block: &mut Block, mut placed: Vec<Stmt>, mut is_covered: bool) {
        self.scope.enter();
        for stmt in std::mem::take(&mut block.stmts) {
            is_covered = self.statement(stmt, is_covered, &mut placed);
        }
        block.stmts = placed;
        self.scope.leave();
    }

    /// One statement and the probes around it. One point gets one probe: a statement that a probe stands in front of gets no
    /// other. Returns whether one stands behind.
    fn statement(&mut self, mut stmt: Stmt, is_covered: bool, placed: &mut Vec<Stmt>) -> bool {
        if matches!(stmt, Stmt::Item(_)) {
            placed.push(stmt);
            return is_covered;
        }
        if let Stmt::Macro(mac) = &stmt
            && let Some(found) = self.errors.run(|| inline::recognise(&mac.mac)).flatten()
        {
            let conditional = self.conditional + usize::from(sidecar::is_conditional(&mac.attrs));
            let tokens = self.inline(found, conditional > 0);
            let attrs = &mac.attrs;
            placed.push(statement(quote::quote!(#(#attrs)* { #tokens })));
            return true;
        }
        let is_conditional = carries_cfg(&stmt);
        if !is_covered && !is_conditional && !self.observes_test(&stmt) {
            placed.extend(self.probe(CutpointKind::Statement, stmt.span()));
        }
        self.conditional += usize::from(is_conditional);
        visit_mut::visit_stmt_mut(self, &mut stmt);
        self.conditional -= usize::from(is_conditional);
        let behind = if is_conditional { None } else { site_behind(&stmt) };
        if let Stmt::Local(local) = &stmt {
            self.scope.bind(&local.pat, None, local.init.as_ref().map(|init| &*init.expr));
        }
        placed.push(stmt);
        let probe = behind.and_then(|site| self.probe(CutpointKind::Branch, site));
        placed.extend(probe.iter().cloned());
        probe.is_some()
    }

    /// Whether the probe of a statement stands inside it: a `while` is observed whenever its condition is tested, by statements.
    /// Not `while let`, where a block around the value would drop temporaries too early.
    fn observes_test(&self, stmt: &Stmt) -> bool {
        match stmt {
            Stmt::Expr(Expr::While(it), _) => {
                self.granularity() == Granularity::Statements && !binds(&it.cond)
            }
            _ => false,
        }
    }

    fn inline(&mut self, found: Inline, conditional: bool) -> TokenStream {
        match found {
            Inline::Cutpoint { label, site } => {
                let kind = CutpointKind::User;
                self.cutpoints.named(kind, &label.value(), site, Object::Receiver, &self.scope, conditional)
            }
            Inline::Assume { expr, site } => {
                self.assumptions += 1;
                let id =
                    Id::of(&[&self.cutpoints.function.to_string(), &format!("assume{}", self.assumptions)]);
                let condition = Condition::new(*expr);
                self.cutpoints.contract(ContractKind::Assume, id, &condition, site, &self.scope, conditional)
            }
        }
    }

    fn arm(&mut self, arm: &mut Arm) {
        let is_conditional = sidecar::is_conditional(&arm.attrs);
        self.conditional += usize::from(is_conditional);
        self.scope.enter();
        self.scope.bind(&arm.pat, None, None);
        match &mut *arm.body {
            Expr::Block(body) if body.label.is_none() && body.attrs.is_empty() => {
                self.block(&mut body.block, Some(CutpointKind::Branch));
            }
            body => {
                let probe = self.probe(CutpointKind::Branch, body.span());
                self.visit_expr_mut(body);
                if let Some(probe) = probe {
                    let expr = std::mem::replace(body, Expr::Verbatim(TokenStream::new()));
                    *body = in_block(vec![probe, Stmt::Expr(expr, None)]);
                }
            }
        }
        self.scope.leave();
        self.conditional -= usize::from(is_conditional);
    }

    /// A loop's body, with the names that its head binds in scope.
    fn loop_body(&mut self, body: &mut Block, bind: impl FnOnce(&mut Scope)) {
        self.scope.enter();
        bind(&mut self.scope);
        self.block(body, Some(CutpointKind::Loop));
        self.scope.leave();
    }
}

impl VisitMut for Placer<'_, '_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        self.block(block, None);
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        let Some(init) = &mut local.init else { return };
        self.visit_expr_mut(&mut init.expr);
        if let Some((_, diverging)) = &mut init.diverge {
            match &mut **diverging {
                Expr::Block(body) => self.block(&mut body.block, Some(CutpointKind::Branch)),
                other => self.visit_expr_mut(other),
            }
        }
    }

    fn visit_expr_if_mut(&mut self, it: &mut ExprIf) {
        self.visit_expr_mut(&mut it.cond);
        self.scope.enter();
        self.scope.bind_condition(&it.cond);
        self.block(&mut it.then_branch, Some(CutpointKind::Branch));
        self.scope.leave();
        match it.else_branch.as_mut().map(|(_, other)| &mut **other) {
            Some(Expr::Block(other)) => self.block(&mut other.block, Some(CutpointKind::Branch)),
            Some(other) => self.visit_expr_mut(other),
            None => {}
        }
    }

    fn visit_expr_match_mut(&mut self, it: &mut syn::ExprMatch) {
        self.visit_expr_mut(&mut it.expr);
        it.arms.iter_mut().for_each(|arm| self.arm(arm));
    }

    fn visit_expr_for_loop_mut(&mut self, it: &mut syn::ExprForLoop) {
        self.visit_expr_mut(&mut it.expr);
        let kind = kind::of_loop_variable(&it.expr);
        let pat = &it.pat;
        self.loop_body(&mut it.body, |scope| match &**pat {
            syn::Pat::Ident(single) if kind != Kind::Unknown => scope.bind_name(single.ident.clone(), kind),
            pat => scope.bind(pat, None, None),
        });
    }

    fn visit_expr_while_mut(&mut self, it: &mut syn::ExprWhile) {
        let probe =
            (!binds(&it.cond)).then(|| self.probe(CutpointKind::Statement, it.while_token.span)).flatten();
        self.visit_expr_mut(&mut it.cond);
        let cond = &it.cond;
        self.loop_body(&mut it.body, |scope| scope.bind_condition(cond));
        if let Some(probe) = probe {
            let cond = std::mem::replace(&mut *it.cond, Expr::Verbatim(TokenStream::new()));
            *it.cond = in_block(vec![probe, Stmt::Expr(cond, None)]);
        }
    }

    fn visit_expr_loop_mut(&mut self, it: &mut syn::ExprLoop) {
        self.loop_body(&mut it.body, |_| {});
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(mac) = expr
            && let Some(found) = self.errors.run(|| inline::recognise(&mac.mac)).flatten()
        {
            let tokens = self.inline(found, self.conditional > 0);
            *expr = Expr::Verbatim(quote::quote!({ #tokens }));
            return;
        }
        visit_mut::visit_expr_mut(self, expr);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        Unreached { cutpoints: self.cutpoints, errors: &mut self.errors }.visit_expr(&closure.body);
    }

    fn visit_expr_async_mut(&mut self, block: &mut syn::ExprAsync) {
        Unreached { cutpoints: self.cutpoints, errors: &mut self.errors }.visit_block(&block.block);
    }

    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}

    fn visit_type_mut(&mut self, _: &mut syn::Type) {}

    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
}

/// Records the user's cutpoints where no probe can be placed.
struct Unreached<'a, 'b> {
    cutpoints: &'a mut Cutpoints<'b>,
    errors: &'a mut Errors,
}

impl<'ast> Visit<'ast> for Unreached<'_, '_> {
    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        if let Some(Inline::Cutpoint { label, site }) = self.errors.run(|| inline::recognise(mac)).flatten() {
            self.cutpoints.unreached(&label.value(), site);
        }
    }
}

/// Whether a condition holds a `let`.
fn binds(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(it) => binds(&it.left) || binds(&it.right),
        Expr::Paren(it) => binds(&it.expr),
        _ => false,
    }
}

/// Where control goes on behind a statement that branches or loops, if it needs a cutpoint: the closing brace of an `if`
/// without `else`, of a loop that can be left to here, and of a `let … else`.
fn site_behind(stmt: &Stmt) -> Option<Span> {
    match stmt {
        Stmt::Expr(Expr::If(it), _) => site_behind_if(it),
        Stmt::Expr(Expr::ForLoop(it), _) => Some(it.body.brace_token.span.close()),
        Stmt::Expr(Expr::While(it), _) => Some(it.body.brace_token.span.close()),
        Stmt::Expr(Expr::Loop(it), semi) => {
            // The value of a loop in tail position is the block's; a loop without `break` is never left.
            let is_left = if semi.is_some() { exit::is_left(it) } else { exit::is_left_without_value(it) };
            is_left.then(|| it.body.brace_token.span.close())
        }
        Stmt::Local(local) => {
            let (_, diverging) = local.init.as_ref()?.diverge.as_ref()?;
            if let Expr::Block(body) = &**diverging {
                Some(body.block.brace_token.span.close())
            } else {
                None
            }
        }
        _ => None,
    }
}

fn site_behind_if(it: &ExprIf) -> Option<Span> {
    match it.else_branch.as_ref().map(|(_, other)| &**other) {
        None => Some(it.then_branch.brace_token.span.close()),
        Some(Expr::If(other)) => site_behind_if(other),
        Some(_) => None,
    }
}

/// Whether the statement's own attributes hold a `cfg`.
fn carries_cfg(stmt: &Stmt) -> bool {
    let tokens = stmt.to_token_stream();
    let starts_with_attribute = matches!(tokens.clone().into_iter().next(), Some(proc_macro2::TokenTree::Punct(punct)) if punct.as_char() == '#');
    if !starts_with_attribute {
        return false;
    }
    let parser = |input: syn::parse::ParseStream<'_>| {
        let attrs = Attribute::parse_outer(input)?;
        input.parse::<TokenStream>()?;
        Ok(attrs)
    };
    parser.parse2(tokens).is_ok_and(|attrs| sidecar::is_conditional(&attrs))
}

/// Generated tokens as a statement.
pub(crate) fn statement(tokens: TokenStream) -> Stmt {
    Stmt::Expr(Expr::Verbatim(tokens), None)
}

fn in_block(stmts: Vec<Stmt>) -> Expr {
    let brace_token = token::Brace::default();
    Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: Block { brace_token, stmts } })
}
