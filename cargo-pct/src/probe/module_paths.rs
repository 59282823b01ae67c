//! The module that a probe stands in, and the type that its function is called on, from the MIR's text.
//!
//! This reads no more of the MIR than the headers of bodies and the calls that begin a probe, so that measuring does
//! not depend on understanding every form of it.

use std::collections::BTreeMap;

use pct_wire::Id;

/// The call that begins a probe, up to the site's id.
const CALL: &str = "pct::probe::at::<";

/// The body that holds a probe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Around {
    /// The path of its module, without the crate.
    pub(super) module: String,
    /// The path of the type that its first parameter has or refers to, without arguments; empty where it has none, and in closures.
    pub(super) first: String,
}

/// The body around every probe, by the probe's site.
pub(super) fn find(mir: &str) -> BTreeMap<Id, Around> {
    let mut found = BTreeMap::new();
    let mut around = Around::default();
    for line in mir.lines() {
        // fn inner::<impl at src/lib.rs:10:1: 10:18>::push(_1: &mut inner::Stack, _2: i32) -> () {
        if let Some(header) = line.strip_prefix("fn ") {
            around = Around { module: module_of(header), first: first_of(header) };
            continue;
        }
        // _2 = pct::probe::at::<1229801703532086340>(const true) -> [return: bb1, unwind continue];
        for part in line.split(CALL).skip(1) {
            let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
            if let Ok(id) = part[..digits].parse() {
                found.entry(Id(id)).or_insert_with(|| around.clone());
            }
        }
    }
    found
}

/// The module in a body's header: what stands in front of `<impl at …>`, or of a free function's name. Bodies inside a
/// function (closures, nested functions) keep the module of the impl. A constant without a name is no part of a path: what stands in
/// `const _: () = { … };` is of the module around it.
fn module_of(header: &str) -> String {
    let path = match header.find("<impl at ") {
        Some(start) => header[..start].trim_end_matches("::"),
        None => {
            let path = &header[..header.find('(').unwrap_or(header.len())];
            let path = path.split("::{").next().unwrap_or(path);
            path.rfind("::").map_or("", |end| &path[..end])
        }
    };
    path.split("::").filter(|part| *part != "_").collect::<Vec<_>>().join("::")
}

/// The path in `&mut stack::Stack<T>`, the type of the first parameter.
fn first_of(header: &str) -> String {
    let parameters = header.split_once("(_1: ").filter(|(path, _)| !path.contains("{closure"));
    let mut ty = parameters.map_or("", |(_, rest)| rest);
    while let Some(rest) = ty.strip_prefix('&') {
        let rest = match rest.strip_prefix('\'') {
            Some(lifetime) => lifetime.split_once(' ').map_or("", |(_, rest)| rest),
            None => rest,
        };
        ty = rest.strip_prefix("mut ").unwrap_or(rest);
    }
    let is_of_path = |it: char| it.is_alphanumeric() || it == '_' || it == ':';
    ty.split(|it| !is_of_path(it)).next().unwrap_or("").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(header: &str, module: &str) {
        let mir = format!(
            "fn other::f() -> () {{\n}}\n\n{header} {{\n    _1 = pct::probe::at::<77>(const true) -> bb1;\n}}\n"
        );
        assert_eq!(find(&mir)[&Id(77)].module, module, "{header}");
    }

    #[test]
    fn the_first_parameter_is_read_through_references() {
        let first =
            |parameters: &str| first_of(&format!("a::<impl at src/a.rs:1:1: 1:9>::push({parameters}) -> ()"));
        assert_eq!(first("_1: &'a mut a::Stack<T, [u8; 4]>, _2: T"), "a::Stack");
        assert_eq!(first("_1: &&a::Stack"), "a::Stack");
        assert_eq!(first("_1: a::Stack<'_, T>"), "a::Stack");
        assert_eq!(first("_1: &[u8]"), "");
        assert_eq!(first(""), "");
        assert_eq!(first_of("a::<impl at src/a.rs:1:1: 1:9>::push::{closure#0}(_1: a::Stack) -> ()"), "");
    }

    #[test]
    fn the_module_is_what_stands_in_front_of_the_impl_or_the_functions_name() {
        check("fn <impl at src/lib.rs:1:1: 1:9>::push(_1: &mut Stack) -> ()", "");
        check("fn a::b::<impl at src/a.rs:1:1: 1:9>::push(_1: &mut a::b::Stack) -> ()", "a::b");
        check(
            "fn a::<impl at src/a.rs:1:1: 1:9>::push::{closure#0}(_1: {closure@src/a.rs:2:3: 2:5}) -> ()",
            "a",
        );
        check("fn a::free(_1: i32) -> std::vec::Vec<i32>", "a");
        check("fn free::{closure#1}(_1: i32) -> ()", "");
        check("fn _::<impl at src/lib.rs:1:1: 1:9>::push(_1: &mut Stack) -> ()", "");
        check("fn a::_::<impl at src/a.rs:1:1: 1:9>::push(_1: &mut a::Stack) -> ()", "a");
    }
}
