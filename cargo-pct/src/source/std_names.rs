//! Names of the standard library that code can use without naming each: the prelude, and what `use std::ops::*` brings.

/// The names that are known everywhere.
const PRELUDE: [(&str, &str); 38] = [
    ("Option", "std::option::Option"),
    ("Some", "std::option::Option::Some"),
    ("None", "std::option::Option::None"),
    ("Result", "std::result::Result"),
    ("Vec", "std::vec::Vec"),
    ("String", "std::string::String"),
    ("Box", "std::boxed::Box"),
    ("Clone", "std::clone::Clone"),
    ("Copy", "std::marker::Copy"),
    ("Send", "std::marker::Send"),
    ("Sync", "std::marker::Sync"),
    ("Sized", "std::marker::Sized"),
    ("Unpin", "std::marker::Unpin"),
    ("Drop", "std::ops::Drop"),
    ("Fn", "std::ops::Fn"),
    ("FnMut", "std::ops::FnMut"),
    ("FnOnce", "std::ops::FnOnce"),
    ("Default", "std::default::Default"),
    ("Eq", "std::cmp::Eq"),
    ("Ord", "std::cmp::Ord"),
    ("PartialEq", "std::cmp::PartialEq"),
    ("PartialOrd", "std::cmp::PartialOrd"),
    ("Iterator", "std::iter::Iterator"),
    ("IntoIterator", "std::iter::IntoIterator"),
    ("DoubleEndedIterator", "std::iter::DoubleEndedIterator"),
    ("ExactSizeIterator", "std::iter::ExactSizeIterator"),
    ("Extend", "std::iter::Extend"),
    ("FromIterator", "std::iter::FromIterator"),
    ("From", "std::convert::From"),
    ("Into", "std::convert::Into"),
    ("TryFrom", "std::convert::TryFrom"),
    ("TryInto", "std::convert::TryInto"),
    ("AsRef", "std::convert::AsRef"),
    ("AsMut", "std::convert::AsMut"),
    ("ToOwned", "std::borrow::ToOwned"),
    ("ToString", "std::string::ToString"),
    ("Future", "std::future::Future"),
    ("IntoFuture", "std::future::IntoFuture"),
];

/// Whether an item of std is known everywhere, by this path.
pub fn in_prelude(path: &str) -> bool {
    PRELUDE.iter().any(|(_, known)| *known == path)
}

/// What a name of the prelude stands for.
pub fn prelude(name: &str) -> Option<&'static str> {
    PRELUDE.iter().find(|(short, _)| *short == name).map(|(_, path)| *path)
}

/// What a module of std has under a name. Under-approximates: modules, traits, and the types that live there under that path or are
/// called like something in the prelude.
pub(super) fn member(module: &str, name: &str) -> Option<String> {
    if module.starts_with(PRELUDES) {
        return prelude(name).map(str::to_owned);
    }
    let has = |names: &str| names.split_whitespace().any(|it| it == name);
    let is_in = |list: &[(&str, &str)]| list.iter().any(|(path, names)| *path == module && has(names));
    let path = format!("{module}::{name}");
    (is_in(&TRAITS) || is_in(&MODULES)).then(|| declared(&path).map_or(path, str::to_owned))
}

/// The path of what std exports under a second one.
pub(super) fn declared(path: &str) -> Option<&'static str> {
    if let Some(rest) = path.strip_prefix(PRELUDES) {
        return prelude(rest.rsplit_once("::")?.1);
    }
    let name = path.strip_prefix("std::io::prelude::")?;
    ["std::io::BufRead", "std::io::Read", "std::io::Seek", "std::io::Write"]
        .into_iter()
        .find(|known| known.ends_with(name) && known.rsplit("::").next() == Some(name))
}

/// Whether this is the path of a trait of std.
pub(super) fn is_trait(path: &str) -> bool {
    let Some((module, name)) = path.rsplit_once("::") else { return false };
    TRAITS.iter().any(|(own, names)| *own == module && names.split_whitespace().any(|it| it == name))
}

/// Tells whether std has a trait of this last name.
pub fn is_name_of_trait(name: &str) -> bool {
    TRAITS.iter().any(|(_, names)| names.split_whitespace().any(|it| it == name))
}

/// Tells whether a path of std ends as those of types and traits do, and not as those of functions, modules and constants. Types of C and of
/// processors are written as C has them.
pub(super) fn is_like_a_type(path: &str) -> bool {
    let last = path.rsplit("::").next().unwrap_or(path);
    let is_of_rust = last.starts_with(char::is_uppercase) && last.contains(char::is_lowercase);
    is_of_rust || last.starts_with("c_") || last.starts_with("__m")
}

/// What the paths of std's preludes begin with: `std::prelude::v1`.
const PRELUDES: &str = "std::prelude::";

