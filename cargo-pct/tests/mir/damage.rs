//! Damaged dumps: whatever the text, the parser returns, reads the items before the damage as ever, and what it could read prints as
//! text that reads back the same.

use cargo_pct::mir::{Item, PrintOptions, Printed, check, parse};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// A committed dump, by number.
fn dump(number: usize) -> &'static str {
    let dumps = super::dumps();
    let committed: Vec<_> = dumps.iter().filter(|(name, _)| name.ends_with("committed")).collect();
    committed[number % committed.len()].1
}

/// The nearest place at or before `at` where a character begins.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// What may stand in for a cut.
fn scrap() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        "[ -~\n]{1,6}".prop_map(|text| text),
        prop::sample::select(vec![
            "{",
            "}",
            "}\n",
            "(",
            ")",
            "<",
            ">",
            "::",
            "\"",
            "'",
            "é",
            "\\",
            "\\é",
            "b\"",
            "const ",
            "copy ",
            "_1",
            "bb0",
            " -> ",
            "{closure@",
            "<impl at ",
            "promoted[",
            "alloc1 (",
            "fn f() -> () {\n",
            "// MIR FOR CTFE\n",
            "\u{0}",
            "99999999999999999999",
            "+Inf",
            "u8::MAX",
        ])
        .prop_map(str::to_owned),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn damage_stays_where_it_is(number in 0usize..100, at in 0.0f64..1.0, cut in 0usize..40, scrap in scrap()) {
        let original = dump(number);
        let start = boundary(original, (original.len() as f64 * at) as usize);
        let end = boundary(original, start + cut).max(start);
        let damaged = format!("{}{scrap}{}", &original[..start], &original[end..]);
        let mut before = parse(original, 64);
        let mut after = parse(&damaged, 64);
        for item in &after.items {
            if let Item::Body(body) = item {
                check(body);
            }
        }
        // Items that end before the damage.
        let whole = original[..start].matches("\n}\n\nfn ").count();
        before.forget_lines();
        let mut lineless = after.clone();
        lineless.forget_lines();
        let same = before.items.iter().zip(&lineless.items).take_while(|(left, right)| left == right).count();
        prop_assert!(same >= whole.min(before.items.len()), "{same} of {whole} items before the damage");
        // An item whose end is cut off takes what follows it in the print.
        let is_whole = |text: &str| text.ends_with("\n}") || !text.contains('\n') && !text.ends_with('{');
        if !after.opaque().all(|opaque| is_whole(&opaque.text)) {
            return Ok(());
        }
        let print = Printed { program: &after, options: PrintOptions { comments: true } }.to_string();
        let mut again = parse(&print, 64);
        for program in [&mut after, &mut again] {
            program.forget_lines();
            program.items.retain(|item| !matches!(item, Item::Opaque(_)));
        }
        prop_assert!(after == again, "the print reads back differently");
    }
}
