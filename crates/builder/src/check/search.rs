//! Checks that the search index holds every document, and that its files and the vectors have not changed.

use lagrum_corpus::Progress;
use lagrum_search::Embedded;
use lagrum_snapshot::Snapshot;
use lagrum_vectors::VectorTable;

use super::findings::Findings;

/// Checks that the vector tables can be read, and have the rows that the manifest names.
pub(super) fn check_vectors(snapshot: &Snapshot, findings: &mut Findings) {
    for counts in &snapshot.manifest().vectors {
        let path = snapshot.vector_table(&counts.encoder);
        match VectorTable::open(&path) {
            Ok(table) if table.rows() as u64 == counts.rows => findings.checked("vectors", counts.rows),
            Ok(table) => findings.problem(format!(
                "the vectors by {} have {} rows; the manifest says {}",
                counts.encoder,
                table.rows(),
                counts.rows
            )),
            Err(error) => {
                let name = path.strip_prefix(snapshot.folder()).unwrap_or(&path);
                findings.damaged(name.to_string_lossy(), error.to_string());
            }
        }
    }
}

pub(super) fn check(snapshot: &Snapshot, findings: &mut Findings, progress: &dyn Progress) {
    progress.begin("check the search index", None);
    let folder = snapshot.folder().join("search");
    match Embedded::damaged_files(&folder) {
        Ok(files) => {
            for file in files {
                let problem = format!("the search index: {file} is not as it was written");
                findings.damaged(format!("search/{file}"), problem);
            }
        }
        Err(error) => findings.problem(format!("the search index: {error}")),
    }
    match Embedded::open(&folder) {
        Ok(engine) => {
            let (documents, texts) = engine.extent();
            let counts = &snapshot.manifest().counts;
            let expected = counts.documents - counts.stubs;
            if documents != counts.documents || texts != expected {
                findings.problem(format!(
                    "the search index holds {documents} documents and {texts} texts; the manifest says {} and {expected}",
                    counts.documents
                ));
            }
            findings.checked("indexed texts", texts);
        }
        Err(error) => findings.problem(format!("the search index cannot be opened: {error}")),
    }
    progress.end();
}
