//! The Debian package: an `ar` archive of the format version, the control data for dpkg, and the files.
//!
//! Its scripts and the files of its users and folders are in `deploy/debian`. They do what debhelper's would do, also below
//! another root (`DPKG_ROOT`).

use std::path::Path;

use super::Failure;
use super::archive::{EXECUTABLE, FileTree, READABLE, ar, tar_gz};
use super::layout::{Layout, Parts, read};

/// The scripts that dpkg runs.
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];

/// The files that the operator owns after the first installation.
const CONFIGURATION: &str = "/etc/lagrum/lagrum.toml\n";

/// The name and the bytes of the package.
pub(super) fn package(
    root: &Path,
    parts: &Parts,
    version: &str,
    host: &str,
    time: u64,
) -> Result<(String, Vec<u8>), Failure> {
    let architecture = architecture(host)?;
    let files = Layout::debian(root, parts)?;
    let mut control = FileTree::default();
    let fields = read(root, "deploy/debian/control")?
        .replace("@VERSION@", version)
        .replace("@ARCHITECTURE@", architecture)
        .replace("@SIZE@", &files.bytes().div_ceil(1024).to_string())
        .replace("@GLIBC@", &glibc(&parts.program)?);
    control.add("control", READABLE, fields);
    control.add("conffiles", READABLE, CONFIGURATION);
    for script in SCRIPTS {
        control.add(script, EXECUTABLE, read(root, &format!("deploy/debian/{script}"))?);
    }
    let (control, data) = (tar_gz(&control, time)?, tar_gz(&files, time)?);
    let members: [(&str, &[u8]); 3] =
        [("debian-binary", b"2.0\n"), ("control.tar.gz", &control), ("data.tar.gz", &data)];
    Ok((format!("lagrum_{version}_{architecture}.deb"), ar(&members, time)))
}

/// Debian's name for the architecture of a target.
fn architecture(host: &str) -> Result<&'static str, Failure> {
    match host.split('-').next() {
        Some("x86_64") => Ok("amd64"),
        Some("aarch64") => Ok("arm64"),
        _ => Err(format!("no name of Debian's is known for {host}").into()),
    }
}

/// The oldest glibc that a program runs with: the newest version that one of its symbols names.
fn glibc(program: &[u8]) -> Result<String, Failure> {
    const NAME: &[u8] = b"\0GLIBC_2.";
    let versions = program.windows(NAME.len()).enumerate().filter(|(_, found)| *found == NAME);
    let minor = versions.filter_map(|(at, _)| {
        let rest = program.get(at + NAME.len()..)?;
        let version = rest.split(|byte| *byte == 0).next()?;
        std::str::from_utf8(version).ok()?.split('.').next()?.parse::<u32>().ok()
    });
    let newest = minor.max().ok_or("the program names no version of glibc")?;
    Ok(format!("2.{newest}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dist::root;

    #[test]
    fn the_newest_symbol_says_which_glibc_is_needed() {
        let program =
            b"\x7fELF\0GLIBC_2.2.5\0GLIBC_2.34\0GLIBC_2.4\0GLIBC_2.99x\0GLIBC_PRIVATE\0xGLIBC_2.88\0";
        assert_eq!(glibc(program).unwrap(), "2.34");
        assert!(glibc(b"\x7fELF").is_err());
    }

    #[test]
    fn what_dpkg_is_told_is_whole() {
        let control = read(&root(), "deploy/debian/control").unwrap();
        for part in ["@VERSION@", "@ARCHITECTURE@", "@SIZE@", "libc6 (>= @GLIBC@)"] {
            assert!(control.contains(part), "{part}");
        }
        for script in SCRIPTS {
            assert!(read(&root(), &format!("deploy/debian/{script}")).unwrap().starts_with("#!/bin/sh\n"));
        }
        assert_eq!(architecture("x86_64-unknown-linux-gnu").unwrap(), "amd64");
        assert!(architecture("sparc-sun-solaris").is_err());
    }
}
