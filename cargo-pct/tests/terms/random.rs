//! Random expressions, with a value of their own that no code under test has a part in.

use cargo_pct::term::{Assignment, BitOp, Division, IntType, Pattern, Sort, Term, Value, Var};
use num_bigint::BigInt;
use proptest::prelude::*;

/// An expression as a tree of operations, whose value is computed here, apart from the code under test.
#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Var(usize),
    Const(i64),
    Add(Box<Expr>, Box<Expr>),
    Sub(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    Div(bool, Box<Expr>, Box<Expr>),
    Rem(bool, Box<Expr>, Box<Expr>),
    Wrap(IntType, Box<Expr>),
    /// What is in a type's range, as a claim, and 0 where it is not.
    Claim(IntType, Box<Expr>),
    Bits(BitOp, IntType, Box<Expr>, Box<Expr>),
    Ite(Box<Expr>, Box<Expr>, Box<Expr>, Box<Expr>),
    /// Reads an array whose elements are wrapped to [`ELEMENT`] and its indices to [`INDEX`], or both are any integers.
    Read(bool, Box<Elements>, Box<Expr>),
    /// The third if all elements below the first, as an `i8`, are at most the second, as a [`MOST`], or else the fourth.
    Each(bool, Box<Elements>, [Box<Expr>; 4]),
}

/// An array as a tree of operations.
#[derive(Clone, Debug)]
pub(crate) enum Elements {
    /// The same element everywhere.
    Filled(Box<Expr>),
    /// The squares of the first numbers at their own places, and 7 everywhere else: long enough to be read as a table.
    Squares,
    /// The second stored at the first.
    Stored(Box<Elements>, Box<Expr>, Box<Expr>),
    /// The first array if the one number is at most the other, or else the second.
    Chosen(Box<Expr>, Box<Expr>, Box<Elements>, Box<Elements>),
    /// A row of rows: the second array at the index, the first one everywhere else.
    Row(Box<Elements>, Box<Expr>, Box<Elements>, Box<Expr>),
}

pub(crate) const ELEMENT: IntType = IntType::Signed(32);
pub(crate) const INDEX: IntType = IntType::Unsigned(64);
const MOST: IntType = IntType::Signed(64);
const SQUARES: i64 = 12;

const TYPES: [IntType; 6] = [
    IntType::Signed(8),
    IntType::Unsigned(8),
    IntType::Signed(32),
    IntType::Unsigned(32),
    IntType::Unsigned(64),
    IntType::Signed(64),
];

pub(crate) fn vars() -> Vec<Var> {
    let names = ["a", "b", "c", "d", "e", "f"];
    names.iter().zip(TYPES).map(|(name, ty)| Var::new(*name, Sort::Machine(ty))).collect()
}

fn types() -> impl Strategy<Value = IntType> {
    proptest::sample::select(TYPES.to_vec())
}

pub(crate) fn exprs() -> impl Strategy<Value = Expr> {
    let constants =
        prop_oneof![-3i64..4, Just(255), Just(127), Just(-128), Just(i64::from(i32::MIN)), Just(i64::MAX)];
    let leaf = prop_oneof![(0usize..6).prop_map(Expr::Var), constants.prop_map(Expr::Const)];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let boxed = inner.prop_map(Box::new).boxed();
        let pair = (boxed.clone(), boxed.clone());
        let ops = proptest::sample::select(vec![BitOp::And, BitOp::Or, BitOp::Xor, BitOp::Shl, BitOp::Shr]);
        prop_oneof![
            pair.clone().prop_map(|(a, b)| Expr::Add(a, b)),
            pair.clone().prop_map(|(a, b)| Expr::Sub(a, b)),
            pair.clone().prop_map(|(a, b)| Expr::Mul(a, b)),
            (any::<bool>(), boxed.clone(), boxed.clone()).prop_map(|(d, a, b)| Expr::Div(d, a, b)),
            (any::<bool>(), boxed.clone(), boxed.clone()).prop_map(|(d, a, b)| Expr::Rem(d, a, b)),
            (types(), boxed.clone()).prop_map(|(ty, a)| Expr::Wrap(ty, a)),
            (types(), boxed.clone()).prop_map(|(ty, a)| Expr::Claim(ty, a)),
            (ops, types(), boxed.clone(), boxed.clone()).prop_map(|(op, ty, a, b)| Expr::Bits(op, ty, a, b)),
            (pair.clone(), pair).prop_map(|((a, b), (c, d))| Expr::Ite(a, b, c, d)),
            (
                any::<bool>(),
                elements(boxed.clone()),
                [boxed.clone(), boxed.clone(), boxed.clone(), boxed.clone()]
            )
                .prop_map(|(wraps, array, parts)| Expr::Each(wraps, array, parts)),
            (any::<bool>(), elements(boxed.clone()), boxed)
                .prop_map(|(wraps, array, at)| Expr::Read(wraps, array, at)),
        ]
    })
}

