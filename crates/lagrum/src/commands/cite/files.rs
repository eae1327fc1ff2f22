//! The readable text of a file that the command is given.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use lagrum_readable::ReadLimits;

use crate::failure::Failure;

/// Maximum number of bytes of a file.
const MAX_BYTES: u64 = 64 << 20;

/// What reading a file may cost. Each line is a block, which takes some hundred and fifty bytes beside its words.
const LIMITS: ReadLimits = ReadLimits { unpacked: MAX_BYTES, parts: 10_000, lines: 500_000 };

/// The text of a file.
pub(super) fn text_of(file: &Path) -> Result<String, Failure> {
    let failed = |problem: String| Failure::from(format!("{}: {problem}", file.display()));
    // Opening a pipe waits for its other end, and a device may be endless.
    let metadata = std::fs::metadata(file).map_err(|error| failed(error.to_string()))?;
    if !metadata.is_file() {
        return Err(failed("it is no regular file: write its text to one first".to_owned()));
    }
    let mut bytes = Vec::new();
    let read = File::open(file).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|error| failed(error.to_string()))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(failed(format!(
            "it has more than {MAX_BYTES} bytes, which is the most that is read: split it"
        )));
    }
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    lagrum_readable::text_of(&bytes, extension, &LIMITS).map_err(|problem| failed(problem.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_regular_files_are_read_up_to_their_limits() {
        let folder = tempfile::tempdir().unwrap();
        let zero = folder.path().join("zero.md");
        std::os::unix::fs::symlink("/dev/zero", &zero).unwrap();
        for path in [Path::new("/dev/zero"), &zero, folder.path()] {
            assert!(text_of(path).unwrap_err().to_string().contains("no regular file"), "{}", path.display());
        }
        let lines = folder.path().join("lines.txt");
        std::fs::write(&lines, "\n".repeat(LIMITS.lines)).unwrap();
        assert!(text_of(&lines).is_ok());
        std::fs::write(&lines, "\n".repeat(LIMITS.lines + 1)).unwrap();
        assert!(text_of(&lines).unwrap_err().to_string().contains("lines or paragraphs"));
        let large = folder.path().join("large.txt");
        File::create(&large).unwrap().set_len(MAX_BYTES + 1).unwrap();
        assert!(text_of(&large).unwrap_err().to_string().contains("more than"));
    }
}
