//! Lamport's bakery for two customers: who wants to be served draws a ticket, and the lower ticket goes first.
//!
//! At no time may both be at the counter. Tests can try some orders in which the two might move; there are infinitely
//! many, since tickets grow without end. `cargo pct` proves it for all of them: it needs to know of the tickets only
//! which one is lower.
//!
//! The two processes are one struct, and each method is one step that one of them can take. A client that calls the
//! methods in any order is a scheduler, so what holds for every client holds for every schedule.

/// Where a process is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// About to look at the other's ticket.
    A,
    /// About to draw the next higher one.
    B,
    /// Waiting for its turn.
    C,
    /// Being served: the critical section.
    D,
}

/// Two processes and their tickets.
#[cfg_attr(
    feature = "own-predicates",
    pct::predicates(
        first_lower = self.x1 <= self.x2,
        a1 = matches!(self.pc1, Place::A),
        b1 = matches!(self.pc1, Place::B),
        c1 = matches!(self.pc1, Place::C),
        d1 = matches!(self.pc1, Place::D),
        a2 = matches!(self.pc2, Place::A),
        b2 = matches!(self.pc2, Place::B),
        c2 = matches!(self.pc2, Place::C),
        d2 = matches!(self.pc2, Place::D),
    )
)]
#[cfg_attr(not(feature = "own-predicates"), pct::predicates)]
#[pct::invariant(!(matches!(self.pc1, Place::D) && matches!(self.pc2, Place::D)))]
pub struct Bakery {
    pc1: Place,
    pc2: Place,
    x1: i32,
    x2: i32,
}

/// Each step says whether it could be taken; one that could not changes nothing.
#[pct::predicates]
impl Bakery {
    /// Nobody wants anything yet.
    pub fn new() -> Bakery {
        Bakery { pc1: Place::A, pc2: Place::A, x1: 0, x2: 0 }
    }

    /// Where the two processes are.
    pub fn places(&self) -> (Place, Place) {
        (self.pc1, self.pc2)
    }

    /// Process 1 looks at the other's ticket.
    pub fn look1(&mut self) -> bool {
        let enabled = matches!(self.pc1, Place::A);
        if enabled {
            self.x1 = self.x2;
            self.pc1 = Place::B;
        }
        enabled
    }

    /// Process 1 draws the next higher ticket, unless there is none.
    pub fn draw1(&mut self) -> bool {
        let enabled = matches!(self.pc1, Place::B) && self.x1 < i32::MAX;
        if enabled {
            self.x1 += 1;
            self.pc1 = Place::C;
        }
        enabled
    }

    /// Process 1 is served when its ticket is not the higher one.
    pub fn enter1(&mut self) -> bool {
        let enabled = matches!(self.pc1, Place::C) && self.x1 <= self.x2;
        if enabled {
            self.pc1 = Place::D;
        }
        enabled
    }

    /// Process 1 has been served. It keeps its ticket.
    pub fn leave1(&mut self) -> bool {
        let enabled = matches!(self.pc1, Place::D);
        if enabled {
            self.pc1 = Place::A;
        }
        enabled
    }

    /// Process 2 looks at the other's ticket.
    pub fn look2(&mut self) -> bool {
        let enabled = matches!(self.pc2, Place::A);
        if enabled {
            self.x2 = self.x1;
            self.pc2 = Place::B;
        }
        enabled
    }

    /// Process 2 draws the next higher ticket, unless there is none.
    pub fn draw2(&mut self) -> bool {
        let enabled = matches!(self.pc2, Place::B) && self.x2 < i32::MAX;
        if enabled {
            self.x2 += 1;
            self.pc2 = Place::C;
        }
        enabled
    }

    /// Process 2 is served when its ticket is the lower one; on a tie, process 1 goes first.
    pub fn enter2(&mut self) -> bool {
        let enabled = matches!(self.pc2, Place::C) && self.x2 < self.x1;
        if enabled {
            self.pc2 = Place::D;
        }
        enabled
    }

    /// Process 2 has been served. It keeps its ticket.
    pub fn leave2(&mut self) -> bool {
        let enabled = matches!(self.pc2, Place::D);
        if enabled {
            self.pc2 = Place::A;
        }
        enabled
    }
}

impl Default for Bakery {
    fn default() -> Bakery {
        Bakery::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_ticket_goes_first() {
        let mut bakery = Bakery::new();
        assert!(bakery.look1() && bakery.draw1());
        assert!(bakery.look2() && bakery.draw2());
        assert!(!bakery.enter2());
        assert!(bakery.enter1() && bakery.leave1());
        assert_eq!(bakery.places(), (Place::A, Place::C));
    }

    #[test]
    fn process_1_goes_first_on_a_tie() {
        let mut bakery = Bakery::new();
        assert!(bakery.look1() && bakery.look2());
        assert!(bakery.draw1() && bakery.draw2());
        assert!(!bakery.enter2());
        assert!(bakery.enter1());
        assert_eq!(bakery.places(), (Place::D, Place::C));
    }

    #[test]
    fn a_step_out_of_order_changes_nothing() {
        let mut bakery = Bakery::default();
        assert!(!bakery.draw1() && !bakery.enter1() && !bakery.leave1());
        assert!(!bakery.draw2() && !bakery.enter2() && !bakery.leave2());
        assert_eq!(bakery.places(), (Place::A, Place::A));
    }
}
