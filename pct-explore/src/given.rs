//! A file that the tool gives a process besides its arguments: words, samples, and sequences that an earlier process kept.
//!
//! A line each, its fields separated by tabs: `word` or `sample` and a value, `kept` and a goal and a sequence.

use crate::calls::{Call, Value, read_calls, read_value};
use crate::sequence::{Function, Sequence};

/// The content of the file.
#[derive(Debug, Default)]
pub(crate) struct Given {
    /// Texts and characters that the code mentions.
    pub(crate) words: Vec<String>,
    /// Values that its tests, its documentation and its examples mention.
    pub(crate) samples: Vec<Value>,
    /// Goals, and the sequences that were kept for them.
    pub(crate) kept: Vec<(usize, Sequence)>,
}

impl Given {
    /// Reads it. Lines that are no such thing, and sequences that do not fit the functions, are left out.
    pub(crate) fn read(text: &str, functions: &[Function]) -> Given {
        let mut given = Given::default();
        for line in text.lines() {
            match line.split('\t').collect::<Vec<_>>().as_slice() {
                ["word", value] => {
                    if let Some(Value::Text(word)) = read_value(value) {
                        given.words.push(word);
                    }
                }
                ["sample", value] => given.samples.extend(read_value(value)),
                ["kept", goal, calls] => {
                    let goal = goal.parse().ok().filter(|goal: &usize| *goal < functions.len());
                    if let (Some(goal), Some(calls)) = (goal, read_calls(calls))
                        && fits(&calls, functions)
                    {
                        given.kept.push((goal, calls));
                    }
                }
                _ => {}
            }
        }
        given
    }
}

/// Tells whether the calls are of functions that there are, with arguments that they take.
fn fits(calls: &[Call], functions: &[Function]) -> bool {
    calls.iter().enumerate().all(|(number, call)| {
        let Some(function) = functions.get(call.function) else { return false };
        let is_known =
            |other: usize, ty: u32| other < number && functions[calls[other].function].result == Some(ty);
        let (arguments, shapes) = (&call.arguments, function.parameters);
        arguments.len() == shapes.len()
            && arguments.iter().zip(shapes).all(|(value, shape)| value.fits(shape, &is_known))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;
    use crate::shape::Shape;

    #[test]
    fn what_does_not_fit_is_left_out() {
        fn run<'r>(_: &mut Context<'r>) -> Option<()> {
            Some(())
        }
        let functions = [
            Function { parameters: &[Shape::Int { bits: 8, is_signed: false }], result: Some(4), run },
            Function { parameters: &[Shape::Object { ty: 4 }, Shape::Text], result: None, run },
        ];
        let text = "word\t\"yes\"\nsample\tx00ff\nsample\t1 2\nkept\t1\t0(5); 1(#0, \"a\\tb\")\n\
                    kept\t1\t0(300); 1(#0, \"a\")\nkept\t1\t1(#0, \"a\")\nkept\t9\t0(5)\nkept\t0\t0()\nkept\t0\t7(5)\nother";
        let given = Given::read(text, &functions);
        assert_eq!(given.words, ["yes"]);
        assert_eq!(given.samples, [Value::Bytes(vec![0, 255])]);
        let calls = read_calls("0(5); 1(#0, \"a\\tb\")").unwrap();
        assert_eq!(given.kept, [(1, calls)]);
    }
}
