//! Names of variables and of objects: a text, and beside it how the text is made.
//!
//! The text identifies a name: names with equal texts are equal, and names are ordered by their texts. Code that has to know what a
//! variable is asks its name for the form. The text is for solvers and people; only [`VarName::read`] reads it, where a system is read.

mod read;

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// A name, cheap to copy.
#[derive(Clone)]
pub struct VarName(Arc<Inner>);

struct Inner {
    text: Box<str>,
    form: Form,
}

/// How a name is made.
#[derive(Clone, Debug)]
pub enum Form {
    /// A word: a parameter, a local variable, or the reason why there is such a variable.
    Word,
    /// The result of this function, whose code is not known: `next()`.
    ResultOf(Arc<str>),
    /// The value of a const parameter, where nothing says it: `N?`.
    ConstParameter,
    /// A constant of the program, which never changes; with its text, if it is a string.
    Constant(Option<Arc<str>>),
    /// A part of what is named so.
    Part(VarName, Part),
    /// Another version of the variable with this name.
    Version(VarName, Version),
}

/// A part of a value, or what stands beside a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// This field, or the fields of this variant, or something else that is said of the whole: `self.size`, `next().panics`.
    Field(Arc<str>),
    /// The variant of an enumeration: `self.state.variant`.
    VariantIndex,
    /// The elements of a sequence: `self.slots[_]`.
    Elements,
    /// The length of a sequence: `self.slots.len()`.
    Length,
    /// What is behind a reference or in a box: `*self.next`.
    Referent,
    /// The reference itself: `&xs`.
    Reference,
    /// Another one of such a name: `next()#2`.
    Numbered(usize),
}

/// A version of a variable: at another time, or in another object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// The value when the call began.
    Old,
    /// The value when the call ends.
    New,
    /// Any value.
    Any,
    /// A part of the receiver that the object of the class has not.
    This,
    /// A part of another argument that is named as the object of the class is.
    Other,
}

impl Version {
    const ALL: [Version; 5] = [Version::Old, Version::New, Version::Any, Version::This, Version::Other];

    fn prefix(self) -> &'static str {
        match self {
            Version::Old => "old ",
            Version::New => "new ",
            Version::Any => "any ",
            Version::This => "this ",
            Version::Other => "other ",
        }
    }
}

/// How names are made.
impl VarName {
    fn new(text: impl Into<Box<str>>, form: Form) -> VarName {
        VarName(Arc::new(Inner { text: text.into(), form }))
    }

    /// `next()`
    pub fn result_of(function: &str) -> VarName {
        VarName::new(format!("{function}()"), Form::ResultOf(function.into()))
    }

    /// `N?`, which is the text given.
    pub fn const_parameter(text: &str) -> VarName {
        VarName::new(text, Form::ConstParameter)
    }

    /// A constant of the program, by a description of it.
    pub fn constant(description: String) -> VarName {
        VarName::new(description, Form::Constant(None))
    }

    /// A string of the program.
    pub fn constant_text(text: &str) -> VarName {
        VarName::new(format!("text {text}"), Form::Constant(Some(text.into())))
    }

    /// `self.size`
    pub fn field(&self, field: impl fmt::Display) -> VarName {
        let field = field.to_string();
        self.part(&Part::Field(field.into()))
    }

    /// `self.state.variant`
    pub fn variant_index(&self) -> VarName {
        self.part(&Part::VariantIndex)
    }

    /// `self.slots[_]`
    pub fn elements(&self) -> VarName {
        self.part(&Part::Elements)
    }

    /// `self.slots.len()`
    pub fn length(&self) -> VarName {
        self.part(&Part::Length)
    }

    /// `*self.next`
    pub fn referent(&self) -> VarName {
        self.part(&Part::Referent)
    }

    /// `&xs`
    pub fn reference(&self) -> VarName {
        self.part(&Part::Reference)
    }

    /// `next()#2`
    pub fn numbered(&self, number: usize) -> VarName {
        self.part(&Part::Numbered(number))
    }

    /// `old self.size`
    pub fn version(&self, what: Version) -> VarName {
        VarName::new(format!("{}{self}", what.prefix()), Form::Version(self.clone(), what))
    }

    /// A part of what is named so.
    fn part(&self, part: &Part) -> VarName {
        let text = match part {
            Part::Field(field) => format!("{self}.{field}"),
            Part::VariantIndex => format!("{self}.variant"),
            Part::Elements => format!("{self}[_]"),
            Part::Length => format!("{self}.len()"),
            Part::Referent => format!("*{self}"),
            Part::Reference => format!("&{self}"),
            Part::Numbered(number) => format!("{self}#{number}"),
        };
        VarName::new(text, Form::Part(self.clone(), part.clone()))
    }

    /// A part of a part of … what is named so.
    pub fn with_parts<'p>(&self, parts: impl IntoIterator<Item = &'p Part>) -> VarName {
        parts.into_iter().fold(self.clone(), |whole, part| whole.part(part))
    }
}

