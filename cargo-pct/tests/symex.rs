//! Symbolic execution on real Rust: each fixture is compiled by rustc, its MIR is executed together with the models.

mod symex_support;

use symex_support::Subject;

#[test]
fn show() {
    let Ok(path) = std::env::var("SHOW") else { return };
    let text = std::fs::read_to_string(path).expect("a readable file");
    let subject = Subject::compile(&text);
    let names = std::env::var("FUNCTIONS").expect("function names");
    for name in names.split(',') {
        println!("== {name}\n{}", subject.execute(name).display(&subject.program));
    }
}
