//! Ways in which calls within calls can do what the first of them does not. As it stands, the methods that call themselves are proved;
//! with each way, what is proved of them must not be.

use std::collections::VecDeque;

/// What recursion counts down from.
const DEEP: u32 = 3;

impl Dial {
    /// Turns on, and calls itself for the rest.
    pub fn turn_often(&mut self, times: u32) {
        if times > 0 {
            self.turn();
            self.turn_often(times - 1);
        }
    }

    /// How often it can be turned, counted one by one.
    pub fn count(&self) -> u32 {
        fn from(at: u32, max: u32) -> u32 {
            if at < max { from(at + 1, max) } else { at }
        }
        let last = from(self.at, self.max);
        last - self.at
    }

    /// Of what an inner call was given and left behind, both is known: `x <= limit` stays.
    pub fn climb(&mut self) {
        fn up(x: &mut u32, limit: u32) {
            if *x < limit {
                *x += 1;
                up(x, limit);
            }
        }
        up(&mut self.at, self.max);
    }
}

/// Only the third call writes.
#[cfg(way = "deep")]
impl Dial {
    pub fn deep(&mut self, n: u32) {
        if n == DEEP {
            self.at = 7;
        } else if n < DEEP {
            self.deep(n + 1);
        }
    }
}

/// What only an inner call gives back.
#[cfg(way = "result")]
impl Dial {
    pub fn result(&mut self) {
        fn last(n: u32) -> u32 {
            if n == 0 { 9 } else { last(n - 1).min(n + 8) }
        }
        self.at = last(DEEP);
    }
}

/// What the innermost call gives back, and the one around it, is not what any of them does.
#[cfg(way = "step_by_step")]
impl Dial {
    pub fn step_by_step(&mut self, n: u32) {
        fn count(n: u32) -> u32 {
            if n == 0 { 0 } else { count(n - 1).wrapping_add(1) }
        }
        if count(n) > 1 {
            self.max = 0;
        }
    }
}

/// The inner call panics when it has changed the object.
#[cfg(way = "unwinding")]
impl Dial {
    pub fn unwinding(&mut self, n: u32, give_up: bool) {
        self.max = 0;
        if n == 0 && give_up {
            panic!("given up");
        }
        if n > 0 {
            self.unwinding(n - 1, give_up);
        }
        self.at = 0;
    }
}

/// Only an inner call panics, while the outer one is in the middle of a change.
#[cfg(way = "inner_panic")]
impl Dial {
    pub fn inner_panic(&mut self) {
        fn deep(n: u32) {
            if n == DEEP {
                panic!("too deep");
            } else if n < DEEP {
                deep(n + 1);
            }
        }
        let max = std::mem::replace(&mut self.max, 0);
        self.at = 1;
        deep(0);
        (self.at, self.max) = (0, max);
    }
}

/// The inner call unwinds, and a destructor of the outer one's sees it.
#[cfg(way = "guard")]
mod guard {
    use super::Dial;

    struct Guard<'d>(&'d mut Dial);

    impl Drop for Guard<'_> {
        fn drop(&mut self) {
            if std::thread::panicking() {
                self.0.max = 0;
            }
        }
    }

    impl Dial {
        pub fn guarded(&mut self, n: u32) {
            if n == 0 {
                panic!("no more");
            }
            let guard = Guard(self);
            guard.0.guarded(n - 1);
            std::mem::forget(guard);
        }
    }
}

/// Two functions that call each other.
#[cfg(way = "mutual")]
impl Dial {
    pub fn one(&mut self, n: u32) {
        if n > 0 {
            self.other(n - 1);
        }
    }

    fn other(&mut self, n: u32) {
        if n == 1 {
            self.max = 0;
        }
        self.one(n);
    }
}

/// A loop around the call; what it began with is another thing in each round.
#[cfg(way = "in_a_loop")]
impl Dial {
    pub fn rounds(&mut self, n: u32) {
        for round in 0..n {
            if round == 2 {
                self.at = self.max + 1;
            }
            self.rounds(round);
        }
    }
}

/// It gives back a reference into the object, and the caller writes through it.
#[cfg(way = "reference")]
impl Dial {
    fn part(&mut self, n: u32) -> &mut u32 {
        if n == 0 { &mut self.max } else { self.part(n - 1) }
    }

    pub fn write(&mut self, n: u32) {
        *self.part(n) = 0;
    }
}

/// It moves the object on.
#[cfg(way = "moved")]
impl Dial {
    pub fn moved(self, n: u32) -> Dial {
        if n == 0 { Dial { at: 3, max: 0 } } else { self.moved(n - 1) }
    }
}

