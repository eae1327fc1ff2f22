//! The files of a package, and their paths in it.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::archive::{EXECUTABLE, FileTree, READABLE, gzip};
use super::dependencies::DependencyGraph;
use super::licences::licences;
use super::sbom::cyclone_dx;
use super::{Failure, output_of};

/// The path of completions for each shell, from the prefix of an installation.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/lagrum"),
    ("fish", "share/fish/vendor_completions.d/lagrum.fish"),
    ("zsh", "share/zsh/site-functions/_lagrum"),
];

/// The units of `deploy`.
const UNITS: [&str; 3] = ["lagrum.service", "lagrum-update.service", "lagrum-update.timer"];

/// The parts of every package, whatever its layout.
pub(super) struct Parts {
    pub(super) program: Vec<u8>,
    /// Completions, by their paths from the prefix.
    completions: Vec<(&'static str, Vec<u8>)>,
    /// Manuals, by the names of their files.
    manuals: Vec<(String, Vec<u8>)>,
    pub(super) licences: String,
    sbom: Vec<u8>,
}

impl Parts {
    /// Reads the program, and runs it to write its manuals and completions.
    pub(super) fn gather(
        root: &Path,
        program: &Path,
        graph: &DependencyGraph,
        time: u64,
    ) -> Result<Self, Failure> {
        let bytes = fs::read(program).map_err(|error| format!("{}: {error}", program.display()))?;
        // The environment is empty, since help shows the values of variables.
        let run = |arguments: &[&str]| {
            let program = fs::canonicalize(program)?;
            output_of(Command::new(program).args(arguments).env_clear())
        };
        let mut completions = Vec::new();
        for (shell, path) in COMPLETIONS {
            completions.push((path, run(&["completions", shell])?));
        }
        let folder = tempfile::tempdir()?;
        run(&["man-pages", &folder.path().display().to_string()])?;
        let mut manuals = Vec::new();
        for entry in fs::read_dir(folder.path())? {
            let entry = entry?;
            manuals.push((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?));
        }
        let licences = licences(root, graph)?;
        Ok(Self { program: bytes, completions, manuals, licences, sbom: cyclone_dx(graph, time)? })
    }
}

/// The layout of a package.
pub(super) struct Layout;

impl Layout {
    /// The layout for the prefix `/usr/local`, with the units of `deploy`.
    pub(super) fn local(root: &Path, parts: &Parts) -> Result<FileTree, Failure> {
        let mut files = FileTree::default();
        installed(&mut files, "", parts)?;
        for unit in UNITS {
            files.add(format!("lib/systemd/system/{unit}"), READABLE, read(root, &format!("deploy/{unit}"))?);
        }
        let doc = "share/doc/lagrum";
        for name in [
            "README.md",
            "CHANGELOG.md",
            "LICENSE-MIT",
            "LICENSE-APACHE",
            "docs/operate.md",
            "deploy/lagrum.toml",
            "deploy/nginx.conf",
        ] {
            files.add(format!("{doc}/{name}"), READABLE, read(root, name)?);
        }
        files.add(format!("{doc}/LICENCES.txt"), READABLE, parts.licences.as_str());
        files.add(format!("{doc}/sbom.cdx.json"), READABLE, parts.sbom.as_slice());
        Ok(files)
    }

    /// The layout for Debian: the prefix is `/usr`, the data folder is below `/var/lib`, and the configuration is a file of the
    /// operator.
    pub(super) fn debian(root: &Path, parts: &Parts) -> Result<FileTree, Failure> {
        let mut files = FileTree::default();
        installed(&mut files, "usr/", parts)?;
        for unit in UNITS {
            let text = for_debian(&read(root, &format!("deploy/{unit}"))?);
            files.add(format!("usr/lib/systemd/system/{unit}"), READABLE, text);
        }
        files.add("etc/lagrum/lagrum.toml", READABLE, for_debian(&read(root, "deploy/lagrum.toml")?));
        for kind in ["sysusers", "tmpfiles"] {
            let text = read(root, &format!("deploy/debian/{kind}.conf"))?;
            files.add(format!("usr/lib/{kind}.d/lagrum.conf"), READABLE, text);
        }
        let doc = "usr/share/doc/lagrum";
        let licences = ["deploy/debian/copyright", "LICENSE-MIT"].map(|name| read(root, name));
        let [copyright, mit] = licences;
        let copyright = format!("{}\n{}\n{}", copyright?, mit?, parts.licences);
        files.add(format!("{doc}/copyright"), READABLE, copyright);
        files.add(format!("{doc}/changelog.gz"), READABLE, gzip(read(root, "CHANGELOG.md")?.as_bytes())?);
        files.add(format!("{doc}/sbom.cdx.json"), READABLE, parts.sbom.as_slice());
        files.add(format!("{doc}/operate.md"), READABLE, read(root, "docs/operate.md")?);
        files.add(format!("{doc}/examples/nginx.conf"), READABLE, read(root, "deploy/nginx.conf")?);
        Ok(files)
    }
}

/// The program, its manuals and its completions, below a prefix.
fn installed(files: &mut FileTree, prefix: &str, parts: &Parts) -> Result<(), Failure> {
    files.add(format!("{prefix}bin/lagrum"), EXECUTABLE, parts.program.as_slice());
    for (path, script) in &parts.completions {
        files.add(format!("{prefix}{}", debian_completion(prefix, path)), READABLE, script.as_slice());
    }
    for (name, manual) in &parts.manuals {
        files.add(format!("{prefix}share/man/man1/{name}.gz"), READABLE, gzip(manual)?);
    }
    Ok(())
}

/// The path of a completion in Debian, whose zsh looks for those of packages in another folder.
fn debian_completion<'a>(prefix: &str, path: &'a str) -> &'a str {
    match path {
        "share/zsh/site-functions/_lagrum" if !prefix.is_empty() => "share/zsh/vendor-completions/_lagrum",
        path => path,
    }
}

/// A file of `deploy` with its paths changed to those of Debian.
fn for_debian(text: &str) -> String {
    text.replace("/usr/local/bin/lagrum", "/usr/bin/lagrum").replace("/srv/lag", "/var/lib/lagrum-data")
}

pub(super) fn read(root: &Path, name: &str) -> Result<String, Failure> {
    Ok(fs::read_to_string(root.join(name)).map_err(|error| format!("{name}: {error}"))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::root;

    #[test]
    fn units_for_debian_name_no_path_of_another_installation() {
        for unit in UNITS {
            let text = for_debian(&read(&root(), &format!("deploy/{unit}")).unwrap());
            assert!(!text.contains("/usr/local") && !text.contains("/srv/"), "{unit}:\n{text}");
        }
        let server = for_debian(&read(&root(), "deploy/lagrum.service").unwrap());
        assert!(server.contains("ExecStart=/usr/bin/lagrum serve"), "{server}");
        assert!(server.contains("ReadOnlyPaths=/var/lib/lagrum-data"), "{server}");
        assert!(
            for_debian(&read(&root(), "deploy/lagrum.toml").unwrap())
                .contains("data = \"/var/lib/lagrum-data\"")
        );
    }
}
