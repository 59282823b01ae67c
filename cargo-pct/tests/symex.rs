//! Symbolic execution on real Rust: each fixture is compiled by rustc, its MIR is executed together with the models.

#[allow(unreachable_pub)]
mod symex_support;

use symex_support::Subject;

#[test]
fn show() {
    let Ok(path) = std::env::var("SHOW") else { return };
    let text = std::fs::read_to_string(path).expect("a readable file");
    let subject = Subject::compile(&text);
    let names = std::env::var("FUNCTIONS").expect("function names");
    for name in names.split(',') {
        let segments = subject.segments(name);
        for (start, execution) in segments.starts.iter().zip(&segments.executions) {
            let stack: Vec<String> = start
                .location
                .iter()
                .map(|(body, block)| format!("{}:{block}", subject.program.name(*body)))
                .collect();
            println!(
                "== from {} if {}\n{}",
                stack.join(" / "),
                start.shape.guard,
                execution.display(&subject.program)
            );
        }
    }
}
