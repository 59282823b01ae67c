//! Care with functions whose calls ended a process: they are given smaller numbers each time, and then not called any more.

use crate::calls::{Call, Value};
use crate::sequence::Function;
use crate::shape::Shape;

/// How a function is called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Care {
    /// With all arguments.
    #[default]
    None,
    /// With numbers that are no greater: such let it run out of memory, or of time.
    UpTo(i128),
    /// Not at all.
    NotCalled,
}

impl Care {
    /// Reads the arguments of the process: the numbers of the functions that are called, and behind a colon the greatest number that some are given.
    /// Returns the functions, and the care with each of `count` functions.
    pub(crate) fn read(arguments: impl Iterator<Item = String>, count: usize) -> (Vec<usize>, Vec<Care>) {
        let (mut goals, mut cares) = (Vec::new(), vec![Care::NotCalled; count]);
        for argument in arguments {
            let (number, most) = match argument.split_once(':') {
                Some((number, most)) => (number, most.parse().ok()),
                None => (argument.as_str(), None),
            };
            let Some(number) = number.parse().ok().filter(|number: &usize| *number < count) else { continue };
            goals.push(number);
            cares[number] = most.map_or(Care::None, Care::UpTo);
        }
        (goals, cares)
    }
}

/// Makes great numbers small in calls of functions that are given small ones. False if a function is not to be called at all.
pub(crate) fn keep_to(cares: &[Care], functions: &[Function], sequence: &mut [Call]) -> bool {
    for call in sequence {
        match cares[call.function] {
            Care::None => {}
            Care::UpTo(most) => {
                for (argument, shape) in call.arguments.iter_mut().zip(functions[call.function].parameters) {
                    argument.each_mut(shape, &mut |part, shape| make_small(part, shape, most));
                }
            }
            Care::NotCalled => return false,
        }
    }
    true
}

fn make_small(part: &mut Value, shape: &Shape, most: i128) {
    if let (Value::Int(number), Shape::Int { .. }) = (part, shape) {
        *number %= most.saturating_add(1).max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;

    #[test]
    fn great_numbers_are_made_small_where_that_is_asked_for() {
        fn run<'r>(_: &mut Context<'r>) -> Option<()> {
            Some(())
        }
        let parameters: &[Shape] = &[Shape::Int { bits: 64, is_signed: true }];
        let functions = [Function { parameters, result: None, run }; 3];
        let arguments = ["0", "1:1000"].map(str::to_owned);
        let (goals, cares) = Care::read(arguments.into_iter(), 3);
        assert_eq!(goals, [0, 1]);
        let call = |function| Call { function, arguments: vec![Value::Int(-1_000_000_007)] };
        let mut sequence = vec![call(0), call(1)];
        assert!(keep_to(&cares, &functions, &mut sequence));
        assert_eq!(sequence[0], call(0));
        assert_eq!(sequence[1].arguments, [Value::Int(-1_000_000_007 % 1001)]);
        assert!(!keep_to(&cares, &functions, &mut [call(2)]), "not called");
    }
}
