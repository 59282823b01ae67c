
/// What the pointer points to.
#[derive(Clone, Copy)]
pub enum Variable {
    /// The number `x`.
    X,
    /// The number `y`. Nothing ever points there, but that is for the analysis to find out.
    Y,
}

/// Follows a null pointer for one value of `x`. Returns `x` and `y` as they are at the end.
pub fn foo(mut x: i32, mut y: i32) -> (i32, i32) {
    let mut px: Option<Variable> = None;
    x += 1;
    if x < 4 {
        px = Some(Variable::X);
    }
    if matches!(px, Some(Variable::Y)) {
        x += 1;
    }
    if x < 5 {
        match px.expect("px is not null here") {
            Variable::X => x += 1,
            // Nothing is known of `y`, and the story is not about overflow.
            Variable::Y => y = y.wrapping_add(1),
        }
    }
    (x, y)
}

/// Never follows a null pointer. Returns `x` and `y` as they are at the end.
pub fn fixed_foo(mut x: i32, mut y: i32) -> (i32, i32) {
    let mut px: Option<Variable> = None;
    x += 1;
    if x < 5 {
        px = Some(Variable::X);
    }
    if matches!(px, Some(Variable::Y)) {
        x += 1;
    }
    if x < 5 {
        match px.expect("px is not null here") {
            Variable::X => x += 1,
            Variable::Y => y = y.wrapping_add(1),
        }
    }
    (x, y)
}

