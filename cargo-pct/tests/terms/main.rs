//! The semantics of terms: building, evaluating, printing and both lowerings agree on random terms.

mod random;

use cargo_pct::solver::{Answer, Encoding, Prover, Solver, SolverConfig, Verdict};
use cargo_pct::term::{
    Assignment, BitOp, Compiled, Division, IntType, Pattern, Reader, Sort, Substitution, Term, Value, Var,
    parse_all, read_value,
};
use num_bigint::BigInt;
use proptest::prelude::*;
use random::{ELEMENT, INDEX, assignment, assignments, build, exprs, value, vars};

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

/// A right shift of a signed number by a known amount is such a quotient.
#[test]
fn a_quotient_by_a_positive_number_is_of_the_dividends_type() {
    for ty in [IntType::Signed(8), IntType::Signed(64), IntType::Unsigned(16)] {
        let sort = Sort::Machine(ty);
        let number = Var::new("n", sort.clone()).term();
        for division in [Division::Euclid, Division::Truncate] {
            let quotient = number.divided(division, &Term::int(16));
            assert!(quotient.is_assignable_to(&sort), "{quotient} of {ty}: {:?}", quotient.range());
        }
        assert!(number.bits(BitOp::Shr, ty, &Term::int(4)).is_assignable_to(&sort));
    }
    let number = Var::new("n", Sort::Machine(IntType::Signed(8))).term();
    let by_minus_one = number.divided(Division::Truncate, &Term::int(-1));
    assert!(!by_minus_one.is_assignable_to(&Sort::Machine(IntType::Signed(8))), "-128 / -1");
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

#[test]
fn bit_vectors_are_asked_about_products_no_more_once_that_is_in_vain() {
    let config =
        SolverConfig { encoding: Encoding::BitVectors, resource_limit: 1, ..SolverConfig::default() };
    let prover = Prover::new(config);
    let number = |name: &str| Var::new(name, Sort::Machine(IntType::Unsigned(64))).term();
    let (x, y) = (number("x"), number("y"));
    let product = x.times(&y).equals(&Term::int(3_215_031_751_u64 * 4_294_967_291));
    let sum = x.plus(&y).equals(&Term::int(7)).and(&x.lt(&y));
    let ask = |prover: &Prover, formula: &Term| {
        let mut solver = prover.solver();
        solver.assert(formula);
        solver.check(&[])
    };
    for _ in 0..2 {
        assert!(matches!(ask(&prover, &product), Answer::Unknown(_)));
    }
    let asked = prover.statistics().queries;
    assert_eq!(ask(&prover, &product), Answer::Unknown("products are not understood".to_owned()));
    assert_eq!(prover.statistics().queries, asked, "nothing was asked");
    ask(&prover, &sum);
    assert!(prover.statistics().queries > asked, "sums are asked about still");
    // A product with an answer counts for nothing, however many there are.
    let prover = Prover::new(SolverConfig { encoding: Encoding::BitVectors, ..SolverConfig::default() });
    let small = x.times(&y).equals(&Term::int(6)).and(&x.equals(&Term::int(2)));
    for _ in 0..4 {
        assert!(matches!(ask(&prover, &small), Answer::Sat(_)));
    }
}
