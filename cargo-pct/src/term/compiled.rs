//! Terms compiled for evaluation under many assignments of the same variables.
//!
//! Concrete execution and abstraction evaluate the same terms in state after state. Compiled, a subterm is a number, by which its
//! value in this state is found again, and integers are machine integers until they outgrow 128 bits. [`Assignment::eval`] is the
//! definition; random tests compare the two.
//!
//! [`Assignment::eval`]: super::Assignment::eval

use super::build::{divide, fold_bits};
use super::cell::Cell;
use super::{BitOp, Division, IntType, Kind, Pattern, Term, TermMap, Value, Var};
use std::collections::HashMap;

/// Terms over variables of two kinds: those that a state gives values to, and those that are chosen for it, perhaps many times.
///
/// Values that no choice has a part in are kept while choices are tried.
#[derive(Debug)]
pub struct Compiled {
    nodes: Vec<Node>,
    /// Operands of what has any number of them.
    operands: Vec<u32>,
    /// What is to hold at each index: the parameters are its state, the index is its choice.
    formulas: Vec<Compiled>,
    roots: Vec<u32>,
    states: usize,
    /// By node, its value and when it was computed.
    cells: Vec<(u64, Cell)>,
    /// When the state was entered, when the choice was made; [`ALWAYS`] is before both.
    entered: u64,
    chosen: u64,
}

/// When constants were computed; zero is never.
const ALWAYS: u64 = 1;

#[derive(Clone, Copy, Debug)]
struct Node {
    op: Op,
    life: Life,
}

/// How long a value stays right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Life {
    Always,
    State,
    /// A chosen value: until another is chosen for its variable, or another state is entered.
    Chosen,
    Choice,
}

/// [`Kind`], by the numbers of operands, which are smaller than the node's own.
#[derive(Clone, Copy, Debug)]
enum Op {
    /// A variable or a constant: its cell is set from outside.
    Leaf,
    Not(u32),
    /// Whether some operand in this range of `operands` has the value; the node's is that, or its opposite.
    Any {
        from: u32,
        to: u32,
        wanted: bool,
    },
    Ite(u32, u32, u32),
    Eq(u32, u32),
    Le(u32, u32),
    Lt(u32, u32),
    Add(u32, u32),
    Sub(u32, u32),
    Mul(u32, u32),
    Div(Division, u32, u32),
    Rem(Division, u32, u32),
    Wrap(IntType, u32),
    Bits(BitOp, IntType, u32, u32),
    Select(u32, u32),
    Store(u32, u32, u32),
    Fill(u32),
    /// Whether a formula holds at each index; its operands are in this range of `operands`.
    Each {
        formula: u32,
        from: u32,
        to: u32,
    },
}

