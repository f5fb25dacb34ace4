//! Rebuilds the program when a file is added to the starter, which it embeds.

fn main() {
    println!("cargo::rerun-if-changed=starter");
}