/// What names say.
impl VarName {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0.text
    }

    /// How it is made.
    pub fn form(&self) -> &Form {
        &self.0.form
    }

    /// The name that it is a part of, and which part.
    fn whole(&self) -> Option<(&VarName, &Part)> {
        match self.form() {
            Form::Part(whole, part) => Some((whole, part)),
            Form::Word | Form::ResultOf(_) | Form::ConstParameter => None,
            Form::Constant(_) | Form::Version(..) => None,
        }
    }

    /// The root, which is no part of another name, and the parts that lead from there to this name.
    pub fn way(&self) -> (&VarName, Vec<&Part>) {
        let mut parts: Vec<&Part> = self.wholes().map(|(_, part)| part).collect();
        parts.reverse();
        (self.wholes().last().map_or(self, |(root, _)| root), parts)
    }

    /// The parts that lead from a whole, which is a parameter or a field, to this name; none if it is no part of that. Asterisks, which may
    /// stand at any part, are among them.
    pub fn parts_behind(&self, whole: &VarName) -> Option<Vec<&Part>> {
        let ((root, parts), (whole_root, to_whole)) = (self.way(), whole.way());
        let mut ahead = to_whole.into_iter().peekable();
        let mut behind = Vec::new();
        for part in parts {
            match ahead.peek() {
                Some(next) if part == *next => drop(ahead.next()),
                Some(_) if *part != Part::Referent => return None,
                _ => behind.push(part),
            }
        }
        (root == whole_root && ahead.next().is_none()).then_some(behind)
    }

    /// The name without asterisks: the fields of a referent are named as those of the reference.
    pub fn without_referents(&self) -> VarName {
        let (root, parts) = self.way();
        root.with_parts(parts.into_iter().filter(|part| **part != Part::Referent))
    }

    /// Tells whether it names the value of a const parameter, or a version of that.
    pub fn is_const_parameter(&self) -> bool {
        match self.form() {
            Form::ConstParameter => true,
            Form::Version(own, _) => own.is_const_parameter(),
            Form::Word | Form::ResultOf(_) | Form::Constant(_) | Form::Part(..) => false,
        }
    }

    /// The text, if it names a string of the program.
    pub fn constant_string(&self) -> Option<&Arc<str>> {
        match self.form() {
            Form::Constant(text) => text.as_ref(),
            _ => None,
        }
    }

    /// Tells whether it names the length of a sequence, or a version of that.
    pub fn is_length(&self) -> bool {
        match self.form() {
            Form::Part(_, part) => *part == Part::Length,
            Form::Version(own, _) => own.is_length(),
            Form::Word | Form::ResultOf(_) | Form::ConstParameter | Form::Constant(_) => false,
        }
    }

    /// The name of the variable whose value at the beginning of a call it names.
    pub fn begun_as(&self) -> Option<&VarName> {
        match self.form() {
            Form::Version(own, Version::Old) => Some(own),
            _ => None,
        }
    }

    /// The outermost sequence in whose elements it lies: `self.slots` of `self.slots[_].Free.0`.
    pub fn sequence(&self) -> Option<&VarName> {
        self.wholes().filter(|(_, part)| **part == Part::Elements).last().map(|(sequence, _)| sequence)
    }

    /// The names that it is a part of, from the inner to the outer, with the part of each.
    pub fn wholes(&self) -> impl Iterator<Item = (&VarName, &Part)> {
        std::iter::successors(self.whole(), |(whole, _)| whole.whole())
    }
}

impl Deref for VarName {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl Borrow<str> for VarName {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq for VarName {
    fn eq(&self, other: &VarName) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.as_str() == other.as_str()
    }
}

impl Eq for VarName {}

impl PartialEq<str> for VarName {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialOrd for VarName {
    fn partial_cmp(&self, other: &VarName) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for VarName {
    fn cmp(&self, other: &VarName) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for VarName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Display for VarName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl fmt::Debug for VarName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl From<&str> for VarName {
    fn from(word: &str) -> VarName {
        VarName::new(word, Form::Word)
    }
}

impl From<String> for VarName {
    fn from(word: String) -> VarName {
        VarName::new(word, Form::Word)
    }
}

impl From<&String> for VarName {
    fn from(word: &String) -> VarName {
        VarName::from(word.as_str())
    }
}

impl From<&VarName> for VarName {
    fn from(name: &VarName) -> VarName {
        name.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::VarName;

    #[test]
    fn the_parts_behind_a_whole_lead_there_from_another_one() {
        let whole = VarName::from("this").field("dial");
        let name = whole.field("next").referent().field("rest").length();
        assert_eq!(&*name, "*this.dial.next.rest.len()");
        let other = VarName::from("self").with_parts(name.parts_behind(&whole).unwrap());
        assert_eq!((&*other, other.is_length()), ("*self.next.rest.len()", true));
        assert_eq!(&*other.without_referents(), "self.next.rest.len()");
        assert_eq!(name.parts_behind(&VarName::from("this").field("dials")), None);
        assert_eq!(VarName::from("this").parts_behind(&whole), None);
        assert_eq!(whole.parts_behind(&whole), Some(Vec::new()));
    }
}
