//! The crates that the program consists of, as cargo reports them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{Failure, cargo, output_of};

/// A crate that is part of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LinkedCrate {
    pub(super) name: String,
    pub(super) version: String,
    /// The SPDX expression in its manifest; None if there is none.
    pub(super) licence: Option<String>,
    /// The folder of its sources.
    pub(super) folder: PathBuf,
    /// The SHA-256 of its package in a registry; None for a crate of this repository.
    pub(super) sha256: Option<String>,
    /// The keys of the crates it uses.
    pub(super) uses: BTreeSet<String>,
}

impl LinkedCrate {
    /// Its name and version, the key in the graph.
    pub(super) fn key(&self) -> String {
        format!("{} {}", self.name, self.version)
    }

    /// Whether it is of this repository.
    pub(super) fn is_ours(&self) -> bool {
        self.sha256.is_none()
    }
}

/// The program's crate and all crates that it links, by name and version. Crates that are used only for compiling or testing
/// are left out.
#[derive(Clone, Debug)]
pub(super) struct DependencyGraph {
    program: String,
    crates: BTreeMap<String, LinkedCrate>,
}

impl DependencyGraph {
    /// Loads the graph from cargo.
    pub(super) fn load(root: &Path, host: &str) -> Result<Self, Failure> {
        let mut command = cargo();
        command.current_dir(root).args(["metadata", "--format-version", "1", "--locked"]);
        command.args(["--filter-platform", host]);
        let metadata = serde_json::from_slice(&output_of(&mut command)?)?;
        let lock = std::fs::read_to_string(root.join("Cargo.lock"))?;
        Self::new(&metadata, &checksums(&lock))
    }

    fn new(metadata: &Value, checksums: &BTreeMap<String, String>) -> Result<Self, Failure> {
        let mut packages = BTreeMap::new();
        for package in list(&metadata["packages"]) {
            let text = |field: &str| package[field].as_str().unwrap_or_default().to_owned();
            let (name, version) = (text("name"), text("version"));
            let manifest = PathBuf::from(text("manifest_path"));
            let linked = LinkedCrate {
                sha256: checksums.get(&format!("{name} {version}")).cloned(),
                name,
                version,
                licence: package["license"].as_str().map(str::to_owned),
                folder: manifest.parent().unwrap_or(Path::new("")).to_owned(),
                uses: BTreeSet::new(),
            };
            packages.insert(text("id"), linked);
        }
        let key = |id: &str| {
            packages.get(id).map(LinkedCrate::key).ok_or_else(|| format!("cargo names no package {id}"))
        };
        let program = packages.iter().find(|(_, package)| package.name == "lagrum" && package.is_ours());
        let program = program.map(|(id, _)| id.clone()).ok_or("cargo names no package lagrum")?;
        let mut linked_by = BTreeMap::new();
        for node in list(&metadata["resolve"]["nodes"]) {
            let linked = list(&node["deps"]).iter().filter(|used| is_linked(used));
            let linked: Vec<&str> = linked.filter_map(|used| used["pkg"].as_str()).collect();
            linked_by.insert(node["id"].as_str().unwrap_or_default(), linked);
        }
        let mut crates = BTreeMap::new();
        let mut waiting = vec![program.as_str()];
        while let Some(id) = waiting.pop() {
            if crates.contains_key(&key(id)?) {
                continue;
            }
            let linked = linked_by.get(id).map(Vec::as_slice).unwrap_or_default();
            let Some(package) = packages.get(id) else { continue };
            let uses = linked.iter().map(|id| key(id)).collect::<Result<_, _>>()?;
            crates.insert(key(id)?, LinkedCrate { uses, ..package.clone() });
            waiting.extend(linked);
        }
        Ok(Self { program: key(&program)?, crates })
    }

    /// The crate of the program.
    pub(super) fn program(&self) -> &LinkedCrate {
        &self.crates[&self.program]
    }

    /// All crates, by name and version.
    pub(super) fn crates(&self) -> impl Iterator<Item = &LinkedCrate> {
        self.crates.values()
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// Whether a dependency becomes part of the program: it is neither for tests nor for build scripts.
fn is_linked(dependency: &Value) -> bool {
    list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null())
}

/// The SHA-256 of packages in the lock file, by name and version.
fn checksums(lock: &str) -> BTreeMap<String, String> {
    let mut checksums = BTreeMap::new();
    for package in lock.split("[[package]]").skip(1) {
        let field = |name: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = \""));
            line.and_then(|value| value.strip_suffix('"'))
        };
        if let (Some(name), Some(version), Some(checksum)) =
            (field("name"), field("version"), field("checksum"))
        {
            checksums.insert(format!("{name} {version}"), checksum.to_owned());
        }
    }
    checksums
}

#[cfg(test)]
pub(super) mod tests {
    use serde_json::json;

    use super::*;

    /// A program with one crate of its own, one of a registry, and one that only tests it.
    pub(crate) fn graph() -> DependencyGraph {
        let package = |name: &str, licence: &str| json!({"id": format!("{name}#1"), "name": name, "version": "1.0.0", "license": licence, "manifest_path": format!("/crates/{name}/Cargo.toml")});
        let used =
            |name: &str, kind: Value| json!({"pkg": format!("{name}#1"), "dep_kinds": [{"kind": kind}]});
        let metadata = json!({
            "packages": [package("lagrum", "MIT OR Apache-2.0"), package("lagrum-print", "MIT OR Apache-2.0"), package("paper", "Zlib"), package("pens", "MIT")],
            "resolve": {"nodes": [
                {"id": "lagrum#1", "deps": [used("lagrum-print", Value::Null), used("pens", json!("dev"))]},
                {"id": "lagrum-print#1", "deps": [used("paper", Value::Null)]},
                {"id": "paper#1", "deps": [used("pens", json!("build"))]},
                {"id": "pens#1", "deps": []},
            ]},
        });
        let lock = "[[package]]\nname = \"lagrum\"\nversion = \"1.0.0\"\n\n[[package]]\nname = \"paper\"\nversion = \"1.0.0\"\n\
                    source = \"registry\"\nchecksum = \"abc\"\n\n[[package]]\nname = \"pens\"\nversion = \"1.0.0\"\nchecksum = \"def\"\n";
        DependencyGraph::new(&metadata, &checksums(lock)).unwrap()
    }

    #[test]
    fn what_only_compiles_or_tests_the_program_is_no_part_of_it() {
        let graph = graph();
        let names: Vec<&str> = graph.crates().map(|linked| linked.name.as_str()).collect();
        assert_eq!(names, ["lagrum", "lagrum-print", "paper"]);
        assert_eq!(graph.program().name, "lagrum");
        let ours: Vec<bool> = graph.crates().map(LinkedCrate::is_ours).collect();
        assert_eq!(ours, [true, true, false]);
    }
}
