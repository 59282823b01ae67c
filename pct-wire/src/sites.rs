//! The side-car: what one rustc call instrumented, so that code which no test reached counts too.
//!
//! The macros append it while rustc expands, in the order of expansion, each record with one `write`. A macro knows the
//! file and the tokens around it, but not the path of its module and not another attribute's content. So:
//!
//! - *Module paths* are not here. They come with each observation (`module_path!()` in the probe), from the MIR (every
//!   probe calls a function with its site's id as a const argument, and the body that calls it has a full path), or from
//!   the file.
//! - *Predicates of a type* are records of the type's attribute ([`Predicate::owner`] is the [`Subject`]); a cutpoint in
//!   an impl only says that it evaluates them ([`Evaluates`]) and for which type by name ([`Function::self_type`]). The
//!   subject is the one of that name in the same file, else the only one in the crate; observations name it exactly.
//!   A valuation lists the type's predicates first, then the cutpoint's own.
//! - *The same source may be expanded in several crates* (library, its unit tests, a binary that shares a module). The
//!   ids of a function in the library and in its unit tests are equal; those of another crate differ.

use std::fmt;
use std::str::FromStr;

use crate::Id;
use crate::line::{self, LineReader, LineWriter, ReadError};

const FORMAT: &str = "pct-sites";
pub(crate) const ID: &str = "id";

/// A stretch of a source file, as rustc names it. Lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Place {
    /// The file, as in rustc's diagnostics.
    pub file: String,
    /// Line of the first character.
    pub line: u32,
    /// Column of the first character.
    pub column: u32,
    /// Line of one past the last character.
    pub end_line: u32,
    /// Column of one past the last character.
    pub end_column: u32,
}

/// Declares a fieldless enum with a fixed word for each variant.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub enum $name { $($(#[$variant_meta])* $variant,)+ }

        impl $name {
            /// Every one, in the order of declaration.
            pub const ALL: &[$name] = &[$($name::$variant),+];
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $word),+ })
            }
        }

        impl FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<$name, String> {
                match text {
                    $($word => Ok($name::$variant),)+
                    _ => Err(concat!("expected one of", $(" `", $word, "`"),+).to_owned()),
                }
            }
        }
    };
}

words! {
    /// Where a cutpoint stands.
    CutpointKind {
        /// In front of the body.
        Entry = "entry",
        /// After the body, however it is left save by unwinding.
        Exit = "exit",
        /// In front of the first statement of a loop's body.
        Loop = "loop",
        /// In front of a branch arm's first statement; behind a loop; behind an `if` without `else`.
        Branch = "branch",
        /// In front of a statement, or of the condition of a `while`.
        Statement = "statement",
        /// Where the user wrote `pct::cutpoint!`.
        User = "user",
    }
}

words! {
    /// On which value a cutpoint evaluates the predicates of a type.
    Evaluates {
        /// On none: only the function's own predicates are evaluated.
        Nothing = "nothing",
        /// On `self`.
        Receiver = "receiver",
        /// On the value of the own type inside the function's result. Without one (`None`, `Err`) nothing is observed.
        Result = "result",
    }
}

words! {
    /// How a function takes `self`.
    Receiver {
        /// It does not: a free or an associated function.
        None = "none",
        /// `&self`.
        Shared = "shared",
        /// `&mut self`.
        Mutable = "mutable",
        /// `self`.
        Value = "value",
        /// `self: Box<Self>`, `self: Pin<&mut Self>`, …
        Other = "other",
    }
}

words! {
    /// What an attribute or macro promises or asks for.
    ContractKind {
        /// `#[pct::requires(condition)]`. Its id is a site: it is observed at entry, and `F` there means that a test
        /// violates it. Texts: the condition.
        Requires = "requires",
        /// `#[pct::panics(condition)]`. Its id is a site, observed at entry. Texts: the condition.
        Panics = "panics",
        /// `pct::assume!(condition)`. Its id is a site, observed where it stands. Texts: the condition.
        Assume = "assume",
        /// `#[pct::allow(kind, "reason")]`. Texts: the kind, the reason.
        Allow = "allow",
    }
}

words! {
    /// Where a predicate comes from.
    Origin {
        /// The user wrote it.
        User = "user",
        /// A branch of the function tests it.
        Branch = "branch",
        /// A check of the function fails without it: an assertion, or an index that is in range.
        Check = "check",
    }
}

words! {
    /// How much of a function has no probe.
    Extent {
        /// All of it.
        Function = "function",
        /// Its exit.
        Exit = "exit",
        /// One cutpoint.
        Cutpoint = "cutpoint",
        /// The predicates of the type of `self`, at one cutpoint.
        SelfPredicates = "self",
        /// One of the function's own predicates, at one cutpoint.
        Predicate = "predicate",
    }
}

