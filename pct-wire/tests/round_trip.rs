//! Writing then reading is the identity, for every format and arbitrary content; torn and foreign files are told.

#![allow(clippy::unwrap_used)]

use pct_wire::dropped::{self, Dropped};
use pct_wire::request::{self, Answer, Call, Outcome, Request, Step};
use pct_wire::sites::{self, *};
use pct_wire::trace::{self, Frame, Observation, Panic, Sample};
use pct_wire::{Id, Valuation, Value};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

fn id() -> impl Strategy<Value = Id> {
    any::<u64>().prop_map(Id)
}

fn valuation() -> impl Strategy<Value = Valuation> {
    (any::<u64>(), 0usize..=64).prop_map(|(bits, len)| Valuation::new(bits, len))
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Value::Bool),
        any::<char>().prop_map(Value::Char),
        any::<i128>().prop_map(Value::int),
        any::<u128>().prop_map(Value::int),
        any::<u64>().prop_map(|bits| Value::Float(f64::from_bits(bits).into())),
        any::<String>().prop_map(Value::Text),
        (any::<String>(), option::of(any::<usize>())).prop_map(|(name, length)| Value::Opaque(name, length)),
    ];
    let name = "[A-Z][a-z]{0,4}(::[A-Z]x?)?";
    leaf.prop_recursive(4, 24, 4, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::Tuple),
            vec(inner.clone(), 0..4).prop_map(Value::Array),
            vec(inner.clone(), 0..4).prop_map(Value::Vec),
            (name, vec(inner.clone(), 0..4)).prop_map(|(name, parts)| Value::Named(name, parts)),
            (name, vec(("(r#)?[a-z_][a-z0-9]{0,3}", inner), 0..4))
                .prop_map(|(name, fields)| Value::Record(name, fields)),
        ]
    })
}

fn observation() -> impl Strategy<Value = trace::Record> {
    (id(), any::<String>(), option::of((id(), valuation())), valuation(), option::of(any::<String>()))
        .prop_map(|(site, module, subject, local, test)| Observation { site, module, subject, local, test })
        .prop_map(trace::Record::Observation)
}

fn sample() -> impl Strategy<Value = trace::Record> {
    (id(), any::<String>(), id(), value(), option::of(any::<String>()))
        .prop_map(|(site, module, subject, value, test)| Sample { site, module, subject, value, test })
        .prop_map(trace::Record::Sample)
}

fn panic() -> impl Strategy<Value = trace::Record> {
    let frame =
        || (any::<String>(), any::<u32>()).prop_map(|(file, line)| Frame { file: one_line(&file), line });
    (frame(), any::<u32>(), any::<String>(), vec(frame(), 0..4), option::of(any::<String>()))
        .prop_map(|(at, column, message, calls, test)| Panic { at, column, message, calls, test })
        .prop_map(trace::Record::Panic)
}

/// Names of files hold no line end.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], "")
}

fn place() -> impl Strategy<Value = Place> {
    (any::<String>(), any::<[u32; 4]>()).prop_map(|(file, [line, column, end_line, end_column])| Place {
        file,
        line,
        column,
        end_line,
        end_column,
    })
}

fn site_record() -> impl Strategy<Value = sites::Record> {
    let text = any::<String>;
    prop_oneof![
        (id(), text(), any::<usize>(), option::of(text()), place()).prop_map(
            |(id, name, predicates, not_fabricable, place)| sites::Record::Subject(Subject {
                id,
                name,
                predicates,
                not_fabricable,
                place
            })
        ),
        (id(), option::of(text()), option::of(text()), text(), any::<u32>(), select(Receiver::ALL), place())
            .prop_map(
                |(id, impl_header, self_type, name, ordinal, receiver, place)| sites::Record::Function(
                    Function { id, impl_header, self_type, name, ordinal, receiver, place }
                )
            ),
        (id(), id(), select(CutpointKind::ALL), text(), select(Evaluates::ALL), vec(id(), 0..4), place())
            .prop_map(|(id, function, kind, label, evaluates, predicates, place)| sites::Record::Cutpoint(
                Cutpoint { id, function, kind, label, evaluates, predicates, place }
            )),
        (
            id(),
            id(),
            any::<usize>(),
            select(Origin::ALL),
            text(),
            text(),
            any::<bool>(),
            vec(text(), 0..4),
            place()
        )
            .prop_map(|(id, owner, index, origin, name, expression, invariant, variables, place)| {
                sites::Record::Predicate(Predicate {
                    id,
                    owner,
                    index,
                    origin,
                    name,
                    expression,
                    invariant,
                    variables,
                    place,
                })
            }),
        (id(), id(), select(ContractKind::ALL), vec(text(), 0..3), place()).prop_map(
            |(id, owner, kind, texts, place)| sites::Record::Contract(Contract {
                id,
                owner,
                kind,
                texts,
                place
            })
        ),
        (id(), id(), select(Extent::ALL), text(), place()).prop_map(
            |(id, function, extent, reason, place)| {
                sites::Record::Unprobed(Unprobed { id, function, extent, reason, place })
            }
        ),
        (id(), text(), text(), vec(id(), 0..4), place()).prop_map(
            |(id, test, self_type, functions, place)| {
                sites::Record::Driver(Driver { id, test, self_type, functions, place })
            }
        ),
    ]
}