/// It builds objects.
#[cfg(way = "built")]
impl Dial {
    pub fn built(n: u32) -> Vec<Dial> {
        if n == 0 {
            return vec![Dial { at: 1, max: 0 }];
        }
        let mut all = Dial::built(n - 1);
        all.truncate(1);
        all
    }
}

/// It shows the object to clients in the middle of an inner call.
#[cfg(way = "shown")]
impl Dial {
    pub fn shown(&mut self, n: u32, look: &mut dyn FnMut(&mut Dial)) {
        if n == 0 {
            self.at = 1;
            let max = std::mem::replace(&mut self.max, 0);
            look(self);
            (self.at, self.max) = (0, max);
        } else {
            self.shown(n - 1, look);
        }
    }
}

/// Only an inner call shows it to clients, behind a shared reference, while the outer one is in the middle of a change that it takes
/// back, however it ends.
#[cfg(way = "shown_by_an_inner_call")]
mod shown_by_an_inner_call {
    use super::{DEEP, Dial};

    pub trait Looks {
        fn look(&self, dial: &Dial);
    }

    struct Change<'d> {
        dial: &'d mut Dial,
        max: u32,
    }

    impl Drop for Change<'_> {
        fn drop(&mut self) {
            (self.dial.at, self.dial.max) = (0, self.max);
        }
    }

    fn show<L: Looks>(dial: &Dial, n: u32, looks: &L) {
        if n == DEEP {
            looks.look(dial);
        } else if n < DEEP {
            show(dial, n + 1, looks);
        }
    }

    impl Dial {
        pub fn shown_by_an_inner_call<L: Looks>(&mut self, looks: &L) {
            let max = std::mem::replace(&mut self.max, 0);
            self.at = 1;
            let change = Change { dial: self, max };
            show(change.dial, 0, looks);
        }
    }
}

/// An inner call changes what it was given a shared reference to.
#[cfg(way = "cell")]
impl Dial {
    pub fn cell(&mut self) {
        fn deep(max: &std::cell::Cell<u32>, n: u32) {
            if n == DEEP {
                max.set(0);
            } else if n < DEEP {
                deep(max, n + 1);
            }
        }
        let max = std::cell::Cell::new(self.max);
        deep(&max, 0);
        self.max = max.get();
    }
}

/// The same, borrowed at run time.
#[cfg(way = "ref_cell")]
impl Dial {
    pub fn ref_cell(&mut self) {
        fn deep(max: &std::cell::RefCell<u32>, n: u32) {
            if n == DEEP {
                *max.borrow_mut() = 0;
            } else if n < DEEP {
                deep(max, n + 1);
            }
        }
        let max = std::cell::RefCell::new(self.max);
        deep(&max, 0);
        self.max = *max.borrow();
    }
}

/// The same, as threads share it.
#[cfg(way = "atomic")]
impl Dial {
    pub fn atomic(&mut self) {
        use std::sync::atomic::{AtomicU32, Ordering};
        fn deep(max: &AtomicU32, n: u32) {
            if n == DEEP {
                max.store(0, Ordering::Relaxed);
            } else if n < DEEP {
                deep(max, n + 1);
            }
        }
        let max = AtomicU32::new(self.max);
        deep(&max, 0);
        self.max = max.into_inner();
    }
}

/// The inner call changes what its argument borrows, and not the argument.
#[cfg(way = "borrowed_by_an_argument")]
impl Dial {
    pub fn borrowed_by_an_argument(&mut self) {
        struct Handle<'d>(Option<&'d mut Dial>);
        fn deep(handle: Handle<'_>, n: u32) {
            if n < DEEP {
                deep(handle, n + 1);
            } else if let Some(dial) = handle.0 {
                dial.max = 0;
            }
        }
        deep(Handle(Some(self)), 0);
    }
}

/// The same, of several.
#[cfg(way = "borrowed_by_elements")]
impl Dial {
    pub fn borrowed_by_elements(&mut self) {
        fn deep(dials: &mut [&mut Dial], n: u32) {
            if n < DEEP {
                deep(dials, n + 1);
            } else if let Some(dial) = dials.first_mut() {
                dial.max = 0;
            }
        }
        deep(&mut [self], 0);
    }
}

/// The same, by an iterator.
#[cfg(way = "borrowed_by_an_iterator")]
impl Dial {
    pub fn borrowed_by_an_iterator(dials: &mut [Dial]) {
        fn deep<'d>(mut dials: impl Iterator<Item = &'d mut Dial>, n: u32) {
            if n == DEEP {
                if let Some(dial) = dials.next() {
                    dial.max = 0;
                }
            } else {
                deep(Box::new(dials) as Box<dyn Iterator<Item = &'d mut Dial>>, n + 1);
            }
        }
        deep(dials.iter_mut(), 0);
    }
}

