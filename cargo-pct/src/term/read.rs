//! Reading terms, sorts and values from their textual form; see [`super::print`](self) for the operators.

mod s_expr;

pub use s_expr::{SExpr, SyntaxError, parse_all};

use super::{BitOp, Division, IntType, Pattern, Sort, Term, Value, Var};
use num_bigint::BigInt;
use std::collections::HashMap;
use std::sync::Arc;

/// A sort: `Bool`, `Int`, `i32`, `(Enum a b)`, `(Array u8)`.
///
/// # Errors
/// If it is none.
pub fn read_sort(expr: &SExpr) -> Result<Sort, SyntaxError> {
    match expr {
        SExpr::Atom(_, name) => match &**name {
            "Bool" => Ok(Sort::Bool),
            "Int" => Ok(Sort::Int),
            "Nat" => Ok(Sort::Nat),
            name => IntType::from_name(name).map(Sort::Machine).ok_or_else(|| {
                expr.error(format!("`{name}` is no sort: Bool, Int, Nat, i8 … u128, usize, char are"))
            }),
        },
        _ => match expr.form()? {
            ("Enum", variants) if !variants.is_empty() => {
                let names: Result<Vec<_>, _> = variants.iter().map(|v| v.atom().cloned()).collect();
                Ok(Sort::Enum(names?.into()))
            }
            ("Array", [element]) => Ok(read_sort(element)?.array_of()),
            _ => Err(expr.error("`(Enum a b …)` or `(Array ELEMENT)` was expected")),
        },
    }
}

/// A value of a sort, as a constant term of it would be written; arrays as constant arrays with stores.
///
/// # Errors
/// If it is none.
pub fn read_value(expr: &SExpr, sort: &Sort) -> Result<Value, SyntaxError> {
    let mut reader = Reader::new([]);
    let term = reader.read_at(expr, sort)?;
    let value = super::Assignment::new().eval(&term);
    value.map_err(|error| expr.error(format!("`{}` is no constant", error.0.name)))
}

/// Reads terms over a set of variables.
pub struct Reader {
    scope: HashMap<Arc<str>, Term>,
}

