//! The ways by which an object comes to a function and goes: each of these functions spoils one.

#[cfg(way = "boxed")]
pub fn spoil(mut dial: Box<Dial>) -> Box<Dial> {
    dial.max = 0;
    dial
}

#[cfg(way = "optional")]
pub fn spoil(dial: &mut Option<Dial>) {
    if let Some(dial) = dial {
        dial.max = 0;
    }
}

#[cfg(way = "optional_reference")]
pub fn spoil(dial: Option<&mut Dial>) {
    if let Some(dial) = dial {
        dial.max = 0;
    }
}

#[cfg(way = "twice_borrowed")]
pub fn spoil(dial: &mut &mut Dial) {
    dial.max = 0;
}

#[cfg(way = "pushed")]
pub fn spoil(dials: &mut Vec<Dial>) {
    dials.push(Dial { at: 1, max: 0 });
}

#[cfg(way = "in_a_tuple")]
pub fn spoil(pair: &mut (u8, Dial)) {
    pair.1.max = 0;
}

#[cfg(way = "second_in_a_tuple")]
pub fn spoil(pair: &mut (Dial, Dial)) {
    pair.1.max = 0;
}

#[cfg(way = "in_a_loop")]
pub fn spoil(dials: &mut [Dial]) {
    for dial in dials.iter_mut() {
        dial.max = 0;
    }
}

#[cfg(way = "in_a_variant")]
pub enum Slot {
    Full(Dial),
    Empty,
}

#[cfg(way = "in_a_variant")]
impl Slot {
    pub fn spoil(&mut self) {
        if let Slot::Full(dial) = self {
            dial.max = 0;
        }
    }
}

#[cfg(way = "replaced")]
pub fn spoil(dial: &mut Dial) -> Dial {
    std::mem::replace(dial, Dial { at: 1, max: 0 })
}

#[cfg(way = "error")]
pub fn spoil(dial: Dial) -> Result<u8, Dial> {
    Err(Dial { max: 0, ..dial })
}

#[cfg(way = "alias")]
type Wheel = Dial;

#[cfg(way = "alias")]
impl Wheel {
    pub fn spoil(&mut self) {
        self.max = 0;
    }
}

#[cfg(way = "array")]
pub fn spoil<const N: usize>(dials: &mut [Dial; N]) {
    if N > 0 {
        dials[0].max = 0;
    }
}

#[cfg(way = "table")]
pub fn spoil(dial: &mut Dial) {
    let table = [(0, &mut dial.max), (1, &mut dial.at)];
    for (number, part) in table {
        *part = number;
    }
}

#[cfg(way = "element_of_a_table")]
pub fn spoil(dial: &mut Dial) {
    let table = [(0, &mut dial.max)];
    *table[0].1 = table[0].0;
}

#[cfg(way = "generic")]
pub fn spoil<T: Into<u32>>(dial: &mut Dial, max: T) {
    dial.max = max.into();
}

#[cfg(way = "macro")]
macro_rules! spoil {
    ($name:ident) => {
        pub fn $name(dial: &mut Dial) {
            dial.max = 0;
        }
    };
}

#[cfg(way = "macro")]
spoil!(spoil);

#[cfg(way = "inner_module")]
mod inner {
    impl super::Dial {
        pub fn spoil(&mut self) {
            self.max = 0;
        }
    }
}

#[cfg(way = "trait_default")]
pub trait Spoils {
    fn most(&mut self, max: u32);

    fn spoil(&mut self) {
        self.most(0);
    }
}

#[cfg(way = "trait_default")]
impl Spoils for Dial {
    fn most(&mut self, max: u32) {
        self.max = max;
    }
}

#[cfg(way = "closure_inside")]
pub fn spoil(dial: &mut Dial) {
    let mut spoil = || dial.max = 0;
    spoil();
}

#[cfg(way = "map")]
pub fn spoil(dials: &mut std::collections::HashMap<u8, Dial>) {
    if let Some(dial) = dials.get_mut(&0) {
        dial.max = 0;
    }
}

#[cfg(way = "shared_cell")]
pub fn spoil(dial: &std::cell::RefCell<Dial>) {
    dial.borrow_mut().max = 0;
}

#[cfg(way = "counted")]
pub fn spoil(dial: std::rc::Rc<std::cell::RefCell<Dial>>) {
    dial.borrow_mut().max = 0;
}

#[cfg(way = "leaked")]
pub fn spoil() -> &'static mut Dial {
    Box::leak(Box::new(Dial { at: 1, max: 0 }))
}

#[cfg(way = "iterator")]
pub fn spoil() -> impl Iterator<Item = Dial> {
    std::iter::once(Dial { at: 1, max: 0 })
}

#[cfg(way = "pattern")]
pub fn spoil(dial: &mut Dial) {
    let Dial { max, .. } = dial;
    *max = 0;
}

#[cfg(way = "promoted")]
pub fn spoil() -> &'static Dial {
    &Dial { at: 1, max: 0 }
}

#[cfg(way = "sent")]
pub fn spoil(to: &std::sync::mpsc::Sender<Dial>) {
    let _ = to.send(Dial { at: 1, max: 0 });
}

#[cfg(way = "nested_function")]
pub fn spoil(dial: &mut Dial) {
    fn inner(dial: &mut Dial) {
        dial.max = 0;
    }
    inner(dial);
}

#[cfg(way = "inline_constant")]
pub fn spoiled() -> Dial {
    const { Dial { at: 9, max: 1 } }
}

#[cfg(way = "repeated_constant")]
pub const SPOILED: [Dial; 2] = [const { Dial { at: 9, max: 1 } }; 2];

#[cfg(way = "behind_a_static")]
pub static SPOILED: Option<&'static Dial> = Some(&Dial { at: 9, max: 1 });

#[cfg(way = "function_item")]
pub mod function_item {
    use super::Dial;

    fn hidden(dial: &mut Dial) {
        dial.max = 0;
    }

    pub fn spoil() -> impl Fn(&mut Dial) {
        hidden
    }
}

#[cfg(way = "function_items")]
pub mod function_items {
    use super::Dial;

    pub struct Table<F>(pub [F; 1]);

    fn hidden(dial: &mut Dial) {
        dial.max = 0;
    }

    pub fn spoil() -> Table<impl Fn(&mut Dial)> {
        Table([hidden])
    }
}
