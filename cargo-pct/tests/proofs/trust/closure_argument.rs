//! A closure that touches the object is put where an argument leads to, or given to code of clients.

#[cfg(broken)]
pub fn store(into: &mut fn(&mut Dial)) {
    *into = |dial| dial.max = 0;
}

#[cfg(way = "in_a_pair")]
pub fn store(into: (&mut fn(&mut Dial), u8)) {
    *into.0 = |dial| dial.max = 0;
}

#[cfg(way = "in_an_option")]
pub fn store(into: Option<&mut fn(&mut Dial)>) {
    if let Some(into) = into {
        *into = |dial| dial.max = 0;
    }
}

#[cfg(way = "in_a_struct")]
pub struct Slot<'a> {
    pub of: &'a mut fn(&mut Dial),
}

#[cfg(way = "in_a_struct")]
pub fn store(into: Slot<'_>) {
    *into.of = |dial| dial.max = 0;
}

#[cfg(way = "in_a_list")]
pub fn store(into: Vec<&mut fn(&mut Dial)>) {
    for into in into {
        *into = |dial| dial.max = 0;
    }
}

#[cfg(way = "in_a_cell")]
pub fn store(into: &std::cell::Cell<fn(&mut Dial)>) {
    into.set(|dial| dial.max = 0);
}

#[cfg(way = "in_a_shared_cell")]
pub fn store(into: std::rc::Rc<std::cell::Cell<fn(&mut Dial)>>) {
    into.set(|dial| dial.max = 0);
}

#[cfg(way = "to_a_trait_object")]
pub fn give(to: &dyn Fn(fn(&mut Dial))) {
    to(|dial| dial.max = 0);
}

#[cfg(way = "to_a_callback")]
pub fn give(to: impl FnOnce(fn(&mut Dial))) {
    to(|dial| dial.max = 0);
}

#[cfg(way = "to_a_function")]
pub fn give(to: fn(fn(&mut Dial))) {
    to(|dial| dial.max = 0);
}

#[cfg(way = "to_a_callback_in_a_list")]
pub fn give(to: impl FnOnce(&mut Vec<Box<dyn Fn(&mut Dial)>>)) {
    let mut all: Vec<Box<dyn Fn(&mut Dial)>> = Vec::new();
    all.push(Box::new(|dial| dial.max = 0));
    to(&mut all);
}

#[cfg(way = "to_a_trait")]
pub trait Sink {
    fn put(&mut self, run: fn(&mut Dial));
}

#[cfg(way = "to_a_trait")]
pub fn give(to: &mut impl Sink) {
    to.put(|dial| dial.max = 0);
}

#[cfg(way = "in_what_a_trait_makes")]
pub fn store<I: From<fn(&mut Dial)>>(into: &mut I) {
    let run: fn(&mut Dial) = |dial| dial.max = 0;
    *into = I::from(run);
}
