//! Values out of objects, for samples and for answers of drivers.
//!
//! Types that implement [`Capture`] are captured whole, a few containers of others as an outline, everything else as an
//! opaque token by name. Which of these applies is found by method resolution on `&&&Of(…)`, in code that knows the concrete
//! type; inside generic code a type parameter is never more than its bounds say, so its values are opaque (and lengths of
//! sequences of it are kept).

use std::any::type_name;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;
use std::num::Wrapping;

use crate::wire::Value;

/// How much may still be captured: nodes of the value, and levels, for a thread's stack may be small.
pub struct Room {
    nodes: usize,
    levels: usize,
}

impl Default for Room {
    fn default() -> Room {
        Room { nodes: 512, levels: 10 }
    }
}

impl Room {
    /// Room for answers of drivers, whose threads have stack enough. A value may not nest deeper than its reader reads.
    pub fn wide() -> Room {
        Room { nodes: 4096, levels: 90 }
    }
}

/// A type whose values can be captured whole.
pub trait Capture {
    /// The value, or an opaque token where room ends.
    fn pct_capture(&self, room: &mut Room) -> Value;
}

fn opaque<T: ?Sized>(length: Option<usize>) -> Value {
    Value::Opaque(type_name::<T>().to_owned(), length)
}

/// Takes room for the node itself, then captures; without room an opaque token.
pub fn with_room<T: ?Sized>(room: &mut Room, capture: impl FnOnce(&mut Room) -> Value) -> Value {
    if room.nodes == 0 || room.levels == 0 {
        return opaque::<T>(None);
    }
    room.nodes -= 1;
    room.levels -= 1;
    let value = capture(room);
    room.levels += 1;
    value
}

macro_rules! capture_scalars {
    ($($variant:ident($($scalar:ident)+);)+) => {$($(
        impl Capture for $scalar {
            fn pct_capture(&self, room: &mut Room) -> Value {
                with_room::<Self>(room, |_| Value::$variant((*self).into()))
            }
        }
    )+)+};
}

capture_scalars! {
    Int(i8 u8 i16 u16 i32 u32 i64 u64 i128 u128 isize usize);
    Float(f32 f64);
    Bool(bool);
    Char(char);
}

impl Capture for str {
    fn pct_capture(&self, room: &mut Room) -> Value {
        if self.len() > room.nodes {
            return opaque::<Self>(Some(self.len()));
        }
        with_room::<Self>(room, |_| Value::Text(self.to_owned()))
    }
}

impl Capture for String {
    fn pct_capture(&self, room: &mut Room) -> Value {
        self.as_str().pct_capture(room)
    }
}

macro_rules! capture_tuples {
    ($(($($name:ident $index:tt)*))+) => {$(
        impl<$($name: Capture),*> Capture for ($($name,)*) {
            fn pct_capture(&self, room: &mut Room) -> Value {
                with_room::<Self>(room, |_room| Value::Tuple(vec![$(self.$index.pct_capture(_room)),*]))
            }
        }
    )+};
}

capture_tuples! {
    ()
    (A 0)
    (A 0 B 1)
    (A 0 B 1 C 2)
    (A 0 B 1 C 2 D 3)
    (A 0 B 1 C 2 D 3 E 4)
    (A 0 B 1 C 2 D 3 E 4 F 5)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6)
    (A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7)
}

/// The elements, or `None` if there is not room for all: a part would claim a wrong length.
fn elements<T: Capture>(all: impl ExactSizeIterator<Item = T>, room: &mut Room) -> Option<Vec<Value>> {
    if all.len() >= room.nodes || room.levels <= 1 {
        return None;
    }
    room.levels -= 1;
    let values = all.map(|element| element.pct_capture(room)).collect();
    room.levels += 1;
    Some(values)
}

impl<T: Capture> Capture for [T] {
    fn pct_capture(&self, room: &mut Room) -> Value {
        elements(self.iter(), room).map_or_else(|| opaque::<Self>(Some(self.len())), Value::Array)
    }
}

impl<T: Capture, const N: usize> Capture for [T; N] {
    fn pct_capture(&self, room: &mut Room) -> Value {
        elements(self.iter(), room).map_or_else(|| opaque::<Self>(Some(N)), Value::Array)
    }
}

impl<T: Capture> Capture for Vec<T> {
    fn pct_capture(&self, room: &mut Room) -> Value {
        elements(self.iter(), room).map_or_else(|| opaque::<Self>(Some(self.len())), Value::Vec)
    }
}

fn named(name: &str, parts: Vec<Value>) -> Value {
    Value::Named(name.to_owned(), parts)
}

/// A container that is made from an array: `VecDeque::from([1, 2])`. Opaque if there is not room for all elements.
fn collection<C: ?Sized, T: Capture>(
    name: &str,
    items: impl ExactSizeIterator<Item = T>,
    is_ordered: bool,
    room: &mut Room,
) -> Value {
    let length = items.len();
    with_room::<C>(room, |room| match elements(items, room) {
        None => opaque::<C>(Some(length)),
        Some(mut items) => {
            if !is_ordered {
                // Equal containers are equal values.
                items.sort();
            }
            named(name, vec![Value::Array(items)])
        }
    })
}

