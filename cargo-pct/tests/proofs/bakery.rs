
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
pub struct Bakery {
    pc1: Place,
    pc2: Place,
    x1: i32,
    x2: i32,
}

/// Each step says whether it could be taken; one that could not changes nothing.
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