fn dropped() -> impl Strategy<Value = Dropped> {
    prop_oneof![
        id().prop_map(Dropped::SelfPredicates),
        (id(), id()).prop_map(|(cutpoint, predicate)| Dropped::Predicate { cutpoint, predicate }),
        id().prop_map(Dropped::Cutpoint),
        id().prop_map(Dropped::Exit),
        id().prop_map(Dropped::Function),
        id().prop_map(Dropped::Driver),
    ]
}

fn request() -> impl Strategy<Value = Request> {
    let call = (id(), vec(value(), 0..3)).prop_map(|(function, arguments)| Call { function, arguments });
    (any::<u64>(), option::of(value()), vec(call, 0..3)).prop_map(|(number, state, calls)| Request {
        number,
        state,
        calls,
    })
}

fn answer() -> impl Strategy<Value = Answer> {
    let outcome = prop_oneof![
        value().prop_map(Outcome::Returned),
        any::<(String, String)>().prop_map(|(message, location)| Outcome::Panicked { message, location }),
        any::<String>().prop_map(Outcome::Refused),
    ];
    let step =
        (outcome, option::of((value(), valuation()))).prop_map(|(outcome, after)| Step { outcome, after });
    let built = option::of(prop_oneof![valuation().prop_map(Ok), any::<String>().prop_map(Err)]);
    (any::<u64>(), built, vec(step, 0..3), any::<bool>())
        .prop_map(|(number, built, steps, complete)| Answer { number, built, steps, complete })
}

fn write_answers(answers: &[Answer]) -> String {
    let mut text = request::answers_header();
    for answer in answers {
        text += &request::begin_line(answer.number);
        text += &answer.built.as_ref().map(request::built_line).unwrap_or_default();
        text.extend(answer.steps.iter().map(request::step_line));
        if answer.complete {
            text += &request::end_line(answer.number);
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_survive(value in value()) {
        prop_assert_eq!(value.to_string().parse::<Value>(), Ok(value));
    }

    #[test]
    fn traces_survive(records in vec(prop_oneof![observation(), sample(), panic()], 0..8)) {
        let text: String = std::iter::once(trace::header(7)).chain(records.iter().map(|it| it.to_line())).collect();
        let trace = trace::read(&text).unwrap();
        prop_assert_eq!(&trace.records, &records);
        prop_assert_eq!((trace.process, trace.torn), (7, false));
    }

    #[test]
    fn a_trace_torn_anywhere_keeps_every_whole_line(records in vec(observation(), 1..5), cut in any::<prop::sample::Index>()) {
        let text: String = std::iter::once(trace::header(7)).chain(records.iter().map(|it| it.to_line())).collect();
        let cut = cut.index(text.len());
        let bytes = &text.as_bytes()[..cut];
        let whole = bytes.iter().filter(|byte| **byte == b'\n').count();
        let trace = trace::read_bytes(bytes).unwrap();
        prop_assert_eq!(&trace.records[..], &records[..whole.saturating_sub(1)]);
        prop_assert_eq!(trace.torn, !bytes.ends_with(b"\n"));
    }

    #[test]
    fn side_cars_survive(records in vec(site_record(), 0..8)) {
        let text: String = std::iter::once(sites::header()).chain(records.iter().map(|it| it.to_line())).collect();
        prop_assert_eq!(sites::read(&text).unwrap().1, records);
    }

    #[test]
    fn dropped_probes_survive(dropped in vec(dropped(), 0..8)) {
        prop_assert_eq!(dropped::read(&dropped::write(&dropped)).unwrap(), dropped);
    }

    #[test]
    fn requests_survive(requests in vec(request(), 0..4)) {
        prop_assert_eq!(request::read_requests(&request::write_requests(&requests)).unwrap(), requests);
    }

    #[test]
    fn answers_survive(answers in vec(answer(), 0..4)) {
        prop_assert_eq!(request::read_answers(&write_answers(&answers)).unwrap(), answers);
    }

    #[test]
    fn readers_never_panic(text in ".{0,200}") {
        let _ = trace::read(&text);
        let _ = sites::read(&text);
        let _ = text.parse::<Value>();
        let _ = request::read_requests(&format!("{}\n{text}", request::write_requests(&[]).trim_end()));
    }
}

#[test]
fn another_format_version_is_refused_by_naming_both() {
    let error = trace::read("pct-trace\t9\t7.0.0\t1\n").unwrap_err();
    assert_eq!(error.line, 1);
    assert!(
        error.message.contains("version 9 (pct-runtime 7.0.0)") && error.message.contains("version 1"),
        "{error}"
    );
}

#[test]
fn a_malformed_line_is_named() {
    let text = format!("{}o\tnot-an-id\n", trace::header(1));
    assert_eq!(trace::read(&text).unwrap_err().line, 2);
}

#[test]
fn values_nested_too_deep_are_refused() {
    let text = format!("{}{}", "(".repeat(100_000), ")".repeat(100_000));
    assert_eq!(text.parse::<Value>(), Err("nested too deep".to_owned()));
}