/// The stable traits of std, and some that are not, by module.
const TRAITS: [(&str, &str); 29] = [
    ("std::alloc", "GlobalAlloc Allocator"),
    ("std::any", "Any"),
    ("std::ascii", "AsciiExt"),
    ("std::borrow", "Borrow BorrowMut ToOwned"),
    ("std::clone", "Clone CloneToUninit"),
    ("std::cmp", "Eq Ord PartialEq PartialOrd"),
    ("std::convert", "From Into TryFrom TryInto AsRef AsMut FloatToInt"),
    ("std::default", "Default"),
    ("std::error", "Error"),
    ("std::fmt", "Debug Display Binary LowerHex UpperHex LowerExp UpperExp Octal Pointer Write"),
    ("std::future", "Future IntoFuture"),
    ("std::hash", "Hash Hasher BuildHasher"),
    ("std::io", "BufRead Read Seek Write IsTerminal"),
    ("std::io::prelude", "BufRead Read Seek Write"),
    (
        "std::iter",
        "Iterator IntoIterator DoubleEndedIterator ExactSizeIterator FusedIterator Extend FromIterator Sum Product TrustedLen Step",
    ),
    ("std::marker", "Copy Send Sync Sized Unpin Tuple Unsize"),
    ("std::net", "ToSocketAddrs"),
    (
        "std::ops",
        "RangeBounds Add Sub Mul Div Rem Neg Not BitAnd BitOr BitXor Shl Shr AddAssign SubAssign MulAssign DivAssign RemAssign \
         BitAndAssign BitOrAssign BitXorAssign ShlAssign ShrAssign Index IndexMut Deref DerefMut Drop Fn FnMut FnOnce AsyncFn \
         AsyncFnMut AsyncFnOnce CoerceUnsized DispatchFromDyn Coroutine Try FromResidual Residual",
    ),
    ("std::os::fd", "AsFd AsRawFd FromRawFd IntoRawFd"),
    ("std::os::unix::ffi", "OsStrExt OsStringExt"),
    ("std::panic", "RefUnwindSafe UnwindSafe"),
    ("std::pin", "PinCoerceUnsized"),
    ("std::process", "Termination"),
    ("std::slice", "Concat Join SliceIndex"),
    ("std::str", "FromStr"),
    ("std::str::pattern", "Pattern Searcher ReverseSearcher DoubleEndedSearcher"),
    ("std::string", "ToString"),
    ("std::task", "Wake"),
    ("std::thread", "LocalKeyExt"),
];

/// The modules and types that [`member`] knows, by module.
const MODULES: [(&str, &str); 30] = [
    (
        "std",
        "alloc any arch array ascii backtrace borrow boxed cell clone cmp collections convert default env error ffi fmt fs future \
         hash hint io iter marker mem net num ops option os panic path pin prelude primitive process ptr rc result slice str \
         string sync task thread time vec",
    ),
    ("std::borrow", "Cow"),
    ("std::boxed", "Box"),
    ("std::ops", "Range RangeFrom RangeFull RangeInclusive RangeTo RangeToInclusive Bound ControlFlow"),
    (
        "std::iter",
        "Chain Cloned Copied Cycle Enumerate Filter FilterMap FlatMap Flatten Fuse Inspect Map MapWhile Peekable Rev Scan Skip \
         SkipWhile StepBy Take TakeWhile Zip Empty Once Repeat FromFn Successors",
    ),
    ("std::arch::x86_64", "__m128 __m128d __m128i __m256 __m256d __m256i __m512 __m512d __m512i"),
    ("std::cmp", "Ordering Reverse"),
    ("std::fmt", "Formatter Arguments Error Result"),
    ("std::cell", "Cell RefCell Ref RefMut UnsafeCell OnceCell"),
    ("std::rc", "Rc Weak"),
    (
        "std::collections",
        "BTreeMap BTreeSet BinaryHeap HashMap HashSet LinkedList TryReserveError VecDeque binary_heap btree_map btree_set \
         hash_map hash_set linked_list vec_deque",
    ),
    ("std::ffi", "CStr CString OsStr OsString NulError FromBytesWithNulError"),
    ("std::mem", "ManuallyDrop MaybeUninit"),
    ("std::net", "AddrParseError IpAddr Ipv4Addr Ipv6Addr SocketAddr SocketAddrV4 SocketAddrV6"),
    ("std::num", "IntErrorKind NonZero ParseFloatError ParseIntError Saturating TryFromIntError Wrapping"),
    ("std::path", "Component Path PathBuf"),
    ("std::time", "Duration Instant SystemTime SystemTimeError"),
    ("std::convert", "Infallible"),
    ("std::hash", "BuildHasherDefault DefaultHasher RandomState"),
    ("std::io", "prelude Error ErrorKind Result"),
    ("std::marker", "PhantomData PhantomPinned"),
    ("std::option", "Option"),
    ("std::os", "fd unix raw"),
    ("std::os::unix", "ffi"),
    ("std::panic", "AssertUnwindSafe"),
    ("std::prelude", "v1 rust_2015 rust_2018 rust_2021 rust_2024"),
    ("std::result", "Result"),
    ("std::string", "String"),
    ("std::thread", "Result"),
    ("std::vec", "Vec"),
];
