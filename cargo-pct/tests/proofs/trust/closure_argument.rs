//! A closure that touches the object is put where an argument leads to.

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
