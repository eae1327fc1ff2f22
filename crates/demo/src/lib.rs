//! The demo corpus: the law of Dimmöarna, an invented kingdom of islands in the fog.
//!
//! It has two uses. `lagrum serve --demo` serves it, so its texts are written to be read. And it is the fixture of the
//! project's tests, so it has every source, every node type and every relation of the document format at least once,
//! and the oddities of real corpora: repealed acts, withdrawn positions, archived lydelser, dangling links.
//!
//! The files are in `corpus/`, in the tree that an import reads, one artifact a file. They are the originals, edited by hand.
//! `examples/make_pdf.rs` produces the PDFs in `pdf/` from some of the artifacts. All folders are compiled into the
//! library, so a program with the demo needs no files beside it.
//!
//! ```
//! let statutes = lagrum_demo::files().filter(|(path, _)| path.starts_with("sfs/")).count();
//! assert!(statutes > 10);
//! ```

use std::fs;
use std::io;
use std::path::Path;

use include_dir::{Dir, DirEntry, include_dir};

/// The address all uris of the demo corpus begin with, without a trailing slash.
pub const BASE: &str = "https://lag.demo.example";

/// The day on which the demo is read (`YYYY-MM-DD`): some of its law is older, some is new, and some is still to come.
pub const DAY: &str = "2033-01-01";

static CORPUS: Dir = include_dir!("$CARGO_MANIFEST_DIR/corpus");
static PDF: Dir = include_dir!("$CARGO_MANIFEST_DIR/pdf");
static GRAPHICS: Dir = include_dir!("$CARGO_MANIFEST_DIR/graphics");

/// The questions on the start page of a site with the demo, as a file of `lagrum serve --questions`.
pub const QUESTIONS: &str = include_str!("../questions.tsv");

/// The verdicts: their path under `verdicts/`, and the file of `pdf/` with the same document.
const VERDICTS: [(&str, &str); 1] = [("HDO/7b1d0c52-3e4f-4a61-9c8d-2f5e6a7b8c90/dom.pdf", "hd-t1204-30.pdf")];

/// Every file of the corpus tree, sorted by path: its path relative to the tree's root, with `/` between the parts
/// (`sfs/1931/47.json`), and its bytes. Lists of lydelser, archived lydelser, indexes and the one empty file are among
/// them, so this is the input of an import and not a list of documents.
pub fn files() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    sorted(&CORPUS)
}

/// The source PDFs and their `index.json`, sorted by file name: the name, and the bytes.
///
/// The index is a list of `{"file", "uri", "first_page"?}`. `first_page` is the printed number of the first page,
/// given when it is not 1.
pub fn pdfs() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    sorted(&PDF)
}

/// The reviewed entries for the printed graphics of statutes, a file for each statute.
pub fn graphics() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    sorted(&GRAPHICS)
}

/// Verdicts as the courts wrote them: `<court>/<id>/<file>`, and the bytes.
pub fn verdicts() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    VERDICTS.into_iter().filter_map(|(place, file)| Some((place, PDF.get_file(file)?.contents())))
}

/// Writes the demo under `dir`: the corpus tree as `dir/corpus/`, and beside it the attachments as `dir/pdf/`,
/// `dir/verdicts/` and `dir/graphics/`. Missing folders are created, files of the same name are overwritten, others are
/// kept. After an error, a part of the files may have been written.
pub fn unpack(dir: &Path) -> io::Result<()> {
    let folders: [(&str, Vec<_>); 4] = [
        ("corpus", files().collect()),
        ("pdf", pdfs().collect()),
        ("verdicts", verdicts().collect()),
        ("graphics", graphics().collect()),
    ];
    for (folder, files) in folders {
        for (path, bytes) in files {
            let target = dir.join(folder).join(path);
            if let Some(parent) = target.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(target, bytes)?;
        }
    }
    Ok(())
}

fn sorted(dir: &'static Dir<'static>) -> std::vec::IntoIter<(&'static str, &'static [u8])> {
    let mut files = Vec::new();
    collect(dir, &mut files);
    files.sort_unstable_by_key(|(path, _)| *path);
    files.into_iter()
}

fn collect(dir: &'static Dir<'static>, files: &mut Vec<(&'static str, &'static [u8])>) {
    for entry in dir.entries() {
        match entry {
            DirEntry::Dir(inner) => collect(inner, files),
            // All names of ours are UTF-8; `tests/files.rs` compares this list with the folder.
            DirEntry::File(file) => files.extend(file.path().to_str().map(|path| (path, file.contents()))),
        }
    }
}
