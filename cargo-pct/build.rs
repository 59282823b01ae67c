//! Lets the binary and the tests find `libz3` wherever they are run from: beside an installed `cargo-pct`
//! (`../lib/cargo-pct`), or where `cargo xtask setup` put it.

fn main() {
    println!("cargo::rerun-if-env-changed=Z3_LIBRARY_PATH_OVERRIDE");
    if std::env::var_os("CARGO_CFG_UNIX").is_none() {
        return;
    }
    let origin = if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("macos") {
        "@loader_path"
    } else {
        "$ORIGIN"
    };
    println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{origin}/../lib/cargo-pct");
    if let Ok(folder) = std::env::var("Z3_LIBRARY_PATH_OVERRIDE") {
        println!("cargo::rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