macro_rules! capture_collections {
    ($($name:ident: ($($generics:tt)*) $container:ty, $is_ordered:literal;)+) => {$(
        impl<$($generics)*> Capture for $container {
            fn pct_capture(&self, room: &mut Room) -> Value {
                let name = concat!(stringify!($name), "::from");
                collection::<Self, _>(name, self.iter(), $is_ordered, room)
            }
        }
    )+};
}

capture_collections! {
    VecDeque: (T: Capture) VecDeque<T>, true;
    BTreeMap: (K: Capture, V: Capture) BTreeMap<K, V>, true;
    BTreeSet: (T: Capture) BTreeSet<T>, true;
    HashMap: (K: Capture, V: Capture) HashMap<K, V>, false;
    HashSet: (T: Capture) HashSet<T>, false;
}

impl<T: ?Sized> Capture for PhantomData<T> {
    fn pct_capture(&self, room: &mut Room) -> Value {
        with_room::<Self>(room, |_| named("PhantomData", Vec::new()))
    }
}

impl<T: Capture> Capture for Wrapping<T> {
    fn pct_capture(&self, room: &mut Room) -> Value {
        with_room::<Self>(room, |room| named("Wrapping", vec![self.0.pct_capture(room)]))
    }
}

impl<T: Capture + Copy> Capture for Cell<T> {
    fn pct_capture(&self, room: &mut Room) -> Value {
        with_room::<Self>(room, |room| named("Cell::new", vec![self.get().pct_capture(room)]))
    }
}

impl<T: Capture> Capture for Option<T> {
    fn pct_capture(&self, room: &mut Room) -> Value {
        with_room::<Self>(room, |room| match self {
            None => named("None", Vec::new()),
            Some(value) => named("Some", vec![value.pct_capture(room)]),
        })
    }
}

impl<T: Capture, E: Capture> Capture for Result<T, E> {
    fn pct_capture(&self, room: &mut Room) -> Value {
        with_room::<Self>(room, |room| match self {
            Ok(value) => named("Ok", vec![value.pct_capture(room)]),
            Err(error) => named("Err", vec![error.pct_capture(room)]),
        })
    }
}

impl<T: Capture> Capture for Box<T> {
    fn pct_capture(&self, room: &mut Room) -> Value {
        with_room::<Self>(room, |room| named("Box::new", vec![(**self).pct_capture(room)]))
    }
}

impl<T: Capture + ?Sized> Capture for &T {
    fn pct_capture(&self, room: &mut Room) -> Value {
        (**self).pct_capture(room)
    }
}

/// A container whose content is opaque but whose shape is not.
pub trait Outline {
    /// The shape: the variant, or the length.
    fn pct_outline(&self) -> Value;
}

macro_rules! outline_lengths {
    ($(($($generics:tt)*) $container:ty;)+) => {$(
        impl<$($generics)*> Outline for $container {
            fn pct_outline(&self) -> Value {
                opaque::<Self>(Some(self.len()))
            }
        }
    )+};
}

outline_lengths! {
    (T) [T];
    (T, const N: usize) [T; N];
    (T) Vec<T>;
    (T) VecDeque<T>;
    (T) LinkedList<T>;
    (T) BinaryHeap<T>;
    (T) BTreeSet<T>;
    (K, V) BTreeMap<K, V>;
    (T, S) HashSet<T, S>;
    (K, V, S) HashMap<K, V, S>;
}

impl<T> Outline for Option<T> {
    fn pct_outline(&self) -> Value {
        match self {
            None => named("None", Vec::new()),
            Some(_) => named("Some", vec![opaque::<T>(None)]),
        }
    }
}

impl<T, E> Outline for Result<T, E> {
    fn pct_outline(&self) -> Value {
        match self {
            Ok(_) => named("Ok", vec![opaque::<T>(None)]),
            Err(_) => named("Err", vec![opaque::<E>(None)]),
        }
    }
}

/// Puts a struct's or variant's fields together.
pub struct Record {
    name: &'static str,
    fields: Vec<(String, Value)>,
}

impl Record {
    /// No fields yet.
    pub fn new(name: &'static str) -> Record {
        Record { name, fields: Vec::new() }
    }

    /// Adds one.
    pub fn add(&mut self, name: &str, value: Value) {
        self.fields.push((name.to_owned(), value));
    }

    /// The value.
    pub fn finish(self) -> Value {
        Value::Record(self.name.to_owned(), self.fields)
    }
}

/// Puts the parts of a tuple struct or variant together.
pub struct Parts {
    name: &'static str,
    parts: Vec<Value>,
}

impl Parts {
    /// No parts yet.
    pub fn new(name: &'static str) -> Parts {
        Parts { name, parts: Vec::new() }
    }

    /// Adds one; its position is its name.
    pub fn add(&mut self, _: &str, value: Value) {
        self.parts.push(value);
    }

    /// The value.
    pub fn finish(self) -> Value {
        named(self.name, self.parts)
    }
}

