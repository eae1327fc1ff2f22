//! The text of files that people write in: Word and OpenDocument, spreadsheets, HTML, markdown and plain text.
//!
//! [`text_of`] reads a file that is in memory, as lines. Markdown and plain text are unchanged. The lines of a Word or OpenDocument
//! file are its paragraphs, then those of its notes, each after its mark (`[^1]`), of a spreadsheet the rows of its first sheet. HTML loses its tags and keeps its lines. Lines of a
//! block quote begin with `>`, as in markdown; a block quote that shares its line with other text is in quotation marks. Text that the
//! author deleted or hid is left out, and so are raised figures of a page, since they are marks of notes.
//!
//! The bytes decide what a file is, before its name: an archive is a document in parts whatever it is called. Work and memory are
//! bounded by [`ReadLimits`]: a file from outside may be a small archive of gigabytes.

mod attributes;
mod depth;
mod docx;
mod error;
mod html;
mod limits;
mod odt;
mod package;
mod styles;
mod text;
mod xlsx;

use std::borrow::Cow;

pub use error::UnreadableFile;
pub use limits::ReadLimits;
use package::Package;

/// Extensions of documents in parts. Their files must be archives.
const IN_PARTS: [&str; 7] = ["docx", "docm", "dotx", "dotm", "odt", "ott", "xlsx"];

/// Extensions of files that are not read.
const NOT_READ: [&str; 3] = ["pdf", "rtf", "doc"];

/// The first bytes of files that are not read, and their extensions.
const SIGNATURES: [(&[u8], &str); 3] = [(b"%PDF", "pdf"), (b"{\\rtf", "rtf"), (b"\xd0\xcf\x11\xe0", "doc")];

/// The text of a file. `extension` is that of its name, in any case; empty without one.
pub fn text_of(file: &[u8], extension: &str, limits: &ReadLimits) -> Result<String, UnreadableFile> {
    let extension = extension.to_lowercase();
    let unread = |kind: Cow<'static, str>| Err(UnreadableFile::UnknownKind { kind });
    let text = if package::is_archive(file) || IN_PARTS.contains(&extension.as_str()) {
        let mut package = Package::open(file, limits)?;
        if odt::is_one(&mut package)? {
            odt::text_of(&mut package)?
        } else if xlsx::is_one(&mut package)? {
            xlsx::text_of(&mut package)?
        } else {
            docx::text_of(&mut package)?
        }
    } else if let Some((_, kind)) = SIGNATURES.iter().find(|(first, _)| file.starts_with(first)) {
        return unread((*kind).into());
    } else if NOT_READ.contains(&extension.as_str()) {
        return unread(extension.into());
    } else {
        plain(file, &extension)?
    };
    if text.lines().nth(limits.lines).is_some() {
        return Err(UnreadableFile::TooManyLines { most: limits.lines });
    }
    Ok(text)
}

/// The text of a file that is no archive.
fn plain(file: &[u8], extension: &str) -> Result<String, UnreadableFile> {
    let text = text::decoded(file)?;
    if !matches!(extension, "html" | "htm" | "xhtml") && !html::is_page(&text) {
        return Ok(text.into_owned());
    }
    let words = html::without_tags(&text);
    if words.trim().is_empty() && !text.trim().is_empty() {
        return Err(UnreadableFile::NoText);
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: ReadLimits = ReadLimits { unpacked: 1 << 20, parts: 50, lines: 100 };

    #[test]
    fn the_bytes_tell_the_kind_before_the_name() {
        for (file, extension, expected) in [
            ("3 § <b>", "txt", "3 § <b>"),
            ("3 §", "", "3 §"),
            ("\u{feff}3 §", "md", "3 §"),
            ("<!DOCTYPE html><p>3 §</p>", "txt", "3 §"),
            ("\n<html><body>3 §", "", "3 §"),
            ("<p>3 §</p>", "HTML", "3 §"),
        ] {
            let text = text_of(file.as_bytes(), extension, &LIMITS).unwrap();
            assert_eq!(text.trim(), expected, "{file}");
        }
        for (file, extension, kind) in [
            (&b"%PDF-1.7"[..], "txt", "pdf"),
            (b"3 ", "pdf", "pdf"),
            (b"{\\rtf1", "", "rtf"),
            (b"\xd0\xcf\x11\xe0 ", "", "doc"),
            (b"\x89PNG\r\n\x1a\n\0", "png", "binary"),
            (b"3 \0 3", "txt", "binary"),
        ] {
            let refused = text_of(file, extension, &LIMITS).unwrap_err();
            assert!(
                matches!(&refused, UnreadableFile::UnknownKind { kind: found } if found == kind),
                "{refused}"
            );
        }
        assert!(matches!(text_of(b"3 \xa7", "txt", &LIMITS), Err(UnreadableFile::NotUtf8 { at: 2 })));
        assert!(matches!(text_of(b"3 ", "docx", &LIMITS), Err(UnreadableFile::NoArchive { .. })));
        assert!(matches!(text_of(b"PK\x03\x04", "txt", &LIMITS), Err(UnreadableFile::NoArchive { .. })));
    }

    #[test]
    fn the_lines_of_a_text_are_limited() {
        assert!(text_of("\n".repeat(100).as_bytes(), "txt", &LIMITS).is_ok());
        let refused = text_of("\n".repeat(101).as_bytes(), "txt", &LIMITS).unwrap_err();
        assert!(matches!(refused, UnreadableFile::TooManyLines { most: 100 }));
    }
}
