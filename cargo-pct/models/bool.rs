//! `bool`

pub trait BoolMethods {
    fn then<T, F: FnOnce() -> T>(self, f: F) -> Option<T>;
    fn then_some<T>(self, t: T) -> Option<T>;
}

impl BoolMethods for bool {
    fn then<T, F: FnOnce() -> T>(self, f: F) -> Option<T> {
        if self { Some(f()) } else { None }
    }

    fn then_some<T>(self, t: T) -> Option<T> {
        if self { Some(t) } else { None }
    }
}