impl Reader {
    /// A reader that knows these variables, and the variants of the enumerations among their sorts.
    pub fn new<'a>(vars: impl IntoIterator<Item = &'a Var>) -> Reader {
        let mut reader = Reader { scope: HashMap::new() };
        for var in vars {
            reader.add_variants(&var.sort);
            reader.scope.insert(var.name.as_str().into(), var.term());
        }
        reader
    }

    fn add_variants(&mut self, sort: &Sort) {
        match sort {
            Sort::Enum(variants) => {
                for (index, name) in variants.iter().enumerate() {
                    self.scope.entry(name.clone()).or_insert_with(|| Term::variant(variants, index));
                }
            }
            Sort::Array(element) => self.add_variants(element),
            Sort::Bool | Sort::Int | Sort::Nat | Sort::Machine(_) => {}
        }
    }

    /// Reads a term that can be assigned to a variable of the sort.
    ///
    /// # Errors
    /// Says where and what was expected.
    pub fn read_at(&mut self, expr: &SExpr, sort: &Sort) -> Result<Term, SyntaxError> {
        // A variant belongs to the enumeration that is asked for, whatever others share its name.
        if let (Sort::Enum(variants), SExpr::Atom(_, name)) = (sort, expr)
            && self.scope.get(name).is_none_or(|term| term.sort() != sort)
            && let Some(index) = variants.iter().position(|variant| variant == name)
        {
            return Ok(Term::variant(variants, index));
        }
        let term = self.read(expr)?;
        if !term.is_assignable_to(sort) {
            let own = term.sort();
            return Err(
                expr.error(format!("{term} of sort {own} may not be a value of {sort}; `(wrap {sort} …)`?"))
            );
        }
        Ok(term)
    }

    /// Reads a term.
    ///
    /// # Errors
    /// Says where and what was expected.
    pub fn read(&mut self, expr: &SExpr) -> Result<Term, SyntaxError> {
        let items = match expr {
            SExpr::Text(..) => return Err(expr.error("a term was expected, not a text")),
            SExpr::Atom(_, name) => return self.read_atom(expr, name),
            SExpr::List(_, items) => items,
        };
        match items.as_slice() {
            [SExpr::List(_, head), value] => self.read_constant_array(expr, head, value),
            [SExpr::Atom(_, head), rest @ ..] => self.read_application(expr, head, rest),
            _ => Err(expr.error("an operator with its operands was expected")),
        }
    }

    fn read_atom(&self, expr: &SExpr, name: &Arc<str>) -> Result<Term, SyntaxError> {
        if let Some(term) = self.scope.get(name) {
            return Ok(term.clone());
        }
        match &**name {
            "true" => Ok(Term::bool(true)),
            "false" => Ok(Term::bool(false)),
            text => match text.parse::<BigInt>() {
                Ok(value) => Ok(Term::int(value)),
                Err(_) => Err(expr.error(format!("`{name}` is not declared"))),
            },
        }
    }

    fn read_constant_array(
        &mut self,
        expr: &SExpr,
        head: &[SExpr],
        value: &SExpr,
    ) -> Result<Term, SyntaxError> {
        match head {
            [SExpr::Atom(_, a), SExpr::Atom(_, c), sort] if &**a == "as" && &**c == "const" => {
                let Sort::Array(element) = read_sort(sort)? else {
                    return Err(sort.error("an array's sort was expected"));
                };
                Ok(self.read_at(value, &element)?.filled_array(&element))
            }
            _ => Err(expr.error("`((as const (Array SORT)) VALUE)` was expected")),
        }
    }

    fn read_application(&mut self, expr: &SExpr, head: &str, rest: &[SExpr]) -> Result<Term, SyntaxError> {
        match (head, rest) {
            ("let", [bindings, body]) => self.read_let(bindings, body),
            ("each", [index, below, parameters, body]) => self.read_each(index, below, parameters, body),
            ("wrap" | "wrap!", [ty, value]) => {
                let (ty, value) = (read_int_type(ty)?, self.read_integer(value)?);
                Ok(if head == "wrap" { value.wrap(ty) } else { value.assume_in(ty) })
            }
            ("bitand" | "bitor" | "bitxor" | "shl" | "shr", [ty, a, b]) => {
                let op = match head {
                    "bitand" => BitOp::And,
                    "bitor" => BitOp::Or,
                    "bitxor" => BitOp::Xor,
                    "shl" => BitOp::Shl,
                    _ => BitOp::Shr,
                };
                let ty = read_int_type(ty)?;
                let sort = Sort::Machine(ty);
                let first = self.read_at(a, &sort)?;
                let second = if matches!(op, BitOp::Shl | BitOp::Shr) {
                    self.read_integer(b)?
                } else {
                    self.read_at(b, &sort)?
                };
                Ok(first.bits(op, ty, &second))
            }
            ("and" | "or" | "not" | "=>" | "xor", _) => self.read_logic(expr, head, rest),
            ("ite", [c, a, b]) => {
                let c = self.read_truth(c)?;
                let (a, b) = self.read_pair(a, b)?;
                Ok(c.ite(&a, &b))
            }
            ("=" | "distinct", [a, b]) => {
                let (a, b) = self.read_pair(a, b)?;
                Ok(if head == "=" { a.equals(&b) } else { a.equals(&b).not() })
            }
            ("select", [array, index]) => {
                let (array, _) = self.read_array(array)?;
                Ok(array.select(&self.read_integer(index)?))
            }
            ("store", [array, index, value]) => {
                let (array, element) = self.read_array(array)?;
                Ok(array.store(&self.read_integer(index)?, &self.read_at(value, &element)?))
            }
            _ => self.read_arithmetic(expr, head, rest),
        }
    }

    fn read_let(&mut self, bindings: &SExpr, body: &SExpr) -> Result<Term, SyntaxError> {
        let mut bound = Vec::new();
        for binding in bindings.list()? {
            match binding.list()? {
                [name, value] => bound.push((name.atom()?.clone(), self.read(value)?)),
                _ => return Err(binding.error("`(NAME TERM)` was expected")),
            }
        }
        let outer: Vec<_> =
            bound.into_iter().map(|(name, term)| (name.clone(), self.scope.insert(name, term))).collect();
        let result = self.read(body);
        for (name, term) in outer.into_iter().rev() {
            match term {
                Some(term) => self.scope.insert(name, term),
                None => self.scope.remove(&name),
            };
        }
        result
    }

    /// `(each INDEX BELOW ((NAME SORT ARGUMENT) …) BODY)`: the body reads the index and the names, nothing else.
    fn read_each(
        &mut self,
        index: &SExpr,
        below: &SExpr,
        parameters: &SExpr,
        body: &SExpr,
    ) -> Result<Term, SyntaxError> {
        let index = Var::new(&**index.atom()?, Sort::Machine(Pattern::INDEX));
        let until = below;
        let below = self.read_integer(until)?;
        if !Pattern::reaches(&below) {
            return Err(until.error("this may lie beyond all indices"));
        }
        let (mut own, mut arguments) = (Vec::new(), Vec::new());
        for parameter in parameters.list()? {
            let [name, sort, argument] = parameter.list()? else {
                return Err(parameter.error("`(NAME SORT ARGUMENT)` was expected"));
            };
            let sort = read_sort(sort)?;
            arguments.push(self.read_at(argument, &sort)?);
            own.push(Var::new(&**name.atom()?, sort));
        }
        let formula = Reader::new(own.iter().chain([&index])).read_truth(body)?;
        let pattern = Pattern::new(index, own, formula);
        let pattern = pattern.ok_or_else(|| body.error("more than what elements are like is said here"))?;
        Ok(pattern.holds_below(&below, &arguments))
    }

    fn read_logic(&mut self, expr: &SExpr, head: &str, rest: &[SExpr]) -> Result<Term, SyntaxError> {
        let operands: Result<Vec<_>, _> = rest.iter().map(|operand| self.read_truth(operand)).collect();
        let operands = operands?;
        match (head, operands.as_slice()) {
            ("and", _) => Ok(Term::all(operands)),
            ("or", _) => Ok(Term::any(operands)),
            ("not", [a]) => Ok(a.not()),
            ("=>", [a, b]) => Ok(a.implies(b)),
            ("xor", [a, b]) => Ok(a.equals(b).not()),
            _ => Err(expr.error(format!("`{head}` does not take {} operands", rest.len()))),
        }
    }

    fn read_arithmetic(&mut self, expr: &SExpr, head: &str, rest: &[SExpr]) -> Result<Term, SyntaxError> {
        const OPERATORS: [&str; 11] = ["<=", "<", ">=", ">", "+", "-", "*", "div", "mod", "tdiv", "trem"];
        if !OPERATORS.contains(&head) {
            return Err(expr.error(format!("`{head}` is no operator that takes {} operands", rest.len())));
        }
        let operands: Result<Vec<_>, _> = rest.iter().map(|operand| self.read_integer(operand)).collect();
        let operands = operands?;
        let chain = |holds: fn(&Term, &Term) -> Term| {
            Term::all(operands.windows(2).map(|pair| holds(&pair[0], &pair[1])).collect::<Vec<_>>())
        };
        let fold = |op: fn(&Term, &Term) -> Term| {
            let mut terms = operands.iter().cloned();
            terms.next().map(|first| terms.fold(first, |a, b| op(&a, &b)))
        };
        let result = match (head, operands.as_slice()) {
            ("-", [a]) => Some(a.negated()),
            (_, []) | (_, [_]) => None,
            ("<=", _) => Some(chain(Term::le)),
            ("<", _) => Some(chain(Term::lt)),
            (">=", _) => Some(chain(|a, b| b.le(a))),
            (">", _) => Some(chain(|a, b| b.lt(a))),
            ("+", _) => fold(Term::plus),
            ("-", _) => fold(Term::minus),
            ("*", _) => fold(Term::times),
            ("div", [a, b]) => Some(a.divided(Division::Euclid, b)),
            ("mod", [a, b]) => Some(a.remainder(Division::Euclid, b)),
            ("tdiv", [a, b]) => Some(a.divided(Division::Truncate, b)),
            ("trem", [a, b]) => Some(a.remainder(Division::Truncate, b)),
            _ => None,
        };
        result.ok_or_else(|| expr.error(format!("`{head}` does not take {} operands", rest.len())))
    }

    fn read_truth(&mut self, expr: &SExpr) -> Result<Term, SyntaxError> {
        self.read_at(expr, &Sort::Bool)
    }

    fn read_integer(&mut self, expr: &SExpr) -> Result<Term, SyntaxError> {
        self.read_at(expr, &Sort::Int)
    }

    fn read_array(&mut self, expr: &SExpr) -> Result<(Term, Sort), SyntaxError> {
        let term = self.read(expr)?;
        match term.sort() {
            Sort::Array(element) => {
                let element = (**element).clone();
                Ok((term, element))
            }
            sort => Err(expr.error(format!("an array was expected, not {term} of sort {sort}"))),
        }
    }

    /// Two terms of one sort; a variant's name takes the enumeration of its partner.
    fn read_pair(&mut self, a: &SExpr, b: &SExpr) -> Result<(Term, Term), SyntaxError> {
        let first = self.read(a)?;
        match first.sort().clone() {
            Sort::Enum(_) => {
                let second = self.read(b)?;
                let sort = second.sort().clone();
                if let (Sort::Enum(_), SExpr::Atom(..)) = (&sort, a)
                    && first.sort() != &sort
                {
                    return Ok((self.read_at(a, &sort)?, second));
                }
                let second = self.read_at(b, &first.sort().clone())?;
                Ok((first, second))
            }
            sort if sort.is_integer() => Ok((first, self.read_integer(b)?)),
            sort => Ok((first, self.read_at(b, &sort)?)),
        }
    }
}

fn read_int_type(expr: &SExpr) -> Result<IntType, SyntaxError> {
    match read_sort(expr)? {
        Sort::Machine(ty) if ty != IntType::Char => Ok(ty),
        sort => Err(expr.error(format!("a machine integer type was expected, not {sort}"))),
    }
}
