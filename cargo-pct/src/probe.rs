//! Sites and predicates of a build: what can be observed, whether a test reached it or not.
//!
//! Input: the build's [`Unit`]s, each with the side-car that the macros wrote and its MIR. Output: the [`Subjects`],
//! which are the denominator of every percentage. Only units without `cfg(test)` count: what stands in test-only code
//! is no code to cover.
//!
//! A macro does not know the path of the module it stands in. The MIR does: every probe begins with a call that names its
//! site, in a body with a full path, and so it knows the type that an alias stands for (module `module_paths`). A function without any probe left takes the path that its
//! file would have.

mod assemble;
mod module_paths;
mod stable_names;
mod subject;

use std::collections::BTreeMap;

use camino::Utf8PathBuf;
use pct_wire::sites;
pub use pct_wire::sites::{ContractKind, CutpointKind, Origin, Place};
pub use stable_names::stable_names;
pub use subject::{
    Contract, Cutpoint, CutpointId, Predicate, StateKey, Subject, SubjectKind, Subjects, Unprobed, in_words,
};

use crate::build::Unit;
use crate::config::Predicates;

/// Side-cars that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ProbeError {
    /// The user's pct-runtime is of another version.
    #[error(
        "cargo-pct {} meets pct-runtime {found}, and the two must be of one version: \
         set `pct-runtime = \"={}\"` in Cargo.toml, or `cargo install cargo-pct --version {found}`",
        env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_VERSION")
    )]
    Skew {
        /// Its version.
        found: String,
    },
    /// A side-car that this version wrote cannot be read.
    #[error("{path}: {error}")]
    Malformed {
        /// The side-car.
        path: Utf8PathBuf,
        /// What is wrong.
        error: pct_wire::ReadError,
    },
    /// A side-car or a MIR file that the build left is gone.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: Utf8PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// Reads what the units' probes can observe. With the user's predicates alone, no others are counted.
pub fn read(units: &[Unit], predicates: Predicates) -> Result<Subjects, ProbeError> {
    let mut assembly = assemble::Assembly::default();
    for unit in units {
        let Some(sites) = &unit.sites else { continue };
        let records = read_side_car(sites)?;
        if records.is_empty() {
            continue;
        }
        let around = match &unit.mir {
            Some(mir) => module_paths::find(&read_text(mir)?),
            None => BTreeMap::new(),
        };
        assembly.add(unit, &records, &around);
    }
    Ok(assembly.finish(predicates))
}

/// Hidden tests of a test binary, which exist to run fabricated states and are no tests of the user's.
pub fn drivers(sites: &Utf8PathBuf) -> Result<Vec<sites::Driver>, ProbeError> {
    let records = read_side_car(sites)?.into_iter();
    Ok(records.filter_map(|it| if let sites::Record::Driver(it) = it { Some(it) } else { None }).collect())
}

/// All records of a side-car.
pub fn records(sites: &Utf8PathBuf) -> Result<Vec<sites::Record>, ProbeError> {
    read_side_car(sites)
}

