//! Rebuilds the engine when the web app that it embeds was built anew.

fn main() {
    // A path that isn't there counts as changed at every build: watch the folder above it then.
    let dist = "../web/dist";
    let watched = if std::path::Path::new(dist).exists() { dist } else { "../web" };
    println!("cargo::rerun-if-changed={watched}");
}
