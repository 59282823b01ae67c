//! The semantics of terms: building, evaluating, printing and both lowerings agree on random terms.

use cargo_pct::solver::{Answer, Encoding, Prover, Solver, SolverConfig, Verdict};
use cargo_pct::term::{
    Assignment, BitOp, Compiled, Division, IntType, Pattern, Reader, Sort, Substitution, Term, Value, Var,
    parse_all, read_value,
};
use num_bigint::BigInt;
use proptest::prelude::*;

/// An expression as a tree of operations, whose value is computed here, apart from the code under test.
#[derive(Clone, Debug)]
enum Expr {
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
enum Elements {
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

const ELEMENT: IntType = IntType::Signed(32);
const INDEX: IntType = IntType::Unsigned(64);
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

fn vars() -> Vec<Var> {
    let names = ["a", "b", "c", "d", "e", "f"];
    names.iter().zip(TYPES).map(|(name, ty)| Var::new(*name, Sort::Machine(ty))).collect()
}

fn types() -> impl Strategy<Value = IntType> {
    proptest::sample::select(TYPES.to_vec())
}

fn exprs() -> impl Strategy<Value = Expr> {
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

fn build(expr: &Expr, vars: &[Var]) -> Term {
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
fn value(expr: &Expr, values: &[BigInt]) -> BigInt {
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

fn assignments() -> impl Strategy<Value = Vec<BigInt>> {
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

fn assignment(vars: &[Var], values: &[BigInt]) -> Assignment {
    vars.iter().cloned().zip(values.iter().cloned().map(Value::Int)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn building_keeps_the_value_and_the_range_holds_it(expr in exprs(), values in assignments()) {
        let vars = vars();
        let term = build(&expr, &vars);
        let got = assignment(&vars, &values).eval(&term).expect("all variables have values");
        let expected = value(&expr, &values);
        prop_assert_eq!(got.as_int(), &expected, "{}", term);
        let range = term.range();
        prop_assert!(range.low.as_ref().is_none_or(|low| *low <= expected), "{term}: {range:?}");
        prop_assert!(range.high.as_ref().is_none_or(|high| expected <= *high), "{term}: {range:?}");
    }

    /// What a choice has no part in is kept from choice to choice; nothing of another state may be.
    #[test]
    fn compiled_terms_have_the_values_of_terms(
        exprs in proptest::collection::vec(exprs(), 1..4),
        states in proptest::collection::vec(assignments(), 2),
        choices in proptest::collection::vec(assignments(), 2),
    ) {
        let vars = vars();
        let (fixed, chosen) = vars.split_at(3);
        let terms: Vec<Term> = exprs.iter().map(|expr| build(expr, &vars)).collect();
        let mut compiled = Compiled::new(fixed, chosen, &terms);
        for state in &states {
            let values = |all: &[BigInt]| all.iter().cloned().map(Value::Int).collect::<Vec<_>>();
            compiled.enter(&values(&state[..3]));
            for choice in &choices {
                compiled.choose();
                values(&choice[3..]).iter().enumerate().for_each(|(place, value)| compiled.set(place, value));
                let all: Vec<BigInt> = state[..3].iter().chain(&choice[3..]).cloned().collect();
                let assignment = assignment(&vars, &all);
                for (number, term) in terms.iter().enumerate() {
                    let expected = assignment.eval(term).expect("all variables have values");
                    prop_assert_eq!(compiled.value(number), expected, "{}", term);
                }
            }
        }
    }

    #[test]
    fn a_printed_term_reads_back_as_itself(expr in exprs()) {
        let vars = vars();
        let term = build(&expr, &vars);
        let text = term.to_string();
        let parsed = parse_all(&text).expect("printed terms are well formed");
        prop_assert_eq!(parsed.len(), 1, "{}", &text);
        prop_assert_eq!(Reader::new(&vars).read(&parsed[0]).expect("printed terms can be read"), term);
    }

    #[test]
    fn substituting_values_gives_the_value(expr in exprs(), values in assignments()) {
        let vars = vars();
        let pairs = vars.iter().cloned().zip(values.iter().cloned().map(Term::int));
        let folded = Substitution::new(pairs).apply(&build(&expr, &vars));
        prop_assert_eq!(folded.as_int(), Some(&value(&expr, &values)));
    }
}

/// Whether an array of integers without bounds is a part of the term.
fn holds_any_integers(term: &Term) -> bool {
    *term.sort() == Sort::Int.array_of() || term.operands().into_iter().any(holds_any_integers)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_lowerings_prove_the_value(expr in exprs(), values in assignments()) {
        let vars = vars();
        let term = build(&expr, &vars);
        let facts: Vec<Term> = vars.iter().zip(&values).map(|(v, x)| v.term().equals(&Term::int(x.clone()))).collect();
        let goal = term.equals(&Term::int(value(&expr, &values)));
        for encoding in [Encoding::Auto, Encoding::BitVectors, Encoding::Integers, Encoding::ExactIntegers] {
            let prover = Prover::new(SolverConfig { encoding, ..SolverConfig::default() });
            let verdict = prover.prove(&facts, &goal);
            // Bit operations on variables have no equal in integers, and arrays of any integers none in bit-vectors.
            let may_refuse = match encoding {
                Encoding::Integers | Encoding::ExactIntegers => true,
                Encoding::Auto | Encoding::BitVectors => holds_any_integers(&term),
            };
            if may_refuse && matches!(verdict, Verdict::Unknown(_)) {
                continue;
            }
            prop_assert!(matches!(verdict, Verdict::Valid(_)), "{encoding:?}: {goal}: {verdict:?}");
            let verdict = prover.prove(&facts, &goal.not());
            prop_assert!(matches!(verdict, Verdict::Invalid(_)), "{encoding:?}: not {goal}: {verdict:?}");
            // One solver for both, which forgets the first.
            let mut solver = prover.solver();
            let verdict = solver.prove_once(&facts, &goal);
            prop_assert!(matches!(verdict, Verdict::Valid(_)), "{encoding:?}: once: {goal}: {verdict:?}");
            let verdict = solver.prove_once(&facts, &goal.not());
            prop_assert!(matches!(verdict, Verdict::Invalid(_)), "{encoding:?}: once: not {goal}: {verdict:?}");
            prop_assert_eq!(prover.statistics().rejected_models, 0);
        }
    }
}

/// Nothing but a formula about each element looks at the elements of an array that is filled with a value: no index is read at which it
/// fails, and no model can be repaired.
#[test]
fn arrays_that_are_filled_are_looked_at_where_nothing_reads() {
    let [index, number, limit] = [("index", INDEX), ("number", ELEMENT), ("limit", INDEX)]
        .map(|(name, ty)| Var::new(name, Sort::Machine(ty)));
    let own = Var::new("own", Sort::Machine(ELEMENT).array_of());
    let body = own.term().select(&index.term()).le(&number.term());
    let pattern = Pattern::new(index, vec![own, number.clone()], body).expect("a formula about an element");
    let array = Term::int(5).filled_array(&Sort::Machine(ELEMENT)).store(&Term::int(0), &Term::int(-128));
    let all = pattern.holds_below(&limit.term(), &[array, number.term()]);
    let facts = [number.term().equals(&Term::int(4)), limit.term().equals(&Term::int(7))];
    for encoding in [Encoding::Auto, Encoding::BitVectors, Encoding::Integers, Encoding::ExactIntegers] {
        let prover = Prover::new(SolverConfig { encoding, ..SolverConfig::default() });
        let verdict = prover.prove(&facts, &all.not());
        assert!(matches!(verdict, Verdict::Valid(_)), "{encoding:?}: {verdict:?}");
        let verdict = prover.prove(&facts, &all);
        assert!(matches!(verdict, Verdict::Invalid(_)), "{encoding:?}: {verdict:?}");
        let verdict = prover.prove(&facts[..1], &limit.term().le(&Term::int(1)).or(&all.not()));
        assert!(matches!(verdict, Verdict::Valid(_)), "{encoding:?}: any limit: {verdict:?}");
    }
}

fn prove(encoding: Encoding, hypotheses: &[&str], goal: &str) -> &'static str {
    let vars = [
        Var::new("x", Sort::Machine(IntType::Signed(32))),
        Var::new("n", Sort::Machine(IntType::Unsigned(64))),
        Var::new("v", Sort::Machine(IntType::Signed(32)).array_of()),
        Var::new("z", Sort::Int),
    ];
    let mut reader = Reader::new(&vars);
    let mut read = |text: &str| reader.read(&parse_all(text).expect("well formed")[0]).expect("well sorted");
    let hypotheses: Vec<Term> = hypotheses.iter().map(|text| read(text)).collect();
    let goal = read(goal);
    match Prover::new(SolverConfig { encoding, ..SolverConfig::default() }).prove(&hypotheses, &goal) {
        Verdict::Valid(_) => "valid",
        Verdict::Invalid(_) => "invalid",
        Verdict::Unknown(_) => "unknown",
    }
}

/// Random terms seldom divide what is negative: here all signs of both operands are met, and operands that divide evenly.
#[test]
fn every_encoding_divides_as_rust_does() {
    let [x, y] = ["x", "y"].map(|name| Var::new(name, Sort::Machine(IntType::Signed(8))));
    let operands = [-128i64, -7, -6, -1, 1, 3, 6, 127];
    let cases: Vec<(i64, i64)> = operands.iter().flat_map(|a| operands.map(|b| (*a, b))).collect();
    for encoding in [Encoding::Integers, Encoding::ExactIntegers, Encoding::BitVectors] {
        let prover = Prover::new(SolverConfig { encoding, ..SolverConfig::default() });
        for (a, b) in &cases {
            let facts = [x.term().equals(&Term::int(*a)), y.term().equals(&Term::int(*b))];
            let is = |division, quotient: i64, remainder: i64| {
                let quotient = x.term().divided(division, &y.term()).equals(&Term::int(quotient));
                quotient.and(&x.term().remainder(division, &y.term()).equals(&Term::int(remainder)))
            };
            let truncated = is(Division::Truncate, a / b, a % b);
            let goal = truncated.and(&is(Division::Euclid, a.div_euclid(*b), a.rem_euclid(*b)));
            let verdict = prover.prove(&facts, &goal);
            assert!(matches!(verdict, Verdict::Valid(_)), "{encoding:?}: {a} by {b}: {verdict:?}");
        }
    }
}

/// Beyond what a machine integer holds, compiled terms count on.
#[test]
fn compiled_terms_outgrow_machine_integers() {
    let vars = ["x", "y"].map(|name| Var::new(name, Sort::Int));
    let [x, y] = [vars[0].term(), vars[1].term()];
    let most = Sort::Machine(IntType::Unsigned(128));
    let (signed, unsigned) = (IntType::Signed(128), IntType::Unsigned(128));
    let mut terms =
        vec![x.times(&y), x.plus(&y), x.minus(&y), x.wrap(unsigned), x.wrap(signed), x.lt(&y), x.equals(&y)];
    for division in [Division::Truncate, Division::Euclid] {
        terms.extend([x.divided(division, &y), x.remainder(division, &y)]);
    }
    for op in [BitOp::And, BitOp::Or, BitOp::Xor, BitOp::Shl, BitOp::Shr] {
        terms.extend([
            x.wrap(unsigned).bits(op, unsigned, &y.wrap(unsigned)),
            x.wrap(signed).bits(op, signed, &y.wrap(signed)),
        ]);
    }
    let array = Term::int(0).filled_array(&most);
    terms.push(array.store(&x, &x.wrap(unsigned)).select(&y));
    let mut compiled = Compiled::new(&vars, &[], &terms);
    let edge = [i128::MIN, i128::MAX, i128::from(i64::MIN), -1, 0, 1, 7].map(BigInt::from);
    let numbers: Vec<BigInt> = edge.iter().flat_map(|it| [it.clone(), it - 1, it * it]).collect();
    for (a, b) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (a, b))) {
        let values = [a.clone(), b.clone()].map(Value::Int);
        let assignment: Assignment = vars.iter().cloned().zip(values.clone()).collect();
        compiled.enter(&values);
        for (number, term) in terms.iter().enumerate() {
            let expected = assignment.eval(term).expect("all variables have values");
            assert_eq!(compiled.value(number), expected, "{term} of {a}, {b}");
        }
    }
}

#[test]
fn only_trusting_integers_believe_an_exact_claim() {
    let goal = "(< x (wrap! i32 (+ x 1)))";
    assert_eq!(prove(Encoding::Integers, &[], goal), "valid");
    assert_eq!(prove(Encoding::BitVectors, &[], goal), "invalid");
    assert_eq!(prove(Encoding::ExactIntegers, &[], goal), "invalid");
    assert_eq!(prove(Encoding::BitVectors, &["(< x 2147483647)"], goal), "valid");
    assert_eq!(prove(Encoding::ExactIntegers, &["(< x 2147483647)"], goal), "valid");
}

/// What is said of bit operations and elements for good must hold where claims fail that nothing reads there: in another branch, and
/// in what was asked before.
#[test]
fn claims_of_what_is_not_read_exclude_nothing() {
    let dead = "(wrap! u64 (+ n (- 1)))";
    let reads = [
        format!("(= (bitand u64 {dead} m) 5)"),
        format!("(= (bitor u64 {dead} m) 5)"),
        format!("(= (bitxor u64 m {dead}) 5)"),
        format!("(= (shr u64 {dead} (bitand u64 m 63)) 5)"),
        format!("(= (select (store w 3 {dead}) m) 5)"),
        format!("(= (select (ite (< m 7) w (store w m {dead})) (+ m 1)) 5)"),
    ];
    let [n, m] = ["n", "m"].map(|name| Var::new(name, Sort::Machine(IntType::Unsigned(64))));
    let vars = [n.clone(), m, Var::new("w", Sort::Machine(IntType::Unsigned(64)).array_of())];
    let mut reader = Reader::new(&vars);
    for text in &reads {
        let read = reader.read(&parse_all(text).expect("well formed")[0]).expect("well sorted");
        let is_zero = n.term().equals(&Term::int(0));
        for encoding in [Encoding::Auto, Encoding::Integers] {
            let prover = Prover::new(SolverConfig { encoding, ..SolverConfig::default() });
            let may_be = |formula: &Term, solver: &mut Solver| {
                !matches!(solver.check(std::slice::from_ref(formula)), Answer::Unsat(_))
            };
            assert!(
                may_be(&is_zero.and(&is_zero.or(&read)), &mut prover.solver()),
                "{encoding:?}: or {text}"
            );
            let mut asked_before = prover.solver();
            assert!(may_be(&read, &mut asked_before), "{encoding:?}: {text}");
            assert!(may_be(&is_zero, &mut asked_before), "{encoding:?}: after {text}");
        }
    }
}

#[test]
fn elements_of_arrays_and_variables_keep_their_range() {
    for encoding in [Encoding::Integers, Encoding::BitVectors] {
        assert_eq!(prove(encoding, &[], "(<= (select v n) 2147483647)"), "valid");
        assert_eq!(prove(encoding, &[], "(<= 0 n)"), "valid");
        assert_eq!(prove(encoding, &[], "(<= 0 x)"), "invalid");
        assert_eq!(prove(encoding, &["(= (select v 0) 3)"], "(= (select (store v 1 5) 0) 3)"), "valid");
        assert_eq!(prove(encoding, &[], "(= (select v 0) (select v 1))"), "invalid");
    }
}

#[test]
fn a_term_that_an_encoding_cannot_express_is_unknown_there_and_not_elsewhere() {
    let bits = "(= (bitxor i32 (bitxor i32 x 77) 77) x)";
    assert_eq!(prove(Encoding::Integers, &[], bits), "unknown");
    assert_eq!(prove(Encoding::Auto, &[], bits), "valid");
    assert_eq!(prove(Encoding::BitVectors, &[], "(<= z (+ z 1))"), "unknown");
    assert_eq!(prove(Encoding::Auto, &[], "(<= z (+ z 1))"), "valid");
}

#[test]
fn a_core_names_the_assumptions_that_mattered() {
    let x = Var::new("x", Sort::Int).term();
    let y = Var::new("y", Sort::Int).term();
    let hypotheses = [Term::int(0).le(&x), y.le(&Term::int(9)), Term::int(5).le(&y)];
    let verdict = Prover::default().solver().prove(&hypotheses, &Term::int(1).le(&y));
    assert_eq!(verdict, Verdict::Valid(vec![hypotheses[2].clone()]));
}

#[test]
fn a_query_that_costs_too_much_is_unknown() {
    let (a, b) = (Var::new("a", Sort::Int).term(), Var::new("b", Sort::Int).term());
    let cube = |t: &Term| t.times(t).times(t);
    let c = Var::new("c", Sort::Int).term();
    let goal = cube(&a).plus(&cube(&b)).plus(&cube(&c)).equals(&Term::int(42)).not();
    let prover = Prover::new(SolverConfig { resource_limit: 20_000, ..SolverConfig::default() });
    assert!(matches!(prover.prove(&[], &goal), Verdict::Unknown(_)));
    assert!(prover.statistics().unknown > 0);
}

#[test]
fn when_the_budget_is_spent_all_is_unknown() {
    let x = Var::new("x", Sort::Int).term();
    let prover = Prover::new(SolverConfig { budget: 1, ..SolverConfig::default() });
    let is_valid = || matches!(prover.prove(&[Term::int(3).le(&x)], &Term::int(2).le(&x)), Verdict::Valid(_));
    assert!(is_valid(), "nothing is spent before the first query");
    assert!(prover.statistics().resources > 1);
    assert!(!is_valid());
    assert_eq!(prover.statistics().queries, 1);
}

#[test]
fn syntax_errors_say_where() {
    let read = |text: &str| {
        let error =
            parse_all(text).and_then(|exprs| Reader::new([]).read(&exprs[0])).expect_err("it is wrong");
        error.to_string()
    };
    assert_eq!(read("(+ 1\n  (foo 2))"), "2:3: `foo` is no operator that takes 1 operands");
    assert_eq!(read("(and true"), "1:1: this `(` is never closed");
    assert_eq!(read("(< true 1)"), "1:4: true of sort Bool may not be a value of Int; `(wrap Int …)`?");
    assert_eq!(read("x"), "1:1: `x` is not declared");
}

#[test]
fn values_are_read_at_their_sort() {
    let array = Sort::Int.array_of();
    let text = "(store ((as const (Array Int)) 0) 3 (- 5))";
    let value = read_value(&parse_all(text).expect("well formed")[0], &array).expect("a constant");
    assert_eq!(value.as_array().get(&BigInt::from(3)), &Value::int(-5));
    assert_eq!(value.as_array().get(&BigInt::from(4)), &Value::int(0));
}
