//! Types in which a `&mut u8` lies, and expressions that make their values.

use super::super::random::Random;
use super::super::writer::Writer;

/// A type in which a `&mut u8` lies somewhere.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    /// `&mut u8`
    Ref,
    /// `Option<_>`
    Opt(Box<Shape>),
    /// `Result<_, u8>`
    Res(Box<Shape>),
    /// `Box<_>`
    Boxed(Box<Shape>),
    /// `(_, u8)`
    Pair(Box<Shape>),
    /// `Held<_>`, a struct of the item's own.
    Held(Box<Shape>),
    /// `&mut _`
    To(Box<Shape>),
    /// `Box<dyn FnMut(u8)>`, which writes its argument.
    Call,
    /// Two of them, or more.
    Seq(Seq, Box<Shape>),
}

/// A sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seq {
    Array,
    Vec,
    Deque,
}

/// The parts of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flavour {
    /// Options, results, tuples, structs.
    Slots,
    /// References to references.
    To,
    /// Boxes and closures.
    Boxes,
    /// References alone, or in options.
    Plain,
}

impl Shape {
    /// A shape with a sequence of what the flavour gives, or without.
    pub(super) fn random(random: &mut Random, flavour: Flavour) -> Shape {
        let depth = 1 + random.below(2);
        let inner = Shape::inner(random, flavour, depth);
        let is_without_sequence = flavour != Flavour::Plain && random.once_in(6);
        if is_without_sequence { inner } else { Shape::Seq(Seq::random(random), Box::new(inner)) }
    }

    fn inner(random: &mut Random, flavour: Flavour, depth: usize) -> Shape {
        if depth == 0 {
            return if flavour == Flavour::Boxes && random.once_in(3) { Shape::Call } else { Shape::Ref };
        }
        let next = if random.once_in(4) { Flavour::Slots } else { flavour };
        let inside = Box::new(Shape::inner(random, next, depth - 1));
        match flavour {
            Flavour::Slots => match random.below(9) {
                0..=3 => Shape::Opt(inside),
                4 => Shape::Res(inside),
                5 => Shape::Pair(inside),
                6 | 7 => Shape::Held(inside),
                _ => Shape::Seq(Seq::random(random), inside),
            },
            Flavour::To => Shape::To(inside),
            Flavour::Boxes => Shape::Boxed(inside),
            Flavour::Plain if random.once_in(4) => Shape::Opt(Box::new(Shape::Ref)),
            Flavour::Plain => Shape::Ref,
        }
    }

    /// True if values can be compared and sorted.
    pub(super) fn is_ordered(&self) -> bool {
        match self {
            Shape::Ref => true,
            Shape::Call => false,
            Shape::Opt(of) | Shape::Res(of) | Shape::Boxed(of) | Shape::Pair(of) | Shape::Held(of) => {
                of.is_ordered()
            }
            Shape::To(of) | Shape::Seq(_, of) => of.is_ordered(),
        }
    }
}

impl Seq {
    fn random(random: &mut Random) -> Seq {
        [Seq::Array, Seq::Array, Seq::Vec, Seq::Vec, Seq::Deque][random.below(5)]
    }
}

/// Places that a reference can be made of, each once.
pub(super) struct Cells {
    left: Vec<String>,
}

impl Cells {
    /// The first is used first.
    pub(super) fn new(names: &[&str]) -> Cells {
        Cells { left: names.iter().rev().map(|name| (*name).to_owned()).collect() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.left.is_empty()
    }
}

/// An expression of a shape. What a reference to a reference needs is bound in front of it.
pub(super) fn build(writer: &mut Writer<'_>, cells: &mut Cells, shape: &Shape) -> String {
    match shape {
        Shape::Ref => match cells.left.pop() {
            Some(cell) => format!("&mut {cell}"),
            None => "Box::leak(Box::new(6u8))".to_owned(),
        },
        Shape::Opt(of) => format!("Some({})", build(writer, cells, of)),
        Shape::Res(of) => format!("Ok::<_, u8>({})", build(writer, cells, of)),
        Shape::Boxed(of) => format!("Box::new({})", build(writer, cells, of)),
        Shape::Pair(of) => format!("({}, 5u8)", build(writer, cells, of)),
        Shape::Held(of) => format!("Held {{ item: {}, k: 3 }}", build(writer, cells, of)),
        Shape::To(of) => {
            let value = build(writer, cells, of);
            format!("&mut {}", writer.bind(&value))
        }
        Shape::Call => {
            let value = build(writer, cells, &Shape::Ref);
            let name = writer.bind(&value);
            format!("Box::new(move |k: u8| *{name} = k) as Box<dyn FnMut(u8) + '_>")
        }
        Shape::Seq(seq, of) => {
            let elements = [build(writer, cells, of), build(writer, cells, of)].join(", ");
            match seq {
                Seq::Array => format!("[{elements}]"),
                Seq::Vec => format!("vec![{elements}]"),
                Seq::Deque => format!("VecDeque::from([{elements}])"),
            }
        }
    }
}