/// A type with `#[pct::predicates(…)]` or `#[pct::invariant(…)]`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject {
    /// Its id, which observations name.
    pub id: Id,
    /// Its name, without path and generics.
    pub name: String,
    /// The number of its predicates.
    pub predicates: usize,
    /// Why objects of it cannot be built from a state, if so.
    pub not_fabricable: Option<String>,
    /// The item; its hidden impls carry the place of its name in diagnostics.
    pub place: Place,
}

/// A function or method that was looked at for probes, be they emitted or not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Function {
    /// Its id.
    pub id: Id,
    /// The impl's header as text, if it is a method. Compare it without spaces.
    pub impl_header: Option<String>,
    /// The last name in the path of the impl's type: `Stack`.
    pub self_type: Option<String>,
    /// Its name.
    pub name: String,
    /// How many functions of the same crate, header and name, at the same place, were expanded before: 0 unless a
    /// `macro_rules!` made several.
    pub ordinal: u32,
    /// How it takes `self`.
    pub receiver: Receiver,
    /// The whole item.
    pub place: Place,
}

/// A cutpoint that has a probe.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cutpoint {
    /// Its id, which observations name.
    pub id: Id,
    /// The function.
    pub function: Id,
    /// Where it stands.
    pub kind: CutpointKind,
    /// Unique in its function: `push:entry`, `push:loop1`, `push:branch2`, `push:L3`, `push:exit`.
    pub label: String,
    /// Whether it evaluates the predicates of a type, and on what.
    pub evaluates: Evaluates,
    /// The function's own predicates that are evaluated, in the order of the valuation's letters.
    pub predicates: Vec<Id>,
    /// The token in front of which it stands; the probe's tokens carry this place in diagnostics.
    pub place: Place,
}

/// A predicate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Predicate {
    /// Its id.
    pub id: Id,
    /// The subject or function that it is written on, or taken from.
    pub owner: Id,
    /// Its position among the owner's.
    pub index: usize,
    /// Where it comes from. Those of one function all come from the user, or none of them does.
    pub origin: Origin,
    /// Its name: the one that was given, else its text.
    pub name: String,
    /// Its text, as Rust.
    pub expression: String,
    /// Whether it came from `#[pct::invariant]`, and so must hold after every public method.
    pub invariant: bool,
    /// The variables that it reads, `self` among them, sorted.
    pub variables: Vec<String>,
    /// The expression.
    pub place: Place,
}

/// A promise or request that is attached to a function (or, for `allow`, to a type or impl).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Contract {
    /// Its id.
    pub id: Id,
    /// The function, subject or impl that it stands on or in.
    pub owner: Id,
    /// Which.
    pub kind: ContractKind,
    /// What it says; see [`ContractKind`].
    pub texts: Vec<String>,
    /// The expression.
    pub place: Place,
}

/// Code that is not observed, and why.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unprobed {
    /// The function, cutpoint or predicate, as `extent` says.
    pub id: Id,
    /// The function that it is in.
    pub function: Id,
    /// How much.
    pub extent: Extent,
    /// Why, in words for the user.
    pub reason: String,
    /// Where.
    pub place: Place,
}

/// A hidden test that builds objects of a type and calls the functions of one impl; it exists in builds of unit tests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Driver {
    /// Its id, by which it is dropped.
    pub id: Id,
    /// The function's name, to be found at the end of a test's path in the list of tests.
    pub test: String,
    /// The type of the impl, by name.
    pub self_type: String,
    /// The functions that it can call.
    pub functions: Vec<Id>,
    /// The impl's `impl`; the driver's tokens carry this place in diagnostics.
    pub place: Place,
}

/// One record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum Record {
    Subject(Subject),
    Function(Function),
    Cutpoint(Cutpoint),
    Predicate(Predicate),
    Contract(Contract),
    Unprobed(Unprobed),
    Driver(Driver),
}

/// The header line: the first thing in a side-car.
pub fn header() -> String {
    line::header(FORMAT).finish()
}

fn place(line: LineWriter, place: &Place) -> LineWriter {
    line.field(&place.file)
        .field(place.line)
        .field(place.column)
        .field(place.end_line)
        .field(place.end_column)
}

fn list<T: fmt::Display>(line: LineWriter, items: &[T]) -> LineWriter {
    items.iter().fold(line, |line, item| line.field(item))
}

