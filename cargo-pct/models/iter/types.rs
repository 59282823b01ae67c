// The types of `std::iter`, and the functions that make some of these: a part of its module.

pub struct Map<I, F> {
    iter: I,
    f: F,
}

pub struct Filter<I, P> {
    iter: I,
    predicate: P,
}

pub struct FilterMap<I, F> {
    iter: I,
    f: F,
}

pub struct Enumerate<I> {
    iter: I,
    count: usize,
}

pub struct Rev<I> {
    iter: I,
}

pub struct Zip<A, B> {
    a: A,
    b: B,
}

pub struct Chain<A, B> {
    a: Option<A>,
    b: Option<B>,
}

pub struct StepBy<I> {
    iter: I,
    step_minus_one: usize,
    first_take: bool,
}

pub struct Take<I> {
    iter: I,
    n: usize,
}

pub struct Skip<I> {
    iter: I,
    n: usize,
}

pub struct TakeWhile<I, P> {
    iter: I,
    flag: bool,
    predicate: P,
}

pub struct SkipWhile<I, P> {
    iter: I,
    flag: bool,
    predicate: P,
}

pub struct Peekable<I: Iterator> {
    iter: I,
    peeked: Option<Option<I::Item>>,
}

pub struct Fuse<I> {
    iter: Option<I>,
}

pub struct MapWhile<I, P> {
    iter: I,
    predicate: P,
}

pub struct Scan<I, St, F> {
    iter: I,
    f: F,
    state: St,
}

pub struct Inspect<I, F> {
    iter: I,
    f: F,
}

pub struct Cycle<I> {
    orig: I,
    iter: I,
}

pub struct Repeat<A> {
    element: A,
}

pub struct RepeatN<A> {
    element: Option<A>,
    count: usize,
}

pub struct FromFn<F>(F);

pub struct Successors<T, F> {
    next: Option<T>,
    succ: F,
}

pub struct Copied<I> {
    iter: I,
}

pub struct Cloned<I> {
    iter: I,
}

pub struct Once<T> {
    value: Option<T>,
}

pub struct Empty<T> {
    nothing: Option<T>,
}

pub struct Flatten<I: Iterator>
where
    I::Item: IntoIterator,
{
    iter: Fuse<I>,
    front: Option<<I::Item as IntoIterator>::IntoIter>,
}

pub struct FlatMap<I, U: IntoIterator, F> {
    iter: Fuse<I>,
    f: F,
    front: Option<U::IntoIter>,
}

pub fn once<T>(value: T) -> Once<T> {
    Once { value: Some(value) }
}

pub fn empty<T>() -> Empty<T> {
    Empty { nothing: None }
}

pub fn repeat<T: Clone>(elt: T) -> Repeat<T> {
    Repeat { element: elt }
}

pub fn repeat_n<T: Clone>(element: T, count: usize) -> RepeatN<T> {
    // An element that is not wanted is dropped at once.
    RepeatN { element: if count == 0 { None } else { Some(element) }, count }
}

pub fn from_fn<T, F: FnMut() -> Option<T>>(f: F) -> FromFn<F> {
    FromFn(f)
}

pub fn successors<T, F: FnMut(&T) -> Option<T>>(first: Option<T>, succ: F) -> Successors<T, F> {
    Successors { next: first, succ }
}

pub fn zip<A: IntoIterator, B: IntoIterator>(a: A, b: B) -> Zip<A::IntoIter, B::IntoIter> {
    a.into_iter().zip(b)
}