impl Compiled {
    /// Compiles terms over the variables of states and those that are chosen.
    ///
    /// # Panics
    /// If a term reads another variable.
    pub fn new<'t>(states: &[Var], choices: &[Var], terms: impl IntoIterator<Item = &'t Term>) -> Compiled {
        let mut compiler = Compiler::default();
        for (vars, life) in [(states, Life::State), (choices, Life::Chosen)] {
            for var in vars {
                let number = compiler.node(Op::Leaf, life, Cell::Bool(false));
                compiler.vars.insert(var.clone(), number);
            }
        }
        let roots = terms.into_iter().map(|term| compiler.term(term)).collect();
        let Compiler { nodes, operands, formulas, cells, .. } = compiler;
        Compiled {
            nodes,
            operands,
            formulas,
            roots,
            states: states.len(),
            cells,
            entered: ALWAYS,
            chosen: ALWAYS,
        }
    }

    /// Gives the variables of states their values, in their order. Nothing is chosen yet.
    ///
    /// # Panics
    /// If there are fewer values than variables, or more.
    pub fn enter(&mut self, values: &[Value]) {
        assert_eq!(values.len(), self.states, "one value for each variable");
        self.choose();
        self.entered = self.chosen;
        for (cell, value) in self.cells.iter_mut().zip(values) {
            *cell = (self.entered, Cell::of(value));
        }
    }

    /// Begins another choice: of the same values until others are set.
    pub fn choose(&mut self) {
        self.chosen = self.chosen.max(ALWAYS) + 1;
    }

    /// Chooses the value of a variable, by its place among those that are chosen.
    pub fn set(&mut self, choice: usize, value: &Value) {
        self.cells[self.states + choice] = (self.chosen, Cell::of(value));
    }

    /// The value of the term with this number.
    ///
    /// # Panics
    /// If it depends on a variable that has no value.
    pub fn value(&mut self, term: usize) -> Value {
        let root = self.roots[term];
        self.eval(root).value()
    }

    /// Whether the formula with this number holds.
    ///
    /// # Panics
    /// As [`Compiled::value`].
    pub fn holds(&mut self, term: usize) -> bool {
        let root = self.roots[term];
        self.is(root)
    }

    fn eval(&mut self, node: u32) -> &Cell {
        let at = node as usize;
        let since = match self.nodes[at].life {
            Life::Always => ALWAYS,
            Life::State | Life::Chosen => self.entered,
            Life::Choice => self.chosen,
        };
        if self.cells[at].0 < since {
            self.cells[at] = (self.chosen, self.compute(self.nodes[at].op));
        }
        &self.cells[at].1
    }

    fn is(&mut self, node: u32) -> bool {
        self.eval(node).as_bool()
    }

    fn both(&mut self, a: u32, b: u32) -> (&Cell, &Cell) {
        self.eval(a);
        self.eval(b);
        (&self.cells[a as usize].1, &self.cells[b as usize].1)
    }

    fn compute(&mut self, op: Op) -> Cell {
        match op {
            Op::Leaf => panic!("a variable without a value is read"),
            Op::Not(a) => Cell::Bool(!self.is(a)),
            Op::Any { from, to, wanted } => {
                let mut operands = from..to;
                let found = operands.any(|it| self.is(self.operands[it as usize]) == wanted);
                Cell::Bool(found == wanted)
            }
            Op::Ite(c, a, b) => self.eval_arm(c, a, b),
            Op::Eq(a, b) => self.compare(a, b, |a, b| a == b),
            Op::Le(a, b) => self.compare(a, b, |a, b| a.compare(b).is_le()),
            Op::Lt(a, b) => self.compare(a, b, |a, b| a.compare(b).is_lt()),
            Op::Add(a, b) => self.integers(a, b, i128::checked_add, |a, b| a + b),
            Op::Sub(a, b) => self.integers(a, b, i128::checked_sub, |a, b| a - b),
            Op::Mul(a, b) => self.integers(a, b, i128::checked_mul, |a, b| a * b),
            Op::Div(Division::Euclid, a, b) => self.integers(
                a,
                b,
                |a, b| if b == 0 { Some(0) } else { a.checked_div_euclid(b) },
                |a, b| divide(Division::Euclid, a, b).0,
            ),
            Op::Div(Division::Truncate, a, b) => self.integers(
                a,
                b,
                |a, b| if b == 0 { Some(0) } else { a.checked_div(b) },
                |a, b| divide(Division::Truncate, a, b).0,
            ),
            Op::Rem(Division::Euclid, a, b) => self.integers(
                a,
                b,
                |a, b| if b == 0 { Some(a) } else { a.checked_rem_euclid(b) },
                |a, b| divide(Division::Euclid, a, b).1,
            ),
            Op::Rem(Division::Truncate, a, b) => self.integers(
                a,
                b,
                |a, b| if b == 0 { Some(a) } else { a.checked_rem(b) },
                |a, b| divide(Division::Truncate, a, b).1,
            ),
            Op::Wrap(ty, a) => self.eval(a).wrap(ty),
            Op::Bits(op, ty, a, b) => {
                self.integers(a, b, |a, b| small_bits(op, ty, a, b), |a, b| fold_bits(op, ty, a, b))
            }
            Op::Select(array, index) => {
                let (array, index) = self.both(array, index);
                Cell::of(array.as_array().get(&index.big()))
            }
            Op::Store(array, index, element) => {
                let element = self.eval(element).value();
                let (array, index) = self.both(array, index);
                Cell::Array(array.as_array().clone().with(index.big().into_owned(), element))
            }
            Op::Fill(element) => Cell::Array(super::ArrayValue::filled(self.eval(element).value())),
            Op::Each { formula, from, to } => Cell::Bool(self.holds_at_each(formula, from, to)),
        }
    }

    fn holds_at_each(&mut self, formula: u32, from: u32, to: u32) -> bool {
        let operands = (from..to).map(|it| self.operands[it as usize]).collect::<Vec<_>>();
        let below = self.eval(operands[0]).big().into_owned();
        let arguments: Vec<Value> = operands[1..].iter().map(|it| self.eval(*it).value()).collect();
        let formula = &mut self.formulas[formula as usize];
        formula.enter(&arguments);
        Pattern::indices(&below, &arguments).into_iter().all(|index| {
            formula.choose();
            formula.set(0, &Value::Int(index));
            formula.holds(0)
        })
    }

    fn eval_arm(&mut self, c: u32, a: u32, b: u32) -> Cell {
        let arm = if self.is(c) { a } else { b };
        self.eval(arm).clone()
    }

    fn compare(&mut self, a: u32, b: u32, holds: impl FnOnce(&Cell, &Cell) -> bool) -> Cell {
        let (a, b) = self.both(a, b);
        Cell::Bool(holds(a, b))
    }

    /// An operation on integers: on machine integers where its result is one.
    fn integers(
        &mut self,
        a: u32,
        b: u32,
        small: impl FnOnce(i128, i128) -> Option<i128>,
        big: impl FnOnce(&num_bigint::BigInt, &num_bigint::BigInt) -> num_bigint::BigInt,
    ) -> Cell {
        let (a, b) = self.both(a, b);
        if let (Cell::Small(a), Cell::Small(b)) = (a, b)
            && let Some(result) = small(*a, *b)
        {
            return Cell::Small(result);
        }
        Cell::int(big(&a.big(), &b.big()))
    }
}

