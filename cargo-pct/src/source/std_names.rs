//! Names of the standard library that code can use without naming each: the prelude, and what `use std::ops::*` brings.

/// The names that are known everywhere.
const PRELUDE: [(&str, &str); 34] = [
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
];

/// Whether an item of std is known everywhere, by this path.
pub fn in_prelude(path: &str) -> bool {
    PRELUDE.iter().any(|(_, known)| *known == path)
}

/// What a name of the prelude stands for.
pub(super) fn prelude(name: &str) -> Option<&'static str> {
    PRELUDE.iter().find(|(short, _)| *short == name).map(|(_, path)| *path)
}

/// Whether a module of std has an item of this name. Under-approximates: of modules that code imports whole, what has a type or a
/// trait's name and lives there under that path.
pub(super) fn is_in(module: &str, name: &str) -> bool {
    MODULES.iter().any(|(path, names)| *path == module && names.split_whitespace().any(|it| it == name))
}

const MODULES: [(&str, &str); 9] = [
    (
        "std::ops",
        "Range RangeFrom RangeFull RangeInclusive RangeTo RangeToInclusive Bound RangeBounds ControlFlow Add Sub Mul Div Rem Neg \
         Not BitAnd BitOr BitXor Shl Shr AddAssign SubAssign MulAssign DivAssign RemAssign BitAndAssign BitOrAssign \
         BitXorAssign ShlAssign ShrAssign Index IndexMut Deref DerefMut Drop Fn FnMut FnOnce",
    ),
    (
        "std::iter",
        "Iterator IntoIterator DoubleEndedIterator ExactSizeIterator FusedIterator Extend FromIterator Sum Product Chain Cloned \
         Copied Cycle Enumerate Filter FilterMap FlatMap Flatten Fuse Inspect Map MapWhile Peekable Rev Scan Skip SkipWhile \
         StepBy Take TakeWhile Zip Empty Once Repeat FromFn Successors",
    ),
    ("std::arch::x86_64", "__m128 __m128d __m128i __m256 __m256d __m256i __m512 __m512d __m512i"),
    ("std::cmp", "Ordering Reverse Eq Ord PartialEq PartialOrd"),
    (
        "std::fmt",
        "Debug Display Formatter Arguments Binary LowerHex UpperHex LowerExp UpperExp Octal Pointer Write Error Result",
    ),
    ("std::cell", "Cell RefCell Ref RefMut UnsafeCell OnceCell"),
    ("std::rc", "Rc Weak"),
    ("std::mem", "ManuallyDrop MaybeUninit"),
    ("std::convert", "From Into TryFrom TryInto AsRef AsMut Infallible"),
];