/// A closure that the inner call runs writes.
#[cfg(way = "closure")]
impl Dial {
    pub fn closure(&mut self, n: u32) {
        fn run(n: u32, f: &mut dyn FnMut()) {
            if n == 0 { f() } else { run(n - 1, f) }
        }
        run(n, &mut || self.max = 0);
    }
}

/// Of a generic function, an inner call is one of another type's.
#[cfg(way = "generic")]
mod generic {
    use super::Dial;

    trait Turned {
        fn turned(&self, dial: &mut Dial);
    }

    impl Turned for u8 {
        fn turned(&self, _: &mut Dial) {}
    }

    impl Turned for u16 {
        fn turned(&self, dial: &mut Dial) {
            dial.max = 0;
        }
    }

    fn turn<A: Turned, B: Turned>(a: A, b: B, n: u32, dial: &mut Dial) {
        a.turned(dial);
        if n > 0 {
            turn(b, a, n - 1, dial);
        }
    }

    impl Dial {
        pub fn generic(&mut self, n: u32) {
            turn(0u8, 0u16, n, self);
        }
    }
}

/// Another number each time.
#[cfg(way = "constant")]
impl Dial {
    fn constant<const N: u32, const M: u32>(&mut self, n: u32) {
        if n == 0 {
            self.max = N;
            self.at = 1;
        } else {
            self.constant::<M, N>(n - 1);
        }
    }

    pub fn constants(&mut self, n: u32) {
        self.constant::<5, 0>(n);
    }
}

/// Behind a trait.
#[cfg(way = "trait_object")]
mod trait_object {
    use super::Dial;

    pub trait Step {
        fn step(&self, dial: &mut Dial, n: u32);
    }

    pub struct Down;

    impl Step for Down {
        fn step(&self, dial: &mut Dial, n: u32) {
            if n == 2 {
                dial.max = 0;
            }
            if n > 0 {
                let next: &dyn Step = self;
                next.step(dial, n - 1);
            }
        }
    }

    impl Dial {
        pub fn stepped(&mut self, n: u32) {
            Down.step(self, n);
        }
    }
}

/// Arguments in a container.
#[cfg(way = "container")]
impl Dial {
    pub fn container(dials: &mut VecDeque<Dial>, n: u32) {
        if n == 0 {
            if let Some(dial) = dials.front_mut() {
                dial.max = 0;
            }
        } else {
            Dial::container(dials, n - 1);
        }
    }
}

/// Of two references, the inner call has them the other way round.
#[cfg(way = "swapped")]
impl Dial {
    pub fn swapped(&mut self, other: &mut Dial, n: u32) {
        if n == 1 {
            other.max = 0;
            other.at = 0;
            self.at = self.max;
        } else if n > 1 {
            other.swapped(self, n - 1);
            self.max = other.at;
        }
    }
}

/// A raw pointer that was stored by an outer call.
#[cfg(way = "raw")]
mod raw {
    use super::Dial;

    struct Kept(*mut Dial);

    fn run(n: u32, kept: &mut Kept, own: &mut u32) {
        if n == 0 {
            unsafe { (*kept.0).max = 0 };
        } else {
            *own += 1;
            run(n - 1, kept, own);
        }
    }

    impl Dial {
        pub fn raw(&mut self, n: u32) {
            let mut kept = Kept(self);
            run(n.min(5), &mut kept, &mut 0);
        }
    }
}

/// A raw pointer that the inner call makes of its argument and writes through.
#[cfg(way = "raw_inside")]
impl Dial {
    pub fn raw_inside(&mut self, n: u32) {
        if n == 0 {
            let own: *mut u32 = &mut self.max;
            unsafe { *own = 0 };
        } else {
            self.raw_inside(n - 1);
        }
    }
}

/// The object is in a box that the inner call owns and gives back.
#[cfg(way = "boxed")]
impl Dial {
    pub fn boxed(mut self: Box<Self>, n: u32) -> Box<Self> {
        if n == 0 {
            self.max = 0;
            return self;
        }
        self.boxed(n - 1)
    }
}

/// A name that variables of ours have.
#[cfg(way = "names")]
impl Dial {
    pub fn names(&mut self, old: u32, new: u32) -> u32 {
        let result = if old > new { self.names(new, old) } else { new - old };
        if result > old {
            self.at = result;
        }
        result
    }
}

/// It ends in a loop that breaks out of the inner call's promise.
#[cfg(way = "early")]
impl Dial {
    pub fn early(&mut self, n: u32) -> Option<u32> {
        let next = n.checked_sub(1)?;
        self.early(next)?;
        self.max = 0;
        Some(next)
    }

    pub fn late(&mut self, n: u32) -> Result<(), u32> {
        if n == 0 {
            self.max = 0;
            return Err(0);
        }
        self.late(n - 1)?;
        Ok(())
    }
}
