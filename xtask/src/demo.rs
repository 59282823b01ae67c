//! `cargo xtask demo`: a stack with a bug that its tests miss, then the repaired one, as `cargo pct` sees them.

use std::process::Command;

use crate::error::Error;
use crate::process;
use crate::project::Project;
use crate::setup;

/// One run of `cargo pct`.
struct Scene {
    /// The folder below `examples`.
    example: &'static str,
    /// What the watcher should look for.
    story: &'static str,
    /// The exit code that the run must end with.
    code: i32,
}

const SCENES: [Scene; 2] = [
    Scene {
        example: "bounded-stack",
        story: "\
This stack's own tests all pass. Nothing in it is annotated for proof but the type itself. Its `pop` takes one from
`size` even when the stack is empty, so that the next `push` writes at index -1.",
        code: 2,
    },
    Scene {
        example: "bounded-stack-fixed",
        story: "\
The same stack, repaired: `pop` leaves an empty stack alone, and `new` refuses capacities below one.",
        code: 0,
    },
];

/// Sets up, builds, and plays the scenes.
pub(crate) fn run(project: &Project) -> Result<(), Error> {
    eprintln!("First, Z3, the solver that everything below asks:");
    setup::run(project, &setup::Options::default())?;
    eprintln!("\nThen cargo-pct itself:");
    process::build_release(project)?;
    for scene in &SCENES {
        play(project, scene)?;
    }
    eprintln!("\nEvery run ended with the exit code expected of it.");
    Ok(())
}

fn play(project: &Project, scene: &Scene) -> Result<(), Error> {
    let folder = project.root().join("examples").join(scene.example);
    eprintln!("\n--- examples/{}\n{}\n", scene.example, scene.story);
    eprintln!("$ cd examples/{}; cargo pct", scene.example);
    let mut cargo_pct = Command::new(built_program(project));
    // As cargo would run it for `cargo pct`.
    cargo_pct.arg("pct").current_dir(folder);
    process::forget_outer_cargo(&mut cargo_pct);
    process::expect_code(&mut cargo_pct, scene.code)?;
    eprintln!("(exit code {})", scene.code);
    Ok(())
}

/// The program that `cargo build --release` leaves.
pub(crate) fn built_program(project: &Project) -> std::path::PathBuf {
    project.target_folder().join("release").join(format!("cargo-pct{}", std::env::consts::EXE_SUFFIX))
}
