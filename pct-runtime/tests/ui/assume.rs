//! Misuses of `assume!`.

fn plain(a: &mut Vec<i32>) {
    pct::assume!();
    pct::assume!(a.len() > 2, a.len() < 9);
    pct::assume!(a.push({ a[0] = 1; 1 }));
    pct::assume!(a.len());
}

fn main() {}
