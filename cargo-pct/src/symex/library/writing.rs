//! Calls that only write a value as text, or feed it to a hasher: what `#[derive(Debug, Hash)]`, `write!` and `format!` expand to.
//!
//! The text goes to a [`fmt::Formatter`](std::fmt::Formatter), behind which is whatever a client writes to; a hasher that is a type
//! parameter is a client's as well. So such a call may unwind, which is no error of the code that makes it, may write behind the
//! mutable references it is given, and does nothing else. That holds as long as none of the crate's own code runs meanwhile
//! that could fail: the value's own `fmt` is looked at, and where it does more than write, the call stays unmodelled.

use crate::mir::{GenericArg, GenericArgs, Operand, Path, Segment, TerminatorKind, Type};
use crate::symex::library::messages::makes_message;
use crate::symex::program::sites::Probes;
use crate::symex::program::types::{Generics, Rewrite, is_clients_type, is_unknown_type, path_of};
use crate::symex::program::{BodyId, Callee, Program};

/// How far values are looked into.
#[derive(Clone, Copy)]
pub(in crate::symex) struct Limits<'a> {
    /// Which probes mean something: code with such a one in it does more than write.
    probes: &'a Probes,
    /// Values inside values.
    depth: usize,
    /// Whether code of the crate may run.
    own_code: bool,
}

impl Limits<'_> {
    /// Where a client reads the text, an error that the crate's own `fmt` returns is passed on.
    pub(super) fn for_clients(probes: &Probes) -> Limits<'_> {
        Limits { probes, depth: 6, own_code: true }
    }

    /// Where a `String` is made, such an error is a panic.
    fn for_strings(self) -> Self {
        Limits { own_code: false, ..self }
    }
}

/// Methods of `Formatter` that write what they are given, which is text or a number, or tell how to.
const WRITES: [&str; 16] = [
    "align",
    "alternate",
    "debug_list",
    "debug_map",
    "debug_set",
    "debug_struct",
    "debug_tuple",
    "fill",
    "pad",
    "pad_formatted_parts",
    "pad_integral",
    "precision",
    "sign_plus",
    "width",
    "write_char",
    "write_str",
];

/// Types of std that write or hash nothing but themselves and what their arguments say.
const PLAIN: [&[&str]; 85] = [
    &["string", "String"],
    &["vec", "Vec"],
    &["option", "Option"],
    &["result", "Result"],
    &["boxed", "Box"],
    &["collections", "VecDeque"],
    &["collections", "BTreeMap"],
    &["collections", "BTreeSet"],
    &["collections", "HashMap"],
    &["collections", "HashSet"],
    &["collections", "BinaryHeap"],
    &["collections", "LinkedList"],
    &["cmp", "Ordering"],
    &["cmp", "Reverse"],
    &["num", "Wrapping"],
    &["num", "NonZero"],
    &["num", "ParseIntError"],
    &["num", "TryFromIntError"],
    &["num", "IntErrorKind"],
    &["time", "Duration"],
    &["time", "Instant"],
    &["ops", "Range"],
    &["ops", "RangeInclusive"],
    &["ops", "Bound"],
    &["marker", "PhantomData"],
    &["mem", "ManuallyDrop"],
    &["mem", "MaybeUninit"],
    &["ptr", "NonNull"],
    &["rc", "Rc"],
    &["sync", "Arc"],
    &["cell", "Cell"],
    &["cell", "RefCell"],
    &["fmt", "Error"],
    &["str", "Utf8Error"],
    &["slice", "Iter"],
    &["alloc", "Global"],
    &["hash", "RandomState"],
    &["hash", "BuildHasherDefault"],
    &["hash", "DefaultHasher"],
    &["alloc", "Layout"],
    &["alloc", "LayoutError"],
    &["any", "TypeId"],
    &["array", "TryFromSliceError"],
    &["cell", "BorrowError"],
    &["cell", "BorrowMutError"],
    &["char", "CharTryFromError"],
    &["char", "DecodeUtf16Error"],
    &["char", "ParseCharError"],
    &["char", "TryFromCharError"],
    &["collections", "TryReserveError"],
    &["convert", "Infallible"],
    &["env", "VarError"],
    &["ffi", "CStr"],
    &["ffi", "CString"],
    &["ffi", "FromBytesWithNulError"],
    &["ffi", "FromBytesUntilNulError"],
    &["ffi", "IntoStringError"],
    &["ffi", "NulError"],
    &["ffi", "OsStr"],
    &["ffi", "OsString"],
    &["io", "ErrorKind"],
    &["io", "SeekFrom"],
    &["net", "AddrParseError"],
    &["net", "IpAddr"],
    &["net", "Ipv4Addr"],
    &["net", "Ipv6Addr"],
    &["net", "SocketAddr"],
    &["net", "SocketAddrV4"],
    &["net", "SocketAddrV6"],
    &["num", "ParseFloatError"],
    &["path", "Component"],
    &["path", "Display"],
    &["path", "Path"],
    &["path", "PathBuf"],
    &["path", "PrefixComponent"],
    &["str", "ParseBoolError"],
    &["string", "FromUtf16Error"],
    &["string", "FromUtf8Error"],
    &["sync", "mpsc", "RecvError"],
    &["sync", "mpsc", "TryRecvError"],
    &["thread", "AccessError"],
    &["thread", "ThreadId"],
    &["time", "SystemTime"],
    &["time", "SystemTimeError"],
    &["time", "TryFromFloatSecsError"],
];