/// [`fold_bits`] where the result fits; none where it may not.
fn small_bits(op: BitOp, ty: IntType, a: i128, b: i128) -> Option<i128> {
    let amount = || b.rem_euclid(i128::from(ty.bits())) as u32;
    match op {
        BitOp::And => Some(a & b),
        BitOp::Or => Some(a | b),
        BitOp::Xor => Some(a ^ b),
        BitOp::Shl => Cell::small_wrap(ty, a.wrapping_shl(amount())),
        BitOp::Shr => Some(a >> amount()),
    }
}

/// Numbers terms, operands first.
#[derive(Default)]
struct Compiler {
    nodes: Vec<Node>,
    operands: Vec<u32>,
    formulas: Vec<Compiled>,
    cells: Vec<(u64, Cell)>,
    vars: HashMap<Var, u32>,
    done: TermMap<u32>,
}

impl Compiler {
    fn node(&mut self, op: Op, life: Life, cell: Cell) -> u32 {
        let number = u32::try_from(self.nodes.len()).expect("terms are fewer than 2^32");
        self.nodes.push(Node { op, life });
        self.cells.push((if life == Life::Always { ALWAYS } else { 0 }, cell));
        number
    }

    fn constant(&mut self, value: &Value) -> u32 {
        self.node(Op::Leaf, Life::Always, Cell::of(value))
    }

    fn term(&mut self, term: &Term) -> u32 {
        if let Some(number) = self.done.get(term) {
            return *number;
        }
        let number = match term.kind() {
            Kind::Var(var) => *self.vars.get(var).unwrap_or_else(|| panic!("`{}` is not in scope", var.name)),
            Kind::Bool(value) => self.constant(&Value::Bool(*value)),
            Kind::Int(value) => self.constant(&Value::Int(value.clone())),
            Kind::Variant(_, index) => self.constant(&Value::int(*index)),
            _ => self.operation(term),
        };
        self.done.insert(term.clone(), number);
        number
    }

    fn operation(&mut self, term: &Term) -> u32 {
        let own: Vec<u32> = term.operands().into_iter().map(|operand| self.term(operand)).collect();
        let lives = own.iter().map(|operand| self.nodes[*operand as usize].life);
        let life = match lives.max().unwrap_or(Life::Always) {
            Life::Chosen => Life::Choice,
            life => life,
        };
        let op = match (term.kind(), own.as_slice()) {
            (Kind::Not(_), [a]) => Op::Not(*a),
            (Kind::And(_), _) => self.any(&own, false),
            (Kind::Or(_), _) => self.any(&own, true),
            (Kind::Ite(..), [c, a, b]) => Op::Ite(*c, *a, *b),
            (Kind::Eq(..), [a, b]) => Op::Eq(*a, *b),
            (Kind::Le(..), [a, b]) => Op::Le(*a, *b),
            (Kind::Lt(..), [a, b]) => Op::Lt(*a, *b),
            (Kind::Add(..), [a, b]) => Op::Add(*a, *b),
            (Kind::Sub(..), [a, b]) => Op::Sub(*a, *b),
            (Kind::Mul(..), [a, b]) => Op::Mul(*a, *b),
            (Kind::Div(division, ..), [a, b]) => Op::Div(*division, *a, *b),
            (Kind::Rem(division, ..), [a, b]) => Op::Rem(*division, *a, *b),
            (Kind::Wrap { to, .. }, [a]) => Op::Wrap(*to, *a),
            (Kind::Bits(op, ty, ..), [a, b]) => Op::Bits(*op, *ty, *a, *b),
            (Kind::Select(..), [array, index]) => Op::Select(*array, *index),
            (Kind::Store(..), [array, index, element]) => Op::Store(*array, *index, *element),
            (Kind::ConstArray(..), [element]) => Op::Fill(*element),
            (Kind::Each(pattern, _), _) => self.each(pattern, &own),
            (kind, _) => unreachable!("{kind:?} is a leaf"),
        };
        // What is made of constants alone is computed when first asked for, and never again.
        let number = self.node(op, life, Cell::Bool(false));
        if life == Life::Always {
            self.cells[number as usize].0 = 0;
        }
        number
    }

    fn any(&mut self, own: &[u32], wanted: bool) -> Op {
        let (from, to) = self.listed(own);
        Op::Any { from, to, wanted }
    }

    fn each(&mut self, pattern: &Pattern, own: &[u32]) -> Op {
        let formula = self.formulas.len() as u32;
        let index = std::slice::from_ref(pattern.index());
        self.formulas.push(Compiled::new(pattern.parameters(), index, [pattern.body()]));
        let (from, to) = self.listed(own);
        Op::Each { formula, from, to }
    }

    /// Where operands are in the list.
    fn listed(&mut self, own: &[u32]) -> (u32, u32) {
        let from = self.operands.len() as u32;
        self.operands.extend(own);
        (from, self.operands.len() as u32)
    }
}
