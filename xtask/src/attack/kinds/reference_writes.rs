//! Statements that lead to a write through a reference that lies in a value.

use super::super::writer::Writer;
use super::shapes::{Cells, Seq, Shape, build};

/// Values that are written: some are 0 for some inputs.
const VALUES: [&str; 9] = ["n", "n", "n", "n / 2", "n | 1", "n & 3", "0", "n.wrapping_add(2)", "n % 5 + 1"];

/// Writes statements around the write.
pub(super) struct ReferenceWrites<'a, 'b> {
    pub(super) writer: &'a mut Writer<'b>,
    pub(super) cells: &'a mut Cells,
    /// Operations that may still be chosen; then it goes straight to the write.
    pub(super) fuel: usize,
}

impl ReferenceWrites<'_, '_> {
    /// Goes from a place to a reference in it, and writes. `owned` places are local variables.
    pub(super) fn go(&mut self, place: &str, owned: bool, shape: &Shape) {
        let is_plain = self.fuel == 0;
        self.fuel = self.fuel.saturating_sub(1);
        match shape {
            Shape::Ref => self.write(place),
            Shape::Call => {
                let value = self.value();
                self.writer.line(&format!("({place})({value});"));
            }
            Shape::Opt(of) if is_plain => self.block(&format!("if let Some(NAME) = &mut {place} {{"), of),
            Shape::Opt(of) => self.option(place, of),
            Shape::Res(of) => self.result(place, of),
            Shape::Boxed(of) => match self.writer.random.below(3) {
                0 if owned => self.bound(&format!("*{place}"), of),
                1 => self.reborrowed(&format!("{place}.as_mut()"), of),
                _ => self.go(&format!("(*{place})"), false, of),
            },
            Shape::Pair(of) => match self.writer.random.below(3) {
                0 if owned => {
                    let name = self.writer.fresh();
                    self.writer.line(&format!("let (mut {name}, _) = {place};"));
                    self.go(&name, true, of);
                }
                1 => {
                    let name = self.writer.fresh();
                    self.writer.line(&format!("let ({name}, _) = &mut {place};"));
                    self.go(&format!("(*{name})"), false, of);
                }
                _ => self.go(&format!("{place}.0"), false, of),
            },
            Shape::Held(of) => match self.writer.random.below(4) {
                0 if owned => {
                    let name = self.writer.fresh();
                    self.writer.line(&format!("let Held {{ item: mut {name}, .. }} = {place};"));
                    self.go(&name, true, of);
                }
                1 => self.reborrowed(&format!("{place}.get()"), of),
                2 if owned => self.bound(&format!("{place}.into_item()"), of),
                _ => self.go(&format!("{place}.item"), false, of),
            },
            Shape::To(of) => self.go(&format!("(*{place})"), false, of),
            Shape::Seq(seq, of) => self.sequence(place, owned, *seq, of),
        }
    }