/// Types of std that show nothing of what they hold.
const SILENT: [&[&str]; 4] = [
    &["sync", "PoisonError"],
    &["sync", "TryLockError"],
    &["sync", "mpsc", "SendError"],
    &["sync", "mpsc", "TrySendError"],
];

/// A call, where it stands.
pub(in crate::symex) struct Call<'a> {
    pub(in crate::symex) body: BodyId,
    pub(in crate::symex) generics: &'a Generics,
    pub(in crate::symex) args: &'a [Operand],
}

impl Program {
    /// Whether a call of `Write::write_fmt`, which `write!` expands to, writes more than text and numbers: the model of what a writer of
    /// the crate's own is given knows no other code.
    pub(in crate::symex) fn writes_otherwise(
        &self,
        call: &Call<'_>,
        path: &Path,
        callee: BodyId,
        probes: &Probes,
    ) -> bool {
        let is_message = path
            .as_trait_item()
            .is_some_and(|item| item.trait_path.is_std(&["fmt", "Write"]) && &**item.name == "write_fmt");
        let limits = Limits::for_clients(probes).for_strings();
        is_message && self.is_model(callee) && !self.is_plain_message(call, 1, limits)
    }

    /// Whether a call of `write_fmt` on a client's writer writes more than values that only write: for an `io::Write`, values that may fail.
    pub(in crate::symex) fn sends_message(&self, call: &Call<'_>, path: &Path, probes: &Probes) -> bool {
        let Some(item) = path.as_trait_item().filter(|item| &**item.name == "write_fmt") else {
            return false;
        };
        let limits = Limits::for_clients(probes);
        if item.trait_path.is_std(&["io", "Write"]) {
            return !self.is_plain_message(call, 1, limits.for_strings());
        }
        item.trait_path.is_std(&["fmt", "Write"]) && !self.is_plain_message(call, 1, limits)
    }

    /// Whether a call only writes a value as text, or feeds it to a hasher.
    pub(in crate::symex) fn only_writes(&self, call: &Call<'_>, path: &Path, probes: &Probes) -> bool {
        self.writes_only(call, path, Limits::for_clients(probes))
    }