fn read_text(path: &Utf8PathBuf) -> Result<String, ProbeError> {
    let bytes = std::fs::read(path).map_err(|source| ProbeError::Read { path: path.clone(), source })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn read_side_car(path: &Utf8PathBuf) -> Result<Vec<sites::Record>, ProbeError> {
    let text = read_text(path)?;
    // The version stands in front, whatever follows it has become.
    let found = text.lines().next().and_then(|header| header.split('\t').nth(2));
    match found {
        Some(found) if found != env!("CARGO_PKG_VERSION") => {
            Err(ProbeError::Skew { found: found.to_owned() })
        }
        _ => match sites::read(&text) {
            Ok((_, records)) => Ok(records),
            Err(error) => Err(ProbeError::Malformed { path: path.clone(), error }),
        },
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use pct_wire::Id;
    use pct_wire::sites::{Evaluates, Extent, Receiver, Record};

    use super::*;

    /// Id of a name, so that fixtures can be written without numbers.
    pub(crate) fn id(name: &str) -> Id {
        Id::of(&[name])
    }

    fn place(file: &str, line: u32) -> Place {
        Place { file: file.into(), line, column: 1, end_line: line + 5, end_column: 2 }
    }

    fn subject(name: &str, file: &str, line: u32) -> Record {
        let (id, place) = (id(&format!("{file} {name}")), place(file, line));
        Record::Subject(sites::Subject { id, name: name.into(), predicates: 1, not_fabricable: None, place })
    }

    fn method(self_type: Option<&str>, header: Option<&str>, name: &str, file: &str, line: u32) -> Record {
        Record::Function(sites::Function {
            id: id(name),
            impl_header: header.map(Into::into),
            self_type: self_type.map(Into::into),
            name: name.into(),
            ordinal: 0,
            receiver: Receiver::Shared,
            place: place(file, line),
        })
    }

    fn predicate(owner: Id, name: &str) -> Record {
        Record::Predicate(sites::Predicate {
            id: id(name),
            owner,
            index: 0,
            origin: Origin::User,
            name: name.into(),
            expression: format!("{name} > 0"),
            invariant: false,
            variables: vec!["self".into()],
            place: place("src/lib.rs", 1),
        })
    }

    fn entry(function: &str, evaluates: Evaluates, predicates: &[&str], line: u32) -> Record {
        Record::Cutpoint(sites::Cutpoint {
            id: id(&format!("{function}:entry")),
            function: id(function),
            kind: CutpointKind::Entry,
            label: format!("{function}:entry"),
            evaluates,
            predicates: predicates.iter().map(|name| id(name)).collect(),
            place: place("src/lib.rs", line),
        })
    }

    /// A crate with a type in a module, its impls there and in another file, and a free function.
    pub(crate) fn side_car() -> Vec<Record> {
        vec![
            subject("Stack", "src/lib.rs", 3),
            predicate(id("src/lib.rs Stack"), "size"),
            method(Some("Stack"), Some("impl < T > Stack < T >"), "push", "src/lib.rs", 10),
            predicate(id("push"), "item"),
            entry("push", Evaluates::Receiver, &["item"], 11),
            method(Some("Stack"), Some("impl < T > fmt :: Display for Stack < T >"), "fmt", "src/show.rs", 4),
            entry("fmt", Evaluates::Receiver, &[], 5),
            method(None, None, "free", "src/lib.rs", 30),
            predicate(id("free"), "n"),
            entry("free", Evaluates::Nothing, &["n"], 31),
            method(Some("Stack"), Some("impl < T > Stack < T >"), "skipped", "src/lib.rs", 20),
            Record::Unprobed(sites::Unprobed {
                id: id("skipped"),
                function: id("skipped"),
                extent: Extent::Function,
                reason: "slow".into(),
                place: place("src/lib.rs", 20),
            }),
        ]
    }

    /// Reads a side-car, and MIR in which each function's probe passes its cutpoint's id.
    pub(crate) fn check(records: &[Record], functions: &[(&str, &str)]) -> Subjects {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = Utf8PathBuf::from_path_buf(folder.path().join(name)).unwrap();
            std::fs::write(&path, text).unwrap();
            path
        };
        let lines: String = records.iter().map(Record::to_line).collect();
        let bodies = functions.iter().map(|(header, site)| {
            format!("fn {header} {{\n pct::probe::at::<{}>(const true)\n}}\n", id(site).0)
        });
        let unit = Unit {
            made_by: String::new(),
            crate_name: "stacks".into(),
            externs: Default::default(),
            source: "/w/src/lib.rs".into(),
            out_dir: "/w/t".into(),
            stem: "stacks".into(),
            test: false,
            harness: false,
            sites: Some(file("s.sites", &(sites::header() + &lines))),
            mir: Some(file("s.mir", &bodies.collect::<String>())),
            expanded: None,
            target: None,
            dependencies: Vec::new(),
            mirrored: Vec::new(),
            generated: None,
            refused: None,
        };
        read(&[unit], Predicates::All).unwrap()
    }

    const BODIES: &[(&str, &str)] = &[
        ("inner::<impl at src/lib.rs:8:1: 8:9>::push(_1: &mut Stack) -> ()", "push:entry"),
        ("show::<impl at src/show.rs:3:1: 3:9>::fmt(_1: &Stack) -> ()", "fmt:entry"),
        ("inner::free(_1: i32) -> ()", "free:entry"),
    ];

    #[test]
    fn methods_belong_to_their_type_wherever_their_impl_stands() {
        let subjects = check(&side_car(), BODIES).subjects;
        let ids: Vec<_> = subjects.iter().map(|it| (it.id.as_str(), it.kind)).collect();
        assert_eq!(
            ids,
            [("stacks::inner::Stack", SubjectKind::Type), ("stacks::inner::free", SubjectKind::Function)]
        );
        let functions: Vec<_> = subjects[0].cutpoints.values().map(|it| it.function.as_str()).collect();
        assert_eq!(functions, ["<stacks::inner::Stack as Display>::fmt", "stacks::inner::Stack::push"]);
    }

    #[test]
    fn methods_of_an_alias_belong_to_the_type_that_it_stands_for() {
        let mut records = side_car();
        let header = Some("impl < T > Pile < T >");
        records.push(method(Some("Pile"), header, "pop", "src/show.rs", 9));
        records.push(entry("pop", Evaluates::Receiver, &[], 10));
        let mut new = method(Some("Pile"), header, "new", "src/show.rs", 12);
        let Record::Function(function) = &mut new else { unreachable!() };
        function.receiver = Receiver::None;
        records.push(new);
        records.push(entry("new", Evaluates::Result, &[], 13));
        let impl_of = |rest: &str| format!("show::<impl at src/show.rs:8:1: 8:9>::{rest}");
        let check = |pop: &str, expected: &[&str]| {
            let (pop, new) = (impl_of(pop), impl_of("new() -> inner::Stack<T>"));
            let mut bodies = BODIES.to_vec();
            bodies.extend([(pop.as_str(), "pop:entry"), (new.as_str(), "new:entry")]);
            let subjects = check(&records, &bodies).subjects;
            assert_eq!(subjects.iter().map(|it| it.id.as_str()).collect::<Vec<_>>(), expected, "{pop}");
            subjects
        };
        let merged = ["stacks::inner::Stack", "stacks::inner::free"];
        let subjects = check("pop(_1: &mut inner::Stack<T>) -> ()", &merged);
        let pop = subjects[0].cutpoints.values().find(|it| it.label == "pop:entry").unwrap();
        assert_eq!(pop.function, "stacks::inner::Stack::pop");
        assert_eq!(pop.predicates.len(), 1, "the predicate of the type is observed there, too");
        check(
            "pop(_1: &alloc::rc::Rc<inner::Stack>) -> ()",
            &["stacks::inner::Stack", "stacks::inner::free", "stacks::show::Pile"],
        );
        check(
            // A type of another crate, which has the name of one of this crate's.
            "pop(_1: &mut other::Stack) -> ()",
            &["stacks::inner::Stack", "stacks::inner::free", "stacks::show::Pile"],
        );
    }

    #[test]
    fn a_valuation_begins_with_the_predicates_of_the_type() {
        let subjects = check(&side_car(), BODIES).subjects;
        let stack = &subjects[0];
        let push = stack.cutpoints.values().find(|it| it.label == "push:entry").unwrap();
        let names: Vec<_> = push.predicates.iter().map(|it| stack.predicates[*it].name.as_str()).collect();
        assert_eq!(names, ["size", "item"]);
    }

    #[test]
    fn what_is_not_observed_is_listed_with_its_reason() {
        let subjects = check(&side_car(), BODIES).subjects;
        let unprobed: Vec<_> = subjects[0].unprobed.iter().map(|it| (&*it.function, &*it.reason)).collect();
        assert_eq!(unprobed, [("stacks::inner::Stack::skipped", "slow")]);
    }

    #[test]
    fn a_side_car_of_another_version_is_refused_by_name() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "pct-sites\t99\t7.8.9\nwhatever\n").unwrap();
        let path = Utf8PathBuf::from_path_buf(file.path().to_owned()).unwrap();
        let message = read_side_car(&path).unwrap_err().to_string();
        assert!(message.contains("7.8.9") && message.contains(env!("CARGO_PKG_VERSION")), "{message}");
    }
}
