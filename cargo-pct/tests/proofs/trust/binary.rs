//! In a program, `main` is the client of what is private.

fn set(dial: &mut Dial, at: u32) {
    dial.at = at;
}

fn main() {
    let mut dial = Dial::new(3);
    set(&mut dial, if cfg!(broken) { 4 } else { 2 });
    dial.left();
}
