//! Functions that call themselves, each proved by what is known of the end of such a call; broken, it fails.

/// The number of digits; no number has more digits than its own value, and one.
pub fn digits(n: u32) -> u32 {
    if n < 10 {
        return 1;
    }
    let rest = digits(n / 10);
    if cfg!(broken) { rest * 1_000_000_000 } else { 1 + rest }
}

/// Two functions that call each other.
pub fn is_even(n: u32) -> bool {
    if cfg!(not(broken)) && n == 0 { true } else { is_odd(n - 1) }
}

fn is_odd(n: u32) -> bool {
    if n == 0 { false } else { is_even(n - 1) }
}

fn search(xs: &[i32], key: i32, low: usize, high: usize) -> Option<usize> {
    if low >= high {
        return None;
    }
    let middle = low + (high - low) / 2;
    if xs[middle] == key {
        Some(if cfg!(broken) { middle + 1 } else { middle })
    } else if xs[middle] < key {
        search(xs, key, middle + 1, high)
    } else {
        search(xs, key, low, middle)
    }
}

/// The position that is given back is one.
pub fn found(xs: &[i32], key: i32) -> i32 {
    match search(xs, key, 0, xs.len()) {
        Some(index) => xs[index],
        None => 0,
    }
}

/// A loop, and two calls on parts.
pub fn quicksort(xs: &mut [i32]) {
    if xs.len() <= 1 {
        return;
    }
    let (mut store, last) = (0, xs.len() - 1);
    for i in 0..last {
        if xs[i] < xs[last] {
            xs.swap(i, store);
            store += 1;
        }
    }
    xs.swap(store, last);
    let (left, right) = xs.split_at_mut(store);
    quicksort(left);
    quicksort(&mut right[if cfg!(broken) { 2 } else { 1 }..]);
}

/// Arguments that wrap around.
pub fn flood(grid: &mut [[bool; 8]; 8], x: usize, y: usize) {
    if x >= 8 || y >= if cfg!(broken) { 9 } else { 8 } || grid[y][x] {
        return;
    }
    grid[y][x] = true;
    flood(grid, x + 1, y);
    flood(grid, x.wrapping_sub(1), y);
    flood(grid, x, y + 1);
    flood(grid, x, y.wrapping_sub(1));
}

/// A tree.
pub enum Tree {
    Leaf,
    Node(Box<Tree>, Box<Tree>),
}

/// Its height, at most 200.
pub fn height(tree: &Tree) -> u8 {
    match tree {
        Tree::Leaf => 0,
        Tree::Node(left, right) => {
            let inner = height(left).max(height(right));
            if cfg!(broken) || inner < 200 { inner + 1 } else { inner }
        }
    }
}