impl Record {
    /// The record's line, its end included.
    pub fn to_line(&self) -> String {
        match self {
            Record::Subject(it) => place(LineWriter::new("subject").field(it.id).field(&it.name), &it.place)
                .field(it.predicates)
                .optional(it.not_fabricable.as_deref()),
            Record::Function(it) => place(LineWriter::new("function").field(it.id), &it.place)
                .optional(it.impl_header.as_deref())
                .optional(it.self_type.as_deref())
                .field(&it.name)
                .field(it.ordinal)
                .field(it.receiver),
            Record::Cutpoint(it) => list(
                place(LineWriter::new("cutpoint").field(it.id), &it.place)
                    .field(it.function)
                    .field(it.kind)
                    .field(&it.label)
                    .field(it.evaluates),
                &it.predicates,
            ),
            Record::Predicate(it) => list(
                place(LineWriter::new("predicate").field(it.id), &it.place)
                    .field(it.owner)
                    .field(it.index)
                    .field(it.origin)
                    .field(&it.name)
                    .field(&it.expression)
                    .field(it.invariant),
                &it.variables,
            ),
            Record::Contract(it) => list(
                place(LineWriter::new("contract").field(it.id), &it.place).field(it.owner).field(it.kind),
                &it.texts,
            ),
            Record::Unprobed(it) => place(LineWriter::new("unprobed").field(it.id), &it.place)
                .field(it.function)
                .field(it.extent)
                .field(&it.reason),
            Record::Driver(it) => list(
                place(LineWriter::new("driver").field(it.id), &it.place).field(&it.test).field(&it.self_type),
                &it.functions,
            ),
        }
        .finish()
    }
}

/// Reads a side-car's content: the version of the macros that wrote it, and its records in order. An empty one comes
/// from a crate in which nothing is annotated.
pub fn read(text: &str) -> Result<(Option<String>, Vec<Record>), ReadError> {
    let mut lines = text.lines().enumerate();
    let Some((_, first)) = lines.next() else { return Ok((None, Vec::new())) };
    let (version, header) = line::read_header(FORMAT, first)?;
    header.end()?;
    let records =
        lines.map(|(index, text)| read_record(LineReader::new(index + 1, text))).collect::<Result<_, _>>()?;
    Ok((Some(version), records))
}

fn read_place(line: &mut LineReader<'_>) -> Result<Place, ReadError> {
    Ok(Place {
        file: line.text("file")?,
        line: line.parse("line")?,
        column: line.parse("column")?,
        end_line: line.parse("end line")?,
        end_column: line.parse("end column")?,
    })
}

fn read_ids(line: &mut LineReader<'_>) -> Result<Vec<Id>, ReadError> {
    let texts = line.rest()?;
    texts.iter().map(|text| text.parse().map_err(|error: String| line.error(error))).collect()
}

fn read_record(mut line: LineReader<'_>) -> Result<Record, ReadError> {
    let line = &mut line;
    let record = match line.tag() {
        "subject" => Record::Subject(Subject {
            id: line.parse(ID)?,
            name: line.text("name")?,
            place: read_place(line)?,
            predicates: line.parse("number of predicates")?,
            not_fabricable: line.optional("reason")?,
        }),
        "function" => Record::Function(Function {
            id: line.parse(ID)?,
            place: read_place(line)?,
            impl_header: line.optional("impl header")?,
            self_type: line.optional("self type")?,
            name: line.text("name")?,
            ordinal: line.parse("ordinal")?,
            receiver: line.parse("receiver")?,
        }),
        "cutpoint" => Record::Cutpoint(Cutpoint {
            id: line.parse(ID)?,
            place: read_place(line)?,
            function: line.parse("function")?,
            kind: line.parse("kind")?,
            label: line.text("label")?,
            evaluates: line.parse("evaluated value")?,
            predicates: read_ids(line)?,
        }),
        "predicate" => Record::Predicate(Predicate {
            id: line.parse(ID)?,
            place: read_place(line)?,
            owner: line.parse("owner")?,
            index: line.parse("index")?,
            origin: line.parse("origin")?,
            name: line.text("name")?,
            expression: line.text("expression")?,
            invariant: line.parse("invariant flag")?,
            variables: line.rest()?,
        }),
        "contract" => Record::Contract(Contract {
            id: line.parse(ID)?,
            place: read_place(line)?,
            owner: line.parse("owner")?,
            kind: line.parse("kind")?,
            texts: line.rest()?,
        }),
        "unprobed" => Record::Unprobed(Unprobed {
            id: line.parse(ID)?,
            place: read_place(line)?,
            function: line.parse("function")?,
            extent: line.parse("extent")?,
            reason: line.text("reason")?,
        }),
        "driver" => Record::Driver(Driver {
            id: line.parse(ID)?,
            place: read_place(line)?,
            test: line.text("test")?,
            self_type: line.text("self type")?,
            functions: read_ids(line)?,
        }),
        other => return Err(line.error(format!("unknown record `{other}`"))),
    };
    match line.rest()?.first() {
        None => Ok(record),
        Some(extra) => Err(line.error(format!("one field too many: `{extra}`"))),
    }
}