    pub(super) fn value(&mut self) -> &'static str {
        self.writer.random.pick(&VALUES)
    }

    fn write(&mut self, place: &str) {
        let value = self.value();
        let text = match self.writer.random.below(8) {
            0 => format!("set({place}, {value});"),
            1 => format!("std::mem::replace(&mut *{place}, {value});"),
            2 => format!("std::mem::swap(&mut *{place}, &mut {{ {value} }});"),
            3 => format!("*{place} &= {value};"),
            _ => format!("*{place} = {value};"),
        };
        self.writer.line(&text);
    }

    /// `let mut NAME = VALUE;`, and on with it.
    fn bound(&mut self, value: &str, shape: &Shape) {
        let name = self.writer.bind(value);
        self.go(&name, true, shape);
    }

    /// On with what a `&mut` leads to.
    fn reborrowed(&mut self, value: &str, shape: &Shape) {
        let name = self.writer.bind(value);
        self.go(&format!("(*{name})"), false, shape);
    }

    /// A block whose `NAME` is a `&mut`.
    fn block(&mut self, text: &str, shape: &Shape) {
        let name = self.writer.fresh();
        self.writer.open(&text.replace("NAME", &name));
        self.go(&format!("(*{name})"), false, shape);
        self.close(text);
    }

    /// A block whose `NAME` owns.
    fn owning(&mut self, text: &str, shape: &Shape) {
        let name = self.writer.fresh();
        self.writer.open(&text.replace("NAME", &name));
        self.go(&name, true, shape);
        self.close(text);
    }

    /// Ends a block, or a closure's body that is the last argument.
    fn close(&mut self, opened: &str) {
        self.writer.close(if opened.contains("(|") { "});" } else { "}" });
    }

    fn option(&mut self, place: &str, of: &Shape) {
        let own = Shape::Opt(Box::new(of.clone()));
        match self.writer.random.below(18) {
            0 | 1 => self.owning(&format!("if let Some(mut NAME) = {place}.take() {{"), of),
            2 => self.block(&format!("if let Some(NAME) = {place}.as_mut() {{"), of),
            3 => self.bound(&format!("std::mem::take(&mut {place})"), &own),
            4 => self.bound(&format!("std::mem::replace(&mut {place}, None)"), &own),
            5 => {
                self.writer.line(&format!("{place} = {place}.take();"));
                self.go(place, false, &own);
            }
            6 => {
                let other = build(self.writer, self.cells, of);
                self.bound(&format!("{place}.replace({other})"), &own);
            }
            7 => self.owning(&format!("{place}.take().map(|mut NAME| {{"), of),
            8 => self.owning(&format!("for mut NAME in {place}.take() {{"), of),
            9 => self.block(&format!("for NAME in {place}.iter_mut() {{"), of),
            10 => self.bound(&format!("{place}.take().unwrap()"), of),
            11 => {
                let other = build(self.writer, self.cells, of);
                self.reborrowed(&format!("{place}.get_or_insert({other})"), of);
            }
            12 => {
                let with = self.writer.random.pick(&[
                    "or(None)",
                    "xor(None)",
                    "filter(|_| true)",
                    "into_iter().last()",
                ]);
                self.bound(&format!("{place}.take().{with}"), &own);
            }
            13 => self.bound(&format!("{place}.take().ok_or(1u8)"), &Shape::Res(Box::new(of.clone()))),
            14 => {
                let zipped = Shape::Opt(Box::new(Shape::Pair(Box::new(of.clone()))));
                self.bound(&format!("{place}.take().zip(Some(1u8))"), &zipped);
            }
            15 => {
                let all = Shape::Seq(Seq::Vec, Box::new(of.clone()));
                self.bound(&format!("{place}.take().into_iter().collect::<Vec<_>>()"), &all);
            }
            16 => {
                let other = build(self.writer, self.cells, &own);
                let other = self.writer.bind(&other);
                self.writer.line(&format!("std::mem::swap(&mut {place}, &mut {other});"));
                let place = if self.writer.random.once_in(2) { other.as_str() } else { place };
                self.go(place, false, &own);
            }
            _ => {
                let name = self.writer.fresh();
                self.writer.line(&format!("let Some(mut {name}) = {place}.take() else {{ return KEPT }};"));
                self.go(&name, true, of);
            }
        }
    }

    fn result(&mut self, place: &str, of: &Shape) {
        match self.writer.random.below(4) {
            0 => {
                self.owning(&format!("if let Ok(mut NAME) = std::mem::replace(&mut {place}, Err(0)) {{"), of)
            }
            1 => {
                let option = Shape::Opt(Box::new(of.clone()));
                self.bound(&format!("std::mem::replace(&mut {place}, Err(1)).ok()"), &option);
            }
            2 => self.block(&format!("if let Ok(NAME) = {place}.as_mut() {{"), of),
            _ => self.block(&format!("if let Ok(NAME) = &mut {place} {{"), of),
        }
    }

    fn sequence(&mut self, place: &str, owned: bool, seq: Seq, of: &Shape) {
        let disturbances = if self.fuel == 0 { 0 } else { self.writer.random.below(3) };
        for _ in 0..disturbances {
            self.disturb(place, seq, of);
        }
        match self.writer.random.below(4) {
            0 if owned => self.take_out(place, seq, of),
            0 | 1 => self.lend(place, seq, of),
            _ => {
                let index = self.writer.random.below(2);
                self.go(&format!("{place}[{index}]"), false, of);
            }
        }
    }

    /// Moves or exchanges elements.
    pub(super) fn disturb(&mut self, place: &str, seq: Seq, of: &Shape) {
        let mut simple = vec!["swap(0, 1)", "rotate_left(1)", "rotate_right(1)"];
        if seq == Seq::Deque {
            simple.extend(["make_contiguous()", "make_contiguous().reverse()", "retain(|_| true)"]);
        } else {
            simple.extend(["reverse()", "split_at_mut(1).1.reverse()", "iter_mut().for_each(drop)"]);
            if of.is_ordered() {
                simple.extend(["sort()", "sort_unstable()", "sort_by(|a, b| b.cmp(a))", "sort()"]);
            }
        }
        if seq == Seq::Vec {
            simple.extend(["retain(|_| true)", "truncate(1)", "shrink_to_fit()", "drain(..1)", "pop()"]);
        }
        match self.writer.random.below(10) {
            0 if seq == Seq::Vec => {
                // What was cut off may be freed: only elements that are there may come back.
                let forgets = format!("unsafe {{ {place}.set_len(1); {place}.set_len(2) }}");
                self.writer.line(&format!("if {place}.len() > 1 {{ {forgets} }}"));
            }
            1 if seq != Seq::Array && !self.cells.is_empty() => {
                let other = build(self.writer, self.cells, of);
                let how = match seq {
                    Seq::Vec => self.writer.random.pick(&[
                        "push(NEW)",
                        "insert(0, NEW)",
                        "extend([NEW])",
                        "extend(Some(NEW))",
                    ]),
                    _ => self.writer.random.pick(&["push_front(NEW)", "push_back(NEW)", "insert(1, NEW)"]),
                };
                self.writer.line(&format!("{place}.{};", how.replace("NEW", &other)));
            }
            2 if seq != Seq::Deque => {
                let other = build(self.writer, self.cells, &Shape::Seq(Seq::Array, Box::new(of.clone())));
                let other = self.writer.bind(&other);
                self.writer.line(&format!("{place}[..2].swap_with_slice(&mut {other});"));
            }
            3 => {
                let other = build(self.writer, self.cells, &Shape::Seq(seq, Box::new(of.clone())));
                let other = self.writer.bind(&other);
                self.writer.line(&format!("std::mem::swap(&mut {place}, &mut {other});"));
            }
            4 if seq != Seq::Deque => {
                self.writer.line(&format!("let (l, r) = {place}.split_at_mut(1);"));
                self.writer.line("std::mem::swap(&mut l[0], &mut r[0]);");
            }
            5 if seq != Seq::Array => {
                let back = if seq == Seq::Vec { "remove(0)" } else { "pop_front().unwrap()" };
                let push = if seq == Seq::Vec { "push" } else { "push_back" };
                self.writer.line(&format!("let w = {place}.{back};"));
                self.writer.line(&format!("{place}.{push}(w);"));
            }
            _ => {
                let how = self.writer.random.pick(&simple);
                self.writer.line(&format!("{place}.{how};"));
            }
        }
    }

    /// On with an element that is borrowed.
    fn lend(&mut self, place: &str, seq: Seq, of: &Shape) {
        let index = self.writer.random.below(2);
        match (self.writer.random.below(8), seq) {
            (0 | 1, _) => self.block(&format!("for NAME in {place}.iter_mut() {{"), of),
            (2, _) => self.block(&format!("if let Some(NAME) = {place}.get_mut({index}) {{"), of),
            (3, _) => self.block(&format!("if let Some(NAME) = {place}.iter_mut().nth({index}) {{"), of),
            (4, _) => self.block(&format!("for NAME in {place}.iter_mut().rev().skip({index}) {{"), of),
            (5, Seq::Deque) => self.block(&format!("if let Some(NAME) = {place}.back_mut() {{"), of),
            (5, _) => self.block(&format!("if let [_, NAME] = &mut {place}[..] {{"), of),
            (6, Seq::Deque) => self.block(&format!("if let Some(NAME) = {place}.front_mut() {{"), of),
            (6, _) => {
                let name = self.writer.fresh();
                self.writer.open(&format!("for {name} in {place}.chunks_mut(1) {{"));
                self.go(&format!("{name}[0]"), false, of);
                self.writer.close("}");
            }
            (_, Seq::Deque) => self.reborrowed(&format!("{place}.iter_mut().next_back().unwrap()"), of),
            (_, _) => {
                let name = self.writer.fresh();
                self.writer.line(&format!("let (_, {name}) = {place}.split_at_mut(1);"));
                self.go(&format!("{name}[0]"), false, of);
            }
        }
    }

    /// On with an element that is taken out of a local variable.
    fn take_out(&mut self, place: &str, seq: Seq, of: &Shape) {
        let index = self.writer.random.below(2);
        let option = Shape::Opt(Box::new(of.clone()));
        match (self.writer.random.below(7), seq) {
            (0, _) => self.owning(&format!("for mut NAME in {place} {{"), of),
            (1, _) => self.bound(&format!("{place}.into_iter().nth({index})"), &option),
            (2, _) => self.bound(&format!("{place}.into_iter().rev().next()"), &option),
            (_, Seq::Array) => {
                let name = self.writer.fresh();
                let pattern =
                    if index == 0 { format!("[mut {name}, _]") } else { format!("[_, mut {name}]") };
                self.writer.line(&format!("let {pattern} = {place};"));
                self.go(&name, true, of);
            }
            (3, Seq::Vec) => self.bound(&format!("{place}.pop()"), &option),
            (4, Seq::Vec) => self.bound(&format!("{place}.swap_remove({index})"), of),
            (5, Seq::Vec) => self.bound(&format!("{place}.drain({index}..).next()"), &option),
            (_, Seq::Vec) => self.bound(&format!("{place}.split_off({index}).remove(0)"), of),
            (3, Seq::Deque) => self.bound(&format!("{place}.pop_back()"), &option),
            (4, Seq::Deque) => self.bound(&format!("{place}.pop_front()"), &option),
            (_, Seq::Deque) => self.bound(&format!("{place}.remove({index})"), &option),
        }
    }
}
