//! A tree of boxes for any type: how it reaches what its boxes hold makes no objects out of bits.

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ratio {
    parts: u32,
}

impl Ratio {
    pub fn new(parts: u32) -> Ratio {
        Ratio { parts: parts | 1 }
    }

    pub fn whole(&self) -> u32 {
        100 / self.parts
    }
}

pub struct Tree<T> {
    left: Option<Box<Tree<T>>>,
    right: Option<Box<Tree<T>>>,
    value: T,
}

impl<T: Ord> Tree<T> {
    pub fn new(value: T) -> Tree<T> {
        Tree { left: None, right: None, value }
    }

    pub fn insert(&mut self, value: T) {
        let side = if value < self.value { &mut self.left } else { &mut self.right };
        match side {
            Some(tree) => tree.insert(value),
            None => *side = Some(Box::new(Tree::new(value))),
        }
    }

    pub fn contains(&self, value: &T) -> bool {
        match value.cmp(&self.value) {
            std::cmp::Ordering::Equal => true,
            std::cmp::Ordering::Less => self.left.as_ref().is_some_and(|tree| tree.contains(value)),
            std::cmp::Ordering::Greater => self.right.as_ref().is_some_and(|tree| tree.contains(value)),
        }
    }

    pub fn depth(&self) -> usize {
        let of = |side: &Option<Box<Tree<T>>>| side.as_ref().map_or(0, |tree| tree.depth());
        of(&self.left).max(of(&self.right)).saturating_add(1)
    }
}

pub fn holds(parts: u32) -> bool {
    let mut tree = Tree::new(Ratio::new(parts));
    tree.insert(Ratio::new(7));
    tree.contains(&Ratio::new(7))
}
