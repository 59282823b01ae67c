//! A null pointer that one argument in four billion reaches.
//!
//! `foo` follows a pointer that may be null: `px` points to `x`, to `y`, or (`None`) to nothing. It is null at the place
//! where it is followed only if `foo` is called with `x == 3`. The tests try 2, 6 and 11, and pass. `cargo pct` finds the 3.
//!
//! `fixed_foo` sets the pointer in that case too, and `cargo pct` proves that it is never null there.
//!
//! The letters name places in the code, `pct::cutpoint!("D")` for instance: conditions are watched there as well. Outside
//! `cargo pct` they are nothing at all.

/// What the pointer points to.
#[derive(Clone, Copy)]
pub enum Variable {
    /// The number `x`.
    X,
    /// The number `y`. Nothing ever points there, but that is for the analysis to find out.
    Y,
}

/// Follows a null pointer for one value of `x`. Returns `x` and `y` as they are at the end.
#[cfg_attr(feature = "own-predicates", pct::predicates(small = x < 5, null = px.is_none()))]
#[cfg_attr(not(feature = "own-predicates"), pct::predicates)]
#[pct::requires(x < i32::MAX - 1)]
pub fn foo(mut x: i32, mut y: i32) -> (i32, i32) {
    let mut px: Option<Variable> = None;
    pct::cutpoint!("A");
    x += 1;
    pct::cutpoint!("B");
    if x < 4 {
        pct::cutpoint!("C");
        px = Some(Variable::X);
    }
    pct::cutpoint!("D");
    if matches!(px, Some(Variable::Y)) {
        pct::cutpoint!("E");
        x += 1;
    }
    pct::cutpoint!("F");
    if x < 5 {
        pct::cutpoint!("G");
        match px.expect("px is not null here") {
            Variable::X => x += 1,
            // Nothing is known of `y`, and the story is not about overflow.
            Variable::Y => y = y.wrapping_add(1),
        }
    }
    pct::cutpoint!("H");
    (x, y)
}

/// Never follows a null pointer. Returns `x` and `y` as they are at the end.
#[cfg_attr(feature = "own-predicates", pct::predicates(small = x < 5, null = px.is_none()))]
#[cfg_attr(
    all(feature = "coarse-predicates", not(feature = "own-predicates")),
    pct::predicates(small = x < 10, null = px.is_none())
)]
#[cfg_attr(not(any(feature = "own-predicates", feature = "coarse-predicates")), pct::predicates)]
#[pct::requires(x < i32::MAX - 1)]
pub fn fixed_foo(mut x: i32, mut y: i32) -> (i32, i32) {
    let mut px: Option<Variable> = None;
    pct::cutpoint!("A");
    x += 1;
    pct::cutpoint!("B");
    if x < 5 {
        pct::cutpoint!("C");
        px = Some(Variable::X);
    }
    pct::cutpoint!("D");
    if matches!(px, Some(Variable::Y)) {
        pct::cutpoint!("E");
        x += 1;
    }
    pct::cutpoint!("F");
    if x < 5 {
        pct::cutpoint!("G");
        match px.expect("px is not null here") {
            Variable::X => x += 1,
            Variable::Y => y = y.wrapping_add(1),
        }
    }
    pct::cutpoint!("H");
    (x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foo_counts_small_numbers_up_twice() {
        assert_eq!(foo(2, 0), (4, 0));
        assert_eq!(foo(6, 0), (7, 0));
        assert_eq!(foo(11, 0), (12, 0));
    }

    #[test]
    fn fixed_foo_counts_small_numbers_up_twice() {
        assert_eq!(fixed_foo(2, 0), (4, 0));
        assert_eq!(fixed_foo(6, 0), (7, 0));
        assert_eq!(fixed_foo(11, 0), (12, 0));
    }
}