fn elements(exprs: BoxedStrategy<Box<Expr>>) -> BoxedStrategy<Box<Elements>> {
    let leaf = prop_oneof![exprs.clone().prop_map(Elements::Filled), Just(Elements::Squares)];
    let arrays = leaf.prop_recursive(2, 4, 2, move |inner| {
        let inner = inner.prop_map(Box::new).boxed();
        let (one, pair) = (exprs.clone(), (exprs.clone(), exprs.clone()));
        prop_oneof![
            (inner.clone(), pair.clone()).prop_map(|(array, (at, value))| Elements::Stored(array, at, value)),
            (pair, inner.clone(), inner.clone())
                .prop_map(|((a, b), yes, no)| Elements::Chosen(a, b, yes, no)),
            (inner.clone(), one.clone(), inner, one)
                .prop_map(|(others, at, row, read)| Elements::Row(others, at, row, read)),
        ]
    });
    arrays.prop_map(Box::new).boxed()
}

fn division(truncate: bool) -> Division {
    if truncate { Division::Truncate } else { Division::Euclid }
}

pub(crate) fn build(expr: &Expr, vars: &[Var]) -> Term {
    let go = |e: &Expr| build(e, vars);
    match expr {
        Expr::Var(index) => vars[*index].term(),
        Expr::Const(value) => Term::int(*value),
        Expr::Add(a, b) => go(a).plus(&go(b)),
        Expr::Sub(a, b) => go(a).minus(&go(b)),
        Expr::Mul(a, b) => go(a).times(&go(b)),
        Expr::Div(t, a, b) => go(a).divided(division(*t), &go(b)),
        Expr::Rem(t, a, b) => go(a).remainder(division(*t), &go(b)),
        Expr::Wrap(ty, a) => go(a).wrap(*ty),
        Expr::Claim(ty, a) => {
            let a = go(a);
            a.fits(*ty).ite(&a.assume_in(*ty), &Term::int(0))
        }
        Expr::Bits(op, ty, a, b) => {
            let amount = if matches!(op, BitOp::Shl | BitOp::Shr) { go(b) } else { go(b).wrap(*ty) };
            go(a).wrap(*ty).bits(*op, *ty, &amount)
        }
        Expr::Ite(a, b, c, d) => go(a).le(&go(b)).ite(&go(c), &go(d)),
        Expr::Each(wraps, array, [below, most, yes, no]) => {
            let array = build_array(array, *wraps, vars);
            let below = go(below).wrap(IntType::Signed(8));
            at_most(&array).holds_below(&below, &[array, go(most).wrap(MOST)]).ite(&go(yes), &go(no))
        }
        Expr::Read(wraps, array, at) => build_array(array, *wraps, vars).select(&index(&go(at), *wraps)),
    }
}

/// An element is at most a number.
fn at_most(array: &Term) -> Pattern {
    let index = Var::new("index", Sort::Machine(Pattern::INDEX));
    let [own, number] = [Var::new("own", array.sort().clone()), Var::new("number", Sort::Machine(MOST))];
    let body = own.term().select(&index.term()).le(&number.term());
    Pattern::new(index, vec![own, number], body).expect("it compares elements")
}

fn index(at: &Term, wraps: bool) -> Term {
    if wraps { at.wrap(INDEX) } else { at.clone() }
}

fn build_array(array: &Elements, wraps: bool, vars: &[Var]) -> Term {
    let sort = if wraps { Sort::Machine(ELEMENT) } else { Sort::Int };
    let element = |e: &Expr| if wraps { build(e, vars).wrap(ELEMENT) } else { build(e, vars) };
    let index = |e: &Expr| index(&build(e, vars), wraps);
    let go = |array: &Elements| build_array(array, wraps, vars);
    match array {
        Elements::Filled(value) => element(value).filled_array(&sort),
        Elements::Squares => (0..SQUARES).fold(Term::int(7).filled_array(&sort), |array, number| {
            array.store(&Term::int(number), &Term::int(number * number))
        }),
        Elements::Stored(array, at, value) => go(array).store(&index(at), &element(value)),
        Elements::Chosen(a, b, yes, no) => build(a, vars).le(&build(b, vars)).ite(&go(yes), &go(no)),
        Elements::Row(others, at, row, read) => {
            let rows = go(others).filled_array(&sort.array_of());
            rows.store(&index(at), &go(row)).select(&index(read))
        }
    }
}

