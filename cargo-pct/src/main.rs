//! The `cargo pct` command: everything it does is in the library.

fn main() -> cargo_pct::exit_code::ExitCode {
    cargo_pct::pipeline::main(std::env::args_os())
}
