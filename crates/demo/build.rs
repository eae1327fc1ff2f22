//! Embedding notices a changed file by itself, but not one that was added or taken away. Naming the folders here
//! makes Cargo look at both.

fn main() {
    for folder in ["corpus", "pdf"] {
        println!("cargo::rerun-if-changed={folder}");
    }
}