/// The reference: `i128` arithmetic with `BigInt`, and the machine's own wrapping through `as` casts.
pub(crate) fn value(expr: &Expr, values: &[BigInt]) -> BigInt {
    let go = |e: &Expr| value(e, values);
    match expr {
        Expr::Var(index) => values[*index].clone(),
        Expr::Const(value) => BigInt::from(*value),
        Expr::Add(a, b) => go(a) + go(b),
        Expr::Sub(a, b) => go(a) - go(b),
        Expr::Mul(a, b) => go(a) * go(b),
        Expr::Div(truncate, a, b) => quotient(*truncate, &go(a), &go(b)),
        Expr::Rem(truncate, a, b) => {
            let (a, b) = (go(a), go(b));
            &a - quotient(*truncate, &a, &b) * &b
        }
        Expr::Wrap(ty, a) => cast(*ty, &go(a)),
        Expr::Claim(ty, a) => {
            let a = go(a);
            if ty.contains(&a) { a } else { BigInt::ZERO }
        }
        Expr::Bits(op, ty, a, b) => {
            let (a, raw) = (cast(*ty, &go(a)), go(b));
            let amount = ((&raw % ty.bits()) + ty.bits()) % ty.bits();
            let amount = u32::try_from(&amount).expect("small");
            match op {
                BitOp::And => a & cast(*ty, &raw),
                BitOp::Or => a | cast(*ty, &raw),
                BitOp::Xor => a ^ cast(*ty, &raw),
                BitOp::Shl => cast(*ty, &(a << amount)),
                BitOp::Shr => a >> amount,
            }
        }
        Expr::Ite(a, b, c, d) => {
            if go(a) <= go(b) {
                go(c)
            } else {
                go(d)
            }
        }
        Expr::Each(wraps, array, [below, most, yes, no]) => {
            let below = i8::try_from(&cast(IntType::Signed(8), &go(below))).expect("it is cast");
            let most = cast(MOST, &go(most));
            let is_at_most = |at: i8| {
                let element = element(array, *wraps, &BigInt::from(at), values);
                (if *wraps { cast(ELEMENT, &element) } else { element }) <= most
            };
            if (0..below).all(is_at_most) { go(yes) } else { go(no) }
        }
        Expr::Read(wraps, array, at) => {
            let at = if *wraps { cast(INDEX, &go(at)) } else { go(at) };
            let element = element(array, *wraps, &at, values);
            if *wraps { cast(ELEMENT, &element) } else { element }
        }
    }
}

fn element(array: &Elements, wraps: bool, index: &BigInt, values: &[BigInt]) -> BigInt {
    let at = |e: &Expr| if wraps { cast(INDEX, &value(e, values)) } else { value(e, values) };
    let go = |array: &Elements, index: &BigInt| element(array, wraps, index, values);
    match array {
        Elements::Filled(all) => value(all, values),
        Elements::Squares if (BigInt::ZERO..BigInt::from(SQUARES)).contains(index) => index * index,
        Elements::Squares => BigInt::from(7),
        Elements::Stored(_, place, stored) if at(place) == *index => value(stored, values),
        Elements::Stored(array, ..) => go(array, index),
        Elements::Chosen(a, b, yes, no) => {
            let chosen = if value(a, values) <= value(b, values) { yes } else { no };
            go(chosen, index)
        }
        Elements::Row(others, place, row, read) => {
            let is_row = at(place) == at(read);
            go(if is_row { row } else { others }, index)
        }
    }
}

fn quotient(truncate: bool, a: &BigInt, b: &BigInt) -> BigInt {
    let zero = BigInt::ZERO;
    if *b == zero {
        return zero;
    }
    let towards_zero = a / b;
    let remainder = a - &towards_zero * b;
    match () {
        () if truncate || remainder >= zero => towards_zero,
        () if *b > zero => towards_zero - 1,
        () => towards_zero + 1,
    }
}

/// What Rust's own casts do with the low 64 bits.
fn cast(ty: IntType, value: &BigInt) -> BigInt {
    let low = value & BigInt::from(u64::MAX);
    let low = u64::try_from(&low).expect("64 bits");
    match ty {
        IntType::Signed(8) => BigInt::from(low as i8),
        IntType::Unsigned(8) => BigInt::from(low as u8),
        IntType::Signed(32) => BigInt::from(low as i32),
        IntType::Unsigned(32) => BigInt::from(low as u32),
        IntType::Signed(64) => BigInt::from(low as i64),
        _ => BigInt::from(low),
    }
}

pub(crate) fn assignments() -> impl Strategy<Value = Vec<BigInt>> {
    let raw = prop_oneof![
        Just(0u64),
        Just(1),
        Just(u64::MAX),
        Just(1 << 31),
        Just(1 << 63),
        0u64..300,
        any::<u64>()
    ];
    proptest::collection::vec(raw, 6)
        .prop_map(|raw| raw.iter().zip(TYPES).map(|(raw, ty)| ty.wrap(&BigInt::from(*raw))).collect())
}

pub(crate) fn assignment(vars: &[Var], values: &[BigInt]) -> Assignment {
    vars.iter().cloned().zip(values.iter().cloned().map(Value::Int)).collect()
}
