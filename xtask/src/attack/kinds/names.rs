//! Names that mean something else than they look like: own items named like std's, two of one name, imports, and what hides what.

use super::super::random::Random;

/// Items, each with an expression of a number in which `n` is a `u8`. `VALUE` is a number, `OTHER` another expression.
const PLAYS: [(&str, &str); 62] = [
    (
        "mod core {\n    pub mod cmp {\n        pub fn max(a: u8, b: u8) -> u8 { a & b & VALUE }\n    }\n}\n",
        "core::cmp::max(n, OTHER)",
    ),
    (
        "mod std {\n    pub mod cmp {\n        pub fn max(a: u8, b: u8) -> u8 { a & b & VALUE }\n    }\n}\n",
        "self::std::cmp::max(n, OTHER)",
    ),
    ("mod cmp {\n    pub fn max(a: u8, b: u8) -> u8 { a & b }\n}\n", "cmp::max(n, OTHER)"),
    (
        "use self::own as cmp;\n\nmod own {\n    pub fn min(a: u8, b: u8) -> u8 { a | b | VALUE }\n}\n",
        "cmp::min(n, OTHER)",
    ),
    ("use own::*;\n\nmod own {\n    pub fn drop<T>(_: T) -> u8 { VALUE }\n}\n", "drop(n)"),
    ("fn drop<T>(_: T) -> u8 { VALUE }\n", "drop(OTHER)"),
    (
        "#[derive(Clone, Copy)]\nstruct Some(u8);\n\nimpl Some {\n    fn unwrap_or(self, _: u8) -> u8 { self.0 }\n}\n",
        "Some(n).unwrap_or(1)",
    ),
    (
        "enum Option<T> {\n    None,\n    Some(T),\n}\n\nuse Option::*;\n\nimpl Option<u8> {\n    fn unwrap_or(self, other: u8) -> u8 {\n        match self {\n            None => other,\n            Some(own) => own & VALUE,\n        }\n    }\n}\n",
        "if n > 5 { Some(n).unwrap_or(1) } else { None.unwrap_or(OTHER) }",
    ),
    (
        "trait Clone {\n    fn clone(&self) -> u8;\n}\n\nimpl Clone for u16 {\n    fn clone(&self) -> u8 { VALUE }\n}\n",
        "Clone::clone(&u16::from(n))",
    ),
    (
        "trait Ord: Sized {\n    fn max(self, other: Self) -> u8;\n}\n\nimpl Ord for [u8; 1] {\n    fn max(self, other: [u8; 1]) -> u8 { self[0] & other[0] }\n}\n",
        "Ord::max([n], [OTHER])",
    ),
    (
        "trait Drop {\n    fn drop(&mut self);\n}\n\nstruct S(u8);\n\nimpl Drop for S {\n    fn drop(&mut self) { self.0 = VALUE }\n}\n",
        "{ let mut s = S(OTHER); s.drop(); s.0 }",
    ),
    (
        "trait Add {\n    fn add(self, other: Self) -> u8;\n}\n\nimpl Add for bool {\n    fn add(self, other: bool) -> u8 { u8::from(self && other) }\n}\n",
        "(n > 3).add(n < 9)",
    ),
    (
        "trait Iterator {\n    fn count(self) -> u8;\n}\n\nstruct Three;\n\nimpl Iterator for Three {\n    fn count(self) -> u8 { VALUE }\n}\n",
        "Three.count() | OTHER",
    ),
    (
        "trait Default {\n    fn default() -> Self;\n}\n\nimpl Default for u8 {\n    fn default() -> u8 { VALUE }\n}\n",
        "<u8 as Default>::default() & n",
    ),
    (
        "trait Size {\n    fn len(&self) -> u8;\n}\n\nimpl Size for &[u8] {\n    fn len(&self) -> u8 { VALUE }\n}\n",
        "Size::len(&&[n, 1][..])",
    ),
    (
        "trait Size {\n    fn leading_zeros(self) -> u8;\n}\n\nimpl Size for u8 {\n    fn leading_zeros(self) -> u8 { VALUE }\n}\n",
        "Size::leading_zeros(n)",
    ),
    (
        "trait Size {\n    fn count_ones(&self) -> u8;\n}\n\nimpl Size for u8 {\n    fn count_ones(&self) -> u8 { VALUE }\n}\n",
        "n.count_ones()",
    ),
    ("type Result = u8;\n\nfn f(n: u8) -> Result { n & OTHER }\n", "f(n)"),
    (
        "const MAX: u8 = VALUE;\n\nmod inner {\n    pub const MAX: u8 = 3;\n    pub fn max() -> u8 { super::MAX }\n}\n\nuse inner::max;\n",
        "max() & (n | MAX)",
    ),
    ("static MAX: u8 = VALUE;\n\nfn f(MAX_: u8) -> u8 { MAX_ & MAX }\n", "f(OTHER)"),
    (
        "fn a() -> u8 {\n    struct S;\n    impl S { fn v() -> u8 { 3 } }\n    S::v()\n}\n\nfn b() -> u8 {\n    struct S;\n    impl S { fn v() -> u8 { VALUE } }\n    S::v()\n}\n",
        "if n > 5 { a() } else { b() }",
    ),
    (
        "fn a(n: u8) -> u8 {\n    fn of(n: u8) -> u8 { n | 1 }\n    of(n)\n}\n\nfn b(n: u8) -> u8 {\n    fn of(n: u8) -> u8 { n & OTHER }\n    of(n)\n}\n",
        "if n > 5 { a(n) } else { b(n) }",
    ),
    (
        "fn a(n: u8) -> u8 {\n    type X = u8;\n    X::MAX & n\n}\n\nfn b(n: u8) -> u8 {\n    type X = u16;\n    (X::MAX >> 8) as u8 & n\n}\n",
        "a(n) | b(OTHER)",
    ),
    (
        "trait Tr {\n    fn v(&self) -> u8;\n}\n\nmod a {\n    pub struct S;\n    impl super::Tr for S {\n        fn v(&self) -> u8 { 3 }\n    }\n}\n\nmod b {\n    pub struct S;\n    impl super::Tr for S {\n        fn v(&self) -> u8 { VALUE }\n    }\n}\n",
        "if n > 5 { a::S.v() } else { b::S.v() }",
    ),
    (
        "mod a {\n    pub(super) fn of(n: u8) -> u8 { n | 1 }\n}\n\nmod b {\n    pub(super) use super::a::of as other;\n    pub(super) fn of(n: u8) -> u8 { other(n) & OTHER }\n}\n\nuse b::of;\n",
        "of(n)",
    ),
    (
        "macro_rules! own {\n    ($name:ident, $value:expr) => {\n        fn $name(n: u8) -> u8 { n & $value }\n    };\n}\n\nown!(first, 3);\nown!(second, VALUE);\n",
        "first(n) & second(OTHER)",
    ),
    (
        "struct Vec(u8);\n\nimpl Vec {\n    fn len(&self) -> usize { usize::from(self.0) & VALUE }\n}\n",
        "Vec(n).len()",
    ),
    (
        "struct S(u8);\n\nimpl S {\n    fn clone(&self) -> S { S(self.0 & VALUE) }\n    fn eq(&self, _: &S) -> bool { true }\n    fn into(self) -> u8 { self.0 }\n}\n\nimpl From<S> for u8 {\n    fn from(_: S) -> u8 { 7 }\n}\n",
        "S(n).clone().into()",
    ),
    ("extern crate std as st;\n\nuse st::cmp::*;\n", "max(n, OTHER) & VALUE"),
    ("use std::cmp::min as max;\n", "max(n, OTHER)"),
    (
        "fn o() -> u8 {\n    fn h() -> u8 { 3 }\n    h()\n}\n\nmod o {\n    pub fn h() -> u8 { VALUE }\n}\n",
        "if n > 5 { o() } else { o::h() }",
    ),
    ("mod u16 {\n    pub const MAX: u8 = VALUE;\n}\n", "u16::MAX & n"),
    ("type usize = u8;\n", "n & OTHER"),
    ("fn of() -> u8 { VALUE }\n\nfn g(of: u8) -> u8 { of | 1 }\n", "g(of()) & (OTHER | 4)"),
    (
        "trait Tr {\n    fn v() -> u8;\n}\n\nstruct S;\n\nstruct T;\n\nimpl T {\n    fn v() -> u8 { 3 }\n}\n\nimpl Tr for S {\n    fn v() -> u8 { VALUE }\n}\n\nfn f<T: Tr>() -> u8 { T::v() }\n",
        "f::<S>() & T::v()",
    ),
    ("const N: u8 = 3;\n\nfn f<const N: u8>() -> u8 { N }\n", "f::<VALUE>() & (N | n)"),
    ("const M: u8 = 3;\n\nfn f<const M: u8>() -> u8 { const { M } }\n", "f::<VALUE>() & (M | n)"),
    (
        "trait Of<R = Self> {\n    fn of(&self, other: &R) -> u8;\n}\n\nimpl Of for u8 {\n    fn of(&self, other: &u8) -> u8 { self | other | 1 }\n}\n\nimpl Of<u16> for u8 {\n    fn of(&self, _: &u16) -> u8 { VALUE }\n}\n",
        "if n > 5 { Of::<u16>::of(&n, &1) } else { Of::of(&n, &OTHER) }",
    ),
    (
        "trait Lv {\n    const L: u8;\n}\n\nstruct S;\n\nimpl Lv for S {\n    const L: u8 = VALUE;\n}\n\nimpl S {\n    const L: u8 = 3;\n}\n",
        "if n > 5 { S::L } else { <S as Lv>::L }",
    ),
    (
        "trait Tr {\n    fn v(&self) -> u8;\n}\n\nstruct S;\n\nimpl S {\n    fn v(&self) -> u8 { 3 }\n}\n\nimpl Tr for S {\n    fn v(&self) -> u8 { VALUE }\n}\n",
        "if n > 5 { S.v() } else { Tr::v(&S) }",
    ),
    (
        "trait Tr {\n    fn v(self) -> u8;\n}\n\n#[derive(Clone, Copy)]\nstruct S;\n\nimpl Tr for S {\n    fn v(self) -> u8 { 3 }\n}\n\nimpl Tr for &S {\n    fn v(self) -> u8 { VALUE }\n}\n\nimpl Tr for &&S {\n    fn v(self) -> u8 { TWO }\n}\n\nconst TWO: u8 = 2;\n",
        "if n > 5 { (&S).v() } else { (&&S).v() & S.v() }",
    ),
    ("macro_rules! vec {\n    ($a:expr, $b:expr) => { $a & $b };\n}\n", "vec![n, OTHER]"),
    (
        "fn r#match(n: u8) -> u8 { n & VALUE }\n\nfn r#try(r#in: u8) -> u8 { r#in >> 1 }\n",
        "r#match(n) | r#try(OTHER)",
    ),
    ("fn größe(n: u8) -> u8 { n & VALUE }\n", "größe(n)"),
    (
        "mod own {\n    pub trait Tr {\n        fn v(&self) -> u8 { VALUE }\n    }\n    impl Tr for u8 {}\n}\n\nuse own::Tr as _;\n",
        "n.v()",
    ),
    (
        "const X: u8 = {\n    const fn of() -> u8 { VALUE }\n    of()\n};\n\nconst fn of() -> u8 { 3 }\n",
        "X & of()",
    ),
    (
        "enum E {\n    A = 3,\n    B = 0,\n}\n\nuse E::*;\n\nconst C: E = B;\n",
        "if n > 5 { C as u8 } else { A as u8 }",
    ),
    (
        "mod a {\n    pub use self::b::*;\n    pub fn of() -> u8 { VALUE }\n    mod b {\n        pub fn of() -> u8 { 3 }\n        pub fn on() -> u8 { super::of() }\n    }\n}\n\nuse a::*;\n",
        "if n > 5 { of() } else { on() }",
    ),
    (
        "struct S<T>(T);\n\nimpl S<u8> {\n    fn v(&self) -> u8 { 3 }\n}\n\nimpl S<u16> {\n    fn v(&self) -> u8 { VALUE }\n}\n",
        "if n > 5 { S(1u16).v() } else { S(n).v() }",
    ),
    (
        "struct S<const N: u8>;\n\nimpl S<1> {\n    fn v(&self) -> u8 { 3 }\n}\n\nimpl S<2> {\n    fn v(&self) -> u8 { VALUE }\n}\n",
        "if n > 5 { S::<1>.v() } else { S::<2>.v() }",
    ),
    (
        "struct D(u8);\n\nimpl Drop for D {\n    fn drop(&mut self) { let _ = 10 / self.0; }\n}\n\nmod o {\n    pub struct D;\n}\n\nfn o(n: u8) {\n    struct H { d: D }\n    let _h = H { d: D(n) };\n}\n",
        "{ o(n & OTHER); 1 }",
    ),
    (
        "struct D(u8);\n\nimpl Drop for D {\n    fn drop(&mut self) { let _ = 10 / self.0; }\n}\n\nfn o(n: u8) {\n    struct D;\n    mod i {\n        pub struct H { pub d: super::D }\n    }\n    let _h = i::H { d: self::D(n) };\n}\n",
        "{ o(n & OTHER); 1 }",
    ),
    (
        "struct D(u8);\n\nimpl Drop for D {\n    fn drop(&mut self) { let _ = 10 / self.0; }\n}\n\nmod a {\n    pub mod c {\n        pub(super) struct Option;\n    }\n}\n\nuse a::c::*;\n\nstruct H { d: Option<D> }\n",
        "{ let _h = H { d: Some(D(n & OTHER)) }; 1 }",
    ),
    (
        "struct D(u8);\n\nimpl Drop for D {\n    fn drop(&mut self) { let _ = 10 / self.0; }\n}\n\nmod a {\n    struct Box<T> { of: std::marker::PhantomData<T> }\n    pub fn Box() {}\n}\n\nuse a::Box;\n\nstruct H { d: Box<D> }\n",
        "{ let _h = H { d: std::boxed::Box::new(D(n & OTHER)) }; 1 }",
    ),
    (
        "struct D(u8);\n\nimpl Drop for D {\n    fn drop(&mut self) { let _ = 10 / self.0; }\n}\n\nstruct VecDeque<T>(std::marker::PhantomData<T>);\n\nfn o(n: u8) {\n    fn i(n: u8) {\n        use std::collections::*;\n        struct H { d: VecDeque<D> }\n        let _h = H { d: VecDeque::from([D(n)]) };\n    }\n    i(n)\n}\n",
        "{ o(n & OTHER); 1 }",
    ),
    (
        "mod a {\n    pub mod c {\n        pub(super) type u16 = u8;\n    }\n}\n\nuse a::c::*;\n\nstruct H { n: u16 }\n",
        "{ let h = H { n: u16::from(n) * 2 }; (h.n <= 300) as u8 | OTHER }",
    ),
    (
        "mod a {\n    pub mod c {\n        pub(super) trait Drop { fn drop(&mut self); }\n    }\n}\n\nuse a::c::*;\n\nstruct D(u8);\n\nimpl Drop for D {\n    fn drop(&mut self) { let _ = 10 / self.0; }\n}\n",
        "{ D(n & OTHER); 1 }",
    ),
    (
        "struct D(u8);\n\nmod o {\n    pub struct D;\n}\n\nfn o() {\n    impl Drop for D {\n        fn drop(&mut self) { let _ = 10 / self.0; }\n    }\n}\n",
        "{ D(n & OTHER); 1 }",
    ),
    (
        "mod a {\n    #[derive(Clone, Copy)]\n    pub enum E { A, B, C }\n\n    pub fn a() {\n        enum E { A, B }\n    }\n}\n\nuse a::a;\n\nstruct H { e: a::E }\n",
        "{ let h = H { e: if n > 5 { a::E::C } else { a::E::A } }; 2 - (h.e as u8) | OTHER }",
    ),
    (
        "struct K<const N: usize>(u8);\n\nimpl<const N: usize> Drop for K<{ N }> {\n    fn drop(&mut self) { let _ = 10 / self.0; }\n}\n",
        "{ K::<VALUE>(n & OTHER); 1 }",
    ),
    (
        "#[derive(Clone, Copy, PartialEq, Eq)]\nstruct K<const N: usize>(u8);\n\nimpl PartialOrd for K<{ 1 + 2 }> {\n    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> { Some(self.cmp(other)) }\n}\n\nimpl Ord for K<{ 1 + 2 }> {\n    fn cmp(&self, other: &Self) -> std::cmp::Ordering { (10 / self.0).cmp(&other.0) }\n}\n",
        "{ let mut keys = [K::<3>(1), K(n & OTHER)]; keys.sort(); keys[0].0 | 1 }",
    ),
    (
        "struct D(u8);\n\nstruct J;\n\nfn o() {\n    {\n        use D as A;\n        impl Drop for A {\n            fn drop(&mut self) { let _ = 10 / self.0; }\n        }\n    }\n    {\n        use J as A;\n        let _: Option<A> = None;\n    }\n}\n",
        "{ drop(D(n & OTHER)); 1 }",
    ),
];

