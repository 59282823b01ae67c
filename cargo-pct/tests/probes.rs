//! What is proved and decided about the examples, from the code that `cargo pct` really builds: with probes in it.

#[path = "probes/support.rs"]
mod support;

use cargo_pct::lower::lower;
use cargo_pct::solver::Prover;
use cargo_pct::symex::Config;
use cargo_pct::verify::{VerifyConfig, verify};
use support::Example;

#[test]
fn probes_are_no_code() {
    for (name, features, path) in [
        ("bounded-stack-fixed", "own-predicates", "BoundedStack"),
        ("foo", "", "fixed_foo"),
        ("bakery", "own-predicates", "Bakery"),
    ] {
        let example = Example::new(name, features);
        let subject = example.subject(path);
        let lowered = lower(&example.program, &subject, &Config::default());
        println!("{:#?} {:#?}", lowered.obstacles, lowered.notes);
        println!("{}", cargo_pct::system::print(&lowered.system));
        let found = verify(&subject, &lowered, &VerifyConfig::default(), &Prover::default());
        println!("{:?} {:?}", found.proof, found.findings);
    }
}
