//! A client's code calls back a closure of the crate, nobody knows with what.

pub trait Visits {
    fn visit(&self, f: &mut dyn FnMut(&mut Dial, u32));
    fn visit_any<F: FnMut(&mut Dial, u32)>(&self, f: F);
}

#[cfg(broken)]
pub fn set_by<V: Visits>(visitor: &V) {
    visitor.visit_any(|dial, at| dial.at = at);
}

#[cfg(broken)]
pub fn set_by_object<V: Visits>(visitor: &V) {
    visitor.visit(&mut |dial, at| dial.at = at);
}
