//! The `cargo pct` command: everything it does is in the library.

/// Terms, states and values are many small pieces, which the system's allocator is slow with.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> cargo_pct::exit_code::ExitCode {
    cargo_pct::pipeline::main(std::env::args_os())
}