/// What leads to the expression: by a parameter that is called like an item, a binding, a closure, a constant, the destructor of a generic type.
const AROUND: [&str; 7] = [
    "{ EXPR }",
    "{ let f = |n: u8| EXPR; f(n) }",
    "{ fn of(n: u8) -> usize { (EXPR) as usize } of(n) }",
    "{ let max = 5u8; let _ = max; EXPR }",
    "{ mod of { pub fn of() -> u8 { 0 } } of::of() as usize + (EXPR) as usize }",
    "match n { n if n < 200 => (EXPR) as usize, _ => 1 }",
    "{ guarded::ask((EXPR) as u8, n); 1 }",
];

/// A generic type whose destructor panics for zero.
const GUARDED: &str = "
mod guarded {
    pub trait Mark {}

    impl Mark for u8 {}

    struct Ended<T: Mark>(u8, T);

    impl<T: Mark> Drop for Ended<T> {
        fn drop(&mut self) { let _ = 10 / self.0; }
    }

    pub fn ask<T: Mark>(n: u8, one: T) { let _ended = Ended(n, one); }
}
";

pub(super) fn names(random: &mut Random) -> String {
    let (items, expression) = PLAYS[random.below(PLAYS.len())];
    let value = random.pick(&["0", "1", "2", "3", "7"]);
    let other = random.pick(&["0", "1", "n", "n / 2", "n >> 4", "5"]);
    // An item of its own sees no argument of `run`.
    let has_n = |line: &str| line.contains("n: u8") || !line.contains("OTHER");
    let items: String = items
        .lines()
        .map(|line| match has_n(line) {
            true => format!("{}\n", line.replace("OTHER", other)),
            false => format!("{}\n", line.replace("OTHER", "6")),
        })
        .collect();
    let around = random.pick(&AROUND).replace("EXPR", expression);
    let guarded = if around.contains("guarded") { GUARDED } else { "" };
    let number = around.replace("OTHER", other).replace("VALUE", value);
    let end = super::checked(random, &number);
    format!("{}{guarded}\npub fn run(n: u8) -> u8 {{\n    {end}\n}}\n", items.replace("VALUE", value))
}