/// What is to be captured: `(&&&Of(&value)).pct_value(room)` resolves to the best of the three traits below.
pub struct Of<'a, T: ?Sized>(pub &'a T);

/// Captured whole.
pub trait Whole {
    /// The value.
    fn pct_value(&self, room: &mut Room) -> Value;
}

/// Captured in outline.
pub trait Shape {
    /// The value, its content opaque.
    fn pct_value(&self, room: &mut Room) -> Value;
}

/// Not captured.
pub trait Token {
    /// An opaque token.
    fn pct_value(&self, room: &mut Room) -> Value;
}

impl<T: Capture + ?Sized> Whole for &&Of<'_, T> {
    fn pct_value(&self, room: &mut Room) -> Value {
        self.0.pct_capture(room)
    }
}

impl<T: Outline + ?Sized> Shape for &Of<'_, T> {
    fn pct_value(&self, room: &mut Room) -> Value {
        with_room::<T>(room, |_| self.0.pct_outline())
    }
}

impl<T: ?Sized> Token for Of<'_, T> {
    fn pct_value(&self, room: &mut Room) -> Value {
        with_room::<T>(room, |_| opaque::<T>(None))
    }
}

#[cfg(test)]
#[allow(clippy::needless_borrow)] // The references are what method resolution chooses by.
mod tests {
    use super::*;

    macro_rules! check {
        ($value:expr, $text:expr) => {
            assert_eq!((&&&Of(&$value)).pct_value(&mut Room::default()).to_string(), $text);
        };
    }

    struct Foreign;

    #[test]
    fn values_are_captured_as_rust() {
        check!((i8::MIN, u128::MAX), format!("(-128, {})", u128::MAX));
        check!(vec![Some((1u8, 'x')), None], "vec![Some((1, 'x')), None]");
        check!(Box::new(Ok::<[bool; 2], ()>([true, false])), "Box::new(Ok([true, false]))");
    }

    #[test]
    fn containers_are_captured_as_what_they_are_made_from() {
        check!(VecDeque::from([0.5f32, -0.0]), "VecDeque::from([0.5, -0.0])");
        check!(BTreeMap::from([(2, 'b'), (1, 'a')]), "BTreeMap::from([(1, 'a'), (2, 'b')])");
        check!(HashSet::from([30, 1, 200]), "HashSet::from([1, 30, 200])");
        check!(
            HashMap::from([("b", Some(1)), ("a", None)]),
            r#"HashMap::from([("a", None), ("b", Some(1))])"#
        );
    }

    #[test]
    fn what_cannot_be_captured_is_opaque_and_keeps_its_shape() {
        let foreign = type_name::<Foreign>();
        check!(Foreign, format!("opaque!(\"{foreign}\")"));
        check!(Some(Foreign), format!("Some(opaque!(\"{foreign}\"))"));
        check!(VecDeque::from([Foreign]), format!("opaque!(\"{}\", 1)", type_name::<VecDeque<Foreign>>()));
        check!(vec![Foreign, Foreign], format!("opaque!(\"{}\", 2)", type_name::<Vec<Foreign>>()));
        check!(Some("x".repeat(600)), "Some(opaque!(\"str\", 600))");
    }

    #[test]
    fn inside_generic_code_a_parameter_is_opaque_and_lengths_are_kept() {
        fn generic<T>(value: &Vec<T>) -> Value {
            (&&&Of(value)).pct_value(&mut Room::default())
        }
        assert!(matches!(generic(&vec![1, 2, 3]), Value::Opaque(_, Some(3))));
    }

    #[test]
    fn deep_values_are_opaque_where_they_get_too_deep() {
        struct List(Option<Box<List>>);
        impl Capture for List {
            fn pct_capture(&self, room: &mut Room) -> Value {
                with_room::<Self>(room, |room| named("List", vec![self.0.pct_capture(room)]))
            }
        }
        let list = (0..1000).fold(List(None), |list, _| List(Some(Box::new(list))));
        let text = list.pct_capture(&mut Room::default()).to_string();
        assert_eq!(text.matches("List(").count(), 4, "{text}");
        let wide = list.pct_capture(&mut Room::wide());
        assert_eq!(wide.to_string().parse(), Ok(wide), "what is captured can be read");
        struct Tree(Vec<Tree>);
        impl Capture for Tree {
            fn pct_capture(&self, room: &mut Room) -> Value {
                with_room::<Self>(room, |room| named("Tree", vec![self.0.pct_capture(room)]))
            }
        }
        let tree = (0..100).fold(Tree(Vec::new()), |tree, _| Tree(vec![tree])).pct_capture(&mut Room::wide());
        assert_eq!(tree.to_string().parse(), Ok(tree), "sequences take their level too");
        // The standard library's own drop of a list recurses, too; it is not what is tested here.
        std::mem::forget(list);
    }

    #[test]
    fn large_values_are_opaque_and_keep_their_length() {
        check!(vec![0u8; 100_000], format!("opaque!(\"{}\", 100000)", type_name::<Vec<u8>>()));
    }
}
