//! Generic functions that make or change a value of an associated type by its bits; here, an object of a class.

pub struct Ratio {
    above: u32,
    below: u32,
}

impl Ratio {
    pub fn new(above: u32, below: u32) -> Option<Ratio> {
        if below > 0 { Some(Ratio { above, below }) } else { None }
    }

    pub fn whole(&self) -> u32 {
        self.above / self.below
    }
}

#[cfg(way = "by_an_associated_type_of_a_supertrait")]
pub trait Sealed {
    type Store<T>;
}

#[cfg(way = "by_an_associated_type_of_a_supertrait")]
pub trait Storage: Sealed {}

#[cfg(way = "by_an_associated_type_of_a_supertrait")]
pub enum Inline {}

#[cfg(way = "by_an_associated_type_of_a_supertrait")]
impl Sealed for Inline {
    type Store<T> = (T, Ratio);
}

#[cfg(way = "by_an_associated_type_of_a_supertrait")]
impl Storage for Inline {}

#[cfg(way = "by_an_associated_type_of_a_supertrait")]
struct Table<S: Storage> {
    store: S::Store<u8>,
}

#[cfg(way = "by_an_associated_type_of_a_supertrait")]
fn made<T>() -> T {
    unsafe { std::mem::MaybeUninit::zeroed().assume_init() }
}

#[cfg(way = "by_an_associated_type_of_a_supertrait")]
pub fn conjured() -> Ratio {
    made::<Table<Inline>>().store.1
}

#[cfg(way = "by_an_associated_type_of_a_parameter")]
struct One(bool);

#[cfg(way = "by_an_associated_type_of_a_parameter")]
impl Iterator for One {
    type Item = Ratio;

    fn next(&mut self) -> Option<Ratio> {
        if std::mem::take(&mut self.0) { Ratio::new(1, 1) } else { None }
    }
}

#[cfg(way = "by_an_associated_type_of_a_parameter")]
fn first<I: Iterator>(mut items: I) -> Option<I::Item> {
    let mut item = items.next()?;
    unsafe { std::ptr::write_bytes(&mut item, 0, 1) }
    Some(item)
}

#[cfg(way = "by_an_associated_type_of_a_parameter")]
pub fn conjured() -> Option<Ratio> {
    first(One(true))
}

#[cfg(way = "by_an_associated_type_of_a_number")]
pub trait Family {
    type Member;
}

#[cfg(way = "by_an_associated_type_of_a_number")]
impl Family for u8 {
    type Member = Ratio;
}

#[cfg(way = "by_an_associated_type_of_a_number")]
fn made<F: Family>() -> F::Member {
    unsafe { std::mem::MaybeUninit::zeroed().assume_init() }
}

#[cfg(way = "by_an_associated_type_of_a_number")]
pub fn conjured() -> Ratio {
    made::<u8>()
}

#[cfg(way = "by_an_associated_type_of_a_function")]
trait Family {
    type Member;
}

#[cfg(way = "by_an_associated_type_of_a_function")]
impl Family for fn() {
    type Member = Ratio;
}

#[cfg(way = "by_an_associated_type_of_a_function")]
fn made<F: Family>() -> F::Member {
    unsafe { std::mem::MaybeUninit::zeroed().assume_init() }
}

#[cfg(way = "by_an_associated_type_of_a_function")]
pub fn conjured() -> Ratio {
    made::<fn()>()
}

#[cfg(way = "by_an_associated_type_of_another")]
trait Outer {
    type Next: Family;
}

#[cfg(way = "by_an_associated_type_of_another")]
trait Family {
    type Member;
}

#[cfg(way = "by_an_associated_type_of_another")]
struct First;

#[cfg(way = "by_an_associated_type_of_another")]
struct Second;

#[cfg(way = "by_an_associated_type_of_another")]
impl Outer for First {
    type Next = Second;
}

#[cfg(way = "by_an_associated_type_of_another")]
impl Family for Second {
    type Member = Ratio;
}

#[cfg(way = "by_an_associated_type_of_another")]
fn made<O: Outer>() -> <O::Next as Family>::Member {
    unsafe { std::mem::MaybeUninit::zeroed().assume_init() }
}

#[cfg(way = "by_an_associated_type_of_another")]
pub fn conjured() -> Ratio {
    made::<First>()
}

#[cfg(way = "by_what_a_closure_gives_back")]
fn first<I: Iterator>(mut items: I) -> Option<I::Item> {
    let mut item = items.next()?;
    unsafe { std::ptr::write_bytes(&mut item, 0, 1) }
    Some(item)
}

#[cfg(way = "by_what_a_closure_gives_back")]
pub fn conjured() -> Option<Ratio> {
    first(std::iter::from_fn(|| Ratio::new(1, 1)))
}

#[cfg(way = "by_what_a_function_gives_back")]
fn first<I: Iterator>(mut items: I) -> Option<I::Item> {
    let mut item = items.next()?;
    unsafe { std::ptr::write_bytes(&mut item, 0, 1) }
    Some(item)
}

#[cfg(way = "by_what_a_function_gives_back")]
fn one(below: u32) -> Ratio {
    Ratio { above: 1, below: below.max(1) }
}

#[cfg(way = "by_what_a_function_gives_back")]
pub fn conjured() -> Option<Ratio> {
    first((0..1).map(one))
}

#[cfg(way = "by_an_associated_type_of_nothing")]
trait Marker {
    type Value;
}

#[cfg(way = "by_an_associated_type_of_nothing")]
impl<T> Marker for std::marker::PhantomData<T> {
    type Value = T;
}

#[cfg(way = "by_an_associated_type_of_nothing")]
fn made<M: Marker>() -> M::Value {
    unsafe { std::mem::MaybeUninit::zeroed().assume_init() }
}

#[cfg(way = "by_an_associated_type_of_nothing")]
pub fn conjured() -> Ratio {
    made::<std::marker::PhantomData<Ratio>>()
}
