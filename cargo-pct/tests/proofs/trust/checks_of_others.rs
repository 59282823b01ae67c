//! Functions that neither take nor give a dial, but have one: their checks are not the dial's, except where a function of the dial fails.

/// Fails by itself, whatever dials do.
pub fn looks_up(index: usize) -> u32 {
    let dial = Dial { at: 1, max: 2 };
    [1, 2, 3][index] + dial.left()
}

#[cfg(way = "method")]
pub fn asks_a_broken_one() -> u32 {
    Dial { at: 3, max: 2 }.left()
}

#[cfg(way = "closure")]
pub fn asks_in_a_closure() -> u32 {
    let dial = Dial { at: 3, max: 2 };
    let ask = || dial.left();
    ask()
}

#[cfg(way = "private_function")]
pub fn compares_a_broken_one() -> u32 {
    spread(&Dial { at: 3, max: 2 })
}

#[cfg(way = "private_function")]
fn spread(dial: &Dial) -> u32 {
    dial.max - dial.at
}

#[cfg(way = "private_constructor")]
pub fn makes_a_broken_one() -> u32 {
    Dial::between(3, 2).max
}

#[cfg(way = "private_constructor")]
impl Dial {
    fn between(at: u32, max: u32) -> Dial {
        let _ = max - at;
        Dial { at, max }
    }
}

#[cfg(way = "provided")]
pub trait Spread {
    fn ends(&self) -> (u32, u32);

    fn spread(&self) -> u32 {
        self.ends().1 - self.ends().0
    }
}

#[cfg(way = "provided")]
impl Spread for Dial {
    fn ends(&self) -> (u32, u32) {
        (self.at, self.max)
    }
}

#[cfg(way = "provided")]
pub fn asks_what_a_trait_provides() -> u32 {
    Dial { at: 3, max: 2 }.spread()
}

#[cfg(way = "code_of_a_method")]
pub fn runs_code_of_a_method() -> u32 {
    let ask = Dial { at: 3, max: 2 }.asking();
    ask()
}

#[cfg(way = "code_of_a_method")]
impl Dial {
    fn asking(self) -> impl Fn() -> u32 {
        move || self.max - self.at
    }
}

#[cfg(way = "shown")]
impl std::fmt::Display for Dial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.left() == 0 { "end" } else { "way" })
    }
}

#[cfg(way = "shown")]
pub fn shows_a_broken_one() -> usize {
    format!("{}", Dial { at: 3, max: 2 }).len()
}

#[cfg(any(way = "shown_by_a_panic", way = "shown_like_an_overflow", way = "shown_by_unwrap", way = "compared"))]
impl std::fmt::Debug for Dial {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.left() == 0 { "end" } else { "way" })
    }
}

#[cfg(way = "shown_by_a_panic")]
pub fn shows_with_a_panic() {
    panic!("{:?}", Dial { at: 3, max: 2 });
}

#[cfg(way = "shown_like_an_overflow")]
pub fn shows_with_a_panic() {
    panic!("attempt to show {:?}", Dial { at: 3, max: 2 });
}

#[cfg(way = "shown_by_unwrap")]
pub fn shows_with_a_panic() -> u32 {
    Err(Dial { at: 3, max: 2 }).unwrap()
}

#[cfg(way = "compared")]
impl PartialEq for Dial {
    fn eq(&self, other: &Dial) -> bool {
        self.at == other.at
    }
}

#[cfg(way = "compared")]
pub fn shows_with_a_panic() {
    assert_eq!(Dial { at: 3, max: 2 }, Dial { at: 4, max: 2 });
}

#[cfg(way = "behind_a_projection")]
pub trait Stands {
    type For;
}

#[cfg(way = "behind_a_projection")]
impl Stands for u8 {
    type For = Dial;
}

#[cfg(way = "behind_a_projection")]
pub trait Looks {
    fn looks_up(index: usize) -> u32;
}

#[cfg(way = "behind_a_projection")]
impl Looks for <u8 as Stands>::For {
    fn looks_up(index: usize) -> u32 {
        let dial = Dial { at: 0, max: 2 };
        [1, 2, 3][index] + dial.max
    }
}

#[cfg(way = "behind_a_reference")]
pub trait Looks {
    fn looks_up(index: usize) -> u32;
}

#[cfg(way = "behind_a_reference")]
impl Looks for &Dial {
    fn looks_up(index: usize) -> u32 {
        let dial = Dial { at: 0, max: 2 };
        [1, 2, 3][index] + dial.max
    }
}

#[cfg(any(way = "dropped_in_a_vector", way = "dropped_behind_a_trait"))]
impl Drop for Dial {
    fn drop(&mut self) {
        self.left();
    }
}

#[cfg(way = "dropped_in_a_vector")]
pub fn drops_a_broken_one() -> usize {
    vec![Dial { at: 3, max: 2 }].len()
}

#[cfg(way = "dropped_behind_a_trait")]
pub fn drops_a_broken_one() {
    let dial: Box<dyn std::any::Any> = Box::new(Dial { at: 3, max: 2 });
    drop(dial);
}

#[cfg(way = "recursion")]
pub fn asks_in_the_end(steps: u32) -> u32 {
    in_the_end(&Dial { at: 3, max: 2 }, steps)
}

#[cfg(way = "recursion")]
fn in_the_end(dial: &Dial, steps: u32) -> u32 {
    if steps == 0 { dial.left() } else { in_the_end(dial, steps - 1) }
}

/// Holds a dial that its type does not name.
#[cfg(any(way = "caught", way = "caught_behind_a_box"))]
pub struct Shelf<'a> {
    #[cfg(way = "caught")]
    dial: Option<&'a mut Dial>,
    #[cfg(way = "caught_behind_a_box")]
    dial: Option<Box<&'a mut Dial>>,
}

#[cfg(any(way = "caught", way = "caught_behind_a_box"))]
impl<'a> Shelf<'a> {
    #[cfg(way = "caught")]
    pub fn new(dial: &'a mut Dial) -> Shelf<'a> {
        Shelf { dial: Some(dial) }
    }

    #[cfg(way = "caught_behind_a_box")]
    pub fn new(dial: &'a mut Dial) -> Shelf<'a> {
        Shelf { dial: Some(Box::new(dial)) }
    }

    /// The dial is broken while this looks up.
    pub fn looks_up(&mut self, index: usize) -> u32 {
        let Some(dial) = &mut self.dial else { return 0 };
        let before = (dial.at, dial.max);
        (dial.at, dial.max) = (3, 2);
        let found = [1, 2, 3][index];
        (dial.at, dial.max) = before;
        found
    }
}
