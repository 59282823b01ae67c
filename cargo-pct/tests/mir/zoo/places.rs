//! Places, references, slices and aggregates.

pub struct Pair<T, const N: usize> {
    pub head: [T; N],
    pub tail: (u8, Option<Box<T>>),
}

pub enum Shape {
    Unit,
    Circle(u32),
    Box { width: i64, name: &'static str },
}

pub union Bits {
    pub word: u32,
    pub float: f32,
}

pub struct Empty;
pub struct Braces {}

pub fn build(n: u32) -> [Shape; 3] {
    [Shape::Unit, Shape::Circle(n), Shape::Box { width: 3, name: "q" }]
}

pub fn units() -> (Empty, Braces, (), (u8,), [u8; 0]) {
    (Empty, Braces {}, (), (1,), [])
}

pub fn generic<T: Copy, const N: usize>(value: T) -> Pair<T, N> {
    Pair { head: [value; N], tail: (0, None) }
}

pub fn repeat() -> ([u8; 1024], [[u16; 2]; 2]) {
    ([0; 1024], [[1, 2]; 2])
}

pub fn project<T>(pair: &mut Pair<T, 4>) -> &mut T {
    pair.tail.0 += 1;
    match &mut pair.tail.1 {
        Some(inner) => inner,
        None => &mut pair.head[3],
    }
}

pub fn unboxed(shape: Box<Shape>) -> i64 {
    match *shape {
        Shape::Unit => 0,
        Shape::Circle(r) => r.into(),
        Shape::Box { width, .. } => width,
    }
}

pub fn slices(s: &[u8], array: [u8; 5]) -> u8 {
    let middle = match array {
        [_, inner @ .., _] => inner[1],
    };
    match s {
        [] => 0,
        [one] => *one,
        [first, .., last] if first == last => 2,
        [_, rest @ ..] => rest[0] + middle,
    }
}

pub fn from_end(s: &[u8]) -> Option<&[u8]> {
    if let [head @ .., _, _] = s { Some(head) } else { None }
}

pub fn inner(s: &mut [u8]) -> Option<&mut [u8]> {
    if let [_, middle @ .., _] = s { Some(middle) } else { None }
}

pub fn index(v: &mut Vec<u32>, i: usize) -> &u32 {
    v[i] = v[0];
    &v[i]
}

pub fn union_fields(x: f32) -> u32 {
    let bits = Bits { float: x };
    unsafe { bits.word }
}

pub fn reborrow(v: &mut Vec<u32>) {
    v.push(1);
    let inner = &mut *v;
    inner.push(2);
}

pub fn boxes() -> (Vec<u32>, Box<[u8]>) {
    (vec![1, 2, 3], Box::new([0; 4]))
}