    fn writes_only(&self, call: &Call<'_>, path: &Path, limits: Limits<'_>) -> bool {
        if let Some(item) = path.as_trait_item() {
            let of_formatter =
                item.self_type.as_path().is_some_and(|path| path.is_std(&["fmt", "Formatter"]));
            let name = &**item.name;
            let trait_name = item.trait_path.last_name().map_or("", |name| &**name);
            return if makes_string(path) {
                self.is_plain(item.self_type, "Display", limits.for_strings())
            } else if item.trait_path.is_std(&["fmt", "Write"]) {
                of_formatter && matches!(name, "write_str" | "write_char")
            } else if item.trait_path.is_std(&["hash", "Hash"]) {
                name == "hash"
                    && self.is_plain(item.self_type, "Hash", limits)
                    && self.is_clients_hasher(call, item.args)
            } else {
                let is_fmt = item.trait_path.is_std(&["fmt", trait_name]) && name == "fmt";
                is_fmt && self.is_plain(item.self_type, trait_name, limits)
            };
        }
        match path.std_names().as_deref() {
            Some(["fmt", "Formatter", "write_fmt"]) => self.is_plain_message(call, 1, limits),
            Some(["fmt", "format"]) => self.is_plain_message(call, 0, limits.for_strings()),
            Some(["fmt", "Formatter", name]) if name.starts_with("debug_") && name.ends_with("_finish") => {
                self.passes_plain_trait_objects(call, limits)
            }
            Some(["fmt", "Formatter", name]) => WRITES.contains(name),
            Some(["fmt", "DebugMap", _]) if self.may_misuse_map(call.body, path) => false,
            Some(["fmt", builder, name]) if builder.starts_with("Debug") => match *name {
                "finish" | "finish_non_exhaustive" => true,
                "entry" | "field" => self.passes_plain_trait_objects(call, limits),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether writing a value with `Debug` runs no code of the crate but such that only writes.
    pub(in crate::symex) fn shows_plainly(&self, ty: &Type, probes: &Probes) -> bool {
        self.is_plain(ty, "Debug", Limits::for_clients(probes))
    }

    /// Whether writing a value by a trait of `fmt`, or hashing it, runs no code of the crate but such that only writes.
    pub(in crate::symex) fn is_plain(&self, ty: &Type, trait_name: &str, limits: Limits<'_>) -> bool {
        let Some(depth) = limits.depth.checked_sub(1) else { return false };
        let limits = Limits { depth, ..limits };
        let are_parts = || ty.children().into_iter().all(|part| self.is_plain(part, trait_name, limits));
        let is_of_std = |path: &Path| {
            PLAIN.iter().any(|names| path.is_std(names)) || trait_name == "Debug" && shows_its_content(path)
        };
        match ty {
            Type::Bool | Type::Char | Type::Int(_) | Type::Str | Type::Never => true,
            // `{:.65535e}` panics in std.
            Type::Float(_) => !matches!(trait_name, "LowerExp" | "UpperExp"),
            // Where clients read the text, they choose what it says; nobody makes a `String` of what may return an error.
            ty if is_clients_type(ty) => limits.own_code,
            Type::Ref { .. } | Type::Slice(_) | Type::Array { .. } | Type::Tuple(_) => are_parts(),
            Type::RawPtr { .. } | Type::FnPtr(_) => true,
            // Adaptors show what they go through; their code they do not even name.
            Type::Closure(_) => trait_name == "Debug",
            Type::Path(path) if SILENT.iter().any(|names| path.is_std(names)) => true,
            Type::Path(path) if is_of_std(path) && are_parts() => {
                !holds_items(path) || self.fields_are_plain(ty, trait_name, limits)
            }
            Type::Path(path) => {
                !path.begins_in_std() && limits.own_code && self.own_only_writes(ty, trait_name, limits)
            }
            Type::FnDef { .. } | Type::FnCoroutine { .. } | Type::Dyn(_) | Type::Impl(_) => false,
            Type::Pattern { .. } | Type::UnsafeBinder { .. } | Type::Infer => false,
        }
    }

    /// The same of the fields of a type, each of which is known.
    fn fields_are_plain(&self, ty: &Type, trait_name: &str, limits: Limits<'_>) -> bool {
        let is_plain = |ty: Option<Type>| ty.is_some_and(|ty| self.is_plain(&ty, trait_name, limits));
        self.adt(ty).is_some_and(|instance| instance.field_types().all(is_plain))
    }

    /// Whether the crate's own implementation of a trait of `fmt`, or of `Hash`, only writes.
    fn own_only_writes(&self, ty: &Type, trait_name: &str, limits: Limits<'_>) -> bool {
        let (module, name) = if trait_name == "Hash" { ("hash", "hash") } else { ("fmt", "fmt") };
        let trait_path = Some(Box::new(path_of(&["std", module, trait_name])));
        let function = Segment::Named { name: name.into(), args: GenericArgs::NONE };
        let own = Segment::Qualified { self_type: Box::new(ty.clone()), trait_path };
        match self.resolve(&Path { segments: [own, function].into() }) {
            // Where values lie side by side, std hashes them by `hash_slice`, which an impl may write as it likes.
            Callee::Body(body, generics) => {
                self.is_only_function_of_impl(body) && self.body_only_writes(body, &generics, limits)
            }
            Callee::Intrinsic(..) | Callee::Constructor(_) | Callee::Unknown => false,
        }
    }

    /// Tells whether a function is the only one of its impl.
    fn is_only_function_of_impl(&self, body: BodyId) -> bool {
        self.impl_of(body).is_some_and(|block| block.functions.len() == 1)
    }

    fn body_only_writes(&self, body: BodyId, generics: &Generics, limits: Limits<'_>) -> bool {
        self.code(body).body.blocks.values().all(|block| match &block.terminator.kind {
            TerminatorKind::Goto { .. }
            | TerminatorKind::SwitchInt { .. }
            | TerminatorKind::Return
            | TerminatorKind::Unreachable
            | TerminatorKind::Resume => true,
            TerminatorKind::Call { callee: Operand::Function(function), args, .. } => {
                let path = self.normaliser(body, generics).value_path(&function.path);
                limits.probes.are_idle_at(&path)
                    || makes_message(&path)
                    || path.is_std(&["mem", "discriminant"])
                    || path.is_std(&["intrinsics", "discriminant_value"])
                    || crate::symex::library::harmless::never_panics(&path)
                    || self.writes_only(&Call { body, generics, args }, &path, limits)
            }
            _ => false,
        })
    }

    /// Whether the hasher is a client's or the standard library's own: one of a type parameter is what the caller passes on.
    fn is_clients_hasher(&self, call: &Call<'_>, args: &[GenericArg]) -> bool {
        let [GenericArg::Type(ty)] = args else { return false };
        let is_passed_on =
            || ty.as_identifier().is_some_and(|name| self.parameters(call.body).contains(name));
        let is_stds = || ty.as_path().is_some_and(|it| it.begins_in_std() && it.last().args().is_empty());
        is_unknown_type(ty) || is_passed_on() || is_stds()
    }
}

/// Whether a type of the standard library holds others and shows them: collections, iterators, ranges.
fn shows_its_content(path: &Path) -> bool {
    let modules = ["array", "char", "collections", "iter", "ops", "option", "slice", "str", "string", "vec"];
    path.std_names().is_some_and(|names| names.first().is_some_and(|module| modules.contains(module)))
}

/// Whether an adaptor shows items of what it goes through, whose type its own need not name.
fn holds_items(path: &Path) -> bool {
    ["FlatMap", "Flatten", "Peekable"].iter().any(|name| path.is_std(&["iter", name]))
}

/// `x.to_string()`, or what `format!` expands to: nobody but std sees the text before it is whole.
pub(in crate::symex) fn makes_string(path: &Path) -> bool {
    path.is_std(&["fmt", "format"])
        || path.as_trait_item().is_some_and(|item| item.trait_path.is_std(&["string", "ToString"]))
}
