//! Paths and their segments.

use super::{Parsed, Parser, exact};
use crate::mir::{AnonymousKind, GenericArgs, Path, Segment};
use std::sync::Arc;

/// Where a path stands: `Vec<T>` in types, `Vec::<T>` in values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PathStyle {
    Type,
    Value,
}

/// The traits whose arguments are written like a function's.
const FN_TRAITS: [&str; 6] = ["Fn", "FnMut", "FnOnce", "AsyncFn", "AsyncFnMut", "AsyncFnOnce"];

impl Parser<'_> {
    // a::<impl at src/a.rs:64:1: 64:43>::retain::{closure#0}   <T as Tr>::f::<U>   core::slice::<impl [T]>::len
    /// Any path.
    pub(super) fn path(&mut self, style: PathStyle) -> Parsed<Path> {
        let first = match self.peek() {
            b'<' if self.rest().starts_with("<impl at ") => self.impl_at()?,
            b'<' => match self.impl_segment() {
                Some(segment) => segment,
                None => self.qualified()?,
            },
            _ => self.segment(style)?,
        };
        let mut segments = vec![first];
        while self.rest().starts_with("::") {
            self.position += 2;
            if self.byte(0) != b'<' {
                segments.push(self.segment(style)?);
            } else if self.rest().starts_with("<impl at ") {
                segments.push(self.impl_at()?);
            } else if let Some(segment) = self.impl_segment() {
                segments.push(segment);
            } else {
                let args = self.angle_args()?;
                self.attach(&mut segments, args)?;
            }
        }
        let path = Path { segments: self.shared_path(segments) };
        Ok(if self.own_modules.lead_to(&path) { self.in_own_module(path) } else { path })
    }

    /// The path of something in a module of the crate that is called like the standard library, if the first name is one's.
    pub(super) fn in_own_module(&mut self, path: Path) -> Path {
        let Segment::Named { name, .. } = &path.segments[0] else { return path };
        let Some(raw) = self.own_modules.raw(name) else { return path };
        let first = Segment::Named { name: self.intern(&raw), args: GenericArgs::NONE };
        let segments = std::iter::once(first).chain(path.segments[1..].iter().cloned()).collect();
        Path { segments: self.shared_path(segments) }
    }

    /// The segments of a path, which all equal paths share.
    fn shared_path(&mut self, segments: Vec<Segment>) -> Arc<[Segment]> {
        if let Some(known) = self.paths.get(segments.as_slice()) {
            return known.clone();
        }
        let segments: Arc<[Segment]> = segments.into();
        self.paths.insert(segments.clone());
        segments
    }

    /// Gives the turbofish just read to the segment before it.
    fn attach(&mut self, segments: &mut [Segment], new: GenericArgs) -> Parsed<()> {
        match segments.last_mut() {
            Some(Segment::Named { args, .. } | Segment::Anonymous { args, .. }) if args.is_none() => {
                *args = new;
                Ok(())
            }
            _ => Err(self.error("generic arguments without a name")),
        }
    }

    // <impl at src/a.rs:64:1: 64:43>
    fn impl_at(&mut self) -> Parsed<Segment> {
        self.expect("<impl at")?;
        self.position += 1;
        let text = self.until(">")?;
        Ok(Segment::ImplAt(self.span_from(text)?))
    }

    // <T as Trait<A>>   <[T]>
    fn qualified(&mut self) -> Parsed<Segment> {
        self.as_output(false, Parser::qualified_in)
    }

    fn qualified_in(&mut self) -> Parsed<Segment> {
        self.expect("<")?;
        let self_type = Box::new(self.ty()?);
        let trait_path = if self.eat("as") { Some(Box::new(self.path(PathStyle::Type)?)) } else { None };
        self.expect(">")?;
        Ok(Segment::Qualified { self_type, trait_path })
    }

    // <impl [T]>   <impl std::ops::Add<O> for S<T>>
    /// An impl block as a part of a path, the first in the root module. `f::<impl Fn(u8)>` begins alike, but is not followed by `::` and a name: then,
    /// nothing is taken.
    fn impl_segment(&mut self) -> Option<Segment> {
        if !self.rest().starts_with("<impl ") {
            return None;
        }
        let start = self.position;
        let depth = self.depth;
        let segment = self.as_output(false, Parser::impl_header);
        if let Ok(segment) = segment
            && self.rest().starts_with("::")
            && self.byte(2) != b'<'
        {
            return Some(segment);
        }
        self.position = start;
        self.depth = depth;
        None
    }

    fn impl_header(&mut self) -> Parsed<Segment> {
        self.expect("<")?;
        self.expect("impl")?;
        let first = self.ty()?;
        if !self.eat("for") {
            self.expect(">")?;
            return Ok(Segment::Impl { self_type: Box::new(first), trait_path: None });
        }
        let self_type = Box::new(self.ty()?);
        self.expect(">")?;
        match first {
            crate::mir::Type::Path(path) => Ok(Segment::Impl { self_type, trait_path: Some(Box::new(path)) }),
            _ => Err(self.error("the implemented trait is no path")),
        }
    }

    // push   Vec<T>   Fn(u32) -> u32   {closure#0}   promoted[0]   0   {closure@src/a.rs:1:2: 1:9}
    fn segment(&mut self, style: PathStyle) -> Parsed<Segment> {
        match self.peek() {
            b'{' => return self.braced_segment(style),
            b'0'..=b'9' => return Ok(Segment::TupleField(self.unsigned()?)),
            _ => {}
        }
        let Some(word) = self.word() else { return Err(self.expected("a path")) };
        if word == "promoted" && self.byte(0) == b'[' {
            self.position += 1;
            let index = self.unsigned()?;
            self.expect("]")?;
            return Ok(Segment::Promoted(index));
        }
        // Keywords of later editions are names in earlier ones, of which rustc prints no `r#`.
        let name = match word {
            "async" | "await" | "dyn" | "try" => self.intern(&format!("r#{word}")),
            _ => self.intern(word),
        };
        let args = match (style, self.byte(0)) {
            (PathStyle::Type, b'<') => self.angle_args()?,
            (PathStyle::Type, b'(') if FN_TRAITS.contains(&word) => self.parenthesized_args()?,
            _ => GenericArgs::NONE,
        };
        Ok(Segment::Named { name, args })
    }

    // {closure#0}   {vtable.shim}
    fn braced_segment(&mut self, style: PathStyle) -> Parsed<Segment> {
        if self.closure_kind().is_some() {
            return Ok(Segment::Closure(Box::new(self.closure_type()?)));
        }
        self.expect("{")?;
        let text = self.until("}")?;
        let (word, index) = match text.split_once('#') {
            Some((word, number)) => {
                (word, number.parse().map_err(|_| self.error("an item's number is none"))?)
            }
            None => (text, 0),
        };
        let kind = match (word, text.contains('#')) {
            ("closure", true) => AnonymousKind::Closure,
            ("constant", true) => AnonymousKind::Constant,
            ("impl", true) => AnonymousKind::Impl,
            _ => AnonymousKind::Other(self.intern(text)),
        };
        let args = match (style, self.byte(0)) {
            (PathStyle::Type, b'<') => self.angle_args()?,
            _ => GenericArgs::NONE,
        };
        Ok(Segment::Anonymous { kind, index, args })
    }

    // <'_, T, 3, Item = U>
    /// Generic arguments between angle brackets.
    pub(super) fn angle_args(&mut self) -> Parsed<GenericArgs> {
        self.as_output(false, Parser::angle_args_in)
    }

    fn angle_args_in(&mut self) -> Parsed<GenericArgs> {
        self.expect("<")?;
        let mut args = Vec::new();
        while !self.eat(">") {
            args.push(self.generic_arg()?);
            if !self.eat(",") {
                self.expect(">")?;
                break;
            }
        }
        Ok(GenericArgs::Angle(exact(args)))
    }

    // (u32, &T) -> bool
    fn parenthesized_args(&mut self) -> Parsed<GenericArgs> {
        self.expect("(")?;
        let (inputs, _) = self.as_output(false, Parser::fn_inputs)?;
        let output = if self.eat("->") { Some(Box::new(self.ty()?)) } else { None };
        Ok(GenericArgs::Parenthesized { inputs, output })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, check_refused};
    use super::*;
    use crate::mir::OwnModules;

    fn value(parser: &mut Parser<'_>) -> Parsed<Path> {
        parser.path(PathStyle::Value)
    }

    #[test]
    fn paths_print_as_they_are_read() {
        for text in [
            "a::b::f::<T, u8>",
            "arrayvec::<impl at src/arrayvec.rs:64:1: 64:43>::retain::process_one",
            "<impl at $HOME/a b/lib.rs:1:2: 3:4>::fmt",
            "<T as std::ops::Index<usize>>::index",
            "<[std::mem::MaybeUninit<T>]>::assume_init_ref",
            "core::slice::<impl [T]>::len",
            "a::<impl std::ops::Add<O> for S<T>>::add::promoted[3]",
            "<impl std::convert::From<Either<L, R>> for std::result::Result<R, L>>::from::promoted[2]",
            "<impl std::fmt::Display as std::string::ToString>::to_string",
            "f::<impl AsRef<str>, impl AsRef<str>>",
            "f::<impl Fn(u8)>",
            "boxed::convert::<impl (dyn std::error::Error + Send + 'static)>::downcast::<E>",
            "outer::{closure#0}::{constant#1}",
            "Pair::0::{constant#0}",
            "tests::_::<impl tests::Flags>::all",
            "std::thread::LocalKey::<u8>::with::<{closure@a.rs:1:2: 1:9}, u32>",
            "r#type",
            "一::größe",
        ] {
            check(text, value);
        }
    }

    #[test]
    fn paths_lead_into_modules_that_are_called_like_the_standard_library_where_that_is_clear() {
        let mut own_modules = OwnModules::default();
        own_modules.add_module("r#core");
        own_modules.add_function("r#core", "width");
        own_modules.add_function("r#core", "mem");
        let read = |text: &str| {
            let mut parser = Parser { own_modules: own_modules.clone(), ..Parser::new(text, 64) };
            parser.path(PathStyle::Value).unwrap().to_string()
        };
        for (text, expected) in [
            ("core::Word::<'_>::from", "r#core::Word::<'_>::from"),
            ("core::width", "r#core::width"),
            ("core::width::{closure#0}", "r#core::width::{closure#0}"),
            ("core::mem", "r#core::mem"),
            ("<core::Word as core::Text>::len", "<r#core::Word as r#core::Text>::len"),
            ("a::f::<core::Word>", "a::f::<r#core::Word>"),
            ("core::<impl core::Text for a::T>::len", "r#core::<impl r#core::Text for a::T>::len"),
            ("core::mem::swap::<u8>", "core::mem::swap::<u8>"),
            ("core::width::inner", "core::width::inner"),
            ("core::other", "core::other"),
            ("a::core::Word", "a::core::Word"),
            ("std::Word", "std::Word"),
        ] {
            assert_eq!(read(text), expected);
        }
    }

    #[test]
    fn what_is_no_path_is_refused() {
        for text in ["", "a::", "<T as >::f", "<impl at nowhere>::f", "{closure#x}", "f::<T"] {
            check_refused(text, value);
        }
    }

    #[test]
    fn trait_items_come_apart() {
        let path = check("<Vec<T> as std::iter::Extend<T>>::extend::<I>", value);
        let item = path.as_trait_item().unwrap();
        assert_eq!(item.self_type.to_string(), "Vec<T>");
        assert!(item.trait_path.is_std(&["iter", "Extend"]));
        assert_eq!((&**item.name, item.args.len()), ("extend", 1));
    }

    #[test]
    fn std_core_and_alloc_are_one() {
        for text in ["std::vec::Vec::<u8>::push", "alloc::vec::Vec::<u8>::push"] {
            let path = check(text, value);
            assert!(path.is_std(&["vec", "Vec", "push"]));
            assert_eq!(path.with_std().to_string(), "std::vec::Vec::<u8>::push");
        }
        assert!(!check("vec::Vec::push", value).is_std(&["vec", "Vec", "push"]));
    }
}
